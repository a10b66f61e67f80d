// Shown until the lesson is there: bytes loaded so far, and what to do when loading stalls.
import { LoadError } from "./assets";
import { h, press } from "../core/element";
import { elements } from "../core/elements";
import { words } from "../core/words";

const patience = 5; // seconds without a byte

export function sentenceOf(error: unknown): string {
  if (error instanceof LoadError) return words("failed.file", error.file, error.why);
  return error instanceof Error ? error.message : String(error);
}

export class Loading {
  private received = 0;
  private watch = 0;
  private over = false;

  constructor(private readonly total = 0) {
    elements.loadingBar.hidden = false;
    elements.loadingBar.max = total;
    this.progress(0);
  }

  progress(bytes: number): void {
    this.received += bytes;
    if (this.over) return;
    elements.loadingBar.value = this.received;
    const kilobytes = (count: number) => Math.round(count / 1000);
    elements.loadingText.textContent = words("loading", kilobytes(this.received), kilobytes(this.total));
    elements.loadingTrouble.replaceChildren();
    window.clearTimeout(this.watch);
    this.watch = window.setTimeout(
      () => this.trouble(words("slow", patience), words("slow.cure")),
      patience * 1000,
    );
  }

  // The page around should send the lesson, but has not answered.
  waitForHost(): void {
    this.rest();
    this.watch = window.setTimeout(() => this.trouble(words("host.slow", patience)), patience * 1000);
  }

  // The host sent its lesson, or said that it has none: it may still send another.
  refused(error: unknown): void {
    this.rest();
    this.trouble(words("lesson.refused", sentenceOf(error)));
  }

  // A question to the reader is open: nothing is being waited for.
  rest(): void {
    this.over = true;
    window.clearTimeout(this.watch);
    elements.loadingBar.hidden = true;
    elements.loadingText.textContent = "";
  }

  done(): void {
    this.over = true;
    window.clearTimeout(this.watch);
    elements.loading.hidden = true;
  }

  failed(error: unknown): void {
    this.over = true;
    window.clearTimeout(this.watch);
    elements.loadingBar.hidden = true;
    elements.loadingText.textContent = "";
    elements.loading.hidden = false;
    this.trouble(error instanceof LoadError ? sentenceOf(error) : words("failed", sentenceOf(error)));
  }

  private trouble(...sentences: string[]): void {
    const again = press(words("again"), () => window.location.reload());
    elements.loadingTrouble.replaceChildren(...sentences.map((sentence) => h("p", {}, sentence)), again);
  }
}

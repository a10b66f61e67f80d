// What is seen until the lesson is: bytes that have come, and what to do when they stop coming.
import { LoadError } from "./assets";
import { elements } from "./elements";
import { words } from "./words";

const patience = 5; // seconds without a byte

export class Loading {
  private received = 0;
  private watch = 0;
  private over = false;

  constructor(private readonly total: number) {
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

  // Somebody is asked: nothing is waited for.
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
    elements.loading.hidden = false;
    if (error instanceof LoadError) this.trouble(words("failed.file", error.file, error.why));
    else this.trouble(words("failed", error instanceof Error ? error.message : String(error)));
  }

  private trouble(...sentences: string[]): void {
    const again = document.createElement("button");
    again.type = "button";
    again.textContent = words("again");
    again.addEventListener("click", () => window.location.reload());
    const paragraphs = sentences.map((sentence) => {
      const paragraph = document.createElement("p");
      paragraph.textContent = sentence;
      return paragraph;
    });
    elements.loadingTrouble.replaceChildren(...paragraphs, again);
  }
}

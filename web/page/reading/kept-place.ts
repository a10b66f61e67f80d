// Keeps the paragraph being read where it is in the window while the text above it changes.
import { readingLine } from "./follow";

// The texts that a step has, whether it is the current one or not, in the same order.
const texts = "h2, .title, .text > *";

export class KeptPlace {
  private readonly at: number;
  private readonly top: number;

  /** root: the reading view; step: the one that stays in view. */
  constructor(
    private readonly root: HTMLElement,
    private readonly step: string,
  ) {
    const wanted = readingLine();
    const tops = this.texts().map((each) => each.getBoundingClientRect().top);
    const nearest = Math.min(...tops.map((top) => Math.abs(top - wanted)));
    this.at = tops.findIndex((top) => Math.abs(top - wanted) === nearest);
    this.top = tops[this.at] ?? 0;
  }

  restore(): void {
    const text = this.texts()[this.at];
    if (text) window.scrollBy(0, text.getBoundingClientRect().top - this.top);
  }

  private texts(): Element[] {
    return [...this.root.querySelectorAll(`[data-step="${CSS.escape(this.step)}"] :is(${texts})`)];
  }
}

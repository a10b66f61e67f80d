// An embed's picture is made when it is seen, and gives its memory back while it is far off: browsers keep only 8 to 16
// pictures a page and drop the oldest. What is drawn comes from the state, so nothing is lost with it.
import { elements } from "../elements";

const patience = 1000; // ms out of sight
const nearby = "50%"; // of the height of what is seen, where the browser tells that to a frame

export class PictureOnDemand {
  readonly seen: Promise<void>; // for the first time
  private inSight = false;
  private away = false; // given back by us
  private timer = 0;
  private context: WEBGL_lose_context | null = null;

  constructor() {
    this.seen = new Promise((resolve) => {
      const observer = new IntersectionObserver(
        (entries) => {
          this.inSight = entries.at(-1)?.isIntersecting ?? false;
          window.clearTimeout(this.timer);
          if (!this.inSight) this.timer = window.setTimeout(() => this.release(), patience);
          else if (this.away) this.restore();
          else resolve();
        },
        { rootMargin: nearby },
      );
      observer.observe(elements.stage);
    });
  }

  // The canvas has its context: only now can it be given back.
  started(): void {
    const gl = elements.canvas.getContext("webgl2");
    this.context = gl?.getExtension("WEBGL_lose_context") ?? null;
  }

  // True: it was given back, nobody took it.
  lost(): boolean {
    if (this.away && this.inSight) window.setTimeout(() => this.restore());
    return this.away;
  }

  private release(): void {
    if (this.away || !this.context || (elements.canvas.getContext("webgl2")?.isContextLost() ?? true)) return;
    this.away = true;
    this.context.loseContext();
  }

  private restore(): void {
    const lost = elements.canvas.getContext("webgl2")?.isContextLost() ?? false;
    if (!this.away || !lost) return;
    this.away = false;
    this.context?.restoreContext();
  }
}

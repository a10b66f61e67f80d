// An embed's picture is made when it scrolls into view, and its memory is freed while it is far away: browsers keep
// only 8 to 16 WebGL contexts per page and drop the oldest. The picture is drawn from the state, so nothing is lost
// with it.
import { elements } from "../core/elements";

const patience = 1000; // ms out of view
const nearby = "50%"; // as a share of the viewport's height, if the browser reports it to a frame

export class PictureOnDemand {
  readonly seen: Promise<void>; // for the first time
  private inSight = false;
  private away = false; // freed by this script
  private timer = 0;
  private context: WEBGL_lose_context | null = null;

  constructor() {
    this.seen = new Promise((resolve) => {
      if (typeof IntersectionObserver === "undefined") {
        this.inSight = true; // no IntersectionObserver: a picture too many is better than none
        resolve();
        return;
      }
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

  // The canvas has its context: only now can it be freed.
  started(): void {
    const gl = elements.canvas.getContext("webgl2");
    this.context = gl?.getExtension("WEBGL_lose_context") ?? null;
  }

  // True: this script freed it; it was not lost.
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

// When the first number stands on screen, marked for whoever measures the page, and for what waits until then.
import type { Core } from "./core";

const mostFrames = 60; // a picture out of sight is not drawn, and nothing is to run because of that

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

// `shown`: resolves when there is something with numbers to draw. Resolves when it has been drawn.
export async function firstNumber(core: Core, shown: Promise<void>): Promise<void> {
  await shown;
  const before = core.frames();
  core.wake();
  for (let count = 0; count < mostFrames; ++count) {
    // In the reading view it stands already.
    if (core.frames() !== before || document.body.dataset.view === "reading") {
      performance.mark("first-number");
      return;
    }
    await frame();
  }
}

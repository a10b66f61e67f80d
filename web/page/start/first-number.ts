// Marks when the first number is on screen, for measurements and for work that waits until then.
import type { Core } from "../core/core";

const mostFrames = 60; // a picture out of sight is not drawn, and must not hold up the rest

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

// `shown`: resolves when there is something with numbers to draw. Resolves when it has been drawn.
export async function firstNumber(core: Core, shown: Promise<void>): Promise<void> {
  await shown;
  const before = core.frames();
  core.wake();
  for (let count = 0; count < mostFrames; ++count) {
    // In the reading view it is already there.
    if (core.frames() !== before || document.body.dataset.view === "reading") {
      performance.mark("first-number");
      return;
    }
    await frame();
  }
}

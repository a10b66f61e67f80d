// System settings: forced colours and reduced motion.
import assert from "node:assert/strict";
import { core, settled } from "../../harness.mjs";

// The frames drawn after a command, and the milliseconds until the last of them. A busy machine draws fewer frames of an
// animation, or a few more of an immediate change: then the measurement is repeated.
async function frames(page, wanted) {
  let drawn = { count: 0, time: 0 };
  for (const type of ["NextStep", "PreviousStep", "NextStep"]) {
    await settled(page);
    drawn = await page.evaluate(async (command) => {
      const { attentionExplorer: explorer } = window;
      const before = explorer.frames();
      const start = performance.now();
      let end = start;
      explorer.apply({ type: command });
      for (let quiet = 0, last = -1; quiet < 5;) {
        const now = explorer.frames();
        quiet = now === last ? quiet + 1 : 0;
        if (quiet === 0) end = performance.now();
        last = now;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return { count: explorer.frames() - before, time: end - start };
    }, type);
    if (wanted(drawn)) break;
  }
  return drawn;
}

export const everybody = (browser) => ({
  "in forced colours the reading view has the system's colours": async () => {
    const { page, close } = await browser.openPage({
      link: "lesson=worked-example&step=scores&view=reading",
    });
    const colors = () =>
      page.evaluate(() => {
        const probe = document.createElement("p");
        probe.style.color = "CanvasText";
        document.body.append(probe);
        const system = getComputedStyle(probe).color;
        probe.remove();
        const of = (selector, property) => getComputedStyle(document.querySelector(selector))[property];
        return {
          system,
          text: of("#reading .text p", "color"),
          role: of("#reading .role", "color"),
          cell: of("#reading .cell", "borderTopColor"),
        };
      });
    const own = await colors();
    assert.ok(own.role !== own.system && own.cell !== own.system, "else it has its own");
    await browser.prefer(page, { forcedColors: true });
    const { system, ...others } = await colors();
    for (const [what, color] of Object.entries(others)) assert.equal(color, system, what);
    await close();
  },

  "with reduced motion the next step appears at once, otherwise animated; the setting takes effect without a reload":
    async () => {
      const { page, close } = await browser.openPage({
        link: "lesson=worked-example&step=scores",
      });
      // A change of step takes 450 ms in motion; without, a fade of at most 80 ms and the frames that follow any input.
      const atOnce = ({ count, time }) => count > 0 && (count <= 6 || time <= 200);
      const moves = ({ count, time }) => count >= 10 || (count >= 5 && time >= 400);
      const told = ({ count, time }) => `${count} frames in ${Math.round(time)} ms`;
      const calm = await frames(page, atOnce);
      assert.ok(atOnce(calm), `with reduced motion: ${told(calm)}`);
      await browser.prefer(page, { reducedMotion: "no-preference" });
      const moving = await frames(page, moves);
      assert.ok(moves(moving), `with motion: ${told(moving)}`);
      await browser.prefer(page, { reducedMotion: "reduce" });
      const again = await frames(page, atOnce);
      assert.ok(atOnce(again), `with reduced motion again: ${told(again)}`);
      await close();
    },
});

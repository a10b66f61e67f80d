// System settings: forced colours and reduced motion.
import assert from "node:assert/strict";
import { core, settled } from "../../harness.mjs";

// The number of frames drawn after a command. A busy machine draws fewer frames of an animation, or a few more of an immediate
// change: then the measurement is repeated.
async function frames(page, wanted) {
  let count = 0;
  for (const type of ["NextStep", "PreviousStep", "NextStep"]) {
    await settled(page);
    count = await page.evaluate(async (command) => {
      const { attentionExplorer: explorer } = window;
      const before = explorer.frames();
      explorer.apply({ type: command });
      for (let quiet = 0, last = -1; quiet < 5;) {
        const now = explorer.frames();
        quiet = now === last ? quiet + 1 : 0;
        last = now;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return explorer.frames() - before;
    }, type);
    if (wanted(count)) break;
  }
  return count;
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
      const atOnce = (count) => count > 0 && count <= 6;
      const moves = (count) => count >= 10;
      const calm = await frames(page, atOnce);
      assert.ok(atOnce(calm), `${calm} frames`);
      await browser.prefer(page, { reducedMotion: "no-preference" });
      const moving = await frames(page, moves);
      assert.ok(moves(moving), `${moving} frames`);
      await browser.prefer(page, { reducedMotion: "reduce" });
      const again = await frames(page, atOnce);
      assert.ok(atOnce(again), `${again} frames`);
      await close();
    },
});

// A plane in the page: a tip dragged by the mouse, one undo, a link that keeps the drag, and the reading view's table.
import assert from "node:assert/strict";
import { core, openPage, place, settled, shownTable, tensor } from "../harness.mjs";

const link = "lesson=worked-example&step=geometry";
const numbers = async (page, name) =>
  (await tensor(page, name)).rows.map((row) => row.map(({ value }) => value));

export const tests = {
  "dragging the tip of a key changes its numbers; Undo takes the drag back; a link keeps it": async () => {
    const { page, close } = await openPage({ link });
    const tip = await place(page, "handle:key:0");
    const other = await place(page, "handle:key:1");
    const unit = Math.hypot(other.x - tip.x, other.y - tip.y) / Math.hypot(4, 1); // (0, 1) and (4, 0)
    await page.mouse.move(tip.x, tip.y);
    await page.mouse.down();
    await page.mouse.move(tip.x + unit, tip.y - unit / 2, { steps: 4 });
    await page.mouse.move(tip.x + unit, tip.y - unit, { steps: 4 });
    await page.mouse.up();
    await settled(page);
    assert.deepEqual((await numbers(page, "plane_k"))[0], [1, 1, 2]);
    // 1 · 1 + 2 · 2
    assert.equal((await numbers(page, "plane_scores"))[0][0], 5);
    const kept = await core(page, "link");
    await core(page, "apply", { type: "Undo" });
    assert.deepEqual((await numbers(page, "plane_k"))[0], [0, 1, 1]);
    await close();

    const again = await openPage({ link: kept });
    assert.deepEqual((await numbers(again.page, "plane_k"))[0], [1, 1, 2]);
    await again.close();
  },

  "a tip that Tab has reached is moved by the arrow keys and said aloud": async () => {
    const { page, close } = await openPage({ link });
    const { x, y } = await place(page, "handle:query");
    await page.mouse.click(x, y);
    await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.deepEqual((await numbers(page, "plane_q"))[0], [2, 0, 2]);
    const said = await page.evaluate(() => document.getElementById("said").textContent);
    assert.match(said, /query Input 1.*\(2, 2\)/);
    await close();
  },

  "the reading view has score, length, cosine and weight of each key, says what they mean, and lets the numbers be changed":
    async () => {
      const { page, close } = await openPage({ link: `${link}&view=reading` });
      const rows = () =>
        page.evaluate(() =>
          [...document.querySelectorAll(".plane tbody tr")].map((row) =>
            [...row.children].map((cell) => cell.textContent),
          ),
        );
      assert.deepEqual(await rows(), [
        ["Input 1", "2", "1.414", "0.632", "0.0634"],
        ["Input 2", "4", "5.657", "0.316", "0.4683"],
        ["Input 3", "4", "3.742", "0.478", "0.4683"],
      ]);
      const words = await page.textContent(".plane");
      assert.match(words, /closest in direction to the query/);
      assert.match(words, /z₁: f2 6\.6831, f3 1\.5951/);
      assert.deepEqual(await shownTable(page, "plane_q"), [["1", "0", "2"]]);
      await core(page, "apply", {
        type: "MovePoint",
        along: { tensor: "plane_q", index: [0, 0] },
        up: { tensor: "plane_q", index: [0, 2] },
        x: 1,
        y: 4,
      });
      await settled(page);
      assert.equal((await rows())[0][1], "4");
      assert.equal((await rows())[0][4], (await rows())[1][4]);
      await close();
    },
};

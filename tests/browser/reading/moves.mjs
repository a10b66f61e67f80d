// What moves a number: asked by the menu of a right click, by key and in the reading view; nudged; and in a link.
import assert from "node:assert/strict";
import { click, core, openPage, place, settled, shownTable, tensor, unfold, until } from "../harness.mjs";

const link = "lesson=worked-example&step=scores-1";
const moves = async (page) => (await core(page, "reading")).moves;
const values = async (page, name) =>
  (await tensor(page, name)).rows.map((row) => row.map(({ value }) => value));

// s_1 = q_1 Kᵀ with q_1 = (1, 0, 2) and k_2 = (4, 4, 0): its second score grows by k_2 with q_1 and by q_1 with k_2.
const ofQuery = [[4, 4, 0]];
const ofKeys = [
  [0, 0, 0],
  [1, 0, 2],
  [0, 0, 0],
];

export const tests = {
  "by a right click on a number, whose menu leads back, too": async () => {
    const { page, close } = await openPage({ link });
    await click(page, "cell:attn_scores_1:0,1", { button: "right" });
    await click(page, "press:moves");
    assert.equal((await moves(page)).name, "s₁[1, 2]");
    assert.deepEqual(await values(page, "query_1"), ofQuery);
    assert.deepEqual(await values(page, "keys"), ofKeys);
    await click(page, "cell:keys:1,2", { button: "right" });
    await click(page, "press:nudge-up");
    const { compared } = await moves(page);
    assert.match(
      compared,
      /^K\[2, 3\] moved by \+0\.1: .* from 4 to 4\.200, by \+0\.200\. The slope 2 said \+0\.200\.$/,
    );
    await click(page, "moves-leave");
    assert.equal(await moves(page), null);
    assert.deepEqual(await values(page, "query_1"), [[1, 0, 2]]);
    await close();
  },

  "a right click beside the cells opens the browser's own menu": async () => {
    const { page, close } = await openPage({ link });
    await page.evaluate(() => {
      document.addEventListener("contextmenu", (event) => (window.prevented = event.defaultPrevented));
    });
    const { x, y } = await place(page, "cell:attn_scores_1:0,1");
    const prevented = async (at, to) => {
      await page.mouse.move(at, to);
      await settled(page);
      await page.mouse.click(at, to, { button: "right" });
      await settled(page);
      return page.evaluate(() => window.prevented);
    };
    assert.equal(await prevented(x, y), true);
    await page.keyboard.press("Escape");
    const title = await place(page, "title");
    assert.equal(await prevented(title.x, title.y), false);
    await close();
  },

  "by M on the canvas; N nudges, and Escape leads back to the numbers": async () => {
    const { page, close } = await openPage({ link });
    await click(page, "cell:attn_scores_1:0,1");
    await page.keyboard.press("m");
    await settled(page);
    assert.deepEqual(await values(page, "query_1"), ofQuery);
    await click(page, "cell:query_1:0,0");
    await page.keyboard.press("n");
    await page.keyboard.press("n");
    await page.keyboard.press("Shift+N");
    await settled(page);
    assert.match((await moves(page)).compared, /moved by \+0\.1/);
    // The address follows a moment later.
    await until(page, () => /moves=attn_scores_1,0,1&nudge=query_1,0,0:1/.test(location.hash));
    await page.keyboard.press("Escape");
    await settled(page);
    assert.equal(await moves(page), null);
    await close();
  },

  "the reading view asks by button and key, says the slopes in a sentence and shows them as tables":
    async () => {
      const { page, close } = await openPage({ link: `${link}&view=reading&at=attn_scores_1,0,1` });
      const main = page.locator("main");
      await unfold(page);
      await main.getByRole("button", { name: "What moves this?" }).click();
      await settled(page);
      assert.deepEqual(await shownTable(page, "query_1"), [["4", "4", "0"]]);
      assert.match(await page.textContent('table[data-tensor="query_1"] caption'), /slopes of s₁\[1, 2\]/);
      assert.match(await page.textContent(".moves"), /Slopes of s₁\[1, 2\] = 4/);
      await page.locator('table[data-tensor="query_1"] [data-cell]').first().focus();
      await page.keyboard.press("n");
      await settled(page);
      assert.match(await page.textContent(".moves-compared"), /^q₁\[1, 1\] moved by \+0\.1/);
      await main.getByRole("button", { name: "Nudge it down" }).click();
      await settled(page);
      assert.equal(await page.locator(".moves-compared").count(), 0);
      await page.locator('table[data-tensor="query_1"] [data-cell]').first().focus();
      await page.keyboard.press("Escape");
      await settled(page);
      assert.equal(await moves(page), null);
      assert.equal(
        await page.evaluate(() => document.body.dataset.view),
        "reading",
        "the first Escape leaves the slopes only",
      );
      await page.locator('table[data-tensor="attn_scores_1"] [data-cell]').nth(1).focus();
      await page.keyboard.press("m");
      await settled(page);
      assert.equal((await moves(page)).name, "s₁[1, 2]");
      await close();
    },

  "a number that no other moves says so in words": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=inputs" });
    await click(page, "cell:x:0,0");
    await page.keyboard.press("m");
    await settled(page);
    assert.equal(await moves(page), null);
    assert.match(await page.textContent("body"), /No other number that is shown here moves X\[1, 1\]\./);
    await close();
  },
};

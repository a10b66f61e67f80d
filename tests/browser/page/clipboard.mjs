// Copying matrices to a spreadsheet and from one, by keys on the canvas and in the reading view; the menu of a long press is
// tested in everywhere/page/hands.mjs. The numbers are those that the tutorial of the worked example prints.
import assert from "node:assert/strict";
import { openPage, place, settled, shownTable, tensor } from "../harness.mjs";

const inputs = "1\t0\t1\t0\n0\t2\t0\t2\n1\t1\t1\t1\n";
const link = "lesson=worked-example&step=inputs";

async function opened(options = {}) {
  const made = await openPage({ link, ...options });
  const { page } = made;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await settled(page);
  return {
    ...made,
    copied: () => page.evaluate(() => navigator.clipboard.readText()),
    give: (text) => page.evaluate((words) => navigator.clipboard.writeText(words), text),
    values: async (name) => (await tensor(page, name)).rows.map((row) => row.map(({ value }) => value)),
    press: async (id) => {
      const { x, y } = await place(page, id);
      await page.mouse.click(x, y);
      await settled(page);
    },
  };
}

export const tests = {
  "Ctrl+C copies the matrix of the chosen cell, Ctrl+V pastes cells of a spreadsheet into it": async () => {
    const { page, close, copied, give, values, press } = await opened();
    await press("cell:x:1,2");
    await page.keyboard.press("Control+c");
    assert.equal(await copied(), inputs);
    await give("7\t8\r\n9\t10\r\n");
    await page.keyboard.press("Control+v");
    await settled(page);
    assert.deepEqual(await values("x"), [
      [1, 0, 1, 0],
      [0, 2, 7, 8],
      [1, 1, 9, 10],
    ]);
    await page.keyboard.press("Control+z");
    await settled(page);
    await give("1\t2\t3\t4\t5\t6");
    await page.keyboard.press("Control+v");
    await settled(page);
    const told = await page.locator("#notices").innerText();
    assert.match(told, /1 × 6 numbers were pasted, but x has 3 × 4/i);
    await page.keyboard.press("Control+c");
    assert.equal(await copied(), inputs, "what was refused has changed nothing");
    await close();
  },

  "cells pasted into the field of one cell continue into its neighbours": async () => {
    const { page, close, give, values } = await opened();
    await give("5\t6");
    const { x, y } = await place(page, "cell:x:0,0");
    await page.mouse.dblclick(x, y);
    await page.waitForSelector(".edit-field");
    await page.keyboard.press("Control+v");
    await page.waitForSelector(".edit-field", { state: "detached" });
    assert.deepEqual((await values("x"))[0], [5, 6, 1, 0]);
    await close();
  },

  "in the reading view copying a cell copies its matrix, too": async () => {
    const { page, close, copied, give } = await opened({ link: `${link}&view=reading` });
    const cell = page.locator('[data-tensor="x"] [data-cell]').nth(6);
    await cell.focus();
    await page.keyboard.press("Control+c");
    assert.equal(await copied(), inputs);
    await give("7\t8\n9\t10");
    await page.keyboard.press("Control+v");
    assert.deepEqual(await shownTable(page, "x"), [
      ["1", "0", "1", "0"],
      ["0", "2", "7", "8"],
      ["1", "1", "9", "10"],
    ]);
    await give("7\t8\t9");
    await cell.focus();
    await page.keyboard.press("Control+v");
    assert.match(await page.locator(".refusal").innerText(), /room for 2 × 2/);
    await close();
  },
};

// Numbers are changed on the canvas, by mouse and by keyboard, and in the reading view; everything computed from them follows.
import assert from "node:assert/strict";
import { click, core, openPage, place, settled, shownTable, tensor } from "../harness.mjs";

// W_q[1,1] = 2: the seed's own S is symmetric by accident, so only an edit can tell query and key apart.
const editedScores = [
  [2, 8, 6],
  [4, 16, 12],
  [4, 16, 12],
].map((row) => row.slice());
const scores = async (page) => {
  await core(page, "apply", { type: "GoToStep", id: "scores" });
  return (await tensor(page, "attn_scores")).rows.map((row) => row.map(({ value }) => value));
};
const start = () => openPage({ link: "lesson=worked-example&step=projections" });

async function stepWith(page, name) {
  const steps = (await core(page, "reading")).steps;
  for (const { id } of steps) {
    await core(page, "apply", { type: "GoToStep", id });
    const { tensors } = await core(page, "reading");
    if (tensors.some((each) => each.name === name && each.editable)) return id;
  }
  throw new Error(`no step shows ${name}`);
}

async function opened() {
  const made = await start();
  await stepWith(made.page, "w_query");
  await settled(made.page);
  return made;
}

// The value of a cell that was 1 after both keys in one task, so that no frame is drawn between them, as on a busy computer.
async function leftByEnterAndEscape(typed) {
  const { page, close } = await opened();
  const { x, y } = await place(page, "cell:w_query:0,0");
  await page.mouse.dblclick(x, y);
  await page.waitForSelector(".edit-field");
  await page.keyboard.type(typed);
  await page.evaluate(() => {
    const field = document.querySelector(".edit-field");
    for (const key of ["Enter", "Escape"]) field.dispatchEvent(new KeyboardEvent("keydown", { key }));
  });
  await page.waitForSelector(".edit-field", { state: "detached" });
  await settled(page);
  const { value } = (await tensor(page, "w_query")).rows[0][0];
  await close();
  return value;
}

// Each press waits for a frame of its own, which here takes longer than a double click may.
const slowFrames = () => {
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (frame) =>
    request((time) => {
      for (const end = performance.now() + (window.frameTakes ?? 0); performance.now() < end;);
      frame(time);
    });
};

export const tests = {
  "by a double click between slow frames, but not by two clicks": async () => {
    const { page, close } = await openPage({
      link: "lesson=worked-example&step=projections",
      script: slowFrames,
    });
    await stepWith(page, "w_query");
    const { x, y } = await place(page, "cell:w_query:0,0");
    await page.evaluate(() => (window.frameTakes = 300));
    await page.mouse.click(x, y);
    await page.mouse.click(x, y); // counted as the first by the driver
    await settled(page);
    assert.equal(await page.locator(".edit-field").count(), 0);
    await page.mouse.dblclick(x, y);
    await page.waitForSelector(".edit-field");
    await close();
  },

  "by double click and Enter": async () => {
    const { page, close } = await opened();
    const { x, y } = await place(page, "cell:w_query:0,0");
    await page.mouse.dblclick(x, y);
    await page.waitForSelector(".edit-field");
    assert.equal(await page.inputValue(".edit-field"), "1");
    assert.ok(await page.getAttribute(".edit-field", "aria-label"));
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".edit-field", { state: "detached" });
    assert.deepEqual(await scores(page), editedScores);
    await close();
  },

  "by keyboard alone, from the canvas": async () => {
    const { page, close } = await opened();
    const { node } = await tensor(page, "w_query");
    const focus = async () => (await core(page, "reading")).focus;
    await core(page, "apply", { type: "Focus", cell: null });
    await page.focus("#canvas");
    const pressUntil = async (key, done) => {
      for (let presses = 0; presses < 40 && !done(await focus()); presses++) {
        await page.keyboard.press(key);
        await settled(page);
      }
    };
    await pressUntil("Tab", (cell) => cell !== null); // the figure, after the groups before it
    await pressUntil("ArrowRight", (cell) => cell.node === node); // after a matrix's last column comes the next matrix
    await pressUntil("ArrowUp", (cell) => cell.index[0] === 0);
    await pressUntil("ArrowLeft", (cell) => cell.index[1] === 0);
    assert.deepEqual(await focus(), { node, index: [0, 0] });
    await page.keyboard.press("Enter");
    await page.waitForSelector(".edit-field");
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".edit-field", { state: "detached" });
    assert.equal(
      await page.evaluate(() => document.activeElement.id),
      "canvas",
      "the canvas has the focus again",
    );
    assert.deepEqual(await scores(page), editedScores);
    await close();
  },

  "typed numbers take effect at once, and Escape undoes them": async () => {
    const { page, close } = await opened();
    const { x, y } = await place(page, "cell:w_query:0,0");
    const value = async () => (await tensor(page, "w_query")).rows[0][0].value;
    await page.mouse.dblclick(x, y);
    await page.waitForSelector(".edit-field");
    await page.keyboard.type("7");
    await settled(page);
    assert.equal(await value(), 7);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".edit-field", { state: "detached" });
    await settled(page);
    assert.equal(await value(), 1);
    await close();
  },

  "an Escape before the next frame does not undo a number that Enter kept": async () => {
    assert.equal(await leftByEnterAndEscape("7"), 7);
  },

  "text that is no number is refused beside the field, and the old value kept": async () => {
    for (const text of ["1e400", "abc", ""]) {
      const { page, close } = await opened();
      const { x, y } = await place(page, "cell:w_query:0,0");
      await page.mouse.dblclick(x, y);
      await page.waitForSelector(".edit-field");
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.press("Delete");
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await page.waitForSelector('.edit-field[aria-invalid="true"]');
      assert.ok((await page.textContent(".edit-message")).length > 10, `${text}: a sentence`);
      await page.keyboard.press("Escape");
      await settled(page);
      assert.equal((await tensor(page, "w_query")).rows[0][0].value, 1, text);
      await close();
    }
  },

  "an Escape before the next frame discards a number that Enter could not keep": async () => {
    assert.equal(await leftByEnterAndEscape("1e400"), 1); // its prefixes are valid numbers and took effect while typing
  },

  "undo, redo and restore": async () => {
    const { page, close } = await opened();
    const value = async () => (await tensor(page, "w_query")).rows[0][0].value;
    const { x, y } = await place(page, "cell:w_query:0,0");
    await page.mouse.dblclick(x, y);
    await page.waitForSelector(".edit-field");
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".edit-field", { state: "detached" });
    await page.keyboard.press("Control+z");
    await settled(page);
    assert.equal(await value(), 1, "undone");
    await page.keyboard.press("Control+Shift+z");
    await settled(page);
    assert.equal(await value(), 2, "done again");
    await click(page, "restore");
    assert.equal(await value(), 1, "the lesson's own");
    await close();
  },

  "in the reading view, by keyboard": async () => {
    const { page, close } = await opened();
    await page.focus('table[data-tensor="w_query"] input[tabindex="0"]');
    await page.waitForSelector('body[data-view="reading"]');
    await page.keyboard.press("Home");
    const cell = page.locator('table[data-tensor="w_query"] tbody tr').first().locator("input").first();
    await cell.focus();
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    assert.deepEqual(await scores(page), editedScores);
    await close();
  },

  "a change on the canvas shows in the reading view, and the other way": async () => {
    const { page, close } = await opened();
    const { node } = await tensor(page, "w_query");
    await core(page, "apply", { type: "EditCell", cell: { node, index: [0, 0] }, text: "5" });
    await page.waitForFunction(
      () => document.querySelector('table[data-tensor="w_query"] tbody input')?.value === "5",
    );
    assert.equal((await shownTable(page, "w_query"))[0][0], "5");
    await close();
  },
};

// Goals: reached on the canvas by mouse and keys, and in the reading view; what is locked says why; the state is spoken.
import assert from "node:assert/strict";
import { click, core, openPage, place, settled, tensor } from "../harness.mjs";

const opened = (step, more = {}) => openPage({ link: `lesson=tasks&step=${step}`, ...more });
const question = async (page) => (await core(page, "reading")).step.question;
const goal = async (page) => (await question(page)).parts[0];

async function typed(page, cell, text) {
  const { x, y } = await place(page, cell);
  await page.mouse.dblclick(x, y);
  await page.waitForSelector(".edit-field");
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".edit-field", { state: "detached" });
  await settled(page);
}

export const tests = {
  "a goal is reached by typing numbers, said when it is, and leads to the next": async () => {
    const { page, close } = await opened("copy");
    assert.match((await goal(page)).distance, /needed/);
    await typed(page, "cell:q_2:1,0", "3");
    assert.equal((await goal(page)).distance, "A[2, 1] is 0.907; needed: at least 0.99");
    assert.equal(await page.textContent("#said"), "A[2, 1] is 0.907; needed: at least 0.99.");
    await typed(page, "cell:q_2:1,0", "10");
    assert.equal((await goal(page)).outcome, "right");
    assert.equal(await page.textContent("#said"), "Reached.");
    await click(page, "next-goal");
    assert.equal((await core(page, "reading")).step.id, "listen");
    await close();
  },

  "locked numbers refuse a change with the reason": async () => {
    const { page, close } = await opened("copy");
    const { x, y } = await place(page, "cell:k_2:0,0");
    await page.mouse.dblclick(x, y);
    await page.waitForFunction(() => document.body.textContent.includes("K is locked in this goal."));
    assert.equal(await page.locator(".edit-field").count(), 0);
    await close();
  },

  "a click on a cell of the mask flips it, and so does Enter": async () => {
    const { page, close } = await opened("never");
    const cell = async () => (await tensor(page, "m_6")).rows[3][1].value;
    await click(page, "cell:m_6:3,1");
    assert.equal(await cell(), 0);
    assert.equal((await goal(page)).outcome, "right");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.equal(await cell(), 1);
    await close();
  },

  "hints open one after the other; the solution is set, and undone in one": async () => {
    const { page, close } = await opened("copy");
    const hints = async () => (await question(page)).hint.length;
    await click(page, "hint");
    assert.equal(await hints(), 1);
    await click(page, "hint");
    assert.equal(await hints(), 2);
    await click(page, "reveal");
    assert.equal((await goal(page)).reached, true);
    assert.equal((await question(page)).solved, false);
    await core(page, "apply", { type: "Undo" });
    assert.equal((await goal(page)).reached, false);
    await close();
  },

  "in the reading view cells are fields, the mask's are switches, and the state is a status": async () => {
    const { page, close } = await opened("never", { link: "lesson=tasks&step=never&view=reading" });
    const status = page.locator('.question .goal[role="status"]');
    assert.match(await status.textContent(), /Not reached.*A\[4, 2\] is 0\.297; needed: exactly 0/);
    const { node } = await tensor(page, "m_6");
    const flip = page.locator(`[data-cell="${node}:3,1"]`);
    assert.equal(await flip.getAttribute("role"), "switch");
    assert.equal(await flip.getAttribute("aria-checked"), "true");
    await flip.focus();
    await page.keyboard.press("Space");
    assert.equal(await flip.getAttribute("aria-checked"), "false");
    assert.match(await status.textContent(), /Reached/);
    await page.click('.question button:has-text("Next goal")');
    assert.equal((await core(page, "reading")).step.id, "point");
    const cells = await tensor(page, "q_7");
    await page.fill(`[data-cell="${cells.node}:2,1"]`, "1.1");
    await page.keyboard.press("Enter");
    assert.equal((await goal(page)).outcome, "right");
    await close();
  },

  "on a phone the goal has a page of its own": async () => {
    const { page, close } = await opened("even", { width: 390, height: 844, touch: true });
    await click(page, "story-question");
    const { y } = await place(page, "goal:0");
    assert.ok(y > 0 && y < 844);
    await close();
  },
};

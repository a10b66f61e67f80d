// Predict, then reveal, in the browser: one question of each kind answered wrong, then right; in the reading view by
// keys, on the canvas by mouse; and the choice whether answers go along with a shared link.
import assert from "node:assert/strict";
import { click, core, openPage, place, settled } from "./harness.mjs";

const part = async (page, at = 0) => (await core(page, "reading")).step.question.parts[at];
const outcome = async (page, at = 0) => (await part(page, at)).outcome;

const reading = (lesson, step) => openPage({ link: `lesson=${lesson}&step=${step}&view=reading` });
const fieldset = (at = 0) => `fieldset[data-part="${at}"]`;

async function typed(page, text, at = 0) {
  await page.focus(`${fieldset(at)} input[type="text"]`);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

async function pressed(page, selector) {
  await page.focus(selector);
  await page.keyboard.press("Space");
}

export const tests = {
  "a number and a shape are typed; the feedback names the misconception and is spoken": async () => {
    const { page, close } = await reading("worked-example", "inputs");
    await typed(page, "3 by 4");
    assert.equal(await outcome(page), "wrong");
    const said = page.locator(`${fieldset()} [aria-live="polite"]`);
    assert.match(await said.textContent(), /column/);
    await typed(page, "4x3");
    assert.equal(await outcome(page), "right");
    await core(page, "apply", { type: "GoToStep", id: "projections" });
    await typed(page, "12");
    assert.match(await said.textContent(), /There are three/);
    await typed(page, "36");
    assert.equal((await core(page, "reading")).step.question.solved, true);
    assert.equal(await page.locator(".question .answer").count(), 1);
    await close();
  },

  "a choice and a truth with its reason, by keys": async () => {
    const { page, close } = await reading("worked-example", "scores-1");
    await pressed(page, `${fieldset()} input[value="1"]`);
    assert.equal(await outcome(page), "open", "choosing is not yet answering");
    await pressed(page, `${fieldset()} [data-check]`);
    assert.equal(await outcome(page), "wrong");
    await pressed(page, `${fieldset()} input[value="0"]`);
    await pressed(page, `${fieldset()} [data-check]`);
    assert.equal(await outcome(page), "right");
    await core(page, "apply", { type: "GoToStep", id: "scores" });
    await pressed(page, `${fieldset()} input[value="yes"]`);
    await pressed(page, `${fieldset()} input[value="other-vectors"]`);
    await pressed(page, `${fieldset()} [data-check]`);
    assert.equal(await outcome(page), "wrong");
    await pressed(page, `${fieldset()} input[value="no"]`);
    await pressed(page, `${fieldset()} [data-check]`);
    assert.equal(await outcome(page), "right");
    await close();
  },

  "several choices and an order, by keys": async () => {
    const { page, close } = await reading("sentence", "your-sentence");
    await pressed(page, `${fieldset()} input[value="one-two"]`);
    await pressed(page, `${fieldset()} [data-check]`);
    assert.equal(await outcome(page), "wrong");
    await pressed(page, `${fieldset()} input[value="one-two"]`);
    await pressed(page, `${fieldset()} input[value="one-three"]`);
    await pressed(page, `${fieldset()} [data-check]`);
    assert.equal(await outcome(page), "right");
    await core(page, "apply", { type: "GoToStep", id: "why" });
    const check = `${fieldset()} > button`;
    await pressed(page, check);
    assert.equal(await outcome(page), "wrong");
    await pressed(page, `${fieldset()} li:nth-child(2) button`);
    assert.notEqual((await part(page)).value, "0,1,2,3,4", "an entry moved up");
    await close();
  },

  "a cell is picked on the canvas, by mouse": async () => {
    const { page, close } = await openPage({ link: "lesson=column-vectors&step=all-at-once" });
    await click(page, "cell:A:1,2");
    assert.equal((await part(page)).picked, "A,1,2");
    await core(page, "apply", { type: "Answer", question: "where-is", part: 0, value: "A,1,2" });
    assert.equal(await outcome(page), "wrong");
    await page.waitForTimeout(600);
    await click(page, "cell:A:2,1");
    const { picked } = await part(page);
    await core(page, "apply", { type: "Answer", question: "where-is", part: 0, value: picked });
    assert.equal(await outcome(page), "right");
    await close();
  },

  "on the canvas a number is typed into the page's field": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=projections", height: 1300 });
    const { x, y } = await place(page, "answer:0");
    await page.mouse.click(x, y);
    await page.waitForSelector("input.edit-field");
    await page.keyboard.type("27");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.equal(await outcome(page), "wrong");
    await page.mouse.click(x, y);
    await page.waitForSelector("input.edit-field");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("36");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.equal(await outcome(page), "right");
    await close();
  },

  "a shared link leaves the answers out unless the box is ticked": async () => {
    const { page, close } = await reading("worked-example", "projections");
    await typed(page, "12");
    await page.click('[data-action="share"]');
    const field = page.locator("dialog input[readonly]");
    assert.equal(await page.isChecked("#with-answers"), false);
    assert.doesNotMatch(await field.inputValue(), /a\.parameters/);
    await page.check("#with-answers");
    assert.match(await field.inputValue(), /a\.parameters=/);
    await close();
  },
};

// Predict, then reveal: one question of each kind answered wrong, then right, in the reading view by keys.
import assert from "node:assert/strict";
import { core } from "../../harness.mjs";

export const part = async (page, at = 0) => (await core(page, "reading")).step.question.parts[at];
export const outcome = async (page, at = 0) => (await part(page, at)).outcome;

export const reading = (browser, lesson, step) =>
  browser.openPage({ link: `lesson=${lesson}&step=${step}&view=reading` });
const fieldset = (at = 0) => `fieldset[data-part="${at}"]`;

export async function typed(page, text, at = 0) {
  await page.focus(`${fieldset(at)} input[type="text"]`);
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

async function pressed(page, selector) {
  await page.focus(selector);
  await page.keyboard.press(" ");
}

export const questions = (browser) => ({
  "a number and a shape are typed; the feedback names the misconception and is spoken": async () => {
    const { page, close } = await reading(browser, "worked-example", "inputs");
    await typed(page, "3 by 4");
    assert.equal(await outcome(page), "wrong");
    const said = () => page.$eval(`${fieldset()} [aria-live="polite"]`, ({ textContent }) => textContent);
    assert.match(await said(), /column/);
    await typed(page, "4x3");
    assert.equal(await outcome(page), "right");
    await core(page, "apply", { type: "GoToStep", id: "projections" });
    await typed(page, "12");
    assert.match(await said(), /There are three/);
    await typed(page, "36");
    assert.equal((await core(page, "reading")).step.question.solved, true);
    assert.notEqual(await page.$(".question .answer"), null);
    await close();
  },

  "a choice and a true-or-false question with its reason are answered by keyboard": async () => {
    const { page, close } = await reading(browser, "worked-example", "scores-1");
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

  "several choices and an order are answered by keyboard": async () => {
    const { page, close } = await reading(browser, "sentence", "your-sentence");
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
});

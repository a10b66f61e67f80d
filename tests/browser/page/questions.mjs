// Predict, then reveal, in Chromium: in the reading view by keys, on the canvas by mouse; and the choice whether answers go
// along with a shared link.
import assert from "node:assert/strict";
import { chromium } from "../engines/chromium.mjs";
import { outcome, part, questions, reading, typed } from "../everywhere/page/questions.mjs";
import { click, core, openPage, place, settled } from "../harness.mjs";

export const tests = {
  ...questions(chromium),

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
    await click(page, "answer:0"); // the reply has moved it
    await page.waitForSelector("input.edit-field");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("36");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.equal(await outcome(page), "right");
    await close();
  },

  "a shared link leaves the answers out unless the reader adds them": async () => {
    const { page, close } = await reading(chromium, "worked-example", "projections");
    await typed(page, "12");
    await page.click('[data-action="share"]');
    const field = page.locator("dialog textarea");
    const answers = page.getByRole("button", { name: "With my answers", pressed: false });
    assert.doesNotMatch(await field.inputValue(), /a\.parameters/);
    await answers.click();
    assert.match(await field.inputValue(), /a\.parameters=/);
    await close();
  },
};

// Fingers and input methods, and what the clipboard carries.
import assert from "node:assert/strict";
import { core, place, settled, until } from "../harness.mjs";
import { openHost } from "./embeds.mjs";

const ofControl = async (page, name) =>
  (await core(page, "reading")).step.controls.find((control) => control.name === name).value;

const swipes = (browser) => ({
  "a finger that swipes over an embed scrolls the page around it, and presses nothing": async () => {
    const { page, frame, heardOf, close } = await openHost(browser, "lesson=worked-example&step=scores", {
      width: 900,
      height: 600,
      touch: true,
    });
    await heardOf("ready");
    await settled(frame);
    const before = await core(frame, "link");
    const points = [];
    for (let y = 400; y >= 250; y -= 15) points.push({ x: 300, y });
    await browser.swipe(page, points);
    await until(page, () => window.scrollY > 0);
    assert.equal(await core(frame, "link"), before);
    await close();
  },
});

export const hands = (browser) => ({
  ...(browser.swipes ? swipes(browser) : {}),

  "a finger taps a cell, and its way here is told": async () => {
    const { page, close } = await browser.openPage({
      touch: true,
      width: 390,
      height: 844,
      link: "lesson=worked-example&step=scores",
    });
    const { x, y } = await place(page, "cell:attn_scores:1,1");
    await page.touchscreen.tap(x, y);
    await until(page, () => window.attentionExplorer.explanation()?.cell.index.join() === "1,1");
    await close();
  },

  "letters that an input method still puts together wait until they are words": async () => {
    const { page, close } = await browser.openPage({ link: "lesson=sentence&step=your-sentence" });
    const { x, y } = await place(page, "control:your_sentence");
    await page.mouse.click(x, y);
    await until(page, () => document.querySelector(".edit-field") !== null);
    await page.evaluate(() => {
      const field = document.querySelector(".edit-field");
      field.value = "";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      field.focus();
    });
    const done = await browser.compose(page, "zhu", "注意");
    await settled(page);
    assert.notEqual(await ofControl(page, "your_sentence"), "zhu");
    await done();
    await until(page, () =>
      window.attentionExplorer.reading().step.controls.some(({ value }) => value === "注意"),
    );
    await close();
  },
});

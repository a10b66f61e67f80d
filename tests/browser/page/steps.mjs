// Every step is reached by click on the canvas, by keyboard, and in the reading view.
import assert from "node:assert/strict";
import { click, core, openPage, settled, step, stepIds } from "../harness.mjs";

export const tests = {
  "by clicks on the rail": async () => {
    const { page, close } = await openPage();
    for (const id of [...stepIds].reverse()) {
      await click(page, `step:${id}`);
      assert.equal(await step(page), id);
    }
    await close();
  },

  "by the buttons for next and back": async () => {
    const { page, close } = await openPage();
    for (const id of stepIds.slice(1)) {
      await click(page, "next");
      assert.equal(await step(page), id);
    }
    for (const id of [...stepIds].reverse().slice(1)) {
      await click(page, "back");
      assert.equal(await step(page), id);
    }
    await close();
  },

  "by keyboard": async () => {
    const { page, close } = await openPage();
    await page.focus("#canvas");
    for (const [forward, backward] of [
      ["PageDown", "PageUp"],
      ["]", "["],
    ]) {
      for (const id of stepIds.slice(1)) {
        await page.keyboard.press(forward);
        await settled(page);
        assert.equal(await step(page), id, forward);
      }
      for (const id of [...stepIds].reverse().slice(1)) {
        await page.keyboard.press(backward);
        await settled(page);
        assert.equal(await step(page), id, backward);
      }
    }
    await close();
  },

  "a key released late is one step, a key repeated by the system is several": async () => {
    const { page, close } = await openPage();
    await page.focus("#canvas");
    await page.keyboard.down("PageDown");
    for (let i = 0; i < 10; i++) {
      await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
      await page.mouse.move(600 + i, 400); // frames are drawn while the key is down
    }
    await settled(page);
    assert.equal(await step(page), stepIds[1]);
    await page.keyboard.down("PageDown"); // again without a release: the system's key repeat
    await settled(page);
    assert.equal(await step(page), stepIds[2]);
    await page.keyboard.up("PageDown");
    await close();
  },

  "in the reading view": async () => {
    const { page, close } = await openPage();
    await page.focus("#skip-button");
    await page.keyboard.press("Enter");
    await page.waitForSelector('body[data-view="reading"]');
    for (const id of stepIds.slice(1)) {
      await page.click("#next");
      assert.equal(await page.getAttribute("h2", "data-step"), id);
    }
    for (const [i, id] of stepIds.entries()) {
      await page.click(`.steps li:nth-child(${i + 1}) button`);
      assert.equal(await page.getAttribute("h2", "data-step"), id);
      assert.equal(await page.textContent('.steps [aria-current="step"]'), await page.textContent("h2"));
    }
    await close();
  },

  "by the browser's own back button": async () => {
    const { page, close } = await openPage();
    await page.focus("#canvas");
    await page.keyboard.press("PageDown");
    await page.waitForFunction((id) => location.hash.includes(`step=${id}`), stepIds[1]);
    await page.keyboard.press("PageDown");
    await page.waitForFunction((id) => location.hash.includes(`step=${id}`), stepIds[2]);
    await page.goBack();
    await page.waitForFunction((id) => window.attentionExplorer.reading().step.id === id, stepIds[1]);
    assert.deepEqual(await core(page, "openLink", ""), []);
    await close();
  },
};

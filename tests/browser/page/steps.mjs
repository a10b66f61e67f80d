// Every step is reached by click on the canvas, by keyboard, and in the reading view.
import assert from "node:assert/strict";
import { click, core, openPage, settled, step, stepIds } from "../harness.mjs";

// The steps that are met on the way to the last of them; a step may have several beats.
async function walk(page, ids, go) {
  const met = [await step(page)];
  for (let turns = 0; turns < 5 * ids.length && met.at(-1) !== ids.at(-1); turns++) {
    await go();
    const id = await step(page);
    if (id !== met.at(-1)) met.push(id);
  }
  return met;
}

export const tests = {
  "by clicks on the rail": async () => {
    const { page, close } = await openPage();
    for (const id of [...stepIds].reverse()) {
      await click(page, `step:${id}`);
      assert.equal(await step(page), id);
    }
    await close();
  },

  "by the buttons for next and back, beat by beat": async () => {
    const { page, close } = await openPage();
    for (const [button, ids] of [
      ["next", stepIds],
      ["back", stepIds.toReversed()],
    ])
      assert.deepEqual(await walk(page, ids, () => click(page, button)), ids, button);
    await close();
  },

  "by keyboard": async () => {
    const { page, close } = await openPage();
    await page.focus("#canvas");
    for (const [forward, backward] of [
      ["PageDown", "PageUp"],
      ["]", "["],
    ]) {
      for (const [key, ids] of [
        [forward, stepIds],
        [backward, stepIds.toReversed()],
      ]) {
        const press = async () => {
          await page.keyboard.press(key);
          await settled(page);
        };
        assert.deepEqual(await walk(page, ids, press), ids, key);
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

// The author kit: choices take effect in the preview and in the snippets; each snippet works in its kind of page; a SCORM
// package reports score and completion to a learning platform.
import assert from "node:assert/strict";
import { findings } from "../axe.mjs";
import { chromium } from "../engines/chromium.mjs";
import { scorm } from "../everywhere/hosts/scorm.mjs";
import { read, running, snippets } from "../everywhere/hosts/snippets.mjs";
import { core, openPage, siteUrl } from "../harness.mjs";

const openKit = (options = {}) => openPage({ url: `${siteUrl()}author.html`, ready: false, ...options });

export const tests = {
  ...snippets(chromium),
  ...scorm(chromium),

  "choices take effect in the lesson beside the form and in the snippets to paste": async () => {
    const { page, close } = await openKit();
    let frame = await running(page);
    assert.deepEqual(await read(frame), { lesson: "why", step: "one-word", theme: "system" });
    assert.equal(
      (await page.locator("#code").textContent()).split("\n")[1],
      '<attention-explorer lesson="why" title="Why attention"></attention-explorer>',
    );
    await page.selectOption("#lesson", "causal-ladder");
    await page.selectOption("#first", "product-adds");
    await page.selectOption("#last", "head");
    await page.selectOption("#step", "masked-softmax");
    await page.selectOption("#theme", "light");
    await page.selectOption("#lock", "all");
    await page.check("#projected");
    const code = await page.locator("#code").textContent();
    for (const part of [
      'lesson="causal-ladder"',
      'step="masked-softmax"',
      'steps="product-adds..head"',
      'theme="light"',
      " lock",
      " projector",
    ])
      assert.ok(code.includes(part), `${part} in ${code}`);
    await page.waitForFunction(() =>
      document
        .getElementById("told")
        .textContent.startsWith('ready {"lesson":"causal-ladder","step":"masked-softmax"'),
    );
    frame = await running(page);
    assert.deepEqual(await read(frame), { lesson: "causal-ladder", step: "masked-softmax", theme: "light" });
    const { steps, tensors } = await core(frame, "reading");
    assert.equal(steps[0].id, "product-adds");
    assert.ok(tensors.every(({ editable }) => !editable));
    assert.deepEqual(await findings(page), []);
    await close();
  },

  "a state taken from the preview is included in the snippets": async () => {
    const { page, close } = await openKit();
    const frame = await running(page);
    const { tensors } = await core(frame, "reading");
    await core(frame, "apply", {
      type: "EditCell",
      cell: { node: tensors[0].node, index: [0, 0] },
      text: "7",
    });
    await page.click("#take");
    await page.waitForFunction(() => document.getElementById("code").textContent.includes("state="));
    await page.selectOption("#kind", "iframe");
    const address = /src="([^"]*)"/
      .exec(await page.locator("#code").textContent())[1]
      .replaceAll("&amp;", "&");
    const embed = await openPage({ url: address, link: "", width: 900 });
    const { tensors: there } = await core(embed.page, "reading");
    assert.equal(there[0].rows[0][0].text, "7");
    await embed.close();
    await close();
  },
};

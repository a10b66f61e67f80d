// The author kit: choices take effect in the preview and in the snippets; each snippet works in its kind of page; a SCORM
// package reports score and completion to a learning platform.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findings } from "../axe.mjs";
import { chromium } from "../engines/chromium.mjs";
import { keepDownloads, scorm, unzipSync } from "../everywhere/hosts/scorm.mjs";
import { read, running, snippets } from "../everywhere/hosts/snippets.mjs";
import { core, lessonOf, openPage, siteUrl, until } from "../harness.mjs";
import { serve } from "../server.mjs";

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

  "a lesson file of the author's is shown, offered as elements only, and packed into a SCORM package":
    async () => {
      const { page, close } = await openKit();
      await running(page);
      await page.selectOption("#kind", "moodle");
      await page.selectOption("#lesson", "own-file");
      const status = () => page.locator("#status").textContent();
      assert.equal(await status(), "Choose your lesson file first.");
      assert.equal(await page.locator("#kind").inputValue(), "html");
      assert.equal(await page.locator("#kind option[value=iframe]").isDisabled(), true);
      const give = (name, text) =>
        page
          .locator("#own-file")
          .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
      await give("notes.json", "[1, 2");
      await page.waitForFunction(() =>
        document.getElementById("status").textContent.startsWith("notes.json is not"),
      );
      await give("empty.json", "{}");
      await page.waitForFunction(() =>
        document.getElementById("status").textContent.endsWith("it has no steps"),
      );

      const lesson = { ...lessonOf("roles"), id: "of-my-own" };
      await give("mine.json", JSON.stringify(lesson));
      await page.waitForFunction(() =>
        document.getElementById("told").textContent.startsWith('ready {"lesson":"of-my-own"'),
      );
      assert.equal(await status(), "");
      await page.selectOption("#step", lesson.steps[2].id);
      await page.fill("#own-address", "files/mine.json");
      await page.press("#own-address", "Tab");
      await page.waitForFunction(
        (step) =>
          document.getElementById("code").textContent.includes(`lesson="files/mine.json" step="${step}"`),
        lesson.steps[2].id,
      );
      await page.evaluate(keepDownloads); // after the preview has its own
      await page.click("#scorm");
      const packed = await until(page, () => window.downloaded, null, 90000);
      await close();

      const folder = mkdtempSync(join(tmpdir(), "scorm-"));
      for (const [name, content] of Object.entries(unzipSync(Buffer.from(packed, "base64"))))
        writeFileSync(join(folder, name), content);
      const server = await serve(folder);
      const course = await openPage({ url: `${server.url}index.html`, ready: false, width: 1000 });
      const frame = await running(course.page);
      const { lesson: there, step } = await core(frame, "reading");
      assert.deepEqual([there.id, step.id], ["of-my-own", lesson.steps[2].id]);
      await course.close();
      await server.close();
      rmSync(folder, { recursive: true });
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

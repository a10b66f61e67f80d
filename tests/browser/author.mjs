// The author kit: what is chosen shows beside the form and stands in what is to be pasted; each thing to paste works where
// it belongs; a SCORM package tells a learning platform score and completion.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findings } from "./axe.mjs";
import { chromium } from "./both/chromium.mjs";
import { read, running, snippets } from "./both/snippets.mjs";
import { core, openPage, root, siteUrl } from "./harness.mjs";
import { serve } from "./server.mjs";

const { unzipSync } = createRequire(join(root, "web/package.json"))("fflate");

const openKit = (options = {}) => openPage({ url: `${siteUrl()}author.html`, ready: false, ...options });

// A learning platform as far as SCORM 1.2 asks: it keeps what is written, and tells it again.
const platform = `<!doctype html><title>Platform</title><link rel="icon" href="data:," /><script>
  const kept = JSON.parse(sessionStorage.getItem("kept") ?? "{}");
  window.kept = kept;
  window.calls = [];
  const note = (name, ...values) => (window.calls.push([name, ...values]), "true");
  window.API = {
    LMSInitialize: (nothing) => note("LMSInitialize", nothing),
    LMSGetValue: (name) => (name === "cmi.core.lesson_status" ? (kept[name] ?? "not attempted") : (kept[name] ?? "")),
    LMSSetValue: (name, value) => ((kept[name] = value), note("LMSSetValue", name, value)),
    LMSCommit: () => (sessionStorage.setItem("kept", JSON.stringify(kept)), note("LMSCommit")),
    LMSFinish: () => note("LMSFinish"),
  };
</script><iframe src="/course/index.html" width="900" height="700"></iframe>`;

export const tests = {
  ...snippets(chromium),

  "what is chosen shows in the lesson beside the form and in what is to be pasted": async () => {
    const { page, close } = await openKit();
    let frame = await running(page);
    assert.deepEqual(await read(frame), { lesson: "worked-example", step: "inputs", theme: "system" });
    assert.equal(
      (await page.locator("#code").textContent()).split("\n")[1],
      '<attention-explorer lesson="worked-example" title="Self-attention by hand"></attention-explorer>',
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
    assert.deepEqual(await findings(page, ["attention-explorer"]), []);
    await close();
  },

  "a state that is taken from the preview goes along": async () => {
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

  "a SCORM package reports score and completion, and goes on where the student was": async () => {
    const kit = await openKit();
    await kit.page.selectOption("#first", "inputs");
    await kit.page.selectOption("#last", "projections");
    await kit.page.fill("#pass", "50");
    const coming = kit.page.waitForEvent("download");
    await kit.page.click("#scorm");
    const download = await coming;
    const folder = mkdtempSync(join(tmpdir(), "scorm-"));
    const files = unzipSync(readFileSync(await download.path()));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, "course", name)), { recursive: true });
      writeFileSync(join(folder, "course", name), content);
    }
    await kit.close();
    const manifest = Buffer.from(files["imsmanifest.xml"]).toString();
    assert.ok(manifest.includes("<schemaversion>1.2</schemaversion>"));
    for (const name of Object.keys(files).filter((one) => one !== "imsmanifest.xml"))
      assert.ok(manifest.includes(`<file href="${name}"/>`), `${name} is listed`);

    const server = await serve(folder, { pages: { "/": platform } });
    const { page, close } = await openPage({ url: server.url, ready: false, width: 1000 });
    const lesson = async () => {
      await page.waitForFunction(() => window.kept["cmi.core.lesson_location"], null, { timeout: 20000 });
      return running(page.frames().find((frame) => frame.url().includes("/course/index.html")));
    };
    const frame = await lesson();
    const kept = () => page.evaluate(() => window.kept);
    assert.equal((await kept())["cmi.core.lesson_status"], "incomplete");
    const answer = (value) =>
      core(frame, "apply", { type: "Answer", question: "shape-of-w", part: 0, value, check: true });
    await answer("3 x 4");
    await page.waitForFunction(() => window.kept["cmi.interactions.0.result"] === "wrong");
    await answer("4 x 3");
    await page.waitForFunction(() => window.kept["cmi.core.score.raw"] === "50");
    assert.equal((await kept())["cmi.interactions.1.result"], "correct");
    assert.equal((await kept())["cmi.core.lesson_status"], "incomplete");
    await core(frame, "apply", { type: "GoToStep", id: "projections" });
    const { question } = (await core(frame, "reading")).step;
    const { parts } = await core(frame, "answerKey");
    for (const [part, { right }] of parts.entries())
      await core(frame, "apply", { type: "Answer", question: question.id, part, value: right, check: true });
    await page.waitForFunction(() => window.kept["cmi.core.lesson_status"] === "passed");
    assert.equal((await kept())["cmi.core.score.raw"], "100");
    await page.reload();
    const again = await lesson();
    assert.equal((await read(again)).step, "projections");
    await close();
    await server.close();
    rmSync(folder, { recursive: true });
  },
};

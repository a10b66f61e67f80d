// A SCORM 1.2 package of the author kit in a learning platform: it reports score and completion, and resumes where
// the student was.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { core, root, siteUrl, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";
import { choose, read, running } from "./snippets.mjs";

export const { unzipSync } = createRequire(join(root, "web/package.json"))("fflate");

// The file that a page saves, as base64: drivers differ in whether they report where the browser put it.
export const keepDownloads = () => {
  const real = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => (window.downloaded = reader.result.split(",")[1]));
    reader.readAsDataURL(blob);
    return real.call(URL, blob);
  };
};

// The part of a learning platform that SCORM 1.2 requires: it stores values and returns them.
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

export const scorm = (browser) => ({
  "a SCORM package reports score and completion, and resumes where the student was": async () => {
    const kit = await browser.openPage({ url: `${siteUrl()}author.html`, ready: false });
    await kit.page.evaluate(keepDownloads); // not a script of the page, which WebKit may take from its cache without it
    for (const [field, value] of [
      ["#lesson", "worked-example"],
      ["#first", "inputs"],
      ["#last", "projections"],
      ["#pass", "50"],
    ])
      await choose(kit.page, field, value);
    await kit.page.click("#scorm");
    const folder = mkdtempSync(join(tmpdir(), "scorm-"));
    // Fetching and packing the whole page takes long on a busy machine.
    const packed = await until(kit.page, () => window.downloaded, null, 90000);
    const files = unzipSync(Buffer.from(packed, "base64"));
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
    const { page, close } = await browser.openPage({ url: server.url, ready: false, width: 1000 });
    const lesson = async () => {
      await until(page, () => window.kept?.["cmi.core.lesson_location"]);
      const frames = await page.frames();
      return running(frames.find((frame) => frame.url().includes("/course/index.html")));
    };
    const frame = await lesson();
    const kept = () => page.evaluate(() => window.kept);
    assert.equal((await kept())["cmi.core.lesson_status"], "incomplete");
    const answer = (value) =>
      core(frame, "apply", { type: "Answer", question: "shape-of-w", part: 0, value, check: true });
    await answer("3 x 4");
    await until(page, () => window.kept["cmi.interactions.0.result"] === "wrong");
    await answer("4 x 3");
    await until(page, () => window.kept["cmi.core.score.raw"] === "50");
    assert.equal((await kept())["cmi.interactions.1.result"], "correct");
    assert.equal((await kept())["cmi.core.lesson_status"], "incomplete");
    await core(frame, "apply", { type: "GoToStep", id: "projections" });
    const { question } = (await core(frame, "reading")).step;
    const { parts } = await core(frame, "answerKey");
    for (const [part, { right }] of parts.entries())
      await core(frame, "apply", { type: "Answer", question: question.id, part, value: right, check: true });
    await until(page, () => window.kept["cmi.core.lesson_status"] === "passed");
    assert.equal((await kept())["cmi.core.score.raw"], "100");
    await page.reload();
    const again = await lesson();
    assert.equal((await read(again)).step, "projections");
    await close();
    await server.close();
    rmSync(folder, { recursive: true });
  },
});

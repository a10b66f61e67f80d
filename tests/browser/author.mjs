// The author kit: what is chosen shows beside the form and stands in what is to be pasted; each thing to paste works where
// it belongs; a SCORM package tells a learning platform score and completion.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { core, openPage, root, site, siteUrl } from "./harness.mjs";
import { serve } from "./server.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { unzipSync } = createRequire(join(root, "web/package.json"))("fflate");

const openKit = (options = {}) => openPage({ url: `${siteUrl()}author.html`, ready: false, ...options });

// The frame of an embed, once its lesson runs.
async function running(page, which = 0) {
  const found = await page.waitForFunction(
    (at) => {
      const deep = [...document.querySelectorAll("iframe, attention-explorer")];
      const frames = deep.map((one) => one.shadowRoot?.querySelector("iframe") ?? one);
      return frames[at]?.contentWindow?.attentionExplorer && frames[at];
    },
    which,
    { timeout: 20000 },
  );
  return (await found.asElement()).contentFrame();
}

const read = async (frame) => {
  const { lesson, step, theme } = await core(frame, "reading");
  return { lesson: lesson.id, step: step.id, theme };
};

// What a cell of a notebook hands on: the arguments of a frame, the module of a widget.
const pythonFrame = (code) => {
  const [, src, height] = /^IFrame\(("[^\n]*"), width="100%", height=(\d+)\)$/m.exec(code);
  return { src: JSON.parse(src), height };
};
const pythonWidget = (code) => /_esm = r"""\n([^]*?)"""/.exec(code)[1];

const fenced = (code) => /^```\{=html\}\n([^]*)\n```$/.exec(code)?.[1];

// What each place makes of its snippet, as HTML. Learning platforms drop scripts, and elements that they do not know.
const inPlace = {
  html: (code) => code,
  iframe: (code) => code,
  moodle: (code) => code,
  canvas: (code) => code,
  markdown: (code) => code.split("\n\n")[0],
  jupyter: (code) => {
    const { src, height } = pythonFrame(code);
    return `<iframe src="${src.replaceAll("&", "&amp;")}" width="100%" height="${height}"></iframe>`;
  },
  anywidget: (code) => `<div id="widget"></div><script type="module">
    const widget = await import(URL.createObjectURL(new Blob([${JSON.stringify(pythonWidget(code)).replaceAll("</", "<\\/")}], { type: "text/javascript" })));
    const values = { step: "", answers: [] };
    window.model = values;
    const model = { get: (name) => values[name], set: (name, value) => (values[name] = value), save_changes: () => undefined };
    widget.default.render({ model, el: document.getElementById("widget") });
  </script>`,
  quarto: (code) => fenced(code),
  observable: (code) => `<div id="cell"></div><script type="module">
    const html = (texts) => {
      const made = document.createElement("template");
      made.innerHTML = texts.join("");
      return made.content.firstElementChild;
    };
    const explorer = await (async () => ${code.replace("explorer = ", "")})();
    document.getElementById("cell").append(explorer);
  </script>`,
};

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
    const code = await page.locator("#code").textContent();
    for (const part of [
      'lesson="causal-ladder"',
      'step="masked-softmax"',
      'steps="product-adds..head"',
      'theme="light"',
      " lock",
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
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
      window.axe.run({ exclude: [["attention-explorer"]] }, { resultTypes: ["violations"] }),
    );
    assert.deepEqual(
      violations.map(({ id }) => id),
      [],
    );
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

  "everything that the kit offers to paste works where it belongs": async () => {
    const kit = await openKit();
    await kit.page.selectOption("#lesson", "causal-ladder");
    await kit.page.selectOption("#step", "masked-softmax");
    await kit.page.selectOption("#loading", "eager");
    const kinds = await kit.page.locator("#kind option").evaluateAll((all) => all.map(({ value }) => value));
    assert.deepEqual(kinds, Object.keys(inPlace));
    const pages = {};
    const server = await serve(site, { pages });
    await kit.page.fill("#base", server.url);
    await kit.page.locator("#base").blur();
    for (const kind of kinds) {
      await kit.page.selectOption("#kind", kind);
      const code = await kit.page.locator("#code").textContent();
      assert.ok(code.includes(server.url), kind);
      pages[`/${kind}`] =
        `<!doctype html><title>${kind}</title><link rel="icon" href="data:," /><h1>Week 3</h1>${inPlace[kind](code)}`;
    }
    await kit.close();
    const host = await openPage({ url: `${server.url}html`, ready: false, width: 900 });
    for (const kind of kinds) {
      await host.page.goto(server.url + kind);
      const frame = await running(host.page);
      const { lesson, step } = await read(frame);
      assert.deepEqual({ kind, lesson, step }, { kind, lesson: "causal-ladder", step: "masked-softmax" });
      if (kind === "anywidget") {
        await core(frame, "apply", { type: "GoToStep", id: "head" });
        await host.page.waitForFunction(() => window.model.step === "head");
      }
    }
    await host.close();
    await server.close();
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

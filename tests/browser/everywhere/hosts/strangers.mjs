// Untrusted lessons: whatever their texts and formulae hold (HTML, scripts, bidirectional controls, commands
// of TeX that write attributes), it is text in the page, in exported code, on course pages and on worksheets.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { facesOf } from "../../../site/faces.mjs";
import { core, frameIn, ready, root, site, siteUrl, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";
import { short, write } from "../page/writing.mjs";

const turned = "\u202eturned\u2066";
const html = `<img src="x" onerror="window.hacked=1"><script>window.hacked=1</script>"'><b id="hacked">`;
const said = `${html} ${turned} &lt; {0}`;
const text = (words) => ({ en: words });
// In texts a dollar sign starts TeX.
const prose = `${html} ${turned} $\\text{<b id="hacked">} < \\query{x}$`;

export const lesson = {
  ...short,
  id: "stranger",
  version: `1${html}`,
  title: text(said),
  summary: text(said),
  tensors: short.tensors.map((tensor) => ({ ...tensor, symbol: `${tensor.symbol}<b id="hacked">${turned}` })),
  names: [{ role: "query", here: prose, usual: prose, pytorch: prose }],
  steps: [
    {
      ...short.steps[0],
      title: text(said),
      text: text(prose),
      formula: { tex: '\\text{<script>window.hacked=1</script>} \\scores{S} < "' },
      question: {
        id: "asked",
        prompt: text(prose),
        parts: [
          {
            kind: "number",
            label: text(said),
            answer: { size: ["q"] },
            wrong: [{ value: 1, say: text(prose) }],
          },
        ],
        hint: text(prose),
        answer: text(prose),
      },
    },
  ],
};

// Markup that must not appear in a page, whoever wrote the lesson; empty if there is none.
const foreign = () => {
  const found = [];
  for (const element of document.querySelectorAll("#reading *, main *")) {
    const { tagName, id, type } = element;
    if (type === "application/json") continue; // data for the page's own script
    if (/^(?:script|img|b|object|embed)$/i.test(tagName)) found.push(tagName);
    if (id === "hacked") found.push("#hacked");
    for (const { name, value } of element.attributes)
      if (/^on/i.test(name) || /^\s*javascript:/i.test(value)) found.push(`${name}=${value}`);
  }
  for (const element of document.querySelectorAll("math, math *"))
    for (const { name, value } of element.attributes)
      if (/^(?:id|style|href)$/.test(name) || (name === "class" && !/^role-/.test(value)))
        found.push(`<${tagName(element)} ${name}="${value}">`);
  if (window.hacked) found.push("a script ran");
  return found;

  function tagName(element) {
    return element.tagName.toLowerCase();
  }
};

const isTurning = /\p{Bidi_Control}/u;

// The lesson's pages, made like the site's.
async function staticPages() {
  const at = (file) => join(root, "web", file);
  const [
    { loadCore },
    { lessonContent },
    { coursePage },
    { worksheet },
    { speaker },
    { raw },
    { typesetLesson },
  ] = await Promise.all(
    [
      "site/core.mjs",
      "site/lesson.mjs",
      "site/course.mjs",
      "site/worksheet.mjs",
      "site/frame.mjs",
      "site/html.mjs",
      "typeset.mjs",
    ].map((file) => import(at(file))),
  );
  const cache = mkdtempSync(join(tmpdir(), "stranger-"));
  const {
    core: runner,
    drawing,
    directionOf,
  } = await loadCore(join(root, "build/site-wasm"), cache, facesOf(site));
  rmSync(cache, { recursive: true });
  const drawn = (options) => {
    const made = drawing(options);
    return made && { ...made, markup: raw(made.svg) };
  };
  const told = lessonContent({ core: runner, drawing: drawn }, JSON.stringify(lesson), "en");
  const { formulae } = await typesetLesson(lesson, "stranger");
  const styles = readdirSync(join(site, "assets")).find((name) => /^site\..*\.css$/.test(name));
  const given = {
    content: {
      ...told,
      version: lesson.version,
      summary: lesson.summary.en,
      formulae: new Map(Object.entries(formulae)),
    },
    language: "en",
    say: speaker(JSON.parse(readFileSync(at("words/site.json"), "utf8"))),
    text: (id) => runner.text(id),
    site: {
      languages: { en: "English" },
      assets: { styles: `assets/${styles}`, script: "assets/none.js", icon: "assets/none.svg" },
      directionOf,
    },
  };
  return { "/course/stranger.html": coursePage(given), "/course/stranger-worksheet.html": worksheet(given) };
}

export const strangers = (browser) => ({
  "texts of an untrusted lesson stay text in the page and in exported code": async () => {
    const { page, close } = await browser.openPage({ url: `${siteUrl()}write.html`, ready: false });
    const frame = await frameIn(page);
    await ready(frame);
    await write(page, JSON.stringify(lesson));
    await until(frame, () => window.attentionExplorer.reading()?.lesson.id === "stranger");
    await until(frame, () => document.querySelectorAll("#reading math").length > 1);
    assert.deepEqual(await frame.evaluate(foreign), []);
    await core(frame, "apply", { type: "SetReading", on: true });
    await core(frame, "apply", { type: "Reveal", question: "asked" });
    assert.deepEqual(await frame.evaluate(foreign), []);
    assert.deepEqual(await page.evaluate(foreign), []);
    for (const language of ["pytorch", "numpy", "tex"]) {
      const code = await core(frame, "exportCode", language);
      assert.ok(code.includes("turned"), "it has the title");
      assert.doesNotMatch(code, isTurning, language);
    }
    await close();
  },

  "commands of TeX that would write styles, names, classes or links are refused at their line": async () => {
    const { page, close } = await browser.openPage({ url: `${siteUrl()}write.html`, ready: false });
    const frame = await frameIn(page);
    await ready(frame);
    await until(page, () => document.getElementById("status").textContent.includes("The lesson runs."));
    const { id } = await frame.evaluate(() => window.attentionExplorer.reading().lesson);
    for (const [command, tex] of [
      ["\\style", "\\style{position: fixed; inset: 0}{x}"],
      ["\\cssId", "\\cssId{hacked}{x}"],
      ["\\class", "\\class{loading}{x}"],
      ["\\href", "\\href{javascript:window.hacked=1}{x}"],
    ]) {
      const bad = structuredClone(short);
      bad.id = "bad";
      bad.steps[0].formula = { tex };
      const file = JSON.stringify(bad, null, 2);
      await write(page, file);
      const told = await until(
        page,
        (name) =>
          [...document.querySelectorAll("#troubles button")]
            .map(({ textContent }) => textContent)
            .find((line) => line.includes(name)),
        `“${command}”`,
      );
      const line = file.split("\n").findIndex((each) => each.includes('"tex"')) + 1;
      assert.ok(told.startsWith(`Line ${line}: `), told);
      assert.equal(await frame.evaluate(() => window.attentionExplorer.reading().lesson.id), id);
    }
    await close();
  },

  "texts of an untrusted lesson stay text on course page and worksheet": async () => {
    const pages = await staticPages();
    for (const [path, file] of Object.entries(pages)) {
      assert.doesNotMatch(file, isTurning, path);
      assert.ok(file.includes("&#x202E;turned&#x2066;"), path);
    }
    const server = await serve(site, { pages });
    for (const path of Object.keys(pages)) {
      const { page, close } = await browser.openPage({
        url: `${server.origin}${path}`,
        ready: false,
        quiet: false,
      });
      await until(page, () => document.querySelector("main h1")?.textContent.includes("<img src="));
      assert.deepEqual(await page.evaluate(foreign), [], path);
      assert.ok(
        (await page.evaluate(() => document.querySelectorAll("math").length)) > 1,
        "formulae are there",
      );
      await close();
    }
    await server.close();
  },
});

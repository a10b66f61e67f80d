// The snippets of the author kit, each in a page like the place that it is for.
import assert from "node:assert/strict";
import { core, site, siteUrl, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

// The frame of an embed, once its lesson runs.
export async function running(page, which = 0) {
  const frame = (at) => {
    const deep = [...document.querySelectorAll("iframe, attention-explorer")];
    const frames = deep.map((one) => one.shadowRoot?.querySelector("iframe") ?? one);
    const runs = frames[at]?.contentWindow?.attentionExplorer;
    return runs ? frames[at] : null;
  };
  for (const end = Date.now() + 20000; Date.now() < end;) {
    const found = (await page.evaluateHandle(frame, which)).asElement();
    if (found) return found.contentFrame();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("no embed runs in the page");
}

export const read = async (frame) => {
  const { lesson, step, theme } = await core(frame, "reading");
  return { lesson: lesson.id, step: step.id, theme };
};

// What a notebook cell passes on: the arguments of a frame, the module of a widget.
const pythonFrame = (code) => {
  const [, src, height] = /^IFrame\(("[^\n]*"), width="100%", height=(\d+)\)$/m.exec(code);
  return { src: JSON.parse(src), height };
};
const pythonWidget = (code) => /_esm = r"""\n([^]*?)"""/.exec(code)[1];

const fenced = (code) => /^```\{=html\}\n([^]*)\n```$/.exec(code)?.[1];

// The HTML that each place makes of its snippet. Learning platforms drop scripts and unknown elements.
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

// Chooses an option in a form by user input.
export const choose = (page, selector, value) =>
  page.evaluate(
    ([at, wanted]) => {
      const field = document.querySelector(at);
      field.value = wanted;
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    },
    [selector, value],
  );

export const snippets = (browser) => ({
  "every snippet of the author kit works on its kind of page": async () => {
    const kit = await browser.openPage({ url: `${siteUrl()}author.html`, ready: false });
    await choose(kit.page, "#lesson", "causal-ladder");
    await choose(kit.page, "#step", "masked-softmax");
    await choose(kit.page, "#loading", "eager");
    const kinds = await kit.page.$$eval("#kind option", (all) => all.map(({ value }) => value));
    assert.deepEqual(kinds, Object.keys(inPlace));
    const pages = {};
    const server = await serve(site, { pages });
    await choose(kit.page, "#base", server.url);
    for (const kind of kinds) {
      await choose(kit.page, "#kind", kind);
      const code = await kit.page.$eval("#code", ({ textContent }) => textContent);
      assert.ok(code.includes(server.url), kind);
      pages[`/${kind}`] =
        `<!doctype html><title>${kind}</title><link rel="icon" href="data:," /><h1>Week 3</h1>${inPlace[kind](code)}`;
    }
    await kit.close();
    const host = await browser.openPage({ url: `${server.url}html`, ready: false, width: 900 });
    for (const kind of kinds) {
      await host.page.goto(server.url + kind);
      const frame = await running(host.page);
      const { lesson, step } = await read(frame);
      assert.deepEqual({ kind, lesson, step }, { kind, lesson: "causal-ladder", step: "masked-softmax" });
      if (kind === "anywidget") {
        await core(frame, "apply", { type: "GoToStep", id: "head" });
        await until(host.page, () => window.model.step === "head");
      }
    }
    await host.close();
    await server.close();
  },
});

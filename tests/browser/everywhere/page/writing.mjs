// The page for writing lessons: the lesson runs beside its text, and errors are shown at their line.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findings } from "../../axe.mjs";
import { core, frameIn, ready, root, siteUrl, until } from "../../harness.mjs";

// The lesson that web/lessons/README.md shows.
const readme = readFileSync(join(root, "web/lessons/README.md"), "utf8");
export const short = JSON.parse(/```json\n([^]*?)\n```/.exec(readme)[1]);

// Replaces the whole text by pasting, copied from a field beside it.
export async function write(page, text) {
  const press = async (letter) => {
    await page.keyboard.down("Control");
    await page.keyboard.press(letter);
    await page.keyboard.up("Control");
  };
  await page.evaluate((copied) => {
    const field = document.createElement("textarea");
    field.id = "beside";
    field.value = copied;
    document.body.append(field);
    field.focus();
  }, text);
  await press("a");
  await press("c");
  await page.evaluate(() => {
    document.getElementById("beside").remove();
    document.getElementById("editor").shadowRoot.querySelector(".cm-content").focus();
  });
  await press("a");
  await press("v");
}

const runs = () => document.getElementById("status").textContent.includes("The lesson runs.");
const troubleWith = (words) =>
  [...document.querySelectorAll("#troubles button")].some(({ textContent }) => textContent.includes(words));

export const writing = (browser) => ({
  "a lesson runs beside the editor, and errors are shown at their line": async () => {
    const { page, close } = await browser.openPage({
      url: `${siteUrl()}write.html`,
      ready: false,
      width: 1440,
      height: 900,
    });
    const frame = await frameIn(page);
    await ready(frame);
    await until(page, () => document.getElementById("status").textContent.includes("The lesson runs."));
    const scores = async () => (await core(frame, "reading")).tensors.at(-1).rows[0].map(({ text }) => text);
    assert.deepEqual(await scores(), ["2", "4"]); // (1, 0, 2) against (0, 1, 1) and (4, 4, 0)
    const changed = structuredClone(short);
    changed.tensors[0].values = [[1, 0, 3]];
    await write(page, JSON.stringify(changed, null, 2));
    await until(frame, () => window.attentionExplorer.reading().tensors.at(-1).rows[0][0].text === "3");

    changed.tensors[2].inputs = ["q", "kk"];
    const wrong = JSON.stringify(changed, null, 2);
    await write(page, wrong);
    const words = await until(page, () => document.querySelector("#troubles button")?.textContent);
    const line = wrong.split("\n").findIndex((text) => text.includes('"kk"')) + 1;
    assert.ok(words.startsWith(`Line ${line}: `), words);
    assert.ok(words.includes("kk"), words);
    assert.deepEqual(await scores(), ["3", "4"], "the last lesson that ran stays");
    await page.click("#troubles button");
    const there = await page.evaluate(
      () => document.getElementById("editor").shadowRoot.activeElement?.className,
    );
    assert.match(there, /cm-content/, "a click on it leads into the text");
    assert.deepEqual(await findings(page), []);
    await close();
  },

  "text nested deeper than any lesson is reported as such, and the list of problems matches the text on screen":
    async () => {
      const { page, close } = await browser.openPage({ url: `${siteUrl()}write.html`, ready: false });
      await until(page, runs);
      const depth = 20_000;
      for (const deep of [
        `${"[".repeat(depth)}${"]".repeat(depth)}`,
        `{ "format": ${'{"a":'.repeat(depth)}1${"}".repeat(depth)} }`,
      ]) {
        await write(page, deep);
        await until(page, troubleWith, "nested deeper than 32 levels");
        await write(page, '{ "format": 1 ');
        await until(page, troubleWith, "Line 1: ");
        assert.equal(await page.evaluate(troubleWith, "32 levels"), false, "of the text before");
      }
      const braces = structuredClone(short);
      braces.steps[0].formula = { tex: `${"{".repeat(33)}x${"}".repeat(33)}` };
      await write(page, JSON.stringify(braces));
      await until(page, troubleWith, "nested deeper than 32 levels");
      await write(page, JSON.stringify(short));
      await until(page, runs);
      assert.equal(await page.evaluate(() => document.querySelectorAll("#troubles li").length), 0);
      await close(); // also checks that nothing was logged
    },

  "for a stored draft with a formula of 40,000 characters, its length is reported at its line": async () => {
    const long = structuredClone(short);
    long.steps[0].formula = { tex: "x_1 + ".repeat(40_000 / 6) };
    const draft = JSON.stringify(long, null, 2);
    const { page, close } = await browser.openPage({
      url: `${siteUrl()}write.html`,
      ready: false,
      script: `localStorage.setItem("attention-explorer.draft", ${JSON.stringify(draft)});`,
    });
    const line = draft.split("\n").findIndex((text) => text.includes('"tex"')) + 1;
    await until(page, troubleWith, `Line ${line}: This formula is 39996 bytes long`);
    await close();
  },

  "formulae that take too long are aborted, and the last one is reported": async () => {
    const { page, close } = await browser.openPage({
      url: `${siteUrl()}write.html`,
      ready: false,
      // A formula that never finishes.
      script: `window.Worker = class extends EventTarget {
        constructor() {
          super();
          setTimeout(() => this.tell({ ready: true }));
        }
        tell(data) {
          this.dispatchEvent(new MessageEvent("message", { data }));
        }
        postMessage({ id }) {
          setTimeout(() => this.tell({ id, path: "/steps/0/formula/tex" }));
        }
        terminate() {
          window.ended = true;
        }
      };`,
    });
    const formula = structuredClone(short);
    formula.steps[0].formula = { tex: "x" };
    const file = JSON.stringify(formula, null, 2);
    await until(page, runs); // the lesson at the start has no formula
    await write(page, file);
    const line = file.split("\n").findIndex((text) => text.includes('"tex"')) + 1;
    await until(page, troubleWith, `Line ${line}: The formulae up to here take longer than 10 seconds`);
    assert.equal(await page.evaluate(() => window.ended), true, "and its worker is ended");
    await close();
  },

  "formulae are typeset in a worker, or without one where workers are unavailable": async () => {
    for (const [name, script] of [
      [
        "a worker",
        "{ const { Worker } = window; window.Worker = class extends Worker { constructor(...given) { super(...given); window.worked = true; } }; }",
      ],
      [
        "none",
        'window.Worker = class { constructor() { throw new DOMException("no origin", "SecurityError"); } };',
      ],
    ]) {
      const { page, close } = await browser.openPage({ url: `${siteUrl()}write.html`, ready: false, script });
      await until(page, runs);
      const formula = structuredClone(short);
      formula.steps[0].formula = { tex: "\\frac{1}" };
      await write(page, JSON.stringify(formula));
      await until(page, troubleWith, "Missing argument for \\frac");
      formula.steps[0].formula.tex = "\\frac{1}{2}";
      await write(page, JSON.stringify(formula));
      await until(page, runs);
      assert.equal((await page.evaluate(() => window.worked)) ?? false, name === "a worker");
      await close();
    }
  },
});

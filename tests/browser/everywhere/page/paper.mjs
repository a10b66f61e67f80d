// What comes out of the printer is the reading view, also while the picture is what the screen shows.
import assert from "node:assert/strict";
import { lesson } from "../../harness.mjs";
import { pdfText } from "./pdf-text.mjs";

const bare = (text) => text.replaceAll(/\s+/g, "");
// The longest piece of a lesson's text between its formulae and terms.
const longest = (text) =>
  [text]
    .flat()
    .join("\n")
    .split(/\$[^$]*\$|\[|\]\([^)]*\)|\n/)
    .sort((a, b) => b.length - a.length)[0];

export const paper = (browser) => ({
  "printing a step prints its reading view: title, text, numbers, code": async () => {
    const { page, close } = await browser.openPage({ link: "lesson=worked-example&step=scores" });
    const printed = pdfText(await browser.pdf(page));
    assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
    const { title, text } = lesson.steps.find(({ id }) => id === "scores");
    const wanted = {
      "the lesson": lesson.title.en,
      "the step": title.en,
      "its text": longest(text.en),
      "the tutorial's scores": "Input 1 2 4 4 Input 2 4 16 12 Input 3 4 12 10",
      "its code": "attn_scores = querys @ keys.T",
    };
    for (const [what, words] of Object.entries(wanted))
      assert.ok(printed.includes(bare(words)), `${what}: ${words}`);
    await close();
  },
});

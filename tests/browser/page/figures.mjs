// Exported figures, in Chromium: what they leave out, and where there is none.
import assert from "node:assert/strict";
import { languages } from "../../../web/words.mjs";
import { chromium } from "../engines/chromium.mjs";
import { figures } from "../everywhere/page/figures.mjs";
import { core, follow, openPage } from "../harness.mjs";

export const tests = {
  ...figures(chromium),

  "cells hidden by a question are empty in the figure and missing from its alternative text": async () => {
    const { page, close } = await openPage({
      link: "lesson=worked-example&step=softmax&view=reading",
      theme: "light",
    });
    const svg = await core(page, "picture", { width: 960, height: 720, dark: false, of: "figure", part: 1 });
    assert.equal(svg.match(/>\?</g).length, 3, "the first row of A");
    assert.ok(!svg.includes("0.0634"));
    await page.click('[data-action="export"]');
    await page.click('dialog [data-value="figure"]');
    assert.ok(!(await page.getByLabel("Alternative text").inputValue()).includes("0.0634"));
    await close();
  },

  "a lesson's layer as an assignment is its class without what forward computes, with the page's numbers to test it":
    async () => {
      const { page, close } = await openPage({ link: "lesson=multi-head&step=mask-flag&view=reading" });
      await page.click('[data-action="export"]');
      const code = async (language) => {
        await page.click(`dialog [data-value="${language}"]`);
        return page.textContent("dialog pre");
      };
      const whole = (await code("class")).split("\n");
      const asked = (await code("assignment")).split("\n");
      const at = (lines, text) => lines.findIndex((line) => line.trim().startsWith(text));
      const [begins, ends] = [at(whole, "def forward("), at(whole, "# The numbers of the page")];
      assert.deepEqual(asked.slice(0, begins + 1), whole.slice(0, begins + 1), "all before is given");
      assert.deepEqual(asked.slice(at(asked, "# The numbers")), whole.slice(ends), "and so are the numbers");
      const left = asked.slice(begins + 1, at(asked, "# The numbers")).filter((line) => line.trim() !== "");
      assert.equal(left.length, 2);
      assert.equal(left[1], "        raise NotImplementedError");
      assert.ok(at(asked, "assert torch.allclose(y, page") > 0);
      await close();
    },

  "a step's numbers are saved as CSV, except for those that a question asks for": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=inputs&view=reading" });
    await page.click('[data-action="export"]');
    await page.click('dialog [data-value="figure"]');
    await page.click('dialog [data-value="CSV"]');
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("dialog button", { hasText: "Save as CSV" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "worked-example-inputs-x.csv");
    const parts = await (await download.createReadStream()).toArray();
    const [heading, ...rows] = Buffer.concat(parts).toString().trim().split("\r\n");
    assert.match(heading, /^"x"(?:,"[^"]+"){4}$/);
    const x = [
      [1, 0, 1, 0],
      [0, 2, 0, 2],
      [1, 1, 1, 1],
    ]; // the tutorial's
    assert.deepEqual(
      rows.map((row) => row.split(",").slice(1).map(Number)),
      x,
    );
    await page.keyboard.press("Escape");
    await follow(page, { lesson: "worked-example", step: "softmax", view: "reading" });
    await page.click('[data-action="export"]');
    await page.click('dialog [data-value="figure"]');
    await page.click('dialog [data-value="CSV"]');
    const offered = await page
      .locator("dialog .choices .segments")
      .last()
      .locator("button")
      .allTextContents();
    assert.ok(offered.length > 2);
    const { tensors } = await core(page, "reading");
    const secret = tensors.filter(({ rows }) => rows.flat().some(({ status }) => status === "hidden"));
    assert.ok(secret.length > 0, "the step asks for a number");
    for (const { name } of secret) assert.ok(!offered.includes(name), name);
    await close();
  },

  "the page after the last step has no figure to save, but a link to the course": async () => {
    for (const lang of languages()) {
      const { page, close } = await openPage({ link: `lesson=sentence&step=end&view=reading&lang=${lang}` });
      await page.click('[data-action="export"]');
      assert.equal(await page.locator('dialog [data-value="figure"]').count(), 0);
      const link = page.locator('dialog a[href^="course/"]');
      assert.equal(await link.getAttribute("href"), `course/sentence.${lang}.html`);
      await page.keyboard.press("Escape");
      await page.click('[data-action="share"]');
      const kit = page.locator('dialog a[href^="author"]');
      assert.equal(await kit.getAttribute("href"), `author.${lang}.html#lesson=sentence`);
      await page.keyboard.press("Escape");
      await follow(page, { lesson: "sentence", step: "context", view: "reading", lang });
      await page.click('[data-action="export"]');
      assert.equal(await page.locator('dialog [data-value="figure"]').count(), 1);
      await close();
    }
  },
};

// Exported figures, in Chromium: what they leave out, and where there is none.
import assert from "node:assert/strict";
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
    const figures = await core(page, "figures", false);
    const weights = figures.figures
      .flatMap(({ tensors }) => tensors)
      .find(({ symbol }) => symbol.base === "A");
    assert.deepEqual(
      weights.rows[0].map(({ text }) => text),
      ["?", "?", "?"],
    );
    await page.click('[data-action="export"]');
    assert.ok(!(await page.getByLabel("Alternative text").inputValue()).includes("0.0634"));
    await close();
  },

  "the large map and the page after the last step have no figure to save, but a link to the course":
    async () => {
      const { page, close } = await openPage({ link: "lesson=sentence&step=end&view=reading&lang=de" });
      await page.click('[data-action="export"]');
      assert.equal(await page.locator("dialog textarea").count(), 0);
      const link = page.locator('dialog a[href^="course/"]');
      assert.equal(await link.getAttribute("href"), "course/sentence.de.html");
      const kit = page.locator('dialog a[href^="author"]');
      assert.equal(await kit.getAttribute("href"), "author.de.html#lesson=sentence");
      await page.keyboard.press("Escape");
      await follow(page, { lesson: "sentence", step: "context", view: "reading", lang: "de" });
      await page.click('[data-action="export"]');
      assert.equal(await page.locator("dialog textarea").count(), 1);
      await close();
    },
};

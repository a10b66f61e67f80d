// The page after the last step and the table of names, on the canvas and in the reading view.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { click, core, openPage, place, settled, step, unfold } from "../harness.mjs";

export const tests = {
  "Next leads to the closing page, which has a link of its own and opens from it": async () => {
    const { page, close } = await openPage({ link: "lesson=column-vectors&step=receptive-field" });
    await click(page, "next");
    assert.equal(await step(page), "end");
    assert.match(await core(page, "link"), /(?:^|&)step=end(?:&|$)/);
    await page.waitForFunction(() => window.location.hash.includes("step=end"));
    await page.reload();
    await page.waitForFunction(() => window.attentionExplorer);
    assert.equal(await step(page), "end");
    await click(page, "back");
    assert.equal(await step(page), "receptive-field");
    await close();
  },

  "a source on the canvas opens in a new tab without access to this one": async () => {
    const { page, close } = await openPage({
      link: "lesson=worked-example&step=end",
      height: 2400,
      script: () => {
        window.open = (...values) => {
          window.opened = values;
          return null;
        };
      },
    });
    await click(page, "source:0");
    await page.waitForFunction(() => window.opened);
    assert.deepEqual(await page.evaluate(() => window.opened), [
      "https://arxiv.org/abs/1706.03762",
      "_blank",
      "noopener",
    ]);
    await close();
  },

  "the names open beside a step, typeset, and Escape closes them": async () => {
    const { page, close } = await openPage();
    await click(page, "names");
    await place(page, "popover");
    await page.keyboard.press("Escape");
    await settled(page);
    const { items } = await core(page, "probe");
    assert.ok(!items.some(({ id }) => id === "popover"));
    await close();
  },

  "names: the tutorial's letters are chosen beside their table, and the link and a page opened from it have them":
    async () => {
      const { page, close } = await openPage({ link: "lesson=causal-ladder&step=mix-values" });
      const symbols = async () => (await core(page, "reading")).tensors.map(({ symbol }) => symbol.base);
      const before = await symbols();
      await click(page, "names");
      await click(page, "letters:tutorial");
      assert.equal((await core(page, "reading")).letters, "tutorial");
      assert.ok((await symbols()).includes("p_attn"));
      await page.waitForFunction(() => window.location.hash.includes("names=tutorial"));
      await page.reload();
      await page.waitForFunction(() => window.attentionExplorer);
      assert.ok((await symbols()).includes("p_attn"));
      await click(page, "names");
      await click(page, "letters:page");
      assert.deepEqual(await symbols(), before);
      assert.doesNotMatch(await core(page, "link"), /names=/);
      await close();
    },

  "names: the article has the tutorial's letters in all steps once they are chosen by keyboard, and undo takes them back":
    async () => {
      const { page, close } = await openPage({ link: "lesson=basic-self-attention&view=reading" });
      const formulae = () => page.$$eval("math", (all) => all.map((math) => math.textContent).join(" "));
      assert.doesNotMatch(await formulae(), /w′/);
      await page.focus("details.names summary");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.id), "letters");
      assert.equal(await page.textContent("label[for=letters]"), "Letters shown");
      await page.selectOption("#letters", "tutorial");
      await page.waitForFunction(() =>
        /w′/.test([...document.querySelectorAll("math")].map((m) => m.textContent)),
      );
      assert.equal(await page.inputValue("#letters"), "tutorial");
      assert.match(await core(page, "link"), /names=tutorial/);
      const steps = await page.$$eval("section.step", (all) => all.length);
      assert.ok(steps > 8, "the whole lesson is one article");
      await page.evaluate(() =>
        [...document.querySelectorAll("#more-menu button")]
          .find(({ textContent }) => textContent === "Undo")
          .click(),
      );
      await page.waitForFunction(() => document.querySelector("#letters").value === "page");
      assert.doesNotMatch(await formulae(), /w′/);
      await close();
    },

  "names: a lesson without a tutorial's letters has no choice": async () => {
    const { page, close } = await openPage({ link: "lesson=roles&view=reading" });
    await page.focus("details.names summary");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("details.names").open);
    assert.equal(await page.$("#letters"), null);
    await close();
  },

  "the reading view closes a lesson with lists, a real table, and links without opener or referrer":
    async () => {
      const { page, close } = await openPage({ link: "lesson=sentence&step=end&view=reading" });
      assert.equal(await page.textContent("h2[data-step]"), "Summary");
      const reading = await core(page, "reading");
      assert.equal(await page.textContent("#next-lesson"), "Next lesson: The causal ladder · 55 min");
      const count = (selector) => page.$$eval(selector, (found) => found.length);
      const items = (paragraphs) => paragraphs.filter(({ item }) => item).length;
      assert.ok(items(reading.closing.canSay) > 5);
      assert.equal(await count(".can-say li"), items(reading.closing.canSay));
      assert.equal(await count(".corrections li"), reading.closing.corrections.length);
      assert.equal(await count("table.names tbody tr"), reading.names.length);
      assert.equal(await count("table.names thead th[scope=col]"), 4);
      assert.ok((await count("table.names tbody th[scope=row] .role-query")) > 0);
      assert.ok((await count("table.names td .math")) > 5, "symbols are typeset");
      const links = await page.$$eval(".sources a", (found) =>
        found.map((link) => ({ url: link.href, target: link.target, rel: link.rel })),
      );
      assert.equal(links.length, reading.closing.references.length);
      for (const { url, target, rel } of links) {
        assert.match(url, /^https:/);
        assert.equal(target, "_blank");
        assert.equal(rel, "noopener");
      }
      await page.click("#back");
      assert.equal(await step(page), "your-sentence");
      await close();
    },

  "the numbers are saved as a picture of 2400 × 1260 pixels, from the summary on the canvas": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=end", height: 1400 });
    await click(page, "save-numbers");
    await page.waitForFunction(() => document.querySelector("dialog img.figure")?.src);
    const size = await page.$eval("dialog img.figure", async (image) => {
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });
    assert.deepEqual(size, [1200, 630]);
    const alt = await page.inputValue("dialog textarea");
    assert.ok(alt.includes("0.0634, 0.4683, 0.4683"), alt); // the tutorial's weights
    const coming = page.waitForEvent("download");
    await page.click('dialog [data-value="PNG"]');
    await page.click("dialog button:has-text('Save as PNG')");
    const saved = await coming;
    assert.equal(saved.suggestedFilename(), "worked-example-numbers.png");
    const png = readFileSync(await saved.path());
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2400, 1260]);
    await close();
  },

  "the names unfold at any step of the reading view and stay unfolded": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=scores&view=reading" });
    assert.equal(await page.isVisible("details.names table"), false);
    await unfold(page);
    await page.click("details.names summary");
    assert.equal(await page.isVisible("details.names table"), true);
    await page.click("#next");
    assert.equal(await step(page), "softmax");
    assert.equal(await page.isVisible("details.names table"), true);
    await close();
  },
};

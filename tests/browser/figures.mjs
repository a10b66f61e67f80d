// Figures to take home: SVG and PNG of a step hold the numbers of the page, its colours, and an alternative text.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { core, follow, openPage } from "./harness.mjs";

async function saved(page, name) {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

// A PNG's parts by name, each with its checksum looked at by the browser when it decodes the file.
function chunks(png) {
  const found = {};
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const name = png.toString("latin1", at + 4, at + 8);
    found[name] = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
  }
  return found;
}

export const tests = {
  "a step's figure is saved as SVG and PNG, with its numbers and the same alternative text": async () => {
    const { page, close } = await openPage({
      link: "lesson=worked-example&step=scores&view=reading",
      theme: "dark",
    });
    await page.click('[data-action="export"]');
    const alt = await page.getByLabel("Alternative text").inputValue();
    // The tutorial's scores of query 1, 2 and 3.
    assert.ok(alt.includes("2, 4, 4; 4, 16, 12; 4, 12, 10"), alt);
    const svg = await saved(page, "Save as SVG");
    assert.equal(svg.name, "worked-example-scores.svg");
    const drawn = await page.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      const numbers = [...root.querySelectorAll("text")].map(({ textContent }) => textContent);
      const fills = new Set([...root.querySelectorAll("rect")].map((cell) => cell.getAttribute("fill")));
      return {
        error: root.querySelector("parsererror"),
        alt: root.querySelector("desc").textContent,
        numbers,
        fills: [...fills],
      };
    }, svg.bytes.toString());
    assert.equal(drawn.error, null);
    assert.equal(drawn.alt, alt);
    assert.equal(drawn.numbers.filter((number) => number === "12").length, 2);
    assert.ok(drawn.fills.includes("#0d1015"), "the ground of the dark theme");
    const png = await saved(page, "Save as PNG");
    assert.equal(png.name, "worked-example-scores.png");
    const { IHDR, iTXt } = chunks(png.bytes);
    assert.equal(iTXt.toString(), `Description\0\0\0\0\0${alt}`);
    const size = await page.evaluate(
      async (bytes) => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
        return [bitmap.width, bitmap.height];
      },
      [...png.bytes],
    );
    assert.deepEqual(size, [IHDR.readUInt32BE(0), IHDR.readUInt32BE(4)]);
    await close();
  },

  "what a question hides is empty in the figure, and its alternative text does not tell it": async () => {
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

  "the large map and the page after the last step have no figure to save, and lead to the course":
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

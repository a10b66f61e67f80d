// Exported figures: SVG and PNG of a step hold the numbers of the page, its colours, and an alternative text.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pressButton, site, until } from "../../harness.mjs";

// A PNG's parts by name, each with its checksum looked at by the browser when it decodes the file.
function chunks(png) {
  const found = {};
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const name = png.toString("latin1", at + 4, at + 8);
    found[name] = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
  }
  return found;
}

const choose = (page, value) => page.click(`dialog [data-value="${value}"]`);

export const figures = (browser) => ({
  "a step's figure is saved as SVG and PNG, with its numbers and the same alternative text": async () => {
    const { page, close } = await browser.openPage({
      link: "lesson=worked-example&step=scores&view=reading",
      theme: "dark",
    });
    await page.click('[data-action="export"]');
    await choose(page, "figure");
    const alt = await until(page, () => document.querySelector("dialog textarea")?.value);
    // The tutorial's scores of query 1, 2 and 3.
    assert.ok(alt.includes("2, 4, 4; 4, 16, 12; 4, 12, 10"), alt);
    const svg = await browser.saved(page, () => pressButton(page, "Save as SVG"));
    assert.equal(svg.name, "worked-example-scores.svg");
    const [, font] = /font-family:"Inter";font-style:normal;font-weight:400;[^}]*base64,([^)]+)/.exec(
      svg.bytes.toString(),
    );
    const own = readdirSync(join(site, "assets")).find((name) => /^inter-400\..*ttf$/.test(name));
    assert.deepEqual(
      Buffer.from(font, "base64"),
      readFileSync(join(site, "assets", own)),
      "its face is inside",
    );
    const drawn = await page.evaluate(
      (text) => {
        const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
        const numbers = [...root.querySelectorAll("text")].map(({ textContent }) => textContent);
        const fills = new Set([...root.querySelectorAll("rect")].map((cell) => cell.getAttribute("fill")));
        return {
          error: root.querySelector("parsererror"),
          alt: root.querySelector("desc").textContent,
          numbers,
          fills: [...fills],
        };
      },
      svg.bytes.toString().replace(/<style>.*?<\/style>/s, ""),
    ); // this page's policy forbids styles
    assert.equal(drawn.error, null);
    assert.equal(drawn.alt, alt);
    assert.equal(drawn.numbers.filter((number) => number === "12").length, 2);
    assert.ok(drawn.fills.includes("#0d1015"), "the ground of the dark theme");
    await choose(page, "PNG");
    const png = await browser.saved(page, () => pressButton(page, "Save as PNG"));
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
});

// The attention figure in the browser: heads and queries by pointer and in the reading view, links, the map as a quad of
// the GPU, and a context that is lost and comes back.
import assert from "node:assert/strict";
import { click, core, loseContext, openPage, place, restoreContext, settled, unfold } from "../harness.mjs";

const heads = "lesson=multi-head&step=mask-flag&show=attention";
const attention = async (page) => (await core(page, "reading")).attention;

// The number of different colours in a part of the canvas: 1 if nothing was drawn there.
async function colours(page, id) {
  await settled(page);
  const probe = await core(page, "probe");
  const { x, y, w, h } = probe.items.find((item) => item.id === id);
  const box = await page.locator("#canvas").boundingBox();
  const png = await page.screenshot({ clip: { x: box.x + x, y: box.y + y, width: w, height: h } });
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, picture.width, picture.height);
    return new Set(new Uint32Array(pixels.buffer)).size;
  }, png.toString("base64"));
}

// A lesson of one head with 40 tokens: 1600 cells are one quad.
const many = {
  format: 1,
  id: "many",
  version: "1.0.0",
  title: { en: "Many" },
  generators: [{ name: "g", seed: 3 }],
  tensors: [
    {
      name: "s",
      role: "scores",
      axes: [{ name: "query" }, { name: "key" }],
      random: { generator: "g", draw: "randn", shape: [40, 40] },
    },
    { name: "a", symbol: "A", role: "weights", operation: "softmax", inputs: ["s"], options: { axis: -1 } },
  ],
  steps: [
    {
      id: "one",
      title: { en: "One" },
      text: { en: "Forty tokens." },
      stage: [{ attention: "a", scores: "s" }],
    },
  ],
};

export const tests = {
  "a click selects a head, with Shift it joins the average": async () => {
    const { page, close } = await openPage({ link: heads });
    await click(page, "head:1");
    assert.deepEqual(
      (await attention(page)).heads.flatMap(({ selected }, i) => (selected ? [i] : [])),
      [1],
    );
    await page.keyboard.down("Shift");
    await click(page, "head:0");
    await page.keyboard.up("Shift");
    assert.match((await attention(page)).title, /^Average of /);
    await close();
  },

  "a token is followed, and the link opens the same": async () => {
    const { page, close } = await openPage({ link: heads });
    await click(page, "query:2");
    assert.ok((await attention(page)).queries[2].followed);
    await page.waitForFunction(() => location.hash.includes("queries=2"));
    await close();
  },

  "in the reading view checkboxes choose heads and queries, and a list shows the weights": async () => {
    const { page, close } = await openPage({ link: `${heads}&view=reading` });
    await unfold(page);
    await page.check("#attention-heads-1");
    assert.match((await attention(page)).title, /^Average of /);
    await page.check("#attention-queries-3");
    await page.uncheck("#attention-queries-0");
    const shown = await attention(page);
    assert.ok(shown.queries[3].followed && !shown.queries[0].followed);
    const list = await page.$$eval(".attention-weights li", (items) => items.map((item) => item.textContent));
    assert.equal(list.length, shown.weights.length);
    const values = shown.weights.filter(({ value }) => value !== null).map(({ value }) => value);
    assert.deepEqual(
      values,
      values.toSorted((a, b) => b - a),
    );
    assert.equal(await page.textContent(".attention-entropy"), shown.entropy);
    await page.fill("#attention-threshold", "0.3");
    await page.press("#attention-threshold", "Tab");
    assert.equal((await attention(page)).threshold, 0.3);
    await close();
  },

  "two heads are compared by a click on the second; the link and the reading view show both": async () => {
    const { page, close } = await openPage({ link: heads });
    await click(page, "head-compare");
    await click(page, "head:3");
    await page.waitForFunction(() => location.hash.includes("compare=3"));
    const { compared, weights } = await attention(page);
    assert.equal(compared.head, 3);
    await close();
    const again = await openPage({ link: `${heads}&compare=3&view=reading` });
    const words = await again.page.textContent(".attention-compared");
    assert.equal(words, compared.words);
    const rows = await again.page.$$eval(".attention tbody tr", (all) =>
      all.map((row) => [...row.cells].map((cell) => cell.textContent)),
    );
    assert.deepEqual(
      rows,
      compared.keys.map(({ label, here, there }) => [label, here, there]),
    );
    assert.deepEqual(rows.map(([, here]) => here).toSorted(), weights.map(({ text }) => text).toSorted());
    await unfold(again.page);
    await again.page.check("#attention-compared-0");
    assert.equal((await attention(again.page)).compared, null);
    await again.close();
  },

  "a head is switched off on the canvas and in the reading view; exported code stays the lesson's":
    async () => {
      const { page, close } = await openPage({ link: heads });
      const before = await core(page, "exportCode", "pytorch");
      await click(page, "head-switch");
      await page.waitForFunction(() => location.hash.includes("off=0"));
      const { off } = await attention(page);
      const [all, without, change] = off.rows.map(({ texts }) =>
        texts.map((text) => Number(text.replace("−", "-"))),
      );
      for (const [i, value] of change.entries())
        assert.ok(
          Math.abs(without[i] - all[i] - value) < 2e-4,
          `feature ${i}: ${all[i]}, ${without[i]}, ${value}`,
        );
      assert.equal(await core(page, "exportCode", "pytorch"), before);
      await close();
      const again = await openPage({ link: `${heads}&view=reading` });
      await unfold(again.page);
      await again.page.check("#attention-off-0");
      assert.equal(await again.page.textContent(".attention-off"), off.words);
      await again.page.uncheck("#attention-off-0");
      assert.equal((await attention(again.page)).off, null);
      await again.close();
    },

  "the switch shows the matrices and the attention figure in turn": async () => {
    const { page, close } = await openPage({ link: heads });
    await click(page, "figure:matrices");
    assert.equal((await attention(page)).shown, false);
    await click(page, "figure:attention");
    assert.equal((await attention(page)).shown, true);
    await close();
  },

  "two fingers zoom and move the map; the page around it keeps its size": async () => {
    const { page, close } = await openPage({ width: 390, height: 844, touch: true });
    assert.equal(await core(page, "open", JSON.stringify(many), "en"), null);
    const at = await place(page, "map-view");
    const client = await page.context().newCDPSession(page);
    const fingers = (type, x, y, apart) =>
      client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: apart
          ? [
              { x: x - apart / 2, y, id: 1 },
              { x: x + apart / 2, y, id: 2 },
            ]
          : [],
      });
    await fingers("touchStart", at.x, at.y, 60);
    for (let i = 1; i <= 6; i++) await fingers("touchMove", at.x + 2 * i, at.y, 60 + 20 * i);
    await fingers("touchEnd");
    await settled(page);
    const link = await core(page, "link");
    const zoom = Number(/[&#]zoom=([\d.]+)/.exec(link)?.[1]);
    assert.ok(Math.abs(zoom - 3) < 0.05, `zoomed by ${zoom}`);
    assert.ok(!/[&#](at|pin)=/.test(link), `no cell was pressed: ${link}`);
    assert.equal(await page.evaluate(() => window.visualViewport.scale), 1);
    await close();
  },

  "a map of 1600 cells is drawn by the GPU, zooms with the wheel, and comes back after a lost context":
    async () => {
      const { page, close } = await openPage({ quiet: false });
      assert.equal(await core(page, "open", JSON.stringify(many), "en"), null);
      await page.mouse.move(700, 500); // wakes the canvas
      const before = await colours(page, "map-view");
      assert.ok(before > 40, `${before} colours in the map`);
      await click(page, "map-view");
      const at = await place(page, "map-view");
      await page.mouse.move(at.x, at.y);
      await page.mouse.wheel(0, -300);
      await settled(page);
      await page.waitForFunction(() => /zoom=/.test(window.attentionExplorer.link()));
      await loseContext(page);
      await restoreContext(page);
      const after = await colours(page, "map-view");
      assert.ok(after > 20, `${after} colours in the map after the context came back`);
      await close();
    },
};

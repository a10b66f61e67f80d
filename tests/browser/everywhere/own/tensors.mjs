// The reader's tensors in every engine: from the address of a link, dropped and pasted.
import assert from "node:assert/strict";
import { core, ready, site, tensor, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

// Keys for two queries each, in numpy's format.
function npy(shape, numbers) {
  const words = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(", ")},), }\n`;
  const start = Buffer.from(`\x93NUMPY\x01\x00\x00\x00${words}`, "latin1");
  start.writeUInt16LE(words.length, 8);
  return Buffer.concat([start, Buffer.from(new Float32Array(numbers).buffer)]);
}

const act = (page, name) =>
  page.evaluate((id) => document.querySelector(`dialog [data-act="${id}"]`).click(), name);
const listed = (page, words) =>
  until(page, (text) => document.querySelector("dialog table")?.textContent.includes(text), words);

export const ownTensors = (browser) => ({
  "tensors come from the address of a link, are dropped and pasted, and exported code loads their file; nothing is sent":
    async () => {
      const server = await serve(site, {
        pages: { "/own.npy": npy([2, 2, 2], [1, 0, 0.5, 0.5, 0, 1, 0.25, 0.75]) },
      });
      const { page, close } = await browser.openPage({ url: `${server.url}#data=own.npy`, link: "" });
      await listed(page, "own");
      await act(page, "show");
      await until(page, () => !document.querySelector("dialog"));
      await ready(page);
      assert.deepEqual((await tensor(page, "weights")).shape, [2, 2, 2]);
      const code = await page.evaluate(() => window.attentionExplorer.exportCode("pytorch"));
      assert.match(code, /np\.load\("own\.npy"\)\)\.float\(\)\.reshape\(-1, 2, 2, 2\)\[0\]\n/);

      await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['{"attn": [[0.5, 0.5], [0, 1]]}'], "attn.json"));
        document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
      });
      await listed(page, "attn");
      await page.evaluate(() => {
        document.querySelector("#tensors-paste").value = "1 2\n3 4\n5 6";
      });
      await act(page, "paste.take");
      await listed(page, "pasted");
      await act(page, "show");
      await until(page, () => !document.querySelector("dialog"));
      assert.deepEqual((await core(page, "tensor", "weights")).values.flat(2), [0.5, 0.5, 0, 1]);
      for (const { method, url, bytes } of server.asked)
        assert.deepEqual([method, url.includes("?"), bytes], ["GET", false, 0], url);
      const elsewhere = await page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name }) => new URL(name))
          .filter(({ protocol, origin }) => /^http/.test(protocol) && origin !== window.location.origin),
      );
      assert.deepEqual(elsewhere, [], "no other host is asked for anything");
      await close();
      await server.close();
    },

  "attentions of several layers show all their heads, and of each head the weights of the file": async () => {
    const { page, close } = await browser.openPage({ link: "lesson=worked-example&view=reading" });
    const attn = [
      [
        [
          [1, 0, 0],
          [0.5, 0.5, 0],
          [0.25, 0.25, 0.5],
        ],
        [
          [1, 0, 0],
          [1, 0, 0],
          [1, 0, 0],
        ],
      ],
      [
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        [
          [0.5, 0, 0],
          [0.5, 0, 0],
          [0, 0.75, 0],
        ],
      ],
    ];
    await page.evaluate((layers) => {
      const data = new DataTransfer();
      layers.forEach((layer, i) =>
        data.items.add(new File([JSON.stringify({ [`attn${i}`]: layer })], `${i}.json`)),
      );
      data.items.add(new File(['["a", "b", "a"]'], "tokens.json"));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    }, attn);
    await listed(page, "attn1");
    await act(page, "heads.all");
    await until(page, () => !document.querySelector("dialog"));
    await until(page, () => window.attentionExplorer.reading().model?.heads.length === 4);
    await core(page, "apply", { type: "LookModel", layer: 1, head: 1, row: 2 });
    await until(page, () => window.attentionExplorer.reading().model.wants === null);
    const { model } = await core(page, "reading");
    // Means over rows 2 and 3: (0.5 + 0) / 2, (0.5 + 0.75) / 2.
    assert.deepEqual(model.heads.at(-1).shares, ["0.25", "0.62", "0.00", "0.00"]);
    const [{ row }] = model.rows;
    assert.equal(row.label, "a 3");
    assert.deepEqual(row.largest, [{ label: "b 2", text: "0.7500", value: 0.75 }]);
    assert.deepEqual(model.run.words, ["a", "b", "a"]);
    assert.match(
      model.about.about,
      /^Layer 2: 3 rows do not add up to 1; the first is 0\.5 in all, in head 2, row 1/,
    );
    await close();
  },
});

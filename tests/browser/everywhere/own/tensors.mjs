// The reader's tensors in every engine: from the address of a link, dropped and pasted.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { core, drop, ready, root, site, tensor, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

const { zipSync } = createRequire(join(root, "web/package.json"))("fflate");

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

// Two heads of three tokens, in batches of one; a row of the second adds up to 0.5, and one number is NaN.
const unusual = [1, 0, 0, 0.5, 0.5, 0, 0.25, 0.25, 0.5, 1, 0, 0, 0.25, 0.25, 0, NaN, 0.5, 0.5];
const names = ["The", "cat", "sat"];

export const ownTensors = (browser) => ({
  "tensors come from the address of a link, are dropped and pasted, and exported code loads their file; nothing is sent":
    async () => {
      const server = await serve(site, {
        pages: {
          "/own.npy": { location: "/storage/7f3a" }, // as hosts of large files do
          "/storage/7f3a": npy([2, 2, 2], [1, 0, 0.5, 0.5, 0, 1, 0.25, 0.75]),
        },
      });
      const { page, close } = await browser.openPage({ url: `${server.url}#data=own.npy`, link: "" });
      await listed(page, "own");
      await act(page, "show");
      await until(page, () => !document.querySelector("dialog"));
      await ready(page);
      assert.deepEqual((await tensor(page, "weights")).shape, [2, 2, 2]);
      const code = await page.evaluate(() => window.attentionExplorer.exportCode("pytorch"));
      assert.match(code, /np\.load\("own\.npy"\)\)\.float\(\)\.reshape\(-1, 2, 2, 2\)\[0\]\n/);

      await drop(page, { "attn.json": '{"attn": [[0.5, 0.5], [0, 1]]}' });
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

  "Back and Forward between two own files show each with its own numbers and pinned cell": async () => {
    const { page, close } = await browser.openPage({ link: "" });
    const show = async (name, rows) => {
      await drop(page, { [name]: JSON.stringify({ attn: rows }) });
      await listed(page, "attn");
      await act(page, "show");
      await until(page, () => !document.querySelector("dialog"));
      await ready(page);
    };
    const shows = (first) =>
      until(
        page,
        (number) => {
          const weights = window.attentionExplorer.tensor("weights");
          return !weights.message && weights.values.flat(2)[0] === number;
        },
        first,
      );
    await show("first.json", [
      [0.25, 0.75],
      [0.5, 0.5],
    ]);
    await shows(0.25);
    const pinned = { node: (await tensor(page, "weights")).node, index: [0, 1, 0] };
    await page.evaluate((cell) => window.attentionExplorer.apply({ type: "Focus", cell, pin: true }), pinned);
    await show("second.json", [
      [1, 0],
      [0.125, 0.875],
    ]);
    await shows(1);
    await page.evaluate(() => window.history.back());
    await shows(0.25);
    await page.evaluate(() => window.history.forward());
    await shows(1);
    assert.deepEqual((await core(page, "tensor", "weights")).values.flat(2), [1, 0, 0.125, 0.875]);
    await close();
  },

  "what a file holds is listed, shown as it is, and named where it is unusual": async () => {
    const { page, close } = await browser.openPage({ link: "" });
    await drop(page, {
      "attentions.npy": npy([1, 2, 3, 3], unusual),
      "tokens.json": JSON.stringify(names),
      "model.pt": Uint8Array.of(0x80, 2),
    });
    await listed(page, "0 to 1, 1 not finite");
    const sheet = await page.evaluate(() => {
      const row = [...document.querySelectorAll("dialog tr")].find(({ textContent }) =>
        textContent.includes("attentions"),
      );
      return {
        row: row.textContent,
        role: row.querySelector("select").value,
        all: document.body.textContent,
      };
    });
    assert.match(sheet.row, /\(1, 2, 3, 3\)F32/);
    assert.equal(sheet.role, "weights", "what is proposed");
    assert.match(sheet.all, /Nothing is sent anywhere/);
    assert.match(sheet.all, /Pickles are programs and are not opened/);
    await act(page, "show");
    await until(page, () => !document.querySelector("dialog"));
    await ready(page);
    const shown = await tensor(page, "weights");
    assert.deepEqual(shown.shape, [2, 3, 3]);
    const { attention, step } = await core(page, "reading");
    assert.deepEqual(attention.queryLabels ?? shown.rowLabels, names);
    const told = JSON.stringify(step.watchOut);
    assert.match(told, /Weights that are not finite: 1; the first is NaN in head 2, row 3, column 1/);
    assert.match(told, /Rows that do not add up to 1: 1; the first is 0\.5 in all, in head 2, row 2/);
    await close();
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
    const layers = attn.map((layer, i) => [`${i}.json`, JSON.stringify({ [`attn${i}`]: layer })]);
    await drop(page, { ...Object.fromEntries(layers), "tokens.json": '["a", "b", "a"]' });
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
      /^Layer 2: Rows that do not add up to 1: 3; the first is 0\.5 in all, in head 2, row 1/,
    );
    await close();
  },

  "a figure saved by the Python module is opened as a file, with the texts of its tokens": async () => {
    const { page, close } = await browser.openPage({ link: "lesson=worked-example&view=reading" });
    const weights = [1, 0, 0.25, 0.75];
    const file = Buffer.from(zipSync({ "attentions.npy": npy([1, 2, 2], weights) })).toString("base64");
    const given = { file, layers: ["attentions"], tokens: ["red", "hat"], keyTokens: [] };
    const inside = `<script type="application/json" id="given">${JSON.stringify(given)}</script>`;
    await drop(page, { "figure.html": `<!doctype html>${inside}<p>page</p>` });
    await listed(page, "(1, 2, 2)");
    await act(page, "show");
    await until(page, () => !document.querySelector("dialog"));
    const shown = await core(page, "tensor", "weights");
    assert.deepEqual(shown.values.flat(2), weights);
    const { tensors } = await core(page, "reading");
    assert.deepEqual(tensors.find(({ name }) => name === "weights").rowLabels, given.tokens);
    await close();
  },

  "of stacked layers with batches, all heads are those of the chosen place in the batch": async () => {
    const { page, close } = await browser.openPage({ link: "lesson=worked-example&view=reading" });
    // (layers, batch, heads, T, T); each second row tells its place: 0.1 · layer + 0.01 · batch.
    const shape = [2, 3, 2, 2, 2];
    const numbers = Array.from({ length: 12 }, (_, at) => {
      const told = 0.1 * Math.floor(at / 6) + 0.01 * Math.floor((at % 6) / 2);
      return [1, 0, told, 1 - told];
    }).flat();
    await drop(page, { "stacked.npy": npy(shape, numbers) });
    await listed(page, "(2, 3, 2, 2, 2)");
    await page.evaluate(() => {
      const select = [...document.querySelectorAll("dialog .choices select")].find(({ options }) =>
        [...options].some(({ text }) => text === "2, 3"),
      );
      select.value = [...select.options].find(({ text }) => text === "2, 3").value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await act(page, "heads.all");
    await until(page, () => window.attentionExplorer.reading().model?.wants === null);
    for (const layer of [0, 1]) {
      await core(page, "apply", { type: "LookModel", layer, head: 1 });
      await until(page, () => window.attentionExplorer.reading().model.wants === null);
      const { rows, about, text } = await page.evaluate(() => window.attentionExplorer.reading().model);
      assert.equal(about.layers, 2);
      assert.equal(text, "", "no sentence of another model");
      const told = rows[0].row.largest.find(({ label }) => label.startsWith("1"));
      assert.ok(Math.abs(told.value - (0.1 * layer + 0.02)) < 1e-6, `layer ${layer}: ${told.value}`);
    }
    await close();
  },

  "the element shows tensors of the page around it, and says which it cannot": async () => {
    const server = await serve(site, {
      pages: { "/host.html": '<!doctype html><title>Host</title><link rel="icon" href="data:,">' },
    });
    const { page, close } = await browser.openPage({ url: `${server.url}host.html`, ready: false });
    const shown = await page.evaluate(async () => {
      await import("/attention-explorer.js");
      const element = document.createElement("attention-explorer");
      element.setAttribute("lesson", "worked-example");
      element.setAttribute("loading", "eager");
      document.body.append(element);
      const refused = await element
        .open({ q: { shape: [2, 2], data: [1, 2, 3, 4] } })
        .catch((error) => `${error.code}: ${error.message}`);
      const weights = { shape: [1, 2, 2], data: Float32Array.of(1, 0, 0.25, 0.75) };
      await element.open({ weights, tokens: ["a", "b"] });
      return { refused, values: (await element.tensor("weights")).values };
    });
    assert.match(shown.refused, /^tensors: /);
    assert.deepEqual(shown.values.flat(2), [1, 0, 0.25, 0.75]);
    await close();
    await server.close();
  },

  "queries and keys that are dropped are shown in the large map, with softmax's weights over them":
    async () => {
      const { page, close } = await browser.openPage({ link: "view=large-reading" });
      await core(page, "apply", { type: "SetLarge", causal: false });
      const [heads, tokens, width] = [2, 40, 6];
      const q = Array.from({ length: heads * tokens * width }, (_, i) => Math.fround(Math.sin(i * i)));
      const nested = (sign) =>
        Array.from({ length: heads }, (_, head) =>
          Array.from({ length: tokens }, (_, token) =>
            q
              .slice((head * tokens + token) * width, (head * tokens + token + 1) * width)
              .map((number) => sign * number),
          ),
        );
      await drop(page, { "qk.json": JSON.stringify({ q: nested(1), k: nested(-1) }) });
      await listed(page, "(2, 40, 6)");
      await act(page, "large");
      await until(page, () => window.attentionExplorer.reading().large?.wants === null);
      await core(page, "apply", { type: "LookLarge", head: 1 });
      await until(page, () => window.attentionExplorer.reading().large.wants === null);
      const { rows } = await core(page, "largeRows", 7, 1);
      const at = (token) => q.slice((tokens + token) * width, (tokens + token + 1) * width);
      const scores = Array.from(
        { length: tokens },
        (_, key) => at(7).reduce((sum, x, d) => sum - x * at(key)[d], 0) / Math.sqrt(width),
      );
      const sum = scores.reduce((all, score) => all + Math.exp(score), 0);
      const largest = Math.max(...scores);
      const [first] = rows[0].largest;
      assert.equal(first.label, String(scores.indexOf(largest) + 1));
      assert.ok(Math.abs(first.value - Math.exp(largest) / sum) < 1e-5, `${first.value}`);
      await close();
    },

  "a table becomes X of the lesson, or is told which shape fits": async () => {
    const { page, close } = await browser.openPage({ link: "lesson=worked-example&view=reading" });
    const give = (text) => drop(page, { "x.csv": text });
    const asX = () =>
      page.evaluate(() => {
        const select = document.querySelector("dialog table select");
        select.value = "x";
        select.dispatchEvent(new Event("change", { bubbles: true }));
      });
    await give("1,2\n3,4");
    await listed(page, "(2, 2)");
    await asX();
    await act(page, "fill");
    await until(page, () => /“x” is \(2, 2\); X of the lesson is \(3, 4\)/.test(document.body.textContent));
    await page.evaluate(() => document.querySelector("dialog").close());
    await give("9,8,7,6\n5,4,3,2\n1,0,-1,0.5");
    await listed(page, "(3, 4)");
    await asX();
    await act(page, "fill");
    await until(page, () => !document.querySelector("dialog"));
    assert.deepEqual(
      (await core(page, "tensor", "x")).values.flat(),
      [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, 0.5],
    );
    await core(page, "apply", { type: "Undo" });
    assert.equal((await core(page, "tensor", "x")).values.flat()[0], 1, "one undo step");
    await close();
  },

  "roles come from names, shapes and values; masks are none, and each sentence of a batch has its own words":
    async () => {
      const { page, close } = await browser.openPage({ link: "lesson=worked-example&view=reading" });
      const give = async (name, content, words) => {
        await drop(page, { [name]: JSON.stringify(content) });
        await listed(page, words);
      };
      const show = async () => {
        await act(page, "show");
        await until(page, () => !document.querySelector("dialog"));
        return core(page, "tensor", "weights");
      };
      // The softmax of 1, 0, 1 over the root of 2.
      const vectors = [[[[1, 0], [0, 1], [1, 1]]]]; // prettier-ignore
      await give("qkv.json", { q: vectors, k: vectors, attn_mask: [[1, 0, 0], [1, 1, 0], [1, 1, 1]] }, "attn_mask"); // prettier-ignore
      const e = Math.exp(Math.SQRT1_2);
      const row = (await show()).values.flat(3).slice(0, 3);
      [e, 1, e].forEach((wanted, i) => assert.ok(Math.abs(row[i] - wanted / (2 * e + 1)) < 1e-5, `${row}`));

      const attn = [[[[1, 0], [0.5, 0.5]]], [[[1, 0], [0.25, 0.75]]]]; // prettier-ignore
      await give(
        "batch.json",
        {
          tokens: [
            ["I", "eat"],
            ["you", "sleep"],
          ],
          attn,
        },
        "tokens[1]",
      );
      await page.evaluate(() => {
        const select = document.querySelector("dialog .choices select");
        select.value = "1";
        select.dispatchEvent(new Event("change", { bubbles: true }));
      });
      assert.deepEqual((await show()).values.flat(3), [1, 0, 0.25, 0.75]);
      const { tensors } = await core(page, "reading");
      assert.deepEqual(tensors.find(({ name }) => name === "weights").rowLabels, ["you", "sleep"]);

      const cross = [[[[0.5, 0.25, 0.25], [0, 0, 1]]]]; // prettier-ignore
      await give(
        "cross.json",
        { tokens: ["le", "chat"], key_tokens: ["the", "cat", "\r"], cross_attentions: cross },
        "key_tokens",
      );
      await show();
      const shown = (await core(page, "reading")).tensors.find(({ name }) => name === "weights");
      assert.deepEqual(
        [shown.rowLabels, shown.columnLabels],
        [
          ["le", "chat"],
          ["the", "cat", "␍"],
        ],
      );

      // Back leads to the file before, with its own words.
      await page.evaluate(() => window.history.back());
      await until(page, () =>
        window.attentionExplorer
          .reading()
          .tensors.some(({ name, rowLabels }) => name === "weights" && rowLabels.includes("sleep")),
      );
      await close();
    },
});

// models.mjs on pictures: what PyTorch computed from small checkpoints (golden/models/pictures.py), the page's own model of
// pictures, how pictures become numbers, and what is refused.
import { bytesOf, near, refused } from "./support.mjs";
import { check, close, equal } from "../harness.mjs";

const names = [
  "vit",
  "vit-float16",
  "vit-bfloat16",
  "deit",
  "deit-teacher",
  "dinov2",
  "dinov2-interpolated",
  "dinov2-swiglu",
  "dinov2-registers",
];

const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const pictureOf = (golden) => {
  const [height, width] = golden.size;
  return { pixels: Float32Array.from(golden.picture.flat(2)), width, height };
};
const preprocessor = (to, resample) => ({
  image_processor_type: "ViTImageProcessor",
  size: { height: to[0], width: to[1] },
  resample,
});

/** Row 0 of the product of ½ I + ½ (mean of the heads) over the layers, the whole map from the first layer on. */
function rolledOut(attention) {
  const tokens = attention[0][0].length;
  const places = Array.from({ length: tokens }, (_, i) => i);
  let product = places.map((i) => places.map((j) => (i === j ? 1 : 0)));
  for (const heads of attention) {
    const half = (i, k) => {
      const mean = heads.reduce((sum, rows) => sum + rows[i][k], 0) / heads.length;
      return mean / 2 + (i === k ? 0.5 : 0);
    };
    product = places.map((i) => places.map((j) => places.reduce((sum, k) => sum + half(i, k) * product[k][j], 0)));
  }
  return product[0];
}

async function families(runner, { loadModel, golden, variants, best, once }) {
  for (const name of names) {
    const of = await golden(`models/${name}`);
    for (const variant of once ? variants(best) : [best])
      await runner.test(
        `pictures: ${name} has PyTorch's labels, weights and parts (${variant})`,
        async () => {
          const model = await loadModel({ config: of.config, weights: bytesOf(of), variant });
          const run = await model.run(pictureOf(of));
          close(run.logitsAt(0), of.logits, near);
          equal(model.config.causal, false, "causal");
          equal([...model.labels], Object.values(of.config.id2label), "labels");
          const tokens = run.ids.length;
          equal([run.picture.rows, run.picture.columns], of.grid, "grid");
          equal(tokens, run.picture.before + of.grid[0] * of.grid[1], "tokens");
          of.attention.forEach((heads, layer) =>
            heads.forEach((rows, head) => close(run.attention(layer, head).data, rows.flat(), near)),
          );
          const largest = of.logits.indexOf(Math.max(...of.logits));
          const [first] = run.next(3);
          equal([first.id, first.text], [largest, of.config.id2label[largest]], "likeliest label");
          const told = [];
          const row = await run.rollout({ onProgress: ({ done, all }) => told.push([done, all]) });
          close(row, rolledOut(of.attention), near);
          const { layers } = model.config;
          equal(told, Array.from({ length: layers }, (_, i) => [i + 1, layers]), "progress of the rollout");
          await refused(run.rollout({ query: tokens }), "range", "query");
          const ledger = run.ledger({ id: 1 });
          close([ledger.sum], [of.logits[1]], near);
          for (const { kind, layer, head, value } of ledger.parts) {
            if (kind === "head") close([value], [of.parts[layer][head]], near);
            if (kind === "inner") close([value], [of.parts[layer].at(-1)], near);
          }
          const lens = await run.lens({ k: of.logits.length, first: 0, count: 1 });
          lens.forEach(([words], layers) =>
            words.forEach(({ id, logit }) => close([logit], [of.lens[layers][id]], near)),
          );
          const [layer, head] = of.off;
          const without = await model.run(pictureOf(of), { without: [{ layer, head }] });
          close(without.logitsAt(0), of.logitsWithout, near);
          const patched = await run.patch([{ layer, head }]);
          close(patched.logitsAt(0), of.logitsWithout, near);
          const swept = await run.sweep({ id: 1 });
          close([swept.data[layer * of.config.num_attention_heads + head]], [of.logitsWithout[1]], near);
          model.dispose();
        },
      );
  }
}

async function own(runner, { loadModel, golden, once }) {
  if (!once) return; // in node, which has the files
  const { readFile } = await import("node:fs/promises");
  const file = (name) => readFile(new URL(`../../../web/models/pictures/${name}`, import.meta.url));
  const of = await golden("models/pictures");
  await runner.test(
    "pictures: the page's own model answers as PyTorch computed from its stored weights",
    async () => {
      const [config, weights, preprocessor] = await Promise.all(
        ["config.json", "model.safetensors", "preprocessor_config.json"].map(file),
      );
      const model = await loadModel({ config, weights, preprocessor });
      equal([...model.labels], Object.values(of.config.id2label), "labels");
      for (const { pixels, logits, attention } of of.pictures) {
        const run = await model.run({ pixels: bytes(pixels), width: 48, height: 48 });
        close(run.logitsAt(0), logits, { relative: 0, absolute: 2e-3 });
        attention.forEach((heads, layer) =>
          heads.forEach((row, head) => close(run.attention(layer, head, { count: 1 }).data, row, near)),
        );
      }
      model.dispose();
    },
  );
}

/** What the tour of the model tells (src/explorer/model/tour.cpp), computed. */
async function toured(runner, { loadModel, golden, once }) {
  if (!once) return;
  const { readFile } = await import("node:fs/promises");
  const read = (name) => readFile(new URL(`../../../web/${name}`, import.meta.url));
  const { languages } = await import("../../../web/words.mjs");
  const of = await golden("models/pictures");
  await runner.test("pictures: the numbers of the tour are the model's, in every language", async () => {
    const [config, weights, preprocessor] = await Promise.all(
      ["config.json", "model.safetensors", "preprocessor_config.json"].map((name) =>
        read(`models/pictures/${name}`),
      ),
    );
    const model = await loadModel({ config, weights, preprocessor });
    const tables = [JSON.parse(await read("words/interface.json"))];
    for (const language of languages()) {
      const entries = Object.entries(JSON.parse(await read(`words/${language}/interface.json`)));
      tables.push(Object.fromEntries(entries.map(([id, { text }]) => [id, text])));
    }
    const close = (text) => String(text).replaceAll(/\s/g, ""); // a percent sign may follow with a space or without
    // Labels are in the language of the text.
    const says = (id, ...values) => {
      for (const table of tables)
        for (const value of values) {
          const words = table[`model.look.${id}`];
          const wanted = table[`model.picture.${value}`] ?? value;
          check(close(words).includes(close(wanted)), `“${words}” lacks ${wanted}`);
        }
    };
    const percent = (share) => `${(100 * share).toFixed(1)} %`;
    const input = ({ pixels }) => ({ pixels: bytes(pixels), width: 48, height: 48 });
    const [first, , , fourth] = of.pictures;
    const run = await model.run(input(first));
    const { layers, heads, picture } = model.config;
    const patches = (picture.size / picture.patch) ** 2;
    says("answer.text", percent(run.next(1)[0].probability));
    says("answer.done", picture.patch ** 2);
    says("corner.text", patches, `${picture.patch} × ${picture.patch}`);
    const corner = [0, 1, 2, 3].map((head) => run.attention(0, head).data[1]);
    says("corner.done", corner[0].toFixed(3), corner[2].toFixed(3));
    equal(
      corner.map((weight) => weight > 0.95),
      [true, false, true, false],
      "heads that look at the corner",
    );
    const triangle = [23, 24, 31, 32]; // patches of its cell, as tokens
    const shape = [0, 1, 2, 3].map((head) => {
      const { data } = run.attention(1, head);
      return triangle.reduce((sum, token) => sum + data[token], 0) > 0.95;
    });
    equal(shape, [true, true, false, true], "heads that look at the triangle");
    // Rollout, in another order of the products than the page's.
    const tokens = patches + 1;
    let row = Array.from({ length: tokens }, (_, i) => (i === 0 ? 1 : 0));
    for (let layer = layers - 1; layer >= 0; layer--) {
      const next = row.map((weight) => weight / 2);
      for (let head = 0; head < heads; head++) {
        const { data } = run.attention(layer, head);
        row.forEach((weight, i) => {
          for (let j = 0; j < tokens; j++) next[j] += (weight * data[i * tokens + j]) / (2 * heads);
        });
      }
      row = next;
    }
    const most = [...row].map((weight, token) => [weight, token]).sort(([a], [b]) => b - a);
    equal(
      most.slice(0, 2).map(([, token]) => token),
      [1, 32],
      "the corner and a patch of the triangle",
    );
    says("layers.done", most[0][0].toFixed(3), most[1][0].toFixed(3));
    const all = Array.from({ length: layers * heads }, (_, i) => ({
      layer: Math.floor(i / heads),
      head: i % heads,
    }));
    const without = async (off) => {
      const other = await model.run(input(first), { without: off });
      const [answer] = other.next(1);
      other.dispose();
      return answer;
    };
    const changed = [];
    let threes = 0;
    for (const [i, a] of all.entries()) {
      equal((await without([a])).text, "triangle", "without one head");
      for (const [j, b] of all.slice(i + 1).entries()) {
        equal((await without([a, b])).text, "triangle", "without two heads");
        for (const c of all.slice(i + j + 2)) {
          threes++;
          const answer = await without([a, b, c]);
          if (answer.text !== "triangle") changed.push([a, b, c, answer]);
        }
      }
    }
    equal(changed.length, 1, "sets of three");
    const [[, , , answer]] = changed;
    equal(
      changed[0].slice(0, 3).map(({ layer, head }) => [layer + 1, head + 1]),
      [
        [2, 1],
        [2, 2],
        [2, 4],
      ],
      "the three",
    );
    says("three.done", threes, answer.text, percent(answer.probability));
    const both = await model.run(input(fourth));
    const [named] = both.next(1);
    const square = [35, 36, 43, 44].reduce((sum, token) => sum + both.attention(1, 1).data[token], 0);
    says("unseen.done", named.text, percent(named.probability), square.toFixed(2));
    model.dispose();
  });
}

async function settings(runner, { loadModel, golden }) {
  const resized = await golden("models/resized");
  const of = await golden("models/dinov2");
  await runner.test("pictures: they are resized as PyTorch does it, within one of 255", async () => {
    for (const { size, to, mode, pixels, resized: wanted } of resized) {
      if (to.some((side) => side % 4 !== 0)) continue; // whole patches
      const model = await loadModel({
        config: of.config,
        weights: bytesOf(of),
        preprocessor: preprocessor(to, mode === "bicubic" ? 3 : 2),
      });
      const run = await model.run({ pixels: bytes(pixels), width: size[1], height: size[0] });
      const { width, height, pixels: shown } = run.picture;
      equal([height, width], to, "size");
      const difference = bytes(wanted).reduce(
        (most, value, i) => Math.max(most, Math.abs(value - shown[Math.floor(i / 3) * 4 + (i % 3)])),
        0,
      );
      check(difference <= 1, `differs by ${difference}`);
      model.dispose();
    }
  });
  await runner.test("pictures: what cannot be read is refused with its place", async () => {
    const plain = await loadModel({ config: of.config, weights: bytesOf(of) });
    const picture = { pixels: new Uint8Array(12 * 12 * 3), width: 12, height: 12 };
    await refused(plain.run(picture), "missing", "preprocessor", /preprocessor_config/);
    await refused(plain.run([1, 2]), "model", "ids", /reads pictures/);
    await refused(plain.run({ ...picture, pixels: "cat.png" }), "type", "pixels");
    await refused(plain.run({ ...picture, width: 0 }), "range", "width");
    await refused(plain.run({ pixels: new Float32Array(5), width: 12, height: 12 }), "size", "pixels");
    await refused(
      plain.run({ pixels: new Float32Array(300), width: 10, height: 10 }),
      "size",
      "pixels",
      /whole patches/,
    );
    plain.dispose();
    const model = await loadModel({
      config: of.config,
      weights: bytesOf(of),
      preprocessor: preprocessor([12, 12], 2),
    });
    await refused(model.run({ ...picture, pixels: new Uint8Array(13) }), "size", "pixels", /13 bytes/);
    model.dispose();
    await refused(
      loadModel({ config: of.config, weights: bytesOf(of), preprocessor: { resample: 1 } }),
      "preprocessor",
      "resample",
    );
    const words = await golden("models/gpt2");
    const reads = await loadModel({ config: words.config, weights: bytesOf(words) });
    await refused(reads.run(picture), "model", "pixels", /reads words/);
    reads.dispose();
  });
}

export async function tests(runner, environment) {
  await families(runner, environment);
  await own(runner, environment);
  await toured(runner, environment);
  await settings(runner, environment);
}

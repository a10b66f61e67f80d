// What the page's worker computes of a model (web/page/model/work.ts), on the page's own one: with parts off, only the layers from
// the first of them on, and the same numbers as a run of the whole model with them off (models.mjs).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkpointOf } from "../support/random-vit.mjs";
import { pageModule } from "./page-module.mjs";

const { ModelWork } = await pageModule(`export { ModelWork } from "./model/work";`, {});
const golden = (name) => JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url)));
const small = new URL("../../web/models/small/", import.meta.url);
const file = (name) => new Blob([readFileSync(new URL(name, small))]);
const text = "When Mary and John went to the shop , John gave a drink to";
const whole = { without: [], weights: [], temperatures: [], replaced: [], other: "" };

async function opened(site) {
  const at = (name) => import(pathToFileURL(join(site, name)));
  const [{ loadModel }, { loadAttention }] = [await at("models.mjs"), await at("attention.mjs")];
  const given = {
    config: file("config.json"),
    weights: [file("model.safetensors")],
    tokenizer: file("tokenizer.json"),
  };
  const work = new ModelWork({ loadModel, loadAttention }, () => performance.now());
  const model = await loadModel(given);
  const signal = new AbortController().signal;
  await work.open(given, { tell: () => {}, signal });
  // The parts of the model that a run computes, and the likeliest words after it.
  const run = async (changes) => {
    let parts = 0;
    const tell = ({ all }) => (parts = Math.max(parts, all));
    await work.run(text, { ...whole, ...changes }, 256, [], {}, { tell, signal });
    const { next, before } = await work.next(5, { tell: () => {}, signal });
    return { parts, next, before };
  };
  return { work, model, run, signal };
}

/** A ViT of more tokens than rows are held together, with random weights, that has read a picture. */
async function lookingAt(site) {
  const { work, signal } = await opened(site);
  const config = {
    model_type: "vit",
    image_size: 72,
    patch_size: 4,
    hidden_size: 12,
    num_hidden_layers: 3,
    num_attention_heads: 2,
  };
  const files = checkpointOf(config);
  const [given, weights, preprocessor] = Object.values(files).map((bytes) => new Blob([bytes]));
  const hearing = { tell: () => {}, signal };
  await work.open({ config: given, weights: [weights], preprocessor }, hearing);
  const pixels = Uint8Array.from({ length: 72 * 72 * 3 }, (_, i) => (i * i * 31) % 256);
  const picture = { pixels, width: 72, height: 72 };
  const { words } = await work.run("noise", whole, 2048, [], { noise: picture }, hearing);
  return { work, hearing, tokens: words.length, layers: 3, heads: 2 };
}

export const tests = (site) => ({
  "a head that is switched off costs the layers from its own on; on again, nothing": async () => {
    const { model, run } = await opened(site);
    const { layers } = model.config;
    const all = await run({});
    assert.equal(all.parts, 2 * layers, "two halves a layer");
    for (const layer of [0, 1, layers - 1]) {
      const off = await run({ without: [{ layer, head: 0 }] });
      assert.equal(off.parts, 2 * (layers - layer));
    }
    assert.equal((await run({})).parts, 0);
  },

  "with heads and MLPs off the next words are those of a run without them, and what was before is said beside":
    async () => {
      const { model, run } = await opened(site);
      const all = await run({});
      for (const without of [
        [
          { layer: 0, head: 1 },
          { layer: 3, head: 1 },
        ],
        [{ layer: 2, part: "inner" }],
        [
          { layer: 1, head: 3 },
          { layer: 1, part: "inner" },
        ],
      ]) {
        const off = await run({ without });
        const expected = (await model.run(text, { without })).next(5);
        assert.deepEqual(
          off.next.map(({ id }) => id),
          expected.map(({ id }) => id),
        );
        off.next.forEach(({ probability }, i) =>
          assert.ok(Math.abs(probability - expected[i].probability) < 1e-6, String(i)),
        );
        const before = new Map(off.before.map(({ id, probability }) => [id, probability]));
        for (const { id, probability } of all.next) assert.equal(before.get(id), probability);
      }
    },

  "words that are written on with a head off are read with it off": async () => {
    const { work, model, run, signal } = await opened(site);
    const without = [{ layer: 1, head: 2 }];
    await run({ without });
    const drawing = { count: 3, seed: 5, temperature: 1 };
    const { ids } = await work.sample(drawing, { tell: () => {}, signal });
    const { next } = await work.next(3, { tell: () => {}, signal });
    const expected = (await model.run(ids, { without })).next(3);
    assert.deepEqual(
      next.map(({ id }) => id),
      expected.map(({ id }) => id),
    );
  },

  "a word as it is typed is a token, several tokens, or not in the vocabulary": async () => {
    const { work, model } = await opened(site);
    const token = (text) => ({ id: model.encode(text)[0], text });
    assert.deepEqual(work.word("Mary"), { found: [token("Mary")], pieces: [] });
    assert.deepEqual(work.word("␣Mary"), { found: [token("Mary")], pieces: [] });
    const pieces = ["Mary", "and", "John"].map(token);
    assert.deepEqual(work.word("Mary and John"), { found: [], pieces });
    assert.deepEqual(work.word("xylophone"), { found: [], pieces: [] });
    assert.deepEqual(work.word("Mary and xylophone"), { found: [], pieces: [] });
    assert.deepEqual(work.word(""), { found: [], pieces: [] });
  },

  "a typed word may begin with a space or not, and special tokens around a text are not its own": async () => {
    const { config, weights } = golden("models/bert");
    const written = (more) => ({ version: "1.0", added_tokens: [], normalizer: null, post_processor: null, ...more });
    const wordsOf = async (tokenizer) => {
      const { work, signal } = await opened(site);
      const json = (value) => new Blob([JSON.stringify(value)]);
      await work.open(
        {
          config: json(config),
          weights: [new Blob([Buffer.from(weights, "base64")])],
          tokenizer: json(tokenizer),
        },
        { tell: () => {}, signal },
      );
      return work;
    };
    const bytes = await wordsOf(
      written({
        pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
        decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
        model: { type: "BPE", vocab: { a: 0, b: 1, Ġ: 2, Ġa: 3 }, merges: ["Ġ a"] },
      }),
    );
    assert.deepEqual(bytes.word("a").found, [
      { id: 3, text: "␣a" },
      { id: 0, text: "a" },
    ]);
    assert.deepEqual(bytes.word(" a").found, [{ id: 3, text: "a" }]);
    assert.deepEqual(bytes.word("b").found, [{ id: 1, text: "b" }]);
    assert.deepEqual(bytes.word("ab").pieces.map(({ id }) => id), [3, 1]);
    const framed = await wordsOf(
      written({
        pre_tokenizer: { type: "Whitespace" },
        post_processor: { type: "BertProcessing", cls: ["[CLS]", 1], sep: ["[SEP]", 2] },
        decoder: { type: "WordPiece", prefix: "##", cleanup: true },
        model: {
          type: "WordPiece",
          unk_token: "[UNK]",
          continuing_subword_prefix: "##",
          max_input_chars_per_word: 100,
          vocab: { "[UNK]": 0, "[CLS]": 1, "[SEP]": 2, the: 3, dog: 4, "##s": 5 },
        },
      }),
    );
    assert.deepEqual(framed.word("dog").found.map(({ id }) => id), [4]);
    assert.deepEqual(framed.word("dogs").pieces.map(({ id }) => id), [4, 5]);
    assert.deepEqual(framed.word("cat"), { found: [], pieces: [] });
  },

  // About 0.3 s on an idle machine.
  "how a rounded model's weights differ: in small, the furthest from 0, and how far each head's lie elsewhere":
    async () => {
      const { work, model, run } = await opened(site);
      await run({});
      const { loadModel } = await import(pathToFileURL(join(site, "models.mjs")));
      const rounded = await loadModel({
        config: file("config.json"),
        weights: [file("model.safetensors")],
        tokenizer: file("tokenizer.json"),
        quantize: "q4_0",
      });
      const [first, other] = [await model.run(text), await rounded.run(text)];
      const [tokens, layer, heads] = [first.ids.length, 2, 4];
      const size = tokens ** 2; // as many blocks as weights
      const weights = Float32Array.from({ length: heads * size }, (_, i) => {
        return other.attention(layer, Math.floor(i / size)).data[i % size];
      });
      const told = work.differences(layer, weights);
      assert.equal(told.length, 2 * weights.length + heads);
      assert.deepEqual(told.subarray(0, weights.length), weights);
      for (let head = 0; head < heads; head++) {
        const { data } = first.attention(layer, head);
        const differences = data.map((weight, i) => weights[head * size + i] - weight);
        const at = weights.length + head * size;
        differences.forEach((wanted, i) => assert.ok(Math.abs(told[at + i] - wanted) < 1e-6));
        const moved = differences.reduce((sum, one) => sum + Math.abs(one), 0) / 2 / tokens;
        assert.ok(moved > 0 && Math.abs(told[2 * weights.length + head] - moved) < 1e-6);
      }
      [model, rounded].forEach((one) => one.dispose());
    },

  "of the page's own model a ledger, the lens, both sweeps and the measures over 64 texts take less than 5 s together":
    async () => {
      const { work, model, run, signal } = await opened(site);
      await run({});
      const hearing = { tell: () => {}, signal };
      const [word, against] = ["Mary", "John"].map((name) => model.encode(name)[0]);
      const asked = { at: 13, word, against, layers: null };
      const texts = Array.from({ length: 64 }, (_, i) => `${text} ${["red", "blue", "green"][i % 3]} hat`);
      const began = performance.now();
      assert.equal(work.ledger(asked).parts.length, 27);
      assert.equal((await work.grid(hearing)).length, model.config.layers + 1);
      for (const over of ["heads", "stream"])
        assert.ok((await work.sweep(asked, { over, other: "" }, hearing)).leads.length >= 20);
      assert.equal((await work.atlas(texts, [], hearing)).texts, 64);
      const took = performance.now() - began;
      assert.ok(took < 5000, `${Math.round(took)} ms`);
    },

  "of a large picture rows, their way through all layers and heads in small are those of the whole maps": async () => {
    const { work, hearing, tokens, layers, heads } = await lookingAt(site);
    assert.equal(tokens, 325);
    const maps = Array.from({ length: layers }, (_, layer) =>
      Array.from({ length: heads }, (_, head) => work.weights(layer, head)),
    );
    const token = 200;
    const rows = work.rows(token);
    maps.flat().forEach((map, i) => {
      const told = rows.subarray(i * tokens, (i + 1) * tokens);
      assert.deepEqual(told, map.subarray(token * tokens, (token + 1) * tokens));
    });
    assert.ok(Math.max(...rows) > 10 / tokens, "weights that differ");

    // The product of the layers, (T, T), from the first on.
    let product = Float64Array.from({ length: tokens ** 2 }, (_, at) => (at % (tokens + 1) === 0 ? 1 : 0));
    for (const layer of maps) {
      const next = product.map((value) => value / 2);
      for (const map of layer)
        for (let i = 0; i < tokens; i++)
          for (let k = 0; k < tokens; k++) {
            const factor = map[i * tokens + k] / 2 / heads;
            for (let j = 0; j < tokens; j++) next[i * tokens + j] += factor * product[k * tokens + j];
          }
      product = next;
    }
    const told = [];
    const tell = ({ done, all }) => told.push([done, all]);
    const row = await work.rollout(token, { ...hearing, tell });
    row.forEach((weight, j) => assert.ok(Math.abs(weight - product[token * tokens + j]) < 1e-5, String(j)));
    assert.deepEqual(told, [[1, 3], [2, 3], [3, 3]]);

    // In small: the largest under each block, of all keys and without the first.
    const largest = (map, side, without) => {
      const to = new Float32Array(side ** 2);
      const block = (i) => Array.from({ length: side }, (_, r) => Math.floor((r * tokens) / side)).findLastIndex((first) => first <= i);
      const blocks = Array.from({ length: tokens }, (_, i) => block(i));
      for (let i = 0; i < tokens; i++)
        for (let j = without; j < tokens; j++) {
          const at = blocks[i] * side + blocks[j];
          to[at] = Math.max(to[at], map[i * tokens + j]);
        }
      return to;
    };
    const side = 60;
    const pooled = work.pooled(1, 1, side);
    assert.deepEqual(pooled.subarray(0, side ** 2), largest(maps[1][1], side, 0));
    assert.deepEqual(pooled.subarray(side ** 2), largest(maps[1][1], side, 1));
    const { pictures, shares } = work.pictures(2);
    assert.deepEqual(pictures.subarray(24 ** 2), largest(maps[2][1], 24, 0));
    const first = maps[2][1].filter((_, at) => at >= tokens && at % tokens === 0);
    const mean = first.reduce((sum, weight) => sum + weight, 0) / (tokens - 1);
    assert.ok(Math.abs(shares[4] - mean) < 1e-5);
  },

  "of the page's own model of pictures all that is shown of a changed picture takes half of 40 changes less than a frame, 16 ms":
    async () => {
      const { work, signal } = await opened(site);
      const hearing = { tell: () => {}, signal };
      const own = (name) => new Blob([readFileSync(new URL(`../../web/models/pictures/${name}`, import.meta.url))]);
      const { config } = await work.open(
        {
          config: own("config.json"),
          weights: [own("model.safetensors")],
          preprocessor: own("preprocessor_config.json"),
        },
        hearing,
      );
      const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64"));
      const pictures = Object.fromEntries(
        golden("models/pictures").pictures.map(({ pixels }, i) => [String(i), { pixels: bytes(pixels), width: 48, height: 48 }]),
      );
      const names = Object.keys(pictures);
      const took = [];
      for (let i = 0; i < 40; i++) {
        const began = performance.now();
        await work.run(names[i % names.length], whole, 2048, [], pictures, hearing);
        assert.ok((await work.next(10, hearing)).next.length > 0);
        assert.equal(work.allWeights().length, config.layers * config.heads * 65 ** 2);
        work.vectors(1, 1);
        for (let layer = 0; layer < config.layers; layer++) work.pictures(layer);
        took.push(performance.now() - began);
      }
      took.sort((a, b) => a - b);
      assert.ok(took[20] < 16, `half of them took ${took[20]} ms`);
    },

  "another text is read anew": async () => {
    const { work, model, run, signal } = await opened(site);
    await run({ without: [{ layer: 1, head: 2 }] });
    const other = "When John and Mary went to the shop , John gave a drink to";
    await work.run(
      other,
      { ...whole, without: [{ layer: 1, head: 2 }] },
      256,
      [],
      {},
      { tell: () => {}, signal },
    );
    const { next } = await work.next(3, { tell: () => {}, signal });
    const expected = (await model.run(other, { without: [{ layer: 1, head: 2 }] })).next(3);
    assert.deepEqual(
      next.map(({ id }) => id),
      expected.map(({ id }) => id),
    );
  },
});

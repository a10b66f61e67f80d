// The small pictures of the contents, each computed by what it stands for: of the large map its third trained head ("what
// followed this letter"), of the page's own model all heads and what a
// logit is made of, and of its model of pictures where each head looks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadCore } from "../site/core.mjs";

const tokens = 192;
const head = 2;
const large = { columns: 60, rows: 60 };
const bars = { count: 10, columns: 60 };

/** Weights (T, T) of a causal head, from queries and keys (T, D) as lists. */
function weightsOf(query, key, width) {
  const dot = (i, j) => {
    let sum = 0;
    for (let f = 0; f < width; ++f) sum += query[i * width + f] * key[j * width + f];
    return sum / Math.sqrt(width);
  };
  return Array.from({ length: query.length / width }, (_, i) => {
    const scores = Array.from({ length: i + 1 }, (_none, j) => dot(i, j));
    const most = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - most));
    const sum = powers.reduce((a, b) => a + b);
    return powers.map((power) => power / sum);
  });
}

// Throws if the map itself says otherwise of a row.
function compare(weights, rows) {
  rows.forEach(({ largest: [{ value }] }, i) => {
    const mine = Math.max(...weights[i]);
    if (Math.abs(mine - value) > 1e-4)
      throw new Error(`The picture's row ${i} has the weight ${mine}, the large map's ${value}.`);
  });
}

const digit = (share) => Math.round(35 * share).toString(36);

// The largest weight under each cell, as its square root.
async function largePicture({ wasmFolder, cache, lesson, heads }) {
  const { core } = await loadCore(wasmFolder, cache);
  const done = (refused) => {
    if (refused) throw new Error(`${refused.path}: ${refused.message}`);
  };
  done(core.open(lesson, "en"));
  const { weights: packed, ...described } = JSON.parse(heads);
  const bytes = new Uint8Array(Buffer.from(packed, "base64"));
  done(core.loadHeads(JSON.stringify(described), new Float32Array(bytes.buffer)));
  const notes = core.openLink(`view=large&m.of=letters&m.model=trained&m.tokens=${tokens}&m.head=${head}`);
  if (notes.length > 0) throw new Error(notes.join(" "));
  const { width, query, key } = core.largeVectors(0, tokens);
  const weights = weightsOf(query, key, width);
  compare(weights, core.largeRows(0, tokens).rows);
  const { rows, columns } = large;
  const largest = Array.from({ length: rows * columns }, () => 0);
  weights.forEach((row, i) =>
    row.forEach((weight, j) => {
      const at = Math.floor((i * rows) / tokens) * columns + Math.floor((j * columns) / tokens);
      largest[at] = Math.max(largest[at], weight);
    }),
  );
  return { ...large, shades: largest.map((weight) => digit(Math.sqrt(weight))).join("") };
}

// The square roots of all heads' weights: a row of maps for each layer.
function headsPicture(run, { layers, heads }, length) {
  const map = length + 1; // and a gap
  const picture = { rows: layers * map - 1, columns: heads * map - 1 };
  const shades = Array.from({ length: picture.rows * picture.columns }, () => "0");
  for (let layer = 0; layer < layers; ++layer)
    for (let of = 0; of < heads; ++of) {
      const { data } = run.attention(layer, of);
      for (let i = 0; i < length; ++i)
        for (let j = 0; j < length; ++j)
          shades[(layer * map + i) * picture.columns + of * map + j] = digit(Math.sqrt(data[i * length + j]));
    }
  return { ...picture, shades: shades.join("") };
}

// The largest parts of the likeliest word's logit as steps from the one sum to the next; what takes away is paler.
function partsPicture(run) {
  const parts = run.ledger({ id: run.next(1)[0].id }).parts.map(({ value }) => value);
  const shown = parts.sort((a, b) => Math.abs(b) - Math.abs(a)).slice(0, bars.count);
  let sum = 0;
  const steps = shown.map((value) => ({ from: sum, to: (sum += value) }));
  const ends = [0, ...steps.map(({ to }) => to)];
  const least = Math.min(...ends);
  const column = (at) => Math.round(((at - least) / (Math.max(...ends) - least)) * bars.columns);
  const lines = steps.map(({ from, to }) => {
    const [left, right] = [column(Math.min(from, to)), column(Math.max(from, to))];
    const line = digit(to > from ? 1 : 0.4).repeat(Math.max(right - left, 1));
    return line
      .padStart(left + line.length, "0")
      .padEnd(bars.columns, "0")
      .slice(0, bars.columns);
  });
  const empty = "0".repeat(bars.columns);
  return {
    rows: 3 * bars.count,
    columns: bars.columns,
    shades: lines.flatMap((line) => [line, line, empty]).join(""),
  };
}

// The model that the site brings, its vocabulary, and its pictures for the sentence that its screen opens with.
async function ofModel({ modules, folder, sentence }) {
  const file = (name) => readFileSync(join(folder, name));
  const json = (name) => JSON.parse(file(name).toString());
  const { loadModel } = await import(pathToFileURL(join(modules, "models.mjs")));
  // With this build the numbers have the same bits on every machine.
  const model = await loadModel({
    config: json("config.json"),
    weights: file("model.safetensors"),
    tokenizer: json("tokenizer.json"),
    variant: "simd",
  });
  const run = await model.run(sentence);
  const pictures = {
    model: headsPicture(run, model.config, run.ids.length),
    tour: partsPicture(run),
  };
  model.dispose();
  return { vocabulary: Object.keys(json("tokenizer.json").model.vocab), pictures };
}

// Where [CLS] of the site's model of pictures looks: the patches for each head, a row for each layer, in full its largest weight.
async function picturesPicture({ modules, wasmFolder, cache, pictures, painted }) {
  const file = (name) => readFileSync(join(pictures, name));
  const { loadModel } = await import(pathToFileURL(join(modules, "models.mjs")));
  const model = await loadModel({
    config: file("config.json"),
    weights: file("model.safetensors"),
    preprocessor: file("preprocessor_config.json"),
    variant: "simd",
  });
  const { core } = await loadCore(wasmFolder, cache);
  const run = await model.run(core.madePicture(painted));
  const { layers, heads } = model.config;
  const { before, columns } = run.picture;
  const map = columns + 1; // and a gap
  const picture = { rows: layers * map - 1, columns: heads * map - 1 };
  const shades = Array.from({ length: picture.rows * picture.columns }, () => "0");
  for (let layer = 0; layer < layers; ++layer)
    for (let head = 0; head < heads; ++head) {
      const weights = run.attention(layer, head, { count: 1 }).data.slice(before);
      const largest = Math.max(...weights);
      weights.forEach((weight, at) => {
        const row = layer * map + Math.floor(at / columns);
        shades[row * picture.columns + head * map + (at % columns)] = digit(Math.sqrt(weight / largest));
      });
    }
  model.dispose();
  return { ...picture, shades: shades.join("") };
}

/**
 * @param given.wasmFolder with page.mjs and page.wasm
 * @param given.cache a folder to keep the core's script in
 * @param given.lesson any lesson, as text
 * @param given.heads the file that makeHeads gives
 * @param given.hero web/hero.json
 * @param given.modules the folder of models.mjs
 * @param given.folder the model that the site brings
 * @param given.sentence that its screen opens with
 * @param given.pictures the folder of the model of pictures that the site brings
 * @param given.painted a picture, as text
 * @returns hero with the pictures and the vocabulary, without the white space
 */
export async function makeHero({ hero, ...given }) {
  const { vocabulary, pictures } = await ofModel(given);
  return JSON.stringify({
    ...JSON.parse(hero),
    vocabulary,
    pictures: { large: await largePicture(given), pictures: await picturesPicture(given), ...pictures },
  });
}

// The band of the contents: the large map's third trained head ("what followed this letter"), pooled to a small picture.
// Computed by the page's own core from the weights that the site trains, so that it shows what the map shows.
import { loadCore } from "../site/core.mjs";

const tokens = 192;
const head = 2;
const band = { columns: 96, rows: 32 };

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
      throw new Error(`The band's row ${i} has the weight ${mine}, the large map's ${value}.`);
  });
}

// For web/hero.json: the largest weight under each cell, its square root as a digit of base 36, row by row.
async function makeBand({ wasmFolder, cache, lesson, heads }) {
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
  const largest = Array.from({ length: band.rows * band.columns }, () => 0);
  weights.forEach((row, i) =>
    row.forEach((weight, j) => {
      const at =
        Math.floor((i * band.rows) / tokens) * band.columns + Math.floor((j * band.columns) / tokens);
      largest[at] = Math.max(largest[at], weight);
    }),
  );
  const digits = largest.map((weight) => Math.round(35 * Math.sqrt(weight)).toString(36));
  return { ...band, weights: digits.join("") };
}

/**
 * @param given.wasmFolder with page.mjs and page.wasm
 * @param given.cache a folder to keep the core's script in
 * @param given.lesson any lesson, as text
 * @param given.heads the file that makeHeads gives
 * @param given.hero web/hero.json
 * @returns hero with the band, without the white space
 */
export async function makeHero({ hero, ...given }) {
  return JSON.stringify({ ...JSON.parse(hero), band: await makeBand(given) });
}

// Times attention over the whole matrix and in tiles, with the kernels of attention.mjs. Runs in a worker; the clock is
// handed in.
import type { Attention, Tensor } from "../../modules/api/attention";

export interface Times {
  plain: number; // ms of one run
  tiles: number;
}

const least = { runs: 3, sample: 20, whole: 600 }; // runs of each; ms of what is timed at once, and of all

// Numbers between −1 and 1, the same each time (Park and Miller's generator).
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647;
    return (state / 2147483647) * 2 - 1;
  });
}

function transposed(data: Float32Array, rows: number, columns: number): Float32Array {
  const out = new Float32Array(data.length);
  for (let r = 0; r < rows; ++r)
    for (let c = 0; c < columns; ++c) out[c * rows + r] = data[r * columns + c] ?? 0;
  return out;
}

const farthest = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? NaN))), 0);

/**
 * The shortest of several runs of each way, in turn. Throws if the two outputs differ by more than rounding.
 * @param tokens T: queries, keys and values are (1, 1, T, D)
 * @param features D
 */
export function times(attention: Attention, tokens: number, features: number, now: () => number): Times {
  const count = tokens * features;
  const given = [1, 2, 3].map((seed) => numbers(count, seed));
  const [q, k, v] = given as [Float32Array, Float32Array, Float32Array];
  const wide = [tokens, features];
  const query = attention.tensor([1, 1, ...wide], q);
  const key = attention.tensor([1, 1, ...wide], k);
  const value = attention.tensor([1, 1, ...wide], v);
  // The plain way gets the scaled queries and the transposed keys for nothing.
  const scaled = attention.tensor(
    wide,
    q.map((each) => each / Math.sqrt(features)),
  );
  const columns = attention.tensor([features, tokens], transposed(k, tokens, features));
  const rows = attention.tensor(wide, v);

  const plain = (): Tensor => {
    const scores = attention.matmul(scaled, columns, { keep: true });
    const weights = attention.softmax(scores, -1, { keep: true });
    const output = attention.matmul(weights, rows);
    scores.dispose();
    weights.dispose();
    return output;
  };
  const tiles = (): Tensor => attention.scaledDotProductAttention(query, key, value).output;

  if (!(farthest(plain().data, tiles().data) < 1e-4)) throw new Error("The two ways gave different numbers.");
  const timed = (way: () => Tensor, times: number) => {
    const began = now();
    for (let i = 0; i < times; ++i) way();
    return (now() - began) / times;
  };
  // As many runs at once as a coarse clock needs.
  const enough = (way: () => Tensor) => Math.ceil(least.sample / Math.max(timed(way, 1), least.sample / 100));
  const [often, oftenTiles] = [enough(plain), enough(tiles)];
  const best = { plain: Infinity, tiles: Infinity };
  const began = now();
  for (let run = 0; run < least.runs || (now() - began < least.whole && run < 20); ++run) {
    best.plain = Math.min(best.plain, timed(plain, often));
    best.tiles = Math.min(best.tiles, timed(tiles, oftenTiles));
  }
  for (const tensor of [query, key, value, scaled, columns, rows]) tensor.dispose();
  return best;
}

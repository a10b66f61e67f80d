// What the worker tells of a run's weights without the whole maps: of a large picture they would take much memory.
import type { ModelConfig, ModelRun } from "../../modules/api/models";
import { Blocks, Shares, sideOf, type HeadRows } from "./measures";

const heldRows = 256; // of a head's weights

/** A head's weights, some rows at a time. */
function* partsOf(run: ModelRun, layer: number, head: number): Generator<HeadRows> {
  const tokens = run.ids.length;
  for (let first = 0; first < tokens; first += heldRows) {
    const count = Math.min(heldRows, tokens - first);
    yield { first, weights: run.attention(layer, head, { first, count }).data };
  }
}

/** Of all heads of a layer: (heads, side, side) and (heads, 4), see measures.ts. */
export function picturesOf(
  run: ModelRun,
  layer: number,
  heads: number,
): { pictures: Float32Array; shares: Float32Array } {
  const tokens = run.ids.length;
  const size = sideOf(tokens) ** 2;
  const first = new Map<number, number>();
  run.ids.forEach((id, i) => first.has(id) || first.set(id, i));
  const same = run.ids.map((id) => first.get(id) ?? 0);
  const made = { pictures: new Float32Array(heads * size), shares: new Float32Array(heads * 4) };
  for (let head = 0; head < heads; head++) {
    const small = new Blocks(tokens, sideOf(tokens), made.pictures.subarray(head * size, (head + 1) * size));
    const shares = new Shares(same);
    for (const rows of partsOf(run, layer, head)) {
      small.add(rows);
      shares.add(rows);
    }
    made.shares.set(shares.means(), head * 4);
  }
  return made;
}

/** What a token gives in each head: (layers, heads, T). */
export function rowsOf(run: ModelRun, token: number, { layers, heads }: ModelConfig): Float32Array {
  const tokens = run.ids.length;
  const all = new Float32Array(layers * heads * tokens);
  for (let i = 0; i < layers * heads; i++) {
    const { data } = run.attention(Math.floor(i / heads), i % heads, { first: token, count: 1 });
    all.set(data, i * tokens);
  }
  return all;
}

/** A head's weights in small, (2, side, side): the largest of each block, of all keys and of all but the first. */
export function pooledOf(run: ModelRun, layer: number, head: number, side: number): Float32Array {
  const tokens = run.ids.length;
  const both = new Float32Array(2 * side * side);
  const all = new Blocks(tokens, side, both.subarray(0, side * side));
  const others = new Blocks(tokens, side, both.subarray(side * side), 1);
  for (const rows of partsOf(run, layer, head)) {
    all.add(rows);
    others.add(rows);
  }
  return both;
}

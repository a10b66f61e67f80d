// How a job travels to a thread and its result back: words as in core.ts, written into shared memory as numbers.
// Depends on the kinds of work that can be divided, not on threads.
import type { ArrayWords, Core, Word } from "./core.js";
import { product, type KeptTensor, type Place } from "./kept.js";

/**
 * What is computed, and how a share of it is cut out: rows of the output of attention, of a product, or of a projection
 * (with transposed weights and a bias); heads of a module, before they are projected.
 */
export const Kind = { attention: 0, product: 1, projection: 2, heads: 3 };
export interface Job {
  kind: number;
  words: Word[];
}
export interface Share {
  index: number;
  count: number;
}

/** Rows of the result, from row `first` on; of heads, columns from column `first` on. */
export interface Rows {
  shape: number[];
  first: number;
  data: Float32Array;
}

const align = (bytes: number) => (bytes + 15) & ~15;
const isFloat = (data: Float32Array | Uint8Array) => data.BYTES_PER_ELEMENT === 4;

const isArray = (word: Word): word is ArrayWords | Place => word !== null && typeof word !== "number";
/** Recognised by its fields: this file is built into two scripts, and each has its own class. */
const isPlace = (word: object): word is Place => "address" in word;
/** Kept tensors are sent like any other numbers. */
const dataOf = (word: ArrayWords | Place) => (isPlace(word) ? word.view : word.data);

/** The length of a job's words, in numbers, before the data of its arrays. */
const numbersOf = (words: readonly Word[]) =>
  words.reduce<number>((sum, word) => sum + (isArray(word) ? 4 + word.shape.length : 2), 2);

/** Bytes of shared memory that a job needs. */
export function sizeOf({ words }: Job): number {
  let bytes = align(numbersOf(words) * 8);
  for (const word of words) if (isArray(word)) bytes += align(dataOf(word).byteLength);
  return bytes;
}

const Tag = { none: 0, number: 1, floats: 2, bytes: 3 };

export function write({ kind, words }: Job, buffer: SharedArrayBuffer): void {
  const out: number[] = [kind, words.length];
  let at = align(numbersOf(words) * 8);
  const laid = new Map<unknown, number>(); // an array that is passed twice is stored once
  const arrays: [number, Float32Array | Uint8Array][] = [];
  for (const word of words) {
    if (word === null) out.push(Tag.none, 0);
    else if (typeof word === "number") out.push(Tag.number, word);
    else {
      const data = dataOf(word);
      out.push(isFloat(data) ? Tag.floats : Tag.bytes, word.shape.length, ...Array.from(word.shape));
      const key = isPlace(word) ? word.address : word.data; // parts of one array are views of their own
      const place = laid.get(key) ?? at;
      out.push(place, data.length);
      if (laid.has(key)) continue;
      laid.set(key, at);
      arrays.push([at, data]);
      at += align(data.byteLength);
    }
  }
  new Float64Array(buffer, 0, out.length).set(out);
  for (const [place, from] of arrays) {
    if (isFloat(from)) new Float32Array(buffer, place, from.length).set(from);
    else new Uint8Array(buffer, place, from.length).set(from);
  }
}

/** The same job again, its arrays still in the shared memory. */
export function read(buffer: SharedArrayBuffer): Job {
  const numbers = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
  let at = 0;
  const next = () => numbers[at++] as number;
  const kind = next();
  const words: Word[] = [];
  for (let count = next(); count > 0; count--) {
    const tag = next();
    if (tag === Tag.none || tag === Tag.number) {
      const value = next();
      words.push(tag === Tag.none ? null : value);
      continue;
    }
    const shape = Array.from({ length: next() }, next);
    const place = next();
    const length = next();
    const floats = tag === Tag.floats;
    const data = floats ? new Float32Array(buffer, place, length) : new Uint8Array(buffer, place, length);
    words.push({ shape, data });
  }
  return { kind, words };
}

/** The count of the rows of all but the last axis. */
const rowsOf = (shape: ArrayLike<number>) => product(shape) / (shape[shape.length - 1] as number);

export function part(word: ArrayWords | Place, first: number, shape: number[]): ArrayWords | Place {
  if (isPlace(word)) return word.part(first, shape);
  return { shape, data: word.data.subarray(first, first + product(shape)) };
}

/** a (…, m, k) in rows, b whole: a product with b (k, n), or a projection by b (n, k) with a bias (n). */
function rows(core: Core, { kind, words }: Job, { index, count }: Share): Rows {
  const [a, b, ...rest] = words as [ArrayWords | Place, ArrayWords | Place, ...Word[]];
  const inner = a.shape[a.shape.length - 1] as number;
  const columns = b.shape[kind === Kind.product ? 1 : 0] as number;
  const [first, last] = [index, index + 1].map((cut) => Math.floor((rowsOf(a.shape) * cut) / count)) as [
    number,
    number,
  ];
  const own = part(a, first * inner, [last - first, inner]);
  const name = kind === Kind.product ? "matmul" : "linear";
  const { data } = core.call(name, [own, b, ...rest], (answer) => answer.tensor());
  return { shape: [...Array.from(a.shape).slice(0, -1), columns], first, data };
}

/** Words: query, key, value, how many heads, the weights and the biases of the three, whether causal, scale. */
function heads(core: Core, { words }: Job, { index, count }: Share): Rows | undefined {
  const [x, [all, ...weights], [isCausal, scale]] = [words.slice(0, 3), words.slice(3, 10), words.slice(10)];
  const width = (x[0] as ArrayWords).shape[2] as number;
  const [from, to] = [index, index + 1].map((cut) => Math.floor(((all as number) * cut) / count)) as [
    number,
    number,
  ];
  const each = width / (all as number);
  const [first, own] = [from * each, (to - from) * each];
  const kept: KeptTensor[] = [];
  const keep = (one: KeptTensor) => {
    kept.push(one);
    return one.place("x");
  };
  try {
    // Equal arrays are copied into the core once.
    const placed: [ArrayWords, Place][] = [];
    const inside = (word: ArrayWords | Place) => {
      if (isPlace(word)) return word;
      const { buffer, byteOffset } = word.data;
      const found = placed.find(([{ data }]) => data.buffer === buffer && data.byteOffset === byteOffset);
      if (found) return found[1];
      const place = keep(core.keep(Array.from(word.shape), word.data as Float32Array));
      placed.push([word, place]);
      return place;
    };
    const projected = [0, 1, 2].map((at) => {
      const [weight, bias] = [weights[at], weights[at + 3]] as [
        ArrayWords | Place,
        ArrayWords | Place | null,
      ];
      const columns = weight.shape[1] as number;
      const given = [
        inside(x[at] as ArrayWords),
        part(weight, first * columns, [own, columns]),
        bias && part(bias, first, [own]),
      ];
      return keep(core.call("linear", given, (answer) => answer.tensor(), undefined, 1) as never);
    });
    // As in scaledDotProductAttention: without a mask, with heads side by side, and only the output, in one share.
    const options: Word[] = [null, isCausal as number, scale as number, 0, 0, null, 0, null, null, 0];
    const attend = [...projected, ...options, to - from, to - from, 0, 0, 0, 1];
    return core.call("scaled_dot_product_share", attend, (answer) => {
      if (!answer.flag()) return undefined;
      const shape = Array.from({ length: answer.number() }, () => answer.number());
      answer.number(); // it is the whole of these heads
      return { shape, first, data: answer.tensor().data };
    });
  } finally {
    for (const one of kept) one.dispose();
  }
}

/** Computes one share of a job. Nothing if the core cannot divide it. */
export function compute(core: Core, job: Job, share: Share): Rows | undefined {
  if (job.kind === Kind.heads) return heads(core, job, share);
  if (job.kind !== Kind.attention) return rows(core, job, share);
  return core.call("scaled_dot_product_share", [...job.words, share.index, share.count], (answer) => {
    if (!answer.flag()) return undefined;
    const shape = Array.from({ length: answer.number() }, () => answer.number());
    const first = answer.number();
    return { shape, first, data: answer.tensor().data };
  });
}

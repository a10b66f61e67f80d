// How a job travels to a thread and its result back: words as core.ts has them, laid into shared memory as numbers. Knows
// the two kinds of work that are divided, and nothing of threads.
import type { ArrayWords, Core, Word } from "./core.js";
import { product, type Place } from "./kept.js";

/** Which of the exports is called, and how its share is cut out. */
export const Kind = { attention: 0, product: 1 };
export interface Job {
  kind: number;
  words: Word[];
}
export interface Share {
  index: number;
  count: number;
}

/** Rows of the result, from row `first` on. */
export interface Rows {
  shape: number[];
  first: number;
  data: Float32Array;
}

const align = (bytes: number) => (bytes + 15) & ~15;
const isFloat = (data: Float32Array | Uint8Array) => data.BYTES_PER_ELEMENT === 4;

const isArray = (word: Word): word is ArrayWords | Place => word !== null && typeof word !== "number";
/** By what it has: this file is built into two scripts, and each has a class of its own. */
const isPlace = (word: object): word is Place => "address" in word;
/** What a kept tensor holds travels like any other numbers. */
const dataOf = (word: ArrayWords | Place) => (isPlace(word) ? word.view : word.data);

/** How many numbers stand for the words of a job, before the data of its arrays. */
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
  const start = align(numbersOf(words) * 8);
  let at = start;
  const arrays = words.filter(isArray).map(dataOf);
  for (const word of words) {
    if (word === null) out.push(Tag.none, 0);
    else if (typeof word === "number") out.push(Tag.number, word);
    else {
      const data = dataOf(word);
      out.push(isFloat(data) ? Tag.floats : Tag.bytes, word.shape.length, ...Array.from(word.shape));
      out.push(at, data.length);
      at += align(data.byteLength);
    }
  }
  new Float64Array(buffer, 0, out.length).set(out);
  at = start;
  for (const from of arrays) {
    if (isFloat(from)) new Float32Array(buffer, at, from.length).set(from);
    else new Uint8Array(buffer, at, from.length).set(from);
    at += align(from.byteLength);
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

/** Computes one share of a job. Nothing where the core says that it cannot be divided. */
export function compute(core: Core, { kind, words }: Job, { index, count }: Share): Rows | undefined {
  if (kind === Kind.attention) {
    return core.call("scaled_dot_product_share", [...words, index, count], (answer) => {
      if (!answer.flag()) return undefined;
      const shape = Array.from({ length: answer.number() }, () => answer.number());
      const first = answer.number();
      return { shape, first, data: answer.tensor().data };
    });
  }
  // a (…, m, k) in rows, b (k, n) whole.
  const [a, b] = words as unknown as (Place | { shape: ArrayLike<number>; data: Float32Array })[];
  if (!a || !b) return undefined;
  const inner = a.shape[a.shape.length - 1] as number;
  const columns = b.shape[1] as number;
  const rows = product(a.shape) / inner;
  const [first, last] = [index, index + 1].map((cut) => Math.floor((rows * cut) / count)) as [number, number];
  const shape = [last - first, inner];
  const part = isPlace(a)
    ? a.rows(first, shape)
    : { shape, data: a.data.subarray(first * inner, last * inner) };
  const { data } = core.call("matmul", [part, b], (answer) => answer.tensor());
  return { shape: [...Array.from(a.shape).slice(0, -1), columns], first, data };
}

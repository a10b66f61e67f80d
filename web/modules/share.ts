// How a job travels to a thread and its result back: words as core.ts has them, laid into shared memory as numbers. Knows
// the two kinds of work that are divided, and nothing of threads.
import type { Core, Word } from "./core.js";

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

/** How many numbers stand for the words of a job, before the data of its arrays. */
const numbersOf = (words: readonly Word[]) =>
  words.reduce<number>(
    (sum, word) => sum + (word !== null && typeof word !== "number" ? 4 + word.shape.length : 2),
    2,
  );

/** Bytes that a job takes. */
export function sizeOf({ words }: Job): number {
  let bytes = align(numbersOf(words) * 8);
  for (const word of words)
    if (word !== null && typeof word !== "number") bytes += align(word.data.byteLength);
  return bytes;
}

const Tag = { none: 0, number: 1, floats: 2, bytes: 3 };

export function write({ kind, words }: Job, buffer: SharedArrayBuffer): void {
  const out: number[] = [kind, words.length];
  const arrays = words.filter((word) => word !== null && typeof word !== "number");
  const data = numbersOf(words) * 8;
  let at = align(data);
  for (const word of words) {
    if (word === null) out.push(Tag.none, 0);
    else if (typeof word === "number") out.push(Tag.number, word);
    else {
      out.push(isFloat(word.data) ? Tag.floats : Tag.bytes, word.shape.length, ...Array.from(word.shape));
      out.push(at, word.data.length);
      at += align(word.data.byteLength);
    }
  }
  new Float64Array(buffer, 0, out.length).set(out);
  at = align(data);
  for (const { data: from } of arrays) {
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

const product = (shape: ArrayLike<number>) => Array.from(shape).reduce((a, b) => a * b, 1);

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
  const [a, b] = words as unknown as { shape: ArrayLike<number>; data: Float32Array }[];
  if (!a || !b) return undefined;
  const inner = a.shape[a.shape.length - 1] as number;
  const columns = b.shape[1] as number;
  const rows = product(a.shape) / inner;
  const [first, last] = [index, index + 1].map((cut) => Math.floor((rows * cut) / count)) as [number, number];
  const part = { shape: [last - first, inner], data: a.data.subarray(first * inner, last * inner) };
  const { data } = core.call("matmul", [part, b], (answer) => answer.tensor());
  return { shape: [...Array.from(a.shape).slice(0, -1), columns], first, data };
}

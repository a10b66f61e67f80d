// A wasm module and how to call it: arguments are written into one block of its memory, results are copied out or kept where
// they are, and all else is released before the call returns. See src/modules/call.hpp for the other side.
import { AttentionError } from "./error.js";
import { KeptTensor, Place, product, type Home } from "./kept.js";

export type Source = string | URL | BufferSource | WebAssembly.Module;

/** An array on its way in or out. `bytes` hold booleans, text in UTF-8, or a generator's state. */
export interface ArrayWords {
  readonly shape: ArrayLike<number>;
  readonly data: Float32Array | Uint8Array;
}

/** null stands for an array that is not given, NaN for a number that is not given. */
export type Word = number | ArrayWords | Place | null;

const Kind = { none: 0, float32: 1, bytes: 2, kept: 3 };

const mostNumbers = 2 ** 28; // of one tensor, as src/attention/shape.hpp has it
const align = (bytes: number) => (bytes + 15) & ~15;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

export const text = (words: string): ArrayWords => {
  const data = encoder.encode(words);
  return { shape: [data.length], data };
};

/** A count and then the numbers themselves. */
export const counted = (numbers: ArrayLike<number>): number[] => [numbers.length, ...Array.from(numbers)];

/** Reads a file beside the module: by fetch, or from disk where the module itself came from disk (node). */
export async function read(address: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(address, import.meta.url);
  if (url.protocol === "file:") {
    const fs = "node:fs/promises"; // a variable, so that bundlers for browsers do not look for it
    const { readFile } = (await import(fs)) as { readFile: (url: URL) => Promise<ArrayLike<number>> };
    return new Uint8Array(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok)
    throw new AttentionError("load", url.href, `${url.href} could not be loaded: HTTP ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  const given = typeof source === "string" || source instanceof URL ? await read(source) : source;
  return WebAssembly.compile(given);
}

const outOfMemory = (path: string, held: number) =>
  new AttentionError(
    "memory",
    path,
    `The core ran out of memory (it held ${Math.round(held / 2 ** 20)} MB). Try smaller tensors.`,
  );

/** Walks over the words of an answer. */
export class Answer {
  constructor(
    private readonly home: Home,
    private readonly words: Float64Array,
    private readonly floats: Float32Array,
    private at: number,
  ) {}

  number(): number {
    return this.words[this.at++] as number;
  }

  flag(): boolean {
    return this.number() !== 0;
  }

  maybeTensor(): { shape: number[]; data: Float32Array } | undefined {
    const kind = this.number();
    if (kind === Kind.none) return undefined;
    const shape: number[] = [];
    let length = 1;
    for (let rank = this.number(); rank > 0; rank--) {
      const lengthOfAxis = this.number();
      shape.push(lengthOfAxis);
      length *= lengthOfAxis;
    }
    const address = this.number();
    // Who asked to keep it knows that it is no copy.
    if (kind === Kind.kept) return new KeptTensor(new Place(this.home, address, shape)) as never;
    return { shape, data: this.floats.slice(address / 4, address / 4 + length) };
  }

  tensor(): { shape: number[]; data: Float32Array } {
    return this.maybeTensor() as { shape: number[]; data: Float32Array };
  }

  bytes(): Uint8Array {
    this.at += 2; // they are bytes, along one axis
    const length = this.number();
    return new Uint8Array(this.words.buffer, this.number(), length).slice();
  }

  text(): string {
    return decoder.decode(this.bytes());
  }
}

export class Core {
  private home!: Home;
  // All of the memory, until it grows.
  private words = new Float64Array(0);
  private floats = new Float32Array(0);
  /** How often it began with a fresh memory. What was held in the core is gone when this changes. */
  starts = 0;
  readonly version: string;

  private constructor(readonly module: WebAssembly.Module) {
    this.start();
    this.version = this.call("version", [], (answer) => answer.text());
  }

  static async load(source: Source): Promise<Core> {
    return new Core(await compile(source));
  }

  /** Bytes that the core holds; it grows to what the largest call needed and no further. */
  get memory(): number {
    return this.home.exports.memory.buffer.byteLength;
  }

  /**
   * Calls an export and reads its answer before anything is freed. `rename` puts the core's words into JavaScript's; `keep`:
   * the tensors of the answer stay in the core.
   */
  call<T>(
    name: string,
    words: readonly Word[],
    read: (answer: Answer) => T,
    rename = (words: string) => words,
    keep = 0,
  ): T {
    const { home } = this;
    try {
      const address = (home.exports[name] as (block: number) => number)(this.write(words, keep));
      this.look();
      const answer = new Answer(home, this.words, this.floats, address / 8);
      if (answer.number() === 0) return read(answer);
      throw new AttentionError(answer.text(), rename(answer.text()), rename(answer.text()));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      // The core stopped in the middle of something: nothing in its memory can be relied on but the numbers of kept tensors,
      // which nobody writes to. Begin with a new one.
      const held = this.memory;
      this.start();
      throw outOfMemory(name, held);
    } finally {
      if (!home.lost) home.exports.release();
    }
  }

  /** A tensor in the core's memory: zeros, or a copy of `data`. */
  keep(shape: ArrayLike<number>, data?: Float32Array): KeptTensor {
    const { home } = this;
    const count = product(shape);
    if (count > mostNumbers) {
      const message = `A tensor of ${count} numbers is larger than the core takes (${mostNumbers}). Choose smaller sizes.`;
      throw new AttentionError("size", "shape", message);
    }
    const address = home.exports.alloc(4 * count);
    if (address === 0) throw outOfMemory("tensor", this.memory);
    const place = new Place(home, address, Array.from(shape));
    if (data) place.view.set(data);
    else place.view.fill(0);
    return new KeptTensor(place);
  }

  private start(): void {
    if (this.starts++) this.home.lost = true;
    const imports = { env: { emscripten_notify_memory_growth: () => undefined } };
    const { exports } = new WebAssembly.Instance(this.module, imports);
    this.home = { exports: exports as never, lost: false };
    this.home.exports._initialize();
    this.words = new Float64Array(0);
  }

  /** Views of the memory as it is now. */
  private look(): void {
    if (this.words.length) return;
    const { buffer } = this.home.exports.memory;
    this.words = new Float64Array(buffer);
    this.floats = new Float32Array(buffer);
  }

  private write(words: readonly Word[], keep: number): number {
    let count = 1;
    let bytes = 0;
    for (const word of words) {
      if (word === null || typeof word === "number") count++;
      else {
        count += 3 + word.shape.length;
        if (word instanceof Place) bytes += word.home === this.home ? 0 : align(4 * product(word.shape));
        else bytes += align(word.data.byteLength);
      }
    }
    const block = this.home.exports.reserve(align(count * 8) + bytes);
    this.look();
    const out = this.words;
    let data = block + align(count * 8);
    let at = block / 8;
    out[at++] = keep;
    let before: unknown; // queries are often keys and values, too: once is enough
    let beforeAt = 0;
    for (const word of words) {
      if (word === null) out[at++] = Kind.none;
      else if (typeof word === "number") out[at++] = word;
      else {
        const { shape } = word;
        const kept = word instanceof Place;
        const own = kept && word.home === this.home;
        const numbers = own ? undefined : kept ? word.view : word.data;
        const floats = !numbers || numbers.BYTES_PER_ELEMENT === 4;
        out[at++] = floats ? Kind.float32 : Kind.bytes;
        out[at++] = shape.length;
        for (let axis = 0; axis < shape.length; axis++) out[at++] = shape[axis] as number;
        if (own) out[at++] = word.address;
        else if (numbers === before) out[at++] = beforeAt;
        else if (numbers) {
          before = numbers;
          beforeAt = out[at++] = data;
          if (floats) this.floats.set(numbers, data / 4);
          else new Uint8Array(out.buffer, data, numbers.length).set(numbers);
          data += align(numbers.byteLength);
        }
      }
    }
    return block;
  }
}

// A wasm module and how to call it: arguments are written into one block of its memory, results are copied out, and
// all is released before the call returns. See src/modules/call.hpp for the other side.
import { AttentionError } from "./error.js";

export type Source = string | URL | BufferSource | WebAssembly.Module;

/** An array on its way in or out. `bytes` hold booleans, text in UTF-8, or a generator's state. */
export interface ArrayWords {
  readonly shape: ArrayLike<number>;
  readonly data: Float32Array | Uint8Array;
}

/** null stands for an array that is not given, NaN for a number that is not given. */
export type Word = number | ArrayWords | null;

const Kind = { none: 0, float32: 1, bytes: 2 };

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

interface Exports {
  memory: WebAssembly.Memory;
  reserve(bytes: number): number;
  release(): void;
  _initialize(): void;
  [name: string]: unknown;
}

/** Walks over the words of an answer. */
export class Answer {
  constructor(
    private readonly buffer: ArrayBufferLike,
    private readonly words: Float64Array,
    private at: number,
  ) {}

  number(): number {
    return this.words[this.at++] as number;
  }

  flag(): boolean {
    return this.number() !== 0;
  }

  private array<T>(make: (address: number, length: number, shape: number[]) => T): T | undefined {
    if (this.number() === Kind.none) return undefined;
    const shape: number[] = [];
    let length = 1;
    for (let rank = this.number(); rank > 0; rank--) {
      const lengthOfAxis = this.number();
      shape.push(lengthOfAxis);
      length *= lengthOfAxis;
    }
    return make(this.number(), length, shape);
  }

  maybeTensor(): { shape: number[]; data: Float32Array } | undefined {
    return this.array((address, length, shape) => ({
      shape,
      data: new Float32Array(this.buffer, length ? address : 0, length).slice(),
    }));
  }

  tensor(): { shape: number[]; data: Float32Array } {
    return this.maybeTensor() as { shape: number[]; data: Float32Array };
  }

  bytes(): Uint8Array {
    return this.array((address, length) =>
      new Uint8Array(this.buffer, length ? address : 0, length).slice(),
    ) as Uint8Array;
  }

  text(): string {
    return decoder.decode(this.bytes());
  }
}

export class Core {
  private exports!: Exports;
  /** How often it began with a fresh memory. What was kept in the core is gone when this changes. */
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
    return this.exports.memory.buffer.byteLength;
  }

  /** Calls an export and reads its answer before anything is freed. `rename` puts the core's words into JavaScript's. */
  call<T>(
    name: string,
    words: readonly Word[],
    read: (answer: Answer) => T,
    rename = (words: string) => words,
  ): T {
    try {
      const address = (this.exports[name] as (block: number) => number)(this.write(words));
      const { buffer } = this.exports.memory;
      const answer = new Answer(buffer, new Float64Array(buffer), address / 8);
      if (answer.number() === 0) return read(answer);
      throw new AttentionError(answer.text(), rename(answer.text()), rename(answer.text()));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      // The core stopped in the middle of something: nothing in its memory can be relied on, so begin with a new one.
      const megabytes = Math.round(this.memory / 2 ** 20);
      this.start();
      throw new AttentionError(
        "memory",
        name,
        `The core ran out of memory (it held ${megabytes} MB). Try smaller tensors.`,
      );
    } finally {
      this.exports.release();
    }
  }

  private start(): void {
    const imports = { env: { emscripten_notify_memory_growth: () => undefined } };
    this.exports = new WebAssembly.Instance(this.module, imports).exports as unknown as Exports;
    this.exports._initialize();
    this.starts++;
  }

  private write(words: readonly Word[]): number {
    let count = 0;
    let bytes = 0;
    for (const word of words) {
      if (word === null || typeof word === "number") count++;
      else {
        count += 3 + word.shape.length;
        bytes += align(word.data.byteLength);
      }
    }
    const block = this.exports.reserve(align(count * 8) + bytes);
    const { buffer } = this.exports.memory;
    const out = new Float64Array(buffer, block, count);
    let data = block + align(count * 8);
    let at = 0;
    for (const word of words) {
      if (word === null) out[at++] = Kind.none;
      else if (typeof word === "number") out[at++] = word;
      else {
        const floats = word.data instanceof Float32Array || word.data.BYTES_PER_ELEMENT === 4;
        out[at++] = floats ? Kind.float32 : Kind.bytes;
        out[at++] = word.shape.length;
        for (let axis = 0; axis < word.shape.length; axis++) out[at++] = word.shape[axis] as number;
        out[at++] = data;
        if (floats) new Float32Array(buffer, data, word.data.length).set(word.data);
        else new Uint8Array(buffer, data, word.data.length).set(word.data);
        data += align(word.data.byteLength);
      }
    }
    return block;
  }
}

// A wasm module and how to call it: arguments are written into one block of its memory, results are copied out or kept
// in place, and everything else is released before the call returns. See src/modules/call.hpp for the other side.
import { AttentionError, fail, reason } from "./error.js";
import { copyOf, KeptTensor, Place, product, type Home } from "./kept.js";
import { countOf, kindOf } from "./typed.js";

export type Source = string | URL | BufferSource | WebAssembly.Module;

/** An array on its way in or out. `bytes` hold booleans, text in UTF-8, or a generator's state. */
export interface ArrayWords {
  readonly shape: ArrayLike<number>;
  readonly data: Float32Array | Uint8Array;
}

/** null stands for an array that is not given, NaN for a number that is not given. */
export type Word = number | ArrayWords | Place | null;

const Kind = { none: 0, float32: 1, bytes: 2, kept: 3 };

const mostBytes = 2 ** 32 - 2 ** 16; // bytes that a call's arguments can take: addresses have 32 bits
const align = (bytes: number) => Math.ceil(bytes / 16) * 16;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true }); // U+FEFF is a character like any other
const encoder = new TextEncoder();

export const text = (words: string): ArrayWords => {
  const data = encoder.encode(words);
  return { shape: [data.length], data };
};

/** A count and then the numbers themselves. */
export const counted = (numbers: ArrayLike<number>): number[] => [numbers.length, ...Array.from(numbers)];

/** Reads a file beside the module: by fetch, or from disk where the module itself came from disk (node). */
export async function read(address: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const url = new URL(address, import.meta.url);
    if (url.protocol === "file:") {
      const fs = "node:fs/promises"; // a variable, so that bundlers for browsers do not look for it
      const { readFile } = (await import(fs)) as { readFile: (url: URL) => Promise<ArrayLike<number>> };
      return new Uint8Array(await readFile(url));
    }
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    fail("load", String(address), `${String(address)} could not be loaded: ${reason(error)}.`, error);
  }
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  const isAddress = typeof source === "string" || source instanceof URL;
  const bytes = isAddress ? await read(source) : source;
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    const what = isAddress ? String(source) : "wasm";
    fail("load", what, `${what} is not WebAssembly that can be run here: ${reason(error)}.`, error);
  }
}

const outOfMemory = (path: string, held: number, cure = "Try smaller tensors.") =>
  new AttentionError(
    "memory",
    path,
    `The core ran out of memory (it held ${Math.round(held / 2 ** 20)} MB). ${cure}`,
  );

/** What a core imports: `more`, and what every one does. */
export const importsOf = (more: Record<string, WebAssembly.ImportValue>) => ({
  env: { emscripten_notify_memory_growth: () => undefined, ...more },
});

/** The memory of a core that shares it among threads: what src/modules/CMakeLists.txt says, in pages of 64 kB. */
const sharedMemory = () => new WebAssembly.Memory({ initial: 256, maximum: 3584 * 16, shared: true });

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
    // The caller asked to keep it, so it is not a copy.
    if (kind === Kind.kept) return new KeptTensor(new Place(this.home, address, shape)) as never;
    return { shape, data: copyOf(this.floats.subarray(address / 4, address / 4 + length)) };
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
  /** Why it cannot compute any more. */
  private stopped: AttentionError | undefined;
  /** How often the memory was replaced. Tensors held in the core are gone when this changes. */
  starts = 0;
  readonly version: string;
  /** Whether its memory can be shared with other threads. */
  readonly shares: boolean;

  private constructor(
    readonly module: WebAssembly.Module,
    private readonly needed: readonly string[],
    private readonly imports: Record<string, WebAssembly.ImportValue>,
  ) {
    this.shares = WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
    this.start();
    this.version = this.call("version", [], (answer) => answer.text());
  }

  /** `needed`: exports that identify this core's wasm; `imports`: what this wasm imports beside what every one does. */
  static async load(
    source: Source,
    needed: readonly string[] = [],
    imports: Record<string, WebAssembly.ImportValue> = {},
  ): Promise<Core> {
    return new Core(await compile(source), needed, imports);
  }

  /** The memory itself, which is another one once the core had to begin anew. */
  get memoryItself(): WebAssembly.Memory {
    return this.home.exports.memory;
  }

  /** Bytes that the core holds; it grows to what the largest call needed and no further. */
  get memory(): number {
    return this.home.exports.memory.buffer.byteLength;
  }

  /**
   * Calls an export and reads its answer before anything is freed. `rename` translates the core's names into
   * JavaScript's; `keep`: the tensors of the answer stay in the core.
   */
  call<T>(
    name: string,
    words: readonly Word[],
    read: (answer: Answer) => T,
    rename = (words: string) => words,
    keep = 0,
  ): T {
    const { home } = this.running(name);
    const block = this.write(name, words, keep);
    const address = this.enter(name, name, block);
    try {
      this.look();
      const answer = new Answer(home, this.words, this.floats, address / 8);
      if (answer.number() === 0) return read(answer);
      throw new AttentionError(answer.text(), rename(answer.text()), rename(answer.text()));
    } finally {
      home.exports.release();
    }
  }

  /** A tensor in the core's memory: zeros, or a copy of `data`. `shape`: a list that the caller does not keep. */
  keep(shape: readonly number[], data?: Float32Array): KeptTensor {
    const { home } = this.running("tensor");
    const place = new Place(home, this.allocate("tensor", 4 * product(shape)), shape);
    if (data) place.view.set(data);
    else place.view.fill(0);
    return new KeptTensor(place);
  }

  /** A block of memory of the caller's own. `path`: what it is for; `cure`: what to do if there is too little. */
  allocate(path: string, bytes: number, cure?: string): number {
    const { home } = this.running(path);
    const address = home.exports.alloc(bytes) >>> 0; // wasm's numbers are signed
    if (address === 0) throw outOfMemory(path, this.memory, cure);
    return address;
  }

  free(address: number): void {
    if (!this.home.lost) this.home.exports.dealloc(address);
  }

  /** Whether it can compute. */
  get live(): boolean {
    return !this.stopped;
  }

  /** Lets go of its memory: nothing in it is needed any more. */
  drop(): void {
    this.stopped = new AttentionError("disposed", "core", "It was disposed.");
    this.starts++;
    this.home = { exports: {} as Home["exports"], lost: true };
    this.words = new Float64Array(0);
    this.floats = new Float32Array(0);
  }

  /** Bytes of the memory, valid until it grows. */
  bytes(address: number, count: number): Uint8Array {
    return new Uint8Array(this.home.exports.memory.buffer, address, count);
  }

  private running(name: string): this {
    if (!this.stopped) return this;
    const cure = "Load it again to go on. Kept tensors can still be read.";
    fail("stopped", name, `The core stopped earlier, in ${this.stopped.path}. ${cure}`, this.stopped);
  }

  /** `name`: the function that the caller called; `entry`: the core function behind it. */
  private enter(name: string, entry: string, given: number): number {
    try {
      return (this.home.exports[entry] as (given: number) => number)(given) >>> 0; // an address
    } catch (error) {
      throw this.ended(name, error);
    }
  }

  /**
   * The error for a call that did not return. It stopped midway: nothing in this memory can be relied on but the
   * numbers of kept tensors, which no kernel writes to.
   */
  private ended(name: string, error: unknown): AttentionError {
    const { home } = this;
    home.lost = true;
    if (home.exports.out_of_memory()) {
      const short = outOfMemory(name, this.memory);
      try {
        this.start();
      } catch {
        this.stopped = short;
      }
      return short;
    }
    const message =
      `The core stopped in ${name}: ${reason(error)}. This is a fault of the core and not of the call. ` +
      "Load it again to go on, and please report it with the stack of this error's cause.";
    this.stopped = new AttentionError("internal", name, message, error);
    return this.stopped;
  }

  private start(): void {
    let exports: Home["exports"];
    try {
      const memory = this.shares ? { memory: sharedMemory() } : {};
      const instance = new WebAssembly.Instance(this.module, importsOf({ ...this.imports, ...memory }));
      exports = { ...instance.exports, ...memory } as never;
    } catch (error) {
      if (error instanceof RangeError)
        fail("memory", "wasm", `There is no memory for the core: ${reason(error)}.`, error);
      fail("load", "wasm", `wasm is not the core's: ${reason(error)}.`, error);
    }
    for (const name of ["version", "out_of_memory", ...this.needed])
      if (typeof exports[name] !== "function")
        fail("load", "wasm", `wasm is not the core's: it has no function ${name}.`);
    this.starts++;
    this.home = { exports, lost: false };
    exports._initialize();
    this.words = new Float64Array(0);
  }

  /** Views of the memory as it is now. */
  private look(): void {
    const { buffer } = this.home.exports.memory;
    if (this.words.buffer === buffer) return;
    this.words = new Float64Array(buffer);
    this.floats = new Float32Array(buffer);
  }

  /** Copies the arguments of a call into the core's memory, and returns their address. */
  private write(name: string, words: readonly Word[], keep: number): number {
    let count = 1;
    let bytes = 0;
    for (const word of words) {
      if (word === null || typeof word === "number") count++;
      else {
        count += 3 + word.shape.length;
        const numbers = product(word.shape);
        if (word instanceof Place) bytes += word.home === this.home ? 0 : align(4 * numbers);
        else if (countOf(word.data) === numbers) bytes += align(4 * numbers);
        else fail("shape", "data", "The numbers of an argument were lost while the arguments were read.");
      }
    }
    bytes += align(count * 8);
    if (bytes > mostBytes) throw outOfMemory(name, this.memory);
    const block = this.enter(name, "reserve", bytes);
    this.look();
    const out = this.words;
    let data = block + align(count * 8);
    let at = block / 8;
    out[at++] = keep;
    let before: unknown; // query, key and value are often the same array: copy it once
    let beforeAt = 0;
    for (const word of words) {
      if (word === null) out[at++] = Kind.none;
      else if (typeof word === "number") out[at++] = word;
      else {
        const { shape } = word;
        const kept = word instanceof Place;
        const own = kept && word.home === this.home;
        const numbers = own ? undefined : kept ? word.view : word.data;
        const floats = !numbers || kindOf(numbers) === "Float32Array";
        out[at++] = floats ? Kind.float32 : Kind.bytes;
        out[at++] = shape.length;
        for (let axis = 0; axis < shape.length; axis++) out[at++] = shape[axis] as number;
        if (own) out[at++] = word.address;
        else if (numbers === before) out[at++] = beforeAt;
        else if (numbers) {
          before = numbers;
          beforeAt = out[at++] = data;
          const count = product(shape);
          if (count === 0) continue; // its buffer may be detached
          if (floats) this.floats.set(numbers, data / 4);
          else new Uint8Array(out.buffer).set(numbers, data);
          data += align((floats ? 4 : 1) * count);
        }
      }
    }
    return block;
  }
}

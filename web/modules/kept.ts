// Tensors whose numbers stay in a core's memory from call to call. A place says where numbers lie; a kept tensor owns such a
// place until it is disposed, or until nobody holds it any more.
import { AttentionError } from "./error.js";

/** What a core exports, and whether it gave up: then its memory can still be read, and is freed as a whole. */
export interface Home {
  readonly exports: {
    readonly memory: WebAssembly.Memory;
    alloc(bytes: number): number;
    dealloc(address: number): void;
    reserve(bytes: number): number;
    release(): void;
    _initialize(): void;
    readonly [name: string]: unknown;
  };
  lost: boolean;
}

export const product = (shape: ArrayLike<number>): number => {
  let count = 1;
  for (let axis = 0; axis < shape.length; axis++) count *= shape[axis] as number;
  return count;
};

export class Place {
  constructor(
    readonly home: Home,
    readonly address: number,
    readonly shape: readonly number[],
  ) {}

  /** The numbers themselves, until the memory grows: to be used at once. */
  get view(): Float32Array<ArrayBuffer> {
    const { buffer } = this.home.exports.memory;
    return new Float32Array(buffer, this.address, product(this.shape));
  }

  /** A part of it, from number `first` on; the numbers stay where they are. */
  part(first: number, shape: readonly number[]): Place {
    return new Place(this.home, this.address + 4 * first, shape);
  }
}

const free = ({ home, address }: Place) => {
  if (!home.lost) home.exports.dealloc(address);
};
const forgotten = new FinalizationRegistry(free);

export class KeptTensor {
  #place: Place | undefined;
  readonly shape: readonly number[];

  constructor(place: Place) {
    this.#place = place;
    this.shape = place.shape;
    forgotten.register(this, place, this);
  }

  /** Where its numbers lie. `path`: what the caller calls it. */
  place(path: string): Place {
    if (this.#place) return this.#place;
    throw new AttentionError(
      "disposed",
      path,
      `${path} was disposed: its numbers are gone. Dispose a tensor after its last use.`,
    );
  }

  get disposed(): boolean {
    return !this.#place;
  }

  get data(): Float32Array {
    return this.place("tensor").view.slice();
  }

  read(into?: Float32Array): Float32Array {
    if (into === undefined) return this.data;
    into.set(this.#matching("into", into).view);
    return into;
  }

  write(data: Float32Array): this {
    this.#matching("data", data).view.set(data);
    return this;
  }

  #matching(path: string, data: unknown): Place {
    const place = this.place("tensor");
    const wanted = product(this.shape);
    const fits = data instanceof Float32Array && data.length === wanted;
    if (fits) return place;
    const code = data instanceof Float32Array ? "shape" : "type";
    const needed = `The tensor (${this.shape.join(", ")}) holds ${wanted} numbers`;
    throw new AttentionError(code, path, `${needed}; ${path} should be a Float32Array of as many.`);
  }

  dispose(): void {
    if (!this.#place) return;
    forgotten.unregister(this);
    free(this.#place);
    this.#place = undefined;
  }
}

// For `using x = attention.tensor(…)`, where the engine knows it.
const { dispose } = Symbol as { dispose?: symbol };
if (dispose) {
  const value = function (this: KeptTensor) {
    this.dispose();
  };
  Object.defineProperty(KeptTensor.prototype, dispose, { value });
}

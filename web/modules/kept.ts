// Tensors whose numbers stay in a core's memory from call to call. A place says where numbers lie; a kept tensor owns
// such a place until it is disposed or garbage-collected.
import { AttentionError, fail, reason } from "./error.js";
import { behind, findable } from "./held.js";
import { countOf, kindOf } from "./typed.js";

/** A core's exports, and whether it has stopped: then its memory can still be read, and is freed as a whole. */
export interface Home {
  readonly exports: {
    readonly memory: WebAssembly.Memory;
    out_of_memory(): number;
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

  /** A view of the numbers, valid only until the memory grows. */
  get view(): Float32Array<ArrayBuffer> {
    const { buffer } = this.home.exports.memory;
    return new Float32Array(buffer, this.address, product(this.shape));
  }

  /** A part of it, from number `first` on; the numbers stay where they are. */
  part(first: number, shape: readonly number[]): Place {
    return new Place(this.home, this.address + 4 * first, shape);
  }
}

/** A copy of numbers in the core's memory, for the caller. */
export function copyOf(numbers: Float32Array): Float32Array {
  try {
    return numbers.slice();
  } catch (error) {
    const megabytes = Math.round((4 * countOf(numbers)) / 2 ** 20);
    const message = `There is no memory for a copy of the result (${megabytes} MB): ${reason(error)}.`;
    throw new AttentionError("memory", "result", message, error);
  }
}

const free = ({ home, address }: Place) => {
  if (!home.lost) home.exports.dealloc(address);
};
const forgotten = new FinalizationRegistry(free);

export class KeptTensor {
  #place: Place | undefined;
  readonly shape: readonly number[];

  /** The place's shape is handed out, so the caller must not keep it. */
  constructor(place: Place) {
    this.#place = place;
    this.shape = Object.freeze(place.shape);
    findable(this);
    forgotten.register(this, place, this);
  }

  /** The kept tensor that a value is, or that a Proxy was put around. */
  static of(value: unknown): KeptTensor | undefined {
    const found = behind(value);
    return typeof found === "object" && found !== null && #place in found ? found : undefined;
  }

  static #own(value: unknown): KeptTensor {
    return (
      KeptTensor.of(value) ??
      fail(
        "type",
        "tensor",
        "This was called on something that is not a kept tensor, or a Proxy that hides it.",
      )
    );
  }

  /** Where its numbers lie. `path`: the caller's name for it. */
  place(path: string): Place {
    const place = KeptTensor.#own(this).#place;
    if (place) return place;
    fail(
      "disposed",
      path,
      `${path} was disposed: its numbers are gone. Dispose a tensor after its last use.`,
    );
  }

  get disposed(): boolean {
    return !KeptTensor.#own(this).#place;
  }

  get data(): Float32Array {
    return copyOf(KeptTensor.#own(this).place("tensor").view);
  }

  read(into?: Float32Array): Float32Array {
    const own = KeptTensor.#own(this);
    if (into === undefined) return own.data;
    const { view } = own.#matching("into", into);
    into.set(view);
    return into;
  }

  write(data: Float32Array): this {
    KeptTensor.#own(this).#matching("data", data).view.set(data);
    return this;
  }

  #matching(path: string, data: unknown): Place {
    const place = this.place("tensor");
    const wanted = product(place.shape);
    const isFloats = kindOf(data) === "Float32Array";
    if (isFloats && countOf(data as Float32Array) === wanted) return place;
    const needed = `The tensor (${place.shape.join(", ")}) holds ${wanted} numbers`;
    fail(isFloats ? "shape" : "type", path, `${needed}; ${path} should be a Float32Array of as many.`);
  }

  dispose(): void {
    const own = KeptTensor.#own(this);
    if (!own.#place) return;
    forgotten.unregister(own);
    free(own.#place);
    own.#place = undefined;
  }
}

// For `using x = attention.tensor(…)`, where the engine supports it.
const { dispose } = Symbol as { dispose?: symbol };
if (dispose) {
  const value = function (this: KeptTensor) {
    this.dispose();
  };
  Object.defineProperty(KeptTensor.prototype, dispose, { value });
}

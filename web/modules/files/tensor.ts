// A tensor of a file, whose numbers are read when they are asked for, a few megabytes at a time.
import type { FileTensor, NumberType, ReadOptions } from "../api/tensors.js";
import { fail } from "../error.js";
import type { Pieces } from "./pieces.js";
import type { Described, Given, Reader } from "./reader.js";

export const mostNumbers = 2 ** 28; // at a time, as one tensor of the core
const piece = 2 ** 22; // numbers converted at a time

const sizes: Record<NumberType, number> = { F64: 8, F32: 4, F16: 2, BF16: 2, I64: 8, I32: 4, U8: 1, BOOL: 1 };
export const product = (shape: readonly number[]) => shape.reduce((all, length) => all * length, 1);

/** Which numbers are asked for; checked against how many there are. */
function range(path: string, total: number, { first = 0, count = total - first }: ReadOptions) {
  const whole = Number.isSafeInteger(first) && Number.isSafeInteger(count);
  if (!whole || first < 0 || count < 0 || first + count > total)
    fail("range", path, `${path} has ${total} numbers; ${first} and ${count} more were asked for.`);
  if (count > mostNumbers)
    fail(
      "size",
      path,
      `${path} has ${count} numbers, more than are read at once (${mostNumbers}). Read a part of them.`,
    );
  return { first, count };
}

/** Of a binary file. `at(name, work)`: names the file and place in the errors of `work`. */
export class StoredTensor implements FileTensor {
  readonly columns: string[] = [];
  readonly rows: string[] = [];
  readonly heading = 0;
  readonly refused: string;
  readonly shape: number[];
  readonly type: NumberType;

  constructor(
    readonly name: string,
    readonly file: string,
    private readonly described: Described,
    private readonly pieces: Pieces,
    private readonly reader: Reader,
    private readonly at: <T>(place: string, work: () => Promise<T>) => Promise<T>,
  ) {
    this.refused = described.refused;
    this.shape = described.shape;
    this.type = described.type;
  }

  async read(options: ReadOptions = {}): Promise<{ shape: number[]; data: Float32Array }> {
    if (this.refused) fail("type", `${this.file}: ${this.name}`, this.refused);
    const total = product(this.shape);
    const wanted = range(`${this.file}: ${this.name}`, total, options);
    const part = wanted.count < total;
    // Numbers in Fortran's order that follow each other in C's do not in the file.
    const { fortran } = this.described;
    const { first, count } = fortran ? range(this.name, total, {}) : wanted;
    const data = await this.at(this.name, () => this.numbers(first, count, options.signal));
    if (!fortran) return { shape: part ? [count] : [...this.shape], data };
    const ordered = this.reader.cOrder(data, this.shape);
    if (!part) return { shape: [...this.shape], data: ordered };
    return { shape: [wanted.count], data: ordered.slice(wanted.first, wanted.first + wanted.count) };
  }

  private async numbers(first: number, count: number, signal?: AbortSignal): Promise<Float32Array> {
    const { type, bigEndian, offset } = this.described;
    const size = sizes[type];
    const out = new Float32Array(count);
    for (let done = 0; done < count; done += piece) {
      signal?.throwIfAborted();
      const some = Math.min(piece, count - done);
      const bytes = await this.pieces.read(offset + (first + done) * size, some * size);
      out.set(this.reader.floats(type, bigEndian, bytes), done);
    }
    return out;
  }
}

/** Of a text, or handed over: its numbers are already there. */
export class GivenTensor implements FileTensor {
  readonly type = "F32";
  readonly refused = "";
  readonly shape: number[];
  readonly columns: string[];
  readonly rows: string[];
  readonly heading: number;
  private readonly data: Float32Array;

  constructor(
    readonly name: string,
    readonly file: string,
    { shape, data, columns, rows, heading }: Omit<Given, "name" | "texts" | "sentence">,
  ) {
    this.shape = shape;
    this.data = data;
    this.columns = columns;
    this.rows = rows;
    this.heading = heading;
  }

  read(options: ReadOptions = {}): Promise<{ shape: number[]; data: Float32Array }> {
    return Promise.resolve().then(() => {
      const { first, count } = range(this.name, this.data.length, options);
      const part = count < this.data.length;
      return { shape: part ? [count] : [...this.shape], data: this.data.slice(first, first + count) };
    });
  }
}

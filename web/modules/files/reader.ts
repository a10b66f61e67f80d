// The readers' wasm behind typed functions. The words of each call are written in the order in which
// src/modules/files_module.cpp reads them.
import { oddities } from "../../../build/generated/model.js";
import type { NumberType, Oddity } from "../api/tensors.js";
import { text, type Answer, type ArrayWords, type Core } from "../core.js";

export const firstNpyBytes = 256; // enough for the header of almost every .npy file
export const zipTail = 22 + 65_535; // bytes at the end of a file that are certain to hold the mark of its end
export const zipMemberHeader = 30;

/** A tensor as a header describes it; `offset` counts from the file's first byte. */
export interface Described {
  name: string;
  type: NumberType;
  shape: number[];
  fortran: boolean;
  bigEndian: boolean;
  offset: number;
  bytes: number;
  refused: string;
}

/** A tensor, or a list of texts, that is written out in a text. */
export interface Given {
  name: string;
  shape: number[];
  data: Float32Array;
  texts: string[];
  columns: string[];
  rows: string[];
  heading: number; // the line of a table that was read as its heading, from 1; 0: none
  sentence: number; // of texts: which sentence of a batch they are, from 1; 0: there is one list
}

export interface ZipDirectory {
  offset: number;
  bytes: number;
  members: number;
}

export interface ZipMember {
  name: string;
  header: number;
  packed: number;
  bytes: number;
  deflated: boolean;
  refused: string;
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const numbers = (answer: Answer) => times(answer.number(), () => answer.number());
const texts = (answer: Answer) => times(answer.number(), () => answer.text());
const block = (data: Uint8Array): ArrayWords => ({ shape: [data.length], data });

const described = (answer: Answer): Described => ({
  name: answer.text(),
  type: answer.text() as NumberType,
  shape: numbers(answer),
  fortran: answer.flag(),
  bigEndian: answer.flag(),
  offset: answer.number(),
  bytes: answer.number(),
  refused: answer.text(),
});

const given = (answer: Answer): Given => ({
  name: answer.text(),
  shape: numbers(answer),
  data: answer.tensor().data,
  texts: texts(answer),
  columns: texts(answer),
  rows: texts(answer),
  heading: answer.number(),
  sentence: answer.number(),
});

const zipMember = (answer: Answer): ZipMember => ({
  name: answer.text(),
  header: answer.number(),
  packed: answer.number(),
  bytes: answer.number(),
  deflated: answer.flag(),
  refused: answer.text(),
});

export class Reader {
  constructor(private readonly core: Core) {}

  get version(): string {
    return this.core.version;
  }

  /** The tensor, or how many bytes of the beginning are needed. */
  npy(start: Uint8Array, size: number): Described | number {
    return this.core.call("npy", [block(start), size], (answer) => answer.number() || described(answer));
  }

  zipDirectory(tail: Uint8Array, size: number): ZipDirectory {
    return this.core.call("zip_directory", [block(tail), size], (answer) => ({
      offset: answer.number(),
      bytes: answer.number(),
      members: answer.number(),
    }));
  }

  zipMembers(directory: Uint8Array, { offset, bytes, members }: ZipDirectory): ZipMember[] {
    return this.core.call("zip_members", [block(directory), offset, bytes, members], (answer) =>
      times(answer.number(), () => zipMember(answer)),
    );
  }

  /** Where a member's bytes begin. */
  zipMember(header: Uint8Array, member: ZipMember, { offset, bytes, members }: ZipDirectory): number {
    const words = [block(header), member.header, member.packed, offset, bytes, members];
    return this.core.call("zip_member", words, (answer) => answer.number());
  }

  /** Bytes of the header. */
  safetensorsHeader(start: Uint8Array, size: number): number {
    return this.core.call("safetensors_header", [block(start), size], (answer) => answer.number());
  }

  safetensors(header: Uint8Array, size: number): Described[] {
    return this.core.call("safetensors", [block(header), size], (answer) =>
      times(answer.number(), () => described(answer)),
    );
  }

  /** The file of each tensor. */
  safetensorsIndex(json: string): [name: string, file: string][] {
    return this.core.call("safetensors_index", [text(json)], (answer) =>
      times(answer.number(), () => [answer.text(), answer.text()] as [string, string]),
    );
  }

  table(words: string): Given {
    return this.core.call("table", [text(words)], given);
  }

  json(words: string): Given[] {
    return this.core.call("json_tensors", [text(words)], (answer) =>
      times(answer.number(), () => given(answer)),
    );
  }

  floats(type: NumberType, bigEndian: boolean, bytes: Uint8Array): Float32Array {
    const words = [text(type), Number(bigEndian), block(bytes)];
    return this.core.call("floats", words, (answer) => answer.tensor().data);
  }

  /** weights: (heads, queries, keys). What is unusual about them, with the first place of each. */
  checkWeights(weights: Float32Array, queries: number, keys: number): Oddity[] {
    const words = [{ shape: [weights.length], data: weights }, queries, keys];
    return this.core.call("check_weights", words, (answer) =>
      oddities
        .map((kind) => ({
          kind,
          count: answer.number(),
          head: answer.number(),
          query: answer.number(),
          key: answer.number(),
          value: answer.number(),
        }))
        .filter(({ count }) => count > 0),
    );
  }

  cOrder(data: Float32Array, shape: number[]): Float32Array {
    const words = [{ shape: [data.length], data }, shape.length, ...shape];
    return this.core.call("c_order", words, (answer) => answer.tensor().data);
  }
}

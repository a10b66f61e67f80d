// The public face of tensors.mjs: opens .npy, .npz, .safetensors, CSV, TSV and JSON files as lists of tensors, in the order of
// the file, but names that differ only in their numbers in the order of these. Of large files
// only the header and the numbers that are asked for are read. Works in browsers, workers and node 20.12 or later.
//
//     import { loadTensors } from "./tensors.mjs";
//     const tensors = await loadTensors();
//     const { tensors: all } = await tensors.open(file); // a File from a dialog, a Blob, bytes
//     const q = await all[0].read(); // { shape, data }

/** A number type as safetensors names it. */
export type NumberType = "F64" | "F32" | "F16" | "BF16" | "I64" | "I32" | "U8" | "BOOL";

export interface ReadOptions {
  /** Which numbers, in C's order (the last axis varies fastest); all of them by default. */
  first?: number;
  count?: number;
  signal?: AbortSignal;
}

/** A tensor of a file. Its numbers stay in the file until they are read. */
export interface FileTensor {
  /** Its name in the file; that of the file without its ending where the file holds a single tensor. */
  name: string;
  /** The file's name. */
  file: string;
  type: NumberType;
  shape: number[];
  /** Why its numbers cannot be read, and what to do; "" if they can. */
  refused: string;
  /** Headings of a table; empty where there are none. */
  columns: string[];
  rows: string[];
  /** The line of a table that was read as its heading, from 1; 0 if there is none. */
  heading: number;
  /** The numbers as float32, at most 268 million at a time; a part of them is a list. */
  read(options?: ReadOptions): Promise<{ shape: number[]; data: Float32Array }>;
}

/** A list of texts, such as tokens. */
export interface FileTexts {
  name: string;
  file: string;
  texts: string[];
  /** Which sentence of a batch they are, from 1, where a file has a list for each; 0 where there is one list. */
  sentence: number;
}

export interface Opened {
  tensors: FileTensor[];
  texts: FileTexts[];
  /** Files that could not be read, and what is missing of a model in several files; the others are listed. */
  errors: Error[];
}

/** What can be read piece by piece: a File or Blob, or anything with these two members. */
export interface Slices {
  readonly size: number;
  slice(first: number, end: number): Blob;
}

/** A file; its kind is told by its first bytes, or by the ending of its name. Bytes without a name are “file”. */
export type Source =
  Slices | ArrayBuffer | Uint8Array | { name: string; data: Slices | ArrayBuffer | Uint8Array };

/** Something unusual about attention weights. */
export interface Oddity {
  /**
   * not_a_number: NaN or infinite; all_hidden: a row of −∞ alone; negative: scores rather than weights; sum: a row that is
   * not 1 in all; future: a key after the query has weight, though a causal mask hides such keys in most rows.
   */
  kind: "not_a_number" | "all_hidden" | "negative" | "sum" | "future";
  /** How many cells; of all_hidden and sum how many rows. */
  count: number;
  /** The first one, from 0, and its number; of sum that of the row. */
  head: number;
  query: number;
  key: number;
  value: number;
}

export interface Tensors {
  readonly version: string;
  /** Files, one or several; or tensors and lists of texts by name. */
  open(
    given:
      | Source
      | readonly Source[]
      | Readonly<
          Record<
            string,
            | { shape: ArrayLike<number>; data: ArrayLike<number> }
            | readonly string[]
            | readonly (readonly string[])[]
          >
        >,
  ): Promise<Opened>;
  /** Checks weights (…, queries, keys): rows that are no distribution, and gaps in a causal mask. */
  checkWeights(weights: { shape: ArrayLike<number>; data: Float32Array }): Oddity[];
}

export interface LoadOptions {
  /** The wasm, instead of the file beside this module: an address, its bytes, or a compiled module. */
  wasm?: string | URL | BufferSource | WebAssembly.Module;
}

export function loadTensors(options?: LoadOptions): Promise<Tensors>;

/** The error of every failure: `code` for programs, the `path` of the file and the place in it, and what to do. */
export class AttentionError extends Error {
  readonly name: "AttentionError";
  readonly code: string;
  readonly path: string;
}

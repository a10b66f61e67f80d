// The public face of lessons.mjs: runs lesson files without an interface. A second wasm beside that of attention.mjs,
// so that the first stays small. Works in browsers, workers and node 20 or later.
//
//     import { loadLessons } from "./lessons.mjs";
//     const lessons = await loadLessons();
//     const { nodes } = lessons.run("worked-example", { parameters: { score: "scaled" } });

export interface LessonNode {
  /** The name in the lesson file. */
  name: string;
  /** The operation that made it, "" for a source. */
  operation: string;
  /** As the tutorial prints it: "W_q", "α′". */
  symbol: string;
  /** What it is for: "query", "scores", "weights" … or "none". */
  role: string;
  /** The name of each axis: "token", "feature" … */
  axes: string[];
  /** A label for each place of each axis. */
  labels: string[][];
  shape: number[];
  data: Float32Array;
  /** If random numbers went into it: how and from which seed they were drawn. Such numbers are not trained. */
  random?: { draw: string; seed: number };
  /** Numbers that do not come from a tutorial. */
  ours?: true;
}

export interface Overrides {
  /** Values for the lesson's parameters, by name. */
  parameters?: Record<string, boolean | number | string | readonly number[]>;
  /** Changed cells of sources, in order. Indices count from 0. */
  edits?: readonly { tensor: string; index: readonly number[]; value: number }[];
  /**
   * A code such as "de", "en" by default: which of its texts a lesson feeds into operations; English if it has none.
   */
  language?: string;
}

/** A lesson: an object of the lesson format, the same as JSON, or the id of a bundled lesson. */
export type Lesson = object | string;

export interface Explanation {
  /** "S[1, 2] = 1·4 + 0·4 + 2·0 = 4"; one line for each way to see it. Indices in it count from 1, as on screen. */
  text: string;
  /** In words: "Row 1 of Q × row 2 of K". */
  rule: string;
  /** What the cell is made of. Factors are the cells behind a term, with indices from 0. */
  terms: { value: number; factors: { node: string; index: number[] }[] }[];
  /** How the terms make the value: their sum, the first divided by the sum of the rest … */
  combine: "copy" | "sum" | "product" | "quotient" | "maximum" | "mean";
  /** The cell's own value. */
  value: number;
  /** Whether some number in the text is rounded. */
  rounded: boolean;
}

export interface Lessons {
  readonly version: string;
  /** The bundled lessons that were loaded. */
  readonly ids: readonly string[];
  /** A bundled lesson as an object of its own, to read or to change. */
  lesson(id: string): object;
  /** Computes every tensor of the lesson. */
  run(lesson: Lesson, overrides?: Overrides): { nodes: LessonNode[] };
  /** How one cell was computed. Indices count from 0. */
  explain(
    lesson: Lesson,
    node: string,
    index: ArrayLike<number>,
    options?: Overrides & { decimals?: number },
  ): Explanation;
  /** The lesson as one script that prints its tensors, or as formulas. */
  code(lesson: Lesson, language: "pytorch" | "numpy" | "tex", overrides?: Overrides): string;
}

/** As in attention.mjs; `path` is the JSON pointer in the lesson, or the argument. */
export declare class AttentionError extends Error {
  readonly name: "AttentionError";
  readonly code: string;
  readonly path: string;
}

export interface LoadOptions {
  /** Where to load the wasm from, if not from beside this module. */
  wasm?: string | URL | BufferSource | WebAssembly.Module;
  /** Which bundled lessons to fetch; all by default. */
  lessons?: readonly string[];
}

export declare function loadLessons(options?: LoadOptions): Promise<Lessons>;

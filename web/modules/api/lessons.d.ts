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
  /** A step of the chain that computes a gradient of the lesson; no line of the lesson names it. */
  derived?: true;
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

export interface Tensor {
  shape: number[];
  data: Float32Array;
}

/** A step of training, from 0: the loss of its batch before the weights moved. */
export interface TrainingStep {
  step: number;
  loss: number;
  /** The loss of the sequences kept apart, with the same weights, where it was measured. */
  heldOut?: number;
}

export interface TrainOptions {
  /** How many steps, 1 to 100,000; those of the lesson by default. */
  steps?: number;
  overrides?: Overrides;
  /** Called once for each step, in order. */
  onStep?: (at: TrainingStep) => void;
  /** Ends the run between two steps: the promise is then rejected with the code "aborted". */
  signal?: AbortSignal;
}

/** A run of training; the tensors of every step can be restored. */
export interface Trained {
  /** The loss of each step's batch, with the weights before the step. The last one is NaN or ∞ if that ended the run. */
  readonly losses: Float32Array;
  /** The loss of the sequences kept apart, and how many steps had been taken; the last one is that of the end. */
  readonly heldOut: readonly { step: number; loss: number }[];
  /** The trained tensors, by name; if the run ended early, as they were before the last step whose loss was finite. */
  readonly parameters: Record<string, Tensor>;
  /** At which step the loss was no longer finite, and what to do. */
  readonly stopped?: { step: number; message: string };
  /** The tensors as they were after n steps, to the bit. */
  step(n: number): Record<string, Tensor>;
}

/** "training": the loop of training in PyTorch, which prints the loss of each step. */
export type CodeLanguage = "pytorch" | "numpy" | "tex" | "training" | "class";

export interface GradientQuery {
  /** A tensor with one number, such as a loss. */
  of: string;
  /** If it has several: which of its cells. Indices count from 0. */
  cell?: ArrayLike<number>;
  /** With respect to which tensors, sources or computed ones. */
  wrt: readonly string[];
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
  /**
   * The gradient of one number with respect to tensors of the lesson, by their names, each of the tensor's shape: what
   * PyTorch's `torch.autograd.grad` gives. Fails for a tensor that the number does not depend on ("gradient"), and for
   * an operation without slope on the way, such as argmax ("slope"), which is named.
   */
  gradient(
    lesson: Lesson,
    query: GradientQuery,
    overrides?: Overrides,
  ): Record<string, { shape: number[]; data: Float32Array }>;
  /**
   * The lesson as one script that prints its tensors, or as formulas; or its training, or the layer that it is about as a
   * class, as a PyTorch script: an error of "training" or "class" where it has none.
   */
  code(lesson: Lesson, language: CodeLanguage, overrides?: Overrides): string;
  /**
   * Trains a lesson that describes its training: the losses are those that its exported PyTorch script prints. The
   * first call loads a wasm of its own. Works in slices of a few milliseconds; use a worker to keep a page's thread
   * free.
   */
  train(lesson: Lesson, options?: TrainOptions): Promise<Trained>;
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
  /** The same for that of training. */
  trainingWasm?: string | URL | BufferSource | WebAssembly.Module;
  /** Which bundled lessons to fetch; all by default. */
  lessons?: readonly string[];
}

export declare function loadLessons(options?: LoadOptions): Promise<Lessons>;

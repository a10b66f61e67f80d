// The messages between the page and the worker that runs a model. The page asks one thing after the other and gets one answer for
// each, by its number; between them the worker tells how far it is.
import type { ModelConfig, PartChange, Picture, RunOptions } from "../../modules/api/models";
import type { roundings } from "../../../build/generated/model";
import type { AtlasExample } from "../core/model";

export type Rounded = (typeof roundings)[number];

/** The files of a model, by what they are. */
export interface ModelGiven {
  config: Blob | null; // a whole model in one file has none
  weights: Blob[];
  tokenizer: Blob | null;
  tokenizerConfig: Blob | null;
  vocabulary: Record<string, Blob>; // in place of a tokenizer, by the files' names
  preprocessor: Blob | null; // of a model of pictures
  quantize?: Rounded; // its weights are rounded as in such a file
}

/** What a run computes otherwise than the model does: options of models.mjs, and parts at one token or from another sentence. */
export interface Changes extends Required<Pick<RunOptions, "without" | "weights" | "temperatures">> {
  replaced: (Omit<PartChange, "from"> & { taken: boolean })[];
  other: string; // "" if none is taken from it
}

/** What a model takes, and how fast this machine is. */
export interface Plan {
  config: ModelConfig;
  parameters: number;
  weightBytes: number;
  types: readonly string[]; // how its numbers are stored
  runBytes: number; // of a text of `tokens`
  tokens: number;
  seconds: number; // of such a text, from a measured product of matrices
}

export interface Opened {
  config: ModelConfig;
  parameters: number;
  weightBytes: number;
  textBytes: number; // of memory, for the longest text over which heads are measured
  hasLogits: boolean;
  textProblem: string; // why texts cannot be given, else ""
  notes: readonly string[]; // what the files hold that is not used
  threads: number; // that its products are divided among
}

export interface TextRun {
  words: string[]; // the tokens as they are shown
  ids: number[];
  same: number[]; // of each token the first place with its id
  known?: boolean; // false where the vocabulary lacks a word
  masked?: number; // the first masked token
  picture?: ShownPicture;
}

/** A picture as the model read it: its patches, tokens before them, and (height, width, 3) in base64. */
export interface ShownPicture {
  rows: number;
  columns: number;
  before: number;
  height: number;
  width: number;
  pixels: string;
  learned: number; // patches of a side that the model learned positions for
}

/** What the texts of a model of pictures stand for. */
export type Pictures = Record<string, Picture>;

export interface Next {
  text: string; // as shown
  adds: string; // to the sentence
  id: number;
  probability: number;
}

export interface NextWords {
  next: Next[];
  others: { count: number; probability: number };
  before: Next[] | null;
  beforeText: string; // of another sentence; "": of this one with all heads
}

/** Which logit: of a word that follows place `at`, or by how much it is ahead of another one. */
export interface AskedLogit {
  at: number;
  word: number;
  against: number | null;
  layers: number | null; // as if the model ended after so many; null: all
}

export type LensWords = Omit<Next, "adds">[][]; // by layer, before the first one as well

export interface LedgerParts {
  parts: { kind: string; layer: number; head: number; of: number; minus: number }[];
  sum: number;
  logit: number;
  text: string;
  againstText: string;
}

/** The largest terms of a part, each with the place of its token, or the number of its neuron. */
export interface SplitPart {
  largest: { place: number; value: number; factor: number | null }[];
  others: number;
  rest: number;
}

interface ScorePart {
  kind: string;
  layer: number;
  head: number;
}

/** A score as a sum over what wrote the query and what wrote the key: the largest pairs, and the others together. */
export interface ScoreParts {
  pairs: { query: ScorePart; key: ScorePart; value: number }[];
  others: number;
  rest: number;
  score: number;
}

interface Token {
  id: number;
  text: string; // as shown
}

/** A word that was typed: the tokens that it may be, else those that make it up; neither where one is not in the vocabulary. */
export interface FoundWord {
  found: Token[];
  pieces: Token[];
}

/** What every head does over texts: (layers, heads, measures), NaN where there was no row; for each of these numbers examples. */
export interface Atlas {
  means: Float32Array;
  texts: number;
  lines: string[]; // none for made-up tokens
  words: string[][]; // of their tokens
  examples: AtlasExample[][];
}

/** What is replaced in turn: each head, or all that leaves a layer at a token; by zeros, or by what another sentence has there. */
export interface Replaced {
  over: "heads" | "stream";
  other: string;
}
export interface Swept {
  leads: Float32Array; // (layers, heads) or (layers, T): what the logit becomes
  there: number; // the logit in the other sentence
  words: string[]; // of that one
}

/** How a model writes on: as in models.mjs; without topK from all tokens. */
export interface Drawing {
  count: number;
  seed: number;
  temperature: number;
  topK?: number;
}
export interface Written {
  ids: number[];
  probabilities: number[]; // with which each of the new ones was drawn
  adds: string;
}

/** What the worker can be asked for, and what it answers. */
export interface Work {
  plan: (files: ModelGiven) => Plan;
  open: (files: ModelGiven) => Opened;
  run: (text: string, changes: Changes, most: number, ids: number[], pictures: Pictures) => TextRun;
  /** (heads, side, side) and then (heads, 4). */
  pictures: (layer: number) => { pictures: Float32Array; shares: Float32Array };
  weights: (layer: number, head: number) => Float32Array; // (T, T)
  /** What a token gives in each head, (layers, heads, T), and what it takes through all layers, (T). */
  rows: (token: number) => Float32Array;
  rollout: (token: number) => Float32Array;
  /** A head's weights in small, (2, side, side): the largest of each block, of all keys and of all but the first. */
  pooled: (layer: number, head: number, side: number) => Float32Array;
  allWeights: () => Float32Array; // (layers, heads, T, T)
  layerWeights: (layer: number) => Float32Array; // (heads, T, T)
  /** How another model's weights of a layer, (heads, T, T), differ: what differencesOf in measures.ts returns. */
  differences: (layer: number, other: Float32Array) => Float32Array;
  /** A head's own matrices, W_q, W_k, W_v and W_o, one after the other. */
  matrices: (layer: number, head: number) => Float32Array;
  /** How far another model's differ from them: what movedOf in measures.ts returns. */
  matricesMoved: (layer: number, head: number, other: Float32Array) => Float32Array;
  /** These tokens as next words, and the k likeliest of all. */
  among: (ids: number[], k: number) => Next[];
  vectors: (layer: number, head: number) => Float32Array; // queries, keys, values: (3, T, D)
  next: (k: number) => NextWords;
  /** Tokens that are drawn: their ids, and what they add to the text. */
  sample: (drawing: Drawing) => Written;
  lens: (at: number, k: number) => LensWords;
  /** (layers + 1, T): the likeliest word after each token. */
  grid: () => LensWords;
  ledger: (asked: AskedLogit) => LedgerParts;
  word: (text: string) => FoundWord;
  sweep: (asked: AskedLogit, replaced: Replaced) => Swept;
  split: (asked: AskedLogit, layer: number, head: number | null) => SplitPart;
  score: (layer: number, head: number, row: number, column: number) => ScoreParts;
  /** Of texts; without them of random tokens that are said twice. */
  atlas: (texts: string[], without: Changes["without"]) => Atlas;
}
export type Kind = keyof Work;

export interface Asked {
  turn: number;
  kind: Kind;
  given: unknown[];
}

/** First of all: where the modules lie. */
export interface Hello {
  models: string;
  attention: string;
}
export type ToWorker = Hello | Asked | { stop: number };

export type FromWorker =
  | { turn: number; answer: unknown }
  | { turn: number; done: number; all: number }
  | { turn: number; failed: { code: string; path: string; message: string } };

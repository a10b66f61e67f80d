// The shapes of the JSON exchanged with the core: the step model for the reading view, explanations, commands.

export interface Run {
  kind: "text" | "strong" | "emphasis" | "code" | "tex" | "role" | "number";
  text: string;
  role?: string;
}

export interface Paragraph {
  item: boolean;
  runs: Run[];
}

export interface SymbolName {
  base: string;
  sub?: string;
  sup?: string;
}

export type ParameterValue = boolean | number | string | number[];

export interface Control {
  name: string;
  control: "choice" | "toggle" | "number" | "text" | "order" | "picture";
  label: string;
  labelText: Paragraph[];
  hint: string;
  hintText: Paragraph[];
  off: Paragraph[]; // why it is disabled; empty when it is not
  choices: { value: string; label: string }[];
  height: number; // of a picture, in pixels
  width: number;
  least: number;
  most: number;
  step: number;
  value: ParameterValue;
  advanced: boolean;
  changed: boolean;
}

export interface Cell {
  text: string;
  value: number | null;
  edited: boolean;
  status: "shown" | "hidden" | "masked" | "not_finite";
}

export interface Rows {
  first: number;
  rows: Cell[][];
  rowLabels: string[];
}

export interface RowsPage extends Rows {
  node: number;
  rowCount: number;
  columnsLeftOut: number;
}

export interface Tensor {
  node: number;
  name: string;
  symbol: SymbolName;
  role: string;
  shape: number[];
  caption: string;
  rowLabels: string[];
  columnLabels: string[];
  rowCount: number;
  columnCount: number;
  editable: boolean;
  decimals: number;
  hidden: boolean;
  random: string;
  ours: boolean;
  leading: { axis: string; name: string; count: number; place: number; label: string }[];
  rowAxis: number; // lies as rows, the last axis as columns; leading are all others
  rows: Cell[][]; // none where there is a summary
  summary: Summary | null;
}

// In place of the rows of a tensor with many cells.
export interface Summary {
  cells: number;
  pageRows: number;
  followedRow: number;
  followed: Cell[];
  columnsLeftOut: number;
  largest: { index: number[]; row: string; column: string; text: string; value: number | null }[];
}

export interface CellPlace {
  node: number;
  index: number[];
}

// value as the core spells it; picked: the selected cell as an answer, and as a reader calls it.
export interface QuestionPart {
  kind: "cell" | "number" | "shape" | "choice" | "several" | "order" | "truth";
  label: string;
  value: string;
  example: string;
  yesNo: "" | "yes" | "no";
  picked: string;
  pickedName: string;
  outcome: "open" | "wrong" | "right";
  feedback: Paragraph[];
  tries: number;
  options: { id: string; label: string; chosen: boolean; wrong: boolean }[];
}

export interface Question {
  id: string;
  prompt: Paragraph[];
  answer: Paragraph[]; // none until the reader may see it
  revealed: boolean;
  solved: boolean;
  hasHint: boolean;
  hint: Paragraph[];
  tries: string;
  edited: string;
  parts: QuestionPart[];
}

export interface Step {
  id: string;
  number: number;
  count: number;
  title: string;
  text: Paragraph[];
  tryIt: Paragraph[];
  watchOut: Paragraph[];
  formula: { tex: string; element: string } | null;
  code: { line: string; printed: string } | null;
  controls: Control[];
  decimals: number;
  question: Question | null;
  random: string;
  words: FadedWord[] | null; // a sentence with the weights of the word that is followed
}

export interface FadedWord {
  word: string;
  weight: string;
  followed: boolean;
  cell: CellPlace;
}

// For teachers: the right answers, and what the lesson says to the wrong answers that it anticipates.
export interface AnswerKey {
  question: string;
  parts: { right: string; notes: { given: string; say: Paragraph[] }[]; say: Paragraph[] }[];
}

// The figures of a step for a picture outside the canvas: matrices as drawn, with the colours of a theme.
export interface FigureMatrix {
  node: number;
  name: string;
  symbol: SymbolName;
  role: string;
  color: string;
  caption: string;
  shape: string; // as drawn: "4 × 8 × 2"
  slice: string; // which places of the other axes are shown; empty where there are none
  rowLabels: string[];
  columnLabels: string[];
  rowCount: number; // of the whole; rows may hold fewer
  columnCount: number;
  rows: { text: string; fill: string; ink: string; status: Cell["status"] }[][];
}

export interface Figures {
  colors: { ground: string; text: string; text2: string; text3: string; line: string };
  figures: { layout: "product" | "other"; tensors: FigureMatrix[] }[];
}

// One thing, and its name in the tutorial, in most texts and in PyTorch; an empty name: it has none.
export interface NameRow {
  role: string;
  what: Paragraph[];
  here: Paragraph[];
  usual: Paragraph[];
  pytorch: Paragraph[];
}

// The page after the last step.
export interface Closing {
  canSay: Paragraph[];
  corrections: Paragraph[];
  references: { text: Paragraph[]; url: string }[];
  licence: Paragraph[];
  cite: Paragraph[];
  minutes: number; // 0: the lesson does not say
  objectives: Paragraph[];
  prerequisites: Paragraph[];
}

export interface Reading {
  version: number;
  language: string;
  languages: { tag: string; name: string; current: boolean }[];
  lesson: { id: string; title: string };
  colorSteps: "linear" | "sqrt" | "log";
  theme: "system" | "dark" | "light";
  reading: boolean;
  contents: boolean;
  changed: boolean;
  canUndo: boolean;
  canRedo: boolean;
  steps: { id: string; title: string; current: boolean; seen: boolean }[];
  step: Step;
  closing: Closing | null; // then the step has a title and nothing else
  names: NameRow[];
  tensors: Tensor[];
  attention: Attention | null;
  large: Large | null; // shown instead of the lesson
  focus: CellPlace | null;
  pinned: boolean;
}

// Who attends to whom, in the selected heads; the weights of the followed queries, largest first.
export interface Attention {
  shown: boolean;
  hasMatrices: boolean;
  hasScores: boolean;
  scores: boolean;
  shared: boolean;
  threshold: number;
  headAxis: string;
  headWord: string;
  heads: { label: string; selected: boolean }[];
  queries: { label: string; followed: boolean }[];
  title: string;
  followed: string;
  weights: { label: string; text: string; masked: boolean; value: number | null }[];
  leftOut: number;
  sum: string;
  entropy: string;
  scale: { title: string; end: number };
}

// The large map: what it is of, and the row that is followed. Places count from 0.
export interface Large {
  setup: {
    of: string; // words, patches
    picture: string; // page, own
    model: string;
    tokens: number;
    layers: number;
    heads: number;
    seed: number;
    causal: boolean;
  };
  head: number;
  headNames: string[];
  source: string;
  row: number;
  followed: LargeRows["rows"][number] | null; // not computed yet
  pageRows: number;
  mean: boolean;
  across: number; // patches in a row of the picture; 0: tokens are words
  find: string;
  found: number[]; // the first ones
  foundCount: number;
}

export interface LargeRows {
  first: number;
  rows: {
    label: string;
    largest: { label: string; text: string; value: number }[];
    keys: number;
    entropy: string;
  }[];
}

// A lesson in the contents; step counts from 0.
export interface Card {
  id: string;
  title: string;
  summary: string;
  steps: number;
  step: number;
  stepTitle: string;
  begun: boolean;
  progress: string; // where the reader left off, or how many steps there are
  random: string;
  pictures: string[];
}

export interface ContentsCard extends Card {
  link: string;
}

export interface Piece {
  kind: "text" | "name" | "number" | "result";
  text: string;
  level: "base" | "raised" | "lowered";
  role: string;
  note: string;
  symbol: SymbolName | null;
  cell: CellPlace | null;
}

export interface Explanation {
  cell: CellPlace;
  lines: Piece[][];
  rule: string;
  rounding: string;
  spoken: string;
  sources: CellPlace[];
}

export interface EditField {
  x: number;
  y: number;
  w: number;
  h: number;
  fontSize: number;
  text: string;
  label: string;
  error: string;
  words: boolean; // a text, not a number
}

export type Command = { type: string } & Record<string, unknown>;

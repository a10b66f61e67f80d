// The custom element <attention-explorer>: a lesson of Attention Explorer in any page. embedding.md documents the
// messages for pages that use the frame without this element.

/** One step: its id, its title, its number from 1 and how many there are. */
export interface StepDetail {
  step: string;
  title: string;
  number: number;
  count: number;
}

/** The lesson runs. questions lists those of the shown steps, for keeping a score. */
export interface ReadyDetail {
  lesson: string;
  version: string;
  title: string;
  language: string;
  steps: { id: string; title: string }[];
  questions: { id: string; step: string; parts: number }[];
  state: string;
  step: string;
}

/**
 * One part of a question was judged; solved: all its parts are right. Or what the tour of a model or the large map asked for
 * was found: the question is "model." and the step of the tour, or "large.hunt", and the step "model" or "large".
 */
export interface AnswerDetail {
  question: string;
  step: string;
  part: number;
  given: string;
  right: boolean;
  tries: number;
  solved: boolean;
}

/** The loss of a batch with the weights after this many steps. */
export interface TrainedDetail {
  step: number;
  loss: number;
}

export interface ErrorDetail {
  code: string;
  message: string;
}

/** A whole tensor, its numbers row by row; null stands for a number that is not finite. */
export interface TensorValues {
  name: string;
  symbol: string;
  role: string;
  shape: number[];
  values: (number | null)[];
  /** Of these nulls, the places in `values` of ∞ and of −∞; the others are NaN. */
  infinite: number[];
  minusInfinite: number[];
}

/** Code and figure are those of what is shown; "png" gives an address that begins with data:image/png. */
export type ExportKind = "pytorch" | "numpy" | "tex" | "link" | "svg" | "png";

export interface AttentionExplorerEventMap {
  ready: CustomEvent<ReadyDetail>;
  step: CustomEvent<StepDetail>;
  change: CustomEvent<{ state: string }>;
  answer: CustomEvent<AnswerDetail>;
  trained: CustomEvent<TrainedDetail>;
  error: CustomEvent<ErrorDetail>;
}

/** A refused request: its message says why and what to do. */
export class AttentionExplorerError extends Error {
  readonly code: string;
}

/** Attributes are reflected as properties; null removes one. */
export class AttentionExplorer extends HTMLElement {
  /** The address of embed.html or of the single-file page; by default it is looked for beside this script. */
  static page: string;

  /** The name of a lesson, "name@version", or the URL of a lesson file, fetched by the page that holds the element. */
  lesson: string | null;
  /** The id of the step that is shown first; changing it goes there. */
  step: string | null;
  /** The steps that are included, by ids or numbers: "scores..softmax", "2..4". */
  steps: string | null;
  /** "system" (default), "dark" or "light". */
  theme: string | null;
  /** "all" (default), "steps": only Back and Next, or "none". */
  controls: string | null;
  /** What readers may not change. "": everything; "w_query x": only these; "except x": everything but these. */
  lock: string | null;
  /** A state from getState, or the part behind "#" of a link. */
  state: string | null;
  /** "lazy" (default): a still picture until it is scrolled into view or clicked; "eager": loads at once. */
  loading: string | null;
  /** "lesson" (default), "attention" or "reading". */
  view: string | null;
  /** "auto" (default): as high as the content; or a number of CSS px. */
  height: string | null;
  /** "": projector mode, larger and black on white or white on black; "off" and null: normal. */
  projector: string | null;

  goTo(step: string): Promise<void>;
  getState(): Promise<string>;
  setState(state: string): Promise<void>;
  tensor(name: string): Promise<TensorValues>;
  /**
   * Shows tensors as attention: files (.npy, .npz, .safetensors, CSV, JSON), or numbers by name, such as
   * { weights: { shape: [12, 9, 9], data }, tokens: ["The", …] } or { q: …, k: …, v: … }. Rejected with what is unclear or
   * wrong, which the frame also shows. Nothing is sent anywhere but to the frame.
   */
  open(
    tensors:
      | Blob
      | readonly Blob[]
      | Readonly<Record<string, { shape: readonly number[]; data: ArrayLike<number> } | readonly string[]>>,
  ): Promise<void>;
  export(kind: ExportKind): Promise<string>;

  addEventListener<Name extends keyof AttentionExplorerEventMap>(
    type: Name,
    listener: (this: AttentionExplorer, event: AttentionExplorerEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "attention-explorer": AttentionExplorer;
  }
}

// The custom element <attention-explorer>: a lesson of Attention Explorer in any page. What a page and an embed say to
// each other without it stands in embedding.md.

/** One step: its id, its title, its number from 1 and how many there are. */
export interface StepDetail {
  step: string;
  title: string;
  number: number;
  count: number;
}

/** The lesson runs. questions lists those of the steps that are shown, for whoever keeps a score. */
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

/** One part of a question was judged; solved: all its parts are right. */
export interface AnswerDetail {
  question: string;
  step: string;
  part: number;
  given: string;
  right: boolean;
  tries: number;
  solved: boolean;
}

export interface ErrorDetail {
  code: string;
  message: string;
}

/** A whole tensor, its numbers row by row; null stands for what is not finite. */
export interface TensorValues {
  name: string;
  symbol: string;
  role: string;
  shape: number[];
  values: (number | null)[];
}

/** Code and figure are those of what is shown; "png" gives an address that begins with data:image/png. */
export type ExportKind = "pytorch" | "numpy" | "tex" | "link" | "svg" | "png";

export interface AttentionExplorerEventMap {
  ready: CustomEvent<ReadyDetail>;
  step: CustomEvent<StepDetail>;
  change: CustomEvent<{ state: string }>;
  answer: CustomEvent<AnswerDetail>;
  error: CustomEvent<ErrorDetail>;
}

/** A request that an embed refused: its message says why and what to do. */
export class AttentionExplorerError extends Error {
  readonly code: string;
}

/** Attributes are reflected as properties; null takes one away. */
export class AttentionExplorer extends HTMLElement {
  /** Where embed.html lies, or the page in one file; else it is looked for beside this script. */
  static page: string;

  /** The name of a lesson, "name@version", or the URL of a lesson file, fetched by the page that holds the element. */
  lesson: string | null;
  /** The id of the step that is shown first; changing it goes there. */
  step: string | null;
  /** The steps that are there, by ids or numbers: "scores..softmax", "2..4". */
  steps: string | null;
  /** "system" (as without it), "dark" or "light". */
  theme: string | null;
  /** "all" (as without it), "steps": Back and Next alone, or "none". */
  controls: string | null;
  /** "": readers change nothing; "w_query x": not these; "except x": nothing but these. */
  lock: string | null;
  /** A state as getState gives it, or what stands behind "#" in a link. */
  state: string | null;
  /** "lazy" (as without it): a still picture until it is seen or clicked; "eager": at once. */
  loading: string | null;
  /** "lesson" (as without it), "attention" or "reading". */
  view: string | null;
  /** "auto" (as without it): as high as what is shown wants; or CSS px. */
  height: string | null;
  /** "": for a projector, all of it larger and black on white or white on black; "off" and null: as usual. */
  projector: string | null;

  goTo(step: string): Promise<void>;
  getState(): Promise<string>;
  setState(state: string): Promise<void>;
  tensor(name: string): Promise<TensorValues>;
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

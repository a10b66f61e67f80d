// What an embed and the page around it say to each other, by postMessage: both sides import these shapes, and this is
// their documentation. Every message is an object with attentionExplorer: 1, the version of this protocol, and a type.
//
// An embed tells: ready once its lesson runs (again, when asked by hello), lesson when it waits for one (from=host),
// height when what it shows wants another one, step, change and answer as a reader goes on, error, and leave when the
// keyboard's focus goes back by Escape. A host asks: each request may carry an id, and is answered by result or failure
// with the same id.
//
// Who may ask: the window around the embed alone, and of one origin: what host= in the embed's address names, else the
// one that the browser tells (ancestorOrigins, or the referrer), else that of the first message that comes from it. An
// embed tells nothing to another origin; where none is known yet, it tells "*", and nothing but what a reader does in
// it. A host should listen to messages whose source is its frame's contentWindow.

import type {
  AnswerDetail,
  ErrorDetail,
  ExportKind,
  ReadyDetail,
  StepDetail,
  TensorValues,
} from "../../element/api";

export const version = 1;

type Nothing = Record<string, never>;

export interface Versioned {
  attentionExplorer: number;
  type: string;
}

// What the element's events and promises hold is what the messages hold: declared where pages that embed can read it.
export type StepPlace = StepDetail;
export type Judged = AnswerDetail; // given is as the lesson's links spell it, tries counts from 1
export type QuestionPlace = ReadyDetail["questions"][number];
export type { TensorValues };

export interface Events {
  ready: ReadyDetail;
  lesson: Nothing; // from=host: waits for the request "open"
  height: { height: number }; // CSS px
  step: StepPlace;
  change: { state: string }; // a link without "#": setState takes it, and a link of the whole page does
  answer: Judged;
  error: ErrorDetail;
  leave: Nothing;
}

export interface Requests {
  hello: [Nothing, null];
  goTo: [{ step: string }, null];
  getState: [Nothing, string];
  setState: [{ state: string }, null];
  tensor: [{ name: string }, TensorValues];
  export: [{ kind: string }, string]; // exportKinds; of png a data: address
  set: [{ theme?: string; lang?: string; projector?: string }, null]; // projector: on, off
  open: [{ lesson: string }, null]; // the text of a lesson file: data, never run
}

export const exportKinds = [
  "pytorch",
  "numpy",
  "tex",
  "link",
  "svg",
  "png",
] as const satisfies readonly ExportKind[];

export type EventName = keyof Events;
export type RequestName = keyof Requests;

// The longest lesson that is taken from anywhere else than the site itself.
export const longestLesson = 1_000_000; // characters

export const isOurs = (data: unknown): data is Versioned & Record<string, unknown> =>
  typeof data === "object" &&
  data !== null &&
  "attentionExplorer" in data &&
  typeof data.attentionExplorer === "number" &&
  "type" in data &&
  typeof data.type === "string";

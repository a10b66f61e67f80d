// The messages between an embed and the page around it, by postMessage: both sides import these shapes, and this is
// their documentation. Every message is an object with attentionExplorer: 1, the version of this protocol, and a type.
//
// An embed sends: ready once its lesson runs (again, when asked by hello), lesson when it waits for one (from=host),
// height when its content needs another one, step, change and answer as a reader goes on, error, and leave when Escape
// gives the keyboard focus back. A host sends requests: each may carry an id, and is answered by result or failure with
// the same id.
//
// Who may send requests: only the window around the embed, and from one origin: the one in host= of the embed's
// address, else the one that the browser reports (ancestorOrigins, or the referrer), else that of the first message
// received. An embed sends nothing to another origin; as long as none is known, it sends to "*", and only what a reader
// does in it. A host should accept only messages whose source is its frame's contentWindow.

import type {
  AnswerDetail,
  ErrorDetail,
  ExportKind,
  ReadyDetail,
  StepDetail,
  TensorValues,
  TrainedDetail,
} from "../../element/api";

export const version = 1;

type Nothing = Record<string, never>;

export interface Versioned {
  attentionExplorer: number;
  type: string;
}

// The element's events and promises carry the same data as the messages, so it is declared where pages that embed can
// import it.
export type StepPlace = StepDetail;
export type Judged = AnswerDetail; // given is spelled as in the lesson's links, tries counts from 1
export type QuestionPlace = ReadyDetail["questions"][number];
export type { TensorValues };

export interface Events {
  ready: ReadyDetail;
  lesson: Nothing; // from=host: waits for the request "open"
  height: { height: number }; // CSS px
  step: StepPlace;
  change: { state: string }; // a link without "#": setState accepts it, and so does the whole page
  answer: Judged;
  trained: TrainedDetail; // a run was paused, or has reached a step
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
  openTensors: [{ given: unknown }, null]; // files, or { name: { shape, data } }: shown as attention
  noLesson: [{ message: string }, null]; // in its place: why there is none
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

// The longest lesson that is accepted from outside the site.
export const longestLesson = 1_000_000; // characters

export const isOurs = (data: unknown): data is Versioned & Record<string, unknown> =>
  typeof data === "object" &&
  data !== null &&
  "attentionExplorer" in data &&
  typeof data.attentionExplorer === "number" &&
  "type" in data &&
  typeof data.type === "string";

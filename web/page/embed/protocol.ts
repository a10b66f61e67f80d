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

export const version = 1;

type Nothing = Record<string, never>;

export interface Versioned {
  attentionExplorer: number;
  type: string;
}

export interface StepPlace {
  step: string; // its id
  title: string;
  number: number; // from 1
  count: number;
}

// One part of a question was judged. given is as the lesson's links spell it, tries counts from 1.
export interface Judged {
  question: string;
  step: string;
  part: number;
  given: string;
  right: boolean;
  tries: number;
  solved: boolean; // all parts of the question are right
}

export interface QuestionPlace {
  id: string;
  step: string;
  parts: number;
}

// A whole tensor: its numbers row by row; null stands for what is not finite.
export interface TensorValues {
  name: string;
  symbol: string;
  role: string;
  shape: number[];
  values: (number | null)[];
}

export interface Events {
  ready: {
    lesson: string;
    version: string;
    title: string;
    language: string;
    steps: { id: string; title: string }[];
    questions: QuestionPlace[];
    state: string;
    step: string;
  };
  lesson: Nothing; // from=host: waits for the request "open"
  height: { height: number }; // CSS px
  step: StepPlace;
  change: { state: string }; // a link without "#": setState takes it, and a link of the whole page does
  answer: Judged;
  error: { code: string; message: string };
  leave: Nothing;
}

export interface Requests {
  hello: [Nothing, null];
  goTo: [{ step: string }, null];
  getState: [Nothing, string];
  setState: [{ state: string }, null];
  tensor: [{ name: string }, TensorValues];
  export: [{ kind: string }, string]; // exportKinds
  set: [{ theme?: string; lang?: string }, null];
  open: [{ lesson: string }, null]; // the text of a lesson file: data, never run
}

export const exportKinds = ["pytorch", "numpy", "tex", "link"] as const;

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

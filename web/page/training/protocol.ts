// The messages between the page and what computes its run of training, a worker or a loop on the page's own thread.
import type { TrainingOrder } from "../core/model";

export type Order = TrainingOrder;

/** Begins with the lesson and the wasm; then orders follow, and after each report the page says when it is ready. */
export type ToRunner =
  | { type: "hello" }
  | { type: "begin"; lesson: string; wasm: Uint8Array<ArrayBuffer> }
  | { type: "order"; order: Order }
  | { type: "ready" };

/** What the model wrote after this many steps. */
export interface Written {
  step: number;
  lines: { name: string; ids: number[] }[];
}

export interface Report {
  type: "report";
  run: number;
  changes: number; // of the order's rates
  first: number; // the entry of the first of the losses
  losses: number[];
  heldOut: { step: number; loss: number }[];
  written: Written[];
  step: number; // of the weights
  names: { name: string; count: number }[];
  weights: Float32Array<ArrayBuffer>; // one after the other, in the order of the names
  stopped: number | null;
}
export type FromRunner = Report | { type: "here" } | { type: "failed"; message: string };

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

export interface HeldOut {
  step: number;
  loss: number;
  right: number | null;
}

/** What is known about the weight that the order names. */
export interface WeightCourse {
  tensor: string;
  cell: number;
  samples: { step: number; value: number; slope: number }[];
  nudged: { step: number; by: number; slope: number; nudged: number } | null;
}

export interface Report {
  type: "report";
  run: number;
  changes: number; // of the order's rates
  ahead: boolean; // as the order
  first: number; // the entry of the first of the losses
  losses: number[];
  right: number[]; // shares of right answers, as the losses; empty where the loss judges none
  heldOut: HeldOut[];
  written: Written[];
  step: number; // of the weights
  steps: number[]; // whose weights are reported, the shown ones first
  weight: WeightCourse | null;
  names: { name: string; count: number }[];
  weights: Float32Array<ArrayBuffer>; // of each of the steps: one after the other, in the order of the names
  stopped: number | null;
}
export type FromRunner = Report | { type: "here" } | { type: "failed"; code: string; message: string };

// What a caller may give to long work: a signal that ends it, and a function that hears how far it is.
import type * as api from "../api/models.js";
import * as check from "../check.js";
import { AttentionError, fail, reason } from "../error.js";

export function checkSignal(signal: unknown): AbortSignal | undefined {
  if (signal === undefined || signal instanceof AbortSignal) return signal;
  fail("type", "signal", `signal is ${check.describe(signal)}; it should be an AbortSignal.`);
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AttentionError("aborted", "signal", "It was stopped.", signal.reason);
}

export type Tell = ((done: number, all: number) => void) | undefined;

/** A caller's function that hears how far the work is. */
export function checkProgress(given: unknown): Tell {
  if (given === undefined) return undefined;
  if (typeof given !== "function")
    fail("type", "onProgress", `onProgress is ${check.describe(given)}; it should be a function.`);
  const tell = given as (at: api.Progress) => void;
  return (done, all) => {
    try {
      tell({ done, all });
    } catch (error) {
      fail("callback", "onProgress", `onProgress threw: ${reason(error)}.`, error);
    }
  };
}

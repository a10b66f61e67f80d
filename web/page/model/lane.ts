// What the core wants of one model, one thing after the other; the two models that are compared have a lane each.
import type { Refusal } from "../core/core";
import { Failed, type Going, type Tell } from "./client";

/** Gives the core an answer; null: it is taken. */
export type Give = () => Refusal | null;
export const alreadyGiven: Give = () => null;

export function check(refused: Refusal | null): void {
  if (refused) throw new Failed(refused.code, refused.path, refused.message);
}

const tellingPause = 100; // ms

/** Something that is wanted, under a key that changes with what is wanted of it. */
export interface Task {
  key: string;
  ask: () => Promise<Give>;
  isWanted: () => boolean; // still
  failed: (error: unknown) => void;
  next: () => boolean; // follows what the core wants then; whether that is being done
}

export class Lane {
  busy = false;
  failing = ""; // what could not be given: it is not asked for again
  private going: { key: string; work: Going<unknown> } | null = null; // what can be stopped
  private unshown: number | null = null; // when the first work began whose answer is not shown

  /** @param changed the core has something new */
  constructor(private readonly changed: () => void) {}

  do({ key, ask, isWanted, failed, next }: Task): void {
    this.busy = true;
    this.unshown ??= performance.now();
    ask()
      .then((give) => {
        if (isWanted()) check(give());
      })
      .catch((error: unknown) => {
        if (!isWanted()) return;
        if (!(error instanceof Failed && error.code === "aborted")) this.failing = key;
        failed(error);
      })
      .finally(() => {
        this.busy = false;
        // What is wanted together is shown together, unless it takes long.
        if (next() && performance.now() - (this.unshown ?? 0) < tellingPause) return;
        this.unshown = null;
        this.changed();
      });
  }

  /** The answer of work that is stopped when something else than `key` is wanted. */
  async answerOf<T>(work: Going<T>, key: string): Promise<Awaited<T>> {
    this.going = { key, work };
    try {
      return await work.answer;
    } finally {
      this.going = null;
    }
  }

  stopUnless(key: string): void {
    if (this.going && this.going.key !== key) this.going.work.stop(); // the newest wins
  }

  /** Tells the core how far something is, from time to time, while it is still wanted. */
  progress(isWanted: () => boolean, give: (done: number, all: number) => void): Tell {
    let told = 0;
    return (done, all) => {
      if (performance.now() - told < tellingPause || !isWanted()) return;
      told = performance.now();
      give(done, all);
      this.changed();
    };
  }
}

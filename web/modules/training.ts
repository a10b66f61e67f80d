// lessons.train: a run of training in a core of its own, taken in slices, so that the page or program stays responsive.
// The words of each call are written in the order in which src/modules/training_module.cpp reads them.
import { limits } from "../../build/generated/model.js";
import type * as api from "./api/lessons.js";
import { changesOf, changeWords, overrideNames } from "./changes.js";
import * as check from "./check.js";
import { Core, text, type Answer, type Source } from "./core.js";
import { AttentionError, reason } from "./error.js";
import { hold } from "./held.js";
import { turn } from "./turn.js";

const sliceMilliseconds = 8;

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

type Tensors = Record<string, api.Tensor>;

class Run implements api.Trained {
  readonly heldOut: { step: number; loss: number }[] = [];
  stopped?: { step: number; message: string };
  readonly #core: Core;
  readonly #losses: number[] = [];

  constructor(core: Core) {
    hold(this);
    this.#core = core;
  }

  get losses(): Float32Array {
    return Float32Array.from(this.#losses);
  }

  get parameters(): Tensors {
    return this.step(this.taken);
  }

  /** Steps that were taken; not the one whose loss ended the run. */
  get taken(): number {
    return this.stopped ? Math.max(this.stopped.step - 1, 0) : this.#losses.length;
  }

  step(n: number): Tensors {
    const words = [check.whole("n", n, undefined, 0, this.taken)];
    return this.#core.call("training_weights", words, (answer) =>
      Object.fromEntries(times(answer.number(), () => [answer.text(), answer.tensor()])),
    );
  }

  /** Up to `count` steps; `last`: the held-out loss after them is measured, too. */
  advance(count: number, last: boolean): void {
    const words = [count, this.#losses.length, this.heldOut.length, Number(last)];
    this.#core.call("training_steps", words, (answer) => {
      this.#losses.push(...times(answer.number(), () => answer.number()));
      this.heldOut.push(...times(answer.number(), () => ({ step: answer.number(), loss: answer.number() })));
      if (answer.flag()) this.stopped = { step: answer.number(), message: answer.text() };
    });
  }
}

/** Calls onStep for the steps from `first` on. */
function tell(run: Run, first: number, onStep: ((at: api.TrainingStep) => void) | undefined): void {
  if (!onStep) return;
  const { losses, heldOut } = run;
  for (let step = first; step < losses.length; step++) {
    const at: api.TrainingStep = { step, loss: losses[step] as number };
    const apart = heldOut.find((one) => one.step === step);
    if (apart) at.heldOut = apart.loss;
    try {
      onStep(at);
    } catch (error) {
      check.fail("callback", "onStep", `onStep threw at step ${step}: ${reason(error)}.`, error);
    }
  }
}

function checkSignal(signal: unknown): AbortSignal | undefined {
  if (signal === undefined || signal instanceof AbortSignal) return signal;
  check.fail("type", "signal", `signal is ${check.describe(signal)}; it should be an AbortSignal.`);
}

function throwIfAborted(signal: AbortSignal | undefined, taken: number): void {
  if (signal?.aborted)
    throw new AttentionError("aborted", "signal", `The run was stopped after ${taken} steps.`, signal.reason);
}

/** Where the wasm is, until it is loaded, and then the wasm itself. */
export interface Wasm {
  source: Source;
}

export async function train(wasm: Wasm, json: string, options: unknown): Promise<api.Trained> {
  const given = check.options(options, ["steps", "overrides", "onStep", "signal"]);
  const changes = changesOf(check.options(given.overrides, overrideNames, "overrides"));
  const signal = checkSignal(given.signal);
  if (given.onStep !== undefined && typeof given.onStep !== "function")
    check.fail("type", "onStep", `onStep is ${check.describe(given.onStep)}; it should be a function.`);
  const onStep = given.onStep as ((at: api.TrainingStep) => void) | undefined;
  const wanted =
    given.steps === undefined
      ? undefined
      : check.whole("steps", given.steps, undefined, 1, limits.trainingSteps);
  throwIfAborted(signal, 0);

  const core = await Core.load(wasm.source, ["training_steps"]);
  wasm.source = core.module;
  const planned = core.call("training_open", [text(json), ...changeWords(changes)], (answer: Answer) =>
    answer.number(),
  );
  const steps = wanted ?? planned;
  const run = new Run(core);
  let slice = 1;
  for (let taken = 0; taken < steps && !run.stopped;) {
    throwIfAborted(signal, taken);
    const count = Math.min(slice, steps - taken);
    const began = performance.now();
    run.advance(count, taken + count === steps);
    const each = (performance.now() - began) / count;
    slice = Math.max(1, Math.min(256, Math.floor(sliceMilliseconds / each)));
    tell(run, taken, onStep);
    taken += count;
    await turn();
  }
  return run;
}

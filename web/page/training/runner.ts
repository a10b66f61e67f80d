// Computes the run that the page orders: the same in a worker and on the page's own thread, which differ only in
// how long a slice is and what is waited for between two. Independent of the page.
import { changeWords } from "../../modules/changes";
import { Core, text, type Answer } from "../../modules/core";
import type { FromRunner, Order, Report, ToRunner, Written } from "./protocol";

const stepsPerSecond = 60; // of a run that is watched

const readLines = (answer: Answer): Written["lines"] =>
  Array.from({ length: answer.number() }, () => ({ name: answer.text(), ids: [...answer.tensor().data] }));

/** One run in a core of its own. */
class Course {
  private known = 0; // losses and held-out losses that the page has
  private knownApart = 0;
  private changes = 0;
  taken = 0;
  private lines: Written["lines"] = []; // what it wrote last
  stopped: number | null = null;
  private readonly losses: number[] = [];
  private readonly heldOut: { step: number; loss: number }[] = [];
  private knownWritten = 0;

  constructor(
    private readonly core: Core,
    lesson: string,
    readonly order: Order,
  ) {
    const parameters = order.parameters.map(({ name, value }) => [name, value] as [string, typeof value]);
    const words = changeWords({ parameters, edits: order.edits, language: "en" });
    core.call("training_open", [text(lesson), ...words], () => undefined);
  }

  /** As the order says: its rates, and the step from which it goes on, if that step is known. */
  follow({ changes, rates, from, until }: Order): void {
    this.changes = changes;
    const words = [rates.length, ...rates.flatMap(({ step, rate }) => [step, rate])];
    const { losses, heldOut } = this.core.call("training_rates", words, (answer) => ({
      losses: answer.number(),
      heldOut: answer.number(),
    }));
    if (losses < this.losses.length) this.stopped = null;
    this.losses.length = Math.min(this.losses.length, losses);
    this.heldOut.length = Math.min(this.heldOut.length, heldOut);
    this.known = Math.min(this.known, losses);
    this.knownApart = Math.min(this.knownApart, heldOut);
    this.knownWritten = 0; // the page skips what it already has
    this.taken = this.core.call("training_go_to", [Math.min(from, until)], (answer) => answer.number());
  }

  step(count: number): void {
    const words = [count, this.losses.length, this.heldOut.length, 0];
    this.core.call("training_steps", words, (answer) => {
      for (let left = answer.number(); left > 0; left--) this.losses.push(answer.number());
      for (let left = answer.number(); left > 0; left--)
        this.heldOut.push({ step: answer.number(), loss: answer.number() });
      this.stopped = answer.flag() ? answer.number() : null;
    });
    this.taken = this.stopped === null ? this.taken + count : Math.max(this.stopped - 1, 0);
  }

  /** The lines since the last report; at the end of an order also the ones that its last weights write. */
  private newLines(): Written[] {
    return this.core.call("training_written", [this.knownWritten], (answer) =>
      Array.from({ length: answer.number() }, () => ({ step: answer.number(), lines: readLines(answer) })),
    );
  }

  report(over: boolean): Report {
    const names: Report["names"] = [];
    const tensors = this.core.call("training_weights", [this.taken], (answer) =>
      Array.from({ length: answer.number() }, () => {
        const name = answer.text();
        const { data } = answer.tensor();
        names.push({ name, count: data.length });
        return data;
      }),
    );
    const written = this.newLines();
    this.knownWritten += written.length;
    if (over) this.lines = this.core.call("training_write", [], readLines);
    else this.lines = written.at(-1)?.lines ?? this.lines;
    for (const { name, ids } of this.lines) {
      names.push({ name, count: ids.length });
      tensors.push(Float32Array.from(ids));
    }
    const weights = new Float32Array(names.reduce((sum, { count }) => sum + count, 0));
    let at = 0;
    for (const data of tensors) {
      weights.set(data, at);
      at += data.length;
    }
    const first = this.known;
    const losses = this.losses.slice(first);
    const heldOut = this.heldOut.slice(this.knownApart);
    this.known = this.losses.length;
    this.knownApart = this.heldOut.length;
    const { taken: step, stopped } = this;
    const { run } = this.order;
    const { changes } = this;
    return { type: "report", run, changes, first, losses, heldOut, written, step, names, weights, stopped };
  }
}

export interface Pace {
  slice: number; // ms
  turn: () => Promise<void>;
}

/** @returns what takes the page's messages. */
export function serve(
  tell: (message: FromRunner) => void,
  { slice, turn }: Pace,
): (message: ToRunner) => void {
  let core: Promise<Core> | undefined;
  let lesson = "";
  let order: Order | null = null;
  let course: Course | null = null;
  let ready = true; // the page has taken in the last report
  let running = false;
  let wake: () => void = () => undefined;

  async function work(): Promise<void> {
    let followed: Order | null = null;
    let began = 0;
    let paced = 0; // steps since then
    let each = 1; // ms of a step, at most so many
    for (;;) {
      const now = order;
      if (!now || now.from === now.until) return;
      if (followed !== now) {
        const trainer = await core;
        if (!trainer) return;
        const same: Course | null = course;
        course = same?.order.run === now.run ? same : new Course(trainer, lesson, now);
        course.follow(now);
        followed = now;
        began = performance.now();
        paced = 0;
      }
      if (!course) return;
      const left = now.until - course.taken;
      const due = now.paced
        ? Math.floor(((performance.now() - began) * stepsPerSecond) / 1000) + 1 - paced
        : left;
      const count = Math.min(left, due, Math.max(1, Math.floor(slice / each)));
      if (count > 0 && course.stopped === null) {
        const start = performance.now();
        course.step(count);
        each = (performance.now() - start) / count;
        paced += count;
        // Time that was lost is not made up for.
        if (now.paced && due > count + 2) {
          began = performance.now();
          paced = 1;
        }
      }
      const over = course.taken >= now.until || course.stopped !== null;
      if (ready && (count > 0 || over)) {
        ready = false;
        tell(course.report(over));
        if (over) {
          if (order === now) order = null;
          continue;
        }
      } else if (over) {
        await new Promise<void>((resolve) => (wake = resolve)); // until the page is ready for the last report
        continue;
      }
      await turn();
    }
  }

  const begin = () => {
    if (running) return;
    running = true;
    work()
      .catch((error: unknown) => {
        order = course = null;
        tell({ type: "failed", message: error instanceof Error ? error.message : String(error) });
      })
      .finally(() => {
        running = false;
        if (order && order.from !== order.until) begin();
      });
  };

  return (message) => {
    if (message.type === "hello") {
      tell({ type: "here" });
    } else if (message.type === "begin") {
      lesson = message.lesson;
      core = Core.load(message.wasm, ["training_rates"]);
      course = null;
      order = null;
      ready = true;
    } else if (message.type === "order") {
      order = message.order;
      begin();
    } else {
      ready = true;
    }
    wake();
  };
}

/** A turn of the event loop, so that messages come through: shorter than a timer. */
export function eventTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

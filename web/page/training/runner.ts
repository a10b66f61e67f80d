// Computes the run that the page orders: the same in a worker and on the page's own thread, which differ only in
// how long a slice is and what is waited for between two. Independent of the page.
import { changeWords } from "../../modules/changes";
import { Core, text, type Answer } from "../../modules/core";
import { AttentionError } from "../../modules/error";
import type { FromRunner, HeldOut, Order, Report, ToRunner, WeightCourse, Written } from "./protocol";

const stepsPerSecond = 60; // of a run that is watched

const readLines = (answer: Answer): Written["lines"] =>
  Array.from({ length: answer.number() }, () => ({ name: answer.text(), ids: [...answer.tensor().data] }));

/** One run in a core of its own. */
class Course {
  private known = 0; // losses and held-out losses that the page has
  private knownApart = 0;
  private changes = 0;
  private ahead = false;
  taken = 0;
  private lines: Written["lines"] = []; // what it wrote last
  stopped: number | null = null;
  private readonly losses: number[] = [];
  private readonly right: number[] = [];
  private readonly heldOut: HeldOut[] = [];
  private readonly given = new Set<number>(); // steps whose weights the page has
  private names: Report["names"] = [];
  private keep = 1;
  private weight: WeightCourse | null = null;
  private every = 1; // steps from one sample of the weight to the next
  private knownWritten = 0;
  private written: Written[] = []; // since the last report

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
  follow({
    changes,
    rates,
    from,
    until,
    keep,
    weight,
    ahead,
    losses: known,
    heldOut: knownApart,
  }: Order): void {
    this.changes = changes;
    this.ahead = ahead;
    this.keep = keep;
    const words = [rates.length, ...rates.flatMap(({ step, rate }) => [step, rate])];
    const { losses, heldOut } = this.core.call("training_rates", words, (answer) => ({
      losses: answer.number(),
      heldOut: answer.number(),
    }));
    if (losses < this.losses.length) this.stopped = null;
    this.losses.length = Math.min(this.losses.length, losses);
    this.heldOut.length = Math.min(this.heldOut.length, heldOut);
    this.right.length = Math.min(this.right.length, losses);
    for (const step of this.given) if (step > losses) this.given.delete(step);
    this.known = Math.min(known, losses, this.losses.length);
    this.knownApart = Math.min(knownApart, heldOut, this.heldOut.length);
    this.knownWritten = 0; // the page skips what it already has
    this.taken = this.core.call("training_go_to", [Math.min(from, until)], (answer) => answer.number());
    this.watch(weight);
  }

  private watch(weight: Order["weight"]): void {
    if (!weight) {
      this.weight = null;
      return;
    }
    const { tensor, cell } = weight;
    this.every = this.core.call("training_watch", [text(tensor), cell], (answer) => answer.number());
    if (this.weight?.tensor !== tensor || this.weight.cell !== cell)
      this.weight = { tensor, cell, samples: [], nudged: null };
    this.readSamples();
  }

  private readSamples(): void {
    if (!this.weight) return;
    this.weight.samples = this.core.call("training_samples", [], (answer) =>
      Array.from({ length: answer.number() }, () => ({
        step: answer.number(),
        value: answer.number(),
        slope: answer.number(),
      })),
    );
  }

  /** A step before the shown one whose sample of the weight is missing, then the current nudge; null: nothing is left. */
  private missing(): number | null {
    const { weight } = this;
    if (!weight) return null;
    const there = new Set(weight.samples.map(({ step }) => step));
    for (let step = 0; step < this.taken; step += this.every) if (!there.has(step)) return step;
    return weight.nudged?.step === this.taken ? null : this.taken;
  }
  get wants(): boolean {
    return this.missing() !== null;
  }

  /** Fills in what is missing of the weight's course, for about `slice` ms. */
  look(slice: number): void {
    const { weight, taken } = this;
    const end = performance.now() + slice;
    const sample = (step: number) =>
      this.core.call("training_sample", [step], (answer) => ({
        step: answer.number(),
        value: answer.number(),
        slope: answer.number(),
      }));
    for (let next = this.missing(); weight && next !== null; next = this.missing()) {
      const made = sample(next);
      if (next < taken) {
        weight.samples.push(made);
      } else {
        const nudged = this.core.call("training_nudge", [taken], (answer) => {
          const [by, , , slope] = [answer.number(), answer.number(), answer.number(), answer.number()];
          return { by, slope };
        });
        weight.nudged = { step: taken, by: nudged.by, slope: made.slope, nudged: nudged.slope };
      }
      if (performance.now() > end) break;
    }
    this.core.call("training_go_to", [taken], () => undefined);
    this.readSamples();
  }

  /** Takes steps, and stops at the next one whose weights are kept. */
  step(most: number): number {
    const count = Math.min(most, this.keep - (this.taken % this.keep));
    const before = [this.right.length, this.heldOut.length];
    const words = [count, this.losses.length, this.heldOut.length, 0];
    this.core.call("training_steps", words, (answer) => {
      for (let left = answer.number(); left > 0; left--) this.losses.push(answer.number());
      for (let left = answer.number(); left > 0; left--)
        this.heldOut.push({ step: answer.number(), loss: answer.number(), right: null });
      this.stopped = answer.flag() ? answer.number() : null;
    });
    this.core.call("training_right", before, (answer) => {
      for (let left = answer.number(); left > 0; left--) this.right.push(answer.number());
      for (let i = 0, left = answer.number(); i < left; i++) {
        const apart = this.heldOut[(before[1] ?? 0) + i];
        const share = answer.number();
        if (apart && Number.isFinite(share)) apart.right = share;
      }
    });
    this.readWritten();
    this.taken = this.stopped === null ? this.taken + count : Math.max(this.stopped - 1, 0);
    if (this.stopped === null && this.taken % this.keep === 0 && !this.given.has(this.taken)) {
      this.given.add(this.taken);
      this.kept.push({ step: this.taken, weights: this.weights() });
    }
    if (this.weight) {
      this.weight.nudged = null;
      this.readSamples();
    }
    return count;
  }

  /** The lines since the last call, for the next report. */
  private readWritten(): void {
    const fresh = this.core.call("training_written", [this.knownWritten], (answer) =>
      Array.from({ length: answer.number() }, () => ({ step: answer.number(), lines: readLines(answer) })),
    );
    this.knownWritten += fresh.length;
    this.written.push(...fresh);
    this.lines = fresh.at(-1)?.lines ?? this.lines;
  }

  private kept: { step: number; weights: Float32Array<ArrayBuffer> }[] = [];

  private weights(): Float32Array<ArrayBuffer> {
    const names: Report["names"] = [];
    const tensors = this.core.call("training_weights", [this.taken], (answer) =>
      Array.from({ length: answer.number() }, () => {
        const name = answer.text();
        const { data } = answer.tensor();
        names.push({ name, count: data.length });
        return data;
      }),
    );
    for (const { name, ids } of this.lines) {
      names.push({ name, count: ids.length });
      tensors.push(Float32Array.from(ids));
    }
    this.names = names;
    const weights = new Float32Array(names.reduce((sum, { count }) => sum + count, 0));
    let at = 0;
    for (const data of tensors) {
      weights.set(data, at);
      at += data.length;
    }
    return weights;
  }

  /** over: the order is carried out; the lines are then those that its last weights write. */
  report(over: boolean): Report {
    if (over) this.lines = this.core.call("training_write", [], readLines);
    const handed = [{ step: this.taken, weights: this.weights() }, ...this.kept.splice(0)];
    const { names, weight } = this;
    const size = names.reduce((sum, { count }) => sum + count, 0);
    const weights = new Float32Array(size * handed.length);
    handed.forEach((one, i) => weights.set(one.weights, i * size));
    const steps = handed.map(({ step }) => step);
    const right = this.right.length === this.losses.length ? this.right.slice(this.known) : [];
    const first = this.known;
    const losses = this.losses.slice(first);
    const heldOut = this.heldOut.slice(this.knownApart);
    this.known = this.losses.length;
    this.knownApart = this.heldOut.length;
    const { taken: step, stopped } = this;
    const { run } = this.order;
    const { changes, ahead } = this;
    const told = weight && { ...weight, samples: [...weight.samples] };
    return {
      type: "report",
      run,
      changes,
      ahead,
      first,
      losses,
      right,
      heldOut,
      written: this.written.splice(0),
      step,
      steps,
      names,
      weights,
      stopped,
      weight: told,
    };
  }
}

export interface Pace {
  slice: number; // ms
  /** Until the next slice; paced: the run is watched, and waits for its next step anyway. */
  turn: (paced: boolean) => Promise<void>;
}

// How many steps are due of a run that is watched, and how many fit into a slice.
class Tempo {
  private began = performance.now();
  private paced = 0; // steps since then
  private each = 1; // ms of a step, at most

  restart(): void {
    this.began = performance.now();
    this.paced = 0;
  }

  due(): number {
    return Math.floor(((performance.now() - this.began) * stepsPerSecond) / 1000) + 1 - this.paced;
  }

  fitting(slice: number): number {
    return Math.max(1, Math.floor(slice / this.each));
  }

  took(steps: number, ms: number): void {
    this.each = ms / steps;
    this.paced += steps;
  }

  // Time that was lost is not made up for.
  forgive(): void {
    this.began = performance.now();
    this.paced = 1;
  }
}

class Server {
  private core: Promise<Core> | undefined;
  private lesson = "";
  private order: Order | null = null;
  private course: Course | null = null;
  private ready = true; // the page has taken in the last report
  private running = false;
  private wake: () => void = () => undefined;
  private readonly tempo = new Tempo();

  constructor(
    private readonly tell: (message: FromRunner) => void,
    private readonly pace: Pace,
  ) {}

  /** Takes a message of the page. */
  take(message: ToRunner): void {
    if (message.type === "hello") {
      this.tell({ type: "here" });
    } else if (message.type === "begin") {
      this.lesson = message.lesson;
      this.core = Core.load(message.wasm, ["training_rates", "training_watch"]);
      this.course = null;
      this.order = null;
      this.ready = true;
    } else if (message.type === "order") {
      this.order = message.order;
      this.begin();
    } else {
      this.ready = true;
    }
    this.wake();
  }

  private begin(): void {
    if (this.running) return;
    this.running = true;
    this.work()
      .catch((error: unknown) => {
        this.order = this.course = null;
        const code = error instanceof AttentionError ? error.code : "";
        const message = error instanceof Error ? error.message : String(error);
        this.tell({ type: "failed", code, message });
      })
      .finally(() => {
        this.running = false;
        const { order } = this;
        if (order && (order.from !== order.until || order.weight)) this.begin();
      });
  }

  private async work(): Promise<void> {
    let followed: Order | null = null;
    for (;;) {
      const now = this.order;
      if (!now || (now.from === now.until && !now.weight)) return;
      if (followed !== now) {
        const trainer = await this.core;
        if (!trainer) return;
        const same: Course | null = this.course;
        this.course = same?.order.run === now.run ? same : new Course(trainer, this.lesson, now);
        this.course.follow(now);
        followed = now;
        this.tempo.restart();
      }
      const { course } = this;
      if (!course) return;
      const count = this.steps(course, now);
      const over = course.taken >= now.until || course.stopped !== null;
      const wants = over && course.wants;
      const last = over && !wants; // sent even if the page has not yet taken in the report before
      if (last || (this.ready && (count > 0 || over))) {
        if (wants && now.from === now.until) course.look(this.pace.slice);
        this.ready = false;
        this.tell(course.report(over));
        if (last) {
          if (this.order === now) this.order = null;
          continue;
        }
        if (over) now.from = now.until; // what is left is the weight's course
      } else if (over) {
        await new Promise<void>((resolve) => (this.wake = resolve)); // until the page is ready for the next sample
        continue;
      }
      await this.pace.turn(now.paced);
    }
  }

  // Takes as many steps as are due and fit; how many.
  private steps(course: Course, { until, paced }: Order): number {
    const left = until - course.taken;
    const due = paced ? this.tempo.due() : left;
    const count = Math.min(left, due, this.tempo.fitting(this.pace.slice));
    if (count <= 0 || course.stopped !== null) return count;
    const start = performance.now();
    const taken = course.step(count);
    this.tempo.took(taken, performance.now() - start);
    if (paced && due > taken + 2) this.tempo.forgive();
    return taken;
  }
}

/** @returns what takes the page's messages. */
export function serve(tell: (message: FromRunner) => void, pace: Pace): (message: ToRunner) => void {
  const server = new Server(tell, pace);
  return (message) => server.take(message);
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

// The page's side of a run of training: hands the explorer's orders to a worker, or where none can start to a loop between
// frames, and its reports to the explorer. Loaded when a reader first trains.
import type { Core } from "../core/core";
import type { FromRunner, Order, Report, ToRunner } from "./protocol";
import { serve } from "./runner";

const patience = 3000; // ms in which a worker has to report its start or a failure
const cheap = 4; // ms: a report that takes the page longer comes at most every `rest` times as long
const rest = 20;

export interface Surroundings {
  worker: URL | null; // none where no script can be fetched
  wasm: () => Promise<Uint8Array<ArrayBuffer>>;
  changed: () => void;
  failed: (code: string, message: string) => void; // load: what trains could not be fetched; else the core's own
}

const nextFrame = () =>
  new Promise<void>((resolve) => {
    const late = setTimeout(resolve, 100); // a page out of sight has no frames
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve, 0); // after the frame is drawn
    });
  });

export class Training {
  private send: ((message: ToRunner) => void) | null = null;
  private starting: Promise<void> | null = null;
  private lesson = "";
  private told = ""; // the last order, as JSON
  private aheadFailed = false; // not tried again before the reader plays
  private readonly wasm: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Where the run is computed, for tests. */
  where: "worker" | "page" | "" = "";

  constructor(
    private readonly core: Core,
    private readonly around: Surroundings,
  ) {
    let bytes: Promise<Uint8Array<ArrayBuffer>> | null = null;
    this.wasm = () =>
      (bytes ??= around.wasm().catch((error: unknown) => {
        bytes = null; // fetched again when the reader plays again
        throw error;
      }));
  }

  /** After every change: tells the runner what is to be done now. */
  async follow(order: Order, lesson: string): Promise<void> {
    if (order.from === order.until && !order.weight && this.told === "") return;
    if (order.ahead && this.aheadFailed) return;
    try {
      await (this.starting ??= this.start());
      const wasm = await this.wasm(); // from here on nothing is waited for: an order never comes before its lesson
      if (lesson !== this.lesson) {
        this.lesson = lesson;
        this.told = "";
        this.send?.({ type: "begin", lesson, wasm: wasm.slice() });
      }
      // The current step changes with every report; the target does not.
      const idle = order.from === order.until;
      const known = { losses: 0, heldOut: 0 }; // grow with every report, too
      const text =
        idle && !order.weight ? "idle" : JSON.stringify({ ...order, ...known, from: idle ? order.from : 0 });
      if (text === this.told) return;
      this.told = text;
      if (order.ahead && this.where === "page") return; // its thread is kept free
      this.send?.({ type: "order", order });
    } catch (error) {
      this.starting = null;
      this.aheadFailed = order.ahead;
      if (order.ahead) return;
      this.failed("load", error instanceof Error ? error.message : String(error));
    }
  }

  private failed(code: string, message: string): void {
    this.told = "";
    this.core.apply({ type: "RunTraining", on: false });
    this.around.failed(code, message);
    this.around.changed();
  }

  private async start(): Promise<void> {
    await this.wasm();
    const worker = this.around.worker ? await this.startWorker(this.around.worker) : null;
    this.where = worker ? "worker" : "page";
    if (worker) {
      this.send = (message) => worker.postMessage(message);
      return;
    }
    this.send = serve((message) => this.take(message), { slice: 4, turn: nextFrame });
  }

  // A worker that may not start fails at once or says so in an event.
  private async startWorker(url: URL): Promise<Worker | null> {
    try {
      const worker = new Worker(url, { type: "module" });
      const there = await new Promise<boolean>((resolve) => {
        const late = setTimeout(() => resolve(false), patience);
        const over = (is: boolean) => {
          clearTimeout(late);
          resolve(is);
        };
        worker.onerror = () => over(false);
        worker.onmessage = () => over(true);
        worker.postMessage({ type: "hello" });
      });
      if (!there) {
        worker.terminate();
        return null;
      }
      worker.onmessage = ({ data }: MessageEvent<FromRunner>) => this.take(data);
      worker.onerror = ({ message }) => this.failed("", message);
      return worker;
    } catch {
      return null;
    }
  }

  private take(message: FromRunner): void {
    if (message.type === "here") return;
    if (message.type === "failed") {
      this.failed(message.code, message.message);
      return;
    }
    const began = performance.now();
    this.report(message);
    const cost = performance.now() - began;
    const ready = () => this.send?.({ type: "ready" });
    if (cost > cheap) setTimeout(ready, cost * rest);
    else void nextFrame().then(ready);
  }

  private report(report: Report): void {
    this.core.trainingReport(JSON.stringify({ ...report, weights: undefined }), report.weights);
    this.core.wake();
    this.around.changed();
  }
}

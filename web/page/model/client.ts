// The page's end of the worker that runs a model: asks, hears how far it is, and stops.
import type { Asked, FromWorker, Hello, Kind, ToWorker, Work } from "./protocol";

/** What the worker refused, as the modules' errors are. */
export class Failed extends Error {
  constructor(
    readonly code: string,
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

const patience = 5000; // ms that a worker has to stop in

export type Tell = (done: number, all: number) => void;

/** Something that was asked for. */
export interface Going<T> {
  answer: Promise<Awaited<T>>;
  stop: () => void;
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Failed) => void;
  tell: Tell | undefined;
}

export class Client {
  private worker: Worker | null = null;
  private turn = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly stopping = new Map<number, number>(); // turn → timer
  /** How often a worker began: with each the model is gone. */
  starts = 0;

  constructor(
    private readonly address: URL,
    private readonly modules: Hello,
  ) {}

  ask<K extends Kind>(kind: K, given: Parameters<Work[K]>, tell?: Tell): Going<ReturnType<Work[K]>> {
    const turn = ++this.turn;
    const answer = new Promise<Awaited<ReturnType<Work[K]>>>((resolve, reject) => {
      this.waiting.set(turn, { resolve, reject, tell });
      const asked: Asked = { turn, kind, given };
      this.send(asked);
    });
    const stop = () => {
      const waiting = this.waiting.get(turn);
      if (!waiting) return;
      this.waiting.delete(turn);
      this.send({ stop: turn });
      // A tokenizer's pattern may take for ever: then the worker ends, and what waits behind it is asked for again.
      this.stopping.set(
        turn,
        window.setTimeout(() => this.end("aborted", ""), patience),
      );
      waiting.reject(new Failed("aborted", "", ""));
    };
    return { answer, stop };
  }

  private send(message: ToWorker): void {
    if (!this.worker) {
      const worker = new Worker(this.address, { type: "module" });
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.end("worker", event.message);
      };
      worker.postMessage(this.modules);
      this.worker = worker;
      this.starts++;
    }
    this.worker.postMessage(message);
  }

  private take(message: FromWorker): void {
    if (!("done" in message)) this.hasStopped(message.turn);
    const waiting = this.waiting.get(message.turn);
    if (!waiting) return; // it was stopped
    if ("done" in message) {
      waiting.tell?.(message.done, message.all);
      return;
    }
    this.waiting.delete(message.turn);
    if ("answer" in message) waiting.resolve(message.answer as never);
    else waiting.reject(new Failed(message.failed.code, message.failed.path, message.failed.message));
  }

  private hasStopped(turn: number): void {
    window.clearTimeout(this.stopping.get(turn));
    this.stopping.delete(turn);
  }

  /** Ends the worker and what it was asked for. */
  close(): void {
    this.end("aborted", "");
  }

  private end(code: "worker" | "aborted", why: string): void {
    this.worker?.terminate();
    this.worker = null;
    for (const turn of [...this.stopping.keys()]) this.hasStopped(turn);
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(new Failed(code, "", why));
  }
}

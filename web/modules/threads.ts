// Several threads for one call: each has a core of its own in a worker, gets the job through shared memory and writes
// back its share of the rows. Results have the same bits as on one thread. Only where memory may be shared; when one
// thread is lost, the caller's own does everything from then on.
import type { Core } from "./core.js";
import { product } from "./kept.js";
import { compute, Kind, sizeOf, write, type Job, type Rows } from "./share.js";

/**
 * What a thread gets when it starts. state: the number of the current job; for each thread but the first the last job
 * that it finished, negative if it failed; then, for each, the last job that it began.
 */
export interface Start {
  module: WebAssembly.Module;
  state: SharedArrayBuffer;
  jobs: SharedArrayBuffer;
  result: SharedArrayBuffer;
  share: { index: number; count: number };
}

/** A thread's message when it is ready for jobs. */
export const ready = "ready";

/** A worker of a page, or one of node's. */
interface Thread {
  postMessage(start: Start): void;
  terminate(): unknown;
  unref?(): void;
  on?(event: string, then: (value: unknown) => void): void;
  addEventListener?(event: string, then: (event: { data?: unknown }) => void): void;
}

const mostBytes = 2 ** 30;
// Milliseconds. Two seconds are long for a living thread, also on a busy machine, and an acceptable wait.
const toStart = 10_000;
const toBegin = 2_000;
const toFinish = (own: number) => Math.min(30_000, toBegin + 4 * own);

/** Whether this page or process may share memory among threads. */
export function mayShare(): boolean {
  const scope = globalThis as { crossOriginIsolated?: boolean; process?: { versions?: { node?: string } } };
  const allowed = scope.crossOriginIsolated ?? Boolean(scope.process?.versions?.node);
  return allowed && typeof SharedArrayBuffer === "function" && "grow" in SharedArrayBuffer.prototype;
}

async function makeWorker(script: URL): Promise<Thread> {
  if (typeof Worker === "function") return new Worker(script, { type: "module" });
  const node = "node:worker_threads";
  const threads = (await import(node)) as { Worker: new (script: URL) => Thread };
  return new threads.Worker(script);
}

/** `said`: a thread's message. `ended`: it ended, or failed; in a page only failures are reported. */
function listen(thread: Thread, said: (word: unknown) => void, ended: () => void): void {
  if (thread.on) {
    thread.on("message", said);
    for (const event of ["error", "exit", "messageerror"]) thread.on(event, ended);
  } else {
    thread.addEventListener?.("message", ({ data }) => said(data));
    for (const event of ["error", "messageerror"]) thread.addEventListener?.(event, ended);
  }
}

/** A thread that has loaded its core, or nothing if that fails or takes too long. `lost`: it ended later. */
async function started(script: URL, start: Start, lost: () => void): Promise<Thread | undefined> {
  const thread = await makeWorker(script);
  const waits = await new Promise<boolean>((tell) => {
    const late = setTimeout(() => tell(false), toStart);
    const say = (works: boolean) => {
      clearTimeout(late);
      tell(works);
    };
    listen(
      thread,
      (word) => say(word === ready),
      () => {
        say(false);
        lost();
      },
    );
    thread.postMessage(start);
  });
  if (!waits) {
    void thread.terminate();
    return undefined;
  }
  thread.unref?.(); // a waiting thread does not keep the process alive
  return thread;
}

/** Heads next to each other in every row. `shape`: that of the first part. */
function beside(parts: Omit<Rows, "shape">[], shape: readonly number[]) {
  const rows = shape.slice(0, -1);
  const count = product(rows);
  const width = parts.reduce((sum, { data }) => sum + data.length / count, 0);
  const whole = new Float32Array(count * width);
  for (const { first, data } of parts) {
    const own = data.length / count;
    for (let row = 0; row < count; row++)
      whole.set(data.subarray(row * own, (row + 1) * own), row * width + first);
  }
  return { shape: [...rows, width], data: whole };
}

const growable = (bytes: number) => new SharedArrayBuffer(bytes, { maxByteLength: mostBytes });

/** Whether this thread may block: a page's main thread may not. */
function maySleep(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0);
    return true;
  } catch {
    return false;
  }
}

export class Threads {
  /** How many calls were divided. */
  divided = 0;
  #job = 0;
  readonly #sleeps = maySleep();
  readonly #state: Int32Array<SharedArrayBuffer>;
  readonly #jobs = growable(1 << 16);
  readonly #results: SharedArrayBuffer[];
  #threads: Thread[] = [];
  #closed = false;

  private constructor(
    private readonly core: Core,
    /** The number of threads at the start, including the caller's own. */
    private readonly size: number,
  ) {
    this.#state = new Int32Array(new SharedArrayBuffer(8 * size));
    this.#results = Array.from({ length: size - 1 }, () => growable(1 << 16));
  }

  /** `count` threads, including the caller's own. Nothing where a second one is impossible. */
  static async start(core: Core, count: number, script: URL): Promise<Threads | undefined> {
    if (count < 2 || !mayShare()) return undefined;
    let all: Threads;
    try {
      all = new Threads(core, count);
    } catch {
      return undefined; // no room for memory that can grow
    }
    return (await all.#start(script)) ? all : undefined;
  }

  async #start(script: URL): Promise<boolean> {
    const starts = this.#results.map((result, i) => {
      const share = { index: i + 1, count: this.size };
      const start = { module: this.core.module, state: this.#state.buffer, jobs: this.#jobs, result, share };
      return started(script, start, () => this.close()).catch(() => undefined);
    });
    this.#threads = (await Promise.all(starts)).filter((thread) => thread !== undefined);
    if (!this.#closed && this.#threads.length === starts.length) return true;
    this.close();
    return false;
  }

  get count(): number {
    return this.#threads.length + 1;
  }

  close(): void {
    this.#closed = true;
    for (const thread of this.#threads) void thread.terminate();
    this.#threads = [];
  }

  /** The result of a job, or nothing if it was not divided and is to be computed as a whole. */
  run(job: Job): { shape: number[]; data: Float32Array } | undefined {
    const bytes = sizeOf(job);
    if (this.#threads.length === 0 || bytes > mostBytes) return undefined;
    try {
      if (this.#jobs.byteLength < bytes) this.#jobs.grow(bytes);
    } catch {
      return undefined; // no memory for a copy of the arguments
    }
    write(job, this.#jobs);
    this.#job = (this.#job % 0x3fffffff) + 1;
    Atomics.store(this.#state, 0, this.#job);
    Atomics.notify(this.#state, 0);
    const begun = performance.now();
    const own = this.#own(job);
    const parts = this.#others(performance.now() - begun);
    if (!own || !parts) return undefined;
    if (job.kind === Kind.heads) return beside([own, ...parts], own.shape);
    const data = new Float32Array(product(own.shape));
    for (const { first, data: rows } of [own, ...parts])
      data.set(rows, first * (own.shape[own.shape.length - 1] as number));
    this.divided++;
    return { shape: own.shape, data };
  }

  /** The caller's share. Errors in the arguments are reported by the call as a whole. */
  #own(job: Job): Rows | undefined {
    try {
      return compute(this.core, job, { index: 0, count: this.size });
    } catch {
      return undefined;
    }
  }

  /** The other shares, once all are done. `own`: how many milliseconds the caller's took. */
  #others(own: number): Omit<Rows, "shape">[] | undefined {
    const since = performance.now();
    for (let i = 1; i < this.size; i++) {
      if (this.#finished(i, since, toFinish(own))) continue;
      this.close(); // it is lost
      return undefined;
    }
    const parts = [];
    for (const [i, result] of this.#results.entries()) {
      const [divided, first, length] = new Float64Array(result, 0, 3) as unknown as [number, number, number];
      if (Atomics.load(this.#state, i + 1) < 0 || !divided) return undefined;
      parts.push({ first, data: new Float32Array(result, 32, length) });
    }
    return parts;
  }

  /** Waits for a thread, blocking where allowed, else polling; false if it took too long. */
  #finished(thread: number, since: number, most: number): boolean {
    for (;;) {
      const done = Atomics.load(this.#state, thread);
      if (Math.abs(done) === this.#job) return true;
      const begun = Atomics.load(this.#state, this.size + thread) === this.#job;
      const left = since + (begun ? most : toBegin) - performance.now();
      if (left <= 0) return false;
      if (this.#sleeps) Atomics.wait(this.#state, thread, done, left);
    }
  }
}

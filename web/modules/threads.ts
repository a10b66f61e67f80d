// Several threads for one call: each has a core of its own in a worker, gets the job through shared memory and gives back
// the rows that fall to its share. Results have the bits that one thread gives. Only where memory may be shared.
import type { Core } from "./core.js";
import { product } from "./kept.js";
import { compute, Kind, sizeOf, write, type Job, type Rows } from "./share.js";

/** What a thread is told when it starts. state: the number of the current job, then for each thread the one it has done. */
export interface Start {
  module: WebAssembly.Module;
  state: SharedArrayBuffer;
  jobs: SharedArrayBuffer;
  result: SharedArrayBuffer;
  share: { index: number; count: number };
}

interface Thread {
  worker: Worker & { unref?(): void; once?(event: string, then: () => void): void };
  result: SharedArrayBuffer;
}

const mostBytes = 2 ** 30;
const patience = 30_000; // milliseconds beyond its own share that the caller waits for another

/** Whether this page or process may share memory among threads. */
export function mayShare(): boolean {
  const scope = globalThis as { crossOriginIsolated?: boolean; process?: { versions?: { node?: string } } };
  const allowed = scope.crossOriginIsolated ?? Boolean(scope.process?.versions?.node);
  return allowed && typeof SharedArrayBuffer === "function" && "grow" in SharedArrayBuffer.prototype;
}

async function makeWorker(script: URL): Promise<Thread["worker"]> {
  if (typeof Worker === "function") return new Worker(script, { type: "module" });
  const node = "node:worker_threads";
  const threads = (await import(node)) as { Worker: new (script: URL) => Thread["worker"] };
  return new threads.Worker(script);
}

/** A worker that has loaded its core, or nothing where that fails. */
async function started(script: URL, start: Start): Promise<Thread | undefined> {
  try {
    const worker = await makeWorker(script);
    const ready = await new Promise<boolean>((tell) => {
      if (worker.once) {
        worker.once("message", () => tell(true));
        worker.once("error", () => tell(false));
      } else {
        worker.onmessage = () => tell(true);
        worker.onerror = () => tell(false);
      }
      worker.postMessage(start);
    });
    if (!ready) return undefined;
    worker.unref?.(); // a process may end although threads wait
    return { worker, result: start.result };
  } catch {
    return undefined;
  }
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

export class Threads {
  /** How many calls were divided. */
  divided = 0;
  #job = 0;

  private constructor(
    private readonly core: Core,
    private readonly state: Int32Array<SharedArrayBuffer>,
    private readonly jobs: SharedArrayBuffer,
    private threads: Thread[],
  ) {}

  /** `count` threads, the caller's own among them. Nothing where there can be no second one. */
  static async start(core: Core, count: number, script: URL): Promise<Threads | undefined> {
    if (count < 2 || !mayShare()) return undefined;
    const { module } = core;
    const state = new SharedArrayBuffer(4 * count);
    const jobs = growable(1 << 16);
    const all = await Promise.all(
      Array.from({ length: count - 1 }, (_, i) =>
        started(script, { module, state, jobs, result: growable(1 << 16), share: { index: i + 1, count } }),
      ),
    );
    const threads = all.filter((thread) => thread !== undefined);
    if (threads.length < count - 1) {
      for (const { worker } of threads) worker.terminate();
      return undefined;
    }
    return new Threads(core, new Int32Array(state), jobs, threads);
  }

  get count(): number {
    return this.threads.length + 1;
  }

  close(): void {
    for (const { worker } of this.threads) worker.terminate();
    this.threads = [];
  }

  /** The result of a job, or nothing where it was not divided: then it is to be computed as a whole. */
  run(job: Job): { shape: number[]; data: Float32Array } | undefined {
    const bytes = sizeOf(job);
    if (this.threads.length === 0 || bytes > mostBytes) return undefined;
    if (this.jobs.byteLength < bytes) this.jobs.grow(bytes);
    write(job, this.jobs);
    this.#job = (this.#job % 0x3fffffff) + 1;
    Atomics.store(this.state, 0, this.#job);
    Atomics.notify(this.state, 0);
    const own = this.#own(job);
    const parts = this.#others(performance.now() + patience);
    if (!own || !parts) return undefined;
    if (job.kind === Kind.heads) return beside([own, ...parts], own.shape);
    const data = new Float32Array(product(own.shape));
    for (const { first, data: rows } of [own, ...parts])
      data.set(rows, first * (own.shape[own.shape.length - 1] as number));
    this.divided++;
    return { shape: own.shape, data };
  }

  /** The caller's share. What is wrong with the arguments is told by the call as a whole. */
  #own(job: Job): Rows | undefined {
    try {
      return compute(this.core, job, { index: 0, count: this.count });
    } catch {
      return undefined;
    }
  }

  /** The other shares, once all are there. A page's own thread may not sleep: it looks until they are. */
  #others(deadline: number): Omit<Rows, "shape">[] | undefined {
    for (let i = 1; i < this.count; i++) {
      while (Math.abs(Atomics.load(this.state, i)) !== this.#job) {
        if (performance.now() < deadline) continue;
        this.close(); // one of them is lost
        return undefined;
      }
    }
    const parts = [];
    for (const [i, { result }] of this.threads.entries()) {
      const [divided, first, length] = new Float64Array(result, 0, 3) as unknown as [number, number, number];
      if (Atomics.load(this.state, i + 1) < 0 || !divided) return undefined;
      parts.push({ first, data: new Float32Array(result, 32, length) });
    }
    return parts;
  }
}

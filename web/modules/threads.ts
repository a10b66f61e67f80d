// Several threads for one call: each has a core of its own in a worker, gets the job through shared memory and writes
// back its share of the rows. Results have the same bits as on one thread. Only where memory may be shared; when one
// thread is lost, the caller's own does everything from then on.
import type { Core } from "./core.js";
import { product } from "./kept.js";
import { compute, Kind, sizeOf, write, type Job, type Rows } from "./share.js";
import { mayShare, Team, toBegin } from "./workers.js";

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

const mostBytes = 2 ** 30;
// Milliseconds, after the caller's own share took so long.
const toFinish = (own: number) => Math.min(30_000, toBegin + 4 * own);

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
  readonly #team = new Team();
  readonly #state: Int32Array<SharedArrayBuffer>;
  readonly #jobs = growable(1 << 16);
  readonly #results: SharedArrayBuffer[];

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

  #start(script: URL): Promise<boolean> {
    const starts = this.#results.map((result, i): Start => {
      const share = { index: i + 1, count: this.size };
      return { module: this.core.module, state: this.#state.buffer, jobs: this.#jobs, result, share };
    });
    return this.#team.start(script, starts, () => this.close());
  }

  get count(): number {
    return this.#team.size + 1;
  }

  close(): void {
    this.#team.close();
  }

  /** The result of a job, or nothing if it was not divided and is to be computed as a whole. */
  run(job: Job): { shape: number[]; data: Float32Array } | undefined {
    const bytes = sizeOf(job);
    if (this.#team.size === 0 || bytes > mostBytes) return undefined;
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
      const at = { begun: this.size + i, done: i };
      if (this.#team.finished(this.#state, at, this.#job, since, toFinish(own))) continue;
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
}

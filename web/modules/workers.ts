// Workers that compute a share of a call: how they are started, watched and awaited. What they share is told in threads.ts
// and models/helpers.ts.

/** A thread's message when it is ready for jobs. */
export const ready = "ready";

/** A worker of a page, or one of node's. */
export interface Thread {
  postMessage(start: unknown): void;
  terminate(): unknown;
  unref?(): void;
  on?(event: string, then: (value: unknown) => void): void;
  addEventListener?(event: string, then: (event: { data?: unknown }) => void): void;
}

// Milliseconds. Two seconds are long for a living thread, also on a busy machine, and an acceptable wait.
const toStart = 10_000;
export const toBegin = 2_000;

/** Whether this page or process may share memory among threads. */
export function mayShare(): boolean {
  const scope = globalThis as { crossOriginIsolated?: boolean; process?: { versions?: { node?: string } } };
  const allowed = scope.crossOriginIsolated ?? Boolean(scope.process?.versions?.node);
  return allowed && typeof SharedArrayBuffer === "function" && "grow" in SharedArrayBuffer.prototype;
}

/** Whether this thread may block: a page's main thread may not. */
function maySleep(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0);
    return true;
  } catch {
    return false;
  }
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
async function started(script: URL, start: unknown, lost: () => void): Promise<Thread | undefined> {
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

/** Workers that are there together or not at all: with one of them, all are ended. */
export class Team {
  readonly #sleeps = maySleep();
  #threads: Thread[] = [];
  #closed = false;

  /** `starts`: what each is sent. `lost`: one ended. Whether all of them are ready for jobs. */
  async start(script: URL, starts: readonly unknown[], lost: () => void): Promise<boolean> {
    const all = starts.map((start) => started(script, start, lost).catch(() => undefined));
    this.#threads = (await Promise.all(all)).filter((thread) => thread !== undefined);
    if (!this.#closed && this.#threads.length === starts.length) return true;
    this.close();
    return false;
  }

  get size(): number {
    return this.#threads.length;
  }

  close(): void {
    this.#closed = true;
    for (const thread of this.#threads) void thread.terminate();
    this.#threads = [];
  }

  /**
   * Waits until a thread has done a job, blocking where allowed, else polling; false if it took too long. `at`: where the
   * numbers of the jobs lie that it began and has done, the latter perhaps negative. `most`: milliseconds from `since`.
   */
  finished(
    numbers: Int32Array,
    at: { begun: number; done: number },
    job: number,
    since: number,
    most: number,
  ): boolean {
    for (;;) {
      const done = Atomics.load(numbers, at.done);
      if (Math.abs(done) === job) return true;
      const begun = Atomics.load(numbers, at.begun) === job;
      const left = since + (begun ? most : toBegin) - performance.now();
      if (left <= 0) return false;
      if (this.#sleeps) Atomics.wait(numbers, at.done, done, left);
    }
  }
}

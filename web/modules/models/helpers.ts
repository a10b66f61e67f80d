// Several threads for one model: workers that compute shares of its products in the same memory, so that no weight is held
// twice. Results have the same bits as on one thread; when one is lost, the caller's own does everything from then on. What
// they do is in src/modules/models_threads.cpp.
import type { Core } from "../core.js";
import { Team } from "../workers.js";

export { mayShare } from "../workers.js";

/** What a thread gets when it starts: where its part of the memory is, and where its stack begins. */
export interface HelperStart {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  helper: number;
  stack: number;
}

/** Milliseconds that a share may take. It takes seconds at most, on slow machines and without SIMD. */
const toFinish = 10_000;
/** The numbers of jobs that a helper begins with. */
const Place = { given: 0, begun: 1, done: 2, count: 3 };

export class Helpers {
  readonly #team = new Team();
  readonly #starts: number;

  private constructor(private readonly core: Core) {
    this.#starts = core.starts;
  }

  /** `count` threads, including the caller's own, for the model that the core holds. Nothing where they cannot be started. */
  static async start(core: Core, count: number, script: URL): Promise<Helpers | undefined> {
    if (count < 2 || !core.shares) return undefined;
    const all = new Helpers(core);
    return (await all.#start(count - 1, script).catch(() => false)) ? all : undefined;
  }

  async #start(count: number, script: URL): Promise<boolean> {
    const { core } = this;
    const bytes = core.call("helper_size", [], (answer) => answer.number());
    const blocks = Array.from({ length: count }, () => core.allocate("threads", bytes));
    const places = core.call("helpers_open", [count, ...blocks], (answer) =>
      blocks.map(() => ({ helper: answer.number(), stack: answer.number() })),
    );
    const shared = { module: core.module, memory: core.memoryItself };
    const starts = places.map((place): HelperStart => ({ ...shared, ...place }));
    const works = await this.#team.start(script, starts, () => this.close());
    if (!works) this.close();
    return works;
  }

  get count(): number {
    return this.#team.size + 1;
  }

  /** Ends all threads but the caller's own. Their memory is freed with the model: they may write to it for a moment. */
  close(): void {
    this.#team.close();
    if (this.core.live && this.core.starts === this.#starts)
      this.core.call("helpers_close", [], () => undefined);
  }

  /** Whether the helper at this address has done its last job. The core asks in the midst of a call. */
  hasDone(address: number): boolean {
    const numbers = new Int32Array(this.core.memoryItself.buffer, address, Place.count);
    const job = Atomics.load(numbers, Place.given);
    if (this.#team.size > 0 && this.#team.finished(numbers, Place, job, performance.now(), toFinish))
      return true;
    this.#team.close(); // it is lost
    return false;
  }
}

// A thread of attention.mjs or of models.mjs. The former has a core of its own, waits for jobs in shared memory, and writes its
// share of each result back; threads.ts starts it and defines the memory layout. The latter shares the memory of the core that
// it helps, in which it waits itself; models/helpers.ts starts it.
import { Core, importsOf } from "./core.js";
import type { HelperStart } from "./models/helpers.js";
import { compute, read } from "./share.js";
import type { Start } from "./threads.js";
import { ready } from "./workers.js";

interface Port {
  postMessage(message: unknown): void;
  onmessage?: unknown;
  once?(event: "message", then: (message: Start | HelperStart) => void): void;
}

const scope = globalThis as unknown as Port;
const node = "node:worker_threads"; // a variable, so that bundlers for browsers do not look for it
const port: Port =
  "postMessage" in globalThis ? scope : ((await import(node)) as { parentPort: Port }).parentPort;

function work(core: Core, { state, jobs, result, share }: Start): never {
  const numbers = new Int32Array(state);
  for (let done = 0; ;) {
    Atomics.wait(numbers, 0, done);
    const job = Atomics.load(numbers, 0);
    if (job === done) continue;
    done = job;
    Atomics.store(numbers, share.count + share.index, job);
    let told = -job;
    try {
      const rows = compute(core, read(jobs), share);
      const head = rows ? [1, rows.first, rows.data.length] : [0, 0, 0];
      const bytes = 32 + (rows?.data.byteLength ?? 0);
      if (result.byteLength < bytes) result.grow(bytes);
      new Float64Array(result, 0, 3).set(head);
      if (rows) new Float32Array(result, 32, rows.data.length).set(rows.data);
      told = job;
    } catch {
      // The caller then computes everything and reports the error.
    }
    Atomics.store(numbers, share.index, told);
    Atomics.notify(numbers, share.index);
  }
}

/** The thread's entry into the core that it helps; it has not begun that core, which has run already. */
function helping({ module, memory, helper, stack }: HelperStart): () => never {
  // A helper never waits for another one.
  const imports = importsOf({ memory, await_helper: () => 0 });
  const exports = new WebAssembly.Instance(module, imports).exports as unknown as {
    __stack_pointer: WebAssembly.Global;
    help_models(helper: number): never;
  };
  exports.__stack_pointer.value = stack;
  return () => exports.help_models(helper);
}

async function preparing(start: Start | HelperStart): Promise<() => never> {
  if ("memory" in start) return helping(start);
  const core = await Core.load(start.module);
  return () => work(core, start);
}

async function begin(start: Start | HelperStart): Promise<void> {
  let goOn: () => never;
  try {
    goOn = await preparing(start);
  } catch {
    port.postMessage("failed");
    return;
  }
  port.postMessage(ready);
  goOn();
}

if (port.once) port.once("message", (start) => void begin(start));
else port.onmessage = ({ data }: { data: Start | HelperStart }) => void begin(data);

// A thread of attention.mjs: it has a core of its own, waits for jobs in shared memory, and writes its share of each
// result back. Started by threads.ts, which defines the memory layout.
import { Core } from "./core.js";
import { compute, read } from "./share.js";
import { ready, type Start } from "./threads.js";

interface Port {
  postMessage(message: unknown): void;
  onmessage?: unknown;
  once?(event: "message", then: (message: Start) => void): void;
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

async function begin(start: Start): Promise<void> {
  let core: Core;
  try {
    core = await Core.load(start.module);
  } catch {
    port.postMessage("failed");
    return;
  }
  port.postMessage(ready);
  work(core, start);
}

if (port.once) port.once("message", (start) => void begin(start));
else port.onmessage = ({ data }: { data: Start }) => void begin(data);

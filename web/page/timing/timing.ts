// The page's side of a timing: has a worker measure what the core asks for, and reports the times to the core.
import type { Core } from "../core/core";
import type { Command } from "../core/model";
import { words } from "../core/words";
import { assets } from "../start/assets";
import type { Asked, Told } from "./worker";

const patience = 60_000; // ms

function inWorker(address: URL, asked: Asked): Promise<Told> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(address, { type: "module" });
    const over = (end: () => void) => {
      window.clearTimeout(late);
      worker.terminate();
      end();
    };
    const late = window.setTimeout(() => over(() => reject(new Error(words("timing.late")))), patience);
    worker.onmessage = ({ data }: MessageEvent<Told>) => over(() => resolve(data));
    worker.onerror = ({ message }) => over(() => reject(new Error(message || words("timing.no_worker"))));
    worker.postMessage(asked);
  });
}

// Where no script can be fetched there is no worker, and nothing is measured: it would stop the page.
async function measured(tokens: number, features: number): Promise<Told> {
  const { timer } = assets;
  if (!timer) return { why: words("timing.no_worker") };
  const module = new URL("../attention.mjs", import.meta.url).href;
  return inWorker(new URL(timer.url, import.meta.url), { module, tokens, features });
}

/** Measures what the step's figure asks for; the core shows the times or why there are none. */
export async function measure(core: Core, changed: () => void): Promise<void> {
  const asked = core.reading()?.step.figures.find(({ action }) => action?.request === "measure")?.action;
  const [tokens = 0, features = 0] = asked?.sizes ?? [];
  if (!asked?.enabled) return;
  const report = (told: Omit<Extract<Command, { type: "ReportTiming" }>, "type" | "tokens">) => {
    core.apply({ type: "ReportTiming", tokens, ...told });
    changed();
  };
  report({ state: "running" });
  const told = await measured(tokens, features).catch((error: unknown) => ({
    why: error instanceof Error ? error.message : String(error),
  }));
  report("why" in told ? { state: "failed", why: told.why } : { state: "done", ...told });
}

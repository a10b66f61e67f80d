// The page's side of a timing: has a worker measure what the core asks for, and reports the times to the core.
import type { Core } from "../core/core";
import type { Command } from "../core/model";
import { inWorker } from "../core/in-worker";
import { words } from "../core/words";
import { assets } from "../start/assets";
import type { Asked, Told } from "./worker";

const patience = 60_000; // ms

// Where no script can be fetched there is no worker, and nothing is measured: it would stop the page.
async function measured(tokens: number, features: number): Promise<Told> {
  const { timer } = assets;
  if (!timer) return { why: words("timing.no_worker") };
  const module = new URL("../attention.mjs", import.meta.url).href;
  const asked: Asked = { module, tokens, features };
  const late = { ms: patience, why: words("timing.late") };
  return inWorker(new URL(timer.url, import.meta.url), asked, late);
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
    why: (error instanceof Error && error.message) || words("timing.no_worker"),
  }));
  report("why" in told ? { state: "failed", why: told.why } : { state: "done", ...told });
}

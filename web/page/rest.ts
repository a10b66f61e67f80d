// Brings the core's second part once the first picture stands. Until it is there, what a reader does waits; when it does not
// come, they are told, and what to do.
import { assets, fetchWasm, LoadError } from "./assets";
import type { Core } from "./core";
import { notify, offer, withdraw } from "./notices";
import { bringTools } from "./tools";
import { words } from "./words";

const patience = 5; // seconds

function sentenceOf(error: unknown): string {
  if (error instanceof LoadError) return words("rest.failed", error.file, error.why);
  return words("rest.failed", assets.rest?.url ?? "", error instanceof Error ? error.message : String(error));
}

// `more`: what else comes with it.
export async function bringRest(core: Core, more: () => Promise<void>): Promise<void> {
  const { rest } = assets;
  if (!rest) return;
  for (;;) {
    const late = `${words("slow", patience)} ${words("rest.slow")}`;
    const watch = window.setTimeout(() => notify(late, true), patience * 1000);
    try {
      const rested = core.complete(fetchWasm(rest, () => undefined, "low"));
      await Promise.all([rested, bringTools(), more()]);
      return;
    } catch (error) {
      withdraw(late);
      await offer(sentenceOf(error), words("rest.again"));
    } finally {
      window.clearTimeout(watch);
      withdraw(late);
    }
  }
}

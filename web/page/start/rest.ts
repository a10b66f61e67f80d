// Loads the core's second part after the first picture. Input that needs it is held until then; if loading fails, a
// message says so and what to do.
import { assets, fetchWasm, LoadError } from "./assets";
import type { Core } from "../core/core";
import { notify, offer, withdraw } from "../dialogs/notices";
import { bringTools } from "../dialogs/tools";
import { words } from "../core/words";

const patience = 5; // seconds

function sentenceOf(error: unknown): string {
  if (error instanceof LoadError) return words("rest.failed", error.file, error.why);
  return words("rest.failed", assets.rest?.url ?? "", error instanceof Error ? error.message : String(error));
}

export async function bringRest(core: Core): Promise<void> {
  const { rest } = assets;
  if (!rest) return;
  for (;;) {
    const late = `${words("slow", patience)} ${words("rest.slow")}`;
    const watch = window.setTimeout(() => notify(late, true), patience * 1000);
    try {
      const rested = core.complete(fetchWasm(rest, () => undefined, "low"));
      await Promise.all([rested, bringTools()]);
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

// The worker that times attention: it loads the site's attention.mjs, so that the page needs no kernels of its own.
import type { loadAttention } from "../../modules/api/attention";
import { times, type Times } from "./measure";

export interface Asked {
  module: string; // the address of attention.mjs
  tokens: number;
  features: number;
}
export type Told = Times | { why: string };

interface Scope {
  postMessage(message: Told): void;
  onmessage: ((event: MessageEvent<Asked>) => void) | null;
}
const scope = globalThis as unknown as Scope;

async function measured({ module, tokens, features }: Asked): Promise<Told> {
  const { loadAttention: load } = (await import(module)) as { loadAttention: typeof loadAttention };
  return times(await load(), tokens, features, () => performance.now());
}

scope.onmessage = ({ data }) => {
  measured(data).then(
    (told) => scope.postMessage(told),
    (error: unknown) => scope.postMessage({ why: error instanceof Error ? error.message : String(error) }),
  );
};

// The worker that runs a model. Its first message says where models.mjs lies.
import { Refused, ModelWork, type Hearing, type Modules } from "./work";
import type { FromWorker, Kind, ToWorker } from "./protocol";

interface Scope {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}
const scope = globalThis as unknown as Scope;

let work: Promise<ModelWork> | null = null;
let bringWork: (() => Promise<ModelWork>) | null = null;
let tries = 0; // at fetching the modules: a browser remembers the failure of an address
let last: Promise<unknown> = Promise.resolve(); // one thing after the other
const stops = new Map<number, AbortController>();

async function bring(models: string, attention: string): Promise<ModelWork> {
  const again = tries > 0 ? `?${tries}` : "";
  const { loadModel } = (await import(models + again)) as Modules;
  const { loadAttention } = (await import(attention + again)) as Modules;
  return new ModelWork({ loadModel, loadAttention }, () => performance.now());
}

function failureOf(error: unknown): { code: string; path: string; message: string } {
  const { code, path = "", message = String(error) } = error as Partial<Refused>;
  return { code: code ?? (work === null ? "unfetched" : "other"), path, message };
}

function buffersIn(answer: unknown): ArrayBuffer[] {
  const parts = answer instanceof Float32Array ? [answer] : Object.values(answer as object);
  return parts.flatMap((part) => (part instanceof Float32Array ? [part.buffer as ArrayBuffer] : []));
}

scope.onmessage = ({ data }) => {
  if ("models" in data) {
    const { models, attention } = data;
    bringWork = () => bring(models, attention);
    return;
  }
  if ("stop" in data) {
    stops.get(data.stop)?.abort();
    return;
  }
  const { turn } = data;
  const stop = new AbortController();
  stops.set(turn, stop);
  const hearing: Hearing = {
    tell: ({ done, all }) => scope.postMessage({ turn, done, all }, []),
    signal: stop.signal,
  };
  last = last
    .then(async () => {
      if (!bringWork) throw new Error("The worker was not told where the modules lie.");
      work ??= bringWork().catch((error: unknown) => {
        work = null; // fetched again for the next thing that is asked
        tries++;
        throw error;
      });
      const here = (await work) as unknown as Record<Kind, (...given: unknown[]) => unknown>;
      stop.signal.throwIfAborted();
      const answer = await here[data.kind](...data.given, hearing);
      scope.postMessage({ turn, answer }, buffersIn(answer));
    })
    .catch((error: unknown) => scope.postMessage({ turn, failed: failureOf(error) }, []))
    .finally(() => stops.delete(turn));
};

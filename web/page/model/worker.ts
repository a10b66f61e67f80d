// The worker that runs a model. Its first message says where models.mjs lies.
import { Refused, ModelWork, type Hearing, type Modules } from "./work";
import type {
  Asked,
  AskedLogit,
  Drawing,
  FromWorker,
  Changes,
  ModelGiven,
  Pictures,
  Replaced,
  ToWorker,
} from "./protocol";

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

function done(here: ModelWork, { kind, given }: Asked, hearing: Hearing): unknown {
  const [first, second, third, fourth, fifth] = given;
  switch (kind) {
    case "plan":
      return here.plan(first as ModelGiven, hearing);
    case "open":
      return here.open(first as ModelGiven, hearing);
    case "run":
      return here.run(
        first as string,
        second as Changes,
        third as number,
        fourth as number[],
        fifth as Pictures,
        hearing,
      );
    case "pictures":
      return here.pictures(first as number);
    case "weights":
      return here.weights(first as number, second as number);
    case "allWeights":
      return here.allWeights();
    case "vectors":
      return here.vectors(first as number, second as number);
    case "next":
      return here.next(first as number, hearing);
    case "sample":
      return here.sample(first as Drawing, hearing);
    case "lens":
      return here.lens(first as number, second as number);
    case "grid":
      return here.grid(hearing);
    case "ledger":
      return here.ledger(first as AskedLogit);
    case "sweep":
      return here.sweep(first as AskedLogit, second as Replaced, hearing);
    case "split":
      return here.split(first as AskedLogit, second as number, third as number | null);
    case "atlas":
      return here.atlas(first as string[], second as Changes["without"], hearing);
    case "score":
      return here.score(first as number, second as number, third as number, fourth as number);
  }
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
      const here = await work;
      stop.signal.throwIfAborted();
      const answer = await done(here, data, hearing);
      scope.postMessage({ turn, answer }, buffersIn(answer));
    })
    .catch((error: unknown) => scope.postMessage({ turn, failed: failureOf(error) }, []))
    .finally(() => stops.delete(turn));
};

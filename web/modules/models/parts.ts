// The parts of a run's numbers, and runs in which a part is replaced: what run.ts and its types promise of ledger(), split(),
// lens(), rollout(), why(), patch(), sweep() and measure(). Knows a run by its number in the core.
import { headMeasures, partKinds } from "../../../build/generated/model.js";
import type * as api from "../api/models.js";
import * as check from "../check.js";
import type { Core } from "../core.js";
import { turn } from "../turn.js";
import { checkProgress, checkSignal, throwIfAborted } from "./hearing.js";

/** A run as the core has it. */
export interface Read {
  readonly core: Core;
  readonly config: api.ModelConfig;
  readonly run: number;
  readonly tokens: number; // T
}

const inLayer = new Set<api.PartKind>([
  "head",
  "attentionBias",
  "attentionNormBias",
  "inner",
  "innerNormBias",
  "projectionBias",
  "patch",
]);

interface Numbers {
  number(): number;
}

function parts(answer: Numbers): api.PartName[] {
  return Array.from({ length: answer.number() }, () => {
    const kind = partKinds[answer.number()] as (typeof partKinds)[number];
    const layer = answer.number();
    const head = answer.number();
    if (!inLayer.has(kind)) return { kind };
    return kind === "head" ? { kind, layer, head } : { kind, layer };
  });
}

const numbers = (answer: Numbers) => Float64Array.from({ length: answer.number() }, () => answer.number());

const logitOptions = ["id", "against", "at", "layers"];

/** The place, the two ids and the layers, as the core takes them. */
export function askedLogit({ tokens, config }: Read, given: Record<string, unknown>): number[] {
  const last = tokens - 1;
  return [
    check.whole("at", given.at, config.picture ? 0 : last, 0, last),
    check.whole("id", given.id, undefined, 0, config.vocabulary - 1),
    given.against === undefined
      ? NaN
      : check.whole("against", given.against, undefined, 0, config.vocabulary - 1),
    check.whole("layers", given.layers, config.layers, 0, config.layers),
  ];
}

export function ledger(read: Read, options: api.LogitOptions | undefined): api.Ledger {
  const asked = askedLogit(read, check.options(options ?? null, logitOptions));
  return read.core.call("run_ledger", [read.run, ...asked], (answer) => {
    const named = parts(answer);
    const values = numbers(answer);
    return {
      parts: named.map((part, i) => ({ ...part, value: values[i] as number })),
      sum: answer.number(),
      logit: answer.number(),
    };
  });
}

export function split(read: Read, options: (api.LogitOptions & api.SplitOptions) | undefined): Float64Array {
  const given = check.options(options ?? null, [...logitOptions, "layer", "head", "part"]);
  const layer = check.whole("layer", given.layer);
  const inner =
    check.choice("part", given.part, ["head", "inner"], given.head === undefined ? "inner" : "head") === 1;
  const head = inner ? NaN : check.whole("head", given.head);
  return read.core.call("run_split", [read.run, ...askedLogit(read, given), layer, head], numbers);
}

export function neurons(read: Read, layer: number, options: { at?: number } | undefined): Float32Array {
  const { at } = check.options(options, ["at"]);
  const last = read.tokens - 1;
  const words = [check.whole("layer", layer), check.whole("at", at, read.config.picture ? 0 : last, 0, last)];
  return Float32Array.from(read.core.call("run_neurons", [read.run, ...words], numbers));
}

export async function lens(read: Read, options: api.LensOptions | undefined): Promise<api.LensWord[][][]> {
  const { config, core, run, tokens } = read;
  const given = check.options(options, ["k", "first", "count", "onProgress", "signal"]);
  const k = check.whole("k", given.k, 1, 1, config.vocabulary);
  const first = check.whole("first", given.first, 0, 0, tokens);
  const count = check.whole("count", given.count, tokens - first, 0, tokens - first);
  const tell = checkProgress(given.onProgress);
  const signal = checkSignal(given.signal);
  const together = 64; // tokens in a call
  const calls = (config.layers + 1) * Math.ceil(count / together);
  let done = 0;
  const grid: api.LensWord[][][] = [];
  for (let layers = 0; layers <= config.layers; layers++) {
    const row: api.LensWord[][] = [];
    for (let at = 0; at < count; at += together) {
      throwIfAborted(signal);
      const rows = Math.min(together, count - at);
      const words = core.call("run_lens", [run, layers, first + at, rows, k], (answer) =>
        Array.from({ length: rows }, () =>
          Array.from({ length: Math.min(k, config.vocabulary) }, () => ({
            id: answer.number(),
            logit: answer.number(),
            probability: answer.number(),
          })),
        ),
      );
      row.push(...words);
      tell?.(++done, calls);
      await turn();
    }
    grid.push(row);
  }
  return grid;
}

/** Row `query` of attention rollout, from the last layer to the first: a row of weights at a time, never a map. */
export async function rollout(read: Read, options: api.RolloutOptions | undefined): Promise<Float32Array> {
  const { config, core, run, tokens } = read;
  const given = check.options(options, ["query", "onProgress", "signal"]);
  const last = tokens - 1;
  const query = check.whole("query", given.query, config.picture ? 0 : last, 0, last);
  const tell = checkProgress(given.onProgress);
  const signal = checkSignal(given.signal);
  let row: Float32Array = new Float32Array(tokens);
  row[query] = 1;
  for (let layer = config.layers - 1; layer >= 0; layer--) {
    throwIfAborted(signal);
    const space = core.keep([tokens], row);
    try {
      core.call("run_rollout", [run, layer, space.place("row")], () => undefined);
      row = space.data;
    } finally {
      space.dispose();
    }
    tell?.(config.layers - layer, config.layers);
    await turn();
  }
  return row;
}

export function why(read: Read, options: api.WhyOptions | undefined): api.Why {
  const given = check.options(options ?? null, ["layer", "head", "query", "key"]);
  const last = read.tokens - 1;
  const words = [
    check.whole("layer", given.layer),
    check.whole("head", given.head),
    check.whole("query", given.query, undefined, 0, last),
    check.whole("key", given.key, undefined, 0, last),
  ];
  return read.core.call("run_score", [read.run, ...words], (answer) => ({
    queryParts: parts(answer),
    keyParts: parts(answer),
    values: numbers(answer),
    sum: answer.number(),
    score: answer.number(),
  }));
}

const places = ["head", "inner", "stream"] as const;

/** A change as the core takes it, but for the run whose values it copies. */
export interface Change {
  readonly words: readonly number[]; // place, layer, head, first, count
  readonly layer: number;
  readonly from: unknown;
}

export function changesOf(read: Read, given: unknown): Change[] {
  return check.list("changes", given, "a list of { layer, head }").map((one, i) => {
    const of = `changes[${i}]`;
    const change = check.options(one ?? null, ["layer", "head", "part", "at", "from"], of);
    const place = check.choice(`${of}.part`, change.part, places, "head");
    const layer = check.whole(`${of}.layer`, change.layer, undefined, 0, read.config.layers - 1);
    if (place === 0 && change.head === undefined) {
      check.fail(
        "missing",
        `${of}.head`,
        `${of}.head is missing: name a head, or part: "inner" or "stream".`,
      );
    }
    const head =
      place === 0 ? check.whole(`${of}.head`, change.head, undefined, 0, read.config.heads - 1) : 0;
    const at =
      change.at === undefined ? NaN : check.whole(`${of}.at`, change.at, undefined, 0, read.tokens - 1);
    const all = change.from === undefined ? NaN : read.tokens;
    const tokens = Number.isNaN(at) ? [0, all] : [at, 1];
    return { words: [place, layer, head, ...tokens], layer, from: change.from };
  });
}

export function logitDifference(
  { core, config, run }: Read,
  at: number,
  id: number,
  against: number,
): number {
  const logit = (of: number) =>
    core.call("run_logit", [run, config.layers, at, of], (answer) => answer.number());
  return logit(id) - (Number.isNaN(against) ? 0 : logit(against));
}

/** Sums over rows, how many rows, and the largest one, as the core gives them; of all layers and heads. */
export interface MeasureSums {
  readonly sums: Float64Array;
  readonly rows: Float64Array;
  readonly largest: api.LargestRows;
}

export function noMeasures({ layers, heads }: api.ModelConfig): MeasureSums {
  const count = layers * heads * headMeasures.length;
  return {
    sums: new Float64Array(count),
    rows: new Float64Array(count),
    largest: {
      text: new Int32Array(count).fill(-1),
      row: new Int32Array(count).fill(-1),
      column: new Int32Array(count).fill(-1),
      value: new Float64Array(count).fill(NaN),
    },
  };
}

/** Adds what the heads of a layer do in a run of the text at this place. */
export function addMeasures({ core, config, run }: Read, layer: number, text: number, to: MeasureSums): void {
  const count = headMeasures.length;
  core.call("run_measure", [run, layer], (answer) => {
    for (let head = 0; head < config.heads; head++) {
      const at = (layer * config.heads + head) * count;
      for (const into of [to.sums, to.rows])
        for (let i = 0; i < count; i++) into[at + i] = (into[at + i] as number) + answer.number();
      for (let i = at; i < at + count; i++) {
        const [row, column, value] = [answer.number(), answer.number(), answer.number()];
        const { largest } = to;
        const isLargest = !(value <= (largest.value[i] as number)); // the first of equal ones
        if (row === 0 || !isLargest) continue; // rows begin with 1
        largest.text[i] = text;
        largest.row[i] = row;
        largest.column[i] = column;
        largest.value[i] = value;
      }
    }
  });
}

export function meansOf({ layers, heads }: api.ModelConfig, all: MeasureSums): api.HeadMeasures {
  const { sums, rows, largest } = all;
  const data = Float32Array.from(sums, (sum, i) => sum / (rows[i] as number));
  const shape = [layers, heads, headMeasures.length];
  return { names: headMeasures, means: { shape, data }, rows, largest };
}

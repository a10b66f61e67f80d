// Where the model screen's numbers come from: a model that runs in a worker, or what a file holds of one. Knows no page.
import { siteModels } from "../../../build/generated/model";
import type { ModelScreen, ModelWants } from "../core/model";
import type { Client, Going, Tell } from "./client";
import type {
  AskedLogit,
  Atlas,
  FoundWord,
  LedgerParts,
  LensWords,
  Next,
  NextWords,
  ScoreParts,
  Replaced,
  Rounded,
  SplitPart,
  Swept,
  TextRun,
  Written,
  Drawing,
} from "./protocol";

/**
 * A sentence, the parts that are off or taken from another one, the weights that are set, the temperatures of heads, and the ids of
 * its tokens where these were chosen.
 */
export type Input = Pick<ModelScreen, "text" | "off" | "other" | "weights" | "temperatures" | "ids">;

/** The models that the site brings, as links name them. */
export type OwnSource = (typeof siteModels)[number];
export const isOwn = (source: string): source is OwnSource =>
  (siteModels as readonly string[]).includes(source);

/** What the core is told of a model: Core.openModel. */
export type Described = NonNullable<ModelScreen["about"]> & { text?: string };

/** All are of the given input: a source runs it again if it ran another since. */
export interface ModelSource {
  /** As links name it: "small", an address, or "" for files of the reader's. */
  readonly source: string;
  /** Bytes that its weights take in memory; none of a source that runs nothing. */
  readonly memory?: number;
  /** The most tokens of a text. */
  readonly positions: number;
  /** Whether its words are the page's, to be told again when the language changes. */
  readonly translated: boolean;
  /** What the core is told at once, of a source that runs nothing. */
  readonly fixed?: TextRun;
  describe: (language: string) => Described;
  run: (input: Input, tell: Tell) => Going<TextRun>;
  next: (input: Input) => Promise<NextWords>;
  /** (T, T) of a head. */
  weights: (input: Input, layer: number, head: number) => Promise<Float32Array>;
  /** (layers, heads, T, T): of a picture, where that takes little memory. */
  allWeights?: (input: Input) => Promise<Float32Array>;
  /** Of a picture whose weights are not all told: as in protocol.ts. */
  rows?: (input: Input, token: number) => Promise<Float32Array>;
  rollout?: (input: Input, token: number, tell: Tell) => Going<Float32Array>;
  pooled?: (input: Input, layer: number, head: number) => Promise<Float32Array>;
  /** As in protocol.ts; of a source that can be compared with a second one. */
  layerWeights?: (input: Input, layer: number) => Promise<Float32Array>;
  differences?: (input: Input, layer: number, other: Float32Array) => Promise<Float32Array>;
  among?: (input: Input, ids: number[]) => Promise<Next[]>;
  /** How far a head's own matrices lie elsewhere in another model; nothing where they have other sizes there. */
  matricesMoved?: (layer: number, head: number, other: ModelSource) => Promise<Float32Array>;
  /** The same model with its weights rounded, in another worker. */
  rounded?: (client: Client, to: Rounded, tell: Tell) => Going<ModelSource>;
  /** Queries, keys and values of a head: (3, T, D), or without values (2, T, D). */
  vectors: (input: Input, layer: number, head: number) => Promise<Float32Array>;
  /** Of a source whose description has `ledger`. */
  lens?: (input: Input, at: number) => Promise<LensWords>;
  grid?: (input: Input, tell: Tell) => Going<LensWords>;
  ledger?: (input: Input, asked: AskedLogit) => Promise<LedgerParts>;
  /** What a typed word is in its vocabulary; of a model of pictures, a label. */
  word?: (text: string) => Promise<FoundWord>;
  sample?: (input: Input, drawing: Drawing) => Promise<Written>;
  sweep?: (input: Input, asked: AskedLogit, replaced: Replaced, tell: Tell) => Going<Swept>;
  /** Over texts, or without them over random tokens that are said twice. */
  atlas?: (texts: string[], off: Input["off"], tell: Tell) => Going<Atlas>;
  score?: (input: Input, layer: number, head: number, row: number, column: number) => Promise<ScoreParts>;
  split?: (input: Input, asked: AskedLogit, layer: number, head: number | null) => Promise<SplitPart>;
  /** Of all heads of a layer: (heads, side, side) and (heads, 4), see measures.ts. */
  pictures: (input: Input, layer: number) => Promise<{ pictures: Float32Array; shares: Float32Array }>;
}

/** Off at all tokens of any text. */
export const isOffAnywhere = ({ at, taken }: Input["off"][number]) => at === null && !taken;

/** The other sentence, where a part is taken from it. */
export const takenFrom = ({ off, other }: Pick<Input, "off" | "other">) =>
  off.some(({ taken }) => taken) ? other : "";

export const keyOf = (input: Input) => {
  const { text, off, weights, temperatures, ids } = input;
  return JSON.stringify([off, takenFrom(input), weights, temperatures, ids, text]);
};

/** Changes with what is wanted, and with what it is wanted of. */
export function wantedKey(model: ModelScreen, wants: ModelWants): string {
  const { what, layer, head, at, word, against, layers, part, texts } = wants;
  const swept = what === "sweep" ? `${model.look.patched} ${model.other}` : "";
  const sought = what === "word" ? (model.sought?.text ?? "") : "";
  return `${model.source} ${[what, layer, head, at, word, against, layers, part, texts].join(" ")} ${keyOf(model)} ${swept}${sought}`;
}

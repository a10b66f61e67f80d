// Runs a model for the page: holds the model, the text that was run last, the same text without changes, and what the next words
// were before the last change. Knows models.mjs and no page; one thing is done after the other.
import type { loadAttention } from "../../modules/api/attention";
import type {
  LensWord,
  loadModel,
  Model,
  ModelPlan,
  ModelRun,
  PartName,
  Picture,
  Progress,
  ReadPicture,
  SweepOptions,
} from "../../modules/api/models";
import { visible } from "../files/visible";
import { differencesOf, movedOf } from "./measures";
import { picturesOf, pooledOf, rowsOf } from "./rows";
import { patchNames, shownPicture, shownWord } from "./shown";
import { examplesOf, meansOf, type Measured } from "./atlas";
import type {
  Atlas,
  AskedLogit,
  Changes,
  LedgerParts,
  LensWords,
  FoundWord,
  ModelGiven,
  Next,
  NextWords,
  Opened,
  Pictures,
  Plan,
  ScoreParts,
  Replaced,
  SplitPart,
  Swept,
  TextRun,
  Written,
  Drawing,
  Kind,
  Work,
} from "./protocol";

export interface Modules {
  loadModel: typeof loadModel;
  loadAttention: typeof loadAttention;
}

export interface Hearing {
  tell: (at: Progress) => void;
  signal: AbortSignal;
}

/** An error as the modules have them. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

const plannedTokens = 100;
const splitTerms = 4;
const atlasTokens = 128; // of a text
const keptTexts = 1024; // of which the measures are kept
const [twiceTexts, twiceTokens] = [24, 24];
const scoreTerms = 3;
const keptRunBytes = 1 << 28; // of a text as it is, beside the run with changes that branches off it
const shownLong = 1500; // ms after which a text counts as read, so that the next one is compared with it

/** Probabilities of every next token. */
function softmax(logits: Float32Array): Float64Array {
  const largest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const shares = Float64Array.from(logits, (logit) => Math.exp(logit - largest));
  const sum = shares.reduce((all, share) => all + share, 0);
  return shares.map((share) => share / sum);
}

function likeliest(probabilities: Float64Array, k: number): number[] {
  const found: number[] = [];
  for (let id = 0; id < probabilities.length; id++) {
    const probability = probabilities[id] as number;
    if (found.length === k && !(probability > (probabilities[found[k - 1] as number] as number))) continue;
    let at = found.length;
    while (at > 0 && (probabilities[found[at - 1] as number] as number) < probability) at--;
    found.splice(at, 0, id);
    if (found.length > k) found.pop();
  }
  return found;
}

const none: Changes = { without: [], weights: [], temperatures: [], replaced: [], other: "" };
const sameChanges = (a: Changes, b: Changes) => JSON.stringify(a) === JSON.stringify(b);
const isWhole = ({ without, weights, temperatures, replaced }: Changes) =>
  without.length + weights.length + temperatures.length + replaced.length === 0;

/** The ids of a text's tokens, or a picture. */
type Text = readonly number[] | Picture;

const pixelsOf = (input: Text) => ("pixels" in input ? input.pixels : input);
function sameInput(a: Text, b: Text): boolean {
  const [some, others] = [pixelsOf(a), pixelsOf(b)];
  const [of, and] = [a, b].map((input) => ("pixels" in input ? input.width : 0));
  return of === and && some.length === others.length && some.every((value, i) => value === others[i]);
}

/** A sentence with its next words. */
interface Reading {
  text: string;
  ids: readonly number[];
  changes: Changes;
  probabilities: Float64Array;
}

/** What the worker can be asked for, with what hears of it last. */
type Carried = {
  [K in Kind]: (
    ...given: [...Parameters<Work[K]>, Hearing]
  ) => ReturnType<Work[K]> | Promise<ReturnType<Work[K]>>;
};

export class ModelWork implements Carried {
  private model: Model | null = null;
  private current: ModelRun | null = null;
  private whole: { run: ModelRun; input: Text } | null = null; // without changes; may be the current one
  private text = "";
  private given: Pictures = {}; // what texts stand for
  private changes = none;
  private shown: Reading | null = null; // the next words on screen
  private shownSince = 0;
  private earlier: Reading | null = null;
  private readonly measured = new Map<string, Measured>(); // what was measured before it was stopped, by heads off and ids
  private other: { text: string; run: ModelRun } | null = null; // the sentence that parts were taken from last

  constructor(
    private readonly modules: Modules,
    private readonly now: () => number,
  ) {}

  async plan(files: ModelGiven, { signal }: Hearing): Promise<Plan> {
    let planned: ModelPlan | undefined;
    try {
      const stop = (plan: ModelPlan) => {
        planned = plan;
        throw new Error("planned");
      };
      const { config, weights } = files;
      await this.modules.loadModel({ ...(config && { config }), weights, onPlan: stop, signal });
    } catch (error) {
      if (!planned) throw error;
    }
    const plan = planned as ModelPlan;
    const { config, parameters, weightBytes, types } = plan;
    const { picture } = config;
    const tokens = picture
      ? picture.before + (picture.size / picture.patch) ** 2
      : Math.min(plannedTokens, config.positions);
    const seconds = (2 * parameters * tokens) / (await this.speed());
    return { config, parameters, weightBytes, types, runBytes: plan.runBytes(tokens), tokens, seconds };
  }

  /** Multiplications and additions in a second, of the kernels that a model uses. */
  private async speed(): Promise<number> {
    const attention = await this.modules.loadAttention();
    const side = 256;
    const matrix = attention.tensor([side, side], new Float32Array(side * side).fill(0.5));
    let least = Infinity;
    const began = this.now();
    for (let times = 1; this.now() - began < 60; times++) {
      const start = this.now();
      for (let i = 0; i < times; i++) attention.matmul(matrix, matrix, { keep: true }).dispose();
      const took = (this.now() - start) / times;
      if (this.now() - start > 8) least = Math.min(least, took); // clocks of browsers are coarse
    }
    matrix.dispose();
    return (2 * side ** 3) / (least / 1000);
  }

  async open(files: ModelGiven, { tell, signal }: Hearing): Promise<Opened> {
    const { config, weights, tokenizer, tokenizerConfig, vocabulary, preprocessor, quantize } = files;
    const before = this.model;
    this.model = null; // two would need the memory of both
    this.current = this.whole = this.shown = this.earlier = null;
    this.measured.clear();
    this.forgetOther();
    before?.dispose();
    const model = await this.modules.loadModel({
      ...(config && { config }),
      weights,
      ...(tokenizer && { tokenizer }),
      ...(tokenizerConfig && { tokenizerConfig }),
      vocabulary,
      ...(preprocessor && { preprocessor }),
      ...(quantize && { quantize }),
      threads: Math.min(2, globalThis.navigator.hardwareConcurrency),
      onProgress: tell,
      signal,
    });
    this.model = model;
    const { parameters, weightBytes, hasLogits, textProblem = "", notes, threads } = model;
    const textBytes = model.runBytes(Math.min(atlasTokens, model.config.positions));
    const found = { parameters, weightBytes, textBytes, hasLogits, textProblem, notes, threads };
    return { config: model.config, ...found };
  }

  private opened(): Model {
    if (!this.model) throw new Refused("missing", "model", "No model is open.");
    return this.model;
  }

  private latest(): ModelRun {
    if (!this.current) throw new Refused("missing", "run", "No text was run.");
    return this.current;
  }

  /** `most`: tokens. A text without a tokenizer is a list of ids. */
  async run(
    text: string,
    changes: Changes,
    most: number,
    chosen: readonly number[],
    pictures: Pictures,
    { tell, signal }: Hearing,
  ): Promise<TextRun> {
    const model = this.opened();
    this.given = pictures;
    if (model.config.picture) return this.look(text, changes, most, { tell, signal });
    const known = chosen.length > 0 && chosen.every((id) => id < model.config.vocabulary);
    const ids = known
      ? [...chosen]
      : model.textProblem === undefined
        ? model.encode(text)
        : idsIn(text, model.textProblem);
    if (ids.length === 0) throw new Refused("empty", "text", "The text has no tokens: write a word.");
    const room = Math.min(most, model.config.positions);
    if (ids.length > room) throw new Refused("long", String(room), String(ids.length));
    const places = [
      ...changes.weights.flatMap(({ query, key }) => [query, key]),
      ...changes.replaced.map(({ at = 0 }) => at),
    ];
    if (Math.max(...places) >= ids.length) throw new Refused("beyond", "weights", String(ids.length));
    const { current } = this;
    const kept = current?.ids ?? [];
    const more = ids.slice(kept.length);
    const goesOn =
      current !== null &&
      !current.disposed &&
      model.config.causal &&
      sameChanges(changes, this.changes) &&
      (changes.other === "" || more.length === 0) &&
      kept.every((id, i) => id === ids[i]);
    if (goesOn) {
      if (more.length > 0) await current.append(more, { onProgress: tell }); // short: it is not stopped half way
    } else {
      this.leave();
      this.current = await this.runOf(ids, changes, { tell, signal });
    }
    this.text = text;
    this.changes = changes;
    const first = new Map<number, number>();
    ids.forEach((id, i) => first.has(id) || first.set(id, i));
    const masked = this.maskedIn(ids);
    return {
      words: this.wordsOf(ids),
      ids,
      same: ids.map((id) => first.get(id) ?? 0),
      known: model.unknownId === undefined || !ids.includes(model.unknownId),
      ...(masked !== null && { masked }),
    };
  }

  /** Runs the picture that a text stands for. */
  private async look(text: string, changes: Changes, most: number, hearing: Hearing): Promise<TextRun> {
    this.leave();
    const run = await this.runOf(this.pictureOf(text), changes, hearing);
    const tokens = run.ids.length;
    if (tokens > most) {
      this.forgetWhole();
      run.dispose();
      throw new Refused("long", String(most), String(tokens));
    }
    this.current = run;
    this.text = text;
    this.changes = changes;
    const picture = run.picture as ReadPicture;
    const { size, patch } = this.opened().config.picture as { size: number; patch: number };
    return {
      words: patchNames(picture),
      ids: [...run.ids],
      same: [...run.ids],
      picture: shownPicture(picture, Math.floor(size / patch)),
    };
  }

  private pictureOf(text: string): Picture {
    const picture = this.given[text];
    if (!picture) throw new Refused("picture", "text", text);
    return picture;
  }

  /** Lets go of the current run: its memory may be needed. */
  private leave(): void {
    if (this.current !== this.whole?.run) this.current?.dispose();
    this.current = null;
  }

  private keepsWhole(tokens: number): boolean {
    return this.opened().runBytes(tokens) <= keptRunBytes;
  }

  private forgetWhole(): void {
    this.whole?.run.dispose();
    this.whole = null;
  }

  /** The text as the model itself reads it; kept, as what is changed branches off it. */
  private async wholeOf(
    input: Text,
    { tell, signal }: Pick<Hearing, "signal"> & Partial<Hearing>,
  ): Promise<ModelRun> {
    const { whole } = this;
    if (whole && !whole.run.disposed && sameInput("pixels" in input ? whole.input : whole.run.ids, input))
      return whole.run;
    this.forgetWhole();
    const run = await this.opened().run(input, { ...(tell && { onProgress: tell }), signal });
    this.whole = { run, input };
    return run;
  }

  /** A text with what is changed. Parts that are off or replaced need only the layers from the first of them on. */
  private async runOf(
    input: Text,
    { without, weights, temperatures, replaced, other }: Changes,
    { tell, signal }: Hearing,
  ): Promise<ModelRun> {
    const tokens = "pixels" in input ? null : input.length;
    const from = other === "" ? null : await this.runOfOther(other, tokens, signal);
    const patches = replaced.map(({ taken, ...part }) => ({ ...part, ...(taken && from && { from }) }));
    const model = this.opened();
    const branches = weights.length === 0 && temperatures.length === 0;
    if (branches && this.keepsWhole(tokens ?? model.config.positions)) {
      const whole = await this.wholeOf(input, { tell, signal });
      const changes = [...without, ...patches];
      return changes.length === 0 ? whole : await whole.patch(changes, { onProgress: tell, signal });
    }
    this.forgetWhole();
    const run = await model.run(input, { without, weights, temperatures, onProgress: tell, signal });
    if (patches.length === 0) return run;
    try {
      return await run.patch(patches, { signal });
    } finally {
      run.dispose();
    }
  }

  private wordsOf(ids: readonly number[]): string[] {
    const model = this.opened();
    if (model.config.picture) return ids.map((id) => visible(model.labels[id] ?? String(id)));
    return ids.map((id) =>
      model.textProblem === undefined ? shownWord(model.decode([id]), id) : String(id),
    );
  }

  /** What a token adds to the text that was run: the space between words is in neither of them with some tokenizers. */
  private addedBy(id: number, last: readonly number[] = this.latest().ids.slice(-1)): string {
    const model = this.opened();
    if (model.textProblem !== undefined) return ` ${id}`;
    const [before, both] = [model.decode(last), model.decode([...last, id])];
    return both.startsWith(before) ? both.slice(before.length) : model.decode([id]);
  }

  pictures(layer: number): { pictures: Float32Array; shares: Float32Array } {
    return picturesOf(this.latest(), layer, this.opened().config.heads);
  }

  rows(token: number): Float32Array {
    return rowsOf(this.latest(), token, this.opened().config);
  }

  async rollout(token: number, { tell, signal }: Hearing): Promise<Float32Array> {
    return this.latest().rollout({ query: token, onProgress: tell, signal });
  }

  pooled(layer: number, head: number, side: number): Float32Array {
    return pooledOf(this.latest(), layer, head, side);
  }

  weights(layer: number, head: number): Float32Array {
    return this.latest().attention(layer, head).data;
  }

  allWeights(): Float32Array {
    const { layers, heads } = this.opened().config;
    const each = heads * this.latest().ids.length ** 2;
    const all = new Float32Array(layers * each);
    for (let layer = 0; layer < layers; layer++) all.set(this.layerWeights(layer), layer * each);
    return all;
  }

  layerWeights(layer: number): Float32Array {
    const run = this.latest();
    const { heads } = this.opened().config;
    const each = run.ids.length ** 2;
    const all = new Float32Array(heads * each);
    for (let head = 0; head < heads; head++) all.set(run.attention(layer, head).data, head * each);
    return all;
  }

  differences(layer: number, other: Float32Array): Float32Array {
    return differencesOf(this.layerWeights(layer), other, this.opened().config.heads);
  }

  matrices(layer: number, head: number): Float32Array {
    const all = this.matricesOf(layer, head);
    const numbers = new Float32Array(all.reduce((sum, { length }) => sum + length, 0));
    all.reduce((at, matrix) => (numbers.set(matrix, at), at + matrix.length), 0);
    return numbers;
  }

  matricesMoved(layer: number, head: number, other: Float32Array): Float32Array {
    return movedOf(this.matricesOf(layer, head), other);
  }

  private matricesOf(layer: number, head: number): Float32Array[] {
    const { query, key, value, output } = this.opened().headWeights(layer, head);
    return [query, key, value, output].map(({ data }) => data);
  }

  among(ids: number[], k: number): Next[] {
    if (!this.opened().hasLogits) return [];
    const run = this.latest();
    const probabilities = softmax(run.logitsAt(this.saysAt(run)));
    const known = ids.filter((id) => id < probabilities.length);
    return this.asNext([...new Set([...known, ...likeliest(probabilities, k)])], probabilities);
  }

  private asNext(ids: readonly number[], probabilities: Float64Array): Next[] {
    const model = this.opened();
    return ids.map((id) => {
      const adds = model.config.picture ? "" : this.addedBy(id);
      const [text = ""] = this.wordsOf([id]);
      const begins = model.textProblem === undefined && /^ \S/.test(model.piece(id));
      const spaced = begins ? `␣${text}` : text;
      return { id, text: spaced, adds, probability: probabilities[id] ?? 0 };
    });
  }

  vectors(layer: number, head: number): Float32Array {
    const run = this.latest();
    const { heads, keyHeads, headWidth } = this.opened().config;
    const size = run.ids.length * headWidth;
    const both = new Float32Array(3 * size);
    const shared = Math.floor(head / (heads / keyHeads));
    [run.query(layer), run.key(layer), run.value(layer)].forEach(({ data }, i) => {
      const at = (i === 0 ? head : shared) * size;
      both.set(data.subarray(at, at + size), i * size);
    });
    return both;
  }

  async next(k: number, { signal }: Hearing): Promise<NextWords> {
    const { text, changes } = this;
    const run = this.latest();
    const ids = [...run.ids];
    const at = this.saysAt(run);
    if (!this.opened().hasLogits)
      return { next: [], others: { count: 0, probability: 0 }, before: null, beforeText: "" };
    const reading = { text, ids, changes, probabilities: softmax(run.logitsAt(at)) };
    const before = isWhole(changes) ? this.withAnotherWord(reading) : await this.unchanged(reading, signal);
    this.show(reading);
    const tops = likeliest(reading.probabilities, k);
    const next = this.asNext(tops, reading.probabilities);
    const rest = next.reduce((sum, { probability }) => sum - probability, 1);
    const compared = before && [...new Set([...tops, ...likeliest(before.probabilities, k)])];
    return {
      next,
      others: { count: reading.probabilities.length - tops.length, probability: Math.max(rest, 0) },
      before: before && compared && this.asNext(compared, before.probabilities),
      beforeText: before && before.text !== text ? before.text : "",
    };
  }

  /** The token that the next words are read from: the masked one, else the last, of a picture [CLS]. */
  private saysAt(run: ModelRun): number {
    return run.picture ? 0 : (this.maskedIn(run.ids) ?? run.ids.length - 1);
  }

  /** The first masked token of a text, for a model that reads both ways. */
  private maskedIn(ids: readonly number[]): number | null {
    const { config, maskId } = this.opened();
    const at = config.causal || maskId === undefined ? -1 : ids.indexOf(maskId);
    return at < 0 ? null : at;
  }

  /** Goes on with drawn tokens, which belong to the run then. */
  async sample(drawing: Drawing, { tell, signal }: Hearing): Promise<Written> {
    const run = this.latest();
    const before = run.ids.length;
    const room = this.opened().config.positions - before;
    if (room < 1) throw new Refused("long", String(before), String(before + 1));
    let last = run.ids.slice(-1);
    let adds = "";
    const probabilities: number[] = [];
    for (const { id, probability } of await run.sample({
      ...drawing,
      count: Math.min(drawing.count, room),
      onProgress: tell,
      signal,
    })) {
      adds += this.addedBy(id, last);
      probabilities.push(probability);
      last = [id];
    }
    return { ids: [...run.ids], probabilities, adds };
  }

  /** The likeliest words after a place, as if the model ended after each of its layers. */
  async lens(at: number, k: number): Promise<LensWords> {
    const grid = await this.latest().lens({ k, first: at, count: 1 });
    return grid.map(([words = []]) =>
      words.map(({ id, probability }) => ({ id, text: this.wordOf(id), probability })),
    );
  }

  async grid({ tell, signal }: Hearing): Promise<LensWords> {
    const grid = await this.latest().lens({ onProgress: tell, signal });
    return grid.map((places) =>
      places.map(([word]) => {
        const { id, probability } = word as LensWord;
        return { id, text: this.wordOf(id), probability };
      }),
    );
  }

  ledger({ at, word, against, layers }: AskedLogit): LedgerParts {
    const run = this.latest();
    const upTo = layers === null ? {} : { layers };
    const of = run.ledger({ id: word, at, ...upTo });
    const minus = against === null ? null : run.ledger({ id: against, at, ...upTo });
    const parts = of.parts.map(({ kind, layer = 0, head = 0, value }, i) => {
      return { kind, layer, head, of: value, minus: minus?.parts[i]?.value ?? 0 };
    });
    return {
      parts,
      sum: parts.reduce((sum, part) => sum + part.of - part.minus, 0),
      logit: of.logit - (minus?.logit ?? 0),
      text: this.wordOf(word),
      againstText: against === null ? "" : this.wordOf(against),
    };
  }

  /** A word as it is typed: with the space before it that most tokens of a text begin with, or without. */
  word(text: string): FoundWord {
    const model = this.opened();
    const shown = (ids: readonly number[]) => {
      const words = this.wordsOf(ids);
      return ids.map((id, i) => ({ id, text: words[i] ?? "" }));
    };
    if (model.config.picture) return { found: shown(labelsCalled(text, model.labels)), pieces: [] };
    const typed = text.replaceAll("␣", " ");
    const forms = typed.startsWith(" ") ? [typed] : [` ${typed}`, typed];
    const [first = [], second = first] = forms.map((form) => this.tokensOf(form));
    const is = (ids: readonly number[]) => ids.length === 1 && this.isKnown(ids);
    const found = shown([...new Set([first, second].filter(is).flat())]);
    const [spaced] = found;
    if (spaced && found.length === 2) spaced.text = `␣${spaced.text}`;
    const shorter = second.length < first.length ? second : first;
    return { found, pieces: found.length === 0 && this.isKnown(shorter) ? shown(shorter) : [] };
  }

  /** Without the special tokens around a text. */
  private tokensOf(text: string): number[] {
    const model = this.opened();
    if (model.textProblem !== undefined) return idsIn(text, model.textProblem);
    const [ids, around] = [model.encode(text), model.encode("")];
    let before = 0;
    while (before < around.length && ids[before] === around[before]) before++;
    return ids.slice(before, ids.length - (around.length - before));
  }

  /** None of them is the token for words outside the vocabulary, or beyond it. */
  private isKnown(ids: readonly number[]): boolean {
    const { config, unknownId } = this.opened();
    return ids.length > 0 && ids.every((id) => id < config.vocabulary && id !== unknownId);
  }

  async sweep(
    { at, word, against }: AskedLogit,
    { over, other }: Replaced,
    { tell, signal }: Hearing,
  ): Promise<Swept> {
    const run = this.latest();
    const from = other === "" ? null : await this.runOfOther(other, run.ids.length, signal);
    const asked = { id: word, at, ...(against !== null && { against }) };
    const options = { ...asked, ...(from && { from }), signal };
    const leads =
      over === "stream"
        ? (await run.sweep({ ...options, over, onProgress: tell })).data
        : await this.sweptParts(run, options, tell);
    const logits = from?.logitsAt(at);
    const logit = (id: number | null) => (id === null ? 0 : (logits?.[id] ?? 0));
    return {
      leads,
      there: logit(word) - logit(against),
      words: from ? this.wordsOf(from.ids) : [],
    };
  }

  /** The number with each head and then the MLP of the layer replaced: (layers, heads + 1). */
  private async sweptParts(
    run: ModelRun,
    options: SweepOptions,
    tell: Hearing["tell"],
  ): Promise<Float32Array> {
    const { layers, heads } = this.opened().config;
    const all = layers * (heads + 1);
    const after = (before: number) => (at: Progress) => tell({ done: before + at.done, all });
    const byHead = await run.sweep({ ...options, over: "heads", onProgress: after(0) });
    const inner = await run.sweep({ ...options, over: "inner", onProgress: after(layers * heads) });
    return Float32Array.from({ length: all }, (_, place) => {
      const [layer, head] = [Math.floor(place / (heads + 1)), place % (heads + 1)];
      return (head < heads ? byHead.data[layer * heads + head] : inner.data[layer]) ?? NaN;
    });
  }

  private forgetOther(): void {
    this.other?.run.dispose();
    this.other = null;
  }

  /** It has to have as many tokens. */
  private async runOfOther(text: string, tokens: number | null, signal: AbortSignal): Promise<ModelRun> {
    const model = this.opened();
    const read = () =>
      model.textProblem === undefined ? model.encode(text) : idsIn(text, model.textProblem);
    const input = model.config.picture ? this.pictureOf(text) : read();
    if (!("pixels" in input) && input.length !== tokens)
      throw new Refused("other", String(input.length), String(tokens));
    if (this.other?.text !== text) {
      this.forgetOther();
      this.other = { text, run: await model.run(input, { signal }) };
    }
    return this.other.run;
  }

  split({ at, word, against, layers }: AskedLogit, layer: number, head: number | null): SplitPart {
    const asked = {
      id: word,
      at,
      ...(against !== null && { against }),
      ...(layers !== null && { layers }),
    };
    const run = this.latest();
    const values = run.split({ ...asked, layer, ...(head !== null && { head }) });
    // What each value is a multiple of; the last one of an MLP is its bias.
    const factors =
      head === null ? run.neurons(layer, { at }) : run.attention(layer, head, { first: at, count: 1 }).data;
    const places = Array.from(values.keys()).sort(
      (a, b) => Math.abs(values[b] as number) - Math.abs(values[a] as number) || a - b,
    );
    const largest = places
      .slice(0, splitTerms)
      .map((place) => ({ place, value: values[place] as number, factor: factors[place] ?? null }))
      .filter(({ value }) => value !== 0);
    const all = values.reduce((sum, value) => sum + value, 0);
    return {
      largest,
      others: values.filter((value) => value !== 0).length - largest.length,
      rest: all - largest.reduce((sum, { value }) => sum + value, 0),
    };
  }

  async atlas(texts: string[], without: Changes["without"], { tell, signal }: Hearing): Promise<Atlas> {
    const model = this.opened();
    const most = Math.min(atlasTokens, model.config.positions);
    const given = texts
      .map((text) => ({ text, ids: model.encode(text).slice(0, most) }))
      .filter(({ ids }) => ids.length > 1);
    const made = texts.length > 0 ? [] : saidTwice(model.config.vocabulary, most);
    const all = [...given.map(({ ids }) => ids), ...made];
    const each: Measured[] = [];
    for (const ids of all) {
      const key = JSON.stringify([without, ids]);
      const one = this.measured.get(key) ?? (await model.measure([ids], { without, signal }));
      if (this.measured.size < keptTexts) this.measured.set(key, one);
      each.push(one);
      tell({ done: each.length, all: all.length });
    }
    const lines = given.map(({ text }) => text);
    const examples = examplesOf(lines.length > 0 ? each : []);
    const words = given.map(({ ids }) => this.wordsOf(ids));
    return { means: meansOf(each), texts: all.length, lines, words, examples };
  }

  score(layer: number, head: number, row: number, column: number): ScoreParts {
    const { queryParts, keyParts, values, score } = this.latest().why({
      layer,
      head,
      query: row,
      key: column,
    });
    const places = Array.from(values.keys()).filter((place) => values[place] !== 0);
    places.sort((a, b) => Math.abs(values[b] as number) - Math.abs(values[a] as number) || a - b);
    const named = ({ kind, layer = 0, head = 0 }: PartName) => ({ kind, layer, head });
    const pairs = places.slice(0, scoreTerms).map((place) => ({
      query: named(queryParts[Math.floor(place / keyParts.length)] as PartName),
      key: named(keyParts[place % keyParts.length] as PartName),
      value: values[place] as number,
    }));
    return {
      pairs,
      others: places.length - pairs.length,
      rest: score - pairs.reduce((sum, { value }) => sum + value, 0),
      score,
    };
  }

  private wordOf(id: number): string {
    return this.wordsOf([id])[0] ?? "";
  }

  private show(reading: Reading): void {
    const { shown } = this;
    if (
      shown &&
      isWhole(shown.changes) &&
      shown.text !== reading.text &&
      this.now() - this.shownSince > shownLong
    )
      this.earlier = shown;
    if (shown?.text !== reading.text) this.shownSince = this.now();
    this.shown = reading;
  }

  /** The same sentence as the model itself reads it. */
  private async unchanged(reading: Reading, signal: AbortSignal): Promise<Reading> {
    const { shown, earlier } = this;
    for (const one of [shown, earlier]) if (one?.text === reading.text && isWhole(one.changes)) return one;
    const model = this.opened();
    const input = model.config.picture ? this.pictureOf(reading.text) : reading.ids;
    const run = await this.wholeOf(input, { signal });
    const probabilities = softmax(run.logitsAt(this.saysAt(run)));
    if (!this.keepsWhole(run.ids.length)) this.forgetWhole();
    const whole = { ...reading, changes: none, probabilities };
    this.earlier = whole;
    return whole;
  }

  /** The sentence that was read before, if one word of it was changed since. */
  private withAnotherWord(reading: Reading): Reading | null {
    const since = this.shown?.text !== reading.text && this.now() - this.shownSince > shownLong;
    const before = since ? this.shown : this.earlier;
    if (this.opened().config.picture) return before && isWhole(before.changes) && since ? before : null;
    if (!before || !isWhole(before.changes) || before.ids.length !== reading.ids.length) return null;
    return before.ids.filter((id, i) => id !== reading.ids[i]).length === 1 ? before : null;
  }
}

/** The labels that have this name, alone or among others as in “tabby, tabby cat”. */
function labelsCalled(text: string, labels: readonly string[]): number[] {
  const name = text.trim().toLowerCase();
  const names = labels.map((label) => [label, ...label.split(",")].map((one) => one.trim().toLowerCase()));
  return [...names.keys()].filter((id) => names[id]?.includes(name)).slice(0, 1);
}

function idsIn(text: string, why: string): number[] {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  if (!parts.every((part) => /^\d+$/.test(part))) throw new Refused("tokenizer", "text", why);
  return parts.map(Number);
}

/** Random ids, and the same once more: what followed an id the first time follows it again. The same at each call. */
function saidTwice(vocabulary: number, most: number): number[][] {
  let state = 1;
  const next = () => (state = (state * 48271) % 2147483647) % vocabulary; // Park and Miller 1988
  const half = Math.max(1, Math.min(twiceTokens, Math.floor(most / 2)));
  return Array.from({ length: twiceTexts }, () => {
    const ids = Array.from({ length: half }, next);
    return [...ids, ...ids];
  });
}

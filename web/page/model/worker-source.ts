// A model that runs in the worker. It is opened again where the worker ended or holds another one, and a sentence is run again
// where another was run since: nobody else has to know.
import { limits } from "../../../build/generated/model";
import { Failed, type Client, type Going, type Tell } from "./client";
import type {
  Atlas,
  AskedLogit,
  Changes,
  FoundWord,
  LedgerParts,
  LensWords,
  ModelGiven,
  Next,
  NextWords,
  Opened,
  Pictures,
  ScoreParts,
  Replaced,
  Rounded,
  SplitPart,
  Swept,
  TextRun,
  Written,
  Drawing,
} from "./protocol";
import type { Picture } from "../../modules/api/models";
import { say, type SentenceId } from "./sentences";
import { isOffAnywhere, keyOf, takenFrom, type Described, type Input, type ModelSource } from "./source";

/** As the worker's module takes them. */
const withoutOf = (off: Input["off"]): Changes["without"] =>
  off
    .filter(isOffAnywhere)
    .map(({ layer, head }) => (head === null ? { layer, part: "inner" } : { layer, head }));
const replacedOf = (off: Input["off"]): Changes["replaced"] =>
  off
    .filter((part) => !isOffAnywhere(part))
    .map(({ layer, head, at, taken, stream }) => ({
      layer,
      taken,
      ...(head === null ? { part: stream ? "stream" : "inner" } : { head }),
      ...(at !== null && { at }),
    }));
const changesOf = ({ off, other, weights, temperatures }: Input): Changes => ({
  temperatures,
  without: withoutOf(off),
  replaced: replacedOf(off),
  other: takenFrom({ off, other }),
  weights: weights.map(({ row, column, rescaled, ...set }) => ({
    ...set,
    query: row,
    key: column,
    rescale: rescaled,
  })),
});

/** The picture that a text stands for; null: none. */
export type PictureOf = (text: string) => Picture | null;

/** The site's own models, by source: what the page says of them. */
const ownModels: Record<string, { name: SentenceId; about: SentenceId; text?: SentenceId }> = {
  small: { name: "small.name", about: "small.about", text: "small.text" },
  pictures: { name: "pictures.name", about: "pictures.about" },
};

const nextWords = 10;
const lensWords = 3;

/** What the worker holds. */
interface Held {
  model: WorkerSource | null;
  starts: number; // of the worker
  input: string; // that was run; empty while another run is under way
  runs: number; // that were asked for
}
const held = new WeakMap<Client, Held>();

type Begin = <T>(going: Going<T>) => Promise<Awaited<T>>;

/** Work after some preparation; both can be stopped. `work` is given what begins a request, and what was prepared. */
export function stoppable<T, P>(
  prepare: () => Promise<P>,
  work: (begin: Begin, prepared: P) => Promise<T>,
): Going<T> {
  let going: Going<unknown> | null = null;
  let stopped = false;
  const begin: Begin = (asked) => {
    going = asked;
    if (stopped) asked.stop();
    return asked.answer;
  };
  const answer = async (): Promise<Awaited<T>> => {
    const prepared = await prepare();
    if (stopped) throw new Failed("aborted", "", "");
    return await work(begin, prepared);
  };
  const stop = () => {
    stopped = true;
    going?.stop();
  };
  return { answer: answer(), stop };
}

export class WorkerSource implements ModelSource {
  private constructor(
    readonly client: Client,
    readonly source: string,
    readonly name: string,
    private readonly given: ModelGiven,
    readonly opened: Opened,
    private readonly pictureOf: PictureOf,
  ) {}

  /** Opens a model's files; fails with what is wrong with them. */
  static open(
    client: Client,
    given: ModelGiven,
    name: string,
    source: string,
    pictureOf: PictureOf,
    tell?: Tell,
  ): Going<WorkerSource> {
    held.delete(client);
    const { answer, stop } = client.ask("open", [given], tell);
    const made = answer.then((opened) => {
      const model = new WorkerSource(client, source, name, given, opened, pictureOf);
      model.holds("");
      return model;
    });
    return { answer: made, stop };
  }

  private holds(input: string): void {
    const runs = held.get(this.client)?.runs ?? 0;
    held.set(this.client, { model: this, starts: this.client.starts, input, runs });
  }

  // A run is asked for. Returns what is to be called when it has ended: it counts unless another one was asked for since.
  private begins(): (input: string) => void {
    this.holds("");
    const now = held.get(this.client);
    const turn = now ? (now.runs += 1) : 0;
    return (input) => {
      if (this.isHeld && held.get(this.client)?.runs === turn) this.holds(input);
    };
  }

  private get isHeld(): boolean {
    const now = held.get(this.client);
    return now?.model === this && now.starts === this.client.starts;
  }

  get memory(): number {
    return this.opened.weightBytes;
  }

  get positions(): number {
    return this.opened.config.positions;
  }

  get translated(): boolean {
    return this.source in ownModels;
  }

  get readsPictures(): boolean {
    return this.opened.config.picture !== undefined;
  }

  /** What its files hold that is not used, and how many threads compute it. */
  private notesIn(language: string): string {
    const { notes, threads } = this.opened;
    const told = [...notes];
    if (threads > 1) told.push(say(language, "threads.several", String(threads)));
    else if (!window.crossOriginIsolated) told.push(say(language, "threads.one"));
    return told.join(" ");
  }

  describe(language: string): Described {
    const { config, parameters, hasLogits } = this.opened;
    const own = ownModels[this.source];
    return {
      name: own ? say(language, own.name) : this.name,
      family: config.family,
      about: own ? say(language, own.about) : this.notesIn(language),
      read: own ? "site" : "file",
      causal: config.causal,
      editable: true,
      next: hasLogits,
      vectors: true,
      ledger: hasLogits,
      layers: config.layers,
      heads: config.heads,
      headWidth: config.headWidth,
      scoreDivisor: config.scores?.divisor ?? 0,
      scoreCap: config.scores?.cap ?? 0,
      vocabulary: config.vocabulary,
      parameters,
      bytes: this.given.weights.reduce((sum, { size }) => sum + size, 0),
      textBytes: this.opened.textBytes,
      pictures: this.readsPictures,
      text: own?.text ? say(language, own.text) : "",
    };
  }

  /** Opens the model again where the worker ended or holds another one. */
  private async reopen(): Promise<void> {
    if (this.isHeld) return;
    await this.client.ask("open", [this.given]).answer;
    this.holds("");
  }

  /** What the texts of a model of pictures stand for: the page's own made-up ones, and those of the reader. */
  private picturesOf({ text, other }: Input): Pictures {
    if (!this.readsPictures) return {};
    const found: Pictures = {};
    for (const one of [text, other]) {
      const picture = this.pictureOf(one);
      if (picture) found[one] = picture;
    }
    return found;
  }

  /** `most`: tokens of the text or picture. */
  run(
    input: Input,
    tell: Tell | undefined,
    most = this.readsPictures ? limits.pictureTokens : limits.modelTokens,
  ): Going<TextRun> {
    return stoppable(
      () => this.reopen(),
      async (begin) => {
        const given = [input.text, changesOf(input), most, input.ids, this.picturesOf(input)] as const;
        const run = begin(this.client.ask("run", [...given], tell));
        const ended = this.begins();
        const answer = await run;
        ended(keyOf(input));
        return answer;
      },
    );
  }

  private holdsRunOf(input: Input): boolean {
    return this.isHeld && held.get(this.client)?.input === keyOf(input);
  }

  // Asks about a run; without a pause between the check and the request, as another run might begin in it.
  private async about<T>(input: Input, ask: (client: Client) => Going<T>): Promise<T> {
    while (!this.holdsRunOf(input)) await this.run(input, undefined).answer;
    return ask(this.client).answer;
  }

  async next(input: Input): Promise<NextWords> {
    return this.about(input, (client) => client.ask("next", [nextWords]));
  }

  async weights(input: Input, layer: number, head: number): Promise<Float32Array> {
    return this.about(input, (client) => client.ask("weights", [layer, head]));
  }

  async allWeights(input: Input): Promise<Float32Array> {
    return this.about(input, (client) => client.ask("allWeights", []));
  }

  async rows(input: Input, token: number): Promise<Float32Array> {
    return this.about(input, (client) => client.ask("rows", [token]));
  }

  async pooled(input: Input, layer: number, head: number): Promise<Float32Array> {
    return this.about(input, (client) => client.ask("pooled", [layer, head, limits.mapSide]));
  }

  rollout(input: Input, token: number, tell: Tell): Going<Float32Array> {
    return this.stoppableAbout(input, (client) => client.ask("rollout", [token], tell));
  }

  async layerWeights(input: Input, layer: number): Promise<Float32Array> {
    return this.about(input, (client) => client.ask("layerWeights", [layer]));
  }

  async differences(input: Input, layer: number, other: Float32Array): Promise<Float32Array> {
    return this.about(input, (client) => client.ask("differences", [layer, other]));
  }

  async among(input: Input, ids: number[]): Promise<Next[]> {
    return this.about(input, (client) => client.ask("among", [ids, nextWords]));
  }

  async matricesMoved(layer: number, head: number, other: ModelSource): Promise<Float32Array> {
    const { width, headWidth } = this.opened.config;
    const theirs = other instanceof WorkerSource ? other.opened.config : null;
    if (!(other instanceof WorkerSource) || theirs?.width !== width || theirs.headWidth !== headWidth)
      return new Float32Array();
    await Promise.all([this.reopen(), other.reopen()]);
    const matrices = await other.client.ask("matrices", [layer, head]).answer;
    return this.client.ask("matricesMoved", [layer, head, matrices]).answer;
  }

  rounded(client: Client, quantize: Rounded, tell: Tell): Going<WorkerSource> {
    const { name, source, pictureOf } = this;
    return WorkerSource.open(client, { ...this.given, quantize }, name, source, pictureOf, tell);
  }

  async vectors(input: Input, layer: number, head: number): Promise<Float32Array> {
    return this.about(input, (client) => client.ask("vectors", [layer, head]));
  }

  /** The worker's run is of a longer text then. */
  async sample(input: Input, drawing: Drawing): Promise<Written> {
    return this.about(input, (client) => {
      const going = client.ask("sample", [drawing]);
      this.begins();
      return going;
    });
  }

  async lens(input: Input, at: number): Promise<LensWords> {
    return this.about(input, (client) => client.ask("lens", [at, lensWords]));
  }

  async ledger(input: Input, asked: AskedLogit): Promise<LedgerParts> {
    return this.about(input, (client) => client.ask("ledger", [asked]));
  }

  async word(text: string): Promise<FoundWord> {
    await this.reopen();
    return this.client.ask("word", [text]).answer;
  }

  /** Asks about a run for something that takes long. */
  private stoppableAbout<T>(input: Input, ask: (client: Client) => Going<T>): Going<Awaited<T>> {
    return stoppable(
      async () => {
        while (!this.holdsRunOf(input)) await this.run(input, undefined).answer;
      },
      (begin) => begin(ask(this.client)),
    );
  }

  sweep(input: Input, asked: AskedLogit, replaced: Replaced, tell: Tell): Going<Swept> {
    return this.stoppableAbout(input, (client) => client.ask("sweep", [asked, replaced], tell));
  }

  grid(input: Input, tell: Tell): Going<LensWords> {
    return this.stoppableAbout(input, (client) => client.ask("grid", [], tell));
  }

  atlas(texts: string[], off: Input["off"], tell: Tell): Going<Atlas> {
    return stoppable(
      () => this.reopen(),
      (begin) => begin(this.client.ask("atlas", [texts, withoutOf(off)], tell)),
    );
  }

  async score(input: Input, layer: number, head: number, row: number, column: number): Promise<ScoreParts> {
    return this.about(input, (client) => client.ask("score", [layer, head, row, column]));
  }

  async split(input: Input, asked: AskedLogit, layer: number, head: number | null): Promise<SplitPart> {
    return this.about(input, (client) => client.ask("split", [asked, layer, head]));
  }

  async pictures(input: Input, layer: number): Promise<{ pictures: Float32Array; shares: Float32Array }> {
    return this.about(input, (client) => client.ask("pictures", [layer]));
  }
}

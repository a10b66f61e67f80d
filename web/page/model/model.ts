// The page's side of the model screen: gives the core what it wants of a model, opens models by the sheet or the site's own, and
// says how far it is. Its script is loaded when a model is first asked for.
import { limits } from "../../../build/generated/model";
import type { Picture } from "../../modules/api/models";
import { best } from "../../modules/variant";
import type { Core, Refusal } from "../core/core";
import type { AtlasTexts, ModelScreen, ModelWants } from "../core/model";
import type { OwnHeads } from "../files/choose";
import type { Asset } from "../start/assets";
import { Client, Failed, type Going, type Tell } from "./client";
import { ownFiles } from "./fetched";
import { filesIn, type Named } from "./files";
import { alreadyGiven, check, Lane, type Give } from "./lane";
import { largeHeads } from "./large";
import type { ModelGiven } from "./protocol";
import { say, type SentenceId } from "./sentences";
import { SecondModel } from "./second";
import { openSheet, type ModelOpener, type PageOfSheet } from "./sheet";
import { linesOf, textsOf } from "./texts";
import { isOffAnywhere, isOwn, keyOf, wantedKey, type ModelSource, type OwnSource } from "./source";
import { stoppable, WorkerSource, type PictureOf } from "./worker-source";
import { spelled } from "../core/numbers";

/** The site's files for it; addresses beside this script. */
export interface ModelAssets {
  worker: Asset;
  small: { config: Asset; weights: Asset; tokenizer: Asset };
  pictures: { config: Asset; weights: Asset; preprocessor: Asset };
  modules: { url: string }[];
}
declare const __MODEL_ASSETS__: ModelAssets;

/** What it needs of the page. */
export interface ModelPage extends PageOfSheet {
  readonly core: Core;
  notify: (sentence: string) => void;
  offer: (sentence: string, label: string) => Promise<void>; // until its button is pressed
  withdraw: (sentence: string) => void;
  showLarge: (heads: OwnHeads, causal: boolean) => void; // throws what is wrong with them
  ownPicture: (text: string) => Picture | null;
  changed: () => void; // the core has something new
  fetch: (asset: Asset) => Promise<Blob>;
  keepForLater: (files: { url: string }[]) => void; // and this script
}

const pause = 150; // ms that a sentence has to be still while it is typed
const mostTexts = 1000;
const writtenTokens = 5;
const here = (file: string) => new URL(file, import.meta.url);

export class Models implements ModelOpener {
  readonly client: Client;
  readonly second: SecondModel;
  private current: ModelSource | null = null;
  private own: ModelSource | null = null; // the last one of the reader's files: no link leads back to it
  private described = ""; // the language in which the core has its words
  private readonly lane: Lane;
  private timer = 0;
  private timesShown = 0; // how often a model was shown
  private brought: string | null = null; // the source that was last asked for: it is not asked for again by itself
  private ran = false; // a sentence was run: the next one is being typed
  private texts: string[] = []; // of the reader's, to measure over
  private opened: string | null = null; // or measures of theirs, as the core takes them
  private offered = { text: "", sentence: "" }; // a notice about a text that is too long

  constructor(readonly page: ModelPage) {
    const modules = { models: here("../models.mjs").href, attention: here("../attention.mjs").href };
    const newClient = () => new Client(here(__MODEL_ASSETS__.worker.url), modules);
    this.client = newClient();
    this.lane = new Lane(page.changed);
    this.second = new SecondModel(this, newClient());
  }

  say = (id: SentenceId, ...args: (string | number)[]) => say(this.page.language, id, ...args);

  // ---- opening ----
  /** The sheet that opens files. */
  choose(): void {
    openSheet(this);
  }

  /** Files that were dropped, or the folders that they are in. */
  async drop(entries: readonly FileSystemEntry[], files: readonly Named[]): Promise<void> {
    const folders = entries.some(({ isDirectory }) => isDirectory);
    const found = folders ? filesIn(entries) : files;
    await openSheet(this).take(await found);
  }

  /** Opens a model's files and shows it: `source` as links name it. Fails with what is wrong; the model before then stays. */
  take(given: ModelGiven, name: string, source: string, tell?: Tell): Going<void> {
    const { answer, stop } = WorkerSource.open(this.client, given, name, source, this.pictureOf, tell);
    return { stop, answer: answer.then((model) => this.show(model)) };
  }

  /** Shows a model, or what a file holds of one. */
  show(model: ModelSource): void {
    const { core } = this.page;
    this.timesShown += 1;
    this.current = model;
    this.second.close();
    this.opened = null;
    if (model.source === "") this.own = model;
    this.brought = null; // Back may lead to another one, and from there to this one again
    if (core.reading()?.model?.source !== model.source)
      core.apply({ type: "ShowModel", on: true, source: model.source });
    this.describe(model);
    this.ran = false;
    this.lane.failing = "";
    this.page.changed();
    this.next();
  }

  private describe(model: ModelSource): void {
    this.described = this.page.language;
    const described = { ...model.describe(this.described), source: model.source };
    const { core } = this.page;
    check(core.openModel(JSON.stringify(described)));
    if (model.fixed)
      check(core.openModelText(JSON.stringify({ text: "", off: [], weights: [], ...model.fixed })));
  }

  /** The model goes on by some drawn tokens; each can be asked about like those of the reader. */
  writeOn(): void {
    const model = this.page.core.reading()?.model;
    const sample = this.current?.sample?.bind(this.current);
    if (!model?.run || this.lane.busy || !sample) return;
    this.lane.busy = true;
    const { temperature, topK, seed } = model.look;
    sample(model, {
      count: writtenTokens,
      seed,
      temperature: Number(temperature),
      ...(topK !== "all" && { topK: Number(topK) }),
    })
      .then(({ ids, probabilities, adds }) => {
        const text = model.text + adds;
        check(this.page.core.apply({ type: "SetModelText", text, ids, written: probabilities }));
      })
      .catch((error: unknown) => this.page.notify(this.told(error)))
      .finally(() => {
        this.lane.busy = false;
        this.page.changed();
        this.next();
      });
  }

  // ---- what the core wants ----
  follow(model: ModelScreen | null): void {
    window.clearTimeout(this.timer);
    if (!model) {
      this.brought = null;
      return;
    }
    if (this.offered.sentence && this.offered.text !== model.text) this.page.withdraw(this.offered.sentence);
    const wanted = model.wants && takesLong(model.wants) ? wantedKey(model, model.wants) : keyOf(model);
    this.lane.stopUnless(wanted);
    this.second.follow(model, this.current);
    if (this.lane.busy) return;
    if (!model.about && model.source === "") {
      if (this.own)
        this.show(this.own); // Forward has led to it again
      else if (model.text === "") {
        // A link to the screen alone; one with a text is of files that are no longer open.
        this.page.core.apply({ type: "ShowModel", on: true, source: "small" });
        this.page.changed();
      }
      return;
    }
    const { current } = this;
    if (current?.translated && this.described !== this.page.language) this.describe(current);
    const { wants } = model;
    if (!wants) this.lane.failing = ""; // what is wanted after that is asked for again
    if (!wants || wantedKey(model, wants) === this.lane.failing) return;
    if (wants.what === "model" ? this.brought === model.source : !current) return;
    const typed =
      (wants.what === "text" && this.ran && !model.about?.pictures) ||
      (wants.what === "sweep" && model.other !== "");
    if (typed) this.timer = window.setTimeout(() => this.work(), pause);
    else this.work();
  }

  private next(): void {
    this.follow(this.page.core.reading()?.model ?? null);
  }

  private work(): void {
    const model = this.page.core.reading()?.model;
    if (!model?.wants || this.lane.busy) return;
    const { wants } = model;
    const { current } = this;
    // The reader may have gone to another model meanwhile, and even back: what was asked for then is not given.
    const isWanted = () => {
      const now = this.page.core.reading()?.model;
      return (
        this.current === current && !!now?.wants && wantedKey(now, now.wants) === wantedKey(model, wants)
      );
    };
    this.lane.do({
      key: wantedKey(model, wants),
      ask: () => this.ask(model, wants, isWanted),
      isWanted,
      failed: (error) => {
        if (error instanceof Failed && error.code === "aborted") this.brought = null;
        else this.failed(error);
      },
      next: () => {
        this.next();
        return this.lane.busy;
      },
    });
  }

  /** Asks for what the core wants. Returns what gives it to the core. */
  private async ask(model: ModelScreen, wants: ModelWants, isWanted: () => boolean): Promise<Give> {
    const { core } = this.page;
    const { what, layer, head } = wants;
    if (what === "model") {
      await this.bring(model.source);
      return alreadyGiven;
    }
    const source = this.current as ModelSource;
    if (what === "text") return this.run(model, source, isWanted);
    if (what === "sweep") return this.sweep(model, wants, source, isWanted);
    if (what === "atlas") return this.atlas(model, wants, source, isWanted);
    if (what === "grid") return this.grid(model, wants, source, isWanted);
    if (what === "rows" || what === "rollout" || what === "pooled") return this.rows(model, wants, source);
    if (what === "next") {
      const next = await source.next(model);
      return () => core.giveModelNext(JSON.stringify(next));
    }
    if (what === "weights" && model.run?.whole && source.allWeights) {
      const all = await source.allWeights(model);
      return () => this.giveAllWeights(model, all);
    }
    if (what === "weights") {
      const weights = await source.weights(model, layer, head);
      return () => core.giveModelWeights(layer, head, weights);
    }
    if (what === "vectors") {
      const vectors = await source.vectors(model, layer, head);
      return () => core.giveModelVectors(layer, head, vectors);
    }
    if (what === "lens") {
      const lens = await source.lens?.(model, wants.at);
      return () => core.giveModelWhy(JSON.stringify({ at: wants.at, lens }));
    }
    if (what === "ledger" || what === "split") {
      const { at, word, against, layers, part, inner } = wants;
      const asked = { at, word, against, layers };
      const told =
        what === "ledger"
          ? await source.ledger?.(model, asked)
          : await source.split?.(model, asked, layer, inner ? null : head);
      return () => core.giveModelWhy(JSON.stringify({ ...asked, part, ...told }));
    }
    if (what === "word") return this.seek(model, source);
    if (what === "score") {
      const { at, word } = wants;
      const score = await source.score?.(model, layer, head, at, word);
      return () => core.giveModelWhy(JSON.stringify({ at, word, layer, head, ...score }));
    }
    const { pictures, shares } = await source.pictures(model, layer);
    return () => core.giveModelPictures(layer, pictures) ?? core.giveModelShares(layer, shares);
  }

  /** Which token a typed word is; where the tokenizer fails on it, that is said beside the field. */
  private async seek({ sought }: ModelScreen, source: ModelSource): Promise<Give> {
    const text = sought?.text ?? "";
    const give = (told: object) =>
      this.page.core.giveModelWhy(JSON.stringify({ what: "word", text, ...told }));
    try {
      const found = (await source.word?.(text)) ?? { found: [], pieces: [] };
      return () => give(found);
    } catch (error) {
      return () => give({ refused: this.told(error) });
    }
  }

  /** Of a picture whose weights are not all told: a token's in all heads or through all layers, or a head's in small. */
  private async rows(model: ModelScreen, wants: ModelWants, source: ModelSource): Promise<Give> {
    const { core } = this.page;
    const { what, layer, head, at } = wants;
    if (what === "pooled") {
      const pooled = await source.pooled?.(model, layer, head);
      return () => (pooled ? core.giveModelPooled(layer, head, pooled) : null);
    }
    if (what === "rows") {
      const rows = await source.rows?.(model, at);
      return () => (rows ? core.giveModelRows(at, rows) : null);
    }
    const work = source.rollout?.(model, at, () => undefined);
    const row = work && (await this.lane.answerOf(work, wantedKey(model, wants)));
    return () => (row ? core.giveModelRollout(at, row) : null);
  }

  /** Of a picture, whose heads are all shown in its light. */
  private giveAllWeights({ about }: ModelScreen, all: Float32Array): Refusal | null {
    const { layers = 0, heads = 0 } = about ?? {};
    const each = all.length / (layers * heads);
    for (let i = 0; i < layers * heads; i++) {
      const weights = all.subarray(i * each, (i + 1) * each);
      const refused = this.page.core.giveModelWeights(Math.floor(i / heads), i % heads, weights);
      if (refused) return refused;
    }
    return null;
  }

  /** Runs the sentence; what is wrong with it is told where its words would be. */
  private async run(model: ModelScreen, source: ModelSource, isWanted: () => boolean): Promise<Give> {
    const { core } = this.page;
    const { text, off, other, weights, temperatures, ids } = model;
    const give = (run: object) =>
      core.openModelText(JSON.stringify({ text, off, other, weights, temperatures, given: ids, ...run }));
    const tell = this.lane.progress(isWanted, (done, all) => give({ busy: true, done, all }));
    const run = source.run(model, tell);
    try {
      const answer = await this.lane.answerOf(run, keyOf(model));
      return () => give(answer);
    } catch (error) {
      if (error instanceof Failed && error.code === "aborted") throw error;
      if (isWanted() && error instanceof Failed && error.code === "long")
        this.offerLarge(model, source, Number(error.message));
      return () => give({ error: this.told(error) });
    } finally {
      this.ran = true;
    }
  }

  /** What becomes of a word's logit with each head off; stopped when something else is wanted. */
  private async sweep(
    model: ModelScreen,
    wants: ModelWants,
    source: ModelSource,
    isWanted: () => boolean,
  ): Promise<Give> {
    const { core } = this.page;
    const asked = { at: wants.at, word: wants.word, against: wants.against, layers: null };
    const { other } = model;
    const { patched } = model.look;
    const give = (sweep: object) => core.giveModelWhy(JSON.stringify({ ...asked, other, patched, ...sweep }));
    const work = source.sweep?.(
      model,
      asked,
      { over: patched, other },
      this.lane.progress(isWanted, (done, all) => give({ done, all })),
    );
    if (!work) return alreadyGiven;
    try {
      const { leads, there, words } = await this.lane.answerOf(work, wantedKey(model, wants));
      return () => give({ leads: [...leads], there, words });
    } catch (error) {
      if (!(error instanceof Failed) || other === "" || error.code === "aborted") throw error;
      return () => give({ refused: this.told(error) });
    }
  }

  /** What the model would say after each layer at each place; stopped when something else is wanted. */
  private async grid(
    model: ModelScreen,
    wants: ModelWants,
    source: ModelSource,
    isWanted: () => boolean,
  ): Promise<Give> {
    const { core } = this.page;
    const give = (grid: object) => core.giveModelWhy(JSON.stringify({ what: "grid", at: wants.at, ...grid }));
    const work = source.grid?.(
      model,
      this.lane.progress(isWanted, (done, all) => give({ done, all })),
    );
    if (!work) return alreadyGiven;
    const grid = await this.lane.answerOf(work, wantedKey(model, wants));
    return () => give({ grid });
  }

  /** What heads do over the texts that are wanted; stopped when something else is wanted. */
  private async atlas(
    model: ModelScreen,
    wants: ModelWants,
    source: ModelSource,
    isWanted: () => boolean,
  ): Promise<Give> {
    const { core } = this.page;
    const { texts, whole } = wants;
    const off = whole ? [] : model.off.filter(isOffAnywhere);
    const give = (atlas: object) => core.giveModelAtlas(JSON.stringify({ texts, off, ...atlas }));
    const { opened } = this;
    if (texts === "own" && opened) return () => core.giveModelAtlas(opened);
    const lines = texts === "twice" ? [] : texts === "own" ? this.texts : textsOf(source.source);
    if (texts === "own" && lines.length === 0) throw new Failed("texts", "", "");
    const work = source.atlas?.(
      lines,
      off,
      this.lane.progress(isWanted, (done, all) => give({ done, all })),
    );
    if (!work) return alreadyGiven;
    const { means, texts: count, ...told } = await this.lane.answerOf(work, wantedKey(model, wants));
    return () => give({ means: [...means], done: count, all: count, ...told });
  }

  /** A file of the reader's, a text in each line, over which heads are measured. */
  async measureOver(file: Blob): Promise<void> {
    const { core } = this.page;
    if (/^\s*\{\s*"format":\s*"attention-explorer atlas"/.test(await file.slice(0, 256).text())) {
      this.openAtlas(await file.text());
      return;
    }
    const { first, count } = await linesOf(file, mostTexts);
    if (!first || count === 0) {
      this.page.notify(this.say(first ? "texts.none" : "texts.not_text"));
      return;
    }
    this.opened = null;
    this.texts = first;
    if (count > mostTexts)
      this.page.notify(
        this.say("texts.many", ...[count, mostTexts].map((one) => spelled(one, this.page.language))),
      );
    core.giveModelAtlas(JSON.stringify({ texts: "own", done: 0, all: 0 }));
    core.apply({ type: "LookModel", over: true, texts: "own" });
    this.lane.failing = "";
    this.page.changed();
    this.next();
  }

  /**
   * Measures that were saved, of a model with as many heads. Where those on the screen are of the same texts they are compared
   * with them, else they are shown.
   */
  private openAtlas(text: string): void {
    const { core } = this.page;
    const about = core.reading()?.model?.about;
    let given: {
      model?: { name?: string; layers?: number; heads?: number };
      means?: unknown[][];
    } & Partial<AtlasTexts>; // files of before have no texts
    try {
      given = JSON.parse(text) as typeof given;
    } catch {
      this.page.notify(this.say("atlas.damaged"));
      return;
    }
    const { layers, heads } = given.model ?? {};
    if (layers !== about?.layers || heads !== about?.heads) {
      this.page.notify(
        this.say("atlas.other", layers ?? "?", heads ?? "?", about?.layers ?? "?", about?.heads ?? "?"),
      );
      return;
    }
    const all = given.texts ?? 0;
    const { lines = [], words = [], examples = [] } = given;
    const means = (given.means ?? []).flat();
    const now = core.atlasTexts();
    const alike = JSON.stringify(now?.lines) === JSON.stringify(lines);
    if (now && now.over === given.over && now.texts === all && alike) {
      const saved = given.model?.name ?? "?";
      if (core.giveModelAtlas(JSON.stringify({ texts: now.over, saved, means, done: all, all })))
        this.page.notify(this.say("atlas.damaged"));
      this.page.changed();
      return;
    }
    const opened = JSON.stringify({ texts: "own", means, done: all, all, lines, words, examples });
    if (core.giveModelAtlas(opened)) {
      this.page.notify(this.say("atlas.damaged"));
      return;
    }
    this.opened = opened;
    core.apply({ type: "LookModel", over: true, texts: "own" });
    this.page.changed();
  }

  /** A text of more tokens than this screen shows may fit into the large map. */
  private offerLarge(model: ModelScreen, source: ModelSource, tokens: number): void {
    if (!(source instanceof WorkerSource) || tokens > Math.min(limits.largeTokens, source.positions)) return;
    const sentence = this.say("long.large", spelled(tokens, this.page.language));
    this.offered = { text: model.text, sentence };
    this.page
      .offer(sentence, this.say("long.open"))
      .then(() => largeHeads(source, model))
      .then((heads) => this.page.showLarge(heads, model.about?.causal ?? true))
      .catch((error: unknown) => this.page.notify(this.told(error)));
  }

  /** The model that a link or the contents name: the site's own at once, others by the sheet. */
  private async bring(source: string): Promise<void> {
    this.brought = source;
    if (isOwn(source)) {
      await this.bringOwn(source);
      return;
    }
    const sheet = openSheet(this);
    if (source) sheet.fetch(source);
  }

  /** One of the site's own, asked for in the sheet. */
  openOwn(source: OwnSource, tell?: Tell): Going<void> {
    return stoppable(
      () => this.filesOf(source),
      (begin, given) => begin(this.take(given, "", source, tell)),
    );
  }

  /** The sheet was closed: the screen of a model that was not opened says so, and offers what there is. */
  closed(): void {
    if (this.page.core.reading()?.model?.wants?.what === "model") this.failed(this.say("none"));
  }

  linkTo = (source: string) => `view=model&model=${encodeURIComponent(source)}`;

  // Said on the screen where it shows no model, and by a notice where the one before stays.
  private failed(error: unknown): void {
    const sentence = typeof error === "string" ? error : this.told(error);
    this.brought = null;
    if (this.page.core.reading()?.model?.about) this.page.notify(sentence);
    else this.page.core.openModel(JSON.stringify({ error: sentence }));
    this.page.changed();
  }

  private async bringOwn(source: OwnSource): Promise<void> {
    const { timesShown } = this;
    const given = await this.filesOf(source);
    const model = await WorkerSource.open(this.client, given, "", source, this.pictureOf).answer;
    if (this.timesShown === timesShown) this.show(model); // else the reader has opened another one meanwhile
  }

  /** The files of one of the site's own, which are kept for later. */
  async filesOf(source: OwnSource): Promise<ModelGiven> {
    const { worker, modules } = __MODEL_ASSETS__;
    const files = __MODEL_ASSETS__[source];
    const wasm = new RegExp(`models-${best()}-`);
    const kept = modules.filter(({ url }) => !url.endsWith(".wasm") || wasm.test(url));
    this.page.keepForLater([worker, ...Object.values(files), ...kept]);
    return ownFiles(files, this.page.fetch);
  }

  /** What a text stands for: a picture of the reader's, or a made-up one that it describes. */
  readonly pictureOf: PictureOf = (text) => this.page.ownPicture(text) ?? this.page.core.madePicture(text);

  /** A failure in the page's language, then the modules' own words. */
  told(error: unknown): string {
    if (!(error instanceof Failed)) return error instanceof Error ? error.message : String(error);
    const { code, path, message } = error;
    if (code === "long")
      return this.say(
        [limits.modelTokens, limits.pictureTokens].map(String).includes(path) ? "long.screen" : "long.model",
        message,
        path,
      );
    if (code === "empty") return this.say("empty");
    if (code === "beyond") return this.say("weight.beyond", message);
    if (code === "mask") return this.say("weight.unseen");
    if (code === "other") return this.say("other", path, message);
    if (code === "picture") return this.say("pictures.unknown", message);
    if (code === "texts") return this.say("texts.none");
    if (code === "shape") return this.say("second.shape", ...path.split(" "), ...message.split(" "));
    if (code === "elsewhere") return this.say("second.elsewhere", message);
    if (code === "kind") return this.say("second.kind");
    if (code === "words") return this.say("second.words", path, message);
    if (code === "second") return this.say("second.missing");
    if (code === "tokenizer") return this.say("no_tokenizer", message);
    if (code === "memory") return this.say("memory", message);
    if (code === "unfetched" || (code === "worker" && message === "")) return this.say("unfetched.part");
    if (code === "worker") return this.say("worker", message);
    return path === "" ? message : this.say("refused", path, message);
  }
}

/** What is stopped when something else is wanted of the same text. */
const takesLong = ({ what }: ModelWants) => ["sweep", "atlas", "grid", "rollout"].includes(what);

// The page's side of the model screen: gives the core what it wants of a model, opens models by the sheet or the site's own, and
// says how far it is. Its script is loaded when a model is first asked for.
import { best } from "../../modules/variant";
import type { Core, Refusal } from "../core/core";
import type { ModelScreen, ModelWants } from "../core/model";
import type { Open } from "../dialogs/dialog";
import type { OwnHeads } from "../files/own-tensors";
import type { Asset } from "../start/assets";
import { Client, Failed, type Going, type Tell } from "./client";
import { ownFiles } from "./fetched";
import { filesIn, type Named } from "./files";
import { largeHeads, mostLarge } from "./large";
import type { ModelGiven } from "./protocol";
import { say, type SentenceId } from "./sentences";
import { openSheet } from "./sheet";
import { keyOf, type ModelSource } from "./source";
import { mostTokens, WorkerSource } from "./worker-source";

/** The site's files for it; addresses beside this script. */
export interface ModelAssets {
  worker: Asset;
  small: { config: Asset; weights: Asset; tokenizer: Asset };
  modules: { url: string }[];
}
declare const __MODEL_ASSETS__: ModelAssets;

/** What it needs of the page. */
export interface ModelPage {
  readonly core: Core;
  readonly language: string;
  open: (title: string) => Open;
  notify: (sentence: string) => void;
  offer: (sentence: string, label: string) => Promise<void>; // until its button is pressed
  withdraw: (sentence: string) => void;
  showLarge: (heads: OwnHeads, causal: boolean) => void; // throws what is wrong with them
  changed: () => void; // the core has something new
  fetch: (asset: Asset) => Promise<Blob>;
  keepForLater: (files: { url: string }[]) => void; // and this script
}

const pause = 150; // ms that a sentence has to be still while it is typed
const tellingPause = 100; // ms
const writtenTokens = 5;
const here = (file: string) => new URL(file, import.meta.url);
function check(refused: Refusal | null): void {
  if (refused) throw new Failed(refused.code, refused.path, refused.message);
}

export class Models {
  readonly client: Client;
  private current: ModelSource | null = null;
  private seed = 0; // of the tokens that were written last
  private own: ModelSource | null = null; // the last one of the reader's files: no link leads back to it
  private described = ""; // the language in which the core has its words
  private going: { key: string; work: Going<unknown> } | null = null; // what can be stopped
  private busy = false;
  private timer = 0;
  private brought: string | null = null; // the source that was last asked for: it is not asked for again by itself
  private ran = false; // a sentence was run: the next one is being typed
  private failing = ""; // what could not be given: it is not asked for again
  private offered = { text: "", sentence: "" }; // a notice about a text that is too long

  constructor(readonly page: ModelPage) {
    const modules = { models: here("../models.mjs").href, attention: here("../attention.mjs").href };
    this.client = new Client(here(__MODEL_ASSETS__.worker.url), modules);
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
    const { answer, stop } = WorkerSource.open(this.client, given, name, source, tell);
    return { stop, answer: answer.then((model) => this.show(model)) };
  }

  /** Shows a model, or what a file holds of one. */
  show(model: ModelSource): void {
    const { core } = this.page;
    this.current = model;
    if (model.source === "") this.own = model;
    this.brought = null; // Back may lead to another one, and from there to this one again
    if (core.reading()?.model?.source !== model.source)
      core.apply({ type: "ShowModel", on: true, source: model.source });
    this.describe(model);
    this.ran = false;
    this.failing = "";
    this.page.changed();
    this.next();
  }

  private describe(model: ModelSource): void {
    this.described = this.page.language;
    const described = { ...model.describe(this.described), source: model.source };
    const { core } = this.page;
    check(core.openModel(JSON.stringify(described)));
    if (model.fixed) check(core.openModelText(JSON.stringify({ text: "", off: [], ...model.fixed })));
  }

  /** The model goes on by some drawn tokens; each can be asked about like those of the reader. */
  writeOn(): void {
    const model = this.page.core.reading()?.model;
    const sample = this.current?.sample?.bind(this.current);
    if (!model?.run || this.busy || !sample) return;
    this.busy = true;
    sample(model, writtenTokens, (this.seed += writtenTokens))
      .then(({ ids, adds }) =>
        check(this.page.core.apply({ type: "SetModelText", text: model.text + adds, ids })),
      )
      .catch((error: unknown) => this.page.notify(this.told(error)))
      .finally(() => {
        this.busy = false;
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
    const wanted = model.wants?.what === "sweep" ? wantedKey(model, model.wants) : keyOf(model);
    if (this.going && this.going.key !== wanted) this.going.work.stop(); // the newest wins
    if (this.busy) return;
    if (!model.about && model.source === "" && this.own) {
      this.show(this.own); // Forward has led to it again
      return;
    }
    const { current } = this;
    if (current?.translated && this.described !== this.page.language) this.describe(current);
    const { wants } = model;
    if (!wants) this.failing = ""; // what is wanted after that is asked for again
    if (!wants || wantedKey(model, wants) === this.failing) return;
    if (wants.what === "model" ? this.brought === model.source : !current) return;
    if (wants.what === "text" && this.ran) this.timer = window.setTimeout(() => this.work(), pause);
    else this.work();
  }

  private next(): void {
    this.follow(this.page.core.reading()?.model ?? null);
  }

  private work(): void {
    const model = this.page.core.reading()?.model;
    if (!model?.wants || this.busy) return;
    const { wants } = model;
    this.busy = true;
    this.give(model, wants)
      .catch((error: unknown) => {
        if (error instanceof Failed && error.code === "aborted") {
          this.brought = null;
          return;
        }
        this.failing = wantedKey(model, wants);
        this.failed(error);
      })
      .finally(() => {
        this.busy = false;
        this.page.changed();
        this.next();
      });
  }

  private async give(model: ModelScreen, wants: ModelWants): Promise<void> {
    const { core } = this.page;
    const { what, layer, head } = wants;
    if (what === "model") {
      await this.bring(model.source);
      return;
    }
    const source = this.current as ModelSource;
    if (what === "text") await this.run(model, source);
    else if (what === "next") check(core.giveModelNext(JSON.stringify(await source.next(model))));
    else if (what === "weights")
      check(core.giveModelWeights(layer, head, await source.weights(model, layer, head)));
    else if (what === "vectors")
      check(core.giveModelVectors(layer, head, await source.vectors(model, layer, head)));
    else if (what === "lens") {
      const lens = await source.lens?.(model, wants.at);
      check(core.giveModelWhy(JSON.stringify({ at: wants.at, lens })));
    } else if (what === "ledger" || what === "split") {
      const { at, word, against, part, inner } = wants;
      const asked = { at, word, against };
      const told =
        what === "ledger"
          ? await source.ledger?.(model, asked)
          : await source.split?.(model, asked, layer, inner ? null : head);
      check(core.giveModelWhy(JSON.stringify({ ...asked, part, ...told })));
    } else if (what === "sweep") await this.sweep(model, wants, source);
    else {
      const { pictures, shares } = await source.pictures(model, layer);
      check(core.giveModelPictures(layer, pictures));
      check(core.giveModelShares(layer, shares));
    }
  }

  /** Runs the sentence; what is wrong with it is told where its words would be. */
  private async run(model: ModelScreen, source: ModelSource): Promise<void> {
    const { core } = this.page;
    const { text, off, ids: given } = model;
    let told = 0;
    const tell = (done: number, all: number) => {
      if (performance.now() - told < tellingPause) return;
      told = performance.now();
      core.openModelText(JSON.stringify({ busy: true, done, all }));
      this.page.changed();
    };
    const run = source.run(model, tell);
    this.going = { key: keyOf(model), work: run };
    try {
      const answer = await run.answer;
      check(core.openModelText(JSON.stringify({ text, off, given, ...answer })));
    } catch (error) {
      if (error instanceof Failed && error.code === "aborted") throw error;
      core.openModelText(JSON.stringify({ text, off, given, error: this.told(error) }));
      if (error instanceof Failed && error.code === "long")
        this.offerLarge(model, source, Number(error.message));
    } finally {
      this.going = null;
      this.ran = true;
    }
  }

  /** What becomes of a word's logit with each head off; stopped when something else is wanted. */
  private async sweep(model: ModelScreen, wants: ModelWants, source: ModelSource): Promise<void> {
    const { core } = this.page;
    const asked = { at: wants.at, word: wants.word, against: wants.against };
    let told = 0;
    const work = source.sweep?.(model, asked, (done, all) => {
      if (performance.now() - told < tellingPause) return;
      told = performance.now();
      core.giveModelWhy(JSON.stringify({ ...asked, done, all }));
      this.page.changed();
    });
    if (!work) return;
    this.going = { key: wantedKey(model, wants), work };
    try {
      check(core.giveModelWhy(JSON.stringify({ ...asked, leads: [...(await work.answer)] })));
    } finally {
      this.going = null;
    }
  }

  /** A text of more tokens than this screen shows may fit into the large map. */
  private offerLarge(model: ModelScreen, source: ModelSource, tokens: number): void {
    if (!(source instanceof WorkerSource) || tokens > Math.min(mostLarge, source.positions)) return;
    const sentence = this.say("long.large", tokens.toLocaleString(this.page.language));
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
    if (source !== "small") {
      const sheet = openSheet(this);
      if (source) sheet.fetch(source);
      return;
    }
    await this.bringSmall();
  }

  /** The site's own, asked for in the sheet. */
  openSmall(): void {
    this.bringSmall().catch((error: unknown) => this.failed(error));
  }

  /** The sheet was closed: the screen of a model that was not opened says so, and offers what there is. */
  closed(): void {
    if (this.page.core.reading()?.model?.wants?.what === "model") this.failed(this.say("none"));
  }

  // Said on the screen where it shows no model, and by a notice where the one before stays.
  private failed(error: unknown): void {
    const sentence = typeof error === "string" ? error : this.told(error);
    this.brought = null;
    if (this.page.core.reading()?.model?.about) this.page.notify(sentence);
    else this.page.core.openModel(JSON.stringify({ error: sentence }));
    this.page.changed();
  }

  private async bringSmall(): Promise<void> {
    const { small, worker, modules } = __MODEL_ASSETS__;
    const wasm = new RegExp(`models-${best()}-`);
    const kept = modules.filter(({ url }) => !url.endsWith(".wasm") || wasm.test(url));
    this.page.keepForLater([worker, ...Object.values(small), ...kept]);
    const given = await ownFiles(small, this.page.fetch);
    await this.take(given, "", "small").answer;
  }

  /** A failure in the page's language, then the modules' own words. */
  told(error: unknown): string {
    if (!(error instanceof Failed)) return error instanceof Error ? error.message : String(error);
    const { code, path, message } = error;
    if (code === "long")
      return this.say(path === String(mostTokens) ? "long.screen" : "long.model", message, path);
    if (code === "empty") return this.say("empty");
    if (code === "tokenizer") return this.say("no_tokenizer", message);
    if (code === "memory") return this.say("memory", message);
    if (code === "unfetched" || (code === "worker" && message === "")) return this.say("unfetched.part");
    if (code === "worker") return this.say("worker", message);
    return path === "" ? message : this.say("refused", path, message);
  }
}

const wantedKey = (model: ModelScreen, { what, layer, head, at, word, against, part }: ModelWants) =>
  `${model.source} ${[what, layer, head, at, word, against, part].join(" ")} ${keyOf(model)}`;

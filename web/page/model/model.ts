// The page's side of the model screen: opens the files of a model or the site's own, gives the core what it wants of it, and says
// how far it is. Its script is loaded when a model is first asked for.
import { best } from "../../modules/variant";
import type { ModelScreen as Shown, ModelHead, ModelWants } from "../core/model";
import type { Core, Refusal } from "../core/core";
import type { Open } from "../dialogs/dialog";
import type { OwnHeads } from "../files/own-tensors";
import type { Asset } from "../start/assets";
import { Client, Failed, type Going, type Tell } from "./client";
import { ownFiles } from "./fetched";
import { largeHeads } from "./large";
import { filesIn, type Named } from "./files";
import type { ModelGiven, Opened, TextRun } from "./protocol";
import { say, type SentenceId } from "./sentences";
import { openSheet } from "./sheet";

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
  showLarge: (heads: OwnHeads) => void; // throws what is wrong with them
  changed: () => void; // the core has something new
  fetch: (asset: Asset) => Promise<Blob>;
  keepForLater: (files: { url: string }[]) => void; // and this script
}

export const mostTokens = 1024; // as src/explorer/model/state.hpp has it
const mostLarge = 16_384; // as src/large_map/own.hpp has it
const pause = 150; // ms that a sentence has to be still while it is typed
const tellingPause = 100; // ms
const nextWords = 10;

const here = (file: string) => new URL(file, import.meta.url);
function check(refused: Refusal | null): void {
  if (refused) throw new Failed(refused.code, refused.path, refused.message);
}

const headKey = (heads: readonly ModelHead[]) => heads.map(({ layer, head }) => `${layer},${head}`).join(";");

/** A model that is open: where it came from, and its files, to open it again where its worker ended. */
interface Current {
  source: string; // "small", an address, or "" for files of the reader's
  name: string;
  given: ModelGiven;
  opened: Opened;
}

export class Models {
  readonly client: Client;
  private current: Current | null = null;
  private held = ""; // the input whose run the worker holds
  private inWorker: Current | null = null; // the model that the worker holds
  private starts = 0; // of the worker, when it got that
  private described = ""; // the language in which the core has its words
  private offered = ""; // the sentence of a notice
  private refusedText = ""; // the text that it is about
  private failing = ""; // what could not be given: it is not asked for again
  private going: { input: string; run: Going<TextRun> } | null = null;
  private busy = false;
  private timer = 0;
  private brought: string | null = null; // the source that was last asked for: it is not asked for again by itself
  private ran = false; // a sentence was run: the next one is being typed

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
    const sheet = openSheet(this);
    await sheet.take(entries.length > 0 ? await filesIn(entries) : files);
  }

  /** Opens what was chosen: `source` as links name it. Throws what is wrong with it; the model before is then still there. */
  take(given: ModelGiven, name: string, source: string, tell?: Tell): Going<void> {
    this.inWorker = null;
    const { answer, stop } = this.client.ask("open", [given], tell);
    const opened = (opened: Opened) => {
      this.current = { source, name, given, opened };
      this.holds(this.current);
      const { core } = this.page;
      if (core.reading()?.model?.source !== source) core.apply({ type: "ShowModel", on: true, source });
      this.describe(this.current);
      this.ran = false;
      this.failing = "";
      this.page.changed();
    };
    return { stop, answer: answer.then(opened) };
  }

  private holds(model: Current): void {
    this.inWorker = model;
    this.starts = this.client.starts;
    this.held = "";
  }

  private describe({ opened, given, name, source }: Current): void {
    const { config, parameters } = opened;
    const bytes = given.weights.reduce((sum, { size }) => sum + size, 0);
    const small = source === "small";
    this.described = this.page.language;
    const refused = this.page.core.openModel(
      JSON.stringify({
        name: small ? this.say("small.name") : name,
        family: config.family,
        about: small ? this.say("small.about") : "",
        source,
        read: small ? "site" : "file",
        causal: config.causal,
        layers: config.layers,
        heads: config.heads,
        headWidth: config.headWidth,
        vocabulary: config.vocabulary,
        parameters,
        bytes,
        text: small ? this.say("small.text") : "",
      }),
    );
    check(refused);
  }

  // ---- what the core wants ----
  follow(model: Shown | null): void {
    window.clearTimeout(this.timer);
    if (!model) {
      this.brought = null;
      return;
    }
    if (this.offered && model.text !== this.refusedText) this.page.withdraw(this.offered);
    if (this.going && this.going.input !== inputOf(model)) this.going.run.stop(); // the newest sentence wins
    const { wants } = model;
    if (this.busy) return;
    if (this.current?.source === "small" && this.described !== this.page.language)
      this.describe(this.current);
    if (!wants || keyOf(model, wants) === this.failing) return;
    if (wants.what === "model" ? this.brought === model.source : !this.current) return;
    if (wants.what === "text" && this.ran) this.timer = window.setTimeout(() => this.work(), pause);
    else this.work();
  }

  private work(): void {
    const model = this.page.core.reading()?.model;
    if (!model?.wants || this.busy) return;
    const { wants } = model;
    this.busy = true;
    this.give(model, wants)
      .catch((error: unknown) => {
        if (error instanceof Failed && error.code === "aborted") return;
        this.failing = keyOf(model, wants);
        this.page.notify(this.told(error));
      })
      .finally(() => {
        this.busy = false;
        this.page.changed();
      });
  }

  private async give(model: Shown, wants: ModelWants): Promise<void> {
    const { core } = this.page;
    const { what, layer, head } = wants;
    if (what === "model") {
      await this.bring(model.source);
      return;
    }
    await this.reopen();
    if (what === "text") {
      await this.run(model);
      return;
    }
    if (this.held !== inputOf(model)) await this.ask(model).answer; // the core has its words already
    if (what === "next") {
      const next = await this.client.ask("next", [nextWords]).answer;
      check(core.giveModelNext(JSON.stringify(next)));
    } else if (what === "weights")
      check(core.giveModelWeights(layer, head, await this.client.ask("weights", [layer, head]).answer));
    else if (what === "vectors")
      check(core.giveModelVectors(layer, head, await this.client.ask("vectors", [layer, head]).answer));
    else {
      const { pictures, shares } = await this.client.ask("pictures", [layer]).answer;
      check(core.giveModelPictures(layer, pictures));
      check(core.giveModelShares(layer, shares));
    }
  }

  /** If the worker ended, or another model could not be opened in it. */
  private async reopen(): Promise<void> {
    const { current } = this;
    if (!current || (this.inWorker === current && this.starts === this.client.starts)) return;
    await this.client.ask("open", [current.given]).answer;
    this.holds(current);
  }

  private ask({ text, off }: Shown, tell?: Tell): Going<TextRun> {
    this.held = "";
    const run = this.client.ask("run", [text, off, mostTokens], tell);
    const input = inputOf({ text, off });
    const answer = run.answer.then((done) => {
      this.held = input;
      return done;
    });
    return { ...run, answer };
  }

  /** Runs the sentence; what is wrong with it is told where its words would be. */
  private async run(model: Shown): Promise<void> {
    const { core } = this.page;
    const { text, off } = model;
    const input = { text, off };
    let told = 0;
    const tell = (done: number, all: number) => {
      if (performance.now() - told < tellingPause) return;
      told = performance.now();
      core.openModelText(JSON.stringify({ busy: true, done, all }));
      this.page.changed();
    };
    const run = this.ask(model, tell);
    this.going = { input: inputOf(input), run };
    try {
      const answer = await run.answer;
      check(core.openModelText(JSON.stringify({ ...input, ...answer })));
      this.ran = true;
    } catch (error) {
      if (error instanceof Failed && error.code === "aborted") throw error;
      core.openModelText(JSON.stringify({ ...input, error: this.told(error) }));
      if (error instanceof Failed && error.code === "long") this.offerLarge(model, error.message);
      this.ran = true;
    } finally {
      this.going = null;
    }
  }

  /** A text of more tokens than this screen shows may fit into the large map. */
  private offerLarge(model: Shown, tokens: string): void {
    if (!this.current || Number(tokens) > Math.min(mostLarge, this.current.opened.config.positions)) return;
    const sentence = this.say("long.large", Number(tokens).toLocaleString(this.page.language));
    this.offered = sentence;
    this.refusedText = model.text;
    const { client, current } = this;
    this.page
      .offer(sentence, this.say("long.open"))
      .then(() => largeHeads(client, model, current.opened.config, current.name))
      .then((heads) => {
        this.held = "";
        this.page.showLarge(heads);
      })
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
    this.bringSmall().catch((error: unknown) => this.page.notify(this.told(error)));
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
    if (code === "worker") return this.say("worker", message);
    return this.say("refused", path, message);
  }
}

const inputOf = ({ text, off }: { text: string; off: readonly ModelHead[] }) => `${headKey(off)} ${text}`;
const keyOf = (model: Shown, { what, layer, head }: ModelWants) =>
  `${model.source} ${what} ${layer} ${head} ${inputOf(model)}`;

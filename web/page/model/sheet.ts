// The sheet that opens a model of the reader's: takes its files or the site's own model, tells what it takes before it starts, and
// how far it is; what is wrong is told with the cure.
import type { Open } from "../dialogs/dialog";
import { h, press } from "../core/element";
import { dropZone } from "../dialogs/choices";
import { Failed, type Client, type Going, type Tell } from "./client";
import {
  fetchFolder,
  folderAddress,
  listFolder,
  nameOf,
  sourceOf,
  Unfetched,
  withoutHub,
  type Listed,
} from "./fetched";
import { givenOf, missingBeside, sorted, type Named, type Sorted } from "./files";
import { forget, keepsHere, Keeper, keptFiles, keptModels, type KeptModel } from "./kept";
import type { ModelGiven, Plan } from "./protocol";
import type { OwnSource } from "./source";
import type { SentenceId } from "./sentences";
import styles from "./sheet.css";
import { spelled } from "../core/numbers";

const families = {
  gpt2: "GPT-2",
  llama: "Llama",
  bert: "BERT",
  distilbert: "DistilBERT",
  roberta: "RoBERTa",
  gpt_neox: "GPT-NeoX",
  opt: "OPT",
  vit: "ViT",
  dinov2: "DINOv2",
};

/** What the sheet needs of the page. */
export interface PageOfSheet {
  readonly language: string;
  open: (title: string) => Open;
  /** True: this page may not fetch from there, and another one is opened, with a link or the address's own. */
  leave: (address: URL, link: string | null) => boolean;
  /** Whether this page may fetch from there. */
  mayFetch: (address: URL) => boolean;
}

/** What the sheet needs of those who show models. */
export interface ModelOpener {
  readonly client: Client;
  readonly page: PageOfSheet;
  say: (id: SentenceId, ...args: (string | number)[]) => string;
  told: (error: unknown) => string;
  take: (given: ModelGiven, name: string, source: string, tell?: Tell) => Going<void>;
  openOwn: (source: OwnSource, tell?: Tell) => Going<void>;
  closed: () => void;
  /** A link that opens the model of a source as one that was chosen in the sheet; empty: it would lose what is open. */
  linkTo: (source: string) => string;
}

let styled = false;

class ModelSheet {
  private readonly dialog: Open;
  private readonly files = h("ul");
  private readonly notes = h("ul");
  private readonly kept = h("div", { class: "kept" });
  private readonly asked = h("div"); // what a host is asked for, with the button that agrees
  private readonly plan = h("div");
  private readonly bar = h("progress", { max: "1", hidden: "" });
  private readonly stop: HTMLButtonElement;
  private going: Going<unknown> | null = null;
  private opens = false; // what was chosen is being opened, or is open
  private turn = 0;

  constructor(private readonly models: ModelOpener) {
    const { say } = models;
    if (!styled) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      styled = true;
    }
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    this.dialog = models.page.open(say("title"));
    const { dialog, body } = this.dialog;
    dialog.classList.add("model");
    dialog.addEventListener("close", () => {
      this.halt();
      if (!this.opens) models.closed();
    });
    const take = (files: File[]) => void this.take(named(files));
    const sources = h("div", { class: "sources" });
    sources.append(dropZone(say("choose"), { multiple: "", id: "model-files" }, take));
    if ("webkitdirectory" in HTMLInputElement.prototype)
      sources.append(dropZone(say("folder"), { webkitdirectory: "", id: "model-folder" }, take));
    const own = (source: OwnSource) =>
      this.press(source, () => void this.open((tell) => models.openOwn(source, tell)));
    const [small, pictures] = [own("small"), own("pictures")];
    this.stop = this.press("stop", () => this.halt());
    this.stop.hidden = true;
    body.append(
      this.asked,
      h("p", { class: "local" }, say("local")),
      h("p", {}, say("what")),
      sources,
      this.byName(),
      this.kept,
      h("p", { class: "small" }, small, h("span", { class: "quiet" }, say("small.about"))),
      h("p", { class: "small" }, pictures, h("span", { class: "quiet" }, say("pictures.about"))),
      this.files,
      this.plan,
      h("p", {}, this.bar, this.stop),
      h("div", { role: "alert" }, this.notes),
    );
    dialog.addEventListener("dragover", (event) => event.preventDefault());
    sources.querySelector("input")?.focus();
    void this.listKept();
  }

  private press(id: SentenceId, action: () => void): HTMLButtonElement {
    return press(this.models.say(id), action, { "data-act": id });
  }

  private halt(): void {
    this.turn++;
    this.going?.stop();
    this.going = null;
    this.bar.hidden = this.stop.hidden = true;
    this.dialog.status.textContent = "";
  }

  private begin(sentence: SentenceId): number {
    this.halt();
    this.notes.replaceChildren();
    this.plan.replaceChildren();
    this.dialog.foot.replaceChildren();
    this.stop.hidden = false;
    this.dialog.status.textContent = this.models.say(sentence);
    return this.turn;
  }

  private readonly tell = (done: number, all: number): void => {
    this.bar.hidden = false;
    this.bar.value = all > 0 ? done / all : 0;
  };

  private problem(error: unknown): void {
    if (error instanceof Failed && error.code === "aborted") return;
    this.halt();
    const { say } = this.models;
    const line = h("li", { class: "refused" });
    if (error instanceof Unfetched) line.append(say("unfetched", error.address, error.why));
    else line.append(this.models.told(error));
    this.notes.replaceChildren(line);
  }

  // ---- files ----
  /** Lists the files and tells what their model takes. */
  async take(given: readonly Named[], source = ""): Promise<void> {
    const turn = this.begin("reading");
    const { say } = this.models;
    try {
      const model = await sorted(given);
      if (turn !== this.turn) return;
      this.list(model);
      if (model.problem) {
        this.halt();
        const { kind, names } = model.problem;
        this.notes.replaceChildren(h("li", { class: "refused" }, say(`problem.${kind}`, names)));
        return;
      }
      const files = givenOf(model);
      const planned = this.models.client.ask("plan", [files]);
      this.going = planned;
      const plan = await planned.answer;
      if (turn !== this.turn) return;
      this.halt();
      this.show(plan, files, model, source);
    } catch (error) {
      if (turn === this.turn) this.problem(error);
    }
  }

  private list(model: Sorted): void {
    const { config, weights, tokenizer, tokenizerConfig, vocabulary, preprocessor } = model;
    const language = this.models.page.language;
    const all = [config, ...weights, tokenizer, tokenizerConfig, ...vocabulary, preprocessor];
    const rows = all.filter((file) => file !== undefined);
    this.files.replaceChildren(
      ...rows.map(({ name, data }) =>
        h("li", {}, name, h("span", { class: "quiet" }, ` ${bytes(language, data.size)}`)),
      ),
    );
    const missing = missingBeside(vocabulary);
    const none = !tokenizer && !preprocessor && vocabulary.length === 0 && config;
    if (missing || none)
      this.files.append(
        h(
          "li",
          { class: "quiet" },
          missing ? this.models.say("without_half", missing) : this.models.say("without_tokenizer"),
        ),
      );
  }

  private show(plan: Plan, files: ModelGiven, model: Sorted, source: string): void {
    const { say, page } = this.models;
    const { language } = page;
    const count = (value: number) => spelled(value, language);
    const { config, parameters, weightBytes, types, runBytes, tokens } = plan;
    const seconds = spelled(plan.seconds, language, { maximumSignificantDigits: 2 });
    const family = families[config.family];
    const name = (source && nameOf(source)) || model.name;
    const open = this.press(
      "open",
      () => void this.open((tell) => this.models.take(files, name, source, tell)),
    );
    open.className = "primary";
    this.plan.replaceChildren(
      h("p", {}, say("plan", family, count(config.layers), count(config.heads), count(parameters))),
      h(
        "p",
        {},
        say(
          config.picture ? "plan.takes.picture" : "plan.takes",
          bytes(language, weightBytes),
          bytes(language, runBytes),
          count(tokens),
          seconds,
        ),
      ),
      h(
        "p",
        {},
        say(types.some((type) => /^Q\d/.test(type)) ? "plan.quantised" : "plan.types", types.join(", ")),
      ),
    );
    this.dialog.foot.replaceChildren(open);
    open.focus();
  }

  /** Opens a model; the sheet stays where that fails, and says why. */
  private async open(begin: (tell: Tell) => Going<void>): Promise<void> {
    const turn = this.begin("loading");
    try {
      const going = begin(this.tell);
      this.going = going;
      await going.answer;
      this.opens = true;
      if (turn === this.turn) this.dialog.dialog.close();
    } catch (error) {
      if (turn === this.turn) this.problem(error);
    }
  }

  // ---- a name or an address ----
  private byName(): HTMLElement {
    const { say } = this.models;
    const field = h("input", {
      id: "model-name",
      type: "text",
      autocapitalize: "off",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "EleutherAI/pythia-70m",
    });
    const form = h("form", { class: "name" }, h("label", { for: "model-name" }, say("name")), field);
    const find = h("button", { type: "submit", "data-act": "name" }, say("name.find"));
    form.append(find);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const source = sourceOf(field.value);
      this.begin("reading");
      this.halt();
      if (source) this.fetch(source, "ask.name");
      else this.notes.replaceChildren(h("li", { class: "refused" }, say("name.wrong")));
    });
    return form;
  }

  /** A folder that a link or the reader names; a foreign host's only after the reader agrees. */
  fetch(source: string, asks: SentenceId = "ask"): void {
    const { say } = this.models;
    const folder = folderAddress(source);
    this.asked.replaceChildren();
    if (!folder) {
      this.notes.replaceChildren(h("li", { class: "refused" }, say("unfetched", source, say("address"))));
      return;
    }
    if (folder.origin === window.location.origin) void this.look(folder, source);
    else void this.fetchElsewhere(folder, source, asks);
  }

  private async fetchElsewhere(folder: URL, source: string, asks: SentenceId): Promise<void> {
    const { say } = this.models;
    if (await this.takeKept(folder.href, source)) return;
    const link = asks === "ask" ? null : this.models.linkTo(source);
    if (link === "" && !this.models.page.mayFetch(folder)) {
      this.problem(new Failed("elsewhere", "", folder.host));
      return;
    }
    if (this.models.page.leave(folder, link)) return;
    const agreed = this.press("fetch", () => {
      this.asked.replaceChildren();
      void this.look(folder, source);
    });
    agreed.textContent = say("fetch", folder.host);
    this.asked.replaceChildren(h("p", {}, say(asks, folder.host)), h("p", {}, folder.href), agreed);
    agreed.focus();
  }

  /** Reads the small files of a folder, and says how large the weights are before these are fetched. */
  private async look(folder: URL, source: string): Promise<void> {
    const { say, page } = this.models;
    const turn = this.begin("fetching");
    const stop = new AbortController();
    const answer = listFolder(folder, () => {}, stop.signal);
    this.going = { answer, stop: () => stop.abort() };
    try {
      const listed = await answer;
      const keeps = folder.origin !== window.location.origin && (await keepsHere());
      if (turn !== this.turn) return;
      this.halt();
      const { language } = page;
      const size =
        listed.bytes > 0 ? say("download.size", bytes(language, listed.bytes)) : say("download.unknown");
      const keep = h("input", { type: "checkbox", id: "model-keep", checked: "" });
      const go = this.press("download", () => void this.bring(folder, listed, source, keeps && keep.checked));
      go.className = "primary";
      this.plan.replaceChildren(
        h("p", {}, size),
        keeps ? h("label", { class: "keep" }, keep, say("keep")) : h("p", {}, say("download.unkept")),
      );
      this.dialog.foot.replaceChildren(go);
      go.focus();
    } catch (error) {
      if (turn === this.turn) this.problem(error);
    }
  }

  private async bring(folder: URL, listed: Listed, source: string, keep: boolean): Promise<void> {
    const turn = this.begin("fetching");
    const stop = new AbortController();
    const keeper = keep ? await Keeper.of(source, folder.href, listed.bytes, listed.weights) : null;
    if (turn !== this.turn) return keeper?.release();
    const answer = fetchFolder(folder, listed, keeper, this.tell, stop.signal);
    this.going = { answer, stop: () => stop.abort() };
    try {
      const files = await answer;
      if (turn !== this.turn) return;
      await this.take(files, source);
      if (keeper?.full) this.notes.append(h("li", {}, this.models.say("kept.full")));
    } catch (error) {
      if (turn === this.turn) this.problem(error);
    } finally {
      keeper?.release();
      void this.listKept();
    }
  }

  // ---- what is kept ----
  private async listKept(): Promise<void> {
    const models = await keptModels().catch(() => []); // a store that cannot be read lists nothing
    const { say } = this.models;
    if (models.length === 0) this.kept.replaceChildren();
    else
      this.kept.replaceChildren(h("p", {}, say("kept")), h("ul", {}, ...models.map((one) => this.row(one))));
  }

  private row({ source, address, date, bytes: size, all, whole }: KeptModel): HTMLElement {
    const { say, page } = this.models;
    const name = h("span", { id: `kept-${address}` }, withoutHub(source));
    const about = { "aria-describedby": name.id };
    const here = bytes(page.language, size);
    const told = whole
      ? say("kept.whole", here, new Date(date).toLocaleDateString(page.language, { dateStyle: "medium" }))
      : all > 0
        ? say("kept.part", here, bytes(page.language, all))
        : say("kept.some", here);
    const go = press(say(whole ? "kept.open" : "kept.go_on"), () => this.fetch(source, "ask.name"), about);
    const remove = press(say("kept.delete"), () => void forget(address).then(() => this.listKept()), about);
    return h("li", {}, h("div", {}, name, h("span", { class: "quiet" }, told)), go, remove);
  }

  /** Whether it is kept, and read from there. */
  private async takeKept(address: string, source: string): Promise<boolean> {
    const files = await keptFiles(address);
    if (files) await this.take(files, source);
    return files !== null;
  }
}

export const openSheet = (models: ModelOpener) => new ModelSheet(models);

const named = (files: readonly File[]): Named[] =>
  files.map((file) => ({ name: file.webkitRelativePath || file.name, data: file }));

function bytes(language: string, count: number): string {
  const [value, unit] =
    count < 1e6 ? [count / 1e3, "kB"] : count < 1e9 ? [count / 1e6, "MB"] : [count / 1e9, "GB"];
  return `${spelled(value, language, { maximumSignificantDigits: 3 })} ${unit}`;
}

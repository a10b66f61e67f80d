// The sheet of the reader's tensors: lists those of the opened files, proposes what each is, and shows them. Its script is
// loaded when it is asked for.
import type { FileTensor, FileTexts, Opened, Tensors } from "../../modules/api/tensors";
import type { Open } from "../dialogs/dialog";
import {
  fitsLarge,
  headsOfLarge,
  placesOf,
  planOf,
  Refused,
  rowsOfX,
  type Chosen,
  type Plan,
} from "./choose";
import { fetchAll, type Address } from "./fetched";
import { unpacked } from "./figure-file";
import { attentionLesson } from "./compose";
import { h, press } from "../core/element";
import { dropZone } from "../dialogs/choices";
import { formOf, headsSource } from "./heads-source";
import { choice, problem, tensorRow, textRow } from "./list";
import { keyTokensAmong, numbersOf, propose, textsOf, tokensAmong, type Numbers, type Role } from "./roles";
import { say, written, type SentenceId } from "./sentences";
import { openerOf } from "./text-reader";
import type { SheetPage } from "./sheet-page";
import { adoptStyles } from "./adopt-styles";

type Given = Parameters<Tensors["open"]>[0];

const mostRows = 60; // tensors listed at once
const mostLookedAt = 400; // tensors whose numbers are looked at before roles are proposed

let reader: Promise<Tensors> | null = null;

class Sheet {
  private readonly dialog: Open;
  private readonly list = h("div", { class: "table", tabindex: "0", hidden: "" });
  private readonly choices = h("div", { class: "choices" });
  private readonly notes = h("ul");
  private readonly actions: HTMLElement;
  private readonly filter = h("input", { type: "search" });
  private readonly filterLabel: HTMLElement;
  private tensors: FileTensor[] = [];
  private texts: FileTexts[] = [];
  private numbers: Numbers[] = [];
  private roles: Role[] = [];
  private tokens = -1; // of the texts: that of the queries, and of the keys where these are others
  private keyTokens = -1;
  private layer = 0;
  private lead = 0;
  private firstHead = 0;
  private readonly ended = new AbortController();
  private turn = 0;

  constructor(private readonly page: SheetPage) {
    adoptStyles();
    this.dialog = page.open(this.say("title"));
    const { dialog, body } = this.dialog;
    this.actions = this.dialog.foot;
    dialog.classList.add("tensors");
    dialog.addEventListener("close", () => this.ended.abort());
    const zone = dropZone(
      this.say("choose"),
      { multiple: "", id: "tensors-files" },
      (files) => void this.take(files),
    );
    const paste = h("textarea", { id: "tensors-paste", rows: "2", spellcheck: "false" });
    const read = this.press("paste.take", () => void this.takeText(paste.value));
    this.filterLabel = h("label", { hidden: "" }, `${this.say("filter")} `, this.filter);
    this.filter.addEventListener("input", () => this.draw());
    body.append(
      h("p", { class: "local" }, this.say("local")),
      h(
        "div",
        { class: "sources" },
        zone,
        h("div", {}, h("label", { for: "tensors-paste" }, this.say("paste")), paste, read),
      ),
      this.filterLabel,
      this.list,
      this.choices,
      this.notes,
    );
    this.list.setAttribute("role", "group");
    this.list.setAttribute("aria-label", this.say("title"));
    zone.querySelector("input")?.focus();
    dialog.addEventListener("dragover", (event) => event.preventDefault());
    dialog.addEventListener("drop", (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (event.dataTransfer?.files.length) void this.take([...event.dataTransfer.files]);
    });
    dialog.addEventListener("paste", (event) => {
      const pasted = [...(event.clipboardData?.files ?? [])];
      if (pasted.length === 0) return;
      event.preventDefault();
      void this.take(pasted);
    });
  }

  private say(id: SentenceId, ...args: (string | number)[]): string {
    return say(this.page.language, id, ...args);
  }

  private press(id: SentenceId, action: () => void): HTMLButtonElement {
    return press(this.say(id), action, { "data-act": id });
  }

  /** An address of a link: asks before it fetches from another host. */
  ask(addresses: readonly Address[], hosts: readonly string[]): void {
    const host = hosts.join(", ");
    const asked = h("div", {}, h("p", {}, this.say("ask", host)));
    for (const { url } of addresses) asked.append(h("p", {}, url.href));
    const fetched = this.press("fetch", () => {
      asked.remove();
      void this.fetch(addresses);
    });
    fetched.textContent = this.say("fetch", host);
    asked.append(fetched);
    this.dialog.body.prepend(asked);
    fetched.focus();
  }

  async fetch(addresses: readonly Address[]): Promise<void> {
    this.dialog.status.textContent = this.say("reading");
    try {
      await this.take(await fetchAll(addresses, this.ended.signal));
    } catch (error) {
      const [where, why] = error instanceof Error ? [error.cause as string, error.message] : ["", ""];
      const large = /^\d+$/.test(why) ? this.say("fetch.large", why) : why;
      this.dialog.status.textContent = this.say("fetch.failed", where, large);
    }
  }

  private async takeText(text: string): Promise<void> {
    if (text.trim() !== "") await this.take([{ name: "pasted", data: new Blob([text]) }]);
  }

  /** Lists what the files hold; gives what is wrong with them. */
  async take(given: Given): Promise<string[]> {
    const turn = ++this.turn;
    this.dialog.status.textContent = this.say("reading");
    try {
      reader ??= this.page.wasm().then((wasm) => openerOf(wasm, this.page.textWorker));
      const opened = await (await reader).open(await unpacked(given));
      const numbers: Numbers[] = [];
      for (const tensor of opened.tensors.slice(0, mostLookedAt))
        numbers.push(await numbersOf(tensor).catch(() => "other" as const));
      if (turn !== this.turn) return [];
      this.dialog.status.textContent = "";
      return this.listed(opened, numbers);
    } catch (error) {
      if (this.tensors.length === 0) reader = null; // those that are listed are read with it
      return this.tell([problem(this.page.language, error)]);
    }
  }

  private tell(lines: (HTMLElement | string)[]): string[] {
    this.notes.replaceChildren(...lines.map((line) => (typeof line === "string" ? h("li", {}, line) : line)));
    this.dialog.status.textContent = "";
    return lines.map((line) => (typeof line === "string" ? line : line.textContent));
  }

  private listed({ tensors, texts, errors }: Opened, numbers: readonly Numbers[]): string[] {
    if (tensors.length > 0 || texts.length > 0) {
      this.tensors = [...this.tensors, ...tensors];
      this.texts = [...this.texts, ...texts];
      this.numbers = [...this.numbers, ...tensors.map((_, i) => numbers[i] ?? "other")];
      this.roles = propose(this.tensors, this.numbers);
      this.tokens = tokensAmong(this.texts);
      this.keyTokens = keyTokensAmong(this.texts);
      this.layer = this.lead = this.firstHead = 0;
    }
    this.filterLabel.hidden = this.tensors.length <= mostRows / 4;
    this.list.hidden = this.tensors.length + this.texts.length === 0;
    this.draw();
    return this.tell(errors.map((error) => problem(this.page.language, error)));
  }

  // ---- the list ----
  private draw(): void {
    const wanted = this.filter.value.toLowerCase();
    const fits = this.tensors
      .map((_, i) => i)
      .filter((i) => this.tensors[i]?.name.toLowerCase().includes(wanted));
    const first = fits.filter((i) => this.roles[i] !== "none");
    const shown = [...first, ...fits.filter((i) => this.roles[i] === "none")].slice(0, mostRows);
    const heads = (["picture", "name", "shape", "range", "role"] as const).map((id) =>
      h("th", { scope: "col" }, this.say(`column.${id}`)),
    );
    const body = h("tbody");
    const { language } = this.page;
    for (const i of shown) {
      const tensor = this.tensors[i] as FileTensor;
      const chosen = (role: Role) => this.assign(i, role);
      const told = this.numbers[i] === "weights" && this.roles[i] === "weights";
      body.append(tensorRow(language, tensor, this.roles[i] ?? "none", told, chosen, this.ended.signal));
    }
    for (const [i, texts] of this.texts.slice(0, mostRows).entries()) {
      const role = this.tokens === i ? "tokens" : this.keyTokens === i ? "key_tokens" : "none";
      body.append(
        textRow(language, texts, role, (to) => {
          if (this.tokens === i) this.tokens = -1;
          if (this.keyTokens === i) this.keyTokens = -1;
          if (to === "tokens") this.tokens = i;
          if (to === "key_tokens") this.keyTokens = i;
          this.draw();
        }),
      );
    }
    this.list.replaceChildren(h("table", {}, h("thead", {}, h("tr", {}, ...heads)), body));
    if (fits.length > shown.length)
      this.list.append(h("p", { class: "quiet" }, this.say("more", fits.length - shown.length)));
    this.drawChoices();
  }

  private assign(i: number, role: Role): void {
    if (role !== "none" && role !== "weights")
      this.roles = this.roles.map((each) => (each === role ? "none" : each));
    this.roles[i] = role;
    this.layer = this.lead = this.firstHead = 0;
    this.draw();
    const label = this.say("role.of", this.tensors[i]?.name ?? "");
    for (const select of this.list.querySelectorAll("select"))
      if (select.getAttribute("aria-label") === label) select.focus();
  }

  // ---- what is shown of them ----
  private layers(): FileTensor[] {
    return this.tensors.filter((_, i) => this.roles[i] === "weights");
  }

  private chosen(): Chosen {
    const one = (role: Role) => this.tensors[this.roles.indexOf(role)];
    return {
      query: one("query"),
      key: one("key"),
      value: one("value"),
      weights: this.layers()[this.layer],
    };
  }

  private labelled(id: SentenceId, select: HTMLSelectElement): HTMLElement {
    return h("label", {}, `${this.say(id)} `, select);
  }

  private drawChoices(): void {
    this.choices.replaceChildren();
    this.actions.replaceChildren();
    if (this.list.hidden) return;
    const x = this.tensors[this.roles.indexOf("x")];
    const layers = this.layers();
    const again = (set: (value: number) => void) => (value: string) => {
      set(Number(value));
      this.drawChoices();
    };
    if (layers.length > 1)
      this.choices.append(
        this.labelled(
          "layer",
          choice(
            this.say("layer"),
            layers.map(({ name }, i) => [String(i), name] as const),
            String(this.layer),
            again((to) => (this.layer = to)),
          ),
        ),
      );
    let plan: Plan | null = null;
    try {
      plan = planOf(this.chosen(), this.page.language);
      this.dialog.status.textContent = "";
    } catch (error) {
      const silent = x !== undefined && Object.values(this.chosen()).every((tensor) => tensor === undefined);
      this.dialog.status.textContent = silent || !(error instanceof Refused) ? "" : error.message;
    }
    if (plan) this.drawParts(plan);
    if (plan) {
      const show = this.press("show", () => void this.show());
      show.className = "primary";
      this.actions.append(show);
    }
    if (this.page.showHeads && formOf(layers))
      this.actions.append(this.press("heads.all", () => this.showHeads(layers)));
    else if (this.page.showHeads && layers[0] && layers[0].shape.at(-1) !== layers[0].shape.at(-2))
      this.choices.append(h("p", { class: "quiet" }, this.say("heads.square", written(layers[0].shape))));
    this.warnOfOrder();
    const { query, key } = this.chosen();
    if (query && key && fitsLarge(query, key))
      this.actions.append(this.press("large", () => this.showLarge(query, key)));
    if (x) this.actions.append(this.press("fill", () => void this.fill(x)));
  }

  // Tokens on axis −3, where heads are: (B, T, H, D), as FlashAttention takes queries.
  private warnOfOrder(): void {
    const tensor = this.chosen().query ?? this.chosen().weights;
    const count = this.texts[this.tokens]?.texts.length ?? 0;
    if (!tensor || tensor.shape.length < 3 || count < 2) return;
    if (tensor.shape.at(-3) === count && tensor.shape.at(-2) !== count)
      this.choices.append(h("p", { class: "refused" }, this.say("odd.order", count, written(tensor.shape))));
  }

  private drawParts({ heads, together, lead }: Plan): void {
    const again = (set: (value: number) => void) => (value: string) => {
      set(Number(value));
      this.drawChoices();
    };
    const options = placesOf(lead);
    if (options.length > 1) {
      const select = choice(
        this.say("axis"),
        options,
        String(this.lead),
        again((to) => (this.lead = to)),
      );
      this.choices.append(this.labelled("axis", select));
    }
    if (heads > together) {
      const parts = Array.from({ length: Math.ceil(heads / together) }, (_, i) => {
        const last = Math.min((i + 1) * together, heads);
        return [String(i * together), this.say("heads.some", i * together + 1, last)] as const;
      });
      const select = choice(
        this.say("heads"),
        parts,
        String(this.firstHead),
        again((to) => (this.firstHead = to)),
      );
      this.choices.append(this.labelled("heads", select));
    }
  }

  /** Shows the attention; gives what was refused. */
  async show(): Promise<string> {
    try {
      const chosen = this.chosen();
      const { language } = this.page;
      const plan = planOf(chosen, language);
      const part = { lead: this.lead, firstHead: this.firstHead };
      const names = this.namesFor(chosen);
      const opener = await (reader as Promise<Tensors>);
      const lesson = await attentionLesson(chosen, part, plan, names, opener, language);
      this.page.show(lesson);
      this.dialog.dialog.close();
      return "";
    } catch (error) {
      const words = error instanceof Refused ? error.message : problem(this.page.language, error).textContent;
      this.dialog.status.textContent = words;
      return words;
    }
  }

  private async closeAfter(work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
      this.dialog.dialog.close();
    } catch (error) {
      this.dialog.status.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  private showLarge(query: FileTensor, key: FileTensor): void {
    void this.closeAfter(() =>
      this.page.showLarge(headsOfLarge(query, key, this.lead, this.namesFor({ query, key }).queries), false),
    );
  }

  private showHeads(layers: readonly FileTensor[]): void {
    const tokens = this.namesFor({ weights: layers[0] }).queries;
    void this.closeAfter(async () =>
      this.page.showHeads?.(await headsSource(layers, this.lead, tokens, await (reader as Promise<Tensors>))),
    );
  }

  // Names of queries and keys: the texts of the chosen sentence, or the headings of a table.
  private namesFor({ weights, query, key }: Chosen): { queries: string[]; keys: string[] } {
    const tensor = weights ?? query;
    const fits = (names: readonly string[], count = 0) => (names.length === count ? [...names] : []);
    const [rows, columns] = [tensor?.shape.at(-2), weights ? weights.shape.at(-1) : key?.shape.at(-2)];
    const batch =
      tensor && (tensor.shape.length > 4 || this.layers().length > 1 || query)
        ? (tensor.shape.at(-4) ?? 1)
        : 1;
    const sentences = (tensor && tensor.shape.length > 3 ? tensor.shape.at(-4) : 1) ?? 1;
    const at = (chosen: number) => {
      const several = (this.texts[chosen]?.sentence ?? 0) > 0 ? sentences : batch;
      return textsOf(this.texts, chosen, this.lead % several, several);
    };
    const given = fits(at(this.tokens), rows);
    const queries = given.length > 0 ? given : fits(weights?.rows ?? key?.rows ?? [], rows);
    const others = fits(at(this.keyTokens), columns);
    const ofTable = fits(weights?.columns ?? [], columns);
    if (others.length > 0) return { queries, keys: others };
    if (given.length === 0 && ofTable.length > 0) return { queries, keys: ofTable };
    return { queries, keys: rows === columns ? queries : [] };
  }

  private async fill(x: FileTensor): Promise<void> {
    const rows = await rowsOfX(x);
    const refused = rows ? await this.page.fill(rows) : this.say("bad.x", x.name, written(x.shape));
    if (refused) this.dialog.status.textContent = refused;
    else this.dialog.dialog.close();
  }
}

export { Bar } from "./bar";

/** Opens the sheet, with files if there are any. */
export function openSheet(page: SheetPage, given: Given | null): void {
  const sheet = new Sheet(page);
  if (given) void sheet.take(given);
}

/** Opens it with the tensors of a link. `hosts`: the names of those that are asked for first. */
export function openAddresses(
  page: SheetPage,
  addresses: readonly Address[],
  hosts: readonly string[],
): void {
  const sheet = new Sheet(page);
  if (hosts.length > 0) sheet.ask(addresses, hosts);
  else void sheet.fetch(addresses);
}

/** Shows what was given at once; what is unclear or wrong stays in the sheet, and is given as text. */
export async function showGiven(page: SheetPage, given: Given): Promise<string> {
  const sheet = new Sheet(page);
  const wrong = await sheet.take(given);
  const refused = await sheet.show();
  return refused && [...wrong, refused].join(" ");
}

export { exampleLesson } from "./example";

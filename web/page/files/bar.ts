// Shows the tensors that lie in the document when the page starts. Where there are several layers, places of a batch, parts of
// the heads or views, a bar above the picture has a choice for each.
import type { FileTensor, Tensors } from "../../modules/api/tensors";
import { bytesOf } from "../start/base64";
import {
  fitsLarge,
  headsOfLarge,
  placesOf,
  planOf,
  Refused,
  type Chosen,
  type OwnHeads,
  type Plan,
} from "./choose";
import { attentionLesson } from "./compose";
import type { Inside, View } from "./inside";
import { h } from "../core/element";
import { choice } from "./list";
import { say, type SentenceId } from "./sentences";
import { adoptStyles } from "./adopt-styles";
import { openerOf } from "./text-reader";

/** What the bar needs of the page. */
export interface BarPage {
  language: () => string;
  wasm: () => Promise<BufferSource>;
  show: (lesson: string, link: string) => void; // throws what is wrong with it
  showLarge: (heads: OwnHeads, causal: boolean) => void; // the same
  /** The link of what is shown. */
  link: () => string;
  failed: (message: string) => void;
}

// Of a link, what also holds for other numbers: the place, but no changed cells.
const placeIn = (link: string) =>
  link
    .split("&")
    .filter((part) => !/^(?:lesson=|e\.)/.test(part))
    .join("&");
const settingsIn = (link: string) =>
  link
    .split("&")
    .filter((part) => /^(?:theme|lang)=/.test(part))
    .join("&");

// Counted from 1, as on all screens: attentions[0] is layer 1.
const layerOf = (name: string): string => {
  const index = /^attentions\[(\d+)\]$/.exec(name)?.[1];
  return index === undefined ? name : String(Number(index) + 1);
};

// The tokens of one sentence: one list for a batch of several is that of the first.
function sentenceOf(tokens: string[] | string[][], sentence: number, batch: number): string[] {
  const lists = tokens.filter((each) => Array.isArray(each));
  if (lists.length > 0) return lists[sentence] ?? [];
  return batch > 1 && sentence > 0 ? [] : (tokens as string[]);
}

export class Bar {
  private readonly element = h("nav", { class: "tensors-bar" });
  private layer = 0;
  private lead = 0;
  private firstHead = 0;
  private view: View = "attention";
  private turn = 0;
  private drawnIn = ""; // a language

  private constructor(
    private readonly page: BarPage,
    private readonly given: Inside,
    private readonly tensors: FileTensor[],
    private readonly reader: Tensors,
  ) {
    adoptStyles();
    const { query, key } = this.chosen();
    const large = query !== undefined && key !== undefined && fitsLarge(query, key);
    if (given.view) this.view = given.view;
    else if (large && this.shownTogether() < (query.shape.at(-3) ?? 1)) this.view = "map";
    document.body.prepend(this.element);
  }

  static async of(page: BarPage, given: Inside): Promise<Bar> {
    const reader = await openerOf(await page.wasm(), null);
    const { tensors, errors } = await reader.open({ name: "notebook", data: bytesOf(given.file) });
    if (errors[0]) throw errors[0];
    return new Bar(page, given, tensors, reader);
  }

  private chosen(): Chosen {
    const named = (wanted: string) => this.tensors.find(({ name }) => name === wanted);
    const weights = named(this.given.layers[this.layer] ?? "");
    return { query: named("q"), key: named("k"), value: named("v"), weights };
  }

  private plan(): Plan {
    return planOf(this.chosen(), this.page.language());
  }

  // How many heads the attention view can show; 0 if a single one is too large for it.
  private shownTogether(): number {
    try {
      return this.plan().together;
    } catch {
      return 0;
    }
  }

  /** link: where in the lesson. Throws what is wrong. */
  async show(link: string): Promise<void> {
    const turn = ++this.turn;
    const { causal } = this.given;
    const chosen = this.chosen();
    const batch = (chosen.weights ?? chosen.query)?.shape.at(-4) ?? 1; // the axis before the heads
    const sentence = this.lead % batch;
    const tokens = sentenceOf(this.given.tokens, sentence, batch);
    const keyTokens = sentenceOf(this.given.keyTokens, sentence, batch);
    if (this.view === "map" && chosen.query && chosen.key) {
      this.page.showLarge(headsOfLarge(chosen.query, chosen.key, this.lead, tokens), causal);
    } else {
      const part = { lead: this.lead, firstHead: this.firstHead };
      const names = { queries: tokens, keys: this.given.keyTokens.length > 0 ? keyTokens : tokens };
      const language = this.page.language();
      const lesson = await attentionLesson(chosen, part, this.plan(), names, this.reader, language, {
        causal,
        scale: this.given.scale,
      });
      if (turn === this.turn) this.page.show(lesson, link);
    }
    this.draw();
  }

  /** Is there only while the tensors are shown, and speaks the page's language. */
  follow(shown: boolean): void {
    const there = shown && this.element.childElementCount > 0;
    this.element.hidden = !there;
    document.body.toggleAttribute("data-tensors-bar", there);
    if (this.drawnIn !== this.page.language()) this.draw();
  }

  // ---- the choices ----
  private draw(): void {
    const focused = document.activeElement?.getAttribute("aria-label");
    const language = this.page.language();
    this.drawnIn = language;
    this.element.setAttribute("aria-label", say(language, "title"));
    this.element.replaceChildren(...this.choices());
    for (const select of this.element.querySelectorAll("select"))
      if (select.getAttribute("aria-label") === focused) select.focus();
  }

  private choices(): HTMLElement[] {
    const { layers } = this.given;
    const { query, key, weights } = this.chosen();
    const made: HTMLElement[] = [];
    const together = this.shownTogether();
    const views: View[] = together > 0 ? ["attention"] : [];
    if (query && key && fitsLarge(query, key)) views.push("map");
    if (views.length > 1)
      made.push(
        this.labelled(
          "bar.view",
          views.map((view): [string, string] => [view, say(this.page.language(), `bar.${view}`)]),
          this.view,
          (to) => (this.view = to as View),
        ),
      );
    if (layers.length > 1)
      made.push(
        this.labelled(
          "layer",
          layers.map((name, i): [string, string] => [String(i), layerOf(name)]),
          String(this.layer),
          (to) => (this.layer = Number(to)),
        ),
      );
    const shape = (weights ?? query)?.shape ?? [];
    const places = placesOf(shape.slice(0, -3));
    if (places.length > 1)
      made.push(this.labelled("axis", places, String(this.lead), (to) => (this.lead = Number(to))));
    const heads = shape.at(-3) ?? 1;
    if (this.view === "attention" && together > 0 && heads > together) {
      const parts = Array.from({ length: Math.ceil(heads / together) }, (_, i): [string, string] => {
        const last = Math.min((i + 1) * together, heads);
        return [String(i * together), say(this.page.language(), "heads.some", i * together + 1, last)];
      });
      made.push(this.labelled("heads", parts, String(this.firstHead), (to) => (this.firstHead = Number(to))));
    }
    return made;
  }

  private labelled(
    id: SentenceId,
    options: readonly (readonly [string, string])[],
    value: string,
    set: (value: string) => void,
  ): HTMLElement {
    const words = say(this.page.language(), id);
    const chosen = (to: string) => {
      const before = this.view;
      set(to);
      const link = this.page.link();
      const stays = before === "attention" && this.view === "attention";
      this.show(stays ? placeIn(link) : settingsIn(link)).catch((error: unknown) =>
        this.page.failed(error instanceof Refused || error instanceof Error ? error.message : String(error)),
      );
    };
    return h("label", {}, `${words} `, choice(words, options, value, chosen));
  }
}

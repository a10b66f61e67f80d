// One text to translate: the English, its place, a field for each paragraph, and what the checks say of it.
import { h, press } from "../../page/core/element";
import { differences, remarks, type Text } from "../../words/checks.mjs";
import type { Place, Translation } from "./texts";

export interface Desk {
  translation: Translation;
  named: string; // the language, by its name
  say: (id: string, ...values: string[]) => string;
  isLesson: (part: string) => boolean;
  write: (place: Place, text: string | string[]) => void;
  next: () => void;
}

const kinds = ["title", "summary", "text", "tryIt", "watchOut", "prompt", "label", "labels", "answer", "say"];

/** What kind of text a key of a lesson names, as the page calls it; null if it has no name for it. */
function kindOf({ part, key }: Place, isLesson: boolean): string | null {
  if (part === "page" && key === "language.name") return "language";
  if (!isLesson) return null;
  for (const segment of key.split("/").reverse()) {
    if (/^hints?$/.test(segment)) return "hint";
    if (kinds.includes(segment)) return segment;
  }
  return null;
}

// What stays as it is stands out.
const marks = /(\$[^$]+\$|(?:`+)[^`]+(?:`+)|\{=?[^}]*\}|\]\([^()\s]+\)|\*\*)/;
const marked = (text: string) =>
  text.split(marks).map((piece, i) => (i % 2 === 1 ? h("code", {}, piece) : piece));

const letters = 44; // of a line of a field, for browsers that do not fit its height to the text
const pause = 400; // ms after the last letter: nobody is told of a mark while writing it
let count = 0;

export class Row {
  readonly element = h("article", { class: "text" });
  private readonly fields: HTMLTextAreaElement[];
  private readonly said = h("ul", { class: "remarks", "aria-live": "polite", id: `remarks-${++count}` });
  private readonly actions = h("p", { class: "actions" });
  private waiting = 0;

  constructor(
    readonly place: Place,
    private readonly desk: Desk,
  ) {
    const kind = kindOf(place, desk.isLesson(place.part));
    const what = kind === null ? place.key : desk.say(`kind.${kind}`);
    const english = [this.english].flat();
    const own = [desk.translation.entry(place)?.text ?? []].flat();
    const total = Math.max(english.length, own.length);
    this.fields = Array.from({ length: total }, (_, i) => this.field(what, english[i] ?? "", i, total));
    const head = h("p", { class: "what" }, ...(kind === null ? [] : [what, " "]), h("code", {}, place.key));
    const pairs = this.fields.map((field, i) => {
      const source = h("p", { lang: "en", dir: "ltr", id: `${field.id}-en` }, ...marked(english[i] ?? ""));
      return h("div", { class: "pair" }, source, field);
    });
    this.element.append(head, ...pairs, this.said, this.actions);
    this.refresh();
  }

  private get english(): Text {
    return this.desk.translation.englishOf(this.place)[1];
  }

  private field(what: string, english: string, i: number, total: number): HTMLTextAreaElement {
    const { say, named, translation } = this.desk;
    const several = total > 1 ? say("paragraph", what, String(i + 1), String(total)) : what;
    const id = `field-${++count}`;
    const made = h("textarea", {
      id,
      lang: translation.language,
      dir: "auto",
      rows: String(Math.max(1, Math.ceil(english.length / letters))),
      "aria-label": say("field", several, named),
      "aria-describedby": `${id}-en ${this.said.id}`,
    });
    made.addEventListener("input", () => {
      this.desk.write(this.place, this.written());
      this.showState();
      window.clearTimeout(this.waiting);
      this.waiting = window.setTimeout(() => this.showRemarks(), pause);
    });
    made.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.desk.next();
    });
    return made;
  }

  // Paragraphs stay in their places; at the end there may be fewer than there were.
  private written(): string | string[] {
    const texts = this.fields.map(({ value }) => value);
    const least = [this.english].flat().length;
    while (texts.length > least && texts.at(-1) === "") texts.pop();
    return texts.length === 1 ? (texts[0] ?? "") : texts;
  }

  /** Shows the text as the translation has it, except while it is written in. */
  refresh(): void {
    const own = [this.desk.translation.entry(this.place)?.text ?? []].flat();
    for (const [i, field] of this.fields.entries())
      if (field !== document.activeElement) field.value = own[i] ?? "";
    this.showState();
    this.showRemarks();
  }

  private showState(): void {
    const state = this.desk.translation.state(this.place);
    if (this.element.dataset.state === state) return;
    this.element.dataset.state = state;
    const { say } = this.desk;
    const buttons: HTMLButtonElement[] = [];
    if (state === "missing") buttons.push(press(say("copy"), () => this.begin()));
    if (state === "stale") buttons.push(press(say("stale.fine"), () => this.accept()));
    this.actions.replaceChildren(h("span", { class: "state" }, say(`state.${state}`)), ...buttons);
  }

  private showRemarks(): void {
    const { say, translation } = this.desk;
    const text = translation.entry(this.place)?.text ?? "";
    const state = translation.state(this.place);
    const items: HTMLElement[] = [];
    const add = (refused: boolean, id: string, values: string[]) =>
      items.push(h("li", refused ? { class: "refused" } : {}, say(`remark.${id}`, ...values)));
    const { missing, extra } = differences(this.english, text);
    if (extra.length > 0) add(true, "extra", [extra.join("  ")]);
    // Of a text that is not whole yet, nothing is lost.
    if (state !== "missing" && state !== "partial") {
      if (missing.length > 0) add(true, "missing", [missing.join("  ")]);
      for (const { kind, values } of remarks(this.english, text)) add(false, kind, values);
    }
    const wrong = items.some(({ className }) => className === "refused");
    for (const field of this.fields) field.setAttribute("aria-invalid", String(wrong));
    const said = items.map(({ textContent }) => textContent).join("\n");
    if (this.said.dataset.said === said) return; // not said again
    this.said.dataset.said = said;
    this.said.replaceChildren(...items);
  }

  private begin(): void {
    const english = [this.english].flat();
    this.desk.write(this.place, english.length === 1 ? (english[0] ?? "") : english);
    this.refresh();
    this.focus();
  }

  private accept(): void {
    this.desk.write(this.place, this.written());
    this.refresh();
    this.focus();
  }

  /** The first paragraph that is missing, otherwise the first. */
  focus(): void {
    const field = this.fields.find(({ value }) => value.trim() === "") ?? this.fields[0];
    field?.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "center" });
  }
}

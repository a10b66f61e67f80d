// The texts that are shown, in groups: those of a step beside its picture. Makes elements only for as many as were asked
// for, since a part may have more than a thousand.
import { h } from "../../page/core/element";
import { plain } from "../../words/checks.mjs";
import { Row, type Desk } from "./rows";
import type { Place } from "./texts";

const portion = 40; // texts at a time

interface Group {
  name: string;
  rows: HTMLElement;
}

const groups: Record<string, string> = {
  parameters: "parameters",
  generators: "parameters",
  tensors: "tensors",
  course: "course",
  references: "references",
  names: "references",
  licence: "references",
  cite: "references",
  corrections: "references",
};

/** The id of the step that a key of a lesson belongs to. */
export const stepOf = (key: string): string | null => /^steps\/([^/]+)\//.exec(key)?.[1] ?? null;

const groupOf = (key: string) => groups[key.split("/", 1)[0] ?? ""] ?? "lesson";

/** Keys of a lesson as its translator meets them: what it is, its steps, then what is beside them. */
export function ordered(keys: readonly string[]): string[] {
  const ranks = ["lesson", "steps", "parameters", "tensors", "course", "references"];
  const rank = (key: string) => ranks.indexOf(stepOf(key) === null ? groupOf(key) : "steps");
  return [...keys].sort((a, b) => rank(a) - rank(b));
}

export class List {
  private rows: Row[] = [];
  private group: Group | null = null;
  private at = -1; // the text that had the focus last

  constructor(
    private readonly into: HTMLElement,
    private readonly desk: Desk,
    readonly places: readonly Place[],
    private readonly titleOf: (part: string) => string,
    private readonly live: (part: string, step: string) => string,
  ) {
    into.replaceChildren();
    this.more();
  }

  get isWhole(): boolean {
    return this.rows.length === this.places.length;
  }

  more(upTo = this.rows.length): void {
    const end = Math.min(this.places.length, Math.max(upTo + 1, this.rows.length + portion));
    for (const place of this.places.slice(this.rows.length, end)) {
      const row = new Row(place, this.desk);
      const index = this.rows.length;
      row.element.addEventListener("focusin", () => (this.at = index));
      this.rows.push(row);
      this.groupOf(place).append(row.element);
    }
  }

  refresh(part: string): void {
    for (const row of this.rows) if (row.place.part === part) row.refresh();
  }

  /** Goes to the next text that is not done, from the end on to the first. False if all are. */
  next(): boolean {
    const { length } = this.places;
    for (let i = 1; i <= length; ++i) {
      const index = (this.at + i) % length;
      const place = this.places[index];
      if (!place || this.desk.translation.state(place) === "done") continue;
      if (index >= this.rows.length) this.more(index);
      this.rows[index]?.focus();
      return true;
    }
    return false;
  }

  private groupOf({ part, key }: Place): HTMLElement {
    const step = this.desk.isLesson(part) ? stepOf(key) : null;
    const name = `${part}/${step ?? this.kindOf(part, key)}`;
    if (this.group?.name === name) return this.group.rows;
    const rows = h("div", { class: "rows" });
    this.group = { name, rows };
    const title = this.titled(part, step === null ? this.wordsOf(part, key) : this.stepTitle(part, step));
    const section = h("section", { class: "place" }, h("h3", {}, title), rows);
    if (step !== null) section.insertBefore(this.picture(part, step), rows);
    this.into.append(section);
    return rows;
  }

  // Keys of the interface begin with the name of what they are in: "attention.row".
  private kindOf(part: string, key: string): string {
    return this.desk.isLesson(part) ? groupOf(key) : (key.split(".", 1)[0] ?? "");
  }
  private wordsOf(part: string, key: string): string {
    const kind = this.kindOf(part, key);
    return this.desk.isLesson(part) ? this.desk.say(`group.${kind}`) : kind;
  }
  private titled(part: string, words: string): string {
    const several = this.places[0]?.part !== this.places.at(-1)?.part;
    return several ? `${this.titleOf(part)} · ${words}` : words;
  }

  private englishTitle(part: string, step: string): string {
    return plain(this.desk.translation.englishOf({ part, key: `steps/${step}/title` })[1]);
  }
  private stepTitle(part: string, step: string): string {
    const steps = [...new Set(this.desk.translation.keysOf(part).flatMap((key) => stepOf(key) ?? []))];
    return this.desk.say("group.step", String(steps.indexOf(step) + 1), this.englishTitle(part, step));
  }

  private picture(part: string, step: string): HTMLElement {
    const { say } = this.desk;
    const still = `stills/${part}/${step}`;
    const image = h("img", {
      src: `${still}.light.svg`,
      loading: "lazy",
      alt: say("picture", this.englishTitle(part, step)),
    });
    const dark = h("source", { srcset: `${still}.dark.svg`, media: "(prefers-color-scheme: dark)" });
    const link = h("a", { href: this.live(part, step), target: "_blank", rel: "noopener" }, say("live"));
    const figure = h("figure", {}, h("picture", {}, dark, image), h("figcaption", {}, link));
    image.addEventListener("error", () => image.remove()); // without a network, of a part not opened before
    return figure;
  }
}

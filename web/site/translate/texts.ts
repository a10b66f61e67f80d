// What there is to translate, and one language's translation of it: the one the site has, and over it what was written
// here. Knows neither the page nor where texts are kept.
import { differences, isWhole, plain, written, type Entry, type Text } from "../../words/checks.mjs";

/** Part of the site → key → hash and text. */
export type English = Record<string, Record<string, [hash: string, text: Text]>>;
export type Entries = Record<string, Entry>;
export type State = "done" | "missing" | "partial" | "stale" | "broken";
export interface Place {
  part: string;
  key: string;
}

const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{8}$/.test(value);
const isText = (value: unknown): value is string | string[] =>
  typeof value === "string" || (Array.isArray(value) && value.every((each) => typeof each === "string"));

/** The entries of a file of any origin; what is none is left out. */
export function entriesOf(value: unknown): Entries {
  if (typeof value !== "object" || value === null) return {};
  const found: [string, Entry][] = [];
  for (const [key, each] of Object.entries(value as Record<string, unknown>)) {
    const { of, text } = (each ?? {}) as { of?: unknown; text?: unknown };
    if (isText(text)) found.push([key, isHash(of) ? { of, text } : { text }]);
  }
  return Object.fromEntries(found);
}

const isEmpty = (entry: Entry | undefined) => !entry || plain(entry.text).trim() === "";

export class Translation {
  private readonly done = new Map<string, number>();

  /** own: part → what was written here; an empty text takes back the site's. */
  constructor(
    readonly language: string,
    private readonly english: English,
    private readonly begun: Record<string, Entries>,
    private readonly own: Record<string, Entries>,
  ) {}

  keysOf(part: string): string[] {
    return Object.keys(this.english[part] ?? {});
  }

  has({ part, key }: Place): boolean {
    return Object.hasOwn(this.english, part) && Object.hasOwn(this.english[part] ?? {}, key);
  }

  englishOf({ part, key }: Place): [hash: string, text: Text] {
    return this.english[part]?.[key] ?? ["", ""];
  }

  entry({ part, key }: Place): Entry | undefined {
    return this.ownOf({ part, key }) ?? this.begun[part]?.[key];
  }

  ownOf({ part, key }: Place): Entry | undefined {
    return this.own[part]?.[key];
  }

  state(place: Place): State {
    const [hash, english] = this.englishOf(place);
    const entry = this.entry(place);
    if (!entry || isEmpty(entry)) return "missing";
    if (!isWhole(entry.text)) return "partial";
    if (entry.of !== hash) return "stale";
    const { missing, extra } = differences(english, entry.text);
    return missing.length + extra.length > 0 ? "broken" : "done";
  }

  doneOf(part: string): number {
    const known = this.done.get(part);
    if (known !== undefined) return known;
    const count = this.keysOf(part).filter((key) => this.state({ part, key }) === "done").length;
    this.done.set(part, count);
    return count;
  }

  /** An entry without a hash belongs to the English of now. */
  write(place: Place, { of, text }: Entry): void {
    const [hash] = this.englishOf(place);
    const before = this.doneOf(place.part) - Number(this.state(place) === "done");
    (this.own[place.part] ??= {})[place.key] = { of: of ?? hash, text };
    this.done.set(place.part, before + Number(this.state(place) === "done"));
  }

  /** What another tab has kept of a part. */
  replace(part: string, entries: Entries): void {
    this.own[part] = entries;
    this.done.delete(part);
  }

  /** The folder of this language, with a file for every part, as `node web/words.mjs --accept` leaves it. */
  files(): Record<string, string> {
    const each = Object.keys(this.english).map((part) => {
      const keys = this.keysOf(part);
      const entries: Entries = {};
      for (const key of keys) {
        const entry = this.entry({ part, key });
        if (entry && !isEmpty(entry)) entries[key] = entry;
      }
      const text = written(part, keys, entries, (key) => this.englishOf({ part, key })[0]);
      return [`web/words/${this.language}/${part}.json`, text];
    });
    return Object.fromEntries(each) as Record<string, string>;
  }
}

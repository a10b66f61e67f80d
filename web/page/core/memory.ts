// Where a reader left off in each lesson, as links, and which steps were opened: stored in this browser only, and only
// for the life of the tab where a frame forbids storage. Nothing of it leaves the computer.
const key = "attention-explorer.places";
const seenKey = "attention-explorer.seen";
const sentenceKey = "attention-explorer.sentence";
const longest = 16 * 1024; // characters of one link; longer ones are not stored

function stored(name: string): Map<string, string> {
  const found = new Map<string, string>();
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(name) ?? "{}");
    for (const [lesson, text] of Object.entries(kept as Record<string, unknown>))
      if (typeof text === "string" && text.length <= longest) found.set(lesson, text);
  } catch {
    // no storage here, or it holds something else
  }
  return found;
}

function storedText(name: string): string {
  try {
    const text = window.localStorage.getItem(name) ?? "";
    return text.length <= longest ? text : "";
  } catch {
    return "";
  }
}

function store(name: string, texts: Map<string, string>): void {
  try {
    window.localStorage.setItem(name, JSON.stringify(Object.fromEntries(texts)));
  } catch {
    // it stays in this tab
  }
}

export class Memory {
  private readonly places = stored(key); // the lesson that was read last is the last one
  private readonly seen = stored(seenKey); // ids of steps with commas between

  private shownSentence = storedText(sentenceKey);

  get isEmpty(): boolean {
    return this.places.size === 0 && this.shownSentence === "";
  }

  // The sentence of the contents and its word, as the parts of a link.
  get sentence(): string {
    return this.shownSentence;
  }
  set sentence(parts: string) {
    if (parts === this.shownSentence || parts.length > longest) return;
    this.shownSentence = parts;
    try {
      window.localStorage.setItem(sentenceKey, parts);
    } catch {
      // it stays in this tab
    }
  }

  // What other tabs have written since: they read other lessons at the same time.
  private merge(lesson: string): void {
    for (const [other, link] of stored(key)) if (other !== lesson) this.places.set(other, link);
    for (const [other, steps] of stored(seenKey)) {
      const all = [...new Set([...this.seenOf(other).split(","), ...steps.split(",")])].filter(Boolean);
      this.seen.set(other, all.join(","));
    }
  }

  remember(lesson: string, link: string, seen: string[]): void {
    this.merge(lesson);
    if (link.length <= longest && (this.last !== lesson || this.places.get(lesson) !== link)) {
      this.places.delete(lesson);
      this.places.set(lesson, link);
      store(key, this.places);
    }
    const before = this.seenOf(lesson);
    const all = [...new Set([...before.split(",").filter(Boolean), ...seen])].join(",");
    if (all === before || all.length > longest) return;
    this.seen.set(lesson, all);
    store(seenKey, this.seen);
  }

  linkOf(lesson: string): string | undefined {
    return this.places.get(lesson);
  }

  seenOf(lesson: string): string {
    return this.seen.get(lesson) ?? "";
  }

  get last(): string {
    return [...this.places.keys()].at(-1) ?? "";
  }
}

// Where a reader left off in each lesson, as links: stored in this browser only, and only for the life of the tab where
// a frame forbids storage. Nothing of it leaves the computer.
const key = "attention-explorer.places";
const longest = 16 * 1024; // characters of one link; longer ones are not stored

export class Memory {
  private readonly places = new Map<string, string>();

  constructor() {
    try {
      const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? "{}");
      for (const [lesson, link] of Object.entries(kept as Record<string, unknown>))
        if (typeof link === "string" && link.length <= longest) this.places.set(lesson, link);
    } catch {
      // no storage here, or it holds something else
    }
  }

  get isEmpty(): boolean {
    return this.places.size === 0;
  }

  remember(lesson: string, link: string): void {
    if (link.length > longest || this.places.get(lesson) === link) return;
    this.places.set(lesson, link);
    try {
      window.localStorage.setItem(key, JSON.stringify(Object.fromEntries(this.places)));
    } catch {
      // it stays in this tab
    }
  }

  linkOf(lesson: string): string | undefined {
    return this.places.get(lesson);
  }
}

// What has to be in view of a step without scrolling: its text, its question, numbers, the line that explains one of them, and
// Play, which is in one place at each size.

/** On windows of this width text and question are beside or above the figure; else they are pages of their own. */
const beside = 1000;
/** On lower windows matrices of 8 × 8 with operands have no room for digits. */
const low = 420;

export class Seen {
  #play = new Map();
  /** By size: in how many parts a question was asked, and those in which its answers are a click away. */
  questions = {};

  /** Matrices of which at least one is small enough to be read, and none has digits. */
  #lacksNumbers(items) {
    const cells = new Map();
    for (const { id } of items) {
      const [kind, name] = id.split(":");
      if (kind === "numbers") return false;
      if (kind === "cell") cells.set(name, (cells.get(name) ?? 0) + 1);
    }
    return items.some(({ id }) => id.startsWith("matrix:") && cells.get(id.split(":")[1]) <= 12 * 12);
  }

  /** Of what is drawn, { items } as the core reports it, while `reading` is shown. */
  faultsOf({ items }, reading, width, height) {
    if (reading.step.id === "end") return [];
    const found = [];
    const has = (id) => items.some((item) => item.id === id);
    // Or the button that reveals what the question hides there.
    if (!has("provenance-line") && !has("provenance-reveal")) found.push("no line explains a number");
    if (height > low && this.#lacksNumbers(items)) found.push("no number is shown");
    const play = items.find(({ id }) => id === "play");
    if (play) {
      const at = `${Math.round(play.x)}, ${Math.round(play.y)}`;
      const first = this.#play.get(width) ?? at;
      this.#play.set(width, first);
      if (at !== first) found.push(`Play is at ${at}, elsewhere at ${first}`);
    }
    if (width < beside) return found;
    for (const id of ["text-scrolls", "card-scrolls"]) if (has(id)) found.push(`${id} at first`);
    if (reading.step.question) {
      const count = (this.questions[`${width}×${height}`] ??= { asked: 0, closed: [] });
      count.asked += 1;
      if (!has("question-prompt")) count.closed.push(`${reading.lesson.id}/${reading.step.id}`);
      if (!["question-prompt", "card:prompt", "question-chip"].some(has)) found.push("no question in view");
    }
    return found;
  }
}

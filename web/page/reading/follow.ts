// The picture beside or above the article: its head with the pin, and what it shows: the step that the reader has scrolled to, and
// the part of the paragraph that leads. Nothing runs while nothing scrolls.
import type { Core } from "../core/core";
import { h, press } from "../core/element";
import { elements } from "../core/elements";
import type { Command, Reading } from "../core/model";

const line = 0.4; // of the height in which text is read
const above = window.matchMedia("(width < 1200px)"); // as in web/styles/beside.css
const rest = 150; // ms that it has to lead
const widest = { from: 1600, most: 1.3 }; // px of the window from which the picture grows, and how far

/** px from the top of the window: the step there is the current one, the paragraph nearest to it leads. */
export function readingLine(): number {
  const covers = above.matches && document.body.hasAttribute("data-figure");
  const top = covers ? elements.stage.getBoundingClientRect().bottom : 0;
  return top + (window.innerHeight - top) * line;
}

interface Page {
  apply: (command: Command) => void;
  goTo: (step: string) => void;
  showStep: () => void; // scrolls to the current one
  words: (id: string, ...args: (string | number)[]) => string;
}

export class Following {
  private readonly where = h("p");
  private readonly pin = press("", () => this.toggle(), { class: "pin" });
  private readonly head = h("div", { class: "figure-head" }, this.where, this.pin);
  private reading: Reading | null = null;
  private on = false; // the picture is beside the text
  private article = false;
  private restedAt = 0; // px: how far the window was scrolled when a step was chosen, or something in it was changed
  private placed = false; // a chosen step begins at the top of the window
  private held = false; // by the pin, where no number is explained that could be pinned
  private timer = 0;
  private leads: HTMLElement | null = null;

  constructor(private readonly page: Page) {
    window.addEventListener("scroll", () => this.soon(), { passive: true });
    window.addEventListener("resize", () => {
      this.enlarge();
      this.soon();
    });
    // Fonts and formulae load late and move the text: a chosen step is scrolled to again.
    new ResizeObserver(() => {
      if (!this.article || !this.placed || !this.rests) return;
      this.page.showStep();
      this.restedAt = window.scrollY;
    }).observe(elements.reading);
  }

  // After every change of the reading view.
  show(reading: Reading, on: boolean, article: boolean): void {
    const other = this.reading?.step.id !== reading.step.id || this.reading.lesson.id !== reading.lesson.id;
    this.reading = reading;
    if (other) this.held = false;
    if (other || !on) this.lead(null);
    if (other || article !== this.article) {
      this.restedAt = window.scrollY;
      this.placed = true;
    }
    // The place that the browser kept is of a text in which another step was the current one.
    if (article !== this.article) window.history.scrollRestoration = article ? "manual" : "auto";
    this.on = on;
    this.article = article;
    if (on !== document.body.hasAttribute("data-figure")) {
      document.body.toggleAttribute("data-figure", on);
      if (on) elements.stage.prepend(this.head);
      else this.head.remove();
      this.enlarge();
    }
    if (!on) return;
    const { words } = this.page;
    const holds = reading.pinned || this.held;
    this.where.textContent = reading.step.title;
    this.pin.setAttribute("aria-pressed", String(holds));
    this.pin.textContent = words("reading.pin");
    if (this.leads && !this.leads.isConnected) this.lead(null);
  }

  private enlarge(): void {
    const root = document.documentElement;
    const factor = this.on ? Math.min(Math.max(window.innerWidth / widest.from, 1), widest.most) : 1;
    const told = String(factor);
    if ((root.dataset.enlarged ?? "") === (this.on ? told : "")) return;
    if (this.on) root.dataset.enlarged = told;
    else delete root.dataset.enlarged;
    window.dispatchEvent(new Event("attention-explorer-scale"));
  }

  private toggle(): void {
    const { reading } = this;
    if (!reading) return;
    const { focus } = reading;
    if (reading.pinned || this.held) {
      this.held = false;
      if (reading.pinned) this.page.apply({ type: "Focus", cell: focus, pin: false });
      this.soon();
    } else if (focus) {
      this.page.apply({ type: "Focus", cell: focus, pin: true });
    } else this.held = true;
    this.show(this.reading ?? reading, this.on, this.article);
  }

  private soon(): void {
    if (!this.article) return;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.follow(), rest);
  }

  // Called after a change in the step, which stays the current one until the window is scrolled.
  rest(): void {
    if (this.placed && this.rests) return;
    this.restedAt = window.scrollY;
    this.placed = false;
  }

  private get rests(): boolean {
    return Math.abs(window.scrollY - this.restedAt) < 2;
  }

  // The step on the line; none while the window is where a chosen step has put it.
  private stepOnLine(): string | undefined {
    if (this.rests) return undefined;
    this.moved();
    const at = readingLine();
    const steps = [...elements.reading.querySelectorAll<HTMLElement>(".step")];
    return steps.findLast((each) => each.getBoundingClientRect().top <= at)?.dataset.step;
  }

  private moved(): void {
    this.restedAt = -1;
    this.placed = false;
  }

  private nearest(): HTMLElement | null {
    const at = readingLine();
    let found: HTMLElement | null = null;
    let least = Infinity;
    const told = elements.reading.querySelectorAll<HTMLElement>(
      "[data-current] :is(.text > *, .part[data-part])",
    );
    for (const each of told) {
      const { top, bottom } = each.getBoundingClientRect();
      const away = top > at ? top - at : bottom < at ? at - bottom : 0;
      if (away < least) [least, found] = [away, each];
    }
    return found;
  }

  private follow(): void {
    if (!this.article) return;
    const step = this.stepOnLine();
    if (step !== undefined && step !== this.reading?.step.id) {
      this.page.goTo(step);
      this.moved();
    }
    const found = this.on ? this.nearest() : null;
    if (!found) return;
    this.lead(found);
    const part = found.closest<HTMLElement>("[data-part]")?.dataset.part;
    if (part !== undefined && !this.held && !this.reading?.pinned)
      this.page.apply({ type: "FollowText", part: Number(part) });
  }

  private lead(found: HTMLElement | null): void {
    if (this.leads === found) return;
    this.leads?.removeAttribute("data-leads");
    found?.setAttribute("data-leads", "");
    this.leads = found;
  }
}

// Every cell of the reading view's tables gets the colours of the stage: the theme's, and light ones on paper.
export function colorTables(core: Core, reading: Reading): void {
  const dark = document.documentElement.dataset.theme !== "light";
  for (const table of elements.reading.querySelectorAll<HTMLElement>("table[data-node]")) {
    const node = Number(table.dataset.node);
    const rows = [...table.querySelectorAll("tbody tr")].map((row) =>
      [...row.children].filter((cell) => cell.classList.contains("cell")),
    );
    const key = table.querySelector<HTMLElement>("[data-cell]")?.dataset.cell ?? "";
    const tensor = reading.tensors.find((each) => each.node === node);
    if (!tensor || rows.length === 0) continue;
    const first = tensor.summary ? Number(key.split(":")[1]?.split(",")[tensor.rowAxis] ?? 0) : 0;
    const light = core.tableColors(node, first, rows.length, false);
    const colors = dark ? core.tableColors(node, first, rows.length, true) : light;
    rows.forEach((cells, r) => {
      cells.forEach((cell, c) => {
        if (!(cell instanceof HTMLElement)) return;
        const [fill = "", ink = ""] = (colors[r]?.[c] ?? "").split(" ");
        const [paper = "", print = ""] = (light[r]?.[c] ?? "").split(" ");
        const wanted = { "--fill": fill, "--ink": ink, "--paper": paper, "--print": print };
        for (const [name, value] of Object.entries(wanted))
          if (cell.style.getPropertyValue(name) !== value) cell.style.setProperty(name, value);
      });
    });
  }
}

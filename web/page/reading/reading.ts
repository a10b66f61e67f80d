// The reading view in the page: always in the DOM, updated by patching, and the event handlers of its elements.
import { requestOf, type Core, type Request } from "../core/core";
import { embedded } from "../embed/settings";
import type { Command, ContentsCard, Explanation, Reading, RowsPage } from "../core/model";
import { attentionCommand } from "./attention";
import { narrow } from "./bar";
import { patch } from "./dom";
import { moveInGrid } from "./grid-keys";
import { isTable, pasteAt } from "../core/matrix";
import { cellKey, cellOf } from "./table";
import type { Formulae } from "./text";
import { contentsView } from "./contents";
import { heroCommand } from "./hero";
import { largeCommand, largeView } from "./large";
import { modelCommand, modelView } from "./model";
import { movesCommand } from "./moves";
import { answerOf } from "./question";
import { trainingCommand } from "./training";
import { KeptPlace } from "./kept-place";
import { readingView } from "./view";

export interface ReadingActions {
  changed: () => void; // a command was carried out
  refused: (sentence: string) => void;
  act: (name: Request | "leave") => void;
  entered: () => void; // the focus came in
}

export class ReadingView {
  private reading: Reading | null = null;
  private readonly last = new Map<number, string>();
  private readonly firstRows = new Map<number, number>(); // node → first row of the page shown of a large tensor
  private readonly refusals = new Map<string, string>();
  private largeFirst = 0; // first row shown of the large map's page
  private patching = false; // removing the focused element fires its blur event in the middle of an update
  private typing = ""; // the parameter whose words are being typed
  formulae: Formulae = new Map();
  cards: ContentsCard[] = []; // of the contents, while they are shown
  withPicture = true;
  beside = false; // the picture is beside the text
  article = false; // all steps stand below each other
  private wasArticle = false; // at the last update
  scrolling = false; // the step changes because the reader scrolls to another one
  private readonly unfolded = new Set<number>(); // parts whose tables are shown beside the figure; -1: the settings
  private namesOpen = false; // at every step

  constructor(
    private readonly root: HTMLElement,
    private readonly core: Core,
    private readonly actions: ReadingActions,
  ) {
    root.addEventListener("click", (event) => this.clicked(event));
    narrow.addEventListener("change", () => this.redraw());
    root.addEventListener("change", (event) => this.changed(event));
    root.addEventListener("input", (event) => {
      const input = cellInput(event.target);
      if (input) input.dataset.typed = "yes";
      else if (isWords(event.target)) this.typeWords(event.target, event);
      else this.note(event);
    });
    // A press of these buttons leaves the focus in the table: folded behind its name, it would pull the button away.
    root.addEventListener("mousedown", (event) => {
      if (event.target instanceof Element && event.target.closest(".moves button")) event.preventDefault();
    });
    root.addEventListener("keydown", (event) => this.pressed(event));
    // Not every browser reports the focused cell as the target of copy where no text is selected.
    document.addEventListener("copy", (event) => this.copied(event, root));
    document.addEventListener("paste", (event) => this.pasted(event, root));
    const toggled = ({ target }: Event) => {
      if (target instanceof HTMLDetailsElement && target.matches(".names")) this.namesOpen = target.open;
    };
    root.addEventListener("toggle", toggled, true);
    root.addEventListener("focusin", (event) => this.focused(event));
    root.addEventListener("focusout", (event) => {
      const input = cellInput(event.target);
      if (input && !this.patching) this.leave(input);
    });
    root.addEventListener("submit", (event) => event.preventDefault());
  }

  update(reading: Reading, explanation: Explanation | null): void {
    const moved = this.reading !== null && this.reading.step.id !== reading.step.id;
    if (moved) {
      this.refusals.clear();
      this.firstRows.clear();
      for (const part of this.unfolded) if (part >= 0) this.unfolded.delete(part);
    }
    const stays = this.wasArticle && (!moved || this.scrolling);
    this.wasArticle = this.article;
    this.reading = reading;
    const { focus } = reading;
    if (focus) this.last.set(focus.node, cellKey(focus.node, focus.index));
    const state = {
      focus,
      last: this.last,
      pages: this.pagesOf(reading),
      refusals: this.refusals,
      withPicture: this.withPicture,
      beside: this.beside,
      unfolded: this.unfolded,
      namesOpen: this.namesOpen,
      article: this.article ? this.core.article() : null,
    };
    const text = this.core.text.bind(this.core);
    const view = () =>
      reading.large
        ? largeView(
            reading,
            reading.large,
            // Rows are computed only when they are read.
            document.body.dataset.view === "reading"
              ? this.core.largeRows(
                  Math.min(this.largeFirst, reading.large.setup.tokens - 1),
                  reading.large.pageRows,
                )
              : null,
            this.withPicture,
            text,
          )
        : reading.model
          ? modelView(reading, reading.model, this.withPicture, text)
          : reading.contents
            ? contentsView(reading, this.cards, this.withPicture, text)
            : readingView(reading, explanation, state, this.formulae, text);
    const kept = this.article && stays ? new KeptPlace(this.root, reading.step.id) : null;
    this.patching = true;
    try {
      patch(this.root, view());
    } finally {
      this.patching = false;
    }
    if (kept) kept.restore();
    else if (this.article) this.scrollToFocus();
    const input = cellInput(document.activeElement);
    if (input && !input.dataset.typed) this.showFullValue(input);
  }

  // A cell that can be edited shows all its digits while it has the focus.
  private showFullValue(input: HTMLInputElement): void {
    const { node, index } = cellOf(input.dataset.cell ?? "");
    const full = this.core.editText(node, index);
    if (input.value === full) return;
    input.value = full;
    input.select();
  }

  focusTitle(): void {
    const within = this.article && this.reading?.step.number !== 1;
    this.root.querySelector<HTMLElement>(within ? "h2" : "h1")?.focus({ preventScroll: within });
    if (this.article) this.scrollToStep();
  }

  // A keyboard or a screen reader may have come into the text at any place.
  private scrollToFocus(): void {
    const { activeElement } = document;
    const within = activeElement?.closest("[data-current]") && this.root.contains(activeElement);
    if (within) activeElement?.scrollIntoView({ block: "center" });
    else this.scrollToStep();
  }

  // The first step begins with the title of the lesson.
  scrollToStep(): void {
    const first = this.reading?.steps[0]?.current;
    if (first) window.scrollTo(0, 0);
    else this.root.querySelector("[data-current]")?.scrollIntoView({ block: "start" });
  }

  private redraw(): void {
    if (this.reading) this.update(this.reading, this.core.explanation());
  }

  private apply(command: Command): boolean {
    const refused = this.core.apply(command);
    if (refused) this.actions.refused(refused.message);
    else this.actions.changed();
    return !refused;
  }

  private clicked(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return;
    const target = event.target.closest<HTMLElement>("button");
    if (!target) return;
    const { command, action, page } = target.dataset;
    if (command || action) target.closest<HTMLElement>(":popover-open")?.hidePopover();
    if (action) this.actions.act(action === "leave" ? action : requestOf(action));
    if (target.dataset.check) this.check(target);
    if (page) this.turn(page);
    if (target.dataset.unfold) this.unfold(Number(target.dataset.unfold));
    if (target.dataset.largePage) {
      this.largeFirst = Number(target.dataset.largePage);
      this.redraw();
    }
    if (command) {
      const step = this.reading?.step.id;
      this.apply(JSON.parse(command) as Command);
      // A new step is read from its title on.
      if (this.reading && this.reading.step.id !== step)
        this.root.querySelector<HTMLElement>("h2")?.focus({ preventScroll: this.article });
    }
  }

  // A draft answer is stored, so that canvas and reading view show the same; then it is judged.
  private note(event: Event): void {
    const draft = answerOf(event.target, false);
    if (draft) this.apply(draft);
  }

  private check(target: EventTarget | null): void {
    const answer = answerOf(target, true);
    if (answer) this.apply(answer);
  }

  private turn(page: string): void {
    const [node = 0, first = 0] = page.split(":").map(Number);
    this.firstRows.set(node, first);
    this.redraw();
  }

  // A fold that the focus enters stays open: closing it when the focus leaves would move the button being pressed.
  private openAround(target: HTMLElement): void {
    const fold = target.closest<HTMLElement>(".tables, .inside")?.parentElement;
    if (!this.beside || !fold || fold.classList.contains("open")) return;
    this.unfolded.add(Number(fold.dataset.part));
    this.redraw();
  }

  private unfold(part: number): void {
    if (!this.unfolded.delete(part)) this.unfolded.add(part);
    this.redraw();
  }

  private pagesOf(reading: Reading): Map<number, RowsPage> {
    const pages = new Map<number, RowsPage>();
    for (const { node, summary } of reading.tensors) {
      const rows = summary && this.core.rows(node, this.firstRows.get(node) ?? 0, summary.pageRows);
      if (rows) pages.set(node, rows);
    }
    return pages;
  }

  private changed(event: Event): void {
    const target = event.target;
    const large = largeCommand(target, this.reading?.large ?? null);
    const model = modelCommand(target, this.reading?.model ?? null);
    const training = trainingCommand(target, this.reading?.step.training?.weight);
    const asked = large ?? model ?? training ?? heroCommand(target, this.reading);
    if (asked) {
      if (!this.apply(asked)) this.redraw();
    } else if (target instanceof HTMLSelectElement) {
      const { leading } = target.dataset;
      if (target.id === "decimals") this.apply({ type: "SetDecimals", decimals: Number(target.value) });
      else if (target.id === "colors")
        this.apply({ type: "SetColorSteps", steps: target.value as Reading["colorSteps"] });
      else if (target.id === "letters")
        this.apply({ type: "SetLetters", letters: target.value as NonNullable<Reading["letters"]> });
      else if (leading) this.apply({ type: "SetLeading", axis: leading, place: Number(target.value) });
    } else if (target instanceof HTMLInputElement && target.dataset.attention) {
      const command = attentionCommand(target, this.reading?.attention ?? null);
      if (command && !this.apply(command)) this.redraw(); // the last checkbox stays ticked
    } else if (target instanceof HTMLInputElement && target.dataset.parameter) {
      this.setParameter(target, target.dataset.parameter);
    }
  }

  // A sentence takes effect while it is typed; everything typed in one go is one undo step.
  private typeWords(input: HTMLInputElement, event: InputEvent): void {
    if (event.isComposing) return;
    const name = input.dataset.parameter ?? "";
    const continues = this.typing === name;
    this.typing = name;
    const refused = this.core.apply({ type: "SetParameter", name, value: input.value, continues });
    if (!refused) this.actions.changed();
  }

  private setParameter(input: HTMLInputElement, name: string): void {
    let value: string | number | boolean = input.value;
    if (input.type === "radio") value = input.dataset.choice ?? "";
    if (input.type === "checkbox") value = input.checked;
    if (input.type === "number") value = input.valueAsNumber;
    if (Number.isNaN(value)) value = input.defaultValue;
    if (isWords(input)) {
      const known =
        this.reading?.step.controls.find((control) => control.name === name)?.value === input.value;
      this.typing = "";
      if (known) return;
    }
    if (!this.apply({ type: "SetParameter", name, value })) this.redraw();
  }

  // ---- cells ----
  private focused(event: FocusEvent): void {
    this.actions.entered();
    const target = event.target;
    if (!(target instanceof HTMLElement)) return;
    this.openAround(target);
    if (!target.dataset.cell) return;
    const cell = cellOf(target.dataset.cell);
    const { focus } = this.reading ?? {};
    const input = cellInput(target);
    if (input) {
      this.showFullValue(input);
      input.select();
    }
    if (!focus || cellKey(focus.node, focus.index) !== target.dataset.cell)
      this.apply({ type: "Focus", cell });
  }

  // With no text selected and nothing being typed, a cell stands for its matrix.
  private copied(event: ClipboardEvent, root: HTMLElement): void {
    const target = document.activeElement;
    const key = target instanceof HTMLElement && root.contains(target) ? target.dataset.cell : undefined;
    if (key === undefined || !event.clipboardData) return;
    const input = cellInput(target);
    const chosen = input
      ? input.dataset.typed || input.selectionEnd !== input.value.length || input.selectionStart !== 0
      : window.getSelection()?.toString();
    if (chosen) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", this.core.matrixText(cellOf(key).node));
  }

  private pasted(event: ClipboardEvent, root: HTMLElement): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const target = document.activeElement;
    const key = target instanceof HTMLElement && root.contains(target) ? target.dataset.cell : undefined;
    if (key === undefined || (cellInput(target) && !isTable(text)) || text === "") return;
    event.preventDefault();
    const refused = this.core.apply(pasteAt(cellOf(key), text));
    if (refused) this.refusals.set(key, refused.message);
    else this.refusals.delete(key);
    this.redraw();
    this.actions.changed();
  }

  private pressed(event: KeyboardEvent): void {
    const input = cellInput(event.target);
    if (input && event.key === "Enter") {
      event.preventDefault();
      if (this.commit(input)) input.select();
      return;
    }
    if (input && event.key === "Escape" && input.dataset.typed) {
      event.preventDefault();
      event.stopPropagation();
      this.restore(input);
      return;
    }
    if (
      input &&
      !input.dataset.typed &&
      (event.ctrlKey || event.metaKey) &&
      event.key.toLowerCase() === "z"
    ) {
      event.preventDefault();
      event.stopPropagation();
      this.apply({ type: event.shiftKey ? "Redo" : "Undo" });
      return;
    }
    const typing = event.target instanceof HTMLInputElement && event.target.type === "text";
    if (typing && event.key === "Enter" && !event.isComposing && answerOf(event.target, true)) {
      event.preventDefault();
      this.check(event.target);
      return;
    }
    if (moveInGrid(event)) return;
    const moves = movesCommand(event, this.reading);
    if (moves) {
      event.preventDefault();
      this.apply(moves);
      if (!embedded || event.key !== "Escape") return;
    }
    if (event.key === "Escape" && this.root.querySelector(":popover-open")) return; // the browser closes it
    if (event.key === "Escape" && embedded) this.actions.act("give-back");
    else if (event.key === "Escape" && this.withPicture) this.actions.act("leave");
  }

  private commit(input: HTMLInputElement): boolean {
    const key = input.dataset.cell ?? "";
    if (!input.dataset.typed) return true;
    const refused = this.core.apply({ type: "EditCell", cell: cellOf(key), text: input.value });
    if (refused) {
      this.refusals.set(key, refused.message);
      this.redraw();
      return false;
    }
    delete input.dataset.typed;
    this.refusals.delete(key);
    this.actions.changed();
    return true;
  }

  // Leaving the field keeps the typed value or, if it was refused, the old one.
  private leave(input: HTMLInputElement): void {
    if (this.commit(input)) this.redraw();
    else this.restore(input);
  }

  private restore(input: HTMLInputElement): void {
    delete input.dataset.typed;
    this.refusals.delete(input.dataset.cell ?? "");
    this.redraw();
  }
}

const isWords = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === "text" && target.dataset.parameter !== undefined;

function cellInput(target: EventTarget | null): HTMLInputElement | null {
  return target instanceof HTMLInputElement && target.dataset.cell ? target : null;
}

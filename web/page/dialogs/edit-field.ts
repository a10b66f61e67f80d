// A real text field over the cell or the words being edited on the canvas, since phone keyboards and input methods need
// one. Enter and leaving the field keep the number, Escape does not; typed text takes effect at once. The core holds what is
// typed and why it is refused (State::edit), and tells it with the field's place.
import type { Core, Refusal } from "../core/core";
import { h } from "../core/element";
import { elements } from "../core/elements";
import { focusedCell, isTable, pasteAt } from "../core/matrix";
import type { EditField } from "../core/model";
import { notify } from "./notices";
import { pictureScale } from "./projector";

function stepped(text: string, by: number): string {
  const value = Number(text.trim().replace("−", "-").replace(",", "."));
  return Number.isFinite(value) ? String(Math.round((value + by) * 1e9) / 1e9) : text;
}

export class EditOverlay {
  private readonly input = h("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    class: "edit-field",
  });
  private readonly message = h("p", { class: "edit-message", id: "edit-message", role: "alert" });
  private field: EditField | null = null; // null: nothing is being typed

  constructor(
    private readonly core: Core,
    private readonly closed: () => void,
  ) {
    const { input } = this;
    input.addEventListener("input", (event) => {
      if (!event.isComposing) this.typed();
    });
    input.addEventListener("compositionend", () => this.typed());
    input.addEventListener("keydown", (event) => this.pressed(event));
    input.addEventListener("paste", (event) => this.pasted(event));
    input.addEventListener("blur", () => this.leave());
  }

  get takesNumber(): boolean {
    return this.field !== null && !this.field.words;
  }

  // As the interface has last told it.
  readonly show = (field: EditField | null): void => {
    const before = this.field;
    this.field = field;
    if (!field) {
      if (before) this.close();
      return;
    }
    const { input, message } = this;
    const { style } = input;
    const px = (length: number) => `${length * pictureScale()}px`;
    style.left = px(field.x);
    style.top = px(field.y);
    style.width = px(field.w);
    style.height = px(field.h);
    style.fontSize = px(field.fontSize);
    message.style.left = px(field.x);
    message.style.top = px(field.y + field.h + 4);
    // The reason is read aloud whenever it is set: at each key, not while the field only moves.
    if (field.text !== before?.text || field.refusal !== before.refusal) this.refuse(field.refusal);
    if (!before) this.open(field);
  };

  private open(field: EditField): void {
    const { input, message } = this;
    input.inputMode = field.words ? "text" : "decimal";
    input.dir = field.words ? "auto" : "";
    input.value = field.text;
    input.setAttribute("aria-label", field.label);
    elements.stage.append(input, message);
    input.focus();
    input.select();
  }

  private pressed(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      this.finish(event.key === "Enter");
    } else if (event.key === "Tab") {
      event.preventDefault();
      this.finish(true);
    } else if (this.takesNumber && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      const by = (event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 0.1 : 1);
      this.input.value = stepped(this.input.value, by);
      this.typed();
    }
  }

  // Several pasted cells are not a number for this one.
  private pasted(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const cell = this.takesNumber && isTable(text) ? focusedCell(this.core) : null;
    if (!cell) return;
    event.preventDefault();
    this.finish(false);
    const refused = this.core.apply(pasteAt(cell, text));
    if (refused) notify(refused.message);
    this.core.wake();
  }

  private typed(): void {
    this.core.apply({ type: "TypeEdit", text: this.input.value });
  }

  // Beside the field; "": nothing is refused.
  private refuse(why: string): void {
    const { input, message } = this;
    message.textContent = why;
    if (why) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-errormessage", message.id);
    } else {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-errormessage");
    }
  }

  // What is refused stays in the field, with the reason.
  private finish(keep: boolean): Refusal | null {
    const refused = this.core.apply({ type: "EndEdit", keep, text: this.input.value });
    if (refused) this.refuse(refused.message);
    return refused;
  }

  // The focus is elsewhere: what cannot be kept is dropped, and the reason told.
  private leave(): void {
    if (!this.field) return;
    const refused = this.finish(true);
    if (!refused) return;
    notify(refused.message);
    this.finish(false);
  }

  private close(): void {
    const hadFocus = document.activeElement === this.input;
    this.input.remove();
    this.message.remove();
    if (hadFocus) elements.canvas.focus({ preventScroll: true });
    this.closed();
  }
}

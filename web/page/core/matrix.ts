// Copies matrices to and from a spreadsheet without keyboard shortcuts: with a button, or through a text field.
import type { Core } from "./core";
import { h } from "./element";
import { copy, primary, type Open } from "../dialogs/dialog";
import type { CellPlace, Command } from "./model";
import { notify } from "../dialogs/notices";
import { words } from "./words";

type OpenDialog = (title: string) => Open;

export const focusedCell = (core: Core): CellPlace | null => core.reading()?.focus ?? null;

// More than one number: separated by a tab or a line break.
export const isTable = (text: string): boolean => /[\t\n\r]/.test(text.trim());

export const pasteAt = (cell: CellPlace, text: string): Command => ({ type: "PasteCells", cell, text });

const field = (label: string) => h("textarea", { rows: "6", spellcheck: "false", "aria-label": label });

// Copies at once; the dialog appears only where that is forbidden.
export async function copyMatrix(core: Core, open: OpenDialog): Promise<void> {
  const cell = focusedCell(core);
  if (!cell) return;
  const text = core.matrixText(cell.node);
  if (await copy(text)) {
    notify(words("matrix.copied"));
    return;
  }
  const { body, status } = open(words("matrix.copy"));
  const numbers = field(words("matrix.copy"));
  numbers.readOnly = true;
  numbers.value = text;
  body.append(numbers);
  numbers.select();
  status.textContent = words("matrix.fallback");
}

// The typed text stays in the field until it fits.
export function pasteMatrix(core: Core, open: OpenDialog, changed: () => void): void {
  const cell = focusedCell(core);
  if (!cell) return;
  const { dialog, body, foot, status } = open(words("matrix.paste"));
  const numbers = field(words("matrix.paste"));
  const done = primary(words("matrix.put"), () => {
    const refused = core.apply(pasteAt(cell, numbers.value));
    status.textContent = refused?.message ?? "";
    if (refused) return;
    changed();
    dialog.close();
  });
  body.append(h("p", {}, words("matrix.hint")), numbers);
  foot.append(done);
  numbers.focus();
}

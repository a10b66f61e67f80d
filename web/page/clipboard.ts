// Matrices to and from a spreadsheet: what is copied is the matrix with the selected cell, as tab-separated text in full
// precision; what is pasted becomes it, or lies in it from that cell on, and what does not fit is explained.
import type { Core } from "./core";
import { elements } from "./elements";
import type { Reading, Tensor } from "./model";
import { words } from "./words";

const mostCells = 10_000; // of what is pasted: as many as a link may change

// The shortest text that is this number again in float32.
function exact(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

interface Place {
  tensor: Tensor;
  row: number;
  column: number;
  at: (row: number, column: number) => number[]; // index of a cell of the matrix that is seen
}

function selected(reading: Reading): Place | null {
  const { focus } = reading;
  const tensor = focus && reading.tensors.find(({ node }) => node === focus.node);
  if (!focus || !tensor) return null;
  const last = tensor.shape.length - 1;
  const at = (row: number, column: number) =>
    focus.index.map((place, axis) => (axis === last ? column : axis === tensor.rowAxis ? row : place));
  const row = last > 0 ? (focus.index[tensor.rowAxis] ?? 0) : 0;
  return { tensor, row, column: focus.index[last] ?? 0, at };
}

export function copied(core: Core, reading: Reading): string | null {
  const place = selected(reading);
  if (!place) return null;
  const page = core.rows(place.tensor.node, 0, place.tensor.rowCount);
  return (
    page?.rows
      .map((row) =>
        row
          .map(({ value, text, status }) => (status === "shown" && value !== null ? exact(value) : text))
          .join("\t"),
      )
      .join("\n") ?? null
  );
}

// Rows of numbers as a spreadsheet, a file of comma-separated values or a Python list puts them into the clipboard.
function numbersOf(text: string): string[][] {
  const lines = text
    .replaceAll("\r", "")
    .replaceAll(/\]\s*,/g, "\n")
    .replaceAll(/[[\]]/g, "")
    .split("\n");
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const cells = line.includes("\t")
        ? line.split("\t")
        : line.trim().split(/\s*;\s*|\s*,\s+|\s+|,(?=.*,)/);
      return cells.map((cell) =>
        cell
          .trim()
          .replace("−", "-")
          .replace(/^([-+]?\d*),(\d+)$/, "$1.$2"),
      );
    });
}

const isNumber = (text: string) => text !== "" && Number.isFinite(Number(text));

// null: all of it is there; else why nothing is.
export function pasted(core: Core, reading: Reading, text: string): string | null {
  const place = selected(reading);
  if (!place) return words("paste.nowhere");
  const { tensor, at } = place;
  const rows = numbersOf(text);
  const width = rows[0]?.length ?? 0;
  for (const [i, row] of rows.entries())
    if (row.length !== width) return words("paste.ragged", i + 1, row.length, width);
  for (const [i, row] of rows.entries()) {
    const wrong = row.findIndex((cell) => !isNumber(cell));
    if (wrong >= 0) return words("paste.number", row[wrong]?.slice(0, 40) ?? "", i + 1, wrong + 1);
  }
  if (width === 0 || rows.length * width > mostCells) return words("paste.size", mostCells);
  const [high, wide] = [tensor.rowCount, tensor.columnCount];
  const whole = rows.length === high && width === wide;
  const [top, left] = whole ? [0, 0] : [place.row, place.column];
  if (top + rows.length > high || left + width > wide)
    return words("paste.shape", rows.length, width, high, wide, high - top, wide - left);
  // Whether it may be changed at all, and why not, the core says of one cell as of all.
  const first = rows[0]?.[0] ?? "";
  const cell = { node: tensor.node, index: at(top, left) };
  const before = core.link();
  const refused = core.apply({ type: "EditCell", cell, text: first });
  if (refused) return refused.message;
  if (core.link() !== before) core.apply({ type: "Undo" });
  // One change, and one that is taken back as one: a link with all of them.
  const cells = rows.flatMap((row, i) =>
    row.map((value, j) => [at(top + i, left + j).join(","), String(Math.fround(Number(value)))] as const),
  );
  const key = `e.${tensor.name}=`;
  const parts = before.split("&");
  const known = parts.find((part) => part.startsWith(key));
  const edits = new Map(
    (known?.slice(key.length).split(";") ?? []).map((edit) => edit.split(":") as [string, string]),
  );
  for (const [index, value] of cells) edits.set(index, value);
  const all = [...edits].map(([index, value]) => `${index}:${value}`).join(";");
  const notes = core.openLink([...parts.filter((part) => part !== known), key + all].join("&"));
  return notes.length > 0 ? notes.join(" ") : null;
}

// The matrix is meant where the picture has the focus, or a cell of a table in the reading view, and no text is selected.
function means(event: ClipboardEvent): boolean {
  const active = document.activeElement;
  if (active === elements.canvas) return true;
  if (!(active instanceof HTMLElement) || active.dataset.cell === undefined) return false;
  if (event.type === "paste")
    return (
      !(active instanceof HTMLInputElement) ||
      /[\t\n]./.test(event.clipboardData?.getData("text/plain") ?? "")
    );
  const within = active instanceof HTMLInputElement && active.selectionStart !== active.selectionEnd;
  return !within && (document.getSelection()?.isCollapsed ?? true);
}

export function letClipboard(
  core: Core,
  told: { changed: () => void; say: (sentence: string) => void },
): void {
  const on = (type: "copy" | "paste", act: (reading: Reading, data: DataTransfer) => boolean) =>
    document.addEventListener(
      type,
      (event) => {
        const reading = core.reading();
        const { clipboardData } = event;
        if (!reading || !clipboardData || reading.contents || !means(event) || !act(reading, clipboardData))
          return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true },
    );
  on("copy", (reading, data) => {
    const text = copied(core, reading);
    if (text === null) return false;
    data.setData("text/plain", text);
    told.say(words("copy.matrix"));
    return true;
  });
  on("paste", (reading, data) => {
    const text = data.getData("text/plain");
    if (text === "") return false; // a picture, perhaps
    const trouble = pasted(core, reading, text);
    if (trouble) told.say(trouble);
    told.changed();
    return true;
  });
}

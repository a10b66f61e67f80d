// A step's numbers as CSV: a row for each row of a matrix, the places on the axes before it in the first columns.
import type { Core } from "../core/core";
import type { Tensor } from "../core/model";

// Every text in quotes, so that src/files/table.cpp reads it back as it was; ' before one that a spreadsheet would run.
const quoted = (text: string) =>
  `"${(/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Rows of a table as the lines of a CSV file: texts are labels, and stand above and before the numbers. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]) =>
  rows
    .map(
      (row) =>
        `${row.map((cell) => (typeof cell === "string" ? quoted(cell) : spelled(cell))).join(",")}\r\n`,
    )
    .join("");

// As Python writes numbers.
const spelled = (value: number) =>
  Number.isFinite(value) ? String(value) : Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";

/** Labels where each place has one, else its number. */
const labelled = (labels: readonly string[], count: number) =>
  Array.from({ length: count }, (_, i) => (labels.length === count ? (labels[i] ?? "") : String(i + 1)));

/** Whether all its numbers may be told: none waits for the answer to a question. */
export const tellable = (tensor: Tensor) =>
  !tensor.hidden && tensor.rows.every((row) => row.every(({ status }) => status !== "hidden"));

/** The whole tensor, not only what is drawn of it. */
export function csvOf(core: Core, tensor: Tensor): string {
  const answer = core.tensor(tensor.name);
  if (!("values" in answer)) throw new Error(answer.message);
  const { shape, infinite, minusInfinite } = answer;
  const values = answer.values.map((value) => value ?? NaN);
  for (const place of infinite) values[place] = Infinity;
  for (const place of minusInfinite) values[place] = -Infinity;
  const columns = shape.at(-1) ?? 1;
  const rows = shape.at(-2) ?? 1;
  const lead = shape.slice(0, -2);
  const plain = tensor.rowAxis === shape.length - 2; // else its rows are drawn as columns, with their labels
  const rowNames = labelled(plain ? tensor.rowLabels : [], rows);
  const columnNames = labelled(plain ? tensor.columnLabels : [], columns);
  const axes = lead.map((_, i) => tensor.leading[i]?.axis ?? `axis ${i + 1}`);
  const out: (string | number)[][] = [[...axes, tensor.name, ...columnNames]];
  for (let row = 0; row * columns < values.length; row++) {
    const places: number[] = [];
    let rest = Math.floor(row / rows);
    for (const length of [...lead].reverse()) {
      places.unshift((rest % length) + 1);
      rest = Math.floor(rest / length);
    }
    const numbers = values.slice(row * columns, (row + 1) * columns);
    out.push([...places, rowNames[row % rows] ?? "", ...numbers]);
  }
  return csvLines(out);
}

// A tensor as a table that is one tab stop: arrows move inside, and the cells that can be edited are inputs.
// Over 400 cells: its largest values, the row that is followed, and pages of rows.
import type { Cell, CellPlace, Rows, RowsPage, Summary, Tensor } from "../core/model";
import { button, type Text } from "./controls";
import { h, type Child, type Spec } from "./dom";
import { symbolName } from "./text";

export interface TableState {
  focus: CellPlace | null; // of the whole explorer
  last: ReadonlyMap<number, string>; // node → the cell that was focused last in its table
  pages: ReadonlyMap<number, RowsPage>; // node → the page of rows that is shown of a large tensor
  refusals: ReadonlyMap<string, string>; // cell → why what was typed was refused
}

export const cellKey = (node: number, index: number[]) => `${node}:${index.join(",")}`;

export function cellOf(key: string): CellPlace {
  const [node = "0", index = ""] = key.split(":");
  return { node: Number(node), index: index === "" ? [] : index.split(",").map(Number) };
}

// A table shows two axes, the last as columns; the indices on the others are chosen elsewhere.
function indexOf(tensor: Tensor, row: number, column: number): number[] {
  const rank = tensor.shape.length;
  if (rank === 0) return [];
  if (rank === 1) return [column];
  const index = [...tensor.leading.map(({ place }) => place), column];
  index.splice(tensor.rowAxis, 0, row);
  return index;
}

// As the core writes it in captions: "W_q", "s₁".
function plainName({ symbol }: Tensor): string {
  const digits = "₀₁₂₃₄₅₆₇₈₉";
  const lowered = symbol.sub.replace(/\d/g, (digit) => digits.charAt(Number(digit)));
  const sub = /^\d*$/.test(symbol.sub) ? lowered : `_${symbol.sub}`;
  return symbol.base + sub + (symbol.sup ? `^${symbol.sup}` : "");
}

// "X_A (4 × 3), word × feature", with its name as a formula has it.
export function captionOf(tensor: Tensor): Child[] {
  const name = plainName(tensor);
  if (!tensor.caption.startsWith(name)) return [tensor.caption];
  return [...symbolName(tensor.symbol), tensor.caption.slice(name.length)];
}

interface Place {
  tensor: Tensor;
  index: number[];
  rowLabel: string;
  columnLabel: string;
  tabStop: string;
}

function cell(content: Cell, place: Place, state: TableState, text: Text): Spec {
  const { tensor, index } = place;
  const key = cellKey(tensor.node, index);
  const tab = key === place.tabStop ? 0 : -1;
  const classes = ["cell", `status-${content.status}`, content.edited && "edited"].filter(Boolean).join(" ");
  const shown = content.status === "masked" ? text("stage.masked") : content.text;
  if (!tensor.editable || content.status === "hidden") {
    const hidden = content.status === "hidden" ? text("stage.hidden") : null;
    return h("td", { key, "data-cell": key, tabindex: tab, class: classes, "aria-label": hidden }, shown);
  }
  const refusal = state.refusals.get(key);
  const label = `${plainName(tensor)}, ${place.rowLabel}, ${place.columnLabel}`;
  if (tensor.toggle) {
    const on = content.value !== 0;
    const command = { type: "EditCell", cell: cellOf(key), text: on ? "0" : "1" };
    const flip = button(command, content.text, {
      role: "switch",
      "aria-checked": on ? "true" : "false",
      "aria-label": label,
      "data-cell": key,
      tabindex: String(tab),
    });
    return h("td", { key, class: `${classes} editable toggle` }, flip);
  }
  const input = h("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    spellcheck: "false",
    "data-cell": key,
    tabindex: tab,
    "aria-label": label,
    "aria-invalid": refusal ? "true" : null,
    "aria-describedby": refusal ? `refusal-${tensor.node}` : null,
    value: content.text,
  });
  return h("td", { key, class: `${classes} editable` }, input);
}

function row(
  tensor: Tensor,
  cells: Cell[],
  at: number,
  label: string,
  tabStop: string,
  state: TableState,
  text: Text,
) {
  const heading = h(
    "th",
    label ? { scope: "row", key: "label" } : { role: "presentation", key: "label" },
    label,
  );
  const list = cells.map((content, column) => {
    const columnLabel = tensor.columnLabels[column] ?? "";
    return cell(
      content,
      { tensor, index: indexOf(tensor, at, column), rowLabel: label, columnLabel, tabStop },
      state,
      text,
    );
  });
  return h("tr", { key: String(at) }, heading, list);
}

function headings(tensor: Tensor, columns: number): Spec {
  const labels = Array.from({ length: columns }, (_, i) => {
    const label = tensor.columnLabels[i] ?? "";
    return h(label ? "th" : "td", { scope: label ? "col" : null, key: String(i) }, label);
  });
  return h("tr", { key: "labels" }, h("td", { key: "corner" }), labels);
}

// The cell that Tab goes to: the focused one, else the one before, else the first.
function tabStopOf(tensor: Tensor, rows: { at: number; cells: Cell[] }[], state: TableState): string {
  const keys = rows.flatMap(({ at, cells }) =>
    cells.map((_, column) => cellKey(tensor.node, indexOf(tensor, at, column))),
  );
  const focused = state.focus && cellKey(state.focus.node, state.focus.index);
  const last = state.last.get(tensor.node);
  return [focused, last].find((key) => key && keys.includes(key)) ?? keys[0] ?? "";
}

function grid(tensor: Tensor, page: Rows, caption: Child[], state: TableState, text: Text): Spec {
  const rows = page.rows.map((cells, i) => ({ at: page.first + i, cells, label: page.rowLabels[i] ?? "" }));
  const tabStop = tabStopOf(tensor, rows, state);
  return h(
    "table",
    { key: `table-${tensor.node}`, role: "grid", "data-tensor": tensor.name, "data-node": tensor.node },
    h("caption", {}, caption),
    h("thead", {}, headings(tensor, page.rows[0]?.length ?? 0)),
    h(
      "tbody",
      {},
      rows.map(({ at, cells, label }) => row(tensor, cells, at, label, tabStop, state, text)),
    ),
  );
}

function summary(tensor: Tensor, all: Summary, state: TableState, text: Text): Child[] {
  const page = state.pages.get(tensor.node) ?? { first: 0, rows: [], rowLabels: [] };
  const turn = (first: number) => ({ "data-page": `${tensor.node}:${first}`, type: "button" });
  const last = page.first + page.rows.length;
  const largest = all.largest.map(({ row: r, column, text: value }) =>
    h("li", {}, `${r}, ${column}: ${value}`),
  );
  const followed = all.followed.map(({ text: value }) => value).join("  ");
  const followedLabel = text("reading.followed", tensor.rowLabels[all.followedRow] ?? all.followedRow + 1);
  return [
    h("p", {}, text("reading.large", all.cells)),
    h("p", {}, text("reading.largest")),
    h("ol", {}, largest),
    h("p", {}, `${followedLabel}: ${followed}`),
    grid(tensor, page, captionOf(tensor), state, text),
    all.columnsLeftOut > 0 && h("p", { class: "hint" }, text("reading.columns_left_out", all.columnsLeftOut)),
    h("p", { key: "page" }, text("reading.page", page.first + 1, last, tensor.rowCount)),
    h(
      "button",
      { ...turn(Math.max(0, page.first - all.pageRows)), key: "page-back", disabled: page.first === 0 },
      text("reading.page.back"),
    ),
    h(
      "button",
      { ...turn(last), key: "page-next", disabled: last >= tensor.rowCount },
      text("reading.page.next"),
    ),
  ];
}

function places(tensor: Tensor): Child[] {
  return tensor.leading.map(({ axis, name, count, place }) => {
    const id = `leading-${tensor.node}-${axis}`;
    const options = Array.from({ length: count }, (_, i) =>
      h("option", { key: String(i), value: String(i) }, String(i + 1)),
    );
    const select = h("select", { id, "data-leading": axis, value: String(place) }, options);
    return h("div", { class: "field", key: id }, h("label", { for: id }, name), select);
  });
}

export function tensorSection(tensor: Tensor, state: TableState, text: Text): Spec {
  const caption: Child[] = [
    h("span", { class: `role role-${tensor.role}` }, captionOf(tensor)),
    tensor.ours && h("span", { class: "note" }, ` ${text("stage.ours")}`),
  ];
  const whole: Rows = { first: 0, rows: tensor.rows, rowLabels: tensor.rowLabels };
  const refused = [...state.refusals].find(([key]) => key.startsWith(`${tensor.node}:`));
  return h(
    "div",
    { class: "tensor", key: `tensor-${tensor.node}` },
    places(tensor),
    tensor.summary ? summary(tensor, tensor.summary, state, text) : grid(tensor, whole, caption, state, text),
    !!refused && h("p", { class: "refusal", id: `refusal-${tensor.node}`, role: "alert" }, refused[1]),
    tensor.random && h("p", { class: "note" }, tensor.random),
  );
}

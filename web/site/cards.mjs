// A table whose rows become cards on a narrow screen, where each cell shows the name of its column. The roles are
// explicit, as some browsers drop table semantics when the display changes.
import { h } from "./html.mjs";

/** heads: names of the columns; rows: [row header, cells...]; null cells are left out of a card. */
export function cards(kind, label, heads, rows) {
  const row = ({ id, cells }) =>
    h(
      "tr",
      { role: "row" },
      cells.map((content, at) =>
        at === 0
          ? h("th", { scope: "row", role: "rowheader", id }, content)
          : h(
              "td",
              { role: "cell", "data-column": heads[at], class: content === null ? "none" : undefined },
              content ?? "–",
            ),
      ),
    );
  return h(
    "div",
    { class: "table-frame", tabindex: "0", role: "group", "aria-label": label },
    h(
      "table",
      { class: `cards ${kind}`, role: "table" },
      h(
        "thead",
        { role: "rowgroup" },
        h(
          "tr",
          { role: "row" },
          heads.map((head) => h("th", { scope: "col", role: "columnheader" }, head)),
        ),
      ),
      h("tbody", { role: "rowgroup" }, rows.map(row)),
    ),
  );
}

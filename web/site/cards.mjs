// A table whose rows are cards on a narrow screen: there each cell bears the name of its column. The roles are written out,
// as a table that is laid out otherwise is none to some browsers.
import { h } from "./html.mjs";

/** heads: names of the columns; rows: [of the row's own head, cells...]; what is null is left out of a card. */
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

// The figures of a step in words and numbers: of each kind a table, quotes, cells that can be focused, and whole sentences.
// The cells that a figure draws have tables of their own, which can be edited.
import type { StepFigure } from "../core/model";
import { button } from "./controls";
import { h, type Child } from "./dom";

const table = ({ caption, heads, rows }: NonNullable<StepFigure["table"]>) =>
  h(
    "table",
    { key: "table" },
    h("caption", {}, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map((head) => h("th", { scope: "col", key: head }, head)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map(([name, ...numbers], i) =>
        h(
          "tr",
          { key: String(i) },
          h("th", { scope: "row" }, name ?? ""),
          numbers.map((number, at) => h("td", { key: String(at) }, number)),
        ),
      ),
    ),
  );

const quoted = (quotes: StepFigure["quotes"]) =>
  h(
    "ul",
    { key: "quotes" },
    quotes.map(({ title, text }, i) => h("li", { key: String(i) }, `${title}: `, h("q", {}, text))),
  );

const slices = ({ label, axis, places, current }: NonNullable<StepFigure["slice"]>) =>
  h(
    "p",
    { key: "slice" },
    `${label} `,
    ...places.map((name, index) =>
      button({ type: "SetLeading", axis, index }, name, index === current ? { "aria-current": "true" } : {}),
    ),
  );

const action = ({ request, label, enabled }: NonNullable<StepFigure["action"]>) =>
  h(
    "p",
    { key: "action" },
    h("button", { type: "button", "data-action": request, disabled: !enabled }, label),
  );

const list = (items: StepFigure["items"]) =>
  h(
    "ol",
    { key: "items" },
    items.map(({ text, note, current, cell }, i) =>
      h(
        "li",
        { key: String(i) },
        button({ type: "Focus", cell, pin: true }, text, current ? { "aria-current": "true" } : {}),
        ` ${note}`,
      ),
    ),
  );

export function figureSection(figure: StepFigure): Child[] {
  const { kind, title, table: numbers, quotes, status, action: asked, slice, items, paragraphs } = figure;
  const sentences = paragraphs.map((words, i) => h("p", { key: `${kind}-${i}` }, words));
  if (!title) return sentences;
  return [
    h(
      "section",
      { class: `figure-text ${kind}`, key: kind, "aria-label": title },
      !numbers && h("h3", { key: "title" }, title),
      numbers && table(numbers),
      quotes.length > 0 && quoted(quotes),
      status && h("p", { key: "status", role: "status" }, status),
      asked && action(asked),
      slice && slices(slice),
      items.length > 0 && list(items),
      sentences,
    ),
  ];
}

// An attention figure in words: checkboxes for heads and queries, and a list of what the followed query attends to.
import type { Attention, Command } from "../core/model";
import type { Text } from "./controls";
import { h, type Child, type Spec } from "./dom";

function boxes(name: string, title: string, labels: { label: string; on: boolean }[]): Spec {
  const items = labels.map(({ label, on }, i) => {
    const id = `attention-${name}-${i}`;
    const input = h("input", { type: "checkbox", id, checked: on, "data-attention": name, value: String(i) });
    return h("div", { class: "field", key: id }, input, h("label", { for: id }, label));
  });
  return h("fieldset", { key: name }, h("legend", {}, title), items);
}

function radios(name: string, title: string, labels: string[], chosen: number): Spec {
  const items = labels.map((label, i) => {
    const id = `attention-${name}-${i}`;
    const input = h("input", {
      type: "radio",
      id,
      name: `attention-${name}`,
      checked: i === chosen,
      "data-attention": name,
      value: String(i),
    });
    return h("div", { class: "field", key: id }, input, h("label", { for: id }, label));
  });
  return h("fieldset", { key: name }, h("legend", {}, title), items);
}

function weights(attention: Attention, text: Text): Child[] {
  const items = attention.weights.map(({ label, text: value, masked }, i) =>
    h("li", { key: String(i) }, `${label}: ${masked ? text("stage.masked") : value}`),
  );
  return [
    h("h3", { key: "row" }, text("attention.row", attention.followed)),
    h("ol", { key: "weights", class: "attention-weights" }, items),
    h("p", { key: "sum" }, text("attention.sum", attention.sum)),
    h("p", { key: "entropy", class: "attention-entropy" }, attention.entropy),
  ];
}

// A table that scrolls sideways where it is too wide.
function framed(name: string, head: Spec, rows: Spec[]): Spec {
  const table = h("table", { "aria-label": name }, h("thead", {}, head), h("tbody", {}, rows));
  return h("div", { class: "table-frame", tabindex: "0", role: "group", "aria-label": name }, table);
}

// The row of the followed query in both heads, and in words where they differ.
function comparison(attention: Attention, text: Text): Child {
  const { compared } = attention;
  if (!compared) return null;
  const rows = compared.keys.map(({ label, here, there }, i) =>
    h("tr", { key: String(i) }, h("th", { scope: "row" }, label), h("td", {}, here), h("td", {}, there)),
  );
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, text("attention.key")),
    h("th", { scope: "col" }, attention.title),
    h("th", { scope: "col" }, compared.label),
  );
  return h(
    "div",
    { key: "compared" },
    h("p", { class: "attention-compared" }, compared.words),
    framed(`${text("attention.compare")}: ${attention.followed}`, head, rows),
  );
}

function withoutHeads(attention: Attention, text: Text): Child {
  const { off } = attention;
  if (!off) return null;
  const head = off.features.map((label, i) => h("th", { key: String(i), scope: "col" }, label));
  const rows = off.rows.map(({ name, texts }, i) =>
    h(
      "tr",
      { key: String(i) },
      h("th", { scope: "row" }, name),
      ...texts.map((cell, j) => h("td", { key: String(j) }, cell)),
    ),
  );
  const title = `${text("attention.off.output", off.place)}: ${off.symbol}`;
  return h(
    "div",
    { key: "off" },
    h("h3", {}, title),
    h("p", { class: "attention-off" }, off.words),
    framed(title, h("tr", {}, h("td", {}), ...head), rows),
  );
}

export function attentionSection(attention: Attention | null, text: Text): Child {
  if (!attention) return null;
  const heads = attention.heads.map(({ label, selected }) => ({ label, on: selected }));
  const queries = attention.queries.map(({ label, followed }) => ({ label, on: followed }));
  const threshold = h("input", {
    type: "number",
    id: "attention-threshold",
    "data-attention": "threshold",
    min: "0",
    max: "1",
    step: "any",
    value: String(attention.threshold),
  });
  return h(
    "section",
    { class: "attention", key: "attention", "aria-label": text("attention.curves") },
    h("h3", { key: "title" }, attention.title || text("attention.curves")),
    attention.headAxis ? boxes("heads", text("attention.heads"), heads) : null,
    boxes("queries", text("attention.followed"), queries),
    attention.heads.length > 1
      ? radios(
          "compared",
          text("attention.compare.with"),
          [text("attention.compare.none"), ...heads.map(({ label }) => label)],
          attention.compared ? attention.compared.head + 1 : 0,
        )
      : null,
    attention.canSwitch
      ? boxes(
          "off",
          text("attention.off.heads"),
          attention.heads.map(({ label, off }) => ({ label, on: off })),
        )
      : null,
    ...weights(attention, text),
    comparison(attention, text),
    withoutHeads(attention, text),
    attention.hasScores
      ? radios(
          "scores",
          text("attention.values"),
          [text("attention.weights"), text("attention.scores")],
          attention.scores ? 1 : 0,
        )
      : null,
    radios(
      "shared",
      text("attention.scale"),
      [text("attention.scale.shared"), text("attention.scale.each")],
      attention.shared ? 0 : 1,
    ),
    h(
      "div",
      { class: "field", key: "threshold" },
      h("label", { for: "attention-threshold" }, text("attention.threshold")),
      threshold,
    ),
  );
}

// The command for a change of one of these elements; null if it is none of them, or nothing can be done.
export function attentionCommand(target: EventTarget | null, attention: Attention | null): Command | null {
  if (!(target instanceof HTMLInputElement) || !target.dataset.attention || !attention) return null;
  const place = Number(target.value);
  const places = (on: boolean[]) =>
    on.flatMap((each, i) => ((i === place ? target.checked : each) ? [i] : []));
  switch (target.dataset.attention) {
    case "heads":
      return { type: "SelectHeads", heads: places(attention.heads.map(({ selected }) => selected)) };
    case "queries":
      return { type: "FollowQueries", queries: places(attention.queries.map(({ followed }) => followed)) };
    case "compared":
      return place === 0 ? { type: "CompareHead" } : { type: "CompareHead", head: place - 1 };
    case "off":
      return { type: "SwitchHeadsOff", heads: places(attention.heads.map(({ off }) => off)) };
    case "scores":
      return { type: "ShowAttention", scores: place === 1 };
    case "shared":
      return { type: "ShowAttention", shared: place === 0 };
    default:
      return { type: "ShowAttention", threshold: target.valueAsNumber };
  }
}

// The large map as text: its subject, the followed row with its largest weights, and pages of rows. It has too many
// cells to list them all.
import { limits } from "../../../build/generated/model";
import type { Command, Large, LargeRows, LargeSetup, Reading } from "../core/model";
import { button, chosen, labelled, type Text } from "./controls";
import { h, type Child, type Spec } from "./dom";
import { asPatches, untrained } from "../dialogs/own-picture";
import { action, bar } from "./bar";

const mostFigureTokens = 512; // of more, only the picture computes the map

const wordCounts = Array.from({ length: 14 }, (_, i) => 2 ** (i + 1));
const patchCounts = wordCounts.filter((_, i) => i % 2 === 1); // squares

const choice = (id: string, label: string, options: [string, string][], value: string) =>
  chosen(id, label, options, { "data-large": id, value });

function number(id: string, label: string, least: number, most: number, value: number): Spec {
  const input = h("input", {
    type: "number",
    id,
    "data-large": id,
    min: String(least),
    max: String(most),
    step: "1",
    value: String(value),
  });
  return labelled(id, label, input);
}

/** Where the queries and keys come from. */
function sources({ setup, hasOwn }: Large, text: Text): Spec {
  const models: [string, string][] = [
    ["patterns", text("large.model.patterns")],
    ["random", text("large.model.random")],
    ["trained", text("large.model.trained")],
  ];
  if (hasOwn) models.push(["own", text("large.model.own")]);
  return choice("large-model", text("large.source"), models, setup.model);
}

function findField({ across, find, found, foundCount }: Large, text: Text): Spec {
  const label = text(across > 0 ? "large.find.patch" : "large.find");
  return h(
    "div",
    { class: "field", key: "find" },
    h("label", { for: "large-find" }, `${label} `),
    h("input", { type: "text", id: "large-find", "data-large": "large-find", value: find }),
    find && foundCount === 0 && h("p", { class: "hint" }, text("large.find.none", find)),
    foundCount > 0 && h("p", { class: "hint" }, found.map((token) => token + 1).join(", ")),
  );
}

/** What the tokens are, and of patches which picture they are of. */
function tokensOf({ setup, across }: Large, text: Text): Child[] {
  const kinds = (["words", "letters", "patches"] as const).map((of): [string, string] => [
    of,
    text(`large.of.${of}`),
  ]);
  return [
    choice("large-of", text("large.of"), kinds, setup.of),
    across > 0 &&
      h(
        "div",
        { class: "field", key: "picture" },
        action("picture", text("picture.own")),
        setup.picture === "own" &&
          button({ type: "SetLarge", ...setup, picture: "page" }, text("large.picture.page")),
      ),
  ];
}

function settings(large: Large, text: Text): Spec {
  const { setup, across } = large;
  const trained = setup.model === "trained";
  const own = setup.model === "own"; // says what its tokens are, and how many heads there are
  const tokenCounts =
    across > 0 ? patchCounts : wordCounts.filter((count) => !trained || count <= limits.largeTokensTrained);
  const counts = tokenCounts.includes(setup.tokens) ? tokenCounts : [...tokenCounts, setup.tokens];
  const causal = h("input", {
    type: "checkbox",
    id: "large-causal",
    "data-large": "large-causal",
    checked: setup.causal,
  });
  return h(
    "form",
    { class: "controls", key: "controls", "aria-label": text("reading.controls") },
    choice(
      "large-head",
      text("large.heads"),
      large.headNames.map((name, head) => [String(head), name]),
      String(large.head),
    ),
    ...tokensOf(large, text),
    choice(
      "large-tokens",
      text("large.tokens"),
      counts.map((count) => [String(count), String(count)]),
      String(setup.tokens),
    ),
    sources(large, text),
    action("tensors", text("large.tensors")),
    !large.waits && setup.tokens <= mostFigureTokens && action("figure", text("map.save")),
    trained && !large.waits && action("export", text("large.code")),
    !trained && !own && number("large-layers", text("large.layers"), 1, 12, setup.layers),
    !trained && !own && number("large-heads", text("large.per_layer"), 1, 16, setup.heads),
    setup.model === "random" && number("large-seed", text("large.seed"), 0, 9999, setup.seed),
    !trained &&
      h(
        "div",
        { class: "field", key: "causal" },
        causal,
        h("label", { for: "large-causal" }, text("large.causal")),
      ),
    number("large-row", text("large.reading.follow"), 1, setup.tokens, large.row + 1),
    findField(large, text),
  );
}

function rowItems(row: LargeRows["rows"][number]): Spec[] {
  return row.largest.map(({ label, text: weight }, i) => h("li", { key: String(i) }, `${label}: ${weight}`));
}

function pages(rows: LargeRows, large: Large, text: Text): Spec {
  const { first } = rows;
  const last = first + rows.rows.length;
  const turn = (to: number, words: string, there: boolean) =>
    h(
      "button",
      { type: "button", key: words, "data-large-page": String(Math.max(to, 0)), disabled: !there },
      words,
    );
  return h(
    "section",
    { class: "large-rows part", key: "rows", "aria-label": text("large.reading.rows", first + 1, last) },
    h("h2", { key: "title" }, text("large.reading.rows", first + 1, last)),
    h(
      "ol",
      { key: "list", start: String(first + 1) },
      rows.rows.map((row, i) => {
        const said = row.largest.map(({ label, text: weight }) => `${label}: ${weight}`).join("; ");
        return h("li", { key: String(first + i) }, `${row.label} → ${said}`);
      }),
    ),
    h(
      "p",
      { key: "turn" },
      turn(first - large.pageRows, text("large.reading.earlier"), first > 0),
      " ",
      turn(last, text("large.reading.later"), last < large.setup.tokens),
    ),
  );
}

export function largeView(
  reading: Reading,
  large: Large,
  rows: LargeRows | null,
  withPicture: boolean,
  text: Text,
): Child[] {
  const { followed } = large;
  return [
    bar(reading, withPicture, text, { title: text("large.title") }),
    !withPicture && h("p", { class: "note", key: "no-picture" }, text("reading.no_picture")),
    h("h1", { key: "title", tabindex: "-1" }, text("large.title")),
    h("p", { key: "what" }, text("large.open.words")),
    h("p", { key: "source", class: "note" }, large.source),
    settings(large, text),
    followed &&
      h(
        "section",
        { class: "large-row part", key: "followed", "aria-label": text("attention.row", followed.label) },
        h("h2", { key: "title" }, text("attention.row", followed.label)),
        h("ol", { key: "weights" }, rowItems(followed)),
        h("p", { key: "entropy" }, text("large.reading.entropy", followed.entropy, followed.keys)),
      ),
    large.hunt !== "" &&
      h(
        "section",
        { class: "part", key: "hunt", "aria-label": text("large.hunt") },
        h("h2", { key: "title" }, text("large.hunt")),
        h("p", { key: "task" }, large.huntTask),
        number("large-column", text("large.hunt.column"), 1, large.setup.tokens, large.column + 1),
        h("p", { key: "told", role: "status" }, large.hunt),
      ),
    rows && !large.waits && pages(rows, large, text),
  ];
}

// What other tokens or another model need, as in src/large_map/setup.cpp.
function ofTokens(setup: LargeSetup, of: LargeSetup["of"]): Partial<LargeSetup> {
  if (of === "patches") return asPatches(setup);
  const kept = of === "words" || setup.model === "own" ? untrained(setup) : {};
  return { of, causal: setup.causal || setup.of === "patches", ...kept };
}

function withModel(setup: LargeSetup, model: LargeSetup["model"]): Partial<LargeSetup> {
  if (model !== "trained") return { model, heads: Math.min(setup.heads, limits.largeHeads) };
  return { model, of: "letters", causal: true, tokens: Math.min(setup.tokens, limits.largeTokensTrained) };
}

// The command for a change of one of these elements; null if it is none of them, or not a number.
export function largeCommand(target: EventTarget | null, large: Large | null): Command | null {
  const ours = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (!ours || !target.dataset.large || !large) return null;
  const count = Number(target.value);
  const set = (change: Partial<Large["setup"]>): Command => ({
    type: "SetLarge",
    ...large.setup,
    ...change,
  });
  if (target instanceof HTMLInputElement && target.type === "number" && !Number.isInteger(count)) return null;
  switch (target.dataset.large) {
    case "large-head":
      return { type: "LookLarge", head: count };
    case "large-tokens":
      return set({ tokens: count });
    case "large-of":
      return set(ofTokens(large.setup, target.value as LargeSetup["of"]));
    case "large-model":
      return set(withModel(large.setup, target.value as LargeSetup["model"]));
    case "large-layers":
      return set({ layers: count });
    case "large-heads":
      return set({ heads: count });
    case "large-seed":
      return set({ seed: count });
    case "large-causal":
      return set({ causal: (target as HTMLInputElement).checked });
    case "large-find":
      return { type: "LookLarge", find: target.value };
    case "large-row":
      return count >= 1 ? { type: "LookLarge", cell: [count - 1, count - 1] } : null;
    case "large-column":
      return count >= 1 ? { type: "LookLarge", cell: [large.row, count - 1] } : null;
    default:
      return null;
  }
}

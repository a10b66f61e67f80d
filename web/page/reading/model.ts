// A whole model as text: its sentence and next words, the rows of the chosen head and the compared one, how a weight came to
// be, and the shares of all heads as a table.
import { roundings } from "../../../build/generated/model";
import type { Command, ModelScreen, Reading } from "../core/model";
import { button, chosen, labelled, type Text } from "./controls";
import { h, type Child, type Spec } from "./dom";
import { action, bar } from "./bar";
import { symbolName } from "./text";

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const headKey = ({ layer, head }: { layer: number; head: number }) => `${layer},${head}`;

const choice = (id: string, label: string, options: [string, string][], value: string) =>
  chosen(id, label, options, { "data-model": id, value });

function decimal(
  id: string,
  label: string,
  ends: { min: string; max: string; step: string },
  value: number | "",
): Spec {
  const input = h("input", { type: "number", id, "data-model": id, ...ends, value: String(value) });
  return labelled(id, label, input);
}

/** For a word that is not among those to choose from. */
const typed = (id: string, label: string, value: string): Spec =>
  labelled(id, label, h("input", { type: "text", id, "data-model": id, value, autocomplete: "off" }));

const place = (id: string, label: string, most: number, value: number | null) =>
  decimal(id, label, { min: "1", max: String(most), step: "1" }, value === null ? "" : value + 1);

function sentence(id: string, label: string, value: string, placeholder = ""): Spec {
  const field = h("textarea", { id, "data-model": id, rows: "3", value, placeholder });
  return labelled(id, label, field);
}

/** What the scores of the chosen head are divided by before softmax. */
function headTemperature({ about, look, temperatures }: ModelScreen, text: Text): Spec | null {
  if (!about?.editable) return null;
  const set = temperatures.find(({ layer, head }) => layer === look.layer && head === look.head);
  const ends = { min: "0.01", max: "100", step: "any" };
  return decimal("model-head-temperature", text("model.head.temperature"), ends, set?.temperature ?? 1);
}

/** How the model writes on. */
function drawing({ temperature, topK, seed }: ModelScreen["look"], text: Text): Spec[] {
  const degrees = ["0", "0.5", "1", "1.5"].map((degree): [string, string] => [degree, degree]);
  const counts = ["all", "40", "10", "3"].map((count): [string, string] => [
    count,
    count === "all" ? text("model.top_k.all") : count,
  ]);
  return [
    choice("model-temperature", text("model.temperature"), degrees, temperature),
    choice("model-top-k", text("model.top_k"), counts, topK),
    decimal("model-seed", text("model.seed"), { min: "0", max: "999999", step: "1" }, seed),
  ];
}

/** What the model reads: a sentence, or a picture as words, of which some are to choose from. */
function whatIsRead({ about, given, text: read }: ModelScreen, text: Text): (Spec | false)[] {
  const pictures = about?.pictures ?? false;
  const choices = given.map((one): [string, string] => [one, one]);
  return [
    choices.length > 0 && choice("model-given", text("model.picture.given"), choices, read),
    (about?.editable ?? false) &&
      sentence("model-text", text(pictures ? "model.picture" : "model.sentence"), read),
  ];
}

/** Of a picture: one head, or through all layers. */
const layersButton = ({ about, look }: ModelScreen, text: Text): Spec | false =>
  (about?.pictures ?? false) &&
  button(
    { type: "LookModel", rollout: !look.rollout },
    text(look.rollout ? "model.picture.one" : "model.picture.rollout"),
    { key: "rollout" },
  );

/** The token that is followed where none is chosen. */
const usualRow = ({ about, run }: ModelScreen): number =>
  about?.pictures ? 0 : (run?.masked ?? (run?.words.length ?? 1) - 1);

function settings(model: ModelScreen, text: Text): Spec {
  const { about, look, run, off } = model;
  const pictures = about?.pictures ?? false;
  const heads = model.heads.map((one): [string, string] => [headKey(one), one.name]);
  const tokens = run?.words.length ?? 1;
  const isOff = off.some(({ layer, head, at }) => layer === look.layer && head === look.head && at === null);
  const first = h("input", {
    type: "checkbox",
    id: "model-first",
    "data-model": "model-first",
    checked: look.hideFirst,
  });
  return h(
    "form",
    { class: "controls", key: "controls", "aria-label": text("reading.controls") },
    ...whatIsRead(model, text),
    heads.length > 0 && choice("model-head", text("part.head"), heads, headKey(look)),
    heads.length > 0 &&
      choice(
        "model-compare",
        text("part.compare"),
        [["", text("attention.compare.none")], ...heads],
        look.compare ? headKey(look.compare) : "",
      ),
    run && place("model-row", text("part.queries"), tokens, look.row ?? usualRow(model)),
    run && place("model-column", text("model.column"), tokens, look.column),
    run && (about?.editable ?? false) && !pictures && secondModel(model, text),
    run && pictures && place("model-beside", text("model.picture.compare"), tokens, look.compareRow),
    order(model, text),
    headTemperature(model, text),
    (about?.causal ?? true) && drawing(look, text),
    h(
      "div",
      { class: "field", key: "first" },
      first,
      h("label", { for: "model-first" }, text("model.hide_first")),
    ),
    h(
      "p",
      { key: "actions", class: "actions" },
      (about?.editable ?? false) &&
        button(
          { type: "SetModelPart", layer: look.layer, head: look.head, on: isOff },
          text(isOff ? "model.head.on" : "model.head.off"),
          { key: "off" },
        ),
      ...settingWeight(model, text),
      layersButton(model, text),
      model.run && action("figure", text("map.save")),
      action("model", text("model.other")),
    ),
  );
}

/** Sets the chosen weight to its ends, or lets it be computed again. */
function settingWeight({ about, look, weights }: ModelScreen, text: Text): Spec[] {
  const { layer, head, row, column } = look;
  if (!about?.editable || row === null || column === null || (about.causal && column > row)) return [];
  const to = (weight: number | null, name: string) =>
    button({ type: "SetModelWeight", layer, head, row, column, weight, rescaled: true }, name, {
      key: `set-${weight}`,
    });
  const isSet = weights.some(
    (set) => set.layer === layer && set.head === head && set.row === row && set.column === column,
  );
  const ends = [0, 1].map((weight) => to(weight, text("model.set.to", String(weight))));
  return isSet ? [...ends, to(null, text("model.set.back"))] : ends;
}

/** What the model wrote, each token with the share that it was drawn with, and the way to why. */
function written(model: ModelScreen, text: Text): Spec {
  return h(
    "ul",
    { key: "written", "aria-label": text("model.written") },
    model.written.map(({ place, id, name, probability }) =>
      h(
        "li",
        { key: String(place) },
        `${name}: ${percent(probability)} `,
        button({ type: "LookModel", why: true, row: place - 1, word: id }, text("model.view.why"), {
          key: "why",
        }),
      ),
    ),
  );
}

function order({ look, second }: ModelScreen, text: Text): Spec {
  const orders: [string, string][] = [
    ["layer", text("model.sort.layer")],
    ["resemblance", text("model.sort.resemblance")],
  ];
  if (second) orders.push(["moved", text("model.sort.moved")]);
  return choice("model-sort", text("model.sort"), orders, look.sort);
}

/** How far the chosen head's own matrices lie elsewhere in the second model. */
function matricesMoved(matrices: { name: string; value: string }[], text: Text): Spec {
  if (matrices.length === 0) return h("p", { key: "matrices", class: "note" }, text("model.second.sizes"));
  return h(
    "p",
    { key: "matrices", class: "note" },
    `${text("model.second.matrices")} `,
    ...matrices.flatMap(({ name, value }, i) => [
      i === 0 ? "" : "; ",
      ...symbolName({ base: "W", sub: name, sup: "" }),
      `\u00a0${value.replace(" ", "\u00a0")}`, // on one line
    ]),
    `. ${text("model.second.norm")}`,
  );
}

/** Which second model reads the same sentence, what it is, and how far the chosen head's weights lie elsewhere in it. */
function secondModel({ look, second }: ModelScreen, text: Text): Spec {
  const names = { q8_0: "model.second.eight", q4_0: "model.second.four" } as const;
  const rounded = roundings.map((one): [string, string] => [one, text(names[one])]);
  const isOther = look.second !== "" && !rounded.some(([name]) => name === look.second);
  const other: [string, string][] = isOther ? [[look.second, second?.name ?? look.second]] : [];
  const notes = second ? [second.about, second.moved].filter(Boolean) : [];
  return h(
    "div",
    { key: "second" },
    choice(
      "model-second",
      text("model.second"),
      [["", text("attention.compare.none")], ...rounded, ...other],
      look.second,
    ),
    ...notes.map((words, i) => h("p", { key: `note-${i}`, class: "note" }, words)),
    second?.matrices ? matricesMoved(second.matrices, text) : null,
  );
}

function nextWords(model: ModelScreen, text: Text): Spec | null {
  if (!model.next) return null;
  const { next, before, beforeText, ofSecond, others, rest } = model.next;
  const isMasked = (model.run?.masked ?? null) !== null;
  const title = text(
    model.about?.pictures ? "model.picture.answer" : isMasked ? "model.masked" : "model.next",
  );
  const was = (id: number) => before?.find((one) => one.id === id);
  return h(
    "section",
    { key: "next", class: "part", "aria-label": title },
    h("h2", { key: "title" }, title),
    h(
      "ol",
      { key: "words" },
      next.map((one, i) => {
        const earlier = was(one.id);
        const then = earlier && percent(earlier.probability);
        const said = then ? ` (${text(ofSecond ? "model.second.has" : "model.next.was", then)})` : "";
        return h("li", { key: String(i) }, `${one.text}: ${percent(one.probability)}${said}`);
      }),
    ),
    h("p", { key: "others" }, `${text("model.next.others", others)}: ${percent(rest)}`),
    (model.about?.ledger ?? false) &&
      (model.about?.causal ?? false) &&
      action("write-on", text("model.write")),
    model.written.length > 0 && written(model, text),
    before &&
      h(
        "p",
        { key: "before", class: "note" },
        ofSecond
          ? (model.second?.about ?? "")
          : beforeText
            ? text("model.next.before", beforeText)
            : text("model.next.before.heads"),
      ),
  );
}

/** What is replaced in turn, and by what: zeros, or what another sentence has there. */
function replaced(model: ModelScreen, told: string, text: Text): Spec {
  const pictures = model.about?.pictures ?? false;
  const parts: [string, string][] = [
    ["heads", text("model.why.patched.heads")],
    ["stream", text(pictures ? "model.why.patched.stream.picture" : "model.why.patched.stream")],
  ];
  return h(
    "form",
    { key: "replaced", class: "controls" },
    choice("model-patched", text("model.why.patched"), parts, model.look.patched),
    sentence(
      "model-other",
      text(pictures ? "model.why.other.picture" : "model.why.other"),
      model.other,
      text(pictures ? "model.why.other.hint.picture" : "model.why.other.hint"),
    ),
    h("p", { key: "told" }, told),
    told === "" &&
      h(
        "p",
        { key: "stop" },
        button(
          { type: "LookModel", paused: !model.look.paused },
          text(model.look.paused ? "model.why.off.start" : "model.why.off.stop"),
          { key: "each" },
        ),
      ),
  );
}

/** A button that shows the parts in this way, or by layer again. */
function switchTo(parts: "off" | "lens", { look }: ModelScreen, label: string): Spec {
  const on = look.parts === parts;
  const command = { type: "LookModel", parts: on ? "layer" : parts } as const;
  return h("p", { key: parts }, button(command, label, { key: "each", "aria-pressed": String(on) }));
}

/** The MLPs, each with buttons that replace it, or put it back: at all tokens, and at the one that is explained alone. */
function innerSwitches(
  why: NonNullable<ModelScreen["why"]>,
  model: ModelScreen,
  text: Text,
): (Spec | false)[] {
  const taken = model.look.parts === "off" && model.other !== "";
  const one = ({ layer, name, off, here }: (typeof why.inner)[number]): Spec => {
    const switches = (on: boolean, label: string, at: number | null) =>
      button({ type: "SetModelPart", layer, on, at, taken }, label, {
        key: at === null ? "each" : "here",
        "aria-label": `${name}: ${label}`,
      });
    const back = text("model.taken.back");
    return h(
      "li",
      { key: String(layer) },
      off ? `${name} (${text("model.off")}) ` : `${name} `,
      !here && switches(off, text(off ? "model.head.on" : taken ? "model.take" : "model.head.off"), null),
      " ",
      !off && switches(here, here ? back : text("model.take.at", why.place), why.at),
    );
  };
  return [
    why.inner.length > 0 && h("h3", { key: "mlps" }, text("model.why.inner")),
    why.inner.length > 0 && h("ul", { key: "inner" }, why.inner.map(one)),
  ];
}

/** What the number becomes with each part replaced, each with a button that replaces it, or puts it back. */
function sweptList(
  all: NonNullable<ModelScreen["why"]>["off"],
  { off, other }: ModelScreen,
  text: Text,
): Spec {
  const one = ({ part, name, value }: (typeof all)[number], i: number): Spec => {
    const on = off.some(
      ({ layer, head, at, stream }) =>
        layer === part.layer && head === part.head && at === part.at && stream === part.stream,
    );
    const label = text(on ? "model.taken.back" : other === "" ? "model.head.off" : "model.take");
    const named = { key: "each", "aria-label": `${name}: ${label}` };
    return h(
      "li",
      { key: String(i) },
      `${name}: ${value} `,
      button({ type: "SetModelPart", ...part, on }, label, named),
    );
  };
  return h("ol", { key: "without" }, all.map(one));
}

/** The parts that are replaced, each with a button that puts it back. */
function replacedParts({ replaced: all }: ModelScreen, text: Text): Spec | null {
  if (all.length === 0) return null;
  const label = ({ taken }: (typeof all)[number]["part"]) =>
    text(taken ? "model.taken.back" : "model.head.on");
  return h(
    "section",
    { key: "replaced", class: "part", "aria-label": text("model.replaced") },
    h("h2", { key: "title" }, text("model.replaced")),
    h(
      "ul",
      { key: "parts" },
      all.map(({ part, told }, i) =>
        h(
          "li",
          { key: String(i) },
          `${told} `,
          button({ type: "SetModelPart", ...part, on: true }, label(part), {
            key: "on",
            "aria-label": `${label(part)}: ${told}`,
          }),
        ),
      ),
    ),
  );
}

/** Which word is asked for, and ahead of which other one: to choose, or typed; and why what was typed is none. */
function askedWords(model: ModelScreen, why: NonNullable<ModelScreen["why"]>, text: Text): (Spec | false)[] {
  const pictures = model.about?.pictures ?? false;
  const words = why.choices.map(({ id, name }): [string, string] => [String(id), name]);
  const another = text(pictures ? "model.why.typed.picture" : "model.why.typed");
  const { text: sought = "", against = false, refused = "" } = model.sought ?? {};
  const field = (id: string, caption: string, second: boolean) =>
    !why.all && typed(id, `${caption}: ${another}`, refused !== "" && against === second ? sought : "");
  return [
    h(
      "form",
      { key: "form", class: "controls" },
      choice("model-why-word", text("model.why.word"), words, String(why.word)),
      field("model-why-word-typed", text("model.why.word"), false),
      choice(
        "model-why-against",
        text("model.why.against"),
        [
          ["", text(pictures ? "model.why.alone.picture" : "model.why.alone")],
          ...words.filter(([id]) => id !== String(why.word)),
        ],
        why.against === null ? "" : String(why.against),
      ),
      field("model-why-against-typed", text("model.why.against"), true),
    ),
    refused !== "" && h("p", { key: "refused", role: "alert" }, refused),
  ];
}

/** Why a word follows: the sum with all of its parts, and what each layer would say. */
function whyThisWord(model: ModelScreen, text: Text): Spec | null {
  if (!model.about?.ledger) return null;
  const { why } = model;
  const { pictures } = model.about;
  const title = text(pictures ? "model.picture.why" : "model.view.why");
  const toggle = { type: "LookModel", why: !model.look.why } as const;
  const shown = h(
    "p",
    { key: "toggle" },
    button(toggle, model.look.why ? text("model.view.heads") : title, { key: "view" }),
  );
  if (!why) return h("section", { key: "why-word", class: "part", "aria-label": title }, shown);
  const list = (key: string, terms: readonly { name: string; value: string }[]) =>
    h(
      "ol",
      { key },
      terms.map(({ name, value }, i) => h("li", { key: String(i) }, `${name}: ${value}`)),
    );
  return h(
    "section",
    { key: "why-word", class: "part", "aria-label": title },
    shown,
    h("h2", { key: "title" }, why.title),
    ...askedWords(model, why, text),
    h("p", { key: "sum" }, why.sum),
    h("p", { key: "agrees", class: "note" }, why.agrees),
    list("parts", why.parts),
    why.split.length > 0 && h("h3", { key: "chosen" }, why.chosen),
    why.split.length > 0 && list("split", why.split),
    ...innerSwitches(why, model, text),
    switchTo("off", model, text("model.why.off")),
    model.look.parts === "off" && replaced(model, why.swept, text),
    why.off.length > 0 && sweptList(why.off, model, text),
    switchTo("lens", model, text("model.why.lens")),
    why.grid.length > 0 && list("places", why.grid),
    h("h3", { key: "would" }, text("model.why.would")),
    list("lens", why.lens),
  );
}

/** The step of the tour: what it tells, what to find, and what is said once it is found. */
function tour(model: ModelScreen, text: Text): Spec | null {
  const { tour: step, begin } = model;
  if (!step)
    return begin !== ""
      ? h("p", { key: "tour" }, button({ type: "StepModel", step: 0 }, begin, { key: "begin" }))
      : null;
  const to = (at: number) => ({ type: "StepModel", step: at }) as const;
  const isLast = step.step + 1 === step.steps;
  return h(
    "section",
    { key: "tour", class: "part", "aria-label": step.place },
    h("h2", { key: "title" }, step.title),
    h("p", { key: "text" }, step.text),
    h("p", { key: "task" }, h("strong", {}, step.task)),
    step.found
      ? h("p", { key: "done", role: "status" }, `${text("model.tour.found")}. ${step.done}`)
      : h(
          "details",
          { key: `hint-${step.id}` },
          h("summary", {}, text("model.tour.hint")),
          h("p", {}, step.hint),
        ),
    h(
      "p",
      { key: "actions", class: "actions" },
      step.step > 0 && button(to(step.step - 1), text("step.back"), { key: "back" }),
      button(
        isLast ? { type: "StepModel", step: null } : to(step.step + 1),
        text(isLast ? "model.tour.end" : "step.next"),
        { key: "next" },
      ),
      !isLast && button({ type: "StepModel", step: null }, text("model.tour.leave"), { key: "leave" }),
    ),
  );
}

/** What heads do over many texts, as a table: the largest of the chosen measure first; a column's name chooses it. */
function atlasTable(
  { measures, heads }: NonNullable<ModelScreen["atlas"]>,
  chosen: number,
  text: Text,
): Spec {
  const number = ({ shares }: (typeof heads)[number]) => {
    const value = Number((shares[chosen] ?? "").replace("−", "-"));
    return Number.isNaN(value) ? -1e9 : value; // not measured
  };
  const sorted = [...heads].sort((a, b) => number(b) - number(a));
  return h(
    "table",
    { key: "heads" },
    h("caption", { key: "caption" }, text("model.over.title")),
    h(
      "thead",
      { key: "head" },
      h(
        "tr",
        {},
        h("th", { key: "", scope: "col" }, text("part.head")),
        measures.map(({ name, formula }, i) =>
          h(
            "th",
            { key: name, scope: "col", "aria-sort": i === chosen ? "descending" : "none" },
            button({ type: "LookModel", up: i }, `${name}: ${formula}`, { key: "sort" }),
          ),
        ),
        h("th", { key: "kind", scope: "col" }, text("model.kind.title")),
      ),
    ),
    h(
      "tbody",
      { key: "body" },
      sorted.map((one) =>
        h(
          "tr",
          { key: headKey(one) },
          h("th", { key: "name", scope: "row" }, one.name),
          one.shares.map((value, i) => {
            const change = one.changes[i] ?? "";
            return h("td", { key: String(i) }, change === "" ? value : `${value} (${change})`);
          }),
          h("td", { key: "kind" }, one.kind),
        ),
      ),
    ),
  );
}

function overTexts(model: ModelScreen, text: Text): Spec | null {
  if (!model.about?.editable) return null;
  const { atlas, look } = model;
  const toggle = button(
    { type: "LookModel", over: !look.over },
    text(look.over ? "model.view.heads" : "model.view.over"),
    {
      key: "view",
    },
  );
  if (!look.over || !atlas)
    return h(
      "section",
      { key: "over", class: "part", "aria-label": text("model.view.over") },
      h("p", {}, toggle),
    );
  const choose = (texts: "page" | "twice") =>
    button({ type: "LookModel", texts }, text(`model.over.${texts}`), {
      key: texts,
      "aria-pressed": String(look.texts === texts),
    });
  return h(
    "section",
    { key: "over", class: "part", "aria-label": text("model.view.over") },
    h("p", { key: "toggle" }, toggle),
    h("h2", { key: "title" }, text("model.over.title")),
    h(
      "p",
      { key: "texts", class: "actions" },
      choose("page"),
      choose("twice"),
      action("texts", text("model.over.own")),
    ),
    h("p", { key: "about", role: "status" }, atlas.about),
    atlas.count === 0 &&
      button(
        { type: "LookModel", paused: !look.paused },
        text(look.paused ? "lecture.go_on" : "stage.pause"),
        {
          key: "pause",
        },
      ),
    atlas.heads.length > 0 && atlasTable(atlas, look.up, text),
    atlas.examples.length > 0 && h("h3", { key: "asked" }, atlas.asked),
    atlas.examples.length > 0 &&
      h(
        "ul",
        { key: "examples" },
        atlas.examples.map(({ text: line, value, largest, row, column }, i) =>
          h(
            "li",
            { key: String(i) },
            `${value} `,
            button({ type: "SetModelText", text: line, row, column }, line),
            ` ${largest}`,
          ),
        ),
      ),
  );
}

function rows(model: ModelScreen, text: Text): Spec[] {
  return model.rows.map(({ head, row }) =>
    h(
      "section",
      {
        key: `${head} ${row.label}`,
        class: "part",
        "aria-label": `${head}: ${text("attention.row", row.label)}`,
      },
      h("h2", { key: "title" }, `${head}: ${text("attention.row", row.label)}`),
      h(
        "ol",
        { key: "weights" },
        row.largest.map(({ label, text: weight }, i) => h("li", { key: String(i) }, `${label}: ${weight}`)),
      ),
      h("p", { key: "entropy" }, text("large.reading.entropy", row.entropy, row.keys)),
    ),
  );
}

function shares(model: ModelScreen, text: Text): Spec | null {
  if (!model.run || !model.heads.some((one) => one.shares.length > 0)) return null;
  const columns = model.shares.map(({ name, formula }) =>
    h("th", { key: name, scope: "col" }, `${name}: ${formula}`),
  );
  return h(
    "table",
    { key: "shares" },
    h("caption", { key: "caption" }, text("model.shares", model.run.words.length)),
    h("thead", { key: "head" }, h("tr", {}, h("th", { key: "", scope: "col" }, text("part.head")), columns)),
    h(
      "tbody",
      { key: "body" },
      model.heads.map((one) =>
        h(
          "tr",
          { key: headKey(one) },
          h("th", { key: "name", scope: "row" }, one.off ? `${one.name} (${text("model.off")})` : one.name),
          one.shares.map((share, i) => h("td", { key: String(i) }, share)),
        ),
      ),
    ),
  );
}

export function modelView(reading: Reading, model: ModelScreen, withPicture: boolean, text: Text): Child[] {
  const { about, run, busy, refused } = model;
  return [
    bar(reading, withPicture, text, { title: model.title }),
    !withPicture && h("p", { class: "note", key: "no-picture" }, text("reading.no_picture")),
    h("h1", { key: "title", tabindex: "-1" }, model.title),
    about
      ? h(
          "p",
          { key: "about" },
          [
            about.name,
            text(about.read === "site" ? "model.read.site" : "model.read.file"),
            text("model.layers", about.layers, about.heads),
            about.about,
          ]
            .filter(Boolean)
            .join("; "),
        )
      : !refused && h("p", { key: "about" }, text(model.source ? "model.waits" : "model.none")),
    !about &&
      (!model.source || refused) &&
      button({ type: "ShowModel", on: true, source: "small" }, text("model.open.small"), { key: "small" }),
    refused && h("p", { key: "refused", role: "alert" }, refused),
    busy &&
      busy.all > 0 &&
      h("p", { key: "busy" }, text("model.busy", Math.floor((100 * busy.done) / busy.all))),
    run && h("p", { key: "tokens" }, model.tokens),
    run && !run.known && h("p", { key: "unknown" }, text("model.unknown")),
    tour(model, text),
    settings(model, text),
    replacedParts(model, text),
    whyThisWord(model, text),
    !model.about?.pictures && overTexts(model, text),
    ...rows(model, text),
    model.explanation.length > 0 &&
      h(
        "ul",
        { key: "why" },
        model.explanation.map((words, i) => h("li", { key: String(i) }, words)),
      ),
    nextWords(model, text),
    shares(model, text),
  ];
}

/** The command for a change of one of these elements; null if it is none of them, or not a place. */
export function modelCommand(target: EventTarget | null, model: ModelScreen | null): Command | null {
  const ours =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement;
  if (!ours || !target.dataset.model || !model) return null;
  const [layer = 0, head = 0] = target.value.split(",").map(Number);
  const at = Number(target.value) - 1;
  const isPlace = Number.isInteger(at) && at >= 0;
  switch (target.dataset.model) {
    case "model-given":
    case "model-text":
      return { type: "SetModelText", text: target.value.trim() };
    case "model-head-temperature": {
      const { layer: of, head: which } = model.look;
      return { type: "SetModelTemperature", layer: of, head: which, temperature: Number(target.value) };
    }
    case "model-other":
      return { type: "SetModelOther", text: target.value.trim() };
    case "model-patched":
      return { type: "LookModel", patched: target.value as ModelScreen["look"]["patched"] };
    case "model-head":
      return { type: "LookModel", layer, head };
    case "model-compare":
      return { type: "LookModel", compare: target.value ? [layer, head] : [] };
    case "model-beside":
      return isPlace ? { type: "LookModel", compareRow: at } : { type: "LookModel", apart: true };
    case "model-row":
      return isPlace ? { type: "LookModel", row: at } : null;
    case "model-column": {
      const row = model.look.row ?? usualRow(model);
      if (target.value === "") return { type: "LookModel", row };
      return isPlace ? { type: "LookModel", row, column: at } : null;
    }
    case "model-why-word":
      return { type: "LookModel", word: Number(target.value) };
    case "model-why-against":
      return target.value
        ? { type: "LookModel", against: Number(target.value) }
        : { type: "LookModel", alone: true };
    case "model-why-word-typed":
      return { type: "SeekModelWord", text: target.value.trim() };
    case "model-why-against-typed":
      return { type: "SeekModelWord", text: target.value.trim(), against: true };
    case "model-temperature":
      return { type: "LookModel", temperature: target.value as ModelScreen["look"]["temperature"] };
    case "model-top-k":
      return { type: "LookModel", topK: target.value as ModelScreen["look"]["topK"] };
    case "model-seed":
      return /^\d{1,6}$/.test(target.value) ? { type: "LookModel", seed: Number(target.value) } : null;
    case "model-second":
      return { type: "LookModel", second: target.value };
    case "model-sort":
      return { type: "LookModel", sort: target.value as ModelScreen["look"]["sort"] };
    case "model-first":
      return { type: "LookModel", hideFirst: (target as HTMLInputElement).checked };
    default:
      return null;
  }
}

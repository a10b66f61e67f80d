// The reading view as a whole: the step model in, a description of the DOM out. Commands are in the elements'
// attributes.
import { embedded } from "../embed/settings";
import { isProjected } from "../dialogs/projector";
import type { Explanation, Piece, Reading } from "../core/model";
import { attentionSection } from "./attention";
import { closing, namesDetails } from "./closing";
import { button, controls, type Text } from "./controls";
import { elsewhere, h, type Child, type Spec } from "./dom";
import { movesSection } from "./moves";
import { figureSection } from "./figures";
import { trainingSection } from "./training";
import { question } from "./question";
import { textWithFigure, type FigureState } from "./figure";
import { math, paragraphs, touches, symbolName, type Formulae } from "./text";

export interface ViewState extends FigureState {
  withPicture: boolean; // there is a canvas to go back to
}

export function action(name: string, label: string): Spec {
  return h("button", { type: "button", "data-action": name, key: name }, label);
}

export function themeChoice(reading: Reading, text: Text): Spec {
  const themes = ["system", "dark", "light"].map((theme) =>
    h("option", { key: theme, value: theme }, text(`theme.${theme}`)),
  );
  return h(
    "label",
    { key: "theme" },
    `${text("top.theme")} `,
    h("select", { id: "theme", value: reading.theme }, themes),
  );
}

export const projectorButton = (text: Text): Spec =>
  h(
    "button",
    {
      type: "button",
      "data-action": "projector",
      key: "projector",
      "aria-pressed": String(isProjected()),
    },
    text("projector"),
  );

export function languageChoice(reading: Reading, text: Text): Child {
  if (reading.languages.length < 2) return null;
  const languages = reading.languages.map(({ tag, name }) =>
    h("option", { key: tag, value: tag, lang: tag }, name),
  );
  return h(
    "label",
    { key: "language" },
    `${text("top.language")} `,
    h("select", { id: "language", value: reading.language }, languages),
  );
}

// lesson: with what only a lesson has.
export function bar(reading: Reading, withPicture: boolean, text: Text, lesson = false): Spec {
  return h(
    "div",
    { class: "bar", key: "bar" },
    withPicture && action("leave", text("reading.leave")),
    !embedded && button({ type: "ShowContents", on: true }, text("top.lessons"), { key: "lessons" }),
    button({ type: "Undo" }, text("top.undo"), { disabled: !reading.canUndo, key: "undo" }),
    button({ type: "Redo" }, text("top.redo"), { disabled: !reading.canRedo, key: "redo" }),
    lesson &&
      button({ type: "RestoreLesson" }, text("rail.restore"), { disabled: !reading.changed, key: "restore" }),
    themeChoice(reading, text),
    languageChoice(reading, text),
    lesson && !document.body.hasAttribute("data-embed") && projectorButton(text),
    action("share", text("top.share")),
    lesson && action("export", text("top.export")),
  );
}

function steps(reading: Reading, text: Text): Spec {
  const entries = reading.steps.map(({ id, title, current }) =>
    h("li", { key: id }, button({ type: "GoToStep", id }, title, current ? { "aria-current": "step" } : {})),
  );
  return h(
    "nav",
    { key: "steps", class: "steps", "aria-label": text("reading.steps") },
    h("ol", {}, entries),
  );
}

function formula(reading: Reading, formulae: Formulae, text: Text): Child {
  const { formula: shown } = reading.step;
  if (!shown) return null;
  const element = shown.element ? math(shown.element, formulae, "element") : null;
  return h(
    "div",
    { class: "formula", key: "formula", role: "group", tabindex: "0", "aria-label": text("step.formula") },
    h("div", { key: "whole" }, math(shown.tex, formulae, "whole")),
    element && h("div", { key: "element", class: "element" }, element),
  );
}

// Long lines scroll, so the element must be focusable, and a focusable element needs a name.
const scrolled = (label: string, words: string) =>
  h("pre", { tabindex: "0", role: "group", "aria-label": label }, h("code", {}, words));

function code(reading: Reading, text: Text): Child {
  const { code: shown } = reading.step;
  if (!shown) return null;
  const printed = shown.printed && [
    h("p", {}, text("step.printed")),
    scrolled(text("step.printed"), shown.printed),
  ];
  return h(
    "section",
    { class: "code", key: "code", "aria-label": text("step.code") },
    h("h3", {}, text("step.code")),
    scrolled(text("step.code"), shown.line),
    printed || [],
    h("p", { class: "hint" }, text("step.code.counts")),
  );
}

function extra(key: string, title: string, content: Child[]): Child {
  return content.length > 0 && h("section", { key, class: key }, h("h3", {}, title), content);
}

function piece({ kind, text, level, role, note, symbol }: Piece): Child {
  const tag = level === "raised" ? "sup" : level === "lowered" ? "sub" : "span";
  const name = kind === "name" ? symbolName(symbol) : [];
  return h(tag, { class: `piece-${kind} role role-${role || "none"}`, title: note || null }, name, text);
}

// The visible text is in pieces; a live region beside it holds the same as one sentence.
function provenance(explanation: Explanation | null, text: Text): Spec {
  // A space between pieces, but none before superscripts and subscripts.
  const spaced = (pieces: Piece[]) =>
    pieces.flatMap((each, i) => [i > 0 && each.level === "base" ? " " : null, piece(each)]);
  const lines = explanation?.lines.map((pieces) => h("p", { class: "line" }, spaced(pieces))) ?? [];
  return h(
    "section",
    { class: "provenance", key: "provenance", "aria-label": text("reading.explanation") },
    h(
      "p",
      { class: "visually-hidden", "aria-live": "polite", id: "spoken", key: "spoken" },
      explanation?.spoken ?? "",
    ),
    h(
      "div",
      { "aria-hidden": "true", key: "seen" },
      lines.length > 0
        ? lines
        : h("p", { class: "hint" }, text(touches() ? "explain.empty.touch" : "explain.empty")),
    ),
    explanation &&
      h(
        "p",
        { class: "hint", key: "rule" },
        `${explanation.rule}${explanation.rounding ? ` (${explanation.rounding})` : ""}`,
      ),
  );
}

function neighbours(reading: Reading, text: Text): Spec {
  const at = reading.steps.findIndex(({ current }) => current);
  const [before, after] = [reading.steps[at - 1], reading.steps[at + 1]];
  const back = before ? text("step.back.to", before.title) : text("step.first");
  const next = after ? text("step.next.to", after.title) : text("step.last");
  // At the end of a lesson the next one, or the large map.
  const lesson = reading.closing?.next;
  const large = lesson === "large-map";
  const on =
    lesson &&
    !embedded &&
    h(
      "a",
      {
        href: elsewhere(large ? "#view=large-reading" : `#lesson=${lesson}&view=reading`),
        id: "next-lesson",
        key: "on",
      },
      reading.closing?.nextButton ?? "",
    );
  return h(
    "nav",
    { class: "neighbours", key: "neighbours", "aria-label": `${text("step.back")}, ${text("step.next")}` },
    button({ type: "PreviousStep" }, back, { disabled: !before, key: "back", id: "back" }),
    on || button({ type: "NextStep" }, next, { disabled: !after, key: "next", id: "next" }),
  );
}

/** The bar, and below it the column of text. */
export function readingView(
  reading: Reading,
  explanation: Explanation | null,
  state: ViewState,
  formulae: Formulae,
  text: Text,
): Child[] {
  const content = column(reading, explanation, state, formulae, text);
  return [bar(reading, state.withPicture, text, true), h("div", { class: "column", key: "column" }, content)];
}

function column(
  reading: Reading,
  explanation: Explanation | null,
  state: ViewState,
  formulae: Formulae,
  text: Text,
): Child[] {
  const { step } = reading;
  if (reading.closing) {
    return [
      !state.withPicture && h("p", { class: "note", key: "no-picture" }, text("reading.no_picture")),
      h("h1", { key: "title", tabindex: "-1" }, reading.lesson.title),
      steps(reading, text),
      h("h2", { key: "step", tabindex: "-1", "data-step": step.id }, step.title),
      ...closing(reading, formulae, text),
      neighbours(reading, text),
    ];
  }
  return [
    !state.withPicture && h("p", { class: "note", key: "no-picture" }, text("reading.no_picture")),
    h("h1", { key: "title", tabindex: "-1" }, reading.lesson.title),
    steps(reading, text),
    h(
      "p",
      { class: "count", key: "count" },
      `${text("step.number", step.number)} · ${text("rail.count", step.number, step.count)}`,
    ),
    h("h2", { key: "step", tabindex: "-1", "data-step": step.id }, step.title),
    ...textWithFigure(reading, formula(reading, formulae, text), state, formulae, text),
    h(
      "form",
      { class: "controls", key: "controls", "aria-label": text("reading.controls") },
      controls(reading, formulae, text),
    ),
    step.random && h("p", { class: "note", key: "random" }, step.random),
    ...step.figures.flatMap(figureSection),
    trainingSection(step.training, text),
    attentionSection(reading.attention, text),
    provenance(explanation, text),
    movesSection(reading, text),
    extra("try-it", text("step.try_it"), paragraphs(step.tryIt, formulae)),
    extra("watch-out", text("step.watch_out"), paragraphs(step.watchOut, formulae)),
    question(reading, formulae, text),
    code(reading, text),
    namesDetails(reading, formulae, text),
    neighbours(reading, text),
  ];
}

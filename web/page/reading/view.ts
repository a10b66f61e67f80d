// The reading view as a whole: the step model in, a description of the DOM out. Commands are in the elements'
// attributes.
import { embedded } from "../embed/settings";
import type { ArticleStep, Explanation, Piece, Reading } from "../core/model";
import { extra, formula, otherEnd, otherStep, section, stepNumber } from "./article";
import { attentionSection } from "./attention";
import { bar } from "./bar";
import { closing, namesDetails } from "./closing";
import { button, controls, type Text } from "./controls";
import { elsewhere, h, type Child, type Spec } from "./dom";
import { movesSection } from "./moves";
import { figureSection } from "./figures";
import { trainingSection } from "./training";
import { question } from "./question";
import { textWithFigure, type FigureState } from "./figure";
import { paragraphs, touches, symbolName, type Formulae } from "./text";

export interface ViewState extends FigureState {
  withPicture: boolean; // there is a canvas to go back to
  namesOpen: boolean;
  article: ArticleStep[] | null; // all steps; null: the current one alone
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

/** The bar, and below it the column of text: the current step, in an article among the others. */
export function readingView(
  reading: Reading,
  explanation: Explanation | null,
  state: ViewState,
  formulae: Formulae,
  text: Text,
): Child[] {
  const { title, id: lesson } = reading.lesson;
  const current = section(
    reading.step.id,
    true,
    reading.closing
      ? closingStep(reading, formulae, text)
      : currentStep(reading, explanation, state, formulae, text),
  );
  const steps = state.article
    ? reading.steps.map((step, at) => {
        if (step.current) return current;
        const told = state.article?.find(({ id }) => id === step.id);
        const number = stepNumber(at + 1, text);
        return told ? otherStep(told, number, formulae, text) : otherEnd(step.id, step.title);
      })
    : [current];
  return [
    bar(reading, state.withPicture, text, { title, lesson: true }),
    h(
      "div",
      { class: "column", key: `column-${lesson}` },
      !state.withPicture && h("p", { class: "note", key: "no-picture" }, text("reading.no_picture")),
      h("h1", { key: "title", tabindex: "-1" }, title),
      steps,
    ),
  ];
}

const stepTitle = ({ step }: Reading): Spec =>
  h("h2", { key: "step", tabindex: "-1", "data-step": step.id }, step.title);

const closingStep = (reading: Reading, formulae: Formulae, text: Text): Child[] => [
  stepTitle(reading),
  ...closing(reading, formulae, text),
  neighbours(reading, text),
];

// Beside the picture, which has them too, folded behind a line.
function more(open: boolean, beside: boolean, content: Child[], text: Text): Child {
  return h(
    "div",
    { class: open || !beside ? "more open" : "more", key: "more", "data-part": "-1" },
    beside &&
      h(
        "button",
        { type: "button", class: "unfold", key: "name", "data-unfold": "-1", "aria-expanded": String(open) },
        text("reading.more"),
      ),
    h("div", { class: "inside", key: "inside" }, content),
  );
}

function currentStep(
  reading: Reading,
  explanation: Explanation | null,
  state: ViewState,
  formulae: Formulae,
  text: Text,
): Child[] {
  const { step } = reading;
  const inside = [
    h(
      "form",
      { class: "controls", key: "controls", "aria-label": text("reading.controls") },
      controls(reading, formulae, text),
    ),
    step.random && h("p", { class: "note", key: "random" }, step.random),
    ...step.figures.flatMap(figureSection),
    trainingSection(step.training, text),
    attentionSection(reading.attention, text),
    movesSection(reading, text),
    code(reading, text),
    namesDetails(reading, state.namesOpen, formulae, text),
  ];
  return [
    stepNumber(step.number, text),
    stepTitle(reading),
    ...textWithFigure(reading, formula(step.formula, formulae, text), state, formulae, text),
    more(state.unfolded.has(-1), state.beside, inside, text),
    provenance(explanation, text),
    extra("try-it", text("step.try_it"), paragraphs(step.tryIt, formulae)),
    extra("watch-out", text("step.watch_out"), paragraphs(step.watchOut, formulae)),
    question(reading, formulae, text),
    neighbours(reading, text),
  ];
}

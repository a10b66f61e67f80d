// The other steps of a lesson, around the current one: their texts, without what only the current one has. The step that
// the reader scrolls to becomes the current one (follow.ts).
import type { ArticleStep } from "../core/model";
import type { Text } from "./controls";
import { h, type Child, type Spec } from "./dom";
import { answer } from "./question";
import { math, paragraphs, words, type Formulae } from "./text";

// The steps are keyed, so that a section stays the same element when its step becomes the current one.
export const section = (id: string, current: boolean, content: Child[]): Spec =>
  h("section", { class: "step", key: `step-${id}`, "data-step": id, "data-current": current }, content);

// The current step has the only h2.
const heading = (title: string) =>
  h("div", { class: "title", key: "title", role: "heading", "aria-level": "2" }, title);

export function formula(shown: ArticleStep["formula"], formulae: Formulae, text: Text): Child {
  if (!shown) return null;
  const element = shown.element ? math(shown.element, formulae, "element") : null;
  return h(
    "div",
    { class: "formula", key: "formula", role: "group", tabindex: "0", "aria-label": text("step.formula") },
    h("div", { key: "whole" }, math(shown.tex, formulae, "whole")),
    element && h("div", { key: "element", class: "element" }, element),
  );
}

export const extra = (key: string, title: string, content: Child[]): Child =>
  content.length > 0 && h("section", { key, class: key }, h("h3", {}, title), content);

function question(asked: ArticleStep["question"], formulae: Formulae, text: Text): Child {
  if (!asked) return null;
  const options = asked.options.map((label, at) =>
    h("span", { key: String(at), class: "option" }, words(label, formulae, `option-${at}`)),
  );
  return h(
    "div",
    { class: "question", key: "question" },
    h("h3", {}, text("step.question")),
    h("div", { key: "prompt" }, paragraphs(asked.prompt, formulae)),
    asked.answer.length > 0 && answer(asked.answer, formulae, text),
    options.length > 0 && h("div", { key: "options", class: "choices stacked" }, options),
  );
}

export const stepNumber = (number: number, text: Text): Spec =>
  h("p", { class: "count", key: "count" }, text("step.number", number));

export function otherStep(step: ArticleStep, number: Spec, formulae: Formulae, text: Text): Spec {
  const [first, ...rest] = step.text;
  return section(step.id, false, [
    number,
    heading(step.title),
    first ? h("div", { class: "text", key: "text" }, paragraphs([first], formulae)) : null,
    formula(step.formula, formulae, text),
    rest.length > 0 && h("div", { class: "text", key: "text-1" }, paragraphs(rest, formulae)),
    extra("try-it", text("step.try_it"), paragraphs(step.tryIt, formulae)),
    extra("watch-out", text("step.watch_out"), paragraphs(step.watchOut, formulae)),
    question(step.question, formulae, text),
  ]);
}

export const otherEnd = (id: string, title: string): Spec => section(id, false, [heading(title)]);

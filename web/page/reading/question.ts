// The question of a step as a form. A draft is stored with every change; only "Check", or Enter in a field, has it
// judged.
import type { Command, Paragraph, Question, QuestionPart, Reading } from "../core/model";
import { button, type Text } from "./controls";
import { h, type Child, type Spec } from "./dom";
import { paragraphs, words, type Formulae } from "./text";

const answerCommand = (question: Question, part: number, value: string, check: boolean) => ({
  type: "Answer",
  question: question.id,
  part,
  value,
  check,
});

// The answer in the fields of a part, as the core spells it.
function valueOf(fieldset: HTMLElement): string {
  const field = fieldset.querySelector<HTMLInputElement>('input[type="text"]');
  if (field) return field.value;
  const chosen = (name: string) =>
    [...fieldset.querySelectorAll<HTMLInputElement>(`input[data-answer="${name}"]:checked`)]
      .map(({ value }) => value)
      .join(",");
  if (fieldset.dataset.kind !== "truth") return chosen("option");
  const reason = chosen("option");
  return chosen("truth") + (reason && `.${reason}`);
}

// The command for an event in a part; null if there is none.
export function answerOf(target: EventTarget | null, check: boolean): Command | null {
  if (!(target instanceof HTMLElement)) return null;
  const fieldset = target.closest<HTMLElement>("fieldset[data-part]");
  if (!fieldset || (!check && !target.matches("input"))) return null;
  const { question = "", part = "0" } = fieldset.dataset;
  return { type: "Answer", question, part: Number(part), value: valueOf(fieldset), check };
}

function choices(question: Question, at: number, part: QuestionPart, formulae: Formulae): Spec[] {
  const several = part.kind === "several";
  return part.options.map(({ id, label, labelText, chosen, wrong }) => {
    const formula = labelText.every(({ runs }) => runs.every(({ kind }) => kind === "tex"));
    return h(
      "label",
      { key: id, class: wrong ? "wrong" : null },
      h("input", {
        type: several ? "checkbox" : "radio",
        name: `option-${question.id}-${at}`,
        "data-answer": "option",
        value: id,
        checked: chosen,
        "aria-label": formula ? label : null, // not all programs read a name from MathML
      }),
      h("span", {}, words(labelText, formulae, "label")),
    );
  });
}

function truth(question: Question, at: number, part: QuestionPart, formulae: Formulae, text: Text): Child[] {
  const sides = ["yes", "no"].map((word) =>
    h(
      "label",
      { key: word },
      h("input", {
        type: "radio",
        name: `truth-${question.id}-${at}`,
        "data-answer": "truth",
        value: word,
        checked: part.yesNo === word,
      }),
      h("span", {}, text(`question.${word}`)),
    ),
  );
  const reasons = h(
    "div",
    { key: "reasons", class: "choices stacked", role: "group", "aria-label": text("question.because") },
    h("p", { key: "because", class: "hint" }, text("question.because")),
    choices(question, at, part, formulae),
  );
  return [h("div", { key: "truth", class: "choices" }, sides), part.options.length > 0 && reasons];
}

function order(question: Question, at: number, part: QuestionPart, text: Text): Child[] {
  const ids = part.options.map(({ id }) => id);
  const swapped = (i: number, by: number) => {
    const next = [...ids];
    [next[i], next[i + by]] = [next[i + by] ?? "", next[i] ?? ""];
    return answerCommand(question, at, next.join(), false);
  };
  const entries = part.options.map(({ id, label }, i) =>
    h(
      "li",
      { key: id },
      h("span", {}, label),
      button(swapped(i, -1), "↑", { "aria-label": text("control.move_up", label), disabled: i === 0 }),
      button(swapped(i, 1), "↓", {
        "aria-label": text("control.move_down", label),
        disabled: i === ids.length - 1,
      }),
    ),
  );
  return [h("ol", { key: "order" }, entries)];
}

function fields(question: Question, at: number, part: QuestionPart, formulae: Formulae, text: Text): Child[] {
  const check = h(
    "button",
    { type: "button", key: "check", "data-check": String(at) },
    text("question.check"),
  );
  const ready = (value: string) =>
    button(answerCommand(question, at, value, true), text("question.check"), {
      key: "check",
      disabled: !value,
    });
  switch (part.kind) {
    case "order":
      return [...order(question, at, part, text), ready(part.options.map(({ id }) => id).join())];
    case "cell":
      return [
        h("p", { key: "picked" }, part.picked ? text("question.picked", part.pickedName) : part.example),
        ready(part.picked),
      ];
    case "truth":
      return [...truth(question, at, part, formulae, text), check];
    case "choice":
    case "several":
      return [
        h("div", { key: "options", class: "choices stacked" }, choices(question, at, part, formulae)),
        check,
      ];
    default: {
      const label = text("question.field", part.label || part.example);
      return [
        h("input", {
          key: "field",
          type: "text",
          autocomplete: "off",
          spellcheck: "false",
          placeholder: part.example,
          "aria-label": label,
          "aria-describedby": `feedback-${question.id}-${at}`,
          "aria-invalid": part.outcome === "wrong" ? "true" : null,
          value: part.value,
        }),
        check,
      ];
    }
  }
}

// Spoken when a change has been taken over, not while it is typed.
function goal(question: Question, part: QuestionPart, at: number, text: Text): Spec {
  const right = part.outcome === "right";
  const state = right
    ? part.reached
      ? "goal.reached"
      : "goal.reached.before"
    : question.revealed
      ? "goal.shown"
      : "goal.open";
  return h(
    "div",
    { key: `part-${at}`, class: right ? "goal right" : "goal", role: "status", "aria-live": "polite" },
    h("strong", {}, text(state)),
    !(right && part.reached) && h("p", { key: "distance" }, part.distance),
  );
}

// After the answer was asked for: the reader's own, and the right one beside it.
function shownPart(part: QuestionPart, at: number, formulae: Formulae): Child {
  const given = part.outcome === "right" ? part.given : part.mistaken;
  const marked = (mark: string, answered: Paragraph[]) =>
    h(
      "p",
      { key: mark, class: "given" },
      h("span", { "aria-hidden": "true" }, `${mark} `),
      words(answered, formulae, "given"),
    );
  if (given.length === 0 || part.kind === "goal") return null;
  if (part.outcome === "right") return h("div", { key: `shown-${at}` }, marked("✓", given));
  return h(
    "div",
    { key: `shown-${at}` },
    marked("✗", given),
    part.right.length > 0 && marked("✓", part.right),
  );
}

function partForm(question: Question, part: QuestionPart, at: number, formulae: Formulae, text: Text): Spec {
  if (part.kind === "goal") return goal(question, part, at, text);
  const right = part.outcome === "right";
  const feedback = h(
    "div",
    {
      key: "feedback",
      id: `feedback-${question.id}-${at}`,
      class: `feedback ${part.outcome}`,
      role: "status",
      "aria-live": "polite",
    },
    paragraphs(part.feedback, formulae),
  );
  return h(
    "fieldset",
    {
      key: `part-${at}`,
      "data-part": String(at),
      "data-kind": part.kind,
      "data-question": question.id,
    },
    h(
      "legend",
      { class: part.label ? null : "visually-hidden" },
      part.label ? words(part.labelText, formulae, "label") : text("step.question"),
    ),
    right
      ? h("p", { key: "given", class: "given" }, words(part.given, formulae, "given"))
      : fields(question, at, part, formulae, text),
    feedback,
  );
}

export const answer = (told: Paragraph[], formulae: Formulae, text: Text): Spec =>
  h("div", { key: "answer", class: "answer" }, h("h4", {}, text("step.answer")), paragraphs(told, formulae));

export function question(reading: Reading, formulae: Formulae, text: Text): Child {
  const { question: asked } = reading.step;
  if (!asked) return null;
  const actions = h(
    "p",
    { key: "actions", class: "actions" },
    asked.hasHint &&
      button(
        { type: "ShowHint", question: asked.id },
        text(asked.hint.length === 0 ? "question.hint" : "question.hint.next"),
        { key: "hint" },
      ),
    button({ type: "Reveal", question: asked.id }, text(asked.goal ? "goal.solution" : "step.reveal"), {
      key: "reveal",
    }),
    asked.tries && h("span", { key: "tries", class: "hint" }, asked.tries),
  );
  const open = !asked.revealed || asked.solved || asked.goal;
  const away = asked.parts.some(({ kind, reached }) => kind === "goal" && !reached);
  const after = h(
    "p",
    { key: "after", class: "actions" },
    away &&
      !asked.solved &&
      button({ type: "Reveal", question: asked.id }, text("goal.solution.again"), { key: "again" }),
    asked.next && button({ type: "NextStep" }, asked.next, { key: "next" }),
  );
  const title = text(asked.goal ? "step.goal" : "step.question");
  return h(
    "section",
    { class: "question", key: `question-${asked.id}`, "aria-label": title },
    h("h3", {}, title),
    h("div", { key: "prompt" }, paragraphs(asked.prompt, formulae)),
    asked.edited && h("p", { key: "edited", class: "hint" }, asked.edited),
    open &&
      h(
        "form",
        { key: "form" },
        asked.parts.map((part, at) => partForm(asked, part, at, formulae, text)),
      ),
    !open && asked.parts.map((part, at) => shownPart(part, at, formulae)),
    h("div", { key: "hint", role: "status" }, asked.revealed ? [] : paragraphs(asked.hint, formulae)),
    h(
      "div",
      { key: "outcome", role: "status" },
      asked.revealed ? answer(asked.answer, formulae, text) : null,
    ),
    asked.revealed ? asked.goal && after : actions,
  );
}

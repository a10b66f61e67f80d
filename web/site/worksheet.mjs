// A lesson's questions on paper: figures as vector graphics with the asked cells left empty, blanks, checkboxes.
import { h } from "./html.mjs";
import { fileOf, framed, way } from "./frame.mjs";
import { pageOf, sheetOf } from "./course.mjs";
import { math, paragraphs, words } from "./prose.mjs";

const blank = (size = "") => h("span", { class: `blank ${size}`, "aria-hidden": "true" });
const box = (label) => h("li", {}, h("span", { class: "box", "aria-hidden": "true" }), h("span", {}, label));
const boxes = (labels) => h("ul", { class: "boxes" }, labels.map(box));

const narrow = 640; // px: readable as wide as a phone, and on paper text fits beside it

// A small one shrinks where the screen is narrow, a large one scrolls; on paper all shrink.
const figure = (drawn, note) =>
  h(
    "figure",
    drawn.width <= narrow ? { class: "narrow" } : {},
    h(
      "div",
      {
        class: drawn.width <= narrow ? "drawing small" : "drawing",
        tabindex: "0",
        role: "group",
        "aria-label": note,
      },
      drawn.markup,
    ),
  );

// The parts of one figure share a line on paper where there is room.
const figures = (all, note) =>
  all.length > 1
    ? h(
        "div",
        { class: "figures" },
        all.map((drawn) => figure(drawn, note)),
      )
    : all.map((drawn) => figure(drawn, note));

const formula = (tex, { content, text }) => {
  const frame = { class: "formula", tabindex: "0", role: "group", "aria-label": text("step.formula") };
  return h("div", frame, math(tex, content.formulae, false));
};

// The right answer determines how many numbers are asked for; a blank for a shape does not reveal its rank.
function fields(part, key, { content, say, text }) {
  const labels = part.options.map(({ labelText }) => words(labelText, content.formulae));
  switch (part.kind) {
    case "choice":
    case "several":
      return boxes(labels);
    case "truth":
      return [
        boxes([text("question.yes"), text("question.no")]),
        labels.length > 0 && [h("p", { class: "note" }, say("sheet.because")), boxes(labels)],
      ];
    case "order":
      return [
        h(
          "p",
          { class: "note" },
          `${say("sheet.order")} ${part.options
            .map(({ label }) => label)
            .sort()
            .join(", ")}`,
        ),
        h("p", { class: "line" }, say("sheet.answer"), ": ", blank("wide")),
      ];
    case "goal":
      return h("p", { class: "line" }, say("sheet.answer"), ": ", blank("wide"));
    case "cell":
      return h("p", { class: "note" }, say("sheet.cell", part.example));
    case "number": {
      const count = key.right.split(", ").length;
      return h(
        "p",
        { class: "line" },
        say("sheet.answer"),
        ": ",
        Array.from({ length: count }, () => [blank(), " "]),
      );
    }
    default:
      return h("p", { class: "line" }, say("sheet.answer"), ": ", blank());
  }
}

function question(asked, number, given) {
  const { content, say } = given;
  const { step, key } = asked;
  return h(
    "article",
    { class: "asked", id: `q-${step.question.id}` },
    h("h2", {}, h("span", { class: "number" }, `${number}. `), step.title),
    step.formula && formula(step.formula.tex, given),
    figures(asked.figures, say("sheet.given")),
    h("div", { class: "prompt" }, paragraphs(step.question.prompt, content.formulae)),
    step.question.parts.map((part, i) => [
      part.label && h("p", { class: "part" }, words(part.labelText, content.formulae)),
      fields(part, key.parts[i], given),
    ]),
    step.question.parts.length === 0 && h("p", { class: "line" }, blank("wide")),
  );
}

/** @param given {content, language, say, text, site} */
export function worksheet(given) {
  const { content, language, say, site } = given;
  const page = sheetOf(content.id);
  const title = say("sheet.title", content.title);
  const body = [
    h(
      "p",
      { class: "kicker" },
      h("a", { href: way(page, fileOf(pageOf(content.id), language)) }, say("course.page")),
    ),
    h("h1", {}, title),
    h("p", { class: "who" }, say("sheet.name"), ": ", blank("wide"), " ", say("sheet.date"), ": ", blank()),
    h("p", { class: "actions" }, h("button", { type: "button", id: "print", hidden: true }, say("print"))),
    content.steps.filter(({ step }) => step.question).map((one, i) => question(one, i + 1, given)),
    h("p", { class: "note" }, say("sheet.foot", say("site"), content.title)),
  ];
  return framed(site, page, { title, description: title, language, say, body, kind: "sheet", paper: true });
}

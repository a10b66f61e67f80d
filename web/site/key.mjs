// The answer key of a lesson, for teachers. It is written beside the site, not into it: what a course publishes is what its
// students can read. Its styles are those of the site next to it.
import { pageOf } from "./course.mjs";
import { fileOf } from "./frame.mjs";
import { h } from "./html.mjs";
import { paragraphs, words } from "./prose.mjs";

const isEmpty = ({ notes, say }) => notes.length === 0 && say.length === 0;

function notes(part, label, { content, say }) {
  if (isEmpty(part)) return null;
  const row = (given, reply) => h("tr", {}, h("th", { scope: "row" }, given), h("td", {}, reply));
  return h(
    "div",
    { class: "table-frame", tabindex: "0", role: "group", "aria-label": say("course.notes") },
    h(
      "table",
      { class: "notes" },
      h("caption", {}, [say("course.notes"), label && ` (${label})`]),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [say("course.given"), say("course.say")].map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        {},
        part.notes.map((note) => row(note.given, words(note.say, content.formulae))),
        part.say.length > 0 && row(h("em", {}, say("course.other")), words(part.say, content.formulae)),
      ),
    ),
  );
}

function questionKey(asked, number, given) {
  const { content, say } = given;
  const { step, key, answer, hint } = asked;
  const right = key.parts.map((part, i) => {
    const { label } = step.question.parts[i];
    return h("li", {}, label && [label, " "], h("strong", {}, part.right));
  });
  return h(
    "article",
    { id: `q-${step.question.id}`, class: "key" },
    h("h3", {}, say("course.question", number, step.title)),
    h("div", { class: "prompt" }, paragraphs(step.question.prompt, content.formulae)),
    right.length > 0 && [h("h4", {}, say("course.right")), h("ul", { class: "right" }, right)],
    h("h4", {}, say("course.why")),
    paragraphs(answer, content.formulae),
    hint?.length > 0 && [h("h4", {}, say("course.hint")), paragraphs(hint, content.formulae)],
    key.parts.map((part, i) => notes(part, step.question.parts[i].label, given)),
  );
}

/** @param given {content, language, say, site} */
export function keyPage(given) {
  const { content, language, say, site } = given;
  const title = say("key.title", content.title);
  const beside = (file) => `../site/${file}`;
  const asked = content.steps.filter(({ step }) => step.question);
  const head = [
    h("meta", { charset: "utf-8" }),
    h("title", {}, `${title} · ${say("site")}`),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "robots", content: "noindex" }),
    h("link", { rel: "stylesheet", href: beside(site.assets.styles) }),
  ];
  const body = [
    h(
      "p",
      { class: "kicker" },
      h("a", { href: beside(fileOf(pageOf(content.id), language)) }, say("course.page")),
    ),
    h("h1", {}, title),
    h("p", { class: "note" }, say("course.key.intro")),
    asked.map((one, i) => questionKey(one, i + 1, given)),
  ];
  const shell = h(
    "html",
    { lang: language, dir: site.directionOf(language) },
    h("head", {}, head),
    h("body", { class: "course" }, h("main", { id: "main" }, body)),
  );
  return `<!doctype html>\n${shell}\n`;
}

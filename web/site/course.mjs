// The page of a lesson for teachers: duration and prerequisites, the key to its questions, names, sources.
import { cards } from "./cards.mjs";
import { codeOf, directionSigns, h } from "./html.mjs";
import { explorer, fileOf, framed, inline, way } from "./frame.mjs";
import { sessionPlans } from "./plans.mjs";
import { paragraphs, words } from "./prose.mjs";

export const pageOf = (id) => `course/${id}`;
export const sheetOf = (id) => `course/${id}-worksheet`;

export const stepLink = (page, language, lesson, step) =>
  explorer(page, language, `lesson=${lesson}${step ? `&step=${step}` : ""}`);

function facts({ content, say, language, page }) {
  const { closing, steps, id } = content;
  const questions = steps.filter(({ step }) => step.question).length;
  const rows = [
    closing.minutes > 0 && [say("course.time"), say("course.time.note", closing.minutes)],
    [say("course.size"), say("course.size.note", steps.length, questions)],
    closing.prerequisites.length > 0 && [
      say("course.prerequisites"),
      words(closing.prerequisites, content.formulae),
    ],
  ].filter(Boolean);
  return [
    h(
      "dl",
      { class: "facts" },
      rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    ),
    h(
      "p",
      { class: "actions" },
      h("a", { class: "button primary", href: stepLink(page, language, id) }, say("course.open")),
      h("a", { class: "button", href: way(page, fileOf(sheetOf(id), language)) }, say("course.worksheet")),
    ),
  ];
}

const section = (id, title, ...content) =>
  h("section", { id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), content);

function steps({ content, say, language, page }) {
  return h(
    "ol",
    { class: "steps" },
    content.steps.map(({ step }) =>
      h(
        "li",
        {},
        h("a", { href: stepLink(page, language, content.id, step.id) }, step.title),
        step.question &&
          h("span", { class: "note" }, " ", h("a", { href: `#q-${step.question.id}` }, say("course.asks"))),
      ),
    ),
  );
}

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

function keyOf(asked, number, given) {
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

const columns = ["what", "here", "usual", "pytorch"];

export function namesTable({ content, say, text }) {
  const cell = (list) => (list.length > 0 ? words(list, content.formulae) : null);
  const rows = content.names.map((row) => ({ cells: columns.map((id) => cell(row[id])) }));
  return cards(
    "names",
    say("course.names"),
    columns.map((id) => text(`names.${id}`)),
    rows,
  );
}

const texSigns = { "\\": "\\textbackslash{}", "^": "\\^{}", "~": "\\~{}" };
const texText = (text) =>
  text
    .replace(/[\\^~_&%#${}]/g, (sign) => texSigns[sign] ?? `\\${sign}`)
    .replace(directionSigns, (sign) => `U+${codeOf(sign)}`)
    .replace(/\s+/g, " ");

// In the format of reference managers; all of it comes from the lesson.
function bibtex({ content, say }) {
  const { id, version, title } = content;
  return [
    `@misc{attention-explorer-${id},`,
    `  title        = {${say("site")}: ${texText(title)}},`,
    `  note         = {Lesson ${id}, version ${texText(String(version))}},`,
    `  howpublished = {Interactive lesson}`,
    "}",
  ].join("\n");
}

/** @param given {content, language, say, text, site} */
export function coursePage(given) {
  const { content, language, say, site } = given;
  const page = pageOf(content.id);
  const within = { ...given, page };
  const { closing, formulae } = content;
  const prose = (list) => paragraphs(list, formulae);
  const asked = content.steps.filter(({ step }) => step.question);
  const sections = [
    closing.objectives.length > 0 && ["objectives", say("course.objectives"), prose(closing.objectives)],
    ["steps", say("course.steps"), steps(within)],
    asked.length > 0 && [
      "key",
      say("course.key"),
      h("p", { class: "note" }, say("course.key.intro")),
      asked.map((one, i) => keyOf(one, i + 1, within)),
    ],
    closing.canSay.length > 0 && ["can-say", say("course.can_say"), prose(closing.canSay)],
    closing.corrections.length > 0 && ["corrections", say("course.corrections"), prose(closing.corrections)],
    content.names.length > 0 && ["names", say("course.names"), namesTable(within)],
    closing.references.length > 0 && [
      "sources",
      say("course.sources"),
      h(
        "ul",
        {},
        closing.references.map(({ text, url }) => {
          const source = words(text, formulae);
          return h("li", {}, url ? h("a", { href: url, rel: "noopener" }, source) : source);
        }),
      ),
    ],
    closing.licence.length > 0 && ["licence", say("course.licence"), prose(closing.licence)],
    closing.cite.length > 0 && [
      "cite",
      say("course.cite"),
      prose(closing.cite),
      h("h3", {}, say("course.cite.bibtex")),
      h(
        "pre",
        { tabindex: "0", role: "group", "aria-label": say("course.cite.bibtex") },
        h("code", {}, bibtex(within)),
      ),
    ],
  ].filter(Boolean);
  const body = [
    h(
      "p",
      { class: "kicker" },
      h("a", { href: way(page, fileOf("course/index", language)) }, say("course.title")),
    ),
    h("h1", {}, content.title),
    h("p", { class: "lead" }, content.summary),
    facts(within),
    h(
      "nav",
      { class: "contents", "aria-label": say("course.contents") },
      h(
        "ul",
        {},
        sections.map(([id, title]) => h("li", {}, h("a", { href: `#${id}` }, title))),
      ),
    ),
    sections.map((one) => section(...one)),
  ];
  return framed(site, page, {
    title: content.title,
    description: content.summary,
    language,
    say,
    body,
    kind: "course",
  });
}

/** All lessons with their time and links. */
export function courseIndex({ lessons, language, say, site }) {
  const page = "course/index";
  const rows = lessons.map((content) => ({
    cells: [
      [
        h("a", { href: way(page, fileOf(pageOf(content.id), language)) }, content.title),
        h("span", { class: "note" }, content.summary),
      ],
      content.closing.minutes > 0 ? say("course.minutes", content.closing.minutes) : null,
      say("course.size.note", content.steps.length, content.steps.filter(({ step }) => step.question).length),
      h("a", { href: way(page, fileOf(sheetOf(content.id), language)) }, say("course.worksheet")),
    ],
  }));
  const heads = ["course.lesson", "course.time", "course.size", "course.worksheet"];
  const body = [
    h("h1", {}, say("course.title")),
    h("p", { class: "lead" }, inline(say("course.intro"))),
    cards(
      "lessons",
      say("course.title"),
      heads.map((id) => say(id)),
      rows,
    ),
    sessionPlans({ lessons, say, link: (id, step) => stepLink(page, language, id, step) }),
  ];
  return framed(site, page, {
    title: say("course.title"),
    description: say("course.intro"),
    language,
    say,
    body,
    kind: "course",
  });
}

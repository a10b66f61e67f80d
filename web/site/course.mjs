// The page of a lesson for teachers: duration and prerequisites, steps, names, sources. The key to its
// questions is apart: key.mjs.
import { cards } from "./cards.mjs";
import { codeOf, directionSigns, h } from "./html.mjs";
import { explorer, fileOf, framed, inline, way } from "./frame.mjs";
import { sessionPlans } from "./plans.mjs";
import { paragraphs, words } from "./prose.mjs";

export const pageOf = (id) => `course/${id}`;
export const sheetOf = (id) => `course/${id}-worksheet`;
/** Beside the site's folder. */
export const keyOf = (id, language) => `keys/${fileOf(id, language)}`;

export const stepLink = (page, language, lesson, step) =>
  explorer(page, language, `lesson=${lesson}${step ? `&step=${step}` : ""}`);

// Of a lesson, or of a tour of a model.
const linkTo = (page, language, { id, link }, step) =>
  link ? explorer(page, language, link(step)) : stepLink(page, language, id, step);

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
      h("a", { class: "button primary", href: linkTo(page, language, content) }, say("course.open")),
      h("a", { class: "button", href: way(page, fileOf(sheetOf(id), language)) }, say("course.worksheet")),
    ),
  ];
}

const section = (id, title, ...content) =>
  h("section", { id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), content);

function steps({ content, say, language, page }) {
  const sheet = way(page, fileOf(sheetOf(content.id), language));
  return h(
    "ol",
    { class: "steps" },
    content.steps.map(({ step }) =>
      h(
        "li",
        {},
        h("a", { href: linkTo(page, language, content, step.id) }, step.title),
        step.question &&
          h(
            "span",
            { class: "note" },
            " ",
            h("a", { href: `${sheet}#q-${step.question.id}` }, say("course.asks")),
          ),
      ),
    ),
  );
}

const columns = ["what", "here", "usual", "pytorch"];

export function namesTable({ content, say, text }) {
  const cell = (list) => (list.length > 0 ? words(list, content.formulae) : null);
  const rows = content.names.map((row) => ({ cells: columns.map((id) => cell(row[id])) }));
  return cards(
    "names",
    say("course.names"),
    columns.map((id) => (id === "here" ? content.namesHere : text(`names.${id}`))),
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

/** What a course page has of its lesson: [id, title, what it holds]. */
function sectionsOf(within) {
  const { content, language, say } = within;
  const { closing, formulae } = content;
  const prose = (list) => paragraphs(list, formulae);
  const asked = content.steps.some(({ step }) => step.question);
  return [
    closing.objectives.length > 0 && ["objectives", say("course.objectives"), prose(closing.objectives)],
    ["steps", say("course.steps"), steps(within)],
    asked && [
      "key",
      say("course.key"),
      h("p", { class: "note" }, inline(say("course.key.apart", keyOf(content.id, language)))),
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
}

/** @param given {content, language, say, text, site} */
export function coursePage(given) {
  const { content, language, say, site } = given;
  const page = pageOf(content.id);
  const within = { ...given, page };
  const sections = sectionsOf(within);
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

/** All lessons, and the tours of models, with their time and links. */
export function courseIndex({ lessons, toured, language, say, site }) {
  const page = "course/index";
  const rows = [...lessons, ...toured].map((content) => ({
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

// Short pages around the explorer: the glossary, accessibility and privacy statements. Their texts
// are in web/words/site.json; symbols, names and other facts of the lessons come from the lessons.
import { cards } from "./cards.mjs";
import { h } from "./html.mjs";
import { fileOf, framed, inline, list, way } from "./frame.mjs";
import { pageOf } from "./course.mjs";
import { words } from "./prose.mjs";

// In the order in which lessons introduce them. By role if the lessons' tables of names have one; the others by their
// word, with the lessons that explain them.
const terms = [
  { id: "token", taught: ["sentence", "letters"] },
  { id: "patch", taught: ["causal-ladder", "pictures"] },
  { id: "input", role: "input" },
  { id: "projection", roles: ["query_projection", "key_projection", "value_projection"] },
  { id: "query", role: "query" },
  { id: "key", role: "key" },
  { id: "value", role: "value" },
  { id: "scores", role: "scores" },
  { id: "scaled_scores", role: "scaled_scores" },
  { id: "temperature", taught: ["worked-example", "tasks-2"] },
  { id: "mask", role: "mask" },
  { id: "causal", taught: ["causal-ladder"] },
  { id: "softmax", taught: ["why", "worked-example"] },
  { id: "weights", role: "weights" },
  { id: "output", role: "output" },
  { id: "head", taught: ["roles", "multi-head"] },
  { id: "position", role: "position" },
];

const spelt = (list) => list.map(({ runs }) => runs.map(({ text }) => text).join("")).join(" ");

// What the tables of all lessons say of a role, without repeated spellings.
function ofRoles(lessons, roles, column) {
  const found = new Map();
  for (const content of lessons)
    for (const row of content.names)
      if (roles.includes(row.role) && row[column].length > 0)
        found.set(spelt(row[column]), words(row[column], content.formulae));
  // "src" adds nothing to "src, tgt".
  const items = (spelling) => spelling.split(", ");
  const within = (spelling) => (other) =>
    items(other).length > items(spelling).length &&
    items(spelling).every((one) => items(other).includes(one));
  const kept = [...found].filter(([spelling]) => ![...found.keys()].some(within(spelling)));
  return kept.flatMap(([, one], i) => (i > 0 ? [", ", ...one] : one));
}

function glossary({ lessons, language, say, text, page }) {
  const row = ({ id, role, roles = role ? [role] : [], taught = [] }) => {
    const word = role ? text(`role.${role}`) : say(`glossary.${id}.word`);
    const symbols = ofRoles(lessons, roles, "usual");
    const named = ofRoles(lessons, roles, "pytorch");
    const where = lessons.filter(
      (lesson) => taught.includes(lesson.id) || lesson.names.some((one) => roles.includes(one.role)),
    );
    const links = where.flatMap((content, i) => [
      i > 0 && ", ",
      h("a", { href: way(page, fileOf(pageOf(content.id), language)) }, content.title),
    ]);
    return {
      id,
      cells: [
        h("span", { class: role ? `role role-${role}` : "" }, word),
        symbols.length > 0 ? h("span", { class: "symbol" }, symbols) : null,
        say(`glossary.${id}`),
        named.length > 0 ? named : null,
        links.length > 0 ? links : null,
      ],
    };
  };
  const heads = ["term", "symbol", "meaning", "pytorch", "lessons"];
  return cards(
    "glossary",
    say("glossary.title"),
    heads.map((id) => say(`glossary.${id}`)),
    terms.map(row),
  );
}

const headed = (say, id, content) => [h("h2", {}, say(id)), content];
const paragraph = (say, id) => h("p", {}, inline(say(id)));

const pages = {
  glossary: (given) => [paragraph(given.say, "glossary.intro"), glossary(given)],
  accessibility: ({ say }) => [
    paragraph(say, "accessibility.aim"),
    headed(say, "accessibility.reading", paragraph(say, "accessibility.reading.text")),
    headed(say, "accessibility.tested", list(say("accessibility.tested.list"))),
    headed(say, "accessibility.limits", list(say("accessibility.limits.list"))),
    headed(say, "accessibility.tell", paragraph(say, "accessibility.tell.text")),
  ],
  privacy: ({ say }) => [
    h("p", { class: "lead" }, say("privacy.short")),
    list(say("privacy.list")),
    paragraph(say, "privacy.server"),
  ],
};

export const aboutPages = Object.keys(pages);

/** @param given {lessons, language, say, text, site} */
export function aboutPage(name, given) {
  const page = `about/${name}`;
  const { say, language, site } = given;
  const title = say(`${name}.title`);
  const body = [h("h1", {}, title), pages[name]({ ...given, page })];
  return framed(site, page, { title, description: title, language, say, body, kind: "about" });
}

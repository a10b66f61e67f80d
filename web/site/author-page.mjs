// The author kit as a static page: forms with their labels. Its script fills them and shows the lesson beside them;
// facts about the lessons and the script's sentences are in a data block.
import { h, raw } from "./html.mjs";
import { fileOf, framed, inline, way } from "./frame.mjs";

const field = (id, label, control, note = null) =>
  h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    control,
    note && h("p", { class: "note" }, note),
  );
const options = (pairs, chosen = "") =>
  pairs.map(([value, label]) => h("option", { value, selected: value === chosen }, label));
const choice = (id, pairs, chosen) => h("select", { id }, options(pairs, chosen));

export const kinds = [
  "html",
  "iframe",
  "moodle",
  "canvas",
  "markdown",
  "jupyter",
  "anywidget",
  "quarto",
  "observable",
];

/** As the choice of lessons calls a file of the author's. */
const ownLesson = "own-file";

/** A data block, which scripts read and browsers never run. */
export const data = (id, value) =>
  h("script", { type: "application/json", id }, raw(JSON.stringify(value).replaceAll("<", "\\u003c")));

// eslint-disable-next-line max-lines-per-function -- one form, field by field
function settings({ say, lessons, site }) {
  const languages = [["", say("author.lang.reader")], ...Object.entries(site.languages)];
  const of = (group, ids) => ids.map((id) => [id, say(`author.${group}.${id}`)]);
  return h(
    "form",
    { id: "settings", "aria-label": say("author.settings") },
    field(
      "lesson",
      say("author.lesson"),
      choice("lesson", [...lessons.map(({ id, title }) => [id, title]), [ownLesson, say("author.own")]]),
    ),
    h(
      "fieldset",
      { id: "own", hidden: true },
      h("legend", {}, say("author.own")),
      field(
        "own-file",
        say("author.own.file"),
        h("input", { id: "own-file", type: "file", accept: ".json,application/json" }),
        say("author.own.file.note"),
      ),
      field(
        "own-address",
        say("author.own.address"),
        h("input", { id: "own-address", type: "text", value: "lesson.json", spellcheck: "false" }),
        say("author.own.address.note"),
      ),
    ),
    h(
      "p",
      { class: "tick" },
      h("label", {}, h("input", { type: "checkbox", id: "pin" }), " ", say("author.pin")),
    ),
    field("step", say("author.step"), choice("step", [])),
    h(
      "fieldset",
      {},
      h("legend", {}, say("author.steps")),
      field("first", say("author.first"), choice("first", [])),
      field("last", say("author.last"), choice("last", [])),
    ),
    field("view", say("author.view"), choice("view", of("view", ["lesson", "attention", "reading"]))),
    field("theme", say("author.theme"), choice("theme", of("theme", ["system", "dark", "light"]))),
    h(
      "p",
      { class: "field tick" },
      h("label", {}, h("input", { type: "checkbox", id: "projected" }), " ", say("author.projector")),
    ),
    field("lang", say("author.lang"), choice("lang", languages)),
    field("controls", say("author.controls"), choice("controls", of("controls", ["all", "steps", "none"]))),
    field("lock", say("author.lock"), choice("lock", of("lock", ["none", "all", "these", "others"]))),
    h(
      "fieldset",
      { id: "locked", hidden: true },
      h("legend", {}, say("author.matrices")),
      h("div", { id: "matrices", class: "ticks" }),
    ),
    field(
      "height",
      say("author.height"),
      h("input", {
        id: "height",
        type: "number",
        min: "200",
        max: "4000",
        placeholder: say("author.height.auto"),
      }),
    ),
    field("loading", say("author.loading"), choice("loading", of("loading", ["lazy", "eager"]))),
    h(
      "div",
      { class: "field" },
      h("p", { class: "actions" }, [
        h("button", { type: "button", id: "take" }, say("author.take")),
        h("button", { type: "button", id: "forget", hidden: true }, say("author.forget")),
      ]),
      h("p", { class: "note" }, say("author.take.note")),
    ),
    field(
      "base",
      say("author.base"),
      h("input", { id: "base", type: "url", spellcheck: "false" }),
      say("author.base.note"),
    ),
  );
}

function snippetParts({ say }) {
  return [
    field(
      "kind",
      say("author.where"),
      choice(
        "kind",
        kinds.map((kind) => [kind, say(`author.kind.${kind}`)]),
      ),
    ),
    h("p", { id: "how", class: "note" }),
    h(
      "pre",
      { tabindex: "0", role: "group", "aria-label": say("author.snippet") },
      h("code", { id: "code" }),
    ),
    h(
      "p",
      { class: "actions" },
      h("button", { type: "button", id: "copy", class: "primary" }, say("author.copy")),
    ),
  ];
}

function scormParts({ say }) {
  const complete = ["steps", "questions"].map((id) => [id, say(`author.complete.${id}`)]);
  return [
    h("p", {}, inline(say("author.scorm.text"))),
    field("complete", say("author.complete"), choice("complete", complete, "questions")),
    field(
      "pass",
      say("author.pass"),
      h("input", { id: "pass", type: "number", min: "0", max: "100", value: "80" }),
    ),
    h("p", { class: "actions" }, h("button", { type: "button", id: "scorm" }, say("author.scorm.save"))),
  ];
}

// Sentences used by the script.
const spoken = [
  "copied",
  "copy.failed",
  "own.bad",
  "own.empty",
  "own.missing",
  "taken",
  "scorm.made",
  "scorm.failed",
  "scorm.no_platform",
];

/** @param given {lessons, language, say, site} */
// eslint-disable-next-line max-lines-per-function -- one page, from top to bottom
export function authorPage(given) {
  const { say, language, site, lessons } = given;
  const page = "author";
  const known = lessons.map(({ id, title, version, steps, editable }) => ({
    id,
    title,
    version,
    editable,
    steps: steps.map(({ step }) => ({ id: step.id, title: step.title })),
  }));
  const words = Object.fromEntries([
    ...spoken.map((id) => [id, say(`author.${id}`)]),
    ...kinds.map((kind) => [`how.${kind}`, say(`author.how.${kind}`)]),
  ]);
  const body = [
    h("h1", {}, say("author.title")),
    h("p", { class: "lead" }, say("author.intro")),
    h("noscript", {}, h("p", {}, say("author.noscript"))),
    h(
      "div",
      { class: "kit" },
      h(
        "section",
        { "aria-labelledby": "choose" },
        h("h2", { id: "choose" }, say("author.settings")),
        settings(given),
      ),
      h(
        "section",
        { "aria-labelledby": "live" },
        h("h2", { id: "live" }, say("author.preview")),
        h("div", { id: "preview" }),
        h("p", { class: "note" }, say("author.tells")),
        h("p", { id: "told", class: "note", role: "status" }, say("author.waiting")),
        h("h2", {}, say("author.snippet")),
        snippetParts(given),
        h("p", { id: "status", role: "status" }),
        h("h2", {}, say("author.scorm")),
        scormParts(given),
      ),
    ),
    h(
      "p",
      {},
      inline(say("author.more")),
      " ",
      h("a", { href: way(page, fileOf("course/index", language)) }, say("nav.course")),
    ),
    data("kit", { lessons: known, words, language, scorm: site.assets.scorm }),
  ];
  const head = ["attention-explorer.js", site.assets.author].map((src) =>
    h("script", { type: "module", src }),
  );
  return framed(site, page, {
    title: say("author.title"),
    description: say("author.intro"),
    language,
    say,
    body,
    head,
    kind: "author",
    ownFiles: true,
  });
}

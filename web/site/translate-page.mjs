// The static part of the page for translators: the guide, the choices, the place for the texts. Its script fetches the
// texts; the data block says where they are and has the script's sentences.
import { data } from "./author-page.mjs";
import { fileOf, framed, inline, list } from "./frame.mjs";
import { h } from "./html.mjs";

const spoken = [
  "language.begun",
  "language.others",
  "language.other",
  "tag.bad",
  "tag.english",
  "part.all",
  "part.done",
  "part.option",
  "next.none",
  "saved",
  "opened",
  "opened.unknown",
  "open.bad",
  "open.large",
  "open.language",
  "open.replace",
  "kept",
  "kept.failed",
  "loading",
  "failed",
  "found",
  "found.none",
  "live",
  "picture",
  "field",
  "paragraph",
  "copy",
  "stale.fine",
  ...["step", "lesson", "parameters", "tensors", "course", "references"].map((id) => `group.${id}`),
  ...[
    ...[
      "title",
      "summary",
      "text",
      "tryIt",
      "watchOut",
      "prompt",
      "label",
      "labels",
      "hint",
      "answer",
      "say",
    ],
    "language",
  ].map((id) => `kind.${id}`),
  ...["done", "missing", "partial", "stale", "broken"].map((id) => `state.${id}`),
  ...["missing", "extra", "lost", "added", "strong", "long"].map((id) => `remark.${id}`),
];

const guide = (say) => [
  h("p", { class: "lead" }, say("translate.intro")),
  h("h2", {}, say("translate.steps")),
  list(say("translate.steps.list"), "ol"),
  h(
    "details",
    {},
    h("summary", {}, say("translate.marks")),
    list(say("translate.marks.list")),
    h("p", {}, inline(say("translate.direction"))),
  ),
  h("details", {}, h("summary", {}, say("translate.style")), list(say("translate.style.list"))),
];

const field = (id, label, control) => h("div", { class: "field" }, h("label", { for: id }, label), control);
const press = (say, id, of, more = {}) =>
  h("button", { type: "button", id, ...more }, say(`translate.${of}`));

function choices(say) {
  const shown = ["all", "missing", "stale", "marked"];
  return h(
    "div",
    { class: "choices" },
    field(
      "language",
      say("translate.language"),
      h("select", { id: "language" }, h("option", { value: "" }, say("translate.language.choose"))),
    ),
    h(
      "form",
      { id: "other", class: "field", hidden: true },
      h("label", { for: "tag" }, say("translate.tag")),
      h("input", {
        id: "tag",
        type: "text",
        autocapitalize: "none",
        autocomplete: "off",
        spellcheck: "false",
      }),
      h("button", {}, say("translate.tag.use")),
    ),
    field("part", say("translate.part"), h("select", { id: "part" })),
    field(
      "show",
      say("translate.show"),
      h(
        "select",
        { id: "show" },
        shown.map((id) => h("option", { value: id }, say(`translate.show.${id}`))),
      ),
    ),
    field(
      "search",
      say("translate.search"),
      h("input", { id: "search", type: "search", placeholder: say("translate.search.hint") }),
    ),
  );
}

const desk = (say) =>
  h(
    "section",
    { "aria-labelledby": "work" },
    h("h2", { id: "work" }, say("translate.work")),
    h("noscript", {}, h("p", {}, say("author.noscript"))),
    choices(say),
    h(
      "p",
      { class: "actions" },
      press(say, "save", "save", { disabled: true }),
      press(say, "open", "open", { disabled: true }),
      h("input", {
        type: "file",
        id: "file",
        accept: ".zip,.json,application/zip,application/json",
        multiple: true,
        hidden: true,
        "aria-label": say("translate.open"),
      }),
    ),
    h("p", { id: "status", role: "status" }),
    h(
      "div",
      { id: "bar", hidden: true },
      h("progress", { id: "progress", max: "1", value: "0", "aria-labelledby": "done" }),
      h("span", { id: "done" }),
      press(say, "next", "next", { class: "primary" }),
      h("span", { id: "noted", class: "note", role: "status" }),
    ),
    h("p", { id: "found", class: "note", role: "status" }),
    h("div", { id: "texts" }),
    h("p", { class: "actions" }, press(say, "more", "more", { hidden: true })),
    h("p", { class: "note" }, say("translate.next.key")),
  );

const ofExplorer = ["interface", "page", "files", "model", "site"];

/** @param given {lessons, language, say, site} */
export function translatePage({ lessons, language, say, site }) {
  const parts = [
    ...lessons.map(({ id, title }) => ({ id, title, lesson: true })),
    ...ofExplorer.map((id) => ({ id, title: say(`translate.part.${id}`), lesson: false })),
  ];
  const { english, translations, script } = site.assets.translate;
  const body = [
    h("h1", {}, say("translate.title")),
    guide(say),
    desk(say),
    data("kit", {
      words: Object.fromEntries(spoken.map((id) => [id, say(`translate.${id}`)])),
      language,
      parts,
      names: site.languages,
      english,
      translations,
      page: [fileOf("translate", language), site.assets.styles, site.assets.script, script],
    }),
  ];
  return framed(site, "translate", {
    title: say("translate.title"),
    description: say("translate.intro"),
    language,
    say,
    body,
    head: h("script", { type: "module", src: script }),
    kind: "author translate",
  });
}

// The static part of the page for writing a lesson: toolbar, place for the editor, frame, list of problems.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { data } from "./author-page.mjs";
import { h } from "./html.mjs";
import { framed, inline } from "./frame.mjs";

const readme = join(dirname(fileURLToPath(import.meta.url)), "../lessons/README.md");

// The lesson of web/lessons/README.md: short, and a test runs it.
function example() {
  const [, text] = /```json\n([^]*?)\n```/.exec(readFileSync(readme, "utf8")) ?? [];
  if (!text) throw new Error("web/lessons/README.md shows no lesson in JSON.");
  return JSON.parse(text);
}

const spoken = [
  "editor",
  "line",
  "fine",
  "wrong",
  "large",
  "url.http",
  "url.failed",
  "url.ask",
  "slow",
  "replace",
];

/** @param given {lessons, language, say, site} */
// eslint-disable-next-line max-lines-per-function -- one page, from top to bottom
export function writePage({ lessons, language, say, site }) {
  const begin = [
    ["", say("write.begin")],
    ["example", say("write.example")],
    ...lessons.map(({ id, title }) => [id, title]),
  ].map(([value, label]) => h("option", { value }, label));
  const press = (id) => h("button", { type: "button", id }, say(`write.${id}`));
  const body = [
    h("h1", {}, say("write.title")),
    h("p", { class: "lead" }, say("write.intro")),
    h("noscript", {}, h("p", {}, say("author.noscript"))),
    h(
      "div",
      { class: "toolbar" },
      h("label", { for: "begin", class: "visually-hidden" }, say("write.begin")),
      h("select", { id: "begin" }, begin),
      press("open"),
      h("input", {
        type: "file",
        id: "file",
        accept: ".json,application/json",
        hidden: true,
        "aria-label": say("write.open"),
      }),
      press("save"),
      h("label", { for: "url", class: "visually-hidden" }, say("write.url")),
      h("input", { type: "url", id: "url", placeholder: say("write.url"), spellcheck: "false" }),
      press("fetch"),
    ),
    h(
      "div",
      { class: "writing" },
      h(
        "section",
        { "aria-label": say("write.editor") },
        h("div", { id: "editor" }),
        h("p", { id: "asked", role: "status" }),
        h("p", { id: "status", role: "status" }),
        h("ul", { id: "troubles", "aria-label": say("write.troubles") }),
      ),
      h(
        "section",
        { "aria-label": say("author.preview") },
        h("iframe", {
          id: "frame",
          title: say("author.preview"),
          // Set by the script, which must be listening when the frame asks for a lesson.
          "data-src": `embed.html#from=host${language === "en" ? "" : `&lang=${language}`}`,
          width: "100%",
          height: "620",
        }),
      ),
    ),
    h("p", { class: "note" }, inline(say("write.help"))),
    data("kit", {
      words: Object.fromEntries(spoken.map((id) => [id, say(`write.${id}`)])),
      typesetter: site.assets.typesetter,
      example: example(),
    }),
  ];
  const head = h("script", { type: "module", src: site.assets.write });
  return framed(site, "write", {
    title: say("write.title"),
    description: say("write.intro"),
    language,
    say,
    body,
    head,
    kind: "author",
    anywhere: true,
  });
}

// The table of names, and the page after the last step: what the reader can now say, wrong answers, sources, licence,
// citation.
import type { NameRow, Paragraph, Reading } from "../core/model";
import type { Text } from "./controls";
import { h, type Child, type Spec } from "./dom";
import { paragraphs, words, type Formulae } from "./text";

const columns = ["what", "here", "usual", "pytorch"] as const;

function row(names: NameRow, at: number, formulae: Formulae, text: Text): Spec {
  const cells = columns.map((column) => {
    const words_ = words(names[column], formulae, `${at}.${column}`);
    const content = words_.length > 0 ? words_ : [text("names.none")];
    return column === "what" ? h("th", { scope: "row" }, content) : h("td", {}, content);
  });
  return h("tr", { key: String(at) }, cells);
}

function table(reading: Reading, formulae: Formulae, text: Text): Spec {
  const heads = columns.map((column) =>
    h("th", { scope: "col" }, column === "here" ? reading.namesHere : text(`names.${column}`)),
  );
  return h(
    "div",
    { class: "table-frame", key: "table", tabindex: "0", role: "group", "aria-label": text("names.title") },
    h(
      "table",
      { class: "names", "aria-label": text("names.title") },
      h("thead", {}, h("tr", {}, heads)),
      h(
        "tbody",
        {},
        reading.names.map((names, at) => row(names, at, formulae, text)),
      ),
    ),
  );
}

// Whose letters the whole lesson shows, where it has a choice.
function letters(reading: Reading, text: Text): Child {
  if (!reading.letters) return null;
  const options = (["page", "tutorial"] as const).map((value) =>
    h("option", { key: value, value }, text(`names.letters.${value}`)),
  );
  return h(
    "div",
    { class: "field", key: "letters" },
    h("label", { for: "letters" }, text("names.letters")),
    h("select", { id: "letters", value: reading.letters }, options),
  );
}

// At any step, folded by default.
export function namesDetails(reading: Reading, open: boolean, formulae: Formulae, text: Text): Child {
  if (reading.names.length === 0) return null;
  return h(
    "details",
    { class: "names", key: "names", open },
    h("summary", {}, text("names.title")),
    letters(reading, text),
    table(reading, formulae, text),
  );
}

export function closing(reading: Reading, formulae: Formulae, text: Text): Child[] {
  const { closing: shown } = reading;
  if (!shown) return [];
  const section = (key: string, title: string, content: Child[]) =>
    content.length > 0 && h("section", { key, class: `closing ${key}` }, h("h3", {}, text(title)), content);
  const prose = (words_: Paragraph[]) => paragraphs(words_, formulae);
  const sources = shown.references.map(({ text: source, url }, at) => {
    const content = words(source, formulae, `source.${at}`);
    const link = h("a", { href: url, target: "_blank", rel: "noopener" }, content);
    return h("li", { key: String(at) }, url ? link : content);
  });
  return [
    section("can-say", "end.can_say", prose(shown.canSay)),
    shown.poster !== "" &&
      h(
        "p",
        { key: "numbers" },
        h("button", { type: "button", "data-action": "numbers" }, text("end.numbers")),
      ),
    section(
      "layer",
      "end.layer",
      shown.layer ? [h("pre", { tabindex: "0" }, h("code", {}, shown.layer))] : [],
    ),
    section("corrections", "end.corrections", prose(shown.corrections)),
    section(
      "names",
      "names.title",
      reading.names.length > 0 ? [letters(reading, text), table(reading, formulae, text)] : [],
    ),
    section("sources", "end.references", sources.length > 0 ? [h("ul", {}, sources)] : []),
    section("licence", "end.licence", prose(shown.licence)),
    section("cite", "end.cite", prose(shown.cite)),
  ];
}

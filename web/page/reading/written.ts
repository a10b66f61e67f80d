// What a model writes, for reading: a button for each letter with the weight that it had for the letter that is followed,
// where the model looked, in a sentence, and the lines it wrote earlier.
import type { Written } from "../core/model";
import { button, type Text } from "./controls";
import { h, type Child } from "./dom";

export function writtenSection(written: Written | null, text: Text): Child {
  if (!written) return null;
  const { letters, lines, heads, axis, head, note } = written;
  return h(
    "section",
    { class: "words", key: "written", "aria-label": text("written.title") },
    h("h3", {}, text("written.title")),
    lines.length === 0 && h("p", { key: "none" }, text("written.none")),
    lines.length > 0 &&
      h(
        "ul",
        { key: "lines" },
        lines.map(({ step, title, text: words }) =>
          h("li", { key: String(step) }, `${title}: `, h("q", {}, words)),
        ),
      ),
    note && h("p", { key: "note", role: "status" }, note),
    letters.length > 0 &&
      heads.length > 1 &&
      h(
        "p",
        { key: "heads" },
        `${text("written.heads")} `,
        ...heads.map((name, place) =>
          button(
            { type: "SetLeading", axis, index: place },
            name,
            place === head ? { "aria-current": "true" } : {},
          ),
        ),
      ),
    letters.length > 0 &&
      h(
        "ol",
        { key: "letters" },
        letters.map(({ word, weight, followed, cell }, i) =>
          h(
            "li",
            { key: String(i) },
            button({ type: "Focus", cell, pin: true }, word, followed ? { "aria-current": "true" } : {}),
            ` ${weight}`,
          ),
        ),
      ),
  );
}

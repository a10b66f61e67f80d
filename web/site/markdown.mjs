// The Markdown of the site's own documents as static markup: headings, paragraphs, fenced code, tables, `code`,
// **strong** and links. A line that it does not understand is an error, so nothing is shown wrongly.
import { cards } from "./cards.mjs";
import { inline } from "./frame.mjs";
import { h } from "./html.mjs";

const cellsOf = (line) =>
  line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

function table(lines, label) {
  const [heads, , ...rows] = lines.map(cellsOf);
  const wrong = rows.find((cells) => cells.length !== heads.length);
  if (wrong)
    throw new Error(
      `This row of a table has ${wrong.length} cells, not ${heads.length}: ${wrong.join(" | ")}`,
    );
  return cards(
    "document",
    label,
    heads,
    rows.map((cells) => ({ cells: cells.map((cell, at) => (at > 0 && cell === "" ? null : inline(cell))) })),
  );
}

const code = (lines, label) =>
  h("pre", { tabindex: "0", role: "group", "aria-label": label }, h("code", {}, lines.join("\n")));

/** @returns { title, body, code }: body without the title; code: the text of every fenced block */
export function markdown(source) {
  const blocks = [];
  const fenced = [];
  let title = "";
  let label = "";
  const lines = source.trimEnd().split("\n");
  while (lines.length > 0) {
    const until = (end) => lines.splice(0, Math.max(0, lines.findIndex(end) + 1 || lines.length + 1) - 1);
    const line = lines[0];
    const heading = /^(#{1,3}) (.+)$/.exec(line);
    if (line === "") lines.shift();
    else if (heading) {
      lines.shift();
      const [, level, words] = heading;
      label = words;
      if (level === "#") title = words;
      else blocks.push(h(`h${level.length}`, {}, inline(words)));
    } else if (line.startsWith("```")) {
      lines.shift();
      const inside = until((one) => one === "```");
      if (lines.shift() === undefined) throw new Error(`The code below “${label}” has no end.`);
      fenced.push(inside.join("\n"));
      blocks.push(code(inside, label));
    } else if (line.startsWith("|"))
      blocks.push(
        table(
          until((one) => !one.startsWith("|")),
          label,
        ),
      );
    else if (/^(?:[-*>]|\d+\.) /.test(line)) throw new Error(`This kind of line is not handled: ${line}`);
    else blocks.push(h("p", {}, inline(until((one) => one === "" || /^(?:```|\||#)/.test(one)).join(" "))));
  }
  return { title, body: blocks, code: fenced };
}

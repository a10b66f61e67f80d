// The styles name sides as the language reads: what says left or right instead says why, in a comment on its line.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web/", import.meta.url));
const sheets = readdirSync(web, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.name.endsWith(".css") && !entry.parentPath.includes("node_modules"))
  .map((entry) => join(entry.parentPath, entry.name));

const sided = [
  /(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /(?:^|[^-\w])(?:left|right) *:/,
  /border-(?:top|bottom)-(?:left|right)-radius/,
  /(?:text-align|float|clear) *: *(?:left|right)/,
];

// Whether a shorthand gives its right and its left side different lengths.
function differs(line) {
  const found = /(?:^|[^-\w])(?:margin|padding|inset|border-width) *: *([^;]+);/.exec(line);
  if (!found) return false;
  let depth = 0;
  const values = [""];
  for (const letter of found[1].trim()) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (letter === " " && depth === 0) values.push("");
    else values[values.length - 1] += letter;
  }
  return values.length === 4 && values[1] !== values[3];
}

const physical = (text) =>
  text
    .split("\n")
    .map((line, i) => [line, i + 1])
    .filter(([line]) => !line.includes("/*") && (sided.some((each) => each.test(line)) || differs(line)))
    .map(([line, at]) => `${at}: ${line.trim()}`);

export const tests = {
  "styles say start and end, not left and right": () => {
    assert.ok(sheets.length > 10, sheets.join(" "));
    for (const sheet of sheets) assert.deepEqual(physical(readFileSync(sheet, "utf8")), [], sheet);
  },

  "a side that is named is found": () => {
    const named = ["margin-left: 2px;", "left: 0;", "text-align: right;", "border-top-left-radius: 1px;"];
    for (const line of [...named, "padding: 1px 2px 3px 4px;", "inset: 52px 8px auto auto;"])
      assert.equal(physical(`a {\n  ${line}\n}`).length, 1, line);
    const neutral = ["margin-inline: 2px;", "inset: 0 0 auto;", "padding: 0 calc(1px + 2px) 3px calc(1px + 2px);"];
    for (const line of [...neutral, "left: 50%; /* the middle */", "--left: 3px;", "justify-content: left-over;"])
      assert.deepEqual(physical(`a {\n  ${line}\n}`), [], line);
  },
};

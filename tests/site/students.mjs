// Numbers of a student's own: the same for the same name, small enough for paper, opened by the link, and answered rightly.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCore } from "../../web/site/core.mjs";
import { csv, numbersOf, studentsTable } from "../../web/site/students.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const lesson = readFileSync(join(root, "web/lessons/worked-example.json"), "utf8");
const names = ["Ada", "Emmy Noether"];

export const tests = (site) => ({
  "a name has the same whole numbers every time, another name has others, and no row is zero": () => {
    const all = Array.from({ length: 200 }, (_, i) => numbersOf(`Student ${i}`, 3, 4));
    for (const rows of all)
      for (const row of rows) {
        assert.ok(row.every((number) => Number.isInteger(number) && number >= 0 && number <= 3));
        assert.ok(row.some((number) => number !== 0));
      }
    assert.ok(new Set(all.map(String)).size > 195);
    assert.deepEqual(numbersOf(" Ada", 3, 4), numbersOf("Ada", 3, 4));
  },

  "a student's link opens the lesson with these numbers, and the sheet has the right answers for them":
    async () => {
      const { core } = await loadCore(join(site, "../site-wasm"), join(site, "../site-cache"));
      const [heading, ...rows] = studentsTable(core, lesson, "x", names, "https://example.org/");
      const at = (column) => heading.indexOf(column);
      const keys = [
        [0, 0, 1],
        [1, 1, 0],
        [0, 1, 0],
        [1, 1, 0],
      ]; // W_k of the tutorial
      for (const [i, name] of names.entries()) {
        const x = numbersOf(name, 3, 4);
        // Half of input 2, times W_k.
        const key = [0, 1, 2].map((column) =>
          x[1].reduce((sum, number, feature) => sum + (number / 2) * keys[feature][column], 0),
        );
        const told = rows[i][at("keys-values-queries 1")].split(", ").map(Number);
        assert.deepEqual(told, key, name);
        assert.equal(core.open(lesson, "en"), null);
        assert.deepEqual(core.openLink(rows[i][at("link")].split("#")[1]), []);
        assert.deepEqual(core.tensor("x").values, x.flat());
      }
    },

  "a name cannot become a formula of the spreadsheet, nor a comma another column": () => {
    assert.equal(csv([["=1+1", 'a "b", c']]), `'=1+1,"a ""b"", c"\r\n`);
  },
});

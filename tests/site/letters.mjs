// Formulae with a tutorial's letters are typeset as the core writes them, and every lesson that has such letters has them.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLetters } from "../../web/typeset-letters.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const json = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));

export const tests = (site) => ({
  "letters: the typesetter replaces them as the core does": () => {
    let count = 0;
    for (const { letters, tex } of json("tests/lessons/letters.json").cases) {
      const shown = withLetters(letters);
      for (const [page, tutorial] of tex) {
        assert.equal(shown(page), tutorial);
        ++count;
      }
    }
    assert.ok(count > 10);
  },

  "letters: a lesson's formulae are there with the page's and with the tutorial's": () => {
    const files = readdirSync(join(site, "assets"));
    const typeset = files.filter((name) => /^causal-ladder(\.[\w-]+)?\.formulae\.\w+\.json$/.test(name));
    assert.equal(typeset.length, 4); // languages
    for (const name of typeset) {
      const { formulae } = JSON.parse(readFileSync(join(site, "assets", name), "utf8"));
      for (const tex of [
        "\\outputs{Z} = \\weights{A}\\,\\val{V}",
        "\\outputs{\\text{attention}} = \\weights{\\text{p_attn}}\\,\\val{v}",
      ])
        assert.ok(formulae[tex], `${name} has no ${tex}`);
    }
  },
});

// The parts into which a wide formula may be divided hold all of it: each glyph belongs to one part.
import assert from "node:assert/strict";
import { typeset } from "../../web/typeset.mjs";

export const tests = {
  "formulae: the parts of a wide formula hold each of its glyphs once, in the order of the TeX": async () => {
    for (const [tex, count] of [
      ["(B, T, H, D/H) \\to (B, H, T, D/H) \\to (B H, T, D/H)", 3],
      ["\\query{q}'_{x} = \\query{q}_{x}\\cos i\\omega - \\query{q}_{y} \\qquad \\query{q}'_{y} = \\query{q}_{x}", 4],
      ["\\text{bytes} = 2 \\cdot \\text{layers} \\cdot \\text{key heads} \\cdot D", 5],
    ]) {
      const { glyphs, parts, width } = await typeset(tex, true);
      assert.equal(parts.length, count, tex);
      assert.equal(parts[0].from, 0, tex);
      assert.equal(parts.at(-1).to, width, tex);
      const held = glyphs.map(({ x }) => parts.filter(({ from, to }) => x > from - 0.1 && x < to + 0.1 - 1e-6).length);
      assert.deepEqual(
        held.filter((n) => n !== 1),
        [],
        tex,
      );
    }
    const { parts } = await typeset("S = \\frac{a = b}{c \\quad d} \\left( x \\quad y \\right)", true);
    assert.equal(parts, undefined, "nothing is divided inside braces and brackets");
  },
};

// The picture of a reader's numbers, drawn in node by the page's core and scripts: it says what the core says, and every
// number is drawn inside its cell.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadCore } from "../../web/site/core.mjs";
import { facesOf } from "./faces.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const { build } = createRequire(join(root, "web/package.json"))("esbuild");

async function scripts(folder) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { poster } from "./poster"; export { faceOf } from "./outlines";`,
      resolveDir: join(root, "web/page/poster"),
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "esm",
    logLevel: "warning",
  });
  const file = join(folder, "poster.mjs");
  writeFileSync(file, outputFiles[0].contents);
  return import(pathToFileURL(file));
}

// Where a path is drawn: the ends of its lines and curves, and what bends them.
function bounds(path) {
  const numbers = path.match(/-?\d+(?:\.\d+)?/g).map(Number);
  const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, i) => i % 2 === odd));
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

const attribute = (element, name) => new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1];

export const tests = (site) => ({
  "the picture of the numbers has those of the core, changed ones too, each inside its cell": async () => {
    const folder = mkdtempSync(join(tmpdir(), "poster-"));
    try {
      const { core } = await loadCore(join(site, "../site-wasm"), folder);
      const { poster: drawPoster, faceOf } = await scripts(folder);
      const files = Object.entries(facesOf(site));
      const faces = new Map(files.map(([face, file]) => [face, faceOf(readFileSync(file))]));
      assert.equal(
        core.open(readFileSync(join(root, "web/lessons/worked-example.json"), "utf8"), "en"),
        null,
      );
      const { node } = core.reading().tensors.find(({ name }) => name === "x");
      assert.equal(core.apply({ type: "EditCell", cell: { node, index: [0, 1] }, text: "3" }), null);
      core.apply({ type: "GoToStep", id: "end" });
      const { colors, poster: matrices } = core.figures(true);
      assert.deepEqual(
        matrices.map(({ name }) => name),
        ["x", "attn_scores_softmax", "outputs"],
      );
      const given = { title: "A title", own: "Own", name: "Site", label: "Label", matrices, colors, faces };
      const { svg, alt } = drawPoster({ ...given, formula: null, tex: "Z = A V", ink: () => "#ffffff" });
      const drawn = svg.match(/<(?:rect|path)[^>]*>/g);
      for (const { name, rows } of matrices) {
        const { values, shape } = core.tensor(name);
        rows.flat().forEach(({ text }, i) => {
          const digits = text.split(".")[1]?.length ?? 0;
          assert.equal(
            Number(text.replace("−", "-")),
            Number(values[i].toFixed(digits)),
            `${name}, cell ${i}`,
          );
        });
        assert.equal(rows.length * rows[0].length, shape[0] * shape[1]);
      }
      const wanted = matrices.flatMap(({ rows }) => rows.flat());
      const numbers = drawn.flatMap((element, i) =>
        /^<rect/.test(drawn[i - 1] ?? "") ? [[drawn[i - 1], element]] : [],
      );
      const cells = numbers.filter(([, element]) => /^[−\d.]+$/.test(attribute(element, "aria-label") ?? ""));
      assert.deepEqual(
        cells.map(([, element]) => attribute(element, "aria-label")),
        wanted.map(({ text }) => text),
      );
      for (const [rect, element] of cells) {
        const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
          Number(attribute(rect, name)),
        );
        const at = bounds(attribute(element, "d"));
        const inside = at.x0 > x && at.y0 > y && at.x1 < x + width && at.y1 < y + height;
        assert.ok(
          inside,
          `${attribute(element, "aria-label")} is drawn at ${JSON.stringify(at)}, not in its cell`,
        );
      }
      assert.ok(alt.includes("1, 3, 1, 0"), alt);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
});

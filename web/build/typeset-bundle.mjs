// The typesetter as a module for the page: MathJax with its one font, and which glyphs KaTeX's faces have. Fetched only
// with a lesson that the site does not hold.
import { join } from "node:path";
import { build } from "esbuild";
import { metrics } from "../typeset-metrics.mjs";

// Only whether a glyph exists matters here, so its metrics are left out.
const glyphs = () => {
  const faces = Object.entries(metrics).map(([face, table]) => [
    face,
    Object.fromEntries(Object.keys(table).map((code) => [code, 1])),
  ]);
  return `export const metrics = ${JSON.stringify(Object.fromEntries(faces))};`;
};

export async function typesetModule(web) {
  const { outputFiles } = await build({
    entryPoints: [join(web, "typeset-worker.mjs")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    minify: true,
    legalComments: "none", // all licences are in licences.txt
    logLevel: "error",
    plugins: [
      {
        name: "metrics",
        setup: ({ onLoad }) => onLoad({ filter: /typeset-metrics\.mjs$/ }, () => ({ contents: glyphs() })),
      },
    ],
  });
  return Buffer.from(outputFiles[0].contents);
}

// The page's own core, run in node during the build, so that course pages say the same as the explorer.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The script of a core (web/page/core/core.ts) with Emscripten's beside it, for node. */
export async function coreScript(wasmFolder) {
  const bundle = await build({
    stdin: {
      contents:
        'export { Core } from "./page/core/core"; export { altOf, drawingOf } from "./page/core/drawing"; export { directionOf } from "./page/core/direction";',
      resolveDir: web,
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    alias: { "page-module": join(wasmFolder, "page.mjs") },
    logLevel: "warning",
  });
  return bundle.outputFiles[0].contents;
}

/**
 * @param fonts { face: file }, without which nothing can be drawn
 * @returns a core; drawing(options), of what it shows (page/core/drawing.ts); and which way a language is written
 */
export async function loadCore(wasmFolder, cache, fonts = {}) {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, "core.mjs");
  writeFileSync(file, await coreScript(wasmFolder));
  const { Core, altOf, drawingOf, directionOf } = await import(`${pathToFileURL(file)}?${Date.now()}`);
  const headers = { "content-type": "application/wasm" };
  const wasm = new Response(readFileSync(join(wasmFolder, "page.wasm")), { headers });
  const core = await Core.load(Promise.resolve(wasm));
  for (const [face, file] of Object.entries(fonts)) {
    const refused = core.loadFont(face, readFileSync(file));
    if (refused) throw new Error(`${refused.path}: ${refused.message}`);
  }
  const drawing = (options) =>
    drawingOf(core.picture(options), options.part > 0 ? "" : altOf(core.reading().tensors, options.blank));
  return { core, drawing, directionOf };
}

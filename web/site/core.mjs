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
        'export { Core } from "./page/core/core"; export { drawing } from "./page/core/figure"; export { directionOf } from "./page/core/direction";',
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

/** @returns a core, the drawing of figures, and which way a language is written. */
export async function loadCore(wasmFolder, cache) {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, "core.mjs");
  writeFileSync(file, await coreScript(wasmFolder));
  const { Core, drawing, directionOf } = await import(`${pathToFileURL(file)}?${Date.now()}`);
  const headers = { "content-type": "application/wasm" };
  const wasm = new Response(readFileSync(join(wasmFolder, "page.wasm")), { headers });
  return { core: await Core.load(Promise.resolve(wasm), {}), drawing, directionOf };
}

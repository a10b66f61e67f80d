// The script of the single-file page: it holds every file, with the core in one piece. Training is computed on the page's own
// thread there, with the kernels that every browser of today has.
import { statSync } from "node:fs";
import { join } from "node:path";
import { wholeScript } from "./bundles.mjs";

/**
 * @param places web, the folder of the sources; out, the site; wasmFolder, the build folder of the wasm; wasmFiles: the
 *   script and the wasm of the core; assetUrls: what lies in the site's assets so far; assets: those that the page's script
 *   names
 */
export function oneScript({ web, out, wasmFolder, wasmFiles: [core, coreWasm], assetUrls, assets }) {
  const wasm = {
    "page.wasm": coreWasm,
    "training-simd.wasm": join(wasmFolder, "modules/training_simd.wasm"),
    "files.wasm": join(wasmFolder, "modules/files_module.wasm"),
  };
  const sized = (url) => ({ url, bytes: statSync(wasm[url]).size });
  const named = {
    ...assets,
    wasm: sized("page.wasm"),
    training: { wasm: { simd: sized("training-simd.wasm") } },
    files: { wasm: sized("files.wasm") },
  };
  const inside = Object.fromEntries(assetUrls.map((url) => [url, join(out, "assets", url)]));
  return wholeScript(web, core, named, { ...inside, ...wasm });
}

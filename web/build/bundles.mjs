// The page's script in two ways: as a module that fetches what it needs, and as one classic script that holds all files,
// for frames and files that may fetch nothing. Both are made from page/start/main.ts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { translationsOf } from "../words.mjs";

const common = { bundle: true, write: false, minify: true, target: "es2022", logLevel: "warning" };

async function bundle(options) {
  const { outputFiles } = await build({ ...common, legalComments: "none", ...options }); // all are in licences.txt
  return Buffer.from(outputFiles[0].contents);
}

// later: how the page finds the scripts of files and models: "fetched" or "inside"
const pageOf = (web, core, later) => ({
  entryPoints: [join(web, "page/start/main.ts")],
  alias: {
    "page-module": core,
    "page-files": join(web, `page/files/load-${later}.ts`),
    "page-model": join(web, `page/model/load-${later}.ts`),
  },
});

// The sheet of a reader's tensors, with its sentences in every language but English, which it has.
const ofFiles = () => ({ __FILE_WORDS__: JSON.stringify(translationsOf("files")), WASM_FILE: '""' });
export const filesModule = (web) =>
  bundle({
    entryPoints: [join(web, "page/files/sheet.ts")],
    format: "esm",
    loader: { ".css": "text" },
    define: ofFiles(),
  });

// What opens a reader's model and runs it, with the addresses of its worker and of the site's own model.
export const modelModule = (web, assets) =>
  bundle({
    entryPoints: [join(web, "page/model/model.ts")],
    format: "esm",
    loader: { ".css": "text" },
    define: {
      __MODEL_WORDS__: JSON.stringify(translationsOf("model")),
      __MODEL_ASSETS__: JSON.stringify(assets),
    },
  });

export const modelWorker = (web) =>
  bundle({ entryPoints: [join(web, "page/model/worker.ts")], format: "esm" });

export const trainingWorker = (web) =>
  bundle({ entryPoints: [join(web, "page/training/worker.ts")], format: "esm" });

export const textWorker = (web) =>
  bundle({
    entryPoints: [join(web, "page/files/text-worker.ts")],
    format: "esm",
    define: { WASM_FILE: '""' },
  });

export const timingWorker = (web) =>
  bundle({ entryPoints: [join(web, "page/timing/worker.ts")], format: "esm" });

export const pageModule = (web, core, assets) =>
  bundle({
    ...pageOf(web, core, "fetched"),
    format: "esm",
    define: { __ASSETS__: JSON.stringify(assets), __FILES__: "null" },
  });

// Files of the same content lie in it once.
function packed(files) {
  const once = new Map();
  const names = Object.entries(files).map(([url, path]) => {
    const content = deflateRawSync(readFileSync(path), { level: 9 }).toString("base64");
    if (!once.has(content)) once.set(content, once.size);
    return [url, once.get(content)];
  });
  const list = `Object.fromEntries(${JSON.stringify(names)}.map(([n,i])=>[n,f[i]]))`;
  return `const attentionExplorerFiles=(f=>${list})(${JSON.stringify([...once.keys()])});`;
}

// files: what the assets name by url, as paths.
export const wholeScript = (web, core, assets, files) =>
  bundle({
    ...pageOf(web, core, "inside"),
    format: "iife",
    loader: { ".css": "text" },
    define: {
      ...ofFiles(),
      __ASSETS__: JSON.stringify(assets),
      __FILES__: "attentionExplorerFiles",
      "import.meta.url": "document.baseURI",
    },
    banner: { js: packed(files) },
  });

// The sentences shown when the page's own script does not start. words: { language: { id: sentence } } of the page.
const startScript = (web, file, words) => {
  const ofStart = (sentences) => Object.entries(sentences).filter(([id]) => id.startsWith("start."));
  const known = Object.entries(words).map(([tag, sentences]) => [
    tag,
    Object.fromEntries(ofStart(sentences)),
  ]);
  return bundle({
    entryPoints: [join(web, file)],
    format: "iife",
    define: { __START_WORDS__: JSON.stringify(Object.fromEntries(known)) },
  });
};
export const unstartedScript = (web, words) => startScript(web, "page/start/unstarted.ts", words);
export const fallbackScript = (web, words) => startScript(web, "page/embed/fallback.ts", words);

// place: "site" or "package".
export const elementScript = (web, place) =>
  bundle({
    entryPoints: [join(web, "element/attention-explorer.ts")],
    format: "esm",
    alias: { "element-place": join(web, `element/place-${place}.ts`) },
    banner: {
      js: "// Attention Explorer, the custom element. MIT licence. Its interface is documented in attention-explorer.d.ts.",
    },
  });

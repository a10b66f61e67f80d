// Builds the headless modules into the site: attention.mjs, lessons.mjs, models.mjs and tensors.mjs under their own, stable
// names, with their declarations beside them, and the wasm of each under a name that carries its hash.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

/** Writes a file under its hashed name, removes that of an earlier build, and gives the new name. */
async function place(content, out, name, ending) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  const stale = new RegExp(`^${name}-[0-9a-f]{10}\\.${ending}$`);
  for (const file of await readdir(out)) if (stale.test(file)) await rm(join(out, file));
  const file = `${name}-${hash}.${ending}`;
  await writeFile(join(out, file), content);
  return file;
}

/** Copies the lesson files and gives where each lies, by id. */
async function placeLessons(out) {
  const from = resolve(here, "../lessons");
  const files = {};
  await mkdir(join(out, "lessons"), { recursive: true });
  for (const file of (await readdir(from)).sort()) {
    if (!file.endsWith(".json")) continue;
    const { id, format } = JSON.parse(await readFile(join(from, file), "utf8"));
    if (format === undefined) continue;
    await copyFile(join(from, file), join(out, "lessons", file));
    files[id] = `lessons/${file}`;
  }
  return files;
}

async function bundled(entry, banner, define = {}, more = {}) {
  const { outputFiles } = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    minify: true,
    define: Object.fromEntries(Object.entries(define).map(([key, value]) => [key, JSON.stringify(value)])),
    banner: { js: `// Attention Explorer, ${banner}` },
    logLevel: "warning",
    ...more,
  });
  return outputFiles[0].contents;
}

async function bundle(name, out, define) {
  const banner = `${name}.mjs. MIT licence. Its interface is documented in ${name}.d.ts.`;
  await writeFile(join(out, `${name}.mjs`), await bundled(`${name}.ts`, banner, define));
  await copyFile(join(here, "api", `${name}.d.ts`), join(out, `${name}.d.ts`));
}

// The library of tokenizers asks for what a module has not: where it lies, and in node for built-in modules. What it would
// write to the console is kept, as it names what was wrong.
const tokenizersOptions = {
  banner: {
    js: `// Attention Explorer, @mlc-ai/web-tokenizers: Hugging Face's tokenizers. Apache licence 2.0.
const said = [];
const console = { log() {}, warn() {}, error: (...words) => said.push(words.join(" ")) };
const location = globalThis.location ?? { href: import.meta.url };`,
  },
  external: ["module", "url"],
  mainFields: ["main"],
  logOverride: { "this-is-undefined-in-esm": "silent" },
};

/**
 * @param {object} places
 * @param {string} places.wasmDir the build folder of the site preset; the wasm lies in its folder "modules"
 * @param {string} places.out the site folder
 * @param {Record<string, string>} [places.lessons] where each bundled lesson lies in the site, by id; without it the
 *   lesson files are copied to "lessons/"
 */
export async function buildModules({ wasmDir, out, lessons }) {
  await mkdir(out, { recursive: true });
  const wasm = async (file, name) =>
    place(await readFile(join(wasmDir, "modules", `${file}.wasm`)), out, name, "wasm");
  const files = lessons ?? (await placeLessons(out));
  const builds = async (kind, name = kind) => {
    const variants = {};
    for (const variant of ["scalar", "simd", "relaxed"])
      variants[variant] = await wasm(`${kind}_${variant}`, `${name}-${variant}`);
    return variants;
  };
  const thread = await bundled("thread.ts", "a thread of attention.mjs or models.mjs. MIT licence.");
  const THREAD_FILE = await place(thread, out, "thread", "mjs");
  const threads = await bundled("threads.ts", "the threads of attention.mjs. MIT licence.");
  const THREADS_FILE = await place(threads, out, "attention-threads", "mjs");
  await bundle("attention", out, { WASM_FILES: await builds("attention"), THREADS_FILE, THREAD_FILE });
  await bundle("tensors", out, { WASM_FILE: await wasm("files_module", "tensors") });
  await bundle("lessons", out, {
    WASM_FILE: await wasm("lessons_module", "lessons"),
    TRAINING_FILES: await builds("training"),
    LESSON_FILES: files,
  });
  const tokenizers = await bundled("models/tokenizers.ts", "", {}, tokenizersOptions);
  const TOKENIZERS_FILE = await place(tokenizers, out, "tokenizers", "mjs");
  const helpers = await bundled("models/helpers.ts", "the threads of models.mjs. MIT licence.");
  const HELPERS_FILE = await place(helpers, out, "models-helpers", "mjs");
  await bundle("models", out, {
    WASM_FILES: await builds("models"),
    THREADED_FILES: await builds("models_threads", "models-threads"),
    HELPERS_FILE,
    THREAD_FILE,
    TOKENIZERS_FILE,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [wasmDir, out] = process.argv.slice(2);
  if (!wasmDir || !out) throw new Error("usage: node web/modules/build.mjs BUILD_FOLDER SITE_FOLDER");
  await buildModules({ wasmDir: resolve(wasmDir), out: resolve(out) });
}

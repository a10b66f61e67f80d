// Splits page.wasm in two: what the start of a visit needs, and the rest, which the page fetches after its first
// picture. There is no list of functions: rehearsal.mjs plays the starts and records which functions run.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { coreScript } from "../site/core.mjs";

const { WebAssembly } = globalThis;
const here = dirname(fileURLToPath(import.meta.url));
const run = promisify(execFile);

// The WebAssembly features that the compiler uses and every engine supports; splitting must not add newer ones.
const features = [
  "--mvp-features",
  ...[
    "mutable-globals",
    "sign-ext",
    "nontrapping-float-to-int",
    "bulk-memory",
    "bulk-memory-opt",
    "multivalue",
    "reference-types",
    "call-indirect-overlong",
  ].map((name) => `--enable-${name}`),
];

// Binaryen's tools come with Emscripten but are not always on the path.
async function binaryen(tool, ...given) {
  try {
    await run(tool, [...features, ...given]);
  } catch (error) {
    if (error.code !== "ENOENT") throw new Error(`${tool} failed: ${error.stderr}`, { cause: error });
    const { stdout } = await run("em-config", ["BINARYEN_ROOT"]);
    await run(join(stdout.trim(), "bin", tool), [...features, ...given]);
  }
}

const imports = (wasm) => WebAssembly.Module.imports(new WebAssembly.Module(wasm));

// web/page/start/parts.ts relies on these names: those of the placeholders, and of the table through which the first
// part calls the rest.
function checked(whole, first, rest) {
  const known = new Set(imports(whole).map(({ module }) => module));
  for (const { module, name } of imports(first))
    if (!known.has(module) && !/^later(\.deferred)?$/.test(module))
      throw new Error(`The first part imports ${module}.${name}.`);
  for (const { module, name } of imports(rest))
    if (module !== "first") throw new Error(`The rest imports ${module}.${name}.`);
  const tables = WebAssembly.Module.exports(new WebAssembly.Module(first)).filter(
    ({ name, kind }) => kind === "table" && name.startsWith("@"),
  );
  if (tables.length !== 1) throw new Error(`${tables.length} tables lead from the first part to the rest.`);
  return { first, rest };
}

/**
 * @param wasmFolder with page.mjs and page.wasm
 * @param cache a folder to keep things in
 * @param programme { fonts, languages, lessons }, as rehearsal.mjs has it
 * @returns { first, rest }: the two files
 */
export async function splitPage(wasmFolder, cache, programme) {
  const wasm = join(wasmFolder, "page.wasm");
  const sum = createHash("sha256").update(JSON.stringify(programme)).update(readFileSync(wasm));
  for (const name of ["split.mjs", "rehearsal.mjs", "no-browser.mjs"])
    sum.update(readFileSync(join(here, name)));
  sum.update(await coreScript(wasmFolder));
  const folder = join(cache, `split-${sum.digest("hex").slice(0, 16)}`);
  const file = (name) => join(folder, name);
  if (!existsSync(file("done"))) {
    for (const name of readdirSync(cache))
      if (name.startsWith("split-")) rmSync(join(cache, name), { recursive: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(file("core.mjs"), await coreScript(wasmFolder));
    await binaryen("wasm-split", "--instrument", wasm, "-o", file("noting.wasm"));
    const given = {
      ...programme,
      core: file("core.mjs"),
      wasm: file("noting.wasm"),
      profile: file("profile"),
    };
    writeFileSync(file("programme.json"), JSON.stringify(given));
    await run(process.execPath, [join(here, "rehearsal.mjs"), file("programme.json")]);
    await binaryen(
      "wasm-split",
      wasm,
      `--profile=${file("profile")}`,
      ...["-o1", file("first.wasm"), "-o2", file("rest.wasm")],
      ...["--import-namespace=first", "--placeholder-namespace=later", "--export-prefix=@"],
    );
    // Renumbering the remaining local variables saves a few bytes.
    const passes = ["--merge-locals", "--coalesce-locals", "--reorder-locals", "--vacuum"];
    await binaryen("wasm-opt", ...passes, file("first.wasm"), "-o", file("first.wasm"));
    rmSync(file("noting.wasm"));
    writeFileSync(file("done"), "");
  }
  return checked(...[wasm, file("first.wasm"), file("rest.wasm")].map((each) => readFileSync(each)));
}

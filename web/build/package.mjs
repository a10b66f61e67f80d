// The npm package, in build/package: the element with the page in one file, the headless modules, wasm, lessons, types.
// Every file is named by new URL("./name", import.meta.url), which browsers, node and bundlers all follow.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { elementScript } from "./bundles.mjs";

// Turns file names in a built module's text into addresses that a bundler recognises.
function withAddresses(script, names) {
  let text = script.toString();
  for (const name of names) {
    const quoted = JSON.stringify(name);
    if (!text.includes(quoted)) throw new Error(`A module of the package does not name ${name}.`);
    text = text.replaceAll(quoted, `new URL("./${name}",import.meta.url).href`);
  }
  return text;
}

const entry = (script, types) => ({ types: `./${types}`, default: `./${script}` });

/**
 * @param web the folder of this file's sources
 * @param site the built site
 * @param out where the package goes
 * @param version of the package
 * @param lessons { id: { content, file } }: the text of a lesson, and where the site has it
 */
export async function buildPackage({ web, site, out, version, lessons }) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, "lessons"), { recursive: true });
  const put = (name, content) => writeFileSync(join(out, name), content);
  const fromSite = (name) => readFileSync(join(site, name));
  for (const name of ["attention-explorer.html", "attention-explorer.d.ts", "licences.txt"])
    put(name, fromSite(name));
  for (const name of ["attention.d.ts", "lessons.d.ts", "models.d.ts", "tensors.d.ts"])
    put(name, fromSite(name));
  put("attention-explorer.js", await elementScript(web, "package"));
  let lessonScript = fromSite("lessons.mjs").toString();
  for (const [id, { content, file }] of Object.entries(lessons)) {
    put(`lessons/${id}.json`, content);
    lessonScript = lessonScript.replaceAll(JSON.stringify(file), JSON.stringify(`lessons/${id}.json`));
  }
  const hashed = /(?<=")[\w-]+-[0-9a-f]{10}\.(?:wasm|mjs)(?=")/g;
  const filesIn = (script) => [...new Set(script.toString().match(hashed))];
  for (const [name, script, more] of [
    ["attention.mjs", fromSite("attention.mjs"), []],
    ["tensors.mjs", fromSite("tensors.mjs"), []],
    ["models.mjs", fromSite("models.mjs"), []],
    ["lessons.mjs", lessonScript, Object.keys(lessons).map((id) => `lessons/${id}.json`)],
  ]) {
    const files = filesIn(script); // wasm, and the scripts of threads
    for (const file of files) put(file, fromSite(file));
    put(name, withAddresses(script, [...files, ...more]));
  }
  put("README.md", readFileSync(join(web, "package.md")));
  put("embedding.md", readFileSync(join(web, "embedding.md")));
  put("LICENSE", readFileSync(join(web, "../LICENSE")));
  const manifest = {
    name: "attention-explorer",
    version,
    description: "Self-attention, computed and explained: a custom element, and the core without a page.",
    license: "MIT",
    type: "module",
    exports: {
      ".": entry("attention-explorer.js", "attention-explorer.d.ts"),
      "./attention": entry("attention.mjs", "attention.d.ts"),
      "./lessons": entry("lessons.mjs", "lessons.d.ts"),
      "./models": entry("models.mjs", "models.d.ts"),
      "./tensors": entry("tensors.mjs", "tensors.d.ts"),
      "./lessons/*.json": "./lessons/*.json",
      "./page": "./attention-explorer.html",
      "./package.json": "./package.json",
    },
    sideEffects: ["./attention-explorer.js"],
    engines: { node: ">=20.19" },
  };
  put("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
}

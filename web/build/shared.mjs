// The pictures of shared links, kept under the digest of all that they are made from.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { coreScript } from "../site/core.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const scripts = ["shared.mjs", "shared-pictures.mjs"];

/**
 * @param wasmFolder with page.mjs and page.wasm
 * @param cache a folder to keep things in
 * @param programme { fonts: { face: file }, languages: { tag: the core's sentences }, hero: web/hero.json, lessons: [{ id, languages: { tag: {
 *   content, card, formulae } } }] }
 * @returns (name) → PNG; name: "contents", or "<lesson>/<step>.<language>"
 */
export async function sharedPictures(wasmFolder, cache, programme) {
  const wasm = join(wasmFolder, "page.wasm");
  const script = await coreScript(wasmFolder);
  const sum = createHash("sha256")
    .update(JSON.stringify(programme))
    .update(readFileSync(wasm))
    .update(script);
  for (const name of scripts) sum.update(readFileSync(join(here, name)));
  const folder = join(cache, `shared-${sum.digest("hex").slice(0, 16)}`);
  const file = (name) => join(folder, name);
  if (!existsSync(file("done"))) {
    for (const name of readdirSync(cache))
      if (name.startsWith("shared-")) rmSync(join(cache, name), { recursive: true });
    mkdirSync(folder, { recursive: true });
    const given = { ...programme, wasmFolder, out: folder };
    writeFileSync(file("programme.json"), JSON.stringify(given));
    await promisify(execFile)(process.execPath, [join(here, "shared-pictures.mjs"), file("programme.json")]);
    writeFileSync(file("done"), "");
  }
  return (name) => readFileSync(file(`${name}.png`));
}

// The same tests in a browser: testModules(page, site) runs them in a page of any driver, against the served site. The
// test files are not part of the site; its server provides them beside it (testFiles), with an empty page under the
// strictest content security policy that the modules must work with.
import { readdirSync, readFileSync } from "node:fs";

const tests = new URL("../", import.meta.url);
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const emptyPage = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;

const folder = "__tests__/";

/** Path below the site's prefix → text, for the server. */
export function testFiles(prefix = "") {
  const files = { "": emptyPage };
  for (const [name, ending] of [
    ["modules", ".mjs"],
    ["golden", ".json"],
  ])
    for (const file of readdirSync(new URL(name, tests)))
      if (file.endsWith(ending))
        files[`${name}/${file}`] = readFileSync(new URL(`${name}/${file}`, tests), "utf8");
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${prefix}/${folder}${path}`, text]),
  );
}

/** The headers that let a page share memory among threads; its server must send them too. */
export const isolation = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/**
 * site: address of the served site, with a slash at its end. best: the build of the core that the engine should take.
 * Gives { passed, failures }.
 */
export async function testModules(page, site, { calls = 20_000, only = "", best = "relaxed" } = {}) {
  const prefix = new URL(folder, site);
  await page.goto(prefix.href);
  return page.evaluate(
    async ([site, prefix, calls, only, best]) => {
      const { runAll } = await import(`${prefix}modules/all.mjs`);
      const golden = async (name) => (await fetch(`${prefix}golden/${name}.json`)).json();
      return runAll({ site, golden, calls, only, best });
    },
    [site, prefix.href, calls, only, best],
  );
}

// The same tests in a browser: testModules(page, site) runs them in a page of any driver, against the served site. The
// test files are not part of the site; its server provides them beside it (testFiles), with an empty page under the
// strictest content security policy that the modules must work with.
import { readdirSync, readFileSync } from "node:fs";

const tests = new URL("../", import.meta.url);
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const emptyPage = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;

const folder = "__tests__/";

/** Path below the site's prefix → text or bytes, for the server. */
export function testFiles(prefix = "") {
  const files = { "": emptyPage };
  for (const [name, ending] of [
    ["modules", ".mjs"],
    ["golden", ".json"],
  ])
    for (const file of readdirSync(new URL(name, tests), { recursive: true }))
      if (file.endsWith(ending))
        files[`${name}/${file}`] = readFileSync(new URL(`${name}/${file}`, tests), "utf8");
  const own = "small/model.safetensors";
  files[`models/${own}`] = readFileSync(new URL(`../web/models/${own}`, tests));
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${prefix}/${folder}${path}`, text]),
  );
}

/** The headers that let a page share memory among threads; its server must send them too. */
export const isolation = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

const patience = 200_000; // ms for all tests of a page: less than the limit of a browser test, whose error names nothing

/**
 * site: address of the served site, with a slash at its end. best: the build of the core that the engine should take.
 * Gives { passed, failures }. The page is only asked now and then how far it is, as drivers limit the time of one call.
 */
export async function testModules(
  page,
  site,
  { calls = 20_000, sizes = 5, only = "", best = "relaxed" } = {},
) {
  const prefix = new URL(folder, site);
  await page.goto(prefix.href);
  await page.evaluate(
    ([site, prefix, options]) => {
      const golden = async (name) => (await fetch(`${prefix}golden/${name}.json`)).json();
      const models = `${prefix}models/`;
      const told = (globalThis.told = { test: "loading the modules" });
      import(`${prefix}modules/all.mjs`)
        .then(({ runAll }) =>
          runAll({ site, models, golden, ...options, begins: (test) => (told.test = test) }),
        )
        .then(
          (results) => (told.results = results),
          (error) => (told.error = `${error}\n${error.stack}`),
        );
    },
    [site, prefix.href, { calls, sizes, only, best }],
  );
  for (const end = Date.now() + patience; ;) {
    const { test, results, error } = await page.evaluate(() => globalThis.told);
    if (results) return results;
    if (error) throw new Error(`in or after the test "${test}": ${error}`);
    if (Date.now() > end) throw new Error(`not done after ${patience / 1000} s; running: ${test}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

// The same tests in a browser: testModules(page, site) runs them in a Playwright page, against the served site. The test
// files are not part of the site; they are handed to the page under an address of its own, as is an empty page with
// the strictest content security policy that the modules must live with.
import { readFile } from "node:fs/promises";

const tests = new URL("../", import.meta.url);
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const emptyPage = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;

async function answer(path) {
  if (path === "") return { body: emptyPage, contentType: "text/html" };
  const contentType = path.endsWith(".json") ? "application/json" : "text/javascript";
  return { body: await readFile(new URL(path, tests)), contentType };
}

/** What lets a page share memory among threads; its server must send them too. */
export const isolation = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** site: address of the served site, with a slash at its end. headers: of the test's own files. Gives { passed, failures }. */
export async function testModules(page, site, { calls = 20_000, only = "", headers = {} } = {}) {
  const prefix = new URL("__tests__/", site);
  await page.route(`${prefix.href}**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(prefix.pathname.length);
    const { contentType, ...rest } = await answer(path).catch(() => ({
      status: 404,
      contentType: "text/plain",
    }));
    await route.fulfill({ ...rest, headers: { "content-type": contentType, ...headers } });
  });
  await page.goto(prefix.href);
  return page.evaluate(
    async ([site, prefix, calls, only]) => {
      const { runAll } = await import(`${prefix}modules/all.mjs`);
      const golden = async (name) => (await fetch(`${prefix}golden/${name}.json`)).json();
      return runAll({ site, golden, calls, only, best: "relaxed" });
    },
    [site, prefix.href, calls, only],
  );
}

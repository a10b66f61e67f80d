// The same tests in a browser: testModules(page, site) runs them in a Playwright page that has the served site open.
// The test files are not part of the site; they are handed to the page under an address of its own.
import { readFile } from "node:fs/promises";

const tests = new URL("../", import.meta.url);

/** site: address of the served site, with a slash at its end. Gives { passed, failures }. */
export async function testModules(page, site, { calls = 20_000, only = "" } = {}) {
  const prefix = new URL("__tests__/", site).href;
  await page.route(`${prefix}**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(new URL(prefix).pathname.length);
    const contentType = path.endsWith(".json") ? "application/json" : "text/javascript";
    try {
      await route.fulfill({ body: await readFile(new URL(path, tests)), contentType });
    } catch {
      await route.fulfill({ status: 404 });
    }
  });
  await page.goto(site);
  return page.evaluate(
    async ({ site, prefix, calls, only }) => {
      const { runAll } = await import(`${prefix}modules/all.mjs`);
      const golden = async (name) => (await fetch(`${prefix}golden/${name}.json`)).json();
      return runAll({ site, golden, calls, only });
    },
    { site, prefix, calls, only },
  );
}

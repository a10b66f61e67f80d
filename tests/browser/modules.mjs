// The headless modules in Chromium: every test that node runs on them.
import assert from "node:assert/strict";
import { isolation, testModules } from "../modules/browser.mjs";
import { openPage, site, siteUrl } from "./harness.mjs";
import { serve } from "./server.mjs";

export const tests = {
  async "give in Chromium what they give in node"() {
    // One test asks for a file that is not there, which the console tells.
    const { page, close } = await openPage({
      ready: false,
      quiet: false,
      url: new URL("attention.mjs", siteUrl()).href,
    });
    const { passed, failures } = await testModules(page, siteUrl());
    assert.deepEqual(failures, []);
    assert.ok(passed > 80, `${passed} tests ran`);
    await close();
  },

  async "divide work among threads in a page that may share memory, and give the bits of one"() {
    const server = await serve(site, { headers: isolation });
    // Chromium asks for an icon, which is not there.
    const options = { ready: false, quiet: false, url: new URL("attention.mjs", server.url).href };
    const { page, close } = await openPage(options);
    const { passed, failures } = await testModules(page, server.url, {
      only: "threads: ",
      headers: isolation,
    });
    assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), true);
    assert.deepEqual(failures, []);
    assert.ok(passed > 25, `${passed} tests ran`);
    await close();
    await server.close();
  },
};

// The headless modules in a browser: every test that node runs on them, and threads where the engine has them.
import assert from "node:assert/strict";
import { isolation, testFiles, testModules } from "../../../modules/browser.mjs";
import { site } from "../../harness.mjs";
import { serve } from "../../server.mjs";

const pages = () => ({ ...testFiles(), "/favicon.ico": "" });

export const modules = (browser) => ({
  "the headless modules give the same results as in node": async () => {
    const server = await serve(site, { pages: pages() });
    // One test requests a file that is missing, which the console reports.
    const url = `${server.url}licences.txt`;
    const { page, close } = await browser.openPage({ ready: false, quiet: false, url });
    const { passed, failures } = await testModules(page, server.url, { best: browser.best });
    assert.deepEqual(failures, []);
    assert.ok(passed > 80, `${passed} tests ran`);
    await close();
    await server.close();
  },

  "the modules divide work among threads in a page that may share memory, with the same bits as one thread":
    async () => {
      const server = await serve(site, { pages: pages(), headers: isolation });
      const url = `${server.url}licences.txt`;
      const { page, close } = await browser.openPage({ ready: false, quiet: false, url });
      const { passed, failures } = await testModules(page, server.url, {
        only: "threads: ",
        best: browser.best,
      });
      assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), true);
      assert.deepEqual(failures, []);
      assert.ok(passed > 25, `${passed} tests ran`);
      await close();
      await server.close();
    },
});

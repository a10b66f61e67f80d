// The headless modules in Chromium: every test that node runs on them.
import assert from "node:assert/strict";
import { testModules } from "../modules/browser.mjs";
import { openPage, siteUrl } from "./harness.mjs";

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
};

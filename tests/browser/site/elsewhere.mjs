// A link to a lesson at another address, in Chromium: what is refused, and which pages may fetch from other sites.
import assert from "node:assert/strict";
import { core, openPage, ready } from "../harness.mjs";
import { chromium } from "../engines/chromium.mjs";
import { elsewhere, lesson, withFiles } from "../everywhere/hosts/elsewhere.mjs";

export const tests = {
  ...elsewhere(chromium),

  "a file that is no lesson is refused with its address and what to do": async () => {
    const { server } = await withFiles({
      "/own/page.json": "<!doctype html>",
      "/own/long.json": `"${"x".repeat(1_000_001)}"`,
    });
    for (const [file, why] of [
      ["page", /page\.json could not be opened.*JSON/],
      ["long", /long\.json could not be opened.*1000000/],
      ["none", /none\.json could not be opened.*404/],
    ]) {
      const url = `${server.url}#lesson=/own/${file}.json&lang=en`;
      const { page, close } = await openPage({ url, ready: false, quiet: false });
      await page.locator("#loading-trouble button").click();
      await page.waitForFunction(() =>
        /could not/.test(document.getElementById("loading-trouble").textContent),
      );
      assert.match(await page.locator("#loading-trouble").textContent(), why);
      await close();
    }
    await server.close();
  },

  "only elsewhere.html may fetch from another site, and it asks first, too": async () => {
    const { server } = await withFiles({});
    const url = `${server.url}#lesson=${encodeURIComponent("https://lessons.example/dot.json")}`;
    const { page, complaints, close } = await openPage({ url, ready: false });
    await page.waitForURL(/elsewhere\.html#lesson=/);
    const button = page.locator("#loading-trouble button");
    await button.waitFor();
    assert.match(await button.textContent(), /https:\/\/lessons\.example/);
    const policies = await Promise.all(
      ["index.html", "embed.html", "elsewhere.html"].map(
        async (name) => /connect-src ([^;]*)/.exec(await (await fetch(`${server.url}${name}`)).text())[1],
      ),
    );
    assert.deepEqual(policies, ["'self'", "'self'", "'self' https:"]);
    await page.route("https://lessons.example/dot.json", (route) =>
      route.fulfill({ json: lesson, headers: { "access-control-allow-origin": "*" } }),
    );
    await button.click();
    await ready(page);
    assert.equal((await core(page, "reading")).lesson.id, "dot");
    assert.deepEqual(complaints.splice(0), ["request to another origin: https://lessons.example/dot.json"]);
    await close();
    await server.close();
  },
};

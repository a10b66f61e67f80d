// The site opens without console output, from its own origin only, from any folder, and under a strict policy.
import assert from "node:assert/strict";
import { openPage, settled, site, siteUrl } from "../harness.mjs";
import { serve } from "../server.mjs";

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; " +
  "img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'";

async function served(options, run) {
  const server = await serve(site, options);
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

export const tests = {
  "the page shows a picture and logs nothing to the console": async () => {
    const { page, close } = await openPage();
    await settled(page);
    assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
    assert.ok((await page.evaluate(() => window.attentionExplorer.frames())) > 0, "frames were drawn");
    assert.match(await page.title(), /Self-attention by hand/);
    await close();
  },

  "from a sub-folder": () =>
    served({ prefix: "/courses/nlp/week-3" }, async ({ url }) => {
      const { close } = await openPage({ url });
      await close();
    }),

  "under a strict policy sent as a header": () =>
    served({ headers: { "content-security-policy": policy } }, async ({ url }) => {
      const { close } = await openPage({ url });
      await close();
    }),

  "every file has a type and a name that any host serves": async () => {
    const { page, close } = await openPage();
    const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const base = siteUrl();
    for (const name of names) assert.match(name.replace(base, ""), /^assets\/[\w.-]+\.[0-9a-f]{10}\.\w+$/);
    await close();
  },

  "licence texts of what is inside": async () => {
    const answer = await fetch(`${siteUrl()}licences.txt`);
    const text = await answer.text();
    for (const name of [
      "Dear ImGui",
      "xtensor",
      "RapidJSON",
      "Inter",
      "KaTeX",
      "fflate",
      "SIL OPEN FONT LICENSE",
    ]) {
      assert.ok(text.includes(name), name);
    }
  },

  "a missing file is named": () =>
    served({}, async ({ url }) => {
      const { page, close } = await openPage({
        url,
        link: "lesson=worked-example",
        ready: false,
        quiet: false,
        script: `const real = fetch; window.fetch = (url, ...rest) => real(String(url).includes("formulae") ? url + "x" : url, ...rest)`,
      });
      await page.waitForSelector("#loading-trouble button");
      assert.match(await page.textContent("#loading-trouble"), /formulae.*404/s);
      await close();
    }),

  "without JavaScript: a sentence that says so": async () => {
    const html = await (await fetch(siteUrl())).text();
    assert.match(html, /<noscript>[\s\S]*JavaScript is switched off[\s\S]*<\/noscript>/);
    assert.doesNotMatch(html, /<script(?![^>]*src=)|style=|<style|\son\w+=/, "nothing inline");
  },
};

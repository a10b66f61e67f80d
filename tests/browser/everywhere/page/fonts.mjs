// Files of fonts that are missing or damaged: the page names them and goes on with letters of the others.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { core, ready, settled, site, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

const faults = {
  404: () => null,
  HTML: () => "<!doctype html><title>Sign in</title>",
  nothing: () => "",
  half: (ttf) => ttf.subarray(0, ttf.length / 2),
};
const isFont = (path) => path.endsWith(".ttf");
const link = "lesson=worked-example";
// The service worker would ask for every font of the site.
const alone = { link: "", quiet: false, fresh: true, script: "delete Navigator.prototype.serviceWorker;" };

// A site whose fonts `faultOf` (path → name of a fault, or nothing) has damaged.
async function damaged(faultOf) {
  const asked = new Set();
  const pages = {};
  const server = await serve(site, {
    pages,
    before(path) {
      if (!isFont(path) || asked.has(path)) return;
      asked.add(path);
      const fault = faultOf(path, asked.size - 1);
      if (fault) pages[path] = faults[fault](readFileSync(join(site, path)));
    },
  });
  return { ...server, asked };
}

const notices = (page) => page.evaluate(() => document.getElementById("notices").textContent);
const nameOf = (path) => path.split("/").at(-1);

export const fontFiles = (browser) => ({
  "a font file that is missing, truncated or wrong is named, and the page works with the others":
    async () => {
      for (const [n, fault] of Object.keys(faults).entries()) {
        // Every second file, in turns the first and the second of each two.
        const bad = new Set();
        const server = await damaged((path, i) => {
          if (i % 2 !== n % 2) return null;
          bad.add(path);
          return fault;
        });
        const { page, close } = await browser.openPage({ url: `${server.url}#${link}`, ...alone });
        await settled(page);
        assert.equal(await page.evaluate(() => document.body.dataset.view), "picture", fault);
        const told = await notices(page);
        for (const path of server.asked)
          assert.equal(told.includes(nameOf(path)), bad.has(path), `${fault}: ${nameOf(path)} in “${told}”`);
        // Every step of the lesson draws. Other engines draw the same picture: there the last step will do.
        const { steps } = await core(page, "reading");
        assert.ok(steps.length > 3);
        const all = fault === "half" && browser.name === "Chromium";
        for (const { id } of all ? steps : steps.slice(-1)) {
          await core(page, "apply", { type: "GoToStep", id });
          await settled(page);
        }
        await close();
        await server.close();
      }
    },
});

export const fonts = (browser) => ({
  "without any font the reading view is shown in the system's letters": async () => {
    const kinds = Object.keys(faults);
    const server = await damaged((_, i) => kinds[i % kinds.length]);
    const { page, close } = await browser.openPage({ url: `${server.url}#${link}`, ...alone });
    assert.equal(await page.evaluate(() => document.body.dataset.view), "reading");
    const told = await notices(page);
    for (const path of server.asked) assert.ok(told.includes(nameOf(path)), `${nameOf(path)} in “${told}”`);
    await page.click("#notices button"); // it may lie over the way on
    await page.click("#next");
    await until(page, () => window.attentionExplorer.reading().step.id !== "tokens");
    await close();
    await server.close();
  },

  "a lesson opens although its own fonts are missing": async () => {
    const server = await damaged((path) => (/\/(?:size\d|ams|main-bold)/.test(path) ? "half" : null));
    const { page, close } = await browser.openPage({ url: server.url, ...alone });
    await ready(page);
    await page.evaluate(() => (window.location.hash = "lesson=column-vectors"));
    await until(page, () => window.attentionExplorer.reading().lesson.id === "column-vectors");
    await settled(page);
    const told = await notices(page);
    const bad = [...server.asked].filter((path) => /\/(?:size\d|ams|main-bold)/.test(path));
    assert.ok(bad.length > 0, "the lesson has such formulae");
    for (const path of bad) assert.ok(told.includes(nameOf(path)), `${nameOf(path)} in “${told}”`);
    await close();
    await server.close();
  },
});

// What a visit requests until its first number is on screen, as the server sees it: tests of every browser count the
// same files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "../../../../web/words.mjs";
import { budgets, matches } from "../../../site/budgets.mjs";
import { site, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

/** Bytes after brotli that any first view may take: the largest of their budgets. */
export const limit = Math.max(
  ...budgets.filter(({ name }) => name.includes("first view")).map(({ most }) => most),
);

// The browser's own, which nothing waits for.
export const isAside = (file) => /icon\.|manifest/.test(file);

export const numberShown = (page) =>
  until(page, () => performance.getEntriesByName("first-number").length > 0);

export const packedSize = (files) =>
  files.reduce((sum, file) => sum + readFileSync(join(site, `${file}.br`)).length, 0);

// What was requested from the server until the first number was on screen, the page itself first.
export async function fetchedFor(browser, link, options = {}) {
  const asked = [];
  const server = await serve(site, {
    before: (path) => {
      asked.push(path === "/" ? "index.html" : path.slice(1));
      return 0;
    },
  });
  const visit = { url: server.url + (link && `#${link}`), link: "", ready: false, fresh: true, ...options };
  const { page, close } = await browser.openPage(visit);
  await numberShown(page);
  const files = asked.filter((file) => !isAside(file));
  assert.equal(new Set(files).size, files.length, "nothing is fetched twice");
  await close();
  await server.close();
  return files;
}

// The same files, whatever the order.
export function assertCounted(files, name) {
  const { patterns } = budgets.find((budget) => budget.name === name);
  for (const file of files)
    assert.ok(
      patterns.some((pattern) => matches(pattern, file)),
      `${file} is fetched for ${name}, and budgets.json does not count it`,
    );
  for (const pattern of patterns)
    assert.ok(
      files.some((file) => matches(pattern, file)),
      `budgets.json counts ${pattern} for ${name}, and nothing fetches it`,
    );
}

export const firstView = (browser) => ({
  "the contents fetch what their budget counts": async () => {
    const files = await fetchedFor(browser, "");
    assertCounted(files, "the contents' first view");
    assert.ok(packedSize(files) <= limit, `${packedSize(files)} bytes`);
  },

  "a lesson fetches what its budget counts, in each language": async () => {
    for (const lang of ["en", ...languages()]) {
      const words = lang === "en" ? "assets/worked-example.#.json" : `assets/words-${lang}.#.json`;
      const { name } = budgets.find(({ patterns }) => patterns.includes(words));
      const files = await fetchedFor(browser, `lesson=worked-example&lang=${lang}`);
      assertCounted(files, name);
      assert.ok(packedSize(files) <= limit, `${packedSize(files)} bytes`);
    }
  },
});

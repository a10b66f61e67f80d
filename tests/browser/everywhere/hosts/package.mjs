// The npm package as published, and bundled by Vite: the element, the headless modules and the lessons, from a server of
// their own.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "vite";
import { root, site, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

const packed = join(dirname(site), "package");
const element = `<attention-explorer lesson="worked-example" step="scores" loading="eager"></attention-explorer>`;
const use = (name) => `
  import "${name("attention-explorer.js", "")}";
  import { loadAttention } from "${name("attention.mjs", "/attention")}";
  import { loadLessons } from "${name("lessons.mjs", "/lessons")}";
  const attention = await loadAttention();
  const lessons = await loadLessons({ lessons: ["worked-example"] });
  window.made = [attention.variant, [...lessons.run("worked-example").nodes.find((n) => n.name === "attn_scores").data]];`;

// The element's promise, a lesson's numbers, and the core's, from a server of their own.
async function works(browser, folder, pages) {
  const server = await serve(folder, { pages: { "/favicon.ico": "", ...pages } });
  const { page, close } = await browser.openPage({ url: server.url, ready: false });
  const [variant, scores] = await until(page, () => window.made);
  assert.match(variant, browser.variant);
  assert.deepEqual(scores, [2, 4, 4, 4, 16, 12, 4, 12, 10]); // as the tutorial prints them
  const asked = await page.evaluate(() => document.querySelector("attention-explorer").tensor("attn_scores"));
  assert.deepEqual(asked.values, scores);
  await close();
  await server.close();
}

export const packages = (browser) => ({
  "the package works as it is, without a bundler": async () => {
    const script = `<script type="module">${use((file) => `./${file}`)}</script>`;
    await works(browser, packed, { "/": `<!doctype html><title>page</title>${element}${script}` });
  },

  "the package works when Vite has bundled it": async () => {
    const project = join(root, "build/package-vite", browser.name); // two engines may run this at the same time
    rmSync(project, { recursive: true, force: true });
    mkdirSync(join(project, "node_modules"), { recursive: true });
    cpSync(packed, join(project, "node_modules/attention-explorer"), { recursive: true });
    writeFileSync(
      join(project, "index.html"),
      `<!doctype html><title>page</title>${element}<script type="module" src="/main.js"></script>`,
    );
    writeFileSync(
      join(project, "main.js"),
      use((_, entry) => `attention-explorer${entry}`),
    );
    await build({ root: project, base: "./", logLevel: "error", build: { target: "es2022" } });
    await works(browser, join(project, "dist"), {});
  },
});

// A page whose script does not start says so, and what to do: by its small script, or without that by the page itself.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ready, site, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

const asset = (name) =>
  readdirSync(join(site, "assets")).find((file) => new RegExp(`^${name}\\.[0-9a-f]{10}\\.js$`).test(file));
const pathOf = (name) => `/assets/${asset(name)}`;
const half = (name) => {
  const text = readFileSync(join(site, "assets", asset(name)), "utf8");
  return text.slice(0, text.length / 2);
};

const link = "lesson=worked-example";
const seen = () => {
  const trouble = document.getElementById("loading-trouble");
  const button = trouble?.querySelector("button, a");
  if (!button) return false;
  const { x, y, width, height } = button.getBoundingClientRect();
  const there = button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  return there && trouble.innerText;
};

// The page's message with these files in place of its own.
async function said(browser, pages, { page: name = "", lang = "en", before = () => 0 } = {}) {
  const server = await serve(site, { pages, before });
  const url = `${server.url}${name}#${link}&lang=${lang}`;
  const { page, close } = await browser.openPage({ url, link: "", ready: false, quiet: false, fresh: true });
  const words = await until(page, seen);
  await close();
  await server.close();
  return words;
}

export const unstarted = (browser) => ({
  "a script of the page that is missing, damaged or empty is named, with what to do": async () => {
    const script = pathOf("page");
    for (const content of [null, half("page"), ""])
      assert.match(await said(browser, { [script]: content }), /page\.\w+\.js does not start.*Load again/s);
    assert.match(
      await said(browser, { [script]: null }, { lang: "de" }),
      /page\.\w+\.js startet nicht.*Neu laden/s,
    );
  },

  "an embed names a missing script as well, if the fallback script fails too; the page around is notified":
    async () => {
      const files = { [pathOf("page")]: null, [pathOf("whole")]: null };
      assert.match(await said(browser, files, { page: "embed.html" }), /whole\.\w+\.js does not start/);

      const frame = `<iframe src="/embed.html#${link}" width="800" height="460"></iframe>`;
      const host = `<!doctype html><title>course</title>${frame}`;
      const server = await serve(site, { pages: { ...files, "/host.html": host } });
      const { page, close } = await browser.openPage({
        url: `${server.url}host.html`,
        ready: false,
        quiet: false,
        script: () => {
          window.heard = [];
          window.addEventListener("message", ({ data }) => window.heard.push(data));
        },
      });
      const told = await until(page, () => window.heard.find(({ type }) => type === "error"));
      assert.equal(told.attentionExplorer, 1);
      assert.match(told.message, /whole\.\w+\.js/);
      await close();
      await server.close();
    },

  "an embed whose module is damaged falls back to the single script": async () => {
    const server = await serve(site, { pages: { [pathOf("page")]: half("page") } });
    const url = `${server.url}embed.html#${link}`;
    const { page, close } = await browser.openPage({ url, link: "", ready: false, quiet: false });
    await ready(page);
    await close();
    await server.close();
  },

  "a script that is slow to load is reported, and the page starts when it arrives": async () => {
    let held = [];
    const server = await serve(site, {
      before: (path) => path === pathOf("page") && new Promise((resolve) => held.push(resolve)),
    });
    const url = `${server.url}#${link}`;
    const { page, close } = await browser.openPage({
      url,
      link: "",
      ready: false,
      fresh: true,
      waits: false,
    });
    assert.match(await until(page, seen), /has not answered for 5 seconds/);
    for (const go of held.splice(0)) go();
    await ready(page);
    assert.equal(await page.evaluate(() => document.getElementById("loading").checkVisibility()), false);
    await close();
    await server.close();
  },

  "without any of its scripts the page itself says so, in each language": async () => {
    const server = await serve(site, { pages: { [pathOf("page")]: null, [pathOf("unstarted")]: null } });
    const { page, close } = await browser.openPage({
      url: `${server.url}#${link}`,
      link: "",
      ready: false,
      quiet: false,
    });
    const words = await until(page, () => {
      const note = document.getElementById("unstarted");
      return getComputedStyle(note).visibility === "visible" && note.innerText;
    });
    assert.match(words, /scripts of this page did not load.*Skripte dieser Seite sind nicht angekommen/s);
    await close();
    await server.close();
  },

  "opened from a folder, the page leads to the file that works there": async () => {
    const url = `${pathToFileURL(join(site, "index.html")).href}#${link}`;
    // Under a driver Firefox is less strict than usual.
    const settings = { "security.fileuri.strict_origin_policy": true };
    const strict = browser.name === "Firefox" ? { settings } : {};
    const { page, close } = await browser.openPage({ url, link: "", ready: false, quiet: false, ...strict });
    const words = await until(page, () => {
      const shown = [...document.querySelectorAll("#loading-trouble, #unstarted")].filter(
        (part) => part.innerText && part.checkVisibility({ visibilityProperty: true }),
      );
      shown[0]?.querySelector("a").setAttribute("id", "way");
      return shown[0]?.innerText;
    });
    assert.match(words, /folder.*attention-explorer\.html/is);
    await page.click("#way");
    await until(
      page,
      () => /attention-explorer\.html/.test(window.location.href) && window.attentionExplorer,
    );
    await close();
  },
});

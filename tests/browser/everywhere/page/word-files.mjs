// The files with a language's sentences: a missing, damaged or wrong file is reported as such, and English stays in use.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { core, ready, site, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

const fileOf = (pattern) => `/assets/${readdirSync(join(site, "assets")).find((name) => pattern.test(name))}`;
const first = fileOf(/^words-de\.[0-9a-f]{10}\.json$/);

const faults = [
  null,
  "<!doctype html><title>Sign in</title>",
  '{"page":{"skip":',
  '{"page":{"skip":5},"core":{}}',
];
const noted = (page) => page.evaluate(() => document.getElementById("notices").innerText);

export const wordFiles = (browser) => ({
  "an unreadable file of German sentences is named, and the page stays in English": async () => {
    for (const fault of faults) {
      const server = await serve(site, { pages: { [first]: fault } });
      const url = `${server.url}#lesson=worked-example&step=scores&lang=de`;
      const { page, close } = await browser.openPage({ url, link: "", quiet: false });
      assert.match(
        await noted(page),
        fault === null
          ? /part of this page could not be fetched.*Load again/s
          : /texts in Deutsch could not be read \(words-de\.\w+\.json.*stays in English/s,
      );
      assert.equal(await core(page, "text", "skip"), "Go to the reading view");
      await core(page, "apply", { type: "NextStep" });
      assert.notEqual((await core(page, "reading")).step.id, "scores");
      await close();
      await server.close();
    }
  },

  "the file is named when switching to German, too, and works once it can be read": async () => {
    const server = await serve(site, { pages: { [first]: faults[1] } });
    const url = `${server.url}#lesson=worked-example&view=reading`;
    const { page, close } = await browser.openPage({ url, link: "", quiet: false, fresh: true });
    const choose = (language) => core(page, "apply", { type: "SetLanguage", language });
    await choose("de");
    await until(page, () => /texts in Deutsch/.test(document.getElementById("notices").innerText));
    delete server.pages[first];
    await choose("en");
    await until(page, () => document.documentElement.lang === "en");
    await choose("de");
    await until(page, () => window.attentionExplorer.text("skip") === "Zur Leseansicht");
    await ready(page);
    await close();
    await server.close();
  },
});

// The explorer's page in each language, as a search engine or a visit without scripts reads it, and how pages name their
// others. The words are those of web/words.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sitemap } from "../../web/build/sitemap.mjs";
import { alternates, fileOf } from "../../web/site/frame.mjs";
import { englishTexts, languages, translationOf } from "../../web/words.mjs";

const tags = ["en", ...languages()];
const words = (tag, id) => (tag === "en" ? englishTexts().site[id] : translationOf(tag).site[id].text);
const named = (html) =>
  [...html.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)"/g)].map(([, tag, href]) => [
    tag,
    href,
  ]);

export const tests = (site) => ({
  "the explorer's page stands in each language, described in it, and names the others": () => {
    for (const tag of tags) {
      const html = readFileSync(join(site, fileOf("index", tag)), "utf8");
      assert.match(html, new RegExp(`<html lang="${tag}">`));
      assert.ok(html.includes(`<meta name="description" content="${words(tag, "explorer.description")}" />`));
      assert.ok(html.includes(`<p>${words(tag, "explorer.scripts")}</p>`));
      assert.equal(
        html.includes(`data-language="${tag}"`),
        tag !== "en",
        "English is what the browser decides on",
      );
      assert.doesNotMatch(html, /%\w+%/, "every place is filled");
      assert.deepEqual(named(html), [
        ...tags.map((one) => [one, fileOf("index", one)]),
        ["x-default", "index.html"],
      ]);
    }
  },

  "pages in folders name files that exist": () => {
    const html = readFileSync(join(site, "course/sentence.es.html"), "utf8");
    assert.deepEqual(new Set(named(html).map(([tag]) => tag)), new Set([...tags, "x-default"]));
    for (const [, href] of named(html)) assert.ok(existsSync(join(site, "course", href)), href);
  },

  "where the address of the site is known, search engines get whole addresses, each page in each language":
    () => {
      const address = "https://example.org/attention/";
      const links = alternates("course/sentence", tags, address).join("");
      assert.ok(
        links.includes(
          'hreflang="zh-Hans" href="https://example.org/attention/course/sentence.zh-Hans.html"',
        ),
      );
      const list = sitemap(address, ["index", "course/sentence"], tags);
      const places = [...list.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place);
      assert.equal(places.length, 2 * tags.length);
      for (const place of places) assert.ok(existsSync(join(site, place.slice(address.length))), place);
      assert.equal(list.split("<xhtml:link").length - 1, places.length * tags.length);
    },
});

// The list of the site's pages for search engines, as sitemaps.org describes it, with each page's other languages.
import { fileOf } from "../site/frame.mjs";
import { escaped } from "../site/html.mjs";

/**
 * @param address of the site, since a sitemap holds whole addresses
 * @param pages without language and ending: "index", "course/sentence"
 * @param tags of the languages, in each of which every page exists
 */
export function sitemap(address, pages, tags) {
  const at = (page, tag) => escaped(address + fileOf(page, tag));
  const others = (page) =>
    tags
      .map((tag) => `    <xhtml:link rel="alternate" hreflang="${tag}" href="${at(page, tag)}"/>\n`)
      .join("");
  const urls = pages.flatMap((page) =>
    tags.map((tag) => `  <url>\n    <loc>${at(page, tag)}</loc>\n${others(page)}  </url>\n`),
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${urls.join("")}</urlset>\n`
  );
}

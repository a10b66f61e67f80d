// What all pages around the explorer share: head with policy and styles, navigation, languages, foot. Addresses are
// relative, so that the site works from any folder.
import { escaped, h, raw } from "./html.mjs";

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

// Where readers enter an address themselves, the page may fetch it; where they choose a file, it may read that one.
const policyOf = ({ anywhere, ownFiles }) =>
  policy.map((rule) => {
    if (!rule.startsWith("connect-src")) return rule;
    return anywhere ? "connect-src 'self' https: http:" : ownFiles ? "connect-src 'self' blob:" : rule;
  });

/** "course/sentence" in German: "course/sentence.de.html". */
export const fileOf = (page, language) => `${page}${language === "en" ? "" : `.${language}`}.html`;

/** From one file of the site to another. */
export function way(from, to) {
  const up = "../".repeat(from.split("/").length - 1);
  return up + to || "./";
}

/** Where a page is in each language, for search engines, which want whole addresses: relative without the site's. */
export const alternates = (page, tags, address) => {
  const placeOf = (file) => (address ? address + file : way(page, file));
  const link = (tag, hreflang = tag) =>
    h("link", { rel: "alternate", hreflang, href: placeOf(fileOf(page, tag)) });
  return [...tags.map((tag) => link(tag)), link("en", "x-default")];
};

/** The explorer with a link, in the page's language. */
export const explorer = (page, language, link = "") => {
  const parts = [link, language === "en" ? "lang=en" : `lang=${language}`].filter(Boolean);
  return `${way(page, "index.html")}#${parts.join("&")}`;
};

/** Sentences of a language with their placeholders filled; lists stay lists. said: records which ones were used. */
export function speaker(sentences, said = new Set()) {
  return (id, ...values) => {
    const sentence = sentences[id];
    said.add(id);
    if (sentence === undefined) throw new Error(`web/words/site.json has no “${id}”.`);
    const fill = (text) => text.replace(/\{(\d+)\}/g, (place, i) => String(values[i] ?? place));
    return Array.isArray(sentence) ? sentence.map(fill) : fill(sentence);
  };
}

/** Light markup of these pages' own texts: `code`, **strong** and [words](address); "- " begins an item. */
export function inline(text) {
  const marks = /(`+) ?(.+?) ?\1|\[([^\]]+)\]\(([^()\s]+)\)|\*\*(.+?)\*\*/g;
  const pieces = (part) =>
    part.replace(marks, (_, ticks, code, words, address, strong) => {
      if (ticks) return `<code>${code}</code>`; // in which nothing else is a mark
      return strong ? `<strong>${pieces(strong)}</strong>` : `<a href="${address}">${words}</a>`;
    });
  return raw(pieces(escaped(text)));
}
export const list = (items, tag = "ul") =>
  h(
    tag,
    {},
    items.map((item) => h("li", {}, inline(item.replace(/^- /, "")))),
  );

const places = [
  ["explorer", null],
  ["course", "course/index"],
  ["author", "author"],
  ["write", "write"],
  ["embedding", "embedding"],
  ["notebooks", "notebooks"],
  ["glossary", "about/glossary"],
];
const small = [
  ["accessibility", "about/accessibility"],
  ["privacy", "about/privacy"],
  ["translate", "translate"],
];

/**
 * @param site {languages: {tag: name}, assets: {styles, script, icon}, directionOf, address}
 * @param page its place without ending, "course/sentence"
 * @param given {title, description, language, say, body, kind, paper, head}; paper: light whatever the system says
 */
export function framed(site, page, given) {
  const { title, description, language, say, body } = given;
  const link = ([id, to]) =>
    h(
      "a",
      {
        href: to === null ? explorer(page, language) : way(page, fileOf(to, language)),
        "aria-current": to === page ? "page" : null,
      },
      say(`nav.${id}`),
    );
  const others = Object.entries(site.languages).map(([tag, name]) =>
    h(
      "a",
      {
        href: way(page, fileOf(page, tag)),
        hreflang: tag,
        lang: tag,
        "aria-current": tag === language ? "true" : null,
      },
      name,
    ),
  );
  const head = [
    h("meta", { charset: "utf-8" }),
    h("title", {}, `${title} · ${say("site")}`),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1, viewport-fit=cover" }),
    h("meta", { name: "description", content: description }),
    h("meta", { name: "color-scheme", content: "dark light" }),
    h("meta", { "http-equiv": "Content-Security-Policy", content: policyOf(given).join("; ") }),
    h("link", { rel: "icon", href: way(page, site.assets.icon), type: "image/svg+xml" }),
    h("link", { rel: "stylesheet", href: way(page, site.assets.styles) }),
    alternates(page, Object.keys(site.languages), site.address),
    h("script", { type: "module", src: way(page, site.assets.script) }),
    given.head ?? [],
  ];
  const top = h(
    "header",
    { class: "top" },
    h("a", { class: "home", href: explorer(page, language) }, say("site")),
    h("nav", { "aria-label": say("nav") }, places.map(link)),
    h("div", { class: "languages", role: "group", "aria-label": say("language") }, others),
    h("button", { type: "button", id: "projector", "aria-pressed": "false", hidden: true }, say("projector")),
  );
  const foot = h(
    "footer",
    { class: "foot" },
    h("p", {}, small.map(link), h("a", { href: way(page, "licences.txt") }, say("licences"))),
  );
  const shell = h(
    "html",
    { lang: language, dir: site.directionOf(language), "data-paper": given.paper ?? false },
    h("head", {}, head),
    h("body", { class: given.kind }, top, h("main", { id: "main" }, body), foot),
  );
  return `<!doctype html>\n${shell}\n`;
}

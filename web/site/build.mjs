// Makes the pages around the explorer: those for courses, authors and translators, worksheets, the glossary and the
// statements about the site, each in every language. Called by web/build.mjs, which hashes names and writes files.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as translations from "../words.mjs";
import { aboutPage, aboutPages } from "./about.mjs";
import { authorPage } from "./author-page.mjs";
import { loadCore } from "./core.mjs";
import { courseIndex, coursePage, keyOf, pageOf, sheetOf } from "./course.mjs";
import { documentPage } from "./document.mjs";
import { fileOf, speaker } from "./frame.mjs";
import { raw } from "./html.mjs";
import { keyPage } from "./key.mjs";
import { lessonContent } from "./lesson.mjs";
import { sharedOf, sharedPage } from "./shared-page.mjs";
import { tourContents } from "./tour.mjs";
import { translatePage } from "./translate-page.mjs";
import { worksheet } from "./worksheet.mjs";
import { writePage } from "./write-page.mjs";

const { moved } = JSON.parse(readFileSync(new URL("../contents.json", import.meta.url), "utf8"));

/** The lessons that had this step before: links to it there are still around. */
const lessonsBefore = (lesson, step) =>
  Object.keys(moved).filter((before) => moved[before][lesson]?.includes(step));

// The theme's colours from the page's own styles; here the system's setting decides, unless the page sets a theme.
function themeTokens(pageStyles) {
  const block = (selector) => {
    const at = pageStyles.indexOf(`${selector} {`);
    if (at < 0) throw new Error(`web/styles/page.css has no rule for ${selector}.`);
    return pageStyles.slice(pageStyles.indexOf("{", at) + 1, pageStyles.indexOf("}", at)).trim();
  };
  const [dark, light] = [block(":root"), block(':root[data-theme="light"]')];
  return `:root { ${dark} }\n@media (prefers-color-scheme: light), print { :root { ${light} } }\n:root[data-paper] { ${light} }\n`;
}

const families = {
  "inter-400": ["Inter", 400],
  "inter-500": ["Inter", 500],
  "inter-600": ["Inter", 600],
  "inter-display-600": ["Inter Display", 600],
  mono: ["Mono", 400],
};

function faceRules(fonts) {
  return Object.entries(fonts)
    .map(([name, { url }]) => {
      const [family, weight] = families[name] ?? [`formula-${name}`, 400];
      const style = name === "math" ? "italic" : "normal";
      return `@font-face { font-family: "${family}"; font-style: ${style}; font-weight: ${weight}; font-display: swap; src: url("${url}"); }\n`;
    })
    .join("");
}

// A lesson as its pages tell it.
function contentOf({ content, typesetting }, core, drawing, language) {
  const { summary, version } = JSON.parse(content);
  return {
    ...lessonContent({ core, drawing }, content, language),
    version,
    summary: String(summary?.[language] ?? summary?.en ?? ""),
    formulae: new Map(Object.entries(typesetting.formulae)),
  };
}

/** A page for teachers, a worksheet, and the key to its questions. */
function forCourse(given, write, apart) {
  const { id, steps } = given.content;
  write(pageOf(id), coursePage(given));
  write(sheetOf(id), worksheet(given));
  if (steps.some(({ step }) => step.question)) apart(keyOf(id, given.language), keyPage(given));
}

/** Makes the languages known to the core: { tag: the language's own name }. */
function offered(core, catalogues) {
  const names = {};
  for (const [tag, { name }] of Object.entries(catalogues)) {
    names[tag] = name;
    core.offerLanguage(tag, name);
    if (tag === "en") continue;
    const refused = core.loadLanguage(tag, JSON.stringify(catalogues[tag].core));
    if (refused) throw new Error(`${tag}: ${refused.message} (${refused.path})`);
  }
  return names;
}

/**
 * @param given.lessons [{ id, languages: { tag: { content, typesetting } } }], in the order of the contents
 * @param given.catalogues { tag: { name, site, core } }: the sentences of each language
 * @param given.assets { styles, script, icon }: where they lie in the site
 * @param given.pictures of steps, for shared links: see build/shared.mjs
 * @param given.address of the site, or ""
 * @param given.front ({ language, say, tags, address }) → the explorer's own page in a language
 * @param given.facts that documents name: { version, megabytes }
 * @param given.emit (name, content)
 * @param given.apart (name, content): beside the site
 */
async function buildPages({
  wasmFolder,
  cache,
  faces,
  lessons,
  catalogues,
  assets,
  pictures,
  address,
  front,
  facts,
  emit,
  apart,
}) {
  const { core, drawing, directionOf } = await loadCore(wasmFolder, cache, faces);
  const site = { languages: offered(core, catalogues), assets, directionOf, address };
  // A page holds several pictures: their ids are made different.
  let count = 0;
  const drawn = (options) => {
    const made = drawing(options);
    const own = `f${count++}`;
    return made && { ...made, markup: raw(made.svg.replaceAll(/( id="|url\(#)/g, `$1${own}`)) };
  };
  for (const language of Object.keys(catalogues)) {
    const said = new Set();
    const say = speaker({ ...catalogues.en.site, ...catalogues[language].site }, said);
    const contents = lessons.map(({ languages }) => contentOf(languages[language], core, drawn, language));
    core.forgetTexts();
    const text = (id) => core.text(id);
    const toured = tourContents(core, language, say);
    const given = { lessons: contents, language, say, text, site, facts };
    const write = (page, content) => emit(fileOf(page, language), content);
    emit(fileOf("index", language), front({ language, say, tags: Object.keys(catalogues), address }));
    for (const content of contents) {
      const { id, title, summary, steps } = content;
      const lesson = { id, title, summary };
      for (const step of [null, ...steps.map((one) => one.step)]) {
        const picture = `${sharedOf(id, (step ?? steps[0].step).id)}.${language}.png`;
        if (step) emit(picture, pictures(`${id}/${step.id}.${language}`));
        const shared = sharedPage({ lesson, step, picture, address, language, say, site });
        for (const of of [id, ...lessonsBefore(id, step?.id)]) write(sharedOf(of, step?.id), shared);
      }
      forCourse({ ...given, content }, write, apart);
    }
    for (const content of toured) forCourse({ ...given, content }, write, apart);
    write("course/index", courseIndex({ ...given, toured }));
    const desks = { author: authorPage, write: writePage, translate: translatePage };
    for (const [name, page] of Object.entries(desks)) write(name, page(given));
    for (const name of ["embedding", "notebooks"]) write(name, documentPage(name, given));
    for (const name of aboutPages) write(`about/${name}`, aboutPage(name, given));
    const unsaid = Object.keys(catalogues.en.site).filter((id) => !said.has(id));
    if (unsaid.length > 0)
      throw new Error(`No page uses these texts of web/words/site.json: ${unsaid.join(", ")}.`);
  }
}

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

// module: a script of a page; iife: a script that a page includes on its own, from any place.
async function bundled(entry, format = "esm") {
  const { outputFiles } = await build({
    entryPoints: [join(web, entry)],
    bundle: true,
    write: false,
    format,
    target: "es2022",
    minify: true,
    legalComments: "none", // all licences are in licences.txt
    logLevel: "warning",
  });
  return outputFiles[0].text;
}

/** What translate.html fetches: every English text with its hash, and each translation as web/words has it. */
async function translateAssets({ english, translated }, place) {
  const hashed = (texts) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, [translations.hashOf(text), text]]));
  const each = (values, change) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
  return {
    script: place("translate.js", await bundled("site/translate/translate.ts")),
    english: place("translate-en.json", JSON.stringify(each(english, hashed))),
    translations: each(translated, (words, tag) => place(`translate-${tag}.json`, JSON.stringify(words))),
  };
}

/**
 * @param given.lessons as for the page: { id, languages: { tag: { content, typesetting } } }
 * @param given.faces { face: file }: what figures are drawn with
 * @param given.languages { english, translated }: the texts of web/words
 * @param given.fonts { name: { url } }, beside the style sheet
 * @param given.asset (name, content) → { url } in assets/
 * @returns files that a page asks to be kept for use without a network; a folder ends with "/"
 */
export async function makePages({ languages, fonts, icon, typesetter, asset, ...given }) {
  const { english, translated } = languages;
  const rules = themeTokens(readFileSync(join(web, "styles/page.css"), "utf8")) + faceRules(fonts);
  const place = (name, content) => `assets/${asset(name, content).url}`;
  const assets = {
    icon,
    typesetter,
    styles: place("site.css", rules + (await bundled("styles/site.css"))),
    script: place("site.js", await bundled("site/page.ts")),
    author: place("author.js", await bundled("site/author/author.ts")),
    write: place("write.js", await bundled("site/write/write.ts")),
    translate: await translateAssets(languages, place),
    shared: place("shared.js", await bundled("site/shared.ts", "iife")),
    scorm: place("scorm.js", await bundled("site/author/scorm-wrapper.ts", "iife")),
  };
  const catalogues = { en: { name: english.page["language.name"], site: english.site, core: {} } };
  for (const [language, words] of Object.entries(translated))
    catalogues[language] = {
      name: translations.sentences(words.page, english.page)["language.name"] ?? language,
      site: translations.listed(words.site, english.site),
      core: translations.sentences(words.interface, english.interface),
    };
  await buildPages({ ...given, catalogues, assets });
  const { styles, script, translate } = assets;
  return [
    styles,
    script,
    translate.script,
    translate.english,
    ...Object.values(translate.translations),
    "stills/",
  ];
}

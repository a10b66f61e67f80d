// Makes the pages around the explorer: those for courses, worksheets, the glossary and what is said about the site, each
// in every language. Called by web/build.mjs, which hashes names and writes files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { aboutPage, aboutPages } from "./about.mjs";
import { loadCore } from "./core.mjs";
import { courseIndex, coursePage, pageOf, sheetOf } from "./course.mjs";
import { fileOf, speaker } from "./frame.mjs";
import { raw } from "./html.mjs";
import { lessonContent } from "./lesson.mjs";
import { worksheet } from "./worksheet.mjs";

// The theme's colours as the page's own styles have them; here the system decides, unless the page says.
export function themeTokens(pageStyles) {
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

export function faceRules(fonts) {
  return Object.entries(fonts)
    .map(([name, { url }]) => {
      const [family, weight] = families[name] ?? [`formula-${name}`, 400];
      return `@font-face { font-family: "${family}"; font-weight: ${weight}; font-display: swap; src: url("${url}"); }\n`;
    })
    .join("");
}

/**
 * @param given.lessons [{ id, languages: { tag: { content, typesetting } } }], in the order of the contents
 * @param given.catalogues { tag: { name, site, core } }: the sentences of each language
 * @param given.assets { styles, script, icon }: where they lie in the site
 * @param given.emit (name, content)
 */
export async function buildPages({ wasmFolder, cache, lessons, catalogues, assets, emit }) {
  const { core, drawing } = await loadCore(wasmFolder, cache);
  const site = { languages: {}, assets };
  for (const [tag, { name }] of Object.entries(catalogues)) {
    site.languages[tag] = name;
    core.offerLanguage(tag, name);
    if (tag === "en") continue;
    const refused = core.loadLanguage(tag, JSON.stringify(catalogues[tag].core));
    if (refused) throw new Error(`${tag}: ${refused.message} (${refused.path})`);
  }
  const drawn = (figures) => {
    const made = drawing(figures);
    return made && { ...made, markup: raw(made.svg) };
  };
  const made = [];
  for (const language of Object.keys(catalogues)) {
    const say = speaker({ ...catalogues.en.site, ...catalogues[language].site });
    const contents = lessons.map(({ languages }) => {
      const { content, typesetting } = languages[language];
      const told = lessonContent({ core, drawing: drawn }, content, language);
      const { summary, version } = JSON.parse(content);
      const plain = summary?.[language] ?? summary?.en ?? "";
      return {
        ...told,
        version,
        summary: String(plain),
        formulae: new Map(Object.entries(typesetting.formulae)),
      };
    });
    core.forgetTexts();
    const text = (id) => core.text(id);
    const given = { lessons: contents, language, say, text, site };
    const write = (page, content) => {
      emit(fileOf(page, language), content);
      made.push(fileOf(page, language));
    };
    for (const content of contents) {
      write(pageOf(content.id), coursePage({ ...given, content }));
      write(sheetOf(content.id), worksheet({ ...given, content }));
    }
    write("course/index", courseIndex(given));
    for (const name of aboutPages) write(`about/${name}`, aboutPage(name, given));
  }
  return made;
}

export const readWords = (web) => JSON.parse(readFileSync(join(web, "words", "site.json"), "utf8"));

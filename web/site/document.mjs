// Pages that are a document: web/embedding.md and web/notebooks.md, or their translations beside them, such as
// web/embedding.de.md. Languages without one, or with one that is out of date, get the English text.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { framed } from "./frame.mjs";
import { h } from "./html.mjs";
import { markdown } from "./markdown.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Facts that only the build knows, such as %version%, in their places. */
export const withFacts = (text, facts) =>
  text.replace(/%([a-z]+)%/g, (_, fact) => {
    if (facts[fact] === undefined) throw new Error(`There is no fact %${fact}%.`);
    return facts[fact];
  });

const read = (name, facts) => markdown(withFacts(readFileSync(join(web, name), "utf8"), facts));

function documentIn(page, language, facts) {
  const english = read(`${page}.md`, facts);
  const name = `${page}.${language}.md`;
  if (language === "en" || !existsSync(join(web, name))) return { ...english, spoken: "en" };
  const translated = read(name, facts);
  // Code is the same in every language, and so is the order of what is said.
  const tags = (body) => body.map(({ text }) => /^<(\w+)/.exec(text)[1]).join(" ");
  if (
    JSON.stringify(translated.code) !== JSON.stringify(english.code) ||
    tags(translated.body) !== tags(english.body)
  ) {
    console.log(
      `  web/${name} does not have the code, tables and paragraphs of web/${page}.md: English is shown`,
    );
    return { ...english, spoken: "en" };
  }
  return { ...translated, spoken: language };
}

/** @param page "embedding" or "notebooks" @param given {language, say, site, facts} */
export function documentPage(page, { language, say, site, facts }) {
  const { title, body, spoken } = documentIn(page, language, facts);
  const content = h("div", { lang: spoken === language ? null : spoken }, h("h1", {}, title), body);
  return framed(site, page, {
    title,
    description: title,
    language,
    say,
    body: content,
    kind: "document",
  });
}

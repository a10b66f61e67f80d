// The page about embedding: web/embedding.md, or its translation beside it, web/embedding.LANGUAGE.md. Languages without
// one, or with one that is out of date, get the English text.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { framed } from "./frame.mjs";
import { h } from "./html.mjs";
import { markdown } from "./markdown.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const read = (name) => markdown(readFileSync(join(web, name), "utf8"));

function documentIn(language) {
  const english = read("embedding.md");
  const name = `embedding.${language}.md`;
  if (language === "en" || !existsSync(join(web, name))) return { ...english, spoken: "en" };
  const translated = read(name);
  // Code is the same in every language, and so is the order of what is said.
  const tags = (body) => body.map(({ text }) => /^<(\w+)/.exec(text)[1]).join(" ");
  if (
    JSON.stringify(translated.code) !== JSON.stringify(english.code) ||
    tags(translated.body) !== tags(english.body)
  ) {
    console.log(
      `  web/${name} does not have the code, tables and paragraphs of web/embedding.md: English is shown`,
    );
    return { ...english, spoken: "en" };
  }
  return { ...translated, spoken: language };
}

/** @param given {language, say, site} */
export function embeddingPage({ language, say, site }) {
  const { title, body, spoken } = documentIn(language);
  const content = h("div", { lang: spoken === language ? null : spoken }, h("h1", {}, title), body);
  return framed(site, "embedding", {
    title,
    description: title,
    language,
    say,
    body: content,
    kind: "document",
  });
}

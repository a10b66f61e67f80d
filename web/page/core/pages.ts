// The site's pages around this one, which web/site makes. Only a page of its own links to them: in a frame they would
// replace the lesson, and the single file stands alone.
import { embedded } from "../embed/settings";
import { assets } from "../start/assets";

const files: [string, string][] = [
  ["course", "course/index"],
  ["glossary", "about/glossary"],
  ["write", "write"],
  ["author", "author"],
];

export const hasPages = !embedded && assets.typesetter !== undefined;

// "course/sentence" in German: "course/sentence.de.html".
export const pageFile = (page: string, language: string) =>
  `${page}${language in assets.languages ? `.${language}` : ""}.html`;

// Name and address of each page that the contents link to.
export const pagesIn = (language: string): [string, string][] =>
  hasPages ? files.map(([name, file]) => [name, pageFile(file, language)]) : [];

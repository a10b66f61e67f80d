// The site's pages around this one, which web/site makes. Only a page of its own links to them: in a frame they would
// replace the lesson, and the single file stands alone.
import { embedded } from "../embed/settings";
import { assets } from "../start/assets";
import { addressOf } from "./history";
import { pack } from "./links";

const files: [string, string][] = [
  ["course", "course/index"],
  ["author", "author"],
  ["write", "write"],
  ["embedding", "embedding"],
  ["notebooks", "notebooks"],
  ["glossary", "about/glossary"],
];

export const hasPages = !embedded && assets.typesetter !== undefined;

// "course/sentence" in German: "course/sentence.de.html".
export const pageFile = (page: string, language: string) =>
  `${page}${language in assets.languages ? `.${language}` : ""}.html`;

// Name and address of each page that the contents link to.
export const pagesIn = (language: string): [string, string][] =>
  hasPages ? files.map(([name, file]) => [name, pageFile(file, language)]) : [];

// A link as it is shared: the page of its step, which other sites show with a picture and which goes on to here. What the
// link holds besides the step is in its hash. Links without such a page are this page's own.
export function sharedAddress(link: string): string {
  const parts = new Map(link.split("&").map((part): [string, string] => [part.replace(/=.*$/s, ""), part]));
  const value = (key: string) => parts.get(key)?.slice(key.length + 1) ?? "";
  const lesson = value("lesson");
  if (!hasPages || !(lesson in assets.lessons) || /^(?:contents|large)/.test(value("view")))
    return addressOf(link);
  const step = value("step");
  const page = `at/${lesson}/${step === "summary" || step === "" ? "index" : step}`;
  const address = new URL(pageFile(page, value("lang")), window.location.href);
  const bare =
    step !== "summary" && [...parts.keys()].every((key) => ["lesson", "step", "lang"].includes(key));
  address.hash = bare ? "" : pack(link);
  return address.href;
}

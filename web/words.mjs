// Translations of the site: which texts there are to translate, by stable keys; whether a language has them all; and a
// lesson merged with its translation. A translator edits web/words/<language>/ alone, never a lesson file:
//   interface.json  sentences of the interface; English in words/interface.json, from which the program's are made
//   page.json       sentences of the page's scripts; English in words/en.json
//   files.json      sentences of the sheet of a reader's own tensors; English in words/files.json
//   model.json      the same of a reader's own model
//   site.json       sentences of the pages around the explorer (web/site); English in words/site.json
//   <lesson>.json   texts of a lesson; English in the lesson itself
// Each file is an object from key to {"of": hash of the English text, "text": translation}; a text of several paragraphs
// may be a list. The hash shows when a translation is older than its English.
//   node web/words.mjs            what is missing, unknown or stale; fails if anything is
//   node web/words.mjs de         the same of one language
//   node web/words.mjs --list sentence    the keys of a file with their English
//   node web/words.mjs --accept de        writes the hash of each entry that has none yet, creates missing files
// The keys of all files, for editors, are in build/generated/translations.schema.json, which the site's build writes.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { differences, isLanguage, isWhole, numbersApart, plain, written } from "./words/checks.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const at = (...path) => join(web, ...path);
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

const isText = (value) => {
  const keys = value && typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : [];
  return keys.includes("en") && keys.every(isLanguage);
};
export const hashOf = (english) => createHash("sha256").update(plain(english)).digest("hex").slice(0, 8);

// What identifies an item of a list, whatever its index: its id or name, if that is unique.
function segments(list) {
  const own = list.map((item) => {
    for (const key of ["id", "name", "value", "role"])
      if (typeof item?.[key] === "string") return item[key].replaceAll("/", "-");
    return null;
  });
  return own.map((name, i) =>
    name !== null && own.filter((other) => other === name).length === 1 ? name : String(i),
  );
}

// Every text of a lesson as [key, text]; the text is the object in the lesson, to be read or extended.
export function* textsOf(value, key = "") {
  const below = (segment) => (key ? `${key}/${segment}` : segment);
  if (isText(value)) yield [key, value];
  else if (Array.isArray(value)) {
    const names = segments(value);
    for (const [i, item] of value.entries()) yield* textsOf(item, below(names[i]));
  } else if (value && typeof value === "object") {
    for (const [name, item] of Object.entries(value)) yield* textsOf(item, below(name));
  }
}

// ---- what there is to translate: file → key → English ----
export function lessonFiles() {
  const names = readdirSync(at("lessons")).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => at("lessons", name));
}

export function englishTexts() {
  const files = {
    interface: readJson(at("words", "interface.json")),
    page: readJson(at("words", "en.json")),
    files: readJson(at("words", "files.json")),
    model: readJson(at("words", "model.json")),
    site: readJson(at("words", "site.json")),
  };
  for (const path of lessonFiles()) {
    const lesson = readJson(path);
    files[lesson.id] = Object.fromEntries([...textsOf(lesson)].map(([key, text]) => [key, text.en]));
  }
  return files;
}

export function languages() {
  return readdirSync(at("words"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isLanguage(entry.name))
    .map((entry) => entry.name)
    .sort();
}

// ---- one language: file → key → {of, text} ----
export function translationOf(language) {
  const files = {};
  for (const name of readdirSync(at("words", language))
    .filter((file) => file.endsWith(".json"))
    .sort()) {
    const entries = readJson(at("words", language, name));
    delete entries.$schema;
    files[name.slice(0, -5)] = entries;
  }
  return files;
}

const isThere = (entry) => Boolean(entry?.text) && isWhole(entry.text);

// Everything that is wrong with a language, as {file, key, what}: missing, unknown, stale or invalid entries.
export function troubles(translation, english = englishTexts()) {
  const found = [];
  for (const [file, texts] of Object.entries(english)) {
    const entries = translation[file] ?? {};
    for (const [key, text] of Object.entries(texts)) {
      const entry = entries[key];
      const add = (what) => found.push({ file, key, what });
      if (!isThere(entry)) add("missing");
      else if (entry.of !== hashOf(text)) add("stale");
      else {
        const { missing, extra } = differences(text, entry.text);
        if (missing.length > 0) add(`broken: lacks ${missing.join(" ")}`);
        if (extra.length > 0) add(`broken: the English has no ${extra.join(" ")}`);
        const { lost, added } = numbersApart(text, entry.text);
        if (lost.length + added.length > 0)
          add(
            `numbers: lacks ${lost.join(", ") || "none"}, and the English has no ${added.join(", ") || "others"}`,
          );
      }
    }
    for (const key of Object.keys(entries)) if (!(key in texts)) found.push({ file, key, what: "unknown" });
  }
  for (const file of Object.keys(translation))
    if (!(file in english)) found.push({ file, key: "", what: "unknown file" });
  return found;
}

// The lesson with the translation in place of its English, which stays where there is none; switching back fetches the
// English lesson. A translation that is older than its English is left out: an English text is better than a wrong one.
export function merged(lesson, language, entries = {}) {
  const copy = JSON.parse(JSON.stringify(lesson));
  let whole = true;
  for (const [key, text] of [...textsOf(copy)]) {
    const entry = entries[key];
    const fits = isThere(entry) && entry.of === hashOf(text.en);
    if (fits) text[language] = entry.text;
    if (fits && key !== "title") delete text.en;
    whole &&= fits;
  }
  copy.title[language] ??= copy.title.en; // the languages of a lesson are those of its title
  if (whole) delete copy.title.en;
  return copy;
}

// Only entries whose English still exists.
const current = (entries, english) =>
  Object.entries(entries).filter(([id, entry]) => isThere(entry) && entry.of === hashOf(english[id] ?? ""));

// Sentences by id alone, as page and core take them.
export function sentences(entries = {}, english = {}) {
  return Object.fromEntries(current(entries, english).map(([id, { text }]) => [id, plain(text)]));
}

// Those of one file in every language: language → id → sentence.
export function translationsOf(file) {
  const english = englishTexts()[file];
  return Object.fromEntries(
    languages().map((language) => [language, sentences(translationOf(language)[file], english)]),
  );
}

// The same for the pages around the explorer: where the English is a list, so is the translation.
export function listed(entries = {}, english = {}) {
  const fit = (id, text) => (Array.isArray(english[id]) ? [text].flat() : plain(text));
  return Object.fromEntries(current(entries, english).map(([id, { text }]) => [id, fit(id, text)]));
}

// ---- for editors: the keys of every file ----
export function schemaOf(english) {
  const $defs = {
    entry: {
      type: "object",
      additionalProperties: false,
      required: ["text"],
      properties: {
        of: { description: "hash of the English text", type: "string", pattern: "^[0-9a-f]{8}$" },
        text: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
      },
    },
  };
  for (const [file, texts] of Object.entries(english)) {
    const keys = Object.keys(texts).sort();
    $defs[file] = {
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries([
        ["$schema", { type: "string" }],
        ...keys.map((key) => [key, { $ref: "#/$defs/entry" }]),
      ]),
    };
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Keys of a translation",
    description: "A file refers to its part: translations.schema.json#/$defs/sentence.",
    $defs,
  };
}

export function writeSchema(folder) {
  mkdirSync(folder, { recursive: true });
  const text = `${JSON.stringify(schemaOf(englishTexts()), null, 1)}\n`;
  writeFileSync(join(folder, "translations.schema.json"), text);
}

// ---- on the command line ----
function check(wanted) {
  let bad = 0;
  for (const language of wanted) {
    const found = troubles(translationOf(language));
    bad += found.length;
    for (const { file, key, what } of found) console.log(`${language}/${file}.json ${key}: ${what}`);
  }
  if (bad > 0) console.log(`${bad} texts need attention: node web/words.mjs --list FILE shows the English`);
  return bad === 0;
}

function accept(language) {
  const english = englishTexts();
  mkdirSync(at("words", language), { recursive: true });
  const translation = translationOf(language);
  for (const [file, texts] of Object.entries(english)) {
    const hash = (key) => (key in texts ? hashOf(texts[key]) : undefined);
    const content = written(file, Object.keys(texts), translation[file] ?? {}, hash);
    writeFileSync(at("words", language, `${file}.json`), content);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [first, second] = process.argv.slice(2);
  if (first === "--list") console.log(JSON.stringify(englishTexts()[second] ?? {}, null, 1));
  else if (first === "--accept") accept(second);
  else if (!check(first ? [first] : languages())) process.exitCode = 1;
}

// The faces that the page draws with (fonts.py), each in two files: with what the site's own texts and formulae are made of,
// and with all that the page may ever have to write. What is in the first follows from the texts; no list is kept.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const faceFile = /\.ttf$/;

/** The signs that the program itself writes: between numbers, superscripts. Foreign letters come with the texts that use them. */
export function signsOfSources(folder) {
  const all = new Set();
  for (const file of readdirSync(folder, { recursive: true }))
    if (/\.(cpp|hpp)$/.test(file))
      for (const character of readFileSync(join(folder, file), "utf8").replace(/\/\/.*/g, ""))
        if (/[^\p{L}]/u.test(character)) all.add(character);
  return [...all].sort().join("");
}

function strings(thing) {
  if (typeof thing === "string") return [thing];
  return thing && typeof thing === "object" ? Object.values(thing).flatMap(strings) : [];
}

/**
 * @param lessons [{ languages: { tag: { content, typesetting } } }]
 * @param texts everything else that the page writes, as one text
 */
export function firstCodes(lessons, texts) {
  const spoken = lessons.flatMap(({ languages }) => Object.values(languages));
  const text = new Set();
  const printed = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join("");
  for (const each of [printed, texts, ...spoken.map(({ content }) => content)])
    for (const character of each) text.add(character.codePointAt(0));
  const formulae = {};
  for (const { typesetting } of spoken)
    for (const { glyphs } of Object.values(typesetting.formulae))
      for (const { face, code } of glyphs) (formulae[face] ??= new Set()).add(code);
  // Symbols of more than one or two letters, digits, and what the program puts around them are upright.
  const symbols = new Set(Array.from("0123456789T,()[]′", (character) => character.codePointAt(0)));
  for (const { content } of spoken)
    for (const { symbol } of JSON.parse(content).tensors)
      for (const character of strings(symbol).join("")) symbols.add(character.codePointAt(0));
  // Titles: letters and digits, and the signs in those that there are.
  const titles = new Set();
  for (const { content } of spoken) {
    const { title, steps, closing } = JSON.parse(content);
    for (const part of [title, closing, ...steps.map((step) => step.title)])
      for (const character of strings(part).join("")) titles.add(character.codePointAt(0));
  }
  for (const character of texts + printed)
    if (/[\p{L}\p{N} .,:;!?'"()–’“”„-]/u.test(character)) titles.add(character.codePointAt(0));
  const inOrder = (codes) => [...codes].sort((a, b) => a - b);
  return {
    text: inOrder(text),
    symbols: inOrder(symbols),
    titles: inOrder(titles),
    formulae: Object.fromEntries(Object.entries(formulae).map(([face, codes]) => [face, inOrder(codes)])),
  };
}

/** @returns { face: { first, all } }: the files of each face, kept under the digest of what they are made from */
export function makeFaces(web, cache, codes, lock) {
  const script = join(web, "fonts.py");
  const wanted = JSON.stringify(codes);
  const digest = createHash("sha256").update(readFileSync(script)).update(lock).update(wanted).digest("hex");
  const folder = join(cache, `fonts-${digest.slice(0, 12)}`);
  if (!existsSync(join(folder, "done"))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const first = join(folder, "first.json");
    writeFileSync(first, wanted);
    const packages = join(web, "node_modules");
    execFileSync("python3", ["-B", script, "--packages", packages, "--first", first, "--out", folder], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    writeFileSync(join(folder, "done"), "");
  }
  return Object.fromEntries(
    readdirSync(folder)
      .filter((file) => faceFile.test(file))
      .sort()
      .map((file) => [
        basename(file, ".ttf"),
        { all: join(folder, file), first: join(folder, "first", file) },
      ]),
  );
}

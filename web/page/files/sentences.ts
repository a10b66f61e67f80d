// The sentences of the sheet, in the page's language. They come with its script: the first view is not to grow.
import type { Oddity } from "../../modules/api/tensors";
import english from "../../words/files.json";
import { filled } from "../core/filled";

export type SentenceId = keyof typeof english;

/** The build's: language → id → sentence. */
declare const __FILE_WORDS__: Record<string, Record<string, string>>;

export function say(language: string, id: SentenceId, ...args: (string | number)[]): string {
  return filled(__FILE_WORDS__[language]?.[id] ?? english[id], args);
}

/** In every language, as lesson files hold texts. */
export function sayInAll(id: SentenceId, ...args: (string | number)[]): Record<string, string> {
  const texts: Record<string, string> = { en: filled(english[id], args) };
  for (const language of Object.keys(__FILE_WORDS__)) texts[language] = say(language, id, ...args);
  return texts;
}

/** "(2, 3)", as Python writes it. */
export const written = (shape: readonly number[]) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

/** What is unusual about weights, in every language; null if nothing is. `firstHead`: the place of their first head. */
export function notesOn(found: readonly Oddity[], firstHead: number): Record<string, string> | null {
  if (found.length === 0) return null;
  const lines = found.map(({ kind, count, head, query, key, value }) => {
    const number = String(Number(value.toPrecision(4)))
      .replace("-", "−")
      .replace("Infinity", "∞");
    return sayInAll(`odd.${kind}`, count, number, firstHead + head + 1, query + 1, key + 1);
  });
  const languages = ["en", ...Object.keys(__FILE_WORDS__)];
  return Object.fromEntries(
    languages.map((language) => [language, lines.map((line) => line[language] ?? "").join(" ")]),
  );
}

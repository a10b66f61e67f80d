// The page's own sentences: those shown before the core is loaded, and those only in the reading view. All others come
// from the core's catalogue.
import english from "../../words/en.json";
import { filled } from "./filled";

export type WordId = keyof typeof english;

export const isWord = (id: string): id is WordId => Object.hasOwn(english, id);

let translated: Record<string, string> = {};

// From now on; what is missing stays English.
export function useWords(sentences: Record<string, string>): void {
  translated = sentences;
}

export function words(id: WordId, ...args: (string | number)[]): string {
  const sentence = translated[id] ?? english[id];
  return filled(sentence, args);
}

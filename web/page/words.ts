// The page's own sentences, for what must be said before the core is there or where it cannot be. Everything else comes
// from the core's catalogue.
import english from "../words/en.json";

export type WordId = keyof typeof english;

export function words(id: WordId, ...args: (string | number)[]): string {
  return args.reduce<string>((filled, value, i) => filled.replaceAll(`{${i}}`, String(value)), english[id]);
}

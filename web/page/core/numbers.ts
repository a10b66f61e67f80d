// Numbers in the page's own sentences, written as the canvas writes them: a decimal point in every language, and groups of three
// digits by commas in English, by spaces that do not break elsewhere.
export function spelled(value: number, language: string, options?: Intl.NumberFormatOptions): string {
  const parts = new Intl.NumberFormat("en", options).formatToParts(value);
  const between = language.startsWith("en") ? "," : "\u00a0";
  return parts.map((part) => (part.type === "group" ? between : part.value)).join("");
}

// Tags of languages and their names, from the browser. Knows nothing of this site's translations.

/** Languages that are offered before any is begun; any other may be named by its tag. */
export const usual = [
  ...["ar", "bn", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fa", "fi", "fr", "gl", "he", "hi", "hr"],
  ...["hu", "hy", "id", "it", "ja", "ka", "kk", "ko", "lt", "lv", "nb", "nl", "pl", "pt-BR", "pt-PT", "ro"],
  ...["ru", "sk", "sl", "sr", "sv", "sw", "ta", "th", "tr", "uk", "ur", "vi", "zh-Hans", "zh-Hant"],
];

/** As it is usually spelt: pt-BR for “PT-br”; null if it is no tag. */
export function tagOf(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}

/** A language by its own name. */
export function nameOf(tag: string, known: Record<string, string>): string {
  if (Object.hasOwn(known, tag)) return known[tag] ?? tag;
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

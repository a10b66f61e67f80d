// Tags of languages: which of the site's languages a browser's or an author's tag means. Has no dependencies.

// Language and script, the likely one where the tag does not say: "zh-CN" and "zh" are zh-Hans, "zh-TW" is zh-Hant. Null: no tag.
function likely(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script ?? ""}`;
  } catch {
    return null;
  }
}

/** The one of the known languages that the tag means: itself, or one of the same language and script; else undefined. */
export function meant(known: readonly string[], tag: string | null | undefined): string | undefined {
  if (!tag) return undefined;
  const wanted = likely(tag);
  return (
    known.find((each) => each === tag) ?? known.find((each) => wanted !== null && likely(each) === wanted)
  );
}

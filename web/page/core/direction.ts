// The writing direction of a language, from a list of scripts: not every browser can tell it.
// "en-XB" is English in a layout from right to left: tests see by it that all of the layout is mirrored.
const rightToLeft = new Set(["en-XB", "ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

export const directionOf = (language: string): "rtl" | "ltr" =>
  rightToLeft.has(language) || rightToLeft.has(language.split("-", 1)[0] ?? "") ? "rtl" : "ltr";

/** Sets the language and the direction of an element. Setting lang and dir restyles everything below, even to the same values. */
export function writtenIn(element: HTMLElement, language: string): void {
  if (element.lang !== language) element.lang = language;
  const direction = directionOf(language);
  if (element.dir !== direction) element.dir = direction;
}

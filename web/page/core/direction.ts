// The writing direction of a language, from a list of scripts: not every browser can tell it.
const rightToLeft = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

export const directionOf = (language: string): "rtl" | "ltr" =>
  rightToLeft.has(language.split("-", 1)[0] ?? "") ? "rtl" : "ltr";

/** Sets the language of an element. Setting lang and dir restyles everything below, even to the same values. */
export function writtenIn(element: HTMLElement, language: string, withDirection = false): void {
  if (element.lang !== language) element.lang = language;
  const direction = directionOf(language);
  if (withDirection && element.dir !== direction) element.dir = direction;
}

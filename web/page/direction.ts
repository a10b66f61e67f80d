// Which way a language is written. Known by its script's list and not asked of the browser: not all of them tell.
const rightToLeft = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

export const directionOf = (language: string): "rtl" | "ltr" =>
  rightToLeft.has(language.split("-", 1)[0] ?? "") ? "rtl" : "ltr";

/** Says in what language an element is written. Set again, even to what they are, lang and dir make all below be styled anew. */
export function writtenIn(element: HTMLElement, language: string, withDirection = false): void {
  if (element.lang !== language) element.lang = language;
  const direction = directionOf(language);
  if (withDirection && element.dir !== direction) element.dir = direction;
}

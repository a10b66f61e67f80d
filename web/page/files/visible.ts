// Tokens may be any bytes: what has no sign of its own is shown by one.

function signOf(control: string): string {
  const code = control.charCodeAt(0);
  if (control === "\n" || control === "\t") return control; // the lesson format has signs for these
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd";
}

/** Control characters as ␍, ␛ …; half of a surrogate pair as �. */
export const visible = (text: string): string =>
  text.replace(/\p{Cc}/gu, signOf).replace(/\p{Surrogate}/gu, "\ufffd");

/** The first characters as a reader counts them: none is cut in its middle. */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const parts = [...new Intl.Segmenter().segment(text)].slice(0, most);
  return parts.map(({ segment }) => segment).join("");
}

// Escapes texts for HTML, XML and scripts. Unicode's bidirectional controls are always escaped: they can make code look
// different from what it is.
const code = (sign: string) => (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
const signs = /\p{Bidi_Control}/gu;

export const spelledOut = (text: string) => text.replace(signs, (sign) => `&#x${code(sign)};`);

export const escaped = (text: string) =>
  spelledOut(
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  );

// As JSON, which both Python and JavaScript can read; it cannot close an element or string around it.
export const quoted = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replace(signs, (sign) => `\\u${code(sign)}`);

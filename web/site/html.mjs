// Static pages as text: elements from plain values, with every text escaped. Independent of lessons.
const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Unicode's bidirectional controls, which can make a source look different from what it is. */
export const directionSigns = /\p{Bidi_Control}/gu;
export const codeOf = (sign) => sign.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
export const escaped = (text) =>
  String(text)
    .replace(/[&<>"]/g, (sign) => escapes[sign])
    .replace(directionSigns, (sign) => `&#x${codeOf(sign)};`);

/** Finished markup, which is not escaped again. */
export class Html {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}
export const raw = (text) => new Html(text);

const empty = new Set(["meta", "link", "br", "hr", "input", "img"]);

function content(child) {
  if (child === null || child === undefined || child === false) return "";
  if (Array.isArray(child)) return child.map(content).join("");
  return child instanceof Html ? child.text : escaped(child);
}

/** h("a", { href }, "words"): an attribute that is null or false is left out, true stands without a value. */
export function h(tag, attributes = {}, ...children) {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(value)}"`));
  const open = `<${tag}${written.join("")}>`;
  return new Html(empty.has(tag) ? open : `${open}${content(children)}</${tag}>`);
}

// Turns the typesetter's MathML into elements. It is parsed here rather than by the browser: with Trusted Types
// required, a page may not pass text to the browser's parser. Only layout attributes and the classes of roles are
// accepted.
const space = "http://www.w3.org/1998/Math/MathML";
const layout = new Set([
  ...[
    "accent",
    "columnspacing",
    "display",
    "mathvariant",
    "maxsize",
    "minsize",
    "rowspacing",
    "stretchy",
    "width",
  ],
  ...["accentunder", "columnalign", "depth", "fence", "form", "height", "largeop", "linethickness", "lspace"],
  ...["movablelimits", "rowalign", "rspace", "scriptlevel", "separator", "symmetric", "voffset"],
]);
const names = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

const plain = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name = "") => {
    const code = hex ? parseInt(hex, 16) : Number(decimal);
    return Number.isNaN(code) ? (names.get(name as string) ?? whole) : String.fromCodePoint(code);
  });

const isWanted = (name: string, value: string) =>
  name === "class" ? /^role-[\w-]+$/.test(value) : layout.has(name);

/** @throws Error if it is not well-formed MathML */
export function mathElement(source: string): Element {
  const root = document.createElement("span");
  const open: Element[] = [root];
  const piece = /<\/([a-z]+)>|<(m[a-z]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  for (let end = 0; end < source.length; end = piece.lastIndex) {
    const found = piece.exec(source);
    const [, closed, name, attributes = "", empty, text] = found ?? [];
    const around = open.at(-1);
    if (!found || !around) throw new Error(`no MathML: ${source.slice(end, end + 40)}`);
    if (text !== undefined) around.append(plain(text));
    else if (name !== undefined) {
      const element = document.createElementNS(space, name);
      for (const [, key = "", value = ""] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g))
        if (isWanted(key, plain(value))) element.setAttribute(key, plain(value));
      around.append(element);
      if (!empty) open.push(element);
    } else if (open.pop()?.localName !== closed) throw new Error(`no MathML: ${source.slice(end, end + 40)}`);
  }
  const [math] = root.children;
  if (!math || open.length > 1) throw new Error("no MathML: it ends too early");
  return math;
}

// The letters of a PDF as Chromium and Firefox print it, in the order in which they are drawn, without blanks: as much of
// the format as those two write (deflated streams, object streams, fonts that say by ToUnicode what their codes mean).
import { inflateSync } from "node:zlib";

// Number of an object → { head, stream }, as text of one character a byte.
function objectsOf(bytes) {
  const text = bytes.toString("latin1");
  const found = new Map();
  for (const { 1: number, index, 0: start } of text.matchAll(/(?<![\d.])(\d+) 0 obj\b/g)) {
    const from = index + start.length;
    const whole = text.slice(from, text.indexOf("endobj", from));
    const at = whole.search(/stream\r?\n/);
    if (at < 0) {
      found.set(number, { head: whole, stream: "" });
      continue;
    }
    const head = whole.slice(0, at);
    const begin = from + at + /stream\r?\n/.exec(whole)[0].length;
    const raw = bytes.subarray(begin, text.indexOf("endstream", begin));
    const deflated = head.includes("/FlateDecode") && !head.includes("/Image");
    const stream = deflated ? inflateSync(raw).toString("latin1") : "";
    found.set(number, { head, stream });
    if (!head.includes("/ObjStm")) continue;
    const first = Number(/\/First (\d+)/.exec(head)[1]);
    const places = stream.slice(0, first).trim().split(/\s+/).map(Number);
    for (let i = 0; i < places.length; i += 2)
      found.set(String(places[i]), {
        head: stream.slice(first + places[i + 1], first + places[i + 3]),
        stream: "",
      });
  }
  return found;
}

const letters = (hex) => String.fromCharCode(...hex.match(/.{4}/g).map((unit) => parseInt(unit, 16)));

// What a font's codes mean, and how many bytes each has.
function meaningOf(map) {
  const meaning = new Map();
  const width = /begincodespacerange\s*<(\w+)>/.exec(map)[1].length / 2;
  for (const [, part] of map.matchAll(/beginbfchar([^]*?)endbfchar/g))
    for (const [, code, hex] of part.matchAll(/<(\w+)>\s*<(\w+)>/g))
      meaning.set(parseInt(code, 16), letters(hex));
  for (const [, part] of map.matchAll(/beginbfrange([^]*?)endbfrange/g))
    for (const [, from, to, hex] of part.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let code = parseInt(from, 16), i = 0; code <= parseInt(to, 16); ++code, ++i)
        meaning.set(code, String.fromCharCode(letters(hex).charCodeAt(0) + i));
  return { meaning, width };
}

const escapes = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const plain = (literal) =>
  literal.replaceAll(/\\(?:([0-7]{1,3})|([^]))/g, (_, octal, one) =>
    octal ? String.fromCharCode(parseInt(octal, 8)) : (escapes[one] ?? one),
  );

export function pdfText(pdf) {
  const objects = objectsOf(Buffer.from(pdf));
  const fonts = new Map(); // both programs give a font one name on all pages
  for (const { head } of objects.values())
    for (const [, name, number] of head.matchAll(/\/([\w-]+)\s+(\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.head ?? "")?.[1];
      if (map) fonts.set(name, meaningOf(objects.get(map).stream));
    }
  let text = "";
  for (const { stream } of objects.values()) {
    let font = null;
    for (const [, name, literal, hex] of stream.matchAll(
      /\/([\w-]+)\s+[\d.]+\s+Tf|\(((?:\\[^]|[^\\)])*)\)|<([\da-fA-F]+)>/g,
    )) {
      if (name) font = fonts.get(name) ?? null;
      if (!font || name) continue;
      const codes = literal === undefined ? Buffer.from(hex, "hex") : Buffer.from(plain(literal), "latin1");
      for (let at = 0; at < codes.length; at += font.width)
        text += font.meaning.get(codes.readUIntBE(at, font.width)) ?? "";
    }
  }
  return text.replaceAll(/\s+/g, "");
}

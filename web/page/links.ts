// Links to exactly what is on screen. Behind "#" (or "?", for links made by hand) stand the parts that the core writes;
// long ones are packed into z=…, and what unpacks to more than a limit is refused before it fills the memory.
import { tools } from "./tools";

export const unpackLimit = 64 * 1024;
const packFrom = 1500; // characters: longer links break in mails and course pages

export interface Link {
  lesson: string | null;
  rest: string; // what the core opens
  damaged: boolean;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function pack(link: string): string {
  const packing = tools();
  if (link.length < packFrom || !packing) return link;
  return `z=${toBase64Url(packing.deflateSync(packing.strToU8(link), { level: 9 }))}`;
}

// null when it is damaged or unpacks to more than the limit. Fed in small pieces: one byte may unpack to a thousand.
export function unpack(packed: string): string | null {
  const packing = tools();
  if (packed.length > unpackLimit || !packing) return null;
  try {
    const bytes = fromBase64Url(packed);
    const parts: Uint8Array[] = [];
    const got = { length: 0, whole: false };
    const inflate = new packing.Inflate((part, final) => {
      got.length += part.byteLength;
      if (got.length <= unpackLimit) parts.push(part);
      got.whole = final;
    });
    const piece = 64;
    for (let at = 0; at < bytes.length && got.length <= unpackLimit; at += piece) {
      inflate.push(bytes.subarray(at, at + piece), at + piece >= bytes.length);
    }
    if (!got.whole || got.length > unpackLimit) return null;
    const whole = new Uint8Array(got.length);
    parts.reduce((at, part) => {
      whole.set(part, at);
      return at + part.byteLength;
    }, 0);
    return packing.strFromU8(whole);
  } catch {
    return null;
  }
}

// The parts that are of no lesson: all that is left of a link to a lesson that is not here.
export function withoutLesson(rest: string): string {
  return rest
    .split("&")
    .filter((part) => /^(?:view|theme|lang)=/.test(part))
    .join("&");
}

// What comes after "#" goes before what comes after "?".
export function readLink(location: { hash: string; search: string }): Link {
  let rest = location.hash.replace(/^#/, "");
  let damaged = false;
  const packed = /^z=([^&]*)$/.exec(rest);
  if (packed) {
    const unpacked = unpack(packed[1] ?? "");
    damaged = unpacked === null;
    rest = unpacked ?? "";
  }
  rest ||= location.search.replace(/^\?/, "");
  const lesson = /(?:^|&)lesson=([^&]*)/.exec(rest)?.[1];
  let name: string | null = null;
  try {
    name = lesson === undefined ? null : decodeURIComponent(lesson);
  } catch {
    // not readable: the core tells that part of the link
  }
  return { lesson: name, rest, damaged };
}

// A link that leaves the language to its reader, and one that asks for theirs.
export function withoutLanguage(link: string): string {
  return link
    .split("&")
    .filter((part) => !part.startsWith("lang="))
    .join("&");
}

export function withLanguage(link: string, language: string): string {
  return language === "en" ? link : `${link}&lang=${language}`;
}

// Links to exactly what is on screen. Behind "#" (or "?", for links made by hand) are the parts that the core writes;
// long ones are packed into zc=…: raw deflate and its CRC-32, together in base64url. A damaged one is refused as a
// whole; older links begin with z=, have no checksum and are still read. Data that unpacks to more than a limit is
// refused before it fills the memory.
import { deflateSync, Inflate, strFromU8, strToU8 } from "fflate";
import contents from "../../contents.json";
import { bytesOf } from "../start/base64";

export const unpackLimit = 160 * 1024;
const packFrom = 1500; // characters: longer links break in mails and course pages

export interface Link {
  lesson: string | null;
  rest: string; // limit of the core
  damaged: boolean;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array {
  return bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));
}

// CRC-32 as in zip and gzip: it detects every change of up to 32 bits in a row, so of any one character.
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

const checkBytes = 4; // big-endian, after the data

export function pack(link: string): string {
  if (link.length < packFrom) return link;
  const deflated = deflateSync(strToU8(link), { level: 9 });
  const bytes = new Uint8Array(deflated.length + checkBytes);
  bytes.set(deflated);
  new DataView(bytes.buffer).setUint32(deflated.length, crc32(deflated));
  return `zc=${toBase64Url(bytes)}`;
}

// The checked bytes of zc=; null if a character of it was changed or lost.
function checked(packed: string): Uint8Array | null {
  const bytes = fromBase64Url(packed);
  if (bytes.length < checkBytes || toBase64Url(bytes) !== packed) return null;
  const deflated = bytes.subarray(0, -checkBytes);
  const sum = new DataView(bytes.buffer).getUint32(deflated.length);
  return crc32(deflated) === sum ? deflated : null;
}

// For "zc=…" and "z=…" the link that was packed, null if it is damaged or unpacks to more than the limit; any other
// link as it is. Damage may hit a letter of "zc=" itself: no other link begins like that.
export function plainLink(link: string): string | null {
  if (/^z=/.test(link)) return unpack(link.slice(2), fromBase64Url);
  if (/^zc=/.test(link)) return unpack(link.slice(3), checked);
  return /^(?:.c=|z.=|zc.)/s.test(link) ? null : link;
}

// Fed in small pieces: one byte may unpack to a thousand.
function unpack(packed: string, read: (text: string) => Uint8Array | null): string | null {
  if (packed.length > unpackLimit) return null;
  try {
    const bytes = read(packed);
    if (!bytes) return null;
    const parts: Uint8Array[] = [];
    const got = { length: 0, whole: false };
    const inflate = new Inflate((part, final) => {
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
    return strFromU8(whole);
  } catch {
    return null;
  }
}

// The parts that do not belong to a lesson: what remains of a link to a lesson that this site does not have.
export function withoutLesson(rest: string): string {
  return rest
    .split("&")
    .filter((part) => /^(?:view|theme|lang)=/.test(part))
    .join("&");
}

// Steps that have moved to another lesson: links and embeds of before open them there.
export const moved: Record<string, Record<string, string[]>> = contents.moved;

function relocated(rest: string, lesson: string): { lesson: string; rest: string } {
  // Of an embed's range its first step.
  const step = /(?:^|&)steps?=([^&.]*)/.exec(rest)?.[1] ?? "";
  const [there] = Object.entries(moved[lesson] ?? {}).find(([, steps]) => steps.includes(step)) ?? [];
  if (there === undefined) return { lesson, rest };
  return {
    lesson: there,
    rest: rest.replace(/(^|&)lesson=[^&]*/, (_, before: string) => `${before}lesson=${there}`),
  };
}

// The part after "#" takes precedence over the part after "?".
export function readLink(location: { hash: string; search: string }): Link {
  const plain = plainLink(location.hash.replace(/^#/, ""));
  const damaged = plain === null;
  let rest = plain ?? "";
  rest ||= location.search.replace(/^\?/, "");
  const lesson = /(?:^|&)lesson=([^&]*)/.exec(rest)?.[1];
  let name: string | null = null;
  try {
    name = lesson === undefined ? null : decodeURIComponent(lesson);
  } catch {
    // not readable: the core reports it
  }
  if (name === null) return { lesson: name, rest, damaged };
  return { ...relocated(rest, name), damaged };
}

// The parts that say which sentence the contents show, and which of its words is followed.
export function sentenceIn(link: string): string {
  return link
    .split("&")
    .filter((part) => /^(?:s|word)=/.test(part))
    .join("&");
}

// A link to another step of the same lesson: what the reader changed stays, what was looked at does not.
export function atStep(link: string, step: string): string {
  const kept = link
    .split("&")
    .filter((part) =>
      /^(?:lesson|p\..*|e\..*|a\..*|own|student|dec|colors|run|run\.rates|theme)=/.test(part),
    );
  return [...kept, `step=${encodeURIComponent(step)}`].join("&");
}

// A link without a language, and one that asks for the reader's own.
export function withoutLanguage(link: string): string {
  return link
    .split("&")
    .filter((part) => !part.startsWith("lang="))
    .join("&");
}

export function withLanguage(link: string, language: string): string {
  return language === "en" ? link : `${link}&lang=${language}`;
}

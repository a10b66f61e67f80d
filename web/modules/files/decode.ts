// The text of a file: UTF-8, UTF-16 as Excel's “Unicode Text” is, or Windows-1252, in which Excel writes CSV in the west.
import { fail } from "../error.js";

/** UTF-16 without a mark at its beginning: most of its text is below 256, so every second byte is 0. */
function utf16Of(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 1024);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const enough = start.length / 4;
  if (odd > enough && even < odd / 8) return "utf-16le";
  return even > enough && odd < even / 8 ? "utf-16be" : null;
}

const isText = (text: string) => !/\p{Cc}/u.test(text.replace(/\s/g, ""));

/** Throws if it is no text. */
export function decode(bytes: Uint8Array<ArrayBuffer>): string {
  const wide = utf16Of(bytes);
  const strictly = (encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(bytes);
  try {
    return strictly(wide ?? "utf-8");
  } catch (error) {
    if (!wide) {
      const text = new TextDecoder("windows-1252").decode(bytes);
      if (isText(text)) return text;
    }
    const kinds = ".npy, .npz, .safetensors, CSV, TSV and JSON";
    const text = "Texts are read in UTF-8, UTF-16 or Windows-1252";
    return fail("format", "", `It is of no kind that is read: ${kinds}. ${text}.`, error);
  }
}

// Zip files, written and read in the browser: SCORM packages and translations. What they contain is up to others.
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

export function zipped(files: Record<string, string | Uint8Array>): Uint8Array<ArrayBuffer> {
  const contents = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(contents) as Record<string, Uint8Array>);
}

export const isZip = (bytes: Uint8Array) => strFromU8(bytes.subarray(0, 2)) === "PK";

/**
 * Those files of a zip file that are wanted, by their names in it, as text.
 * @param most bytes of all together
 * @throws RangeError if they are larger, any other error if it is damaged
 */
export function unzipped(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
  most: number,
): Map<string, string> {
  let total = 0;
  const found = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!wanted(name)) return false;
      total += originalSize;
      if (total > most) throw new RangeError(`more than ${most} bytes`);
      return true;
    },
  });
  return new Map(Object.entries(found).map(([name, content]) => [name, strFromU8(content)]));
}

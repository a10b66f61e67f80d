// Files of a translation that a translator opens: the zip file that this page saves, or single files of web/words/<language>.
// Reads them only; what becomes of the texts is up to the page.
import { isLanguage } from "../../words/checks.mjs";
import { isZip, unzipped } from "../zip";
import { entriesOf, type Entries } from "./texts";

export interface Opened {
  language: string | null; // null: the file does not say
  part: string;
  entries: Entries;
}

const most = 8_000_000; // bytes: more than ten times all English texts

// The schema names the part whatever the file is called; folder and name do otherwise.
function read(path: string, text: string): Opened | null {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return null;
  const { $schema, ...rest } = value as Record<string, unknown>;
  const entries = entriesOf(rest);
  if (Object.keys(rest).length > 0 && Object.keys(entries).length === 0) return null;
  const [, folder = "", name = ""] = /([^/]*)\/([^/]*)\.json$/.exec(`/${path}`) ?? [];
  const [, named] = typeof $schema === "string" ? (/#\/\$defs\/(.+)$/.exec($schema) ?? []) : [];
  return { language: isLanguage(folder) ? folder : null, part: named ?? name, entries };
}

const isOurs = (name: string) => /(?:^|\/)[^./][^/]*\.json$/.test(name) && !name.startsWith("__MACOSX/");

/** @throws RangeError if it is too large, any other error if it is no translation */
export async function opened(file: File): Promise<Opened[]> {
  if (file.size > most) throw new RangeError(`more than ${most} bytes`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const texts = isZip(bytes)
    ? unzipped(bytes, isOurs, most)
    : new Map([[file.name, new TextDecoder().decode(bytes)]]);
  const found = [...texts].flatMap(([path, text]) => read(path, text) ?? []);
  if (found.length === 0) throw new TypeError("no translation");
  return found;
}

// Figures that attention_explorer.py has saved, opened as files: the tensors in such a document, and the texts of its tokens.
import type { Source, Tensors } from "../../modules/api/tensors";
import { bytesOf } from "../start/base64";
import type { Inside } from "./inside";

type Given = Parameters<Tensors["open"]>[0];

// The module writes each < as \u003c, so the JSON ends at the next <. DOMParser would be reported by a strict content
// security policy.
function insideOf(page: string): Inside | null {
  const given = /<script type="application\/json" id="given">([^<]+)</.exec(page)?.[1];
  return given === undefined ? null : (JSON.parse(given) as Inside);
}

async function unpackedFile(file: File): Promise<Source[]> {
  const given = insideOf(await file.text());
  if (!given) return [{ name: file.name, data: file }];
  const { tokens, keyTokens } = given;
  const texts = {
    ...(tokens.length > 0 && { tokens }), // a list, or one for each sentence
    ...(keyTokens.length > 0 && { key_tokens: keyTokens }),
  };
  return [
    { name: file.name, data: new Blob([bytesOf(given.file)]) },
    ...(Object.keys(texts).length > 0 ? [{ name: file.name, data: new Blob([JSON.stringify(texts)]) }] : []),
  ];
}

/** The files, each figure among them as what lies in it. Others stay as they are. */
export async function unpacked(given: Given): Promise<Given> {
  if (!Array.isArray(given)) return given;
  const isPage = (one: unknown): one is File => one instanceof File && /\.html?$/i.test(one.name);
  // A damaged one stays a file, and the reader says what it is not.
  const unpackedOne = async (one: Source) => (isPage(one) ? unpackedFile(one).catch(() => [one]) : [one]);
  const all = await Promise.all((given as readonly Source[]).map(unpackedOne));
  return all.flat();
}

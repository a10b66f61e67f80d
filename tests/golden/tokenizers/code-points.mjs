// Every character through three tokenizers, byte-level BPE, SentencePiece and WordPiece: a text of each block of 256 code points
// that has characters, and a digest of its ids. The digests by Hugging Face's own library are in ids.json.
import { tokenizers } from "./kinds.mjs";

// Capital letters of Unicode 17: the page's copy of the library has the tables of Unicode 16, and does not lower them.
const later = (code) => [0xa7ce, 0xa7d2, 0xa7d4].includes(code) || (code >= 0x16ea0 && code <= 0x16eb8);

/** The text of a block: each code point after a letter, and alone. */
export const textOf = (block) =>
  Array.from({ length: 256 }, (_, i) => block * 256 + i)
    .filter((code) => (code < 0xd800 || code > 0xdfff) && !later(code))
    .map((code) => String.fromCodePoint(code))
    .map((one) => `a${one} ${one}`)
    .join(" ");

/** The blocks with assigned characters in runs [first, last]; private planes aside. */
export function assignedBlocks() {
  const runs = [];
  for (let block = 0; block < 0xf00; block++) {
    const codes = Array.from({ length: 256 }, (_, i) => block * 256 + i);
    if (!codes.some((code) => /[^\p{Cn}\p{Cs}]/u.test(String.fromCodePoint(code)))) continue;
    if (runs.at(-1)?.[1] === block - 1) runs.at(-1)[1] = block;
    else runs.push([block, block]);
  }
  return runs;
}

export const blocksOf = (runs) =>
  runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));

/** FNV-1a over the ids, six digits of it. */
export function digest(ids) {
  let hash = 0x811c9dc5;
  for (const id of ids)
    for (const byte of [id & 255, (id >> 8) & 255, id >> 16]) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 8).toString(16).padStart(6, "0");
}

/** name → tokenizer.json. WordPiece has a piece for every code point, so that ids tell what became of each. */
export function sweptOver(runs) {
  const { "BPE of bytes": bytes, "Unigram with bytes": pieces, WordPiece: words } = tokenizers;
  const vocab = { ...words.model.vocab };
  let next = Object.keys(vocab).length;
  for (const block of blocksOf(runs))
    for (let code = block * 256; code < block * 256 + 256; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const one = String.fromCodePoint(code);
      for (const piece of [one, `##${one}`]) vocab[piece] ??= next++;
    }
  return {
    "byte-level BPE": bytes,
    SentencePiece: { ...pieces, normalizer: { type: "NFKC" } },
    WordPiece: { ...words, model: { ...words.model, vocab } },
  };
}

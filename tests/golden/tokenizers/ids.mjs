// Writes ids.json with Hugging Face's own library: the ids of texts.mjs by the tokenizers of kinds.mjs and
// vocabularies.mjs, each text's in base 36 with spaces between, and the digests of code-points.mjs.
//   npm install --no-save tokenizers@0.23.2 && node tests/golden/tokenizers/ids.mjs
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { assignedBlocks, blocksOf, digest, sweptOver, textOf } from "./code-points.mjs";
import { texts } from "./texts.mjs";
import { tokenizers } from "./kinds.mjs";
import { reference, vocabularies } from "./vocabularies.mjs";

const library = createRequire(process.env.TOKENIZERS ?? import.meta.url)("tokenizers");
const packed = (ids) => ids.map((id) => id.toString(36)).join(" ");
const made = (tokenizer) => library.Tokenizer.fromString(JSON.stringify(tokenizer));
const idsOf = async (tokenizer, text) =>
  (await tokenizer.encode(text, null, { addSpecialTokens: true })).getIds();
const allIds = async (tokenizer) => {
  const ids = [];
  for (const text of texts) ids.push(packed(await idsOf(tokenizer, text)));
  return ids;
};
const result = {
  version: "tokenizers 0.23.2",
  ids: {},
  vocabularies: {},
  blocks: assignedBlocks(),
  sweep: {},
};
for (const [name, one] of Object.entries(tokenizers)) result.ids[name] = await allIds(made(one));
for (const name of Object.keys(vocabularies))
  result.vocabularies[name] = await allIds(await reference(library, name));
for (const [name, one] of Object.entries(sweptOver(result.blocks))) {
  const tokenizer = made(one);
  result.sweep[name] = "";
  for (const block of blocksOf(result.blocks))
    result.sweep[name] += digest(await idsOf(tokenizer, textOf(block)));
}
writeFileSync(new URL("ids.json", import.meta.url), `${JSON.stringify(result)}\n`);

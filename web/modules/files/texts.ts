// What is written in a text file: a table, JSON, or a matrix as Python, Matlab or TeX write it.
import { decode } from "./decode.js";
import { asJson } from "./literals.js";
import type { Given, Reader } from "./reader.js";

/** Tensors and lists of texts, or the files that hold a model's tensors where the text is an index of them. */
export type TextContent = { given: Given[] } | { shards: string[] };

export function textContent(reader: Reader, bytes: Uint8Array<ArrayBuffer>, name: string): TextContent {
  const words = decode(bytes);
  const isTable = /\.(?:csv|tsv)$/i.test(name);
  const json = /\.json$/i.test(name) || (!isTable && /^\s*[{[]/.test(words));
  if (json && /"weight_map"\s*:/.test(words.slice(0, 10_000) + words.slice(-10_000)))
    return { shards: reader.safetensorsIndex(words).map(([, shard]) => shard) };
  return { given: json ? jsonOrTable(reader, words, name) : [table(reader, words, isTable)] };
}

// A text that begins with a bracket is JSON if it can be; else a list such as "[CLS]", or written in Python's or Matlab's way.
function jsonOrTable(reader: Reader, words: string, name: string): Given[] {
  try {
    return reader.json(words);
  } catch (error) {
    if (/\.json$/i.test(name)) throw error;
    try {
      return [table(reader, words, false)];
    } catch (second) {
      throw /^\s*(?:\{\s*"|\[\s*[[\]\d."-])/.test(words) ? error : second;
    }
  }
}

function table(reader: Reader, words: string, isTable: boolean): Given {
  const literal = isTable ? null : asJson(words);
  if (literal === null) return reader.table(words);
  const [tensor] = reader.json(literal);
  return tensor ?? reader.table(words);
}

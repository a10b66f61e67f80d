// Hugging Face's tokenizers themselves, compiled to WebAssembly, in a file of its own that is loaded for the first tokenizer.
// The library is one script for all environments: the build puts a console and a location before it (web/modules/build.mjs).
import "@mlc-ai/web-tokenizers";

interface Tokenizer {
  encode(text: string): Int32Array;
  decode(ids: Int32Array): string;
  idToToken(id: number): string;
  dispose(): void;
}

declare const said: string[]; // what the library writes to the console: why it ended

const global = globalThis as {
  tokenizers?: { Tokenizer: { fromJSON(json: ArrayBuffer): Promise<Tokenizer> } };
};
const library = global.tokenizers;
delete global.tokenizers;

/** A tokenizer.json as bytes. The whole library ends with what it cannot read, and is loaded anew then. */
export function open(json: Uint8Array<ArrayBuffer>): Promise<Tokenizer> {
  if (!library) throw new Error("The library did not start.");
  return library.Tokenizer.fromJSON(json.buffer);
}

/** Why the library ended, in its words: they stand in the first line of its last message, within Rust's own. */
export function reasonOfEnd(): string {
  const told = said.join("\n");
  const [line = ""] = (/ on an `Err` value: (.*)/.exec(told)?.[1] ?? told).split("\n", 1);
  return (/^Error\("(.*)", line: \d+, column: \d+\)$/.exec(line)?.[1] ?? line).replaceAll('\\"', '"').trim();
}

// Opens files for the sheet of tensors; large texts are read in a worker where the page has one.
import { Core } from "../../modules/core";
import { AttentionError } from "../../modules/error";
import { Opener } from "../../modules/files/opener";
import { Reader } from "../../modules/files/reader";
import { textContent, type TextContent } from "../../modules/files/texts";
import { inWorker } from "../core/in-worker";
import type { AskedText, ReadText } from "./text-worker";

const large = 200_000; // bytes; what is smaller is read within two frames

/** `worker`: the address of text-worker's script; null: there is none. */
export async function openerOf(wasm: BufferSource, worker: URL | null): Promise<Opener> {
  const reader = new Reader(await Core.load(wasm, ["npy", "safetensors"]));
  return new Opener(reader, async (bytes, name): Promise<TextContent> => {
    if (!worker || bytes.length < large) return textContent(reader, bytes, name);
    const asked: AskedText = { wasm, bytes, name };
    const read = await inWorker<ReadText>(worker, asked);
    if ("content" in read) return read.content;
    throw new AttentionError(read.code, read.path, read.message);
  });
}

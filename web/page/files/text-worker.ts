// The worker that reads a large table or JSON for the sheet of tensors, so that the page goes on answering.
import { Core } from "../../modules/core";
import { AttentionError, reason } from "../../modules/error";
import { Reader } from "../../modules/files/reader";
import { textContent, type TextContent } from "../../modules/files/texts";

export interface AskedText {
  wasm: BufferSource;
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
}
export type ReadText = { content: TextContent } | { code: string; path: string; message: string };

interface Scope {
  postMessage(read: ReadText, moved?: Transferable[]): void;
  onmessage: ((event: MessageEvent<AskedText>) => void) | null;
}
const scope = globalThis as unknown as Scope;

async function read({ wasm, bytes, name }: AskedText): Promise<void> {
  const reader = new Reader(await Core.load(wasm, ["npy", "safetensors"]));
  const content = textContent(reader, bytes, name);
  const moved = "given" in content ? content.given.map(({ data }) => data.buffer) : [];
  scope.postMessage({ content }, moved);
}

scope.onmessage = ({ data }) => {
  read(data).catch((error: unknown) => {
    const { code, path } = error instanceof AttentionError ? error : { code: "read", path: "" };
    scope.postMessage({ code, path, message: reason(error) });
  });
};

// tensors.mjs: files as lists of tensors. Its interface is documented in api/tensors.d.ts.
import type * as api from "./api/tensors.js";
import * as check from "./check.js";
import { Core } from "./core.js";
import { unexpected } from "./error.js";
import { Opener } from "./files/opener.js";
import { Reader } from "./files/reader.js";

export { AttentionError } from "./error.js";

/** Filled in by the build: the wasm's name, which carries a hash. */
declare const WASM_FILE: string;

async function load(options?: api.LoadOptions): Promise<api.Tensors> {
  const { wasm } = check.options(options, ["wasm"]) as api.LoadOptions;
  return new Opener(new Reader(await Core.load(wasm ?? WASM_FILE, ["npy", "safetensors"])));
}

export const loadTensors: typeof api.loadTensors = (options) =>
  load(options).catch((error: unknown) => {
    throw unexpected("loadTensors", error);
  });

// The files of a model from addresses: the site's own, or a folder in the layout of the Hugging Face hub. Without
// credentials, and nothing is sent but the requests.
import { asRequested } from "../files/fetched";
import type { Asset } from "../start/assets";
import type { Tell } from "./client";
import { shardsIn, type Named } from "./files";
import type { ModelGiven } from "./protocol";

const mostBytes = 3_000_000_000; // more does not fit into a page's memory
const mostShards = 100;

/** Those of the site. */
export async function ownFiles(
  files: { config: Asset; weights: Asset; tokenizer: Asset },
  read: (asset: Asset) => Promise<Blob>,
): Promise<ModelGiven> {
  const [config, weights, tokenizer] = await Promise.all(
    [files.config, files.weights, files.tokenizer].map(read),
  );
  return {
    config: config as Blob,
    weights: [weights as Blob],
    tokenizer: tokenizer as Blob,
    tokenizerConfig: null,
  };
}

/** What a folder's address could not give. */
export class Unfetched extends Error {
  constructor(
    readonly address: string,
    readonly why: string,
  ) {
    super(`${address}: ${why}`);
  }
}

/** A folder's address ends with a slash. */
export function folderAddress(source: string): URL | null {
  try {
    const url = new URL(source.endsWith("/") ? source : `${source}/`, document.baseURI);
    return url.protocol === "https:" || url.origin === window.location.origin ? url : null;
  } catch {
    return null;
  }
}

/** The model's files in a folder; those that a model can do without may be missing. */
export async function fetchFolder(folder: URL, tell: Tell, signal: AbortSignal): Promise<Named[]> {
  let done = 0;
  let all = 0;
  const fetched = async (name: string, needed: boolean): Promise<Named | null> => {
    const url = new URL(name, folder);
    try {
      const response = await fetch(url, asRequested(signal));
      if (response.status === 404 && !needed) return null;
      if (!response.ok || !response.body) throw new Error(`${response.status} ${response.statusText}`.trim());
      all += Number(response.headers.get("content-length") ?? 0);
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const reader = response.body.getReader();
      for (let next = await reader.read(); next.value; next = await reader.read()) {
        done += next.value.byteLength;
        if (done > mostBytes) {
          await reader.cancel();
          throw new Error(`> ${mostBytes / 1e9} GB`);
        }
        parts.push(next.value);
        tell(done, Math.max(all, done));
      }
      return { name, data: new Blob(parts) };
    } catch (error) {
      if (signal.aborted) throw error;
      throw new Unfetched(url.href, error instanceof Error ? error.message : String(error));
    }
  };
  const config = await fetched("config.json", true);
  const tokenizer = await fetched("tokenizer.json", false);
  const tokenizerConfig = await fetched("tokenizer_config.json", false);
  const index = await fetched("model.safetensors.index.json", false);
  const shards = index ? shardsIn(await index.data.text()) : ["model.safetensors"];
  const weights: (Named | null)[] = [];
  // Names with a path would leave the folder.
  for (const shard of (shards ?? []).filter((name) => /^[\w.-]+$/.test(name)).slice(0, mostShards))
    weights.push(await fetched(shard, true));
  return [config, tokenizer, tokenizerConfig, index, ...weights].filter((file) => file !== null);
}

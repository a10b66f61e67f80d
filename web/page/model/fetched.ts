// The files of a model from addresses: the site's own, or a folder in the layout of the Hugging Face hub. Without
// credentials, and nothing is sent but the requests.
import { onHub } from "../../../build/generated/model";
import { asRequested } from "../files/fetched";
import type { Asset } from "../start/assets";
import type { Tell } from "./client";
import { shardsIn, type Named } from "./files";
import { Incoming, type Keeper } from "./kept";
import type { ModelGiven } from "./protocol";

const mostBytes = 3_000_000_000; // more does not fit into a page's memory
const mostShards = 100;
const mostAttempts = 8; // to fetch a file
const attemptPause = 1000; // ms

/** Those of the site. */
export async function ownFiles(
  files: { config: Asset; weights: Asset; tokenizer?: Asset; preprocessor?: Asset },
  read: (asset: Asset) => Promise<Blob>,
): Promise<ModelGiven> {
  const maybe = (asset?: Asset) => (asset ? read(asset) : Promise.resolve(null));
  const [config, weights, tokenizer, preprocessor] = await Promise.all([
    read(files.config),
    read(files.weights),
    maybe(files.tokenizer),
    maybe(files.preprocessor),
  ]);
  return { config, weights: [weights], tokenizer, tokenizerConfig: null, vocabulary: {}, preprocessor };
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

/** Models of the hub by name, as links write them: "hub:gpt2", "hub:EleutherAI/pythia-70m". */
const hub = "https://huggingface.co";
const hubName = /^[\w.-]{1,96}(?:\/[\w.-]{1,96})?$/;

/** What a typed name or address is as a source; null if it is neither. */
export function sourceOf(typed: string): string | null {
  const text = typed.trim();
  const page = text.startsWith(`${hub}/`)
    ? text.slice(hub.length + 1).replace(/\/(?:tree\/main\/?)?$/, "")
    : text;
  if (hubName.test(page)) return `${onHub}${page}`;
  return /^https:\/\/./.test(text) ? text : null;
}

/** Without the hub's prefix. */
export const withoutHub = (source: string) =>
  source.startsWith(onHub) ? source.slice(onHub.length) : source;

/** What the model of a source is called: its name on the hub, or the last part of its folder's address; "" if it has none. */
export function nameOf(source: string): string {
  if (source.startsWith(onHub)) return withoutHub(source);
  return folderAddress(source)?.pathname.split("/").at(-2) ?? "";
}

/** A folder's address ends with a slash. */
export function folderAddress(source: string): URL | null {
  if (source.startsWith(onHub)) {
    const name = withoutHub(source);
    return hubName.test(name) ? new URL(`${hub}/${name}/resolve/main/`) : null;
  }
  try {
    const url = new URL(source.endsWith("/") ? source : `${source}/`, document.baseURI);
    return url.protocol === "https:" || url.origin === window.location.origin ? url : null;
  } catch {
    return null;
  }
}

class Refused extends Error {} // by the server: trying again does not help

/** Which version of a file this is, as far as its host tells. */
const versionOf = ({ headers }: Response) =>
  `${headers.get("etag") ?? ""} ${headers.get("last-modified") ?? ""}`.trim();

/** A file; a transfer that breaks is taken up where it broke, unless the file changed. null: there is none. `tell`: bytes that came. */
async function transferred(
  url: URL,
  into: Incoming,
  tell: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Blob | null> {
  tell(into.done);
  if (into.whole) return into.end();
  const again = () => {
    tell(-into.done);
    into.clear();
  };
  for (let attempt = 1; ; attempt++) {
    const before = into.done;
    try {
      const headers: HeadersInit = into.done > 0 ? { range: `bytes=${into.done}-` } : {};
      const response = await fetch(url, { ...asRequested(signal), headers });
      if (response.status === 404) return null;
      // Asked for with If-Range, hosts would have to allow that header first.
      const rest = response.status === 206;
      if (into.done > 0 && (response.status === 416 || (rest && versionOf(response) !== into.version))) {
        await response.body?.cancel();
        again();
        if (attempt === mostAttempts) throw new Refused("it changes all the time");
        continue;
      }
      if (!response.ok || !response.body)
        throw new Refused(`${response.status} ${response.statusText}`.trim());
      if (into.done > 0 && !rest) again(); // the server sends it from the beginning
      into.begin(versionOf(response));
      const reader = response.body.getReader();
      for (let next = await reader.read(); next.value; next = await reader.read()) {
        await into.add(next.value);
        if (into.done > mostBytes) {
          await reader.cancel();
          throw new Refused(`> ${mostBytes / 1e9} GB`);
        }
        tell(next.value.byteLength);
      }
      return await into.end();
    } catch (error) {
      await into.flush();
      // As long as more comes each time it goes on.
      if (signal.aborted || error instanceof Refused || into.done <= before || attempt === mostAttempts)
        throw error;
      await new Promise((resolve) => window.setTimeout(resolve, attemptPause));
    }
  }
}

async function fetchFile(
  name: string,
  folder: URL,
  needed: boolean,
  tell: (bytes: number) => void,
  signal: AbortSignal,
  keeper: Keeper | null = null,
): Promise<Named | null> {
  const url = new URL(name, folder);
  try {
    const into = new Incoming((await keeper?.file(name)) ?? null);
    const data = await transferred(url, into, tell, signal);
    if (!data && needed) throw new Error("404");
    return data && { name, data };
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Unfetched(url.href, error instanceof Error ? error.message : String(error));
  }
}

/** What a folder holds of a model: its small files, and the weights by name with their bytes together, 0 if not told. */
export interface Listed {
  small: Named[];
  weights: string[];
  bytes: number;
}

/** Files that a model can do without may be missing. */
export async function listFolder(folder: URL, tell: Tell, signal: AbortSignal): Promise<Listed> {
  let done = 0;
  const count = (bytes: number) => tell((done += bytes), 0);
  const fetched = (name: string, needed = false) => fetchFile(name, folder, needed, count, signal);
  const config = await fetched("config.json", true);
  const tokenizer = await fetched("tokenizer.json");
  const tokenizerConfig = await fetched("tokenizer_config.json");
  const preprocessor = tokenizer ? null : await fetched("preprocessor_config.json");
  // Where there is no tokenizer.json, what it was made from may be there.
  const vocabulary: (Named | null)[] = [];
  if (!tokenizer && !preprocessor) {
    const pairs = await fetched("vocab.json");
    vocabulary.push(pairs, await fetched(pairs ? "merges.txt" : "vocab.txt"));
    if (vocabulary.some((file) => file !== null))
      vocabulary.push(await fetched("special_tokens_map.json"), await fetched("added_tokens.json"));
  }
  const index = await fetched("model.safetensors.index.json");
  const shards = (index && shardsIn(await index.data.text())) ?? ["model.safetensors"];
  // Names with a path would leave the folder.
  const weights = shards.filter((name) => /^[\w.-]+$/.test(name)).slice(0, mostShards);
  let bytes = 0;
  for (const name of weights) {
    const answer = await fetch(new URL(name, folder), { ...asRequested(signal), method: "HEAD" }).catch(
      () => null,
    );
    const size = answer?.ok ? Number(answer.headers.get("content-length") ?? 0) : 0;
    bytes = size > 0 && (bytes > 0 || name === weights[0]) ? bytes + size : 0;
    if (bytes === 0) break;
  }
  return {
    small: [config, tokenizer, tokenizerConfig, ...vocabulary, preprocessor, index].filter(
      (file) => file !== null,
    ),
    weights,
    bytes,
  };
}

/** All files of a listed folder; the keeper, if any, keeps them. */
export async function fetchFolder(
  folder: URL,
  { small, weights, bytes }: Listed,
  keeper: Keeper | null,
  tell: Tell,
  signal: AbortSignal,
): Promise<Named[]> {
  let done = 0;
  const count = (more: number) => tell((done += more), Math.max(bytes, done));
  const files = [...small];
  for (const name of weights) {
    const file = await fetchFile(name, folder, true, count, signal, keeper);
    if (file) files.push(file);
  }
  await keeper?.finish(small);
  return files;
}

// What the build put beside this script, and fetching it with progress. build.mjs fills in __ASSETS__; names carry a hash
// of the content, so that script and wasm always match.

import { inflateSync } from "fflate";

export interface Asset {
  url: string;
  bytes: number; // unpacked: what a server says of compressed files is no help
}

// With what the site's own texts and formulae are made of in a file of its own, unless all is there at once.
export interface FontAsset extends Asset {
  first?: Asset;
}

export interface LessonFiles {
  file: Asset;
  card: Asset; // the lesson with nothing in it but what the contents show
  formulae: Asset;
  faces: string[];
}

export interface Lesson extends LessonFiles {
  title: Record<string, string>;
  version: string;
  translations: Record<string, LessonFiles>; // the same lesson in another language, English only where that says nothing
}

interface Assets {
  wasm: Asset;
  rest?: Asset; // of the wasm: in one file, all of it is there at once
  later?: Asset; // a module, see later.ts
  fonts: Record<string, FontAsset>;
  lessons: Record<string, Lesson>;
  languages: Record<string, Asset & { name: string; later: Asset }>; // later: sentences that no visit begins with
  typesetter?: Asset; // a module, for lessons that the site does not hold; the page in one file has none
}

declare const __ASSETS__: Assets;
export const assets = __ASSETS__;

// Where nothing can be fetched (a sandboxed frame, a file), the script holds all files: deflated, in base 64.
declare const __FILES__: Record<string, string> | null;

function inside(packed: string): Uint8Array<ArrayBuffer> {
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return inflateSync(bytes);
}

type Progress = (received: number) => void;

export class LoadError extends Error {
  constructor(
    readonly file: string,
    readonly why: string,
  ) {
    super(`${file}: ${why}`);
  }
}

async function request(asset: Asset, priority: RequestPriority = "auto"): Promise<Response> {
  const packed = __FILES__?.[asset.url];
  if (packed !== undefined) return new Response(inside(packed));
  const url = new URL(asset.url, import.meta.url);
  let response: Response;
  try {
    response = await fetch(url, { credentials: "same-origin", priority });
  } catch (error) {
    throw new LoadError(asset.url, error instanceof Error ? error.message : "network error");
  }
  if (!response.ok) throw new LoadError(asset.url, `${response.status} ${response.statusText}`.trim());
  return response;
}

// The same response, its bytes counted as they come in.
function counted(response: Response, progress: Progress, type: string): Response {
  if (!response.body) return response;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      progress(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  // With its own type, streaming compilation works on servers that do not know .wasm.
  return new Response(response.body.pipeThrough(counter), { headers: { "content-type": type } });
}

export async function fetchBytes(asset: Asset, progress: Progress): Promise<Uint8Array> {
  const response = counted(await request(asset), progress, "application/octet-stream");
  return new Uint8Array(await response.arrayBuffer());
}

export async function fetchText(asset: Asset, progress: Progress): Promise<string> {
  return counted(await request(asset), progress, "text/plain").text();
}

export async function fetchWasm(
  asset: Asset,
  progress: Progress,
  priority?: RequestPriority,
): Promise<Response> {
  return counted(await request(asset, priority), progress, "application/wasm");
}

// Without letting anything else happen meanwhile. Such a request gives text alone: bytes as they are, so marked.
export function fetchNow(asset: Asset): Uint8Array<ArrayBuffer> {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(asset.url, import.meta.url).href, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  try {
    request.send();
  } catch (error) {
    throw new LoadError(asset.url, error instanceof Error ? error.message : "network error");
  }
  if (request.status !== 200)
    throw new LoadError(asset.url, `${request.status} ${request.statusText}`.trim());
  return Uint8Array.from(request.responseText, (character) => character.charCodeAt(0) & 0xff);
}

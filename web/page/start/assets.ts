// The files that the build put beside this script, and fetching them with progress. build.mjs fills in __ASSETS__;
// names carry a hash of the content, so that script and wasm always match.

import { inflateSync } from "fflate";
import { bytesOf } from "./base64";
import type { Variant } from "../../modules/variant";

export interface Asset {
  url: string;
  bytes: number; // unpacked: the Content-Length of a compressed file is of no use
}

export interface LessonFiles {
  file: Asset;
  card: Asset; // the lesson reduced to what the contents show
  formulae: Asset;
  faces: string[];
}

export interface Lesson extends LessonFiles {
  title: Record<string, string>;
  version: string;
  translations: Record<string, LessonFiles>; // the lesson in another language, English where untranslated
}

interface Assets {
  wasm: Asset;
  fonts: Record<string, Asset>;
  lessons: Record<string, Lesson>;
  languages: Record<string, Asset & { name: string }>;
  // The core of training, one for each set of kernels, and the worker that runs it: the single-file page has only one
  // core, and no worker.
  training: { wasm: Partial<Record<Variant, Asset>>; worker?: Asset };
  // The sheet of the reader's tensors, its readers, and the worker for large texts: the single-file page has the readers.
  files: { script?: Asset; wasm: Asset; worker?: Asset };
  model?: Asset; // what opens models; the single-file page has none
  hero: Asset; // words and numbers of the contents' sentence
  heads: Asset; // the large map's trained heads, see core/heads.ts
  timer?: Asset; // the worker that times attention; the single-file page has none
  typesetter?: Asset; // a module, for lessons from elsewhere; the single-file page has none
}

declare const __ASSETS__: Assets;

// Links, files and messages supply the names that are looked up here: they must not find inherited properties
// ("constructor").
const named = <T>(entries: Record<string, T>): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, entries);

const withTranslations = ([id, lesson]: [string, Lesson]): [string, Lesson] => [
  id,
  { ...lesson, title: named(lesson.title), translations: named(lesson.translations) },
];

export const assets: Assets = {
  ...__ASSETS__,
  fonts: named(__ASSETS__.fonts),
  languages: named(__ASSETS__.languages),
  lessons: named(Object.fromEntries(Object.entries(__ASSETS__.lessons).map(withTranslations))),
};

// Where nothing can be fetched (a sandboxed frame, a file), the script holds all files: deflated, in base 64.
declare const __FILES__: Record<string, string> | null;

function inside(packed: string): Uint8Array<ArrayBuffer> {
  return inflateSync(bytesOf(packed));
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

// Must match <link rel="preload">: WebKit uses a preloaded response only for the same kind of request. Without an
// origin (sandboxed) the file counts as cross-origin.
const asPreloaded = (url: URL): RequestInit =>
  url.origin === window.origin
    ? { mode: "no-cors", credentials: "include" }
    : { mode: "cors", credentials: "same-origin" };

async function request(asset: Asset): Promise<Response> {
  const packed = __FILES__ && Object.hasOwn(__FILES__, asset.url) ? __FILES__[asset.url] : undefined;
  if (packed !== undefined) return new Response(inside(packed));
  const url = new URL(asset.url, import.meta.url);
  let response: Response;
  try {
    response = await fetch(url, asPreloaded(url));
  } catch (error) {
    throw new LoadError(asset.url, error instanceof Error ? error.message : "network error");
  }
  if (!response.ok) throw new LoadError(asset.url, `${response.status} ${response.statusText}`.trim());
  return response;
}

// The same response, with its bytes counted as they arrive.
function counted(response: Response, progress: Progress, type: string): Response {
  if (!response.body) return response;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      progress(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  // With the right type, so that streaming compilation works on servers that do not know .wasm.
  return new Response(response.body.pipeThrough(counter), { headers: { "content-type": type } });
}

export async function fetchBytes(asset: Asset, progress: Progress): Promise<Uint8Array> {
  const response = counted(await request(asset), progress, "application/octet-stream");
  return new Uint8Array(await response.arrayBuffer());
}

export async function fetchText(asset: Asset, progress: Progress): Promise<string> {
  return counted(await request(asset), progress, "text/plain").text();
}

export async function fetchWasm(asset: Asset, progress: Progress): Promise<Response> {
  return counted(await request(asset), progress, "application/wasm");
}

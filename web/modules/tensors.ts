// tensors.mjs: files as lists of tensors. Headers are read by src/files in wasm, bytes by this module, piece by piece. Its
// interface is documented in api/tensors.d.ts.
import type * as api from "./api/tensors.js";
import * as check from "./check.js";
import { Core } from "./core.js";
import { AttentionError, fail, reason, unexpected } from "./error.js";
import { bytesOf, Deflated, Stored, type Pieces } from "./files/pieces.js";
import {
  firstNpyBytes,
  Reader,
  zipMemberHeader,
  zipTail,
  type Described,
  type Given,
} from "./files/reader.js";
import { GivenTensor, product, StoredTensor } from "./files/tensor.js";

export { AttentionError } from "./error.js";

/** Filled in by the build: the wasm's name, which carries a hash. */
declare const WASM_FILE: string;

const longestText = 64_000_000; // bytes of a table or of JSON
const mostMembers = 10_000; // of a .npz file: each one's header is read

interface NamedFile {
  name: string;
  content: api.Slices;
}

/** Names the file, and the place in it, in an error of the readers. */
function named(file: string, place: string, error: unknown): AttentionError {
  const where = place ? `${file}: ${place}` : file;
  if (!(error instanceof AttentionError)) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    return new AttentionError("read", where, `${where} could not be read: ${reason(error)}`, error);
  }
  const path = error.path ? `${where}: ${error.path}` : where;
  return new AttentionError(error.code, path, `${where}: ${error.message}`, error);
}

const within = (file: string) =>
  async function at<T>(place: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw named(file, place, error);
    }
  };

const stemOf = (name: string) => name.replace(/\.[^.]*$/, "") || name;
const isSlices = (value: unknown): value is api.Slices =>
  typeof value === "object" && value !== null && "slice" in value && "size" in value;

function asFile(path: string, source: unknown): NamedFile {
  if (source instanceof ArrayBuffer || source instanceof Uint8Array)
    return { name: "file", content: new Blob([source as BlobPart]) };
  if (isSlices(source)) return { name: (source as { name?: string }).name ?? "file", content: source };
  const { name, data } = (source ?? {}) as { name?: unknown; data?: unknown };
  if (
    typeof name !== "string" ||
    typeof data !== "object" ||
    data === null ||
    !("byteLength" in data || isSlices(data))
  )
    fail(
      "type",
      path,
      `${path} is ${check.describe(source)}; a File, a Blob, bytes or { name, data } is expected.`,
    );
  return { name, content: asFile(path, data).content };
}

/** Tensors and lists of texts by name. */
function handedOver(given: Record<string, unknown>): api.Opened {
  const opened: api.Opened = { tensors: [], texts: [], errors: [] };
  for (const [name, value] of Object.entries(given)) {
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
      opened.texts.push({ name, file: "", texts: value });
      continue;
    }
    const { shape: lengths, data } = (value ?? {}) as { shape?: unknown; data?: ArrayLike<number> };
    const shape = check.shape(`${name}.shape`, lengths ?? null);
    if (typeof data !== "object" || typeof data.length !== "number")
      fail("type", `${name}.data`, `${name}.data is ${check.describe(data)}; a list of numbers is expected.`);
    const wanted = product(shape);
    if (data.length !== wanted)
      fail("shape", name, `${name} holds ${data.length} numbers, and its shape needs ${wanted}.`);
    const numbers = { shape, data: Float32Array.from(data), columns: [], rows: [] };
    opened.tensors.push(new GivenTensor(name, "", numbers));
  }
  return opened;
}

class Opener implements api.Tensors {
  readonly version: string;

  constructor(private readonly reader: Reader) {
    this.version = reader.version;
  }

  async open(given: Parameters<api.Tensors["open"]>[0]): Promise<api.Opened> {
    try {
      const single = !Array.isArray(given);
      if (typeof given !== "object" || (given as object | null) === null)
        fail("type", "files", `files is ${check.describe(given)}; files, bytes or tensors are expected.`);
      const isFile = given instanceof ArrayBuffer || given instanceof Uint8Array || isSlices(given);
      const isNamed = typeof (given as { name?: unknown }).name === "string";
      if (single && !isFile && !isNamed) return handedOver(given as Record<string, unknown>);
      const list = single ? [given] : (given as readonly unknown[]);
      const files = list.map((source, i) => asFile(single ? "files" : `files[${i}]`, source));
      const opened: api.Opened = { tensors: [], texts: [], errors: [] };
      for (const file of files) await this.openFile(file, files, opened);
      return opened;
    } catch (error) {
      throw unexpected("open", error);
    }
  }

  private async openFile(file: NamedFile, all: NamedFile[], opened: api.Opened): Promise<void> {
    try {
      await this.list(file, all, opened);
    } catch (error) {
      opened.errors.push(named(file.name, "", error));
    }
  }

  private async list(file: NamedFile, all: NamedFile[], opened: api.Opened): Promise<void> {
    const { name, content } = file;
    const start = await bytesOf(content, 0, Math.min(content.size, 16));
    const begins = (...bytes: number[]) => bytes.every((byte, i) => start[i] === byte);
    if (begins(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59) || /\.npy$/i.test(name)) {
      const pieces = new Stored(content, 0, content.size);
      opened.tensors.push(this.tensor(file, stemOf(name), await this.npyHeader(pieces), pieces));
    } else if (begins(0x50, 0x4b, 3, 4) || begins(0x50, 0x4b, 5, 6) || /\.npz$/i.test(name)) {
      await this.listZip(file, opened);
    } else if (
      /\.safetensors$/i.test(name) ||
      (start[8] === 0x7b && start.subarray(4, 8).every((byte) => !byte))
    ) {
      const bytes = this.reader.safetensorsHeader(start.subarray(0, 8), content.size);
      const header = await bytesOf(content, 0, bytes);
      const pieces = new Stored(content, 0, content.size);
      for (const one of this.reader.safetensors(header, content.size))
        opened.tensors.push(this.tensor(file, one.name, one, pieces));
    } else if (begins(0x80) || /\.(?:pt|pth|pkl|pickle|bin|ckpt)$/i.test(name)) {
      fail("pickle", "", pickle);
    } else {
      await this.listText(file, all, opened);
    }
  }

  private tensor(file: NamedFile, name: string, described: Described, pieces: Pieces): StoredTensor {
    return new StoredTensor(name, file.name, described, pieces, this.reader, within(file.name));
  }

  private async npyHeader(pieces: Pieces): Promise<Described> {
    let read = await pieces.read(0, Math.min(pieces.size, firstNpyBytes));
    for (;;) {
      const found = this.reader.npy(read, pieces.size);
      if (typeof found !== "number") return found;
      read = await pieces.read(0, found);
    }
  }

  private async listZip(file: NamedFile, opened: api.Opened): Promise<void> {
    const { content } = file;
    const tail = Math.min(content.size, zipTail);
    const place = this.reader.zipDirectory(await bytesOf(content, content.size - tail, tail), content.size);
    const members = this.reader.zipMembers(await bytesOf(content, place.offset, place.bytes), place);
    if (members.length === 0) fail("format", "", `It is a zip file without .npy files. ${pickle}`);
    if (members.length > mostMembers)
      fail("names", "", `It holds ${members.length} arrays; at most ${mostMembers} are read.`);
    for (const member of members) {
      try {
        if (member.refused) fail("type", "", member.refused);
        const header = await bytesOf(content, member.header, zipMemberHeader);
        const at = this.reader.zipMember(header, member, place);
        const pieces = member.deflated
          ? new Deflated(content, at, member.packed, member.bytes)
          : new Stored(content, at, member.bytes);
        opened.tensors.push(this.tensor(file, member.name, await this.npyHeader(pieces), pieces));
      } catch (error) {
        opened.errors.push(named(file.name, member.name, error));
      }
    }
  }

  private async listText(file: NamedFile, all: NamedFile[], opened: api.Opened): Promise<void> {
    const { name, content } = file;
    if (content.size > longestText)
      fail(
        "size",
        "",
        `Tables and JSON of up to ${longestText} bytes are read. Save it as .npy or .safetensors.`,
      );
    const bytes = await bytesOf(content, 0, content.size);
    let words: string;
    try {
      words = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch (error) {
      const kinds = ".npy, .npz, .safetensors, CSV, TSV and JSON";
      fail("format", "", `It is of no kind that is read: ${kinds}.`, error);
    }
    const json = /^\s*[{[]/.test(words) || /\.json$/i.test(name);
    if (json && /"weight_map"\s*:/.test(words.slice(0, 10_000) + words.slice(-10_000))) {
      const missing = new Set(this.reader.safetensorsIndex(words).map(([, shard]) => shard));
      for (const other of all) missing.delete(other.name);
      if (missing.size > 0)
        fail(
          "missing",
          "",
          `It names files that were not opened: ${[...missing].join(", ")}. Open them together.`,
        );
      return;
    }
    for (const given of json ? this.reader.json(words) : [this.reader.table(words)])
      add(opened, given, given.name || stemOf(name), name);
  }
}

const pickle =
  "Python's pickles (.pt, .pth, .bin) are programs and are not opened. Save the tensors with " +
  "safetensors.torch.save_file or numpy.savez.";

function add(opened: api.Opened, given: Given, name: string, file: string): void {
  if (given.texts.length > 0) opened.texts.push({ name, file, texts: given.texts });
  else opened.tensors.push(new GivenTensor(name, file, given));
}

async function load(options?: api.LoadOptions): Promise<api.Tensors> {
  const { wasm } = check.options(options, ["wasm"]) as api.LoadOptions;
  return new Opener(new Reader(await Core.load(wasm ?? WASM_FILE, ["npy", "safetensors"])));
}

export const loadTensors: typeof api.loadTensors = (options) =>
  load(options).catch((error: unknown) => {
    throw unexpected("loadTensors", error);
  });

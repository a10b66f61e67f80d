// Opens files as lists of tensors: tells what each is, reads headers by src/files in wasm and bytes piece by piece.
import type * as api from "../api/tensors.js";
import * as check from "../check.js";
import { AttentionError, fail, reason, unexpected } from "../error.js";
import { inOrder } from "./order.js";
import { bytesOf, Deflated, Stored, type Pieces } from "./pieces.js";
import {
  firstNpyBytes,
  type Reader,
  zipMemberHeader,
  zipTail,
  type Described,
  type Given,
} from "./reader.js";
import { GivenTensor, product, StoredTensor } from "./tensor.js";
import { textContent, type TextContent } from "./texts.js";

const longestText = 64_000_000; // bytes of a table or of JSON
const ofSystem = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store)/; // what macOS puts beside the files of a zip
const mostMembers = 10_000; // of a .npz file: each one's header is read
const atOnce = 64; // members opened at the same time

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

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

// A number of a list, or of an array of any type: BigInt64Array holds bigints.
function numberIn(name: string, value: unknown, at: number): number {
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return Number(value);
  return fail(
    "type",
    `${name}.data[${at}]`,
    `${name}.data[${at}] is ${check.describe(value)}; a number is expected.`,
  );
}

/** Tensors and lists of texts by name. */
function handedOver(given: Record<string, unknown>): api.Opened {
  const opened: api.Opened = { tensors: [], texts: [], errors: [] };
  for (const [name, value] of Object.entries(given)) {
    if (isTexts(value)) {
      opened.texts.push({ name, file: "", texts: value, sentence: 0 });
      continue;
    }
    if (Array.isArray(value) && value.every(isTexts)) {
      for (const [i, texts] of value.entries())
        opened.texts.push({ name: `${name}[${i}]`, file: "", texts, sentence: i + 1 });
      continue;
    }
    const { shape: lengths, data } = (value ?? {}) as { shape?: unknown; data?: ArrayLike<number> };
    const shape = check.shape(`${name}.shape`, lengths ?? null);
    if (typeof data !== "object" || typeof data.length !== "number")
      fail("type", `${name}.data`, `${name}.data is ${check.describe(data)}; a list of numbers is expected.`);
    const wanted = product(shape);
    if (data.length !== wanted)
      fail("shape", name, `${name} holds ${data.length} numbers, and its shape needs ${wanted}.`);
    const all = Float32Array.from({ length: wanted }, (_, at) => numberIn(name, data[at], at));
    const numbers = { shape, data: all, columns: [], rows: [], heading: 0 };
    opened.tensors.push(new GivenTensor(name, "", numbers));
  }
  return opened;
}

export class Opener implements api.Tensors {
  readonly version: string;

  /** readText: of a file's bytes, by its name; may do so elsewhere. */
  constructor(
    private readonly reader: Reader,
    private readonly readText: (
      bytes: Uint8Array<ArrayBuffer>,
      name: string,
    ) => TextContent | Promise<TextContent> = (bytes, name) => textContent(reader, bytes, name),
  ) {
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
      const named = list.map((source, i) => asFile(single ? "files" : `files[${i}]`, source));
      const files = inOrder(named, ({ name }) => name);
      const opened: api.Opened = { tensors: [], texts: [], errors: [] };
      for (const file of files) await this.openFile(file, files, opened);
      return opened;
    } catch (error) {
      throw unexpected("open", error);
    }
  }

  checkWeights(weights: Parameters<api.Tensors["checkWeights"]>[0]): api.Oddity[] {
    const { shape, data } = check.tensor("weights", weights) as { shape: number[]; data: Float32Array };
    if (shape.length < 2)
      fail("shape", "weights", `weights has ${shape.length} axes; (…, queries, keys) is expected.`);
    return this.reader.checkWeights(data, shape.at(-2) as number, shape.at(-1) as number);
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
      for (const one of inOrder(this.reader.safetensors(header, content.size), ({ name }) => name))
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
    const all = this.reader.zipMembers(await bytesOf(content, place.offset, place.bytes), place);
    const members = inOrder(
      all.filter(({ name }) => !ofSystem.test(name)),
      ({ name }) => name,
    );
    if (members.length === 0) fail("format", "", `It is a zip file without .npy files. ${pickle}`);
    if (members.length > mostMembers)
      fail("names", "", `It holds ${members.length} arrays; at most ${mostMembers} are read.`);
    const open = async (member: (typeof members)[number]): Promise<StoredTensor> => {
      if (member.refused) fail("type", "", member.refused);
      const header = await bytesOf(content, member.header, zipMemberHeader);
      const at = this.reader.zipMember(header, member, place);
      const pieces = member.deflated
        ? new Deflated(content, at, member.packed, member.bytes)
        : new Stored(content, at, member.bytes);
      return this.tensor(file, member.name, await this.npyHeader(pieces), pieces);
    };
    // Several at once: reading a small piece of a file is mostly waiting.
    for (let first = 0; first < members.length; first += atOnce) {
      const batch = members.slice(first, first + atOnce);
      const done = await Promise.allSettled(batch.map(open));
      for (const [i, one] of done.entries()) {
        if (one.status === "fulfilled") opened.tensors.push(one.value);
        else opened.errors.push(named(file.name, batch[i]?.name ?? "", one.reason));
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
    const read = await this.readText(bytes, name);
    if ("shards" in read) {
      const missing = new Set(read.shards);
      for (const other of all) missing.delete(other.name);
      if (missing.size > 0)
        fail(
          "missing",
          "",
          `It names files that were not opened: ${[...missing].join(", ")}. Open them together.`,
        );
      return;
    }
    for (const given of inOrder(read.given, (each) => each.name))
      add(opened, given, given.name || stemOf(name), name);
  }
}

const pickle =
  "Python's pickles (.pt, .pth, .bin) are programs and are not opened. Save the tensors with " +
  "safetensors.torch.save_file or numpy.savez.";

function add(opened: api.Opened, given: Given, name: string, file: string): void {
  const { texts, sentence } = given;
  if (texts.length > 0 || sentence > 0) opened.texts.push({ name, file, texts, sentence });
  else opened.tensors.push(new GivenTensor(name, file, given));
}

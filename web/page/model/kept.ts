// Files of models that were fetched from other hosts, kept in this browser (the origin private file system), so that a model opens
// again without its host and nothing that came of a broken transfer is lost. A folder for each model, in it about.json and the
// pieces of its files. Where a browser has no such store, or no room, nothing is kept and all else works.
import type { Named } from "./files";

const pieceBytes = 16 * 2 ** 20; // what is lost at most when the page is closed meanwhile

interface AboutFile {
  name: string;
  version: string; // of the host; a file whose version is not known is not resumed
  whole: boolean;
  pieces: number[]; // bytes
}

interface About {
  source: string; // as links name it
  address: string;
  date: number; // ms
  all: number; // bytes of the weights, 0 if the host did not say
  whole: boolean;
  files: AboutFile[];
}

/** bytes: how much is kept. */
export type KeptModel = Omit<About, "files"> & { bytes: number };

type Folder = FileSystemDirectoryHandle;

async function root(): Promise<Folder | null> {
  try {
    const store = await navigator.storage.getDirectory();
    return "createWritable" in FileSystemFileHandle.prototype
      ? await store.getDirectoryHandle("models", { create: true })
      : null;
  } catch {
    return null; // not in this browser, not from a file, or not in a private window
  }
}

export const keepsHere = async () => (await root()) !== null;

async function folderName(address: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address));
  return Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function write(folder: Folder, name: string, parts: BlobPart[]): Promise<Blob> {
  const file = await folder.getFileHandle(name, { create: true });
  const stream = await file.createWritable();
  await stream.write(new Blob(parts));
  await stream.close();
  return file.getFile();
}

async function aboutOf(folder: Folder): Promise<About | null> {
  try {
    const text = await (await (await folder.getFileHandle("about.json")).getFile()).text();
    const about = JSON.parse(text) as About; // only this module writes it, of this version or another one
    return Array.isArray(about.files) ? about : null;
  } catch {
    return null;
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** All that are kept, the newest first. */
export async function keptModels(): Promise<KeptModel[]> {
  const found: KeptModel[] = [];
  for await (const folder of (await root())?.values() ?? []) {
    const about = folder.kind === "directory" ? await aboutOf(folder) : null;
    if (!about) continue;
    const { files, ...rest } = about;
    found.push({ ...rest, bytes: sum(files.flatMap(({ pieces }) => pieces)) });
  }
  return found.sort((a, b) => b.date - a.date);
}

export async function forget(address: string): Promise<void> {
  await (await root())?.removeEntry(await folderName(address), { recursive: true }).catch(() => undefined);
}

const pieceName = (file: number, piece: number) => `${file}-${piece}`;

async function piecesOf(folder: Folder, file: number, sizes: readonly number[]): Promise<Blob[]> {
  const parts: Blob[] = [];
  for (const [piece, size] of sizes.entries()) {
    const part = await (await folder.getFileHandle(pieceName(file, piece))).getFile();
    if (part.size !== size) throw new Error("a piece was cut off");
    parts.push(part);
  }
  return parts;
}

/** The files of a model that is kept whole; null if it is not. */
export async function keptFiles(address: string): Promise<Named[] | null> {
  try {
    const models = await root();
    if (!models) return null;
    const folder = await models.getDirectoryHandle(await folderName(address));
    const about = await aboutOf(folder);
    if (!about?.whole) return null;
    return await Promise.all(
      about.files.map(async ({ name, pieces }, i) => ({
        name,
        data: new Blob(await piecesOf(folder, i, pieces)),
      })),
    );
  } catch {
    return null; // deleted, or damaged: to be fetched again
  }
}

/** A lock, held until the function that it gives is called; null: another page has it. */
const locked = (name: string) =>
  new Promise<(() => void) | null>((told) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) =>
      lock ? new Promise<void>((release) => told(release)) : told(null),
    );
  });

/** Keeps the files of one model while they come. */
export class Keeper {
  /** There was no room: what comes is no longer kept. */
  full = false;

  private constructor(
    private readonly folder: Folder,
    private readonly about: About,
    readonly release: () => void,
  ) {}

  /** all: bytes of the weights, 0 if the host did not say. null: there is no store, or another page keeps this model. */
  static async of(
    source: string,
    address: string,
    all: number,
    weights: readonly string[],
  ): Promise<Keeper | null> {
    const models = await root();
    if (!models) return null;
    const name = await folderName(address);
    const release = await locked(`model ${name}`);
    if (!release) return null;
    try {
      const folder = await models.getDirectoryHandle(name, { create: true });
      // Weights are the first files; of other weights nothing is of use. The small files are written anew.
      const before = (await aboutOf(folder))?.files.slice(0, weights.length) ?? [];
      const files = before.every(({ name }, i) => name === weights[i]) ? before : [];
      return new Keeper(folder, { source, address, date: Date.now(), all, whole: false, files }, release);
    } catch {
      release();
      return null;
    }
  }

  /** A file as far as it is kept. */
  async file(name: string): Promise<KeptFile> {
    const { files } = this.about;
    let index = files.findIndex((file) => file.name === name);
    if (index < 0) index = files.push({ name, version: "", whole: false, pieces: [] }) - 1;
    const about = files[index] as AboutFile;
    const known = about.whole || about.version !== "";
    const parts = known ? await piecesOf(this.folder, index, about.pieces).catch(() => null) : null;
    if (!parts) Object.assign(about, { version: "", whole: false, pieces: [] });
    return new KeptFile(this, about, index, parts ?? []);
  }

  /** Keeps a piece, and gives it as it is in the store; null if there is no room. */
  async put(file: AboutFile, index: number, parts: BlobPart[]): Promise<Blob | null> {
    if (this.full) return null;
    try {
      const kept = await write(this.folder, pieceName(index, file.pieces.length), parts);
      file.pieces.push(kept.size);
      await this.note();
      return kept;
    } catch {
      this.full = true;
      return null;
    }
  }

  /** With all its files the model is whole. */
  async finish(small: readonly Named[]): Promise<void> {
    for (const { name, data } of small) {
      const file = await this.file(name);
      file.clear();
      await file.add([data]);
      file.end();
    }
    this.about.whole = !this.full && this.about.files.every(({ whole }) => whole);
    await this.note().catch(() => (this.full = true));
  }

  private async note(): Promise<void> {
    await write(this.folder, "about.json", [JSON.stringify(this.about)]);
  }
}

/** One file of a model: what is kept of it, in order, and what is added. */
export class KeptFile {
  constructor(
    private readonly keeper: Keeper,
    private readonly about: AboutFile,
    private readonly index: number,
    readonly parts: Blob[],
  ) {}

  get whole(): boolean {
    return this.about.whole;
  }
  get version(): string {
    return this.about.version;
  }

  /** What is added from now on is of this version. */
  begin(version: string): void {
    this.about.version = version;
  }
  add(parts: BlobPart[]): Promise<Blob | null> {
    return this.keeper.put(this.about, this.index, parts);
  }
  /** The file changed at its host. */
  clear(): void {
    this.about.pieces = [];
  }
  end(): void {
    this.about.whole = !this.keeper.full;
  }
}

/** Bytes that come, in pieces as they are kept; without a store in memory. */
export class Incoming {
  readonly parts: Blob[];
  version: string;
  done: number;
  private waiting: Uint8Array<ArrayBuffer>[] = [];
  private size = 0;

  constructor(private readonly kept: KeptFile | null) {
    this.parts = kept?.parts ?? [];
    this.version = kept?.version ?? "";
    this.done = sum(this.parts.map(({ size }) => size));
  }

  get whole(): boolean {
    return this.kept?.whole ?? false;
  }

  begin(version: string): void {
    this.version = version;
    this.kept?.begin(version);
  }

  async add(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.waiting.push(bytes);
    this.size += bytes.byteLength;
    this.done += bytes.byteLength;
    if (this.size >= pieceBytes) await this.flush();
  }

  /** Keeps what is waiting: at the end, and where a transfer breaks. */
  async flush(): Promise<void> {
    if (this.size === 0) return;
    const { waiting } = this;
    this.waiting = [];
    this.size = 0;
    this.parts.push((await this.kept?.add(waiting)) ?? new Blob(waiting));
  }

  clear(): void {
    this.waiting = [];
    this.size = this.done = this.parts.length = 0;
    this.kept?.clear();
  }

  async end(): Promise<Blob> {
    await this.flush();
    this.kept?.end();
    return new Blob(this.parts);
  }
}

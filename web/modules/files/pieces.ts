// Reads pieces of files, and unpacks pieces of deflated ones, never more than was asked for.
import type { Slices } from "../api/tensors.js";
import { fail } from "../error.js";

export const bytesOf = async (
  from: Slices,
  first: number,
  count: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(await from.slice(first, first + count).arrayBuffer());
  if (bytes.length !== count)
    fail("short", "bytes", "The file became shorter while it was read. Open it again.");
  return bytes;
};

/** Where the bytes of a .npy file lie: in a file, or in a member of a .npz file. */
export interface Pieces {
  readonly size: number;
  read(first: number, count: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** A part of a file as if it were one. */
export class Stored implements Pieces {
  constructor(
    private readonly file: Slices,
    private readonly begin: number,
    readonly size: number,
  ) {}

  read(first: number, count: number): Promise<Uint8Array<ArrayBuffer>> {
    return bytesOf(this.file, this.begin + first, count);
  }
}

const packedPiece = 2 ** 22; // bytes

/** A deflated part. It is unpacked from its beginning, and not beyond what is read. */
export class Deflated implements Pieces {
  constructor(
    private readonly file: Slices,
    private readonly begin: number,
    private readonly packed: number,
    readonly size: number,
  ) {}

  async read(first: number, count: number): Promise<Uint8Array<ArrayBuffer>> {
    const { readable, writable } = new DecompressionStream("deflate-raw");
    const reader = readable.getReader();
    const feeding = this.feed(writable.getWriter());
    const out = new Uint8Array(count);
    const end = first + count;
    let at = 0; // bytes unpacked so far
    try {
      // To the end of the last piece: whether more follows than the directory says shows only there.
      while (at < end || end === this.size) {
        const { value, done } = await reader.read();
        if (done) break;
        const piece = value as Uint8Array;
        if (at + piece.length > this.size)
          fail("size", "member", "It unpacks to more bytes than the directory of the file says.");
        const wanted = piece.subarray(Math.max(first - at, 0), Math.max(end - at, 0));
        if (wanted.length > 0) out.set(wanted, Math.max(at - first, 0));
        at += piece.length;
      }
    } catch (error) {
      if (error instanceof Error && error.name === "AttentionError") throw error;
      const unread = await feeding;
      if (unread) throw unread;
      fail("format", "member", "Its deflated bytes are damaged. Save or copy the file again.", error);
    } finally {
      reader.cancel().catch(() => undefined);
    }
    if (at < end) fail("short", "member", `It unpacks to ${at} bytes; ${this.size} were expected.`);
    return out;
  }

  // Gives the packed bytes to be unpacked, a piece at a time: the stream of a large Blob fails in some browsers. Returns what
  // could not be read, or null: errors of unpacking are the reader's.
  private async feed(writer: WritableStreamDefaultWriter<BufferSource>): Promise<Error | null> {
    for (let at = 0; at < this.packed; at += packedPiece) {
      let bytes: Uint8Array<ArrayBuffer>;
      try {
        bytes = await bytesOf(this.file, this.begin + at, Math.min(packedPiece, this.packed - at));
      } catch (error) {
        await writer.abort(error).catch(() => undefined);
        return error instanceof Error ? error : new Error(String(error));
      }
      try {
        await writer.write(bytes);
      } catch {
        return null; // enough was read, or the bytes are damaged
      }
    }
    await writer.close().catch(() => undefined);
    return null;
  }
}

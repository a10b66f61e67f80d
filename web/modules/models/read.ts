// Reading what a caller passes as files: bytes of a Blob or of memory, a slice at a time, and JSON in any of its forms.
import * as check from "../check.js";
import { fail, reason } from "../error.js";

/** A file that slices can be read from. */
export interface Slices {
  readonly size: number;
  read(begin: number, end: number): Promise<Uint8Array>;
}

const isBlob = (value: unknown): value is Blob => typeof Blob !== "undefined" && value instanceof Blob;

function bytesOf(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  const isBuffer =
    value instanceof ArrayBuffer ||
    (typeof SharedArrayBuffer !== "undefined" && value instanceof SharedArrayBuffer);
  return isBuffer ? new Uint8Array(value) : undefined;
}

export function slicesOf(path: string, value: unknown): Slices {
  if (isBlob(value)) {
    return {
      size: value.size,
      async read(begin, end) {
        try {
          return new Uint8Array(await value.slice(begin, end).arrayBuffer());
        } catch (error) {
          fail(
            "load",
            path,
            `Bytes ${begin} to ${end} of ${path} could not be read: ${reason(error)}.`,
            error,
          );
        }
      },
    };
  }
  const bytes = bytesOf(value);
  if (bytes) return { size: bytes.length, read: (begin, end) => Promise.resolve(bytes.subarray(begin, end)) };
  fail("type", path, `${path} is ${check.describe(value)}; it should be a File, a Blob or an ArrayBuffer.`);
}

/** The files of a checkpoint: one, or a list. */
export function filesOf(path: string, value: unknown): Slices[] {
  if (value === undefined || value === null)
    fail(
      "missing",
      path,
      `${path} is missing: pass model.safetensors, a list of its shards, or a .gguf file.`,
    );
  if (!Array.isArray(value)) return [slicesOf(path, value)];
  if (value.length === 0) fail("missing", path, `${path} is an empty list: pass at least one .safetensors.`);
  return Array.from(value, (one, i) => slicesOf(`${path}[${i}]`, one));
}

/** JSON as text: of an object, a text, or a file. */
export async function jsonOf(path: string, value: unknown): Promise<string> {
  if (value === undefined || value === null)
    fail("missing", path, `${path} is missing: pass the file ${path}.json of the model, or what it holds.`);
  if (typeof value === "string") return value;
  if (isBlob(value) || bytesOf(value)) {
    const file = slicesOf(path, value);
    return new TextDecoder().decode(await file.read(0, file.size));
  }
  try {
    return check.string(path, JSON.stringify(value));
  } catch (error) {
    fail("type", path, `${path} cannot be written as JSON: ${reason(error)}.`, error);
  }
}

// What the tests of models share: how near results are, the bytes of a golden checkpoint, and errors that are expected.
import { rejected, throws } from "../harness.mjs";

export const near = { relative: 0, absolute: 1e-4 };

export const bytesOf = (golden) => Uint8Array.from(atob(golden.weights), (letter) => letter.charCodeAt(0));

/** The error of a promise, which must be an AttentionError with this code and path. */
export async function refused(promise, code, path, words = /./) {
  const error = await rejected(promise);
  throws(
    () => {
      throw error;
    },
    code,
    path,
    words,
  );
}

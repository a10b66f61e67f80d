// Files from addresses: read to a limit, without credentials, and nothing is sent but the request.
// Hosts of large files redirect; the question to the reader says so.
export interface Address {
  url: URL;
}

const mostBytes = 512_000_000;

/** How a file of the reader's is asked for. */
export const asRequested = (signal: AbortSignal): RequestInit => ({
  credentials: "omit",
  referrerPolicy: "no-referrer",
  signal,
});

// The last part of the path; "50%.npy" is not encoded, and stays as it is.
function nameOf({ pathname }: URL): string {
  const last = pathname.split("/").pop() ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

async function fetched({ url }: Address, signal: AbortSignal) {
  const fail = (why: string) => new Error(why, { cause: url.href });
  try {
    const response = await fetch(url, asRequested(signal));
    if (!response.ok || !response.body) throw fail(`${response.status} ${response.statusText}`.trim());
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body.getReader();
    let size = 0;
    for (let next = await reader.read(); next.value; next = await reader.read()) {
      size += next.value.byteLength;
      if (size > mostBytes) {
        await reader.cancel();
        throw fail(String(mostBytes / 1_000_000));
      }
      parts.push(next.value);
    }
    return { name: nameOf(url), data: new Blob(parts) };
  } catch (error) {
    if (error instanceof Error && error.cause === url.href) throw error;
    throw fail(error instanceof Error ? error.message : String(error));
  }
}

export const fetchAll = (addresses: readonly Address[], signal: AbortSignal) =>
  Promise.all(addresses.map((address) => fetched(address, signal)));

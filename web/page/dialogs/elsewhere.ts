// A lesson from an address in a link: the reader is asked before it is fetched, and shown its origin. Only JSON of
// limited size is accepted; it is read, never run. Only elsewhere.html may fetch from other origins.
import { longestLesson } from "../embed/protocol";
import { embedded } from "../embed/settings";
import { h, press } from "../core/element";
import { elements } from "../core/elements";
import { words } from "../core/words";

// The address in a link's lesson=…; null if that is a name.
export function lessonAddress(lesson: string | null): URL | null {
  if (lesson === null || !(lesson.includes("/") || lesson.endsWith(".json"))) return null;
  try {
    const url = new URL(lesson, document.baseURI);
    return url.protocol === "https:" || url.origin === window.location.origin ? url : null;
  } catch {
    return null;
  }
}

/** Whether this page may fetch from there. */
export const mayFetch = (address: URL): boolean =>
  document.body.hasAttribute("data-elsewhere") ||
  address.origin === window.location.origin ||
  window.location.protocol === "file:";

// True: this page may not fetch from there, so the one that may is opened with the same link, or with another one, from which
// Back leads here.
export function leftForElsewhere(address: URL, link: string | null = null): boolean {
  if (mayFetch(address)) return false;
  const page = new URL("elsewhere.html", window.location.href);
  const embed = embedded ? "embed&" : "";
  page.hash = embed + (link ?? window.location.hash.replace(/^#/, ""));
  if (link === null) window.location.replace(page);
  else window.location.assign(page);
  return true;
}

// The name of its origin; "null" for a file.
const nameOf = ({ origin, pathname }: URL) => (origin === "null" ? pathname : origin);

// Resolves when the reader agrees.
export async function askFor(address: URL): Promise<void> {
  await new Promise<void>((resolve) => {
    const open = press(words("elsewhere.open", nameOf(address)), () => {
      elements.loadingTrouble.replaceChildren();
      resolve();
    });
    const home = h("a", { href: "#view=contents" }, words("elsewhere.home")); // an embed has no other lessons
    home.addEventListener("click", (event) => {
      event.preventDefault();
      window.location.replace(new URL("./#view=contents", window.location.href));
    });
    const alone = embedded || window.location.protocol === "file:";
    elements.loadingTrouble.replaceChildren(
      h("h1", {}, document.title),
      h("p", {}, words("elsewhere.ask", nameOf(address))),
      h("p", {}, address.href),
      open,
      ...(alone ? [] : [home]),
    );
    open.focus();
  });
}

// Reads at most this much, whatever Content-Length the server sends.
async function limited(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    parts.push(next.value);
    size += next.value.byteLength;
    if (size > longestLesson) {
      await reader?.cancel();
      throw new Error(words("embed.large", longestLesson));
    }
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}

export async function fetchLesson(address: URL): Promise<string> {
  try {
    const response = await fetch(address, {
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
    return JSON.stringify(JSON.parse(await limited(response)));
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    throw new Error(words("elsewhere.failed", address.href, why), { cause: error });
  }
}

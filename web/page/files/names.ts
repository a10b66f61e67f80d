// Which files hold tensors, by their names, and the addresses of such files in a link.
/** The id of the lesson that is made of the reader's tensors. */
export const ownLesson = "your-tensors";

/** Of those that no other part of the page takes. */
export const isBinary = (name: string) => /\.(?:npy|npz|safetensors|pt|pth|pkl|ckpt)$/i.test(name);
/** A figure saved by attention_explorer.py is a page. */
export const isTensors = (name: string) => isBinary(name) || /\.(?:csv|tsv|txt|json|html?|zip)$/i.test(name);

const parts = (rest: string) => rest.split("&");
const isData = (part: string) => part.startsWith("data=");

/** data=…, once for each file: relative to this page, or of an https host. */
export function dataAddresses(rest: string): URL[] {
  return parts(rest)
    .filter(isData)
    .flatMap((part) => {
      try {
        const url = new URL(decodeURIComponent(part.slice(5)), document.baseURI);
        const folder = url.pathname.endsWith("/"); // data= without a name is that of this page
        return !folder && (url.protocol === "https:" || url.origin === window.location.origin) ? [url] : [];
      } catch {
        return [];
      }
    });
}

/** The folder of a model at another address; null if the link names none. */
export function modelAddress(rest: string): URL | null {
  const named = parts(rest).find((part) => part.startsWith("model="));
  try {
    return named?.includes("/") || named?.includes("%2F")
      ? new URL(decodeURIComponent(named.slice("model=".length)), document.baseURI)
      : null;
  } catch {
    return null;
  }
}

export const withoutData = <T extends { rest: string }>(link: T): T => ({
  ...link,
  rest: parts(link.rest)
    .filter((part) => !isData(part))
    .join("&"),
});

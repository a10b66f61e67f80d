// A picture as a file: SVG with its title, its alternative text and the faces that its words are set in. Text in, text
// out, no DOM: the page saves it, the build puts it into pages.
import { escaped, spelledOut } from "./escape";
import type { Tensor } from "./model";

export interface Drawing {
  svg: string;
  width: number; // px
  height: number;
  alt: string;
}

/** Its bytes, by the name that the core gives a face; null: it is not there. */
export type FetchFace = (name: string) => Promise<Uint8Array | null>;

const mostTold = 150; // cells of a matrix that are told in words

// In words: what each matrix is, and its rows if they are few. `blank`: names of those without numbers.
export function altOf(tensors: readonly Tensor[], blank: readonly string[] = []): string {
  const told = tensors.map(({ name, caption, rows, rowCount, columnCount }) => {
    const silent = blank.includes(name) || rowCount * columnCount > mostTold || rows.length < rowCount;
    const numbers = rows.map((row) => row.map(({ text }) => text).join(", ")).join("; ");
    return silent || numbers === "" ? `${caption}.` : `${caption}: ${numbers}.`;
  });
  return told.join(" ");
}

/** svg: as the core draws it; null where it is empty. alt: "" if it is told beside it. `title`: of a file of its own. */
export function drawingOf(svg: string, alt: string, title = ""): Drawing | null {
  const [start, width, height] = /^<svg [^>]*width="([\d.]+)" height="([\d.]+)"[^>]*(?=>)/.exec(svg) ?? [];
  if (start === undefined) return null;
  const named = title ? `<title>${escaped(title)}</title><desc>${escaped(alt)}</desc>` : "";
  const told = alt ? ` role="img" aria-label="${escaped(alt)}"` : ' aria-hidden="true"';
  return {
    svg: `${start}${told}>${named}${spelledOut(svg.slice(start.length + 1))}`,
    width: Number(width),
    height: Number(height),
    alt,
  };
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

// The core's name of a face, of the family and weight that it has in a picture.
function faceOf(family: string, weight: string): string {
  if (family === "Inter") return `inter-${weight}`;
  return family === "Inter Display" ? "inter-display-600" : family.replace("formula-", "").toLowerCase();
}

/** With the faces that it names inside; one that cannot be fetched leaves its words to the fonts of the viewer. */
export async function withFonts(made: Drawing, fetchFace: FetchFace): Promise<Drawing> {
  const used = made.svg.matchAll(/font-family="([\w -]+),[^"]*"(?: font-weight="(\d+)")?/g);
  const faces = new Map(
    Array.from(used, ([, family = "", weight = "400"]) => [faceOf(family, weight), { family, weight }]),
  );
  let rules = "";
  for (const [face, { family, weight }] of faces) {
    const bytes = await fetchFace(face).catch(() => null);
    const source = bytes && `url(data:font/ttf;base64,${base64(bytes)})`;
    const style = face === "math" ? "italic" : "normal";
    if (source)
      rules += `@font-face{font-family:"${family}";font-style:${style};font-weight:${weight};src:${source}}`;
  }
  const inside = made.svg.indexOf(">") + 1; // of the first tag
  return rules
    ? { ...made, svg: `${made.svg.slice(0, inside)}<style>${rules}</style>${made.svg.slice(inside)}` }
    : made;
}

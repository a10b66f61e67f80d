// Puts the faces that a drawing's words are set in into its SVG, so that it looks the same in a paper and on another computer.
import type { Drawing } from "./figure";

/** Its bytes, by its name in the site; null: it is not there. */
export type FetchFace = (name: string) => Promise<Uint8Array | null>;

const faces = [
  { family: "Inter", name: "inter-400", style: "normal" },
  { family: "KaTeX_Math", name: "math", style: "italic" },
];

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** The drawing with those of the faces that it names; one that cannot be fetched leaves its words to the fonts of the viewer. */
export async function withFonts(made: Drawing, fetchFace: FetchFace): Promise<Drawing> {
  let rules = "";
  for (const { family, name, style } of faces) {
    if (!made.svg.includes(family)) continue;
    const bytes = await fetchFace(name).catch(() => null);
    if (bytes)
      rules += `@font-face{font-family:"${family}";font-style:${style};src:url(data:font/ttf;base64,${base64(bytes)})}`;
  }
  const inside = made.svg.indexOf(">") + 1; // of the first tag
  return rules
    ? { ...made, svg: `${made.svg.slice(0, inside)}<style>${rules}</style>${made.svg.slice(inside)}` }
    : made;
}

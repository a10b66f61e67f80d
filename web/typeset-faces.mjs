// Where MathJax's character (variant, code point) lies among the KaTeX faces that the page ships: which face, and the
// code in that face's cmap. Whether a face has a glyph is looked up in KaTeX's own table of metrics.
import { metrics } from "./typeset-metrics.mjs";

// Face names of the canvas and the font file of each.
export const katexFaces = {
  math: "Math-Italic",
  main: "Main-Regular",
  "main-bold": "Main-Bold",
  size1: "Size1-Regular",
  size2: "Size2-Regular",
  size3: "Size3-Regular",
  size4: "Size4-Regular",
  ams: "AMS-Regular",
};

// Double-struck letters that fonts.py puts into main, from AMS.
const doubleStruck = new Set([0x2102, 0x210d, 0x2115, 0x2119, 0x211a, 0x211d, 0x2124]);

const has = (face, code) =>
  (face === "main" && doubleStruck.has(code)) || metrics[katexFaces[face]]?.[code] !== undefined;

const capitalA = 0x41;
const smallA = 0x61;
const digit0 = 0x30;
const alpha = 0x3b1;
const capitalAlpha = 0x391;
// Letters of mathematical alphabets: first and last code, face, and the code of the first in that face.
const alphabets = [
  [0x1d400, 0x1d419, "main-bold", capitalA],
  [0x1d41a, 0x1d433, "main-bold", smallA],
  [0x1d434, 0x1d44d, "math", capitalA],
  [0x1d44e, 0x1d467, "math", smallA],
  [0x1d538, 0x1d551, "ams", capitalA],
  [0x1d6e2, 0x1d6fa, "math", capitalAlpha],
  [0x1d6fc, 0x1d714, "math", alpha],
  [0x1d7ce, 0x1d7d7, "main-bold", digit0],
];
// Letters that Unicode had before it got those alphabets, and variant forms of Greek ones.
const single = new Map([
  [0x210e, ["math", 0x68]],
  [0x1d715, ["main", 0x2202]],
  [0x1d716, ["math", 0x3f5]],
  [0x1d717, ["math", 0x3d1]],
  [0x1d719, ["math", 0x3d5]],
  [0x1d71a, ["math", 0x3f1]],
  [0x1d71b, ["math", 0x3d6]],
]);
const sizes = { "-smallop": "size1", "-largeop": "size2", "-size3": "size3", "-size4": "size4" };

function candidates(variant, code) {
  if (sizes[variant]) return [[sizes[variant], code]];
  if (doubleStruck.has(code)) return [["main", code]];
  if (single.has(code)) return [single.get(code)];
  for (const [first, last, face, start] of alphabets) {
    if (code >= first && code <= last) return [[face, start + code - first]];
  }
  if (variant === "bold") return [["main-bold", code]];
  if (variant === "italic") return [["math", code]];
  if (variant === "normal" || variant === "-tex-variant" || variant === "-tex-mathit") {
    return [
      ["main", code],
      ["ams", code],
      ["math", code],
    ];
  }
  return [];
}

const notEqual = 0x2260;
const slash = 0xe020; // of no width, drawn over what follows

// The glyph as a list of one, or of two where KaTeX draws one over the other.
export function placeGlyphs(variant, code) {
  if (code === notEqual) return [slash, 0x3d].map((part) => ({ face: "main", code: part }));
  for (const [face, place] of candidates(variant, code)) if (has(face, place)) return [{ face, code: place }];
  const shown = `U+${code.toString(16).toUpperCase().padStart(4, "0")} “${String.fromCodePoint(code)}” (${variant})`;
  throw new Error(`No face of the canvas has ${shown}; write the formula without it, or add the face.`);
}

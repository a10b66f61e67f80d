// The picture of a reader's numbers: matrices side by side, the formula that leads from the first to the last, and what it
// is from. 1200 × 630, the size that sites show of a shared picture. Everything is an outline, so it looks the same
// everywhere. Text in, text out, no DOM. All sizes in px.
import { escaped } from "../core/escape";
import type { Drawing } from "../core/drawing";
import type { FigureColors, FigureMatrix } from "../core/model";
import type { Formula } from "../reading/formula";
import type { Face } from "./outlines";

export interface PosterContent {
  title: string; // of the lesson
  own: string; // that numbers are the reader's; empty if none is
  name: string; // of the site
  label: string; // what the picture is, for its alternative text
  matrices: readonly FigureMatrix[];
  formula: Formula | null;
  tex: string; // where the formula is not typeset
  colors: FigureColors;
  ink: (role: string) => string; // of a role; of "": of all other signs
  faces: ReadonlyMap<string, Face>;
}

const mostTold = 150; // cells of a matrix that are told in words

// In words: what it is, and its rows if they are few.
function told({ caption, rows, rowCount, columnCount }: FigureMatrix): string {
  if (rowCount * columnCount > mostTold || rows.length === 0) return `${caption}.`;
  return `${caption}: ${rows.map((row) => row.map(({ text: words }) => words).join(", ")).join("; ")}.`;
}

const size = { width: 1200, height: 630 };
const margin = 64;
const block = { top: 160, bottom: 460 }; // of the cells
const cell = { most: 80, gap: 3 };
const between = 72; // matrices
const formulaLine = { y: 536, size: 38, high: 84 };
const foot = size.height - 44;

const rounded = (value: number) => String(+value.toFixed(2));

function tag(name: string, attributes: Record<string, string | number | undefined>, content = ""): string {
  const all = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${typeof value === "number" ? rounded(value) : escaped(value)}"`],
  );
  return content ? `<${name}${all.join("")}>${content}</${name}>` : `<${name}${all.join("")}/>`;
}

interface Style {
  face: string;
  size: number;
  fill: string;
}

class Writer {
  constructor(private readonly faces: ReadonlyMap<string, Face>) {}

  // Of a sign that the face does not have: from one of the others, or none.
  private faceFor(sign: string, face: string): Face | undefined {
    const code = sign.codePointAt(0) ?? 0;
    return [face, "main", "inter-400"]
      .map((name) => this.faces.get(name))
      .find((found) => found?.has(code) ?? false);
  }

  width(words: string, { face, size: px }: Style): number {
    const advances = Array.from(words).map(
      (sign) => this.faceFor(sign, face)?.advance(sign.codePointAt(0) ?? 0) ?? 0.6,
    );
    return advances.reduce((sum, advance) => sum + advance * px, 0);
  }

  // Words with a sign that no face has are left to the fonts of whoever sees the picture.
  write(words: string, at: { x: number; y: number }, style: Style, anchor: 0 | 0.5 | 1 = 0): string {
    if (words === "") return "";
    const signs = Array.from(words).map((sign) => ({
      code: sign.codePointAt(0) ?? 0,
      face: this.faceFor(sign, style.face),
    }));
    let x = at.x - anchor * this.width(words, style);
    if (signs.some(({ face }) => !face))
      return tag(
        "text",
        { x, y: at.y, fill: style.fill, "font-size": style.size, "font-family": "system-ui, sans-serif" },
        escaped(words),
      );
    let path = "";
    for (const { code, face } of signs) {
      path += face?.path(code, x, at.y, style.size) ?? "";
      x += (face?.advance(code) ?? 0) * style.size;
    }
    return tag("path", { d: path, fill: style.fill, "aria-label": words });
  }

  // The largest size up to the style's in which the words take no more room.
  fitted(words: string, room: number, style: Style): Style {
    const wide = this.width(words, style);
    return wide <= room ? style : { ...style, size: (style.size * room) / wide };
  }
}

interface Placed {
  matrix: FigureMatrix;
  x: number;
  y: number;
  wide: number; // of a cell
  high: number;
  numbers: number; // size of the numbers; 0: none
}

const columnsOf = (matrix: FigureMatrix) => matrix.rows[0]?.length ?? 0;

// Widths that together fit: the widest give way first.
function widths(wanted: number[], room: number): number[] {
  let free = room;
  const order = wanted.map((want, i) => ({ want, i })).sort((a, b) => a.want - b.want);
  const out = wanted.map(() => 0);
  order.forEach(({ want, i }, at) => {
    const width = Math.min(want, free / (order.length - at));
    out[i] = width;
    free -= width;
  });
  return out;
}

function place(content: PosterContent, writer: Writer, left: number): Placed[] {
  const { matrices } = content;
  const rows = Math.max(1, ...matrices.map((matrix) => matrix.rows.length));
  const high = Math.min(cell.most, (block.bottom - block.top) / rows);
  const room = size.width - 2 * margin - left - between * (matrices.length - 1);
  const longest = (matrix: FigureMatrix, style: Style) =>
    Math.max(1, ...matrix.rows.flat().map(({ text }) => writer.width(text, style)));
  const number = { face: "inter-500", size: Math.min(22, high * 0.36), fill: "" };
  const wanted = matrices.map((matrix) => {
    const roomy = longest(matrix, { ...number, size: 14 }) + cell.gap + 12;
    return columnsOf(matrix) * Math.min(cell.most, Math.max(high * 1.25, roomy));
  });
  const wide = widths(wanted, room);
  const whole = wide.reduce((sum, width) => sum + width, left + between * (matrices.length - 1));
  let x = (size.width - whole) / 2 + left;
  return matrices.map((matrix, i) => {
    const width = (wide[i] ?? 0) / Math.max(1, columnsOf(matrix));
    const numbers = Math.min(number.size, (number.size * (width - cell.gap - 8)) / longest(matrix, number));
    const placed = {
      matrix,
      x,
      y: (block.top + block.bottom - high * matrix.rows.length) / 2,
      wide: width,
      high,
      numbers: numbers >= 11 ? numbers : 0,
    };
    x += (wide[i] ?? 0) + between;
    return placed;
  });
}

function cells(
  { matrix, x, y, wide, high, numbers }: Placed,
  { colors }: PosterContent,
  writer: Writer,
): string {
  const gap = Math.min(cell.gap, Math.min(wide, high) / 8);
  let out = "";
  matrix.rows.forEach((row, r) => {
    row.forEach(({ text, fill, ink, status, edited }, c) => {
      const at = { x: x + c * wide, y: y + r * high };
      const empty = status === "masked" || status === "hidden";
      const box = { ...at, width: wide - gap, height: high - gap, rx: Math.min(7, high / 6) };
      let inside = tag("rect", {
        ...box,
        fill: empty ? colors.ground : fill,
        stroke: empty ? colors.line : undefined,
      });
      if (numbers > 0 && status !== "masked")
        inside += writer.write(
          text,
          { x: at.x + (wide - gap) / 2, y: at.y + (high - gap) / 2 + numbers * 0.36 },
          { face: "inter-500", size: numbers, fill: ink },
          0.5,
        );
      // The reader's own numbers have the mark of cells that can be changed.
      if (edited && high >= 16) {
        const [right, notch] = [at.x + wide - gap - 5, Math.min(9, high / 5)];
        inside += tag("path", {
          d: `M${rounded(right - notch)} ${rounded(at.y + 5)}h${rounded(notch)}v${rounded(notch)}Z`,
          fill: ink,
        });
      }
      out += inside;
    });
  });
  return out;
}

// Its name above it, and its shape beside the name.
function heading({ matrix, x, y }: Placed, { colors }: PosterContent, writer: Writer): string {
  const { base, sub, sup } = matrix.symbol;
  const baseline = y - 20;
  const style = { face: "math", size: 32, fill: matrix.color };
  const small = { face: "main", size: 21, fill: matrix.color };
  let at = x;
  let out = "";
  const add = (words: string, of: Style, up: number) => {
    if (words === "") return;
    out += writer.write(words, { x: at, y: baseline - up }, of);
    at += writer.width(words, of);
  };
  add(base, style, 0);
  const after = at;
  add(sub, small, -6);
  const lower = at;
  at = after;
  add(sup.replaceAll("^", ""), small, 13);
  at = Math.max(at, lower) + 12;
  add(
    [matrix.shape, matrix.slice].filter(Boolean).join(", "),
    { face: "inter-400", size: 15, fill: colors.text3 },
    0,
  );
  return out;
}

function rowLabels({ matrix, x, y, high, wide }: Placed, { colors }: PosterContent, writer: Writer): string {
  if (high < 20 || wide === 0) return "";
  const style = { face: "inter-400", size: 15, fill: colors.text3 };
  return matrix.rows
    .map((_, r) =>
      writer.write(matrix.rowLabels[r] ?? "", { x: x - 14, y: y + (r + 0.5) * high + 4 }, style, 1),
    )
    .join("");
}

// From one matrix to the next.
function arrow(from: Placed, to: Placed, { colors }: PosterContent): string {
  const [left, right] = [from.x + columnsOf(from.matrix) * from.wide + 22, to.x - 26];
  const y = (block.top + block.bottom) / 2;
  const line = { fill: "none", stroke: colors.text3, "stroke-width": 2, "stroke-linecap": "round" };
  return tag("path", { d: `M${rounded(left)} ${y}H${rounded(right)}m-9 -9l9 9l-9 9`, ...line });
}

function formula(content: PosterContent, writer: Writer): string {
  const { formula: typeset, tex, colors, faces } = content;
  const room = size.width - 2 * margin;
  if (!typeset) {
    const style = writer.fitted(tex, room, { face: "mono", size: 20, fill: colors.text2 });
    return writer.write(tex, { x: size.width / 2, y: formulaLine.y }, style, 0.5);
  }
  const { width, height, depth } = typeset;
  const em = Math.min(formulaLine.size, room / width, formulaLine.high / (height + depth));
  const x = (size.width - width * em) / 2;
  const y = formulaLine.y + ((height - depth) / 2 - 0.25) * em; // its middle stays where it is
  const ink = (role = "") => content.ink(role);
  const glyphs = typeset.glyphs.map((glyph) => {
    const path = faces.get(glyph.face)?.path(glyph.code, x + glyph.x * em, y - glyph.y * em, glyph.size * em);
    return path ? tag("path", { d: path, fill: ink(glyph.role) }) : "";
  });
  const rules = typeset.rules.map((rule) =>
    tag("rect", {
      x: x + rule.x * em,
      y: y - (rule.y + rule.height) * em,
      width: rule.width * em,
      height: Math.max(1, rule.height * em),
      fill: ink(rule.role),
    }),
  );
  return glyphs.join("") + rules.join("");
}

// The page's logo: two arcs over three tokens.
function mark({ ink, colors }: PosterContent): string {
  const arc = (d: string, stroke: string) =>
    tag("path", { d, stroke, fill: "none", "stroke-width": 2.6, "stroke-linecap": "round" });
  const dot = (cx: number) => tag("circle", { cx, cy: 24, r: 2.6, fill: colors.text });
  return tag(
    "g",
    { transform: `translate(${margin - 2} ${foot - 25})` },
    arc("M5 23a11 11 0 0 1 22 0", ink("scores")) +
      arc("M5 23a5.5 5.5 0 0 1 11 0", ink("query")) +
      arc("M16 23a5.5 5.5 0 0 1 11 0", ink("key")) +
      [5, 16, 27].map(dot).join(""),
  );
}

/** null without a matrix. */
export function poster(content: PosterContent): Drawing | null {
  const { matrices, colors, faces } = content;
  const [first] = matrices;
  if (!first) return null;
  const writer = new Writer(faces);
  const label = { face: "inter-400", size: 15, fill: "" };
  const left = Math.max(0, ...first.rowLabels.map((words) => writer.width(words, label) + 14));
  const placed = place(content, writer, Math.min(left, 200));
  const title = { face: "inter-display-600", size: 38, fill: colors.text };
  const small = { face: "inter-400", size: 17, fill: colors.text2 };
  let body = tag("rect", { ...size, fill: colors.ground });
  const room = size.width - 2 * margin - (content.own ? writer.width(content.own, small) + 40 : 0);
  body += writer.write(content.title, { x: margin, y: 84 }, writer.fitted(content.title, room, title));
  body += writer.write(content.own, { x: size.width - margin, y: 84 }, small, 1);
  placed.forEach((one, i) => {
    const next = placed[i + 1];
    body += tag("g", {}, heading(one, content, writer) + cells(one, content, writer));
    if (i === 0) body += rowLabels(one, content, writer);
    if (next) body += arrow(one, next, content);
  });
  body += formula(content, writer) + mark(content);
  body += writer.write(content.name, { x: margin + 40, y: foot }, small);
  const alt = `${content.label}. ${matrices.map((matrix) => told(matrix)).join(" ")}`;
  const svg = tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...size,
      viewBox: `0 0 ${size.width} ${size.height}`,
      stroke: "none",
      role: "img",
      "aria-label": alt,
    },
    tag("title", {}, escaped(content.label)) + tag("desc", {}, escaped(alt)) + body,
  );
  return { svg, ...size, alt };
}

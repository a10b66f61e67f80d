// Maps of attention weights as one SVG: a model's head beside the one it is compared with, or the visible part of the large
// map, and all heads in small. Text in, text out, no DOM. All sizes in px.
import type { Drawing } from "./drawing";
import { escaped } from "./escape";
import type { FigureMap, FigureMaps, Figures } from "./model";

type Colors = Figures["colors"];

const face = "Inter, system-ui, sans-serif";
function tag(name: string, attributes: Record<string, string | number | undefined>, content = ""): string {
  const all = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [` ${key}="${escaped(typeof value === "number" ? String(+value.toFixed(2)) : value)}"`],
  );
  return content ? `<${name}${all.join("")}>${content}</${name}>` : `<${name}${all.join("")}/>`;
}

// The approximate width in Inter, with some margin, as the viewer's own face may be another one.
const widthOf = (text: string, size: number) => Array.from(text).length * size * 0.62;

function text(
  at: { x: number; y: number },
  words: string,
  size: number,
  fill: string,
  anchor: "start" | "middle" | "end",
): string {
  const own = { fill, "font-size": size === 14 ? undefined : size }; // the rest stands on the group
  return tag(
    "text",
    { ...at, ...own, "text-anchor": anchor === "middle" ? undefined : anchor },
    escaped(words),
  );
}

const most = { side: 448, cell: 28, arcs: 40, word: 120 };
const firstLetter = "0".charCodeAt(0); // of a pixel: the palette's first colour; a space is none
const turned = 0.79; // sine of the angle of the words above a map
const leastArc = 0.05;
const leastWorded = 14; // of a cell with a word beside it
const small = 12;

/** Equal neighbours in a row of pixels as one stroke; a path for each colour, a pixel for each unit. */
function pixels(rows: readonly string[], palette: readonly string[]): string {
  const paths = new Map<string, string>();
  rows.forEach((row, y) => {
    for (let from = 0, to; from < row.length; from = to) {
      const letter = row[from] ?? " ";
      for (to = from + 1; row[to] === letter; to++);
      if (letter !== " ") paths.set(letter, `${paths.get(letter) ?? ""}M${from} ${y + 0.5}h${to - from}`);
    }
  });
  return Array.from(paths, ([letter, d]) =>
    tag("path", { d, stroke: palette[letter.charCodeAt(0) - firstLetter] }),
  ).join("");
}

const picture = (rows: readonly string[], palette: readonly string[], x: number, y: number, pixel: number) =>
  tag(
    "g",
    { transform: `translate(${x} ${y}) scale(${pixel})`, "shape-rendering": "crispEdges" },
    pixels(rows, palette),
  );

const frame = (x: number, y: number, width: number, height: number, stroke: string, wide = 1) =>
  tag("rect", { x, y, width, height, fill: "none", stroke, "stroke-width": wide });

const short = (word: string) =>
  Array.from(word).length > 16 ? `${Array.from(word).slice(0, 15).join("")}…` : word;
const roomFor = (words: readonly string[]) =>
  Math.min(Math.max(24, ...words.map((word) => widthOf(short(word), small))), most.word) + 8;

/** Of a map without words: a few tokens along an axis, by number. */
function places(first: number, count: number): number[] {
  const raw = count / 8;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * unit).find((each) => each >= raw) ?? 1);
  const from = Math.ceil((first + 1) / step) * step;
  return Array.from({ length: Math.floor((first + count - from) / step) + 1 }, (_, i) => from + i * step);
}

interface Placed {
  svg: string;
  width: number;
  height: number;
}

function large(map: FigureMap, maps: FigureMaps, colors: Colors): Placed {
  const across = map.pixels[0]?.length ?? 1;
  const down = map.pixels.length;
  const longest = Math.max(across, down);
  const worded = map.rowWords.length > 0 && map.columnWords.length > 0;
  const least = worded ? leastWorded : 1;
  const pixel = Math.min(most.cell, Math.max(least, Math.floor(most.side / longest)));
  const left = worded ? roomFor(map.rowWords) : widthOf(String(map.firstRow + map.rowCount), small) + 8;
  const top = 34 + (worded ? roomFor(map.columnWords) * turned : 16);
  const width = across * pixel;
  const height = down * pixel;
  const row = height / map.rowCount; // of a token
  const column = width / map.columnCount;
  let svg = text({ x: 0, y: 16 }, map.name, 16, colors.text, "start");
  svg += picture(map.pixels, maps.palette, left, top, pixel);
  svg += frame(left, top, width, height, colors.line);
  const ink = (at: number, followed: number | null, own: string) => (at === followed ? own : colors.text2);
  if (worded) {
    map.rowWords.forEach((word, i) => {
      const at = { x: left - 6, y: top + (i + 0.5) * row + 4 };
      svg += text(at, short(word), small, ink(i, map.row, maps.query), "end");
    });
    map.columnWords.forEach((word, j) => {
      const at = `translate(${left + (j + 0.5) * column + 3} ${top - 6}) rotate(-52)`;
      const fill = ink(j, map.column, maps.key);
      svg += tag("g", { transform: at }, text({ x: 0, y: 0 }, short(word), small, fill, "start"));
    });
  } else {
    for (const place of places(map.firstRow, map.rowCount)) {
      const y = top + (place - map.firstRow - 0.5) * row;
      svg += text({ x: left - 6, y: y + 4 }, String(place), small, colors.text3, "end");
    }
    for (const place of places(map.firstColumn, map.columnCount)) {
      const x = left + (place - map.firstColumn - 0.5) * column;
      svg += text({ x, y: top - 6 }, String(place), small, colors.text3, "middle");
    }
  }
  if (map.row !== null) svg += frame(left, top + map.row * row, width, Math.max(row, 2), maps.query, 1.5);
  if (map.row !== null && map.column !== null)
    svg += frame(
      left + map.column * column,
      top + map.row * row,
      Math.max(column, 2),
      Math.max(row, 2),
      colors.text,
      2,
    );
  return { svg, width: left + width, height: top + height };
}

function legend(maps: FigureMaps, colors: Colors): Placed {
  const bar = { width: 12, height: 160, y: 22 };
  const each = bar.height / maps.palette.length;
  let svg = text({ x: 0, y: 12 }, maps.legend, small, colors.text2, "start");
  maps.palette.forEach((fill, i) => {
    const y = bar.y + bar.height - (i + 1) * each;
    svg += tag("rect", { x: 0, y, width: bar.width, height: each, fill, "shape-rendering": "crispEdges" });
  });
  svg += frame(0, bar.y, bar.width, bar.height, colors.line);
  const taken: number[] = [];
  for (const { text: words, place } of maps.ticks) {
    if (taken.some((other) => Math.abs(other - place) * bar.height < 16)) continue;
    taken.push(place);
    const y = bar.y + bar.height * (1 - place);
    svg += text({ x: bar.width + 8, y: y + 4 }, words, small, colors.text2, "start");
  }
  let y = bar.y + bar.height + 22;
  svg += text({ x: 0, y }, maps.steps, small, colors.text3, "start");
  let width = Math.max(widthOf(maps.steps, small), 48);
  if (maps.masked) {
    y += 20;
    svg +=
      frame(0.5, y - 9.5, 10, 10, colors.line) +
      text({ x: 17, y }, maps.masked, small, colors.text3, "start");
    width = Math.max(width, 17 + widthOf(maps.masked, small));
  }
  return { svg, width, height: y + 6 };
}

// What the followed row looks at, as on screen: as wide as its weight. The compared head's below the words.
function arcs(maps: FigureMaps, colors: Colors): Placed | null {
  const [first] = maps.maps;
  const words = first?.rowWords ?? [];
  if (words.length < 2 || words.length > most.arcs || !first?.weights.length) return null;
  const row = first.row ?? words.length - 1;
  const each = Math.max(30, ...words.map((word) => widthOf(short(word), 15) + 14));
  const baseline = 92;
  const middle = (at: number) => (at + 0.5) * each;
  let svg = "";
  maps.maps.forEach((map, i) => {
    const up = i === 0;
    map.weights[row]?.forEach((weight, at) => {
      if (!(weight >= leastArc) || at === row || map.pixels[row]?.[at] === " ") return;
      const from = middle(row);
      const to = middle(at);
      const high = ((Math.min(12 + 0.11 * Math.abs(to - from), up ? 54 : 30) * 4) / 3) * (up ? -1 : 1);
      const y = up ? baseline - 17 : baseline + 9;
      const bend = (to - from) * 0.12;
      svg += tag("path", {
        d: `M${from} ${y}C${from + bend} ${y + high} ${to - bend} ${y + high} ${to} ${y}`,
        fill: "none",
        stroke: maps.ink,
        "stroke-width": 1 + 12 * Math.min(weight, 1),
        "stroke-opacity": 0.42 + 0.58 * Math.min(weight, 1),
      });
    });
  });
  words.forEach((word, at) => {
    const fill = at === row ? maps.query : at === first.column ? maps.key : colors.text;
    svg += text({ x: middle(at), y: baseline }, short(word), 15, fill, "middle");
  });
  return { svg, width: each * words.length, height: baseline + (maps.maps.length > 1 ? 44 : 12) };
}

function overview(maps: FigureMaps, colors: Colors, note: string): Placed {
  const each = maps.across > 8 ? 72 : 96;
  const pitch = { x: each + 8, y: each + 24 };
  let svg = text({ x: 0, y: 16 }, maps.heading, 16, colors.text, "start");
  svg += text({ x: 0, y: 36 }, note, small, colors.text2, "start");
  maps.heads.forEach((head, i) => {
    const x = (i % maps.across) * pitch.x;
    const y = 48 + Math.floor(i / maps.across) * pitch.y;
    svg += text({ x, y: y + 10 }, head.name, small, colors.text2, "start");
    svg += picture(head.pixels, maps.palette, x, y + 14, each / head.pixels.length);
    svg += frame(x, y + 14, each, each, colors.line);
  });
  return {
    svg,
    width: maps.across * pitch.x,
    height: 48 + Math.ceil(maps.heads.length / maps.across) * pitch.y,
  };
}

/** Beside each other and below: [part, x, y]. */
function whole(
  parts: readonly [Placed, number, number][],
  colors: Colors,
  title: string,
  alt: string,
): Drawing {
  const margin = 20;
  const width = Math.ceil(Math.max(...parts.map(([part, x]) => x + part.width)) + 2 * margin);
  const height = Math.ceil(Math.max(...parts.map(([part, , y]) => y + part.height)) + 2 * margin);
  const drawn = parts
    .map(([{ svg }, x, y]) => tag("g", { transform: `translate(${x + margin} ${y + margin})` }, svg))
    .join("");
  const svg = tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": alt,
    },
    tag("title", {}, escaped(title)) +
      tag("desc", {}, escaped(alt)) +
      tag("rect", { width, height, fill: colors.ground }) +
      tag("g", { "font-family": face, "font-size": 14, "text-anchor": "middle" }, drawn),
  );
  return { svg, width, height, alt };
}

/** The chosen head and the compared one. */
export function mapDrawing({ colors, maps }: Figures, title: string, alt: string): Drawing | null {
  if (!maps?.maps.length) return null;
  const parts: [Placed, number, number][] = [];
  let x = 0;
  for (const map of maps.maps) {
    const part = large(map, maps, colors);
    parts.push([part, x, 0]);
    x += part.width + 32;
  }
  parts.push([legend(maps, colors), x, 34]);
  return whole(parts, colors, title, alt);
}

/** What the pinned row looks at, else the last one, as arcs over the words; null where there are too many. */
export function arcsDrawing({ colors, maps }: Figures, title: string, alt: string): Drawing | null {
  const part = maps && arcs(maps, colors);
  return part && whole([[part, 0, 0]], colors, title, alt);
}

/** All heads in small, each with the numbers of its layer and in it, which the note explains. */
export function headsDrawing(
  { colors, maps }: Figures,
  title: string,
  alt: string,
  note: string,
): Drawing | null {
  if (!maps?.heads.length) return null;
  const all = overview(maps, colors, note);
  return whole(
    [
      [all, 0, 0],
      [legend(maps, colors), all.width + 16, 34],
    ],
    colors,
    title,
    alt,
  );
}

/** The weights of a map as rows of a table: words, or numbers of tokens, around them. What is not finite is left empty. */
export function mapTable({
  name,
  firstRow,
  firstColumn,
  rowWords,
  columnWords,
  weights,
}: FigureMap): (string | number)[][] {
  const columns = weights[0]?.map((_, j) => columnWords[j] ?? String(firstColumn + j + 1)) ?? [];
  return [[name, ...columns], ...weights.map((row, i) => [rowWords[i] ?? String(firstRow + i + 1), ...row])];
}

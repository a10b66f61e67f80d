// A step's figures as one SVG: the cells, colours and labels from the core, laid out as on the stage. Text in, text
// out, no DOM: the page exports it, the build draws worksheets with it. All sizes in px.
import { escaped } from "./escape";
import type { FigureMatrix, Figures, SymbolName } from "./model";

export interface Drawing {
  svg: string;
  width: number;
  height: number;
  alt: string;
}

export interface DrawingOptions {
  title?: string; // for a file of its own; a drawing in a page is named by its alternative text
  ground?: boolean; // fills the background
  blank?: readonly string[]; // names of matrices whose cells stay empty
  line?: number; // px: figures are side by side up to this width; without, one below the other
}

const most = { numbers: 16, line: 760, told: 150 }; // rows or columns with numbers, px in a line, cells told in words
const gap = 2;
export const face = "Inter, system-ui, sans-serif";
const symbolFace = "'KaTeX_Math', 'Cambria Math', 'Latin Modern Math', Georgia, serif";

export function tag(
  name: string,
  attributes: Record<string, string | number | undefined>,
  content = "",
): string {
  const all = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [` ${key}="${escaped(typeof value === "number" ? String(+value.toFixed(2)) : value)}"`],
  );
  return content ? `<${name}${all.join("")}>${content}</${name}>` : `<${name}${all.join("")}/>`;
}

// The approximate width in Inter, with some margin, as the viewer's own face may be another one.
export const widthOf = (text: string, size: number) => Array.from(text).length * size * 0.62;

export function text(
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

// The name in the colour of its role, with the shape beside it.
function name(at: { x: number; y: number }, matrix: FigureMatrix, note: string): string {
  const { base, sub, sup }: SymbolName = matrix.symbol;
  const small = (words: string, shift: number) =>
    tag("tspan", { "font-size": 12, dy: shift }, escaped(words)) + tag("tspan", { dy: -shift }, "\u200b");
  const symbol =
    tag("tspan", { "font-style": "italic", "font-family": symbolFace }, escaped(base)) +
    (sub ? small(sub, 5) : "") +
    (sup ? small(sup, -7) : "");
  const beside = matrix.slice ? `${matrix.shape}, ${matrix.slice}` : matrix.shape;
  const shape = tag("tspan", { "font-size": 12, fill: note, dx: 8 }, escaped(beside));
  const attributes = { ...at, "font-size": 20, "text-anchor": "start", fill: matrix.color };
  return tag("text", attributes, symbol + shape);
}

interface Placed {
  matrix: FigureMatrix;
  cell: number; // width of a cell; a row is no higher than 40
  row: number;
  numbers: boolean;
  left: number; // room for the labels of rows
  top: number; // for name and labels of columns
  bottom: number;
  x: number; // of the first cell
  y: number;
}

const labelled = (matrix: FigureMatrix, numbers: boolean) => ({
  rows: numbers && matrix.rows.length > 0 && matrix.rowLabels.length > 0,
  columns: numbers && matrix.columnLabels.length > 0,
});

function sized(matrix: FigureMatrix): Placed {
  const columns = matrix.rows[0]?.length ?? 0;
  const numbers = matrix.rows.length <= most.numbers && columns <= most.numbers;
  const longest = Math.max(0, ...matrix.rows.flat().map((cell) => widthOf(cell.text, 14)));
  const headed = Math.max(0, ...matrix.columnLabels.map((label) => widthOf(label, 12)));
  const labels = labelled(matrix, numbers);
  const left = labels.rows ? Math.max(...matrix.rowLabels.map((label) => widthOf(label, 12))) + 10 : 0;
  return {
    matrix,
    numbers,
    cell: numbers ? Math.max(40, longest + 12, headed + 8) : 10,
    row: numbers ? 40 : 10,
    left,
    top: 28 + (labels.columns ? 20 : 0),
    bottom: 0,
    x: 0,
    y: 0,
  };
}

const across = ({ matrix, cell }: Placed) => (matrix.rows[0]?.length ?? 0) * cell;
const down = ({ matrix, row }: Placed) => matrix.rows.length * row;

// Corner geometry: the first at the left, the second above, the result where they cross.
function corner(parts: Placed[]): Placed[] | null {
  const [left, above, result] = parts;
  if (!left || !above || !result || parts.length !== 3) return null;
  const meets =
    left.matrix.rowCount === result.matrix.rowCount &&
    above.matrix.columnCount === result.matrix.columnCount &&
    left.matrix.columnCount === above.matrix.rowCount;
  if (!meets || !parts.every(({ numbers }) => numbers)) return null;
  result.cell = above.cell = Math.max(above.cell, result.cell);
  left.x = left.left;
  result.x = Math.max(left.x + across(left) + 28 + result.left, above.left);
  above.x = result.x;
  above.y = above.top;
  result.y = above.y + down(above) + 28 + (labelled(result.matrix, true).columns ? 8 : 0);
  left.y = result.y;
  left.bottom = result.bottom = 30; // their names are below
  return parts;
}

function inLines(parts: Placed[], line: number): Placed[] {
  let x = 0;
  let y = 0;
  let tallest = 0;
  for (const part of parts) {
    const width = part.left + Math.max(across(part), 96);
    if (x > 0 && x + width > line) {
      x = 0;
      y += tallest + 24;
      tallest = 0;
    }
    part.x = x + part.left;
    part.y = y + part.top;
    tallest = Math.max(tallest, part.top + down(part));
    x += width + 32;
  }
  return parts;
}

function cells(part: Placed, colors: Figures["colors"], blank: boolean): string {
  const { matrix, cell, row, numbers } = part;
  const space = numbers ? gap : 0;
  let out = "";
  matrix.rows.forEach((values, r) => {
    values.forEach(({ text: words, fill, ink, status }, c) => {
      const at = { x: part.x + c * cell, y: part.y + r * row };
      const open = blank || status === "hidden";
      const masked = status === "masked" && !blank;
      const box = { ...at, width: cell - space, height: row - space, rx: numbers ? 5 : 0 };
      out += tag("rect", {
        ...box,
        fill: open ? colors.ground : fill,
        stroke: open ? colors.text3 : masked ? colors.line : undefined,
        "stroke-dasharray": open ? "3 3" : undefined,
      });
      if (open || !numbers) return;
      const middle = { x: at.x + (cell - space) / 2, y: at.y + (row - space) / 2 + 5 };
      out += text(middle, words, 14, ink, "middle");
    });
  });
  return out;
}

function drawn(part: Placed, colors: Figures["colors"], named: "above" | "below", blank: boolean): string {
  const { matrix } = part;
  const labels = labelled(matrix, part.numbers);
  const bare = part.bottom > 0; // in a corner arrangement the labels are on the operands
  let out = cells(part, colors, blank);
  if (labels.rows && (!bare || part.x === part.left))
    matrix.rowLabels.slice(0, matrix.rows.length).forEach((label, r) => {
      out += text({ x: part.x - 8, y: part.y + (r + 0.5) * part.row + 3 }, label, 12, colors.text3, "end");
    });
  if (labels.columns && (named === "above" || !bare))
    matrix.columnLabels.slice(0, matrix.rows[0]?.length ?? 0).forEach((label, c) => {
      const middle = part.x + (c + 0.5) * part.cell - gap / 2;
      out += text({ x: middle, y: part.y - 8 }, label, 12, colors.text3, "middle");
    });
  const y = named === "above" ? part.y - part.top + 18 : part.y + down(part) + 24;
  return out + name({ x: part.x, y }, matrix, colors.text3);
}

// In words: what it is, and its rows if they are few.
export function told(matrix: FigureMatrix, blank = false): string {
  const count = matrix.rowCount * matrix.columnCount;
  if (blank || count > most.told || matrix.rows.length === 0) return `${matrix.caption}.`;
  const rows = matrix.rows.map((row) => row.map(({ text: words }) => words).join(", "));
  return `${matrix.caption}: ${rows.join("; ")}.`;
}

const matricesOf = (figures: Figures) => {
  const seen = new Set<number>();
  return figures.figures.map((figure) => ({
    ...figure,
    // A matrix that two figures share is drawn once, unless a product needs it at its corner.
    tensors: figure.tensors.filter(({ node }) => {
      const known = seen.has(node);
      seen.add(node);
      return figure.layout === "product" || !known;
    }),
  }));
};

export function drawing(figures: Figures, options: DrawingOptions = {}): Drawing | null {
  const { colors } = figures;
  const blank = (matrix: FigureMatrix) => options.blank?.includes(matrix.name) ?? false;
  const groups = matricesOf(figures).filter(({ tensors }) => tensors.length > 0);
  if (groups.length === 0) return null;
  const line = options.line ?? most.line;
  const words14 = { "font-family": face, "font-size": 14, "text-anchor": "middle" };
  let body = "";
  let width = 0;
  let x = 0; // of the next figure
  let y = 0; // of its line
  let height = 0; // down to the end of that line
  const words: string[] = [];
  for (const { layout, tensors } of groups) {
    const parts = tensors.map(sized);
    const cornered = layout === "product" ? corner(parts) : null;
    const placed = cornered ?? inLines(parts, line);
    let group = "";
    placed.forEach((part, i) => {
      group += drawn(part, colors, cornered && i !== 1 ? "below" : "above", blank(part.matrix));
      words.push(told(part.matrix, blank(part.matrix)));
    });
    const wide = Math.max(...placed.map((part) => part.x + Math.max(across(part), 110)));
    const high = Math.max(...placed.map((part) => part.y + down(part) + part.bottom)) + 28;
    if (x > 0 && (options.line === undefined || x + wide > line)) {
      x = 0;
      y = height;
    }
    body += tag("g", { transform: `translate(${x + 16} ${y + 16})`, ...words14 }, group);
    width = Math.max(width, x + wide);
    height = Math.max(height, y + high);
    x += wide + 48;
  }
  const size = { width: Math.ceil(width + 32), height: Math.ceil(height + 4) };
  const alt = words.join(" ");
  const ground = options.ground ? tag("rect", { ...size, fill: colors.ground }) : "";
  const named = options.title
    ? tag("title", {}, escaped(options.title)) + tag("desc", {}, escaped(alt)) // for a file
    : "";
  const svg = tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...size,
      viewBox: `0 0 ${size.width} ${size.height}`,
      role: "img",
      "aria-label": alt,
    },
    named + ground + body,
  );
  return { svg, ...size, alt };
}

// The outlines of a TrueType face, so that a picture needs no font where it is seen. Reads what web/fonts.py writes:
// glyf outlines and a character map of format 4 or 12. Bytes in, SVG path data out, no DOM.

export interface Face {
  has: (code: number) => boolean;
  advance: (code: number) => number; // em
  // Path data with the pen at (x, y), y downwards; size in px per em.
  path: (code: number, x: number, y: number, size: number) => string;
}

type Point = { x: number; y: number; on: boolean };

const deepest = 4; // levels of glyphs within glyphs

function tablesOf(data: DataView): (tag: string) => DataView {
  const tables = new Map<string, DataView>();
  for (let i = 0; i < data.getUint16(4); ++i) {
    const at = 12 + 16 * i;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((k) => data.getUint8(at + k)));
    const [offset, length] = [data.getUint32(at + 8), data.getUint32(at + 12)];
    tables.set(tag, new DataView(data.buffer, data.byteOffset + offset, length));
  }
  return (tag) => {
    const table = tables.get(tag);
    if (!table) throw new Error(`This face has no table “${tag}”.`);
    return table;
  };
}

// Of a segment of format 4 that has no glyph of its own for a code, the place is 0.
function segments(table: DataView, codes: Map<number, number>): void {
  const twice = table.getUint16(6);
  for (let i = 0; i < twice; i += 2) {
    const [last, first] = [table.getUint16(14 + i), table.getUint16(16 + twice + i)];
    const [delta, at] = [table.getUint16(16 + 2 * twice + i), 16 + 3 * twice + i];
    const offset = table.getUint16(at);
    for (let code = first; code <= last && code < 0xffff; ++code) {
      const named = offset === 0 ? code : table.getUint16(at + offset + 2 * (code - first));
      if (named !== 0) codes.set(code, (named + delta) & 0xffff);
    }
  }
}

function groups(table: DataView, codes: Map<number, number>): void {
  for (let i = 0; i < table.getUint32(12); ++i) {
    const at = 16 + 12 * i;
    const first = table.getUint32(at);
    for (let code = first; code <= table.getUint32(at + 4); ++code)
      codes.set(code, table.getUint32(at + 8) + code - first);
  }
}

function glyphsOf(cmap: DataView): Map<number, number> {
  const codes = new Map<number, number>();
  for (let i = 0; i < cmap.getUint16(2); ++i) {
    const offset = cmap.getUint32(8 + 8 * i);
    const table = new DataView(cmap.buffer, cmap.byteOffset + offset);
    const format = table.getUint16(0);
    if (format === 4) segments(table, codes);
    if (format === 12) groups(table, codes);
  }
  return codes;
}

// The contours of a glyph that is not made of others.
function simple(glyph: DataView, contours: number): Point[][] {
  const ends = Array.from({ length: contours }, (_, i) => glyph.getUint16(10 + 2 * i));
  const count = (ends.at(-1) ?? -1) + 1;
  let at = 10 + 2 * contours;
  at += 2 + glyph.getUint16(at); // instructions
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = glyph.getUint8(at++);
    const times = flag & 8 ? glyph.getUint8(at++) : 0;
    for (let i = 0; i <= times; ++i) flags.push(flag);
  }
  const along = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) {
        const by = glyph.getUint8(at++);
        value += flag & same ? by : -by;
      } else if (!(flag & same)) {
        value += glyph.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = along(2, 16);
  const ys = along(4, 32);
  const points = flags.map((flag, i) => ({ x: xs[i] ?? 0, y: ys[i] ?? 0, on: (flag & 1) !== 0 }));
  return ends.map((end, i) => points.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, end + 1));
}

// Quadratic curves; between two points off the curve lies one on it.
function contourPath(points: Point[], place: (point: { x: number; y: number }) => string): string {
  const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });
  const whole = points.flatMap((point, i) => {
    const before = points.at(i - 1) ?? point;
    return !point.on && !before.on ? [middle(before, point), point] : [point];
  });
  const start = whole.findIndex(({ on }) => on);
  const first = whole[start];
  if (!first) return "";
  const rest = [...whole.slice(start + 1), ...whole.slice(0, start), first];
  let path = `M${place(first)}`;
  rest.forEach((point, i) => {
    if (point.on) path += rest[i - 1]?.on === false ? place(point) : `L${place(point)}`;
    else path += `Q${place(point)} `;
  });
  return `${path}Z`;
}

/** Throws if the file is damaged. */
export function faceOf(ttf: Uint8Array): Face {
  const table = tablesOf(new DataView(ttf.buffer, ttf.byteOffset, ttf.byteLength));
  const head = table("head");
  const em = head.getUint16(18);
  const wide = head.getInt16(50) === 1;
  const [loca, glyf, hmtx] = [table("loca"), table("glyf"), table("hmtx")];
  const measured = table("hhea").getUint16(34);
  const codes = glyphsOf(table("cmap"));
  const offset = (glyph: number) => (wide ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph));

  function contours(glyph: number, level = 0): Point[][] {
    const [from, to] = [offset(glyph), offset(glyph + 1)];
    if (from === to || level > deepest) return [];
    const data = new DataView(glyf.buffer, glyf.byteOffset + from, to - from);
    const count = data.getInt16(0);
    return count >= 0 ? simple(data, count) : together(data, level);
  }

  // An accented letter: glyphs that are moved, and perhaps scaled.
  function together(data: DataView, level: number): Point[][] {
    const all: Point[][] = [];
    let at = 10;
    let flags: number;
    do {
      flags = data.getUint16(at);
      const part = data.getUint16(at + 2);
      const words = (flags & 1) !== 0;
      const dx = words ? data.getInt16(at + 4) : data.getInt8(at + 4);
      const dy = words ? data.getInt16(at + 6) : data.getInt8(at + 5);
      at += words ? 8 : 6;
      const number = () => data.getInt16((at += 2) - 2) / 16384;
      let [a, b, c, d] = [1, 0, 0, 1];
      if (flags & 8) a = d = number();
      else if (flags & 64) [a, d] = [number(), number()];
      else if (flags & 128) [a, b, c, d] = [number(), number(), number(), number()];
      for (const points of contours(part, level + 1))
        all.push(points.map(({ x, y, on }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, on })));
    } while (flags & 32);
    return all;
  }

  return {
    has: (code) => codes.has(code),
    advance: (code) => hmtx.getUint16(4 * Math.min(codes.get(code) ?? 0, measured - 1)) / em,
    path: (code, x, y, size) => {
      const scale = size / em;
      const place = (point: { x: number; y: number }) =>
        `${+(x + point.x * scale).toFixed(2)} ${+(y - point.y * scale).toFixed(2)}`;
      return contours(codes.get(code) ?? 0)
        .map((points) => contourPath(points, place))
        .join("");
    },
  };
}

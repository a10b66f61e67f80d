// The large map's pixels, computed a second way: softmax in float64 of the map's own vectors, in the colours of the design
// guide, pooled as the map states.
import assert from "node:assert/strict";
import { core, openPage, place, settled, until } from "../harness.mjs";

// Weights from queries and keys, in float64.
async function weightsOf(page, { tokens, causal }) {
  const { width, query, key } = await core(page, "largeVectors", 0, tokens);
  const known = new Map();
  return (row) => {
    if (known.has(row)) return known.get(row);
    const keys = causal ? row + 1 : tokens;
    const out = new Float64Array(tokens).fill(-1); // masked
    let top = -Infinity;
    for (let j = 0; j < keys; j++) {
      let sum = 0;
      for (let d = 0; d < width; d++) sum += query[row * width + d] * key[j * width + d];
      out[j] = sum / Math.sqrt(width);
      top = Math.max(top, out[j]);
    }
    let total = 0;
    for (let j = 0; j < keys; j++) total += out[j] = Math.exp(out[j] - top);
    for (let j = 0; j < keys; j++) out[j] /= total;
    known.set(row, out);
    return out;
  };
}

// The guide's scale of weights, dark: stops in sRGB, mixed in OKLab (B. Ottosson).
const stops = ["191E27", "45193F", "892066", "D13B8C", "FD7BBE", "FFD6E9"].map((hex) =>
  [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255),
);
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const gamma = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
function toLab(rgb) {
  const [r, g, b] = rgb.map(linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
function toRgb([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((c) => Math.round(255 * gamma(Math.min(Math.max(c, 0), 1))));
}
const labs = stops.map(toLab);
function colour(place) {
  const at = Math.min(Math.max(place, 0), 1) * 5;
  const i = Math.min(Math.floor(at), 4);
  return toRgb(labs[i].map((c, k) => c + (labs[i + 1][k] - c) * (at - i)));
}
export const background = [0x0d, 0x10, 0x15];
const places = {
  linear: (w) => w,
  sqrt: Math.sqrt,
  log: (w) => Math.log(1 + 999 * w) / Math.log(1000),
};

// The colours under the map, read back from what the browser shows.
async function pixelsOf(page) {
  await settled(page);
  const items = (await core(page, "probe")).items;
  const map = items.find(({ id }) => id === "large-map");
  const png = await page.screenshot({ clip: { x: map.x, y: map.y, width: map.w, height: map.h } });
  const data = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    let letters = ""; // transferring one string is fast, transferring a million numbers is not
    for (let at = 0; at < data.length; at += 8192)
      letters += String.fromCharCode(...data.subarray(at, at + 8192));
    return btoa(letters);
  }, png.toString("base64"));
  return { data: Buffer.from(data, "base64"), size: Math.round(map.w) };
}

// Largest difference over some pixels between the picture and the reference, in steps of 255.
function difference(pixels, weights, { tokens, causal }, look) {
  const { zoom, x, y, steps, mean } = look;
  const side = pixels.size * zoom;
  const cell = side / tokens;
  const corner = (middle) =>
    Math.min(Math.max(side * middle - pixels.size / 2, 0), Math.max(side - pixels.size, 0));
  let factor = 1;
  while (cell * factor < 1 - 1e-6) factor *= 2;
  let worst = 0;
  let compared = 0;
  const from = { x: corner(x), y: corner(y) };
  for (let n = 0; n < 400; n++) {
    // Spread evenly over the picture, without the border.
    const px = 3 + Math.floor(((n * 0.618034) % 1) * (pixels.size - 6));
    const py = 3 + Math.floor(((n * 0.7548776662) % 1) * (pixels.size - 6));
    const at = { column: (px + 0.5 + from.x) / cell, row: (py + 0.5 + from.y) / cell };
    const inside = [at.column / factor, at.row / factor].map((v) => v - Math.floor(v));
    // Between two texels either may be shown; large cells have gaps and numbers.
    if (inside.some((v) => v * factor * cell < 0.02 || (1 - v) * factor * cell < 0.02)) continue;
    if (cell >= 12 && inside.some((v) => (1 - v) * cell < 1.6 || v * cell < 1.6)) continue;
    if (cell >= 44 && inside[1] > 0.3 && inside[1] < 0.7) continue;
    const row0 = Math.floor(at.row / factor) * factor;
    const column0 = Math.floor(at.column / factor) * factor;
    let most = -1;
    let sum = 0;
    let count = 0;
    for (let i = row0; i < Math.min(row0 + factor, tokens); i++)
      for (let j = column0; j < Math.min(column0 + factor, causal ? i + 1 : tokens); j++) {
        const weight = weights(i)[j];
        most = Math.max(most, weight);
        sum += weight;
        count++;
      }
    const wanted = count === 0 ? background : colour(places[steps](mean ? sum / count : most));
    const shown = pixels.data.subarray((py * pixels.size + px) * 4, (py * pixels.size + px) * 4 + 3);
    worst = Math.max(worst, ...wanted.map((c, k) => Math.abs(c - shown[k])));
    compared++;
  }
  assert.ok(compared > 100, `${compared} pixels compared at zoom ${zoom}`);
  return worst;
}

/** The map read back at 8 zooms, shared out among the heads: no pixel may be more than 2 of 255 steps off. */
export async function comparePixels(setup, heads, script) {
  const of = setup.of ? `&m.of=${setup.of}` : "";
  const link = `view=large${of}&m.heads=${setup.heads}&m.tokens=${setup.tokens}&m.causal=${setup.causal ? 1 : 0}&m.model=${setup.model}`;
  const { page, close } = await openPage({ link, script });
  // That the shader was refused is known once the map is drawn.
  const refused = () => window.attentionExplorer.probe().items.some(({ id }) => id === "large-refused");
  if (script === undefined) assert.ok(!(await page.evaluate(refused)), "the shader was refused");
  else await until(page, refused);
  let state = 12345; // the same zooms every time
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (const head of heads) {
    await core(page, "apply", { type: "LookLarge", head });
    await settled(page);
    const weights = await weightsOf(page, setup);
    for (let n = 0; n < 6 / heads.length; n++) {
      const zoom = Math.round(2 ** (random() * Math.log2(setup.tokens / 10)) * 1e4) / 1e4;
      const half = 0.5 / zoom;
      const middle = () => Math.round((half + random() * (1 - 2 * half)) * 1e6) / 1e6;
      const look = {
        zoom,
        x: middle(),
        y: middle(),
        steps: ["linear", "sqrt", "log"][n % 3],
        mean: n % 2 === 1,
      };
      const refused = await core(page, "apply", { type: "LookLarge", ...look });
      assert.equal(refused, null);
      const worst = difference(await pixelsOf(page), weights, setup, look);
      assert.ok(worst <= 2, `head ${head}: ${worst} steps of 255 off at ${JSON.stringify(look)}`);
    }
  }
  await close();
}

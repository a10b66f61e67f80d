// A picture as a model reads it: its pixels, resized, cut and normalised in the core as preprocessor_config.json says.
import type * as api from "../api/models.js";
import * as check from "../check.js";
import { fail } from "../error.js";
import type { Loaded } from "./run.js";

/** Numbers (3, height, width) for the core, how many tokens they are, and what is left of the picture. */
export interface Prepared {
  readonly values: Float32Array;
  readonly height: number;
  readonly width: number;
  readonly tokens: number;
  readonly shown: Uint8ClampedArray;
}

export const isPicture = (given: unknown): given is api.Picture =>
  typeof given === "object" && given !== null && "pixels" in given;

/** (height, width, 3) with an opaque alpha. */
function withAlpha(colours: Float32Array): Uint8ClampedArray {
  const shown = new Uint8ClampedArray((colours.length / 3) * 4).fill(255);
  for (let i = 0; i < colours.length; i++) shown[Math.floor(i / 3) * 4 + (i % 3)] = colours[i] as number;
  return shown;
}

/** Normalised numbers can be shown only by spreading them: the least is black, the largest white. */
function spread(values: Float32Array): Uint8ClampedArray {
  const least = values.reduce((a, b) => Math.min(a, b), Infinity);
  const largest = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const pixels = values.length / 3;
  const colours = values.map((_, i) => {
    const value = values[(i % 3) * pixels + Math.floor(i / 3)] as number;
    return ((value - least) / (largest - least || 1)) * 255;
  });
  return withAlpha(colours);
}

export function prepared({ core, config, reads }: Loaded, given: api.Picture, path: string): Prepared {
  const { pixels, width, height } = check.options(given, ["pixels", "width", "height"], path);
  const size = [
    check.whole("height", height, undefined, 1, 2 ** 16),
    check.whole("width", width, undefined, 1, 2 ** 16),
  ] as const;
  const tokensOf = (rows: number, columns: number): number =>
    core.call("picture_tokens", [rows, columns], (answer) => answer.number());
  if (!config.picture) tokensOf(...size); // refuses
  if (pixels instanceof Float32Array) {
    const [rows, columns] = size;
    if (pixels.length !== 3 * rows * columns) {
      const wanted = `3 channels of ${columns} × ${rows} pixels have ${3 * rows * columns}`;
      fail("size", "pixels", `There are ${pixels.length} numbers; ${wanted}.`);
    }
    return {
      values: pixels,
      height: rows,
      width: columns,
      tokens: tokensOf(rows, columns),
      shown: spread(pixels),
    };
  }
  if (!(pixels instanceof Uint8Array || pixels instanceof Uint8ClampedArray)) {
    const kinds = "a Uint8Array or Uint8ClampedArray of bytes, or a Float32Array of normalised numbers";
    fail("type", "pixels", `pixels is ${check.describe(pixels)}; it should be ${kinds}.`);
  }
  if (!reads) {
    const how = "say how pictures become numbers, or give normalised numbers as a Float32Array";
    fail(
      "missing",
      "preprocessor",
      `Pass preprocessor_config.json to loadModel as \`preprocessor\`, to ${how}.`,
    );
  }
  const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  return core.call("picture_read", [{ shape: [bytes.length], data: bytes }, ...size], (answer) => {
    const { shape, data } = answer.tensor();
    const [rows, columns] = shape.slice(1) as [number, number];
    const shown = withAlpha(answer.tensor().data);
    return { values: data, height: rows, width: columns, tokens: tokensOf(rows, columns), shown };
  });
}

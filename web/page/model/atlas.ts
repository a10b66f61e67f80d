// What heads do over texts, from what they do in each of them: the means over all rows, and for each head and measure the
// texts in which it is largest, with some of the others, and where it is largest in them.
import type { HeadMeasures } from "../../modules/api/models";
import type { AtlasExample } from "../core/model";

const largest = 3; // texts that are always among the examples
const deciles = 10;

/** Measures of one text. */
export type Measured = Pick<HeadMeasures, "means" | "rows" | "largest">;

/** Of each number the mean over all texts, weighted by the rows that it is of. */
export function meansOf(each: readonly Measured[]): Float32Array {
  const count = each[0]?.rows.length ?? 0;
  return Float32Array.from({ length: count }, (_, i) => {
    let sum = 0;
    let rows = 0;
    for (const { means, rows: of } of each) {
      const here = of[i] ?? 0;
      if (here === 0) continue;
      sum += (means.data[i] ?? 0) * here;
      rows += here;
    }
    return rows === 0 ? NaN : sum / rows;
  });
}

// Places in a list of so many in falling order: the first ones, and the first of each tenth.
function placesOf(count: number): number[] {
  const tenths = Array.from({ length: deciles }, (_, tenth) => Math.floor((tenth * count) / deciles));
  const first = Array.from({ length: Math.min(largest, count) }, (_, place) => place);
  return [...new Set([...first, ...tenths])].filter((place) => place < count).sort((a, b) => a - b);
}

/** Examples for each number of `means`, in falling order. */
export function examplesOf(each: readonly Measured[]): AtlasExample[][] {
  const count = each[0]?.rows.length ?? 0;
  const short = (value: number): number => Number(value.toFixed(4));
  return Array.from({ length: count }, (_, i) => {
    const measured = each
      .map(({ means, rows }, text) => ({ text, mean: (rows[i] ?? 0) > 0 ? (means.data[i] ?? 0) : NaN }))
      .filter(({ mean }) => !Number.isNaN(mean));
    measured.sort((a, b) => b.mean - a.mean || a.text - b.text);
    return placesOf(measured.length).flatMap((place) => {
      const one = measured[place];
      const largest = one && each[one.text]?.largest;
      if (!largest) return [];
      return {
        line: one.text,
        mean: short(one.mean),
        row: largest.row[i] ?? 0,
        column: largest.column[i] ?? 0,
        value: short(largest.value[i] ?? 0),
      };
    });
  });
}

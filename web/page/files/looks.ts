// A tensor at a glance: its range, and its last two axes as a small picture.
import type { FileTensor } from "../../modules/api/tensors";

const side = 44; // cells of the picture
const most = 65_536; // numbers that are looked at

export interface Look {
  count: number; // numbers looked at
  whole: boolean; // whether these are all
  least: number;
  largest: number;
  broken: number; // not finite
  paint: (canvas: HTMLCanvasElement) => void;
}

const product = (shape: readonly number[]) => shape.reduce((all, length) => all * length, 1);

/** Reads at most the first 65,536 numbers. */
export async function lookAt(tensor: FileTensor, signal: AbortSignal): Promise<Look> {
  const total = product(tensor.shape);
  const count = Math.min(total, most);
  const { data } = await tensor.read({ first: 0, count, signal });
  let [least, largest, broken] = [Infinity, -Infinity, 0];
  for (const value of data) {
    if (!Number.isFinite(value)) broken++;
    else {
      least = Math.min(least, value);
      largest = Math.max(largest, value);
    }
  }
  const columns = Math.max(tensor.shape.at(-1) ?? 1, 1);
  const rows = Math.min(tensor.shape.at(-2) ?? 1, Math.max(Math.floor(data.length / columns), 1));
  const paint = (canvas: HTMLCanvasElement) => {
    const wide = Math.min(columns, side, data.length);
    const high = Math.min(rows, side);
    Object.assign(canvas, { width: Math.max(wide, 1), height: Math.max(high, 1) });
    const context = canvas.getContext("2d");
    if (!context || data.length === 0) return;
    const ink = getComputedStyle(canvas).getPropertyValue("--weights").trim();
    context.fillStyle = ink;
    for (let y = 0; y < high; y++)
      for (let x = 0; x < wide; x++) {
        const at = Math.floor((y * rows) / high) * columns + Math.floor((x * columns) / wide);
        const value = data[at] ?? 0;
        context.globalAlpha = Number.isFinite(value) ? (value - least) / (largest - least || 1) : 0;
        context.fillRect(x, y, 1, 1);
      }
  };
  return { count, whole: count === total, least, largest, broken, paint };
}

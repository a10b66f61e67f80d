// What is timed: each work, its inputs (the same for every candidate, drawn from a seed), how many multiply-adds it holds,
// and what is right, in float64, on a sample of the output.
import { numbers } from "./numbers.mjs";
import * as training from "./training.mjs";
import * as vit from "./vit.mjs";

const attention = (kind, name, heads, tokens, width, causal) => ({
  name: `${kind} ${name}${causal ? ", causal" : ""}`,
  kind,
  heads,
  tokens,
  width,
  causal,
});
const both = (...given) => [attention(...given, false), attention(...given, true)];

export const works = [
  ...both("attention", "512 (H 8, d 64)", 8, 512, 64),
  ...both("attention", "1024 (H 12, d 64)", 12, 1024, 64),
  ...both("attention", "2048 (H 8, d 64)", 8, 2048, 64),
  ...both("attention", "16 (H 4, d 16)", 4, 16, 16),
  // From the inputs and the gradient of the output to the gradients of the inputs. The second is a training step's.
  ...both("gradient", "512 (H 8, d 64)", 8, 512, 64),
  ...both("gradient", "64 (H 64, d 16)", 64, 64, 16),
  { name: "module 512 (E 512, H 8)", kind: "module", tokens: 512, width: 512, heads: 8 },
  { name: "softmax 2048²", kind: "softmax", rows: 2048, columns: 2048 },
  { name: "GEMM 512", kind: "gemm", n: 512 },
  { name: "GEMM 1024", kind: "gemm", n: 1024 },
  // Those of a layer of width 64 that is trained on 1,024 tokens: forward, the gradient of its weight, of its input.
  { name: "product A·B (1024×64, 64×64)", kind: "product", m: 1024, k: 64, n: 64 },
  { name: "product Aᵀ·B (1024×64, 1024×64)", kind: "product", m: 64, k: 1024, n: 64, turned: "a" },
  { name: "product A·Bᵀ (1024×64, 64×64)", kind: "product", m: 1024, k: 64, n: 64, turned: "b" },
  { name: "picture, ViT-Base (197 tokens, 12 layers of 12 heads)", kind: "picture" },
  { name: `training, ${training.model.steps} steps (B 16, T 64, W 64, H 4)`, kind: "training" },
];
export const quick = ["attention 512", "attention 16", "gradient 512", "module", "softmax", "GEMM 512"];

/** Multiplications and additions; causal work counts the lower triangle only, exponentials not at all. */
export function operations({ kind, heads, tokens, width, causal, m, k, n }) {
  const pairs = causal ? (tokens * (tokens + 1)) / 2 : tokens * tokens;
  if (kind === "attention") return 4 * heads * pairs * width;
  if (kind === "gradient") return 10 * heads * pairs * width; // five products
  if (kind === "module") return 8 * tokens * width * width + 4 * tokens * tokens * width;
  if (kind === "product") return 2 * m * k * n;
  if (kind === "training") return training.operations;
  if (kind === "picture") return vit.operations;
  return kind === "gemm" ? 2 * n ** 3 : 0;
}

/** Tensors by name, with their shapes. Weights of the module are in × out, as most runtimes take them. */
export function inputs(work) {
  const { kind, heads, tokens, width, rows, columns, m, k, n, turned } = work;
  const tensor = (seed, shape, size) => ({
    shape,
    data: numbers(
      seed,
      shape.reduce((a, b) => a * b),
      size,
    ),
  });
  if (kind === "attention" || kind === "gradient") {
    const shape = [1, heads, tokens, width];
    const all = { q: tensor(1, shape), k: tensor(2, shape), v: tensor(3, shape) };
    return kind === "gradient" ? { ...all, g: tensor(4, shape) } : all;
  }
  if (kind === "module") {
    const all = { x: tensor(10, [1, tokens, width]) };
    for (const [at, part] of [..."qkvo"].entries()) {
      all[`w${part}`] = tensor(11 + at, [width, width], Math.sqrt(1 / width));
      all[`b${part}`] = tensor(15 + at, [width], 0.1);
    }
    return all;
  }
  if (kind === "training") return training.inputs();
  if (kind === "picture") return vit.inputs();
  if (kind === "softmax") return { x: tensor(20, [rows, columns], 3) };
  if (kind === "product") {
    return {
      a: tensor(30, turned === "a" ? [k, m] : [m, k]),
      b: tensor(31, turned === "b" ? [n, k] : [k, n]),
    };
  }
  return { a: tensor(30, [n, n]), b: tensor(31, [n, n]) };
}

function softmax(row) {
  const largest = row.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = row.map((x) => Math.exp(x - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / sum);
}

/** One query's mixture of values; rows lie `step` apart. */
function mixture(query, k, v, offset, step, count, width) {
  const scores = Float64Array.from({ length: count }, (_, j) => {
    let dot = 0;
    for (let d = 0; d < width; d++) dot += query[d] * k[offset + j * step + d];
    return dot / Math.sqrt(width);
  });
  const mixed = new Float64Array(width);
  softmax(scores).forEach((weight, j) => {
    for (let d = 0; d < width; d++) mixed[d] += weight * v[offset + j * step + d];
  });
  return mixed;
}

function* wantedOfModule({ tokens, width, heads }, z) {
  const linear = (rows, count, w, b) => {
    const out = new Float64Array(count * width);
    for (let i = 0; i < count; i++)
      for (let o = 0; o < width; o++) {
        let sum = b.data[o];
        for (let c = 0; c < width; c++) sum += rows[i * width + c] * w.data[c * width + o];
        out[i * width + o] = sum;
      }
    return out;
  };
  const [k, v] = ["k", "v"].map((part) => linear(z.x.data, tokens, z[`w${part}`], z[`b${part}`]));
  const each = width / heads;
  for (let t = 0; t < tokens; t += 173) {
    const q = linear(z.x.data.subarray(t * width, (t + 1) * width), 1, z.wq, z.bq);
    const joined = new Float64Array(width);
    for (let h = 0; h < heads; h++)
      joined.set(
        mixture(q.subarray(h * each, (h + 1) * each), k, v, h * each, width, tokens, each),
        h * each,
      );
    yield [t * width, linear(joined, 1, z.wo, z.bo)];
  }
}

/** The gradients of two heads whole: of the queries, then the keys, then the values. */
function* wantedOfGradient({ heads, tokens, width, causal }, { q, k, v, g }) {
  const dot = (a, i, b, j) => {
    let sum = 0;
    for (let d = 0; d < width; d++) sum += a.data[i + d] * b.data[j + d];
    return sum;
  };
  const size = tokens * width;
  for (const head of new Set([0, heads - 1])) {
    const [dq, dk, dv] = [0, 1, 2].map(() => new Float64Array(size));
    const add = (to, at, times, from, place) => {
      for (let d = 0; d < width; d++) to[at + d] += times * from.data[head * size + place + d];
    };
    for (let i = 0; i < size; i += width) {
      const places = Array.from({ length: causal ? i / width + 1 : tokens }, (_, j) => j * width);
      const weights = softmax(
        places.map((j) => dot(q, head * size + i, k, head * size + j) / Math.sqrt(width)),
      );
      const slopes = places.map((j) => dot(g, head * size + i, v, head * size + j));
      const mean = weights.reduce((sum, weight, at) => sum + weight * slopes[at], 0);
      places.forEach((j, at) => {
        const slope = (weights[at] * (slopes[at] - mean)) / Math.sqrt(width);
        add(dv, j, weights[at], g, i);
        add(dq, i, slope, k, j);
        add(dk, j, slope, q, i);
      });
    }
    for (const [at, rows] of [dq, dk, dv].entries()) yield [(at * heads + head) * size, rows];
  }
}

/** [place, numbers] of rows of the output. */
function* wanted(work, z) {
  const { kind, heads, tokens, width, causal, rows, columns, m, k, n, turned } = work;
  if (kind === "attention") {
    const step = Math.max(1, Math.floor(tokens / 8)) | 1; // odd, so that every place of a tile is looked at
    for (let h = 0; h < heads; h++)
      for (let t = tokens - 1; t >= 0; t -= step) {
        const at = (h * tokens + t) * width;
        const query = z.q.data.subarray(at, at + width);
        const count = causal ? t + 1 : tokens;
        yield [at, mixture(query, z.k.data, z.v.data, h * tokens * width, width, count, width)];
      }
  } else if (kind === "gradient") {
    yield* wantedOfGradient(work, z);
  } else if (kind === "training") {
    yield* training.wanted(z);
  } else if (kind === "module") {
    yield* wantedOfModule(work, z);
  } else if (kind === "softmax") {
    for (let r = 0; r < rows; r += 97)
      yield [r * columns, softmax(Float64Array.from(z.x.data.subarray(r * columns, (r + 1) * columns)))];
  } else if (kind === "product") {
    for (let i = 0; i < m; i++) {
      const row = new Float64Array(n);
      for (let j = 0; j < n; j++)
        for (let c = 0; c < k; c++)
          row[j] +=
            z.a.data[turned === "a" ? c * m + i : i * k + c] *
            z.b.data[turned === "b" ? j * k + c : c * n + j];
      yield [i * n, row];
    }
  } else {
    for (let i = 0; i < n; i += 61) {
      const row = new Float64Array(n);
      for (let k = 0; k < n; k++)
        for (let j = 0; j < n; j++) row[j] += z.a.data[i * n + k] * z.b.data[k * n + j];
      yield [i * n, row];
    }
  }
}

/** Works that take float64 too long: what is right is what the base computes. */
export const comparesWithBase = ({ kind }) => kind === "picture";

/** The largest difference, as a share of the largest value. */
export const difference = (output, right) =>
  Math.max(...right.map((x, i) => Math.abs(output[i] - x))) / Math.max(...right.map(Math.abs));

/** The largest error, as a share of the largest value. */
export function error(work, z, output) {
  let [worst, largest] = [0, 0];
  for (const [at, row] of wanted(work, z))
    row.forEach((x, i) => {
      const off = Math.abs(output[at + i] - x);
      if (!(off <= worst)) worst = off;
      largest = Math.max(largest, Math.abs(x));
    });
  return worst / largest;
}

// A step of training as the bench times it: one layer of causal attention of four heads with a residual, the mean cross-entropy
// of the next of 32 letters, and plain descent; the model of training-step.json. Its losses in float64 are worked out here.
import { numbers } from "./numbers.mjs";

/** B sequences of T letters, V letters, width W, H heads; steps: how many one call takes. */
export const model = { B: 16, T: 64, V: 32, W: 64, H: 4, rate: 0.5, steps: 100 };
const { B, T, V, W, H, rate } = model;
const D = W / H;
const N = B * T;

export const parameters = {
  wte: [V, W],
  wpe: [T, W],
  W_q: [W, W],
  W_k: [W, W],
  W_v: [W, W],
  W_o: [W, W],
  W_u: [V, W],
};

/** Multiply-adds of the products of one step, forward and back; masked pairs are not counted. */
const forward = 4 * N * W * W + N * W * V + 2 * B * H * ((T * (T + 1)) / 2) * D;
export const operations = 2 * 3 * forward * model.steps;

export function inputs() {
  const all = {};
  for (const [at, [name, shape]] of Object.entries(parameters).entries()) {
    const size = name.startsWith("w") ? 0.5 : 1 / Math.sqrt(W);
    all[name] = { shape, data: numbers(40 + at, shape[0] * shape[1], size) };
  }
  for (const [at, name] of ["letters", "targets"].entries()) {
    const places = numbers(50 + at, N).map((x) => Math.floor((x / Math.sqrt(3) + 1) * 0.5 * V) % V);
    all[name] = { shape: [B, T], data: places };
  }
  return all;
}

/** C (m, n) = A (m, k) · B (k, n); a or b may be kept transposed. */
function product(a, b, m, k, n, { ta = false, tb = false } = {}) {
  const c = new Float64Array(m * n);
  for (let i = 0; i < m; i++)
    for (let p = 0; p < k; p++) {
      const left = a[ta ? p * m + i : i * k + p];
      if (left === 0) continue;
      for (let j = 0; j < n; j++) c[i * n + j] += left * b[tb ? j * k + p : p * n + j];
    }
  return c;
}

const plus = (a, b) => a.map((x, i) => x + b[i]);

/** The softmax of each row of `columns` numbers, of which row r sees the first seen(r). */
function softmaxRows(x, columns, seen) {
  const out = new Float64Array(x.length);
  for (let r = 0; r < x.length / columns; r++) {
    const row = x.subarray(r * columns, r * columns + seen(r));
    const largest = row.reduce((a, b) => Math.max(a, b), -Infinity);
    const powers = row.map((one) => Math.exp(one - largest));
    const sum = powers.reduce((a, b) => a + b, 0);
    powers.forEach((one, j) => (out[r * columns + j] = one / sum));
  }
  return out;
}

/** Rows of head h of sequence b out of (N, W), as (T, D), and back. */
const takeHead = (x, b, h) =>
  Float64Array.from({ length: T * D }, (_, i) => x[(b * T + Math.floor(i / D)) * W + h * D + (i % D)]);
function putHead(into, part, b, h) {
  part.forEach((one, i) => (into[(b * T + Math.floor(i / D)) * W + h * D + (i % D)] = one));
}

/** The loss of one batch, and the weights after one step of plain descent (they are changed in place). */
function step(w, letters, targets) {
  const x = Float64Array.from(
    { length: N * W },
    (_, i) => w.wte[letters[Math.floor(i / W)] * W + (i % W)] + w.wpe[i % (T * W)],
  );
  const [q, k, v] = ["W_q", "W_k", "W_v"].map((name) => product(x, w[name], N, W, W, { tb: true }));
  const mixed = new Float64Array(N * W);
  const weights = new Map();
  const each = function* () {
    for (let b = 0; b < B; b++) for (let h = 0; h < H; h++) yield [b, h];
  };
  for (const [b, h] of each()) {
    const scores = product(takeHead(q, b, h), takeHead(k, b, h), T, D, T, { tb: true }).map(
      (s) => s / Math.sqrt(D),
    );
    const p = softmaxRows(scores, T, (r) => r + 1);
    weights.set(b * H + h, p);
    putHead(mixed, product(p, takeHead(v, b, h), T, T, D), b, h);
  }
  const y = plus(x, product(mixed, w.W_o, N, W, W, { tb: true }));
  const p = softmaxRows(product(y, w.W_u, N, W, V, { tb: true }), V, () => V);
  let loss = 0;
  const dLogits = p.map((one) => one / N);
  targets.forEach((target, n) => {
    loss -= Math.log(p[n * V + target]) / N;
    dLogits[n * V + target] -= 1 / N;
  });

  const dy = product(dLogits, w.W_u, N, V, W);
  const dMixed = product(dy, w.W_o, N, W, W);
  const [dq, dk, dv] = [0, 1, 2].map(() => new Float64Array(N * W));
  for (const [b, h] of each()) {
    const a = weights.get(b * H + h);
    const dOut = takeHead(dMixed, b, h);
    const dA = product(dOut, takeHead(v, b, h), T, D, T, { tb: true });
    const dS = new Float64Array(T * T);
    for (let i = 0; i < T; i++) {
      let mean = 0;
      for (let j = 0; j < T; j++) mean += a[i * T + j] * dA[i * T + j];
      for (let j = 0; j < T; j++) dS[i * T + j] = (a[i * T + j] * (dA[i * T + j] - mean)) / Math.sqrt(D);
    }
    putHead(dq, product(dS, takeHead(k, b, h), T, T, D), b, h);
    putHead(dk, product(dS, takeHead(q, b, h), T, T, D, { ta: true }), b, h);
    putHead(dv, product(a, dOut, T, T, D, { ta: true }), b, h);
  }
  let dx = dy;
  for (const [name, d] of [
    ["W_q", dq],
    ["W_k", dk],
    ["W_v", dv],
  ])
    dx = plus(dx, product(d, w[name], N, W, W));
  const slopes = {
    W_u: product(dLogits, y, V, N, W, { ta: true }),
    W_o: product(dy, mixed, W, N, W, { ta: true }),
    W_q: product(dq, x, W, N, W, { ta: true }),
    W_k: product(dk, x, W, N, W, { ta: true }),
    W_v: product(dv, x, W, N, W, { ta: true }),
    wte: new Float64Array(V * W),
    wpe: new Float64Array(T * W),
  };
  dx.forEach((one, i) => {
    slopes.wte[letters[Math.floor(i / W)] * W + (i % W)] += one;
    slopes.wpe[i % (T * W)] += one;
  });
  for (const [name, d] of Object.entries(slopes)) d.forEach((one, i) => (w[name][i] -= rate * one));
  return loss;
}

/** [place, numbers]: the first losses of a run, in float64. */
export function* wanted(z) {
  const w = Object.fromEntries(
    Object.keys(parameters).map((name) => [name, Float64Array.from(z[name].data)]),
  );
  for (let at = 0; at < 4; at++) yield [at, Float64Array.of(step(w, z.letters.data, z.targets.data))];
}

/** The lesson training-step.json with these numbers instead of drawn ones: the same batch in every step. */
export function lessonWith(z, lesson) {
  const { heldOut, ...training } = lesson.training;
  const rows = ({ data, shape: [count, width] }) =>
    Array.from({ length: count }, (_, row) => [...data.subarray(row * width, (row + 1) * width)]);
  const tensors = lesson.tensors.map(({ random, ...tensor }) =>
    random ? { ...tensor, values: rows(z[tensor.name]) } : tensor,
  );
  return JSON.stringify({ ...lesson, generators: [], tensors, training: { ...training, fresh: [] } });
}

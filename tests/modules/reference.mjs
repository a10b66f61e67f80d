// Attention in float64, for tests only and as plain as possible: one query, one key, one feature at a time, on (B, H,
// T, D). The kernels' results are compared with it.

/** options: allow(b, h, i, j), add(b, h, i, j), scale, softcap. Gives output, weights, and scores of the three kinds. */
export function attention(query, key, value, options = {}) {
  const [B, H, T, D] = query.shape;
  const [, HK, S] = key.shape;
  const DV = value.shape[3];
  const { allow = () => true, add = () => 0, scale = 1 / Math.sqrt(D), softcap = 0 } = options;
  const output = new Float64Array(B * H * T * DV);
  const size = B * H * T * S;
  const [weights, product, softcapped, masked] = [0, 1, 2, 3].map(() => new Float64Array(size));
  for (let b = 0; b < B; b++)
    for (let h = 0; h < H; h++)
      for (let i = 0; i < T; i++) {
        const kv = b * HK + Math.floor(h / (H / HK));
        const row = ((b * H + h) * T + i) * S;
        let largest = -Infinity;
        for (let j = 0; j < S; j++) {
          let dot = 0;
          for (let d = 0; d < D; d++) {
            dot += query.data[((b * H + h) * T + i) * D + d] * key.data[(kv * S + j) * D + d];
          }
          product[row + j] = dot * scale;
          softcapped[row + j] = softcap > 0 ? softcap * Math.tanh((dot * scale) / softcap) : dot * scale;
          masked[row + j] = allow(b, h, i, j) ? softcapped[row + j] + add(b, h, i, j) : -Infinity;
          largest = Math.max(largest, masked[row + j]);
        }
        let sum = 0;
        for (let j = 0; j < S; j++) sum += largest === -Infinity ? 0 : Math.exp(masked[row + j] - largest);
        for (let j = 0; j < S && sum > 0; j++) {
          weights[row + j] = Math.exp(masked[row + j] - largest) / sum;
          for (let d = 0; d < DV; d++) {
            output[((b * H + h) * T + i) * DV + d] += weights[row + j] * value.data[(kv * S + j) * DV + d];
          }
        }
      }
  return { output, weights, product, softcapped, masked };
}

/** x Wᵀ + b for x (…, in), W (out, in). */
export function linear(x, weight, bias) {
  const [outputs, inputs] = weight.shape;
  const rows = x.data.length / inputs;
  const data = new Float64Array(rows * outputs);
  for (let row = 0; row < rows; row++)
    for (let o = 0; o < outputs; o++) {
      let sum = bias ? bias.data[o] : 0;
      for (let i = 0; i < inputs; i++) sum += x.data[row * inputs + i] * weight.data[o * inputs + i];
      data[row * outputs + o] = sum;
    }
  return { shape: [...x.shape.slice(0, -1), outputs], data };
}

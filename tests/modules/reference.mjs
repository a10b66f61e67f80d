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

/**
 * The gradients of Σ gradOutput ⊙ output for query, key and value, each (B, H, T, D), in closed form from the weights P:
 * dV = Pᵀ dO, dP = dO Vᵀ, dS = P ⊙ (dP − Σ P ⊙ dP) · scale, dQ = dS K, dK = dSᵀ Q. Options as above, without softcap.
 */
export function attentionBackward(gradOutput, query, key, value, options = {}) {
  const [, , T, D] = query.shape;
  const [, , S, DV] = value.shape;
  const { scale = 1 / Math.sqrt(D) } = options;
  const { weights } = attention(query, key, value, options);
  const [gradQuery, gradKey, gradValue] = [query, key, value].map(
    ({ data }) => new Float64Array(data.length),
  );
  for (let row = 0; row < weights.length / S; row++) {
    const head = Math.floor(row / T) * S; // its first key
    const slopes = new Float64Array(S);
    let mean = 0;
    for (let j = 0; j < S; j++) {
      const weight = weights[row * S + j];
      for (let d = 0; d < DV; d++) {
        const grad = gradOutput.data[row * DV + d];
        gradValue[(head + j) * DV + d] += weight * grad;
        slopes[j] += grad * value.data[(head + j) * DV + d];
      }
      mean += weight * slopes[j];
    }
    for (let j = 0; j < S; j++) {
      const slope = weights[row * S + j] * (slopes[j] - mean) * scale;
      for (let d = 0; d < D; d++) {
        gradQuery[row * D + d] += slope * key.data[(head + j) * D + d];
        gradKey[(head + j) * D + d] += slope * query.data[row * D + d];
      }
    }
  }
  return { gradQuery, gradKey, gradValue };
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

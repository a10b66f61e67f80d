// What the pictures of heads show, computed from their weights (T, T). The formulas are said on screen.

const largestSide = 24;
export const sideOf = (tokens: number) => Math.min(tokens, largestSide);

/** The largest weight of each block: (side, side), of rows ⌊r·T/side⌋ to ⌊(r + 1)·T/side⌋ − 1 and columns alike. */
export function picture(weights: Float32Array, tokens: number, to: Float32Array): void {
  const side = sideOf(tokens);
  const blocks = Uint16Array.from({ length: tokens }, (_, i) => Math.floor(((i + 1) * side - 1) / tokens));
  to.fill(0);
  for (let row = 0, at = 0; row < tokens; row++) {
    const from = (blocks[row] as number) * side;
    for (let column = 0; column < tokens; column++, at++) {
      const block = from + (blocks[column] as number);
      to[block] = Math.max(to[block] as number, weights[at] as number);
    }
  }
}

const far = 4;

/**
 * Means over the rows i ≥ 1 of four shares of a row's weight: A[i, 0]; A[i, i − 1]; all A[i, j] with the same word at another
 * place j; all A[i, j] with j ≥ 1 and |i − j| > 4. Zeros for one token.
 * @param same of each token the first place of its word
 */
export function shares(weights: Float32Array, same: readonly number[]): [number, number, number, number] {
  const tokens = same.length;
  const sums: [number, number, number, number] = [0, 0, 0, 0];
  for (let i = 1; i < tokens; i++) {
    const row = i * tokens;
    sums[0] += weights[row] as number;
    sums[1] += weights[row + i - 1] as number;
    for (let j = 0; j < tokens; j++) {
      const weight = weights[row + j] as number;
      if (j !== i && same[i] === same[j]) sums[2] += weight;
      if (j >= 1 && Math.abs(i - j) > far) sums[3] += weight;
    }
  }
  return sums.map((sum) => (tokens > 1 ? sum / (tokens - 1) : 0)) as typeof sums;
}

// What the pictures of heads show, computed from their weights (T, T). The formulas are said on screen.

const largestSide = 24;
export const sideOf = (tokens: number) => Math.min(tokens, largestSide);

/** Rows of a head's weights, (rows, T), the first of which is the token `first`'s. */
export interface HeadRows {
  first: number;
  weights: Float32Array;
}

/** Takes rows into the largest weight of each block: (side, side), of rows ⌊r·T/side⌋ to ⌊(r + 1)·T/side⌋ − 1 and columns alike. */
export class Blocks {
  private readonly blocks: Uint16Array;

  /** `without`: so many columns at the left do not count. */
  constructor(
    private readonly tokens: number,
    private readonly side: number,
    private readonly to: Float32Array,
    private readonly without = 0,
  ) {
    this.blocks = Uint16Array.from({ length: tokens }, (_, i) => Math.floor(((i + 1) * side - 1) / tokens));
    to.fill(0, 0, side * side);
  }

  add({ first, weights }: HeadRows): void {
    const { blocks, tokens, side, to } = this;
    for (let row = 0; row * tokens < weights.length; row++) {
      const from = (blocks[first + row] as number) * side;
      for (let column = this.without; column < tokens; column++) {
        const block = from + (blocks[column] as number);
        to[block] = Math.max(to[block] as number, weights[row * tokens + column] as number);
      }
    }
  }
}

/** The same of all weights of a head, (T, T). */
export function picture(weights: Float32Array, tokens: number, to: Float32Array): void {
  new Blocks(tokens, sideOf(tokens), to).add({ first: 0, weights });
}

/**
 * How the weights (heads, T, T) of one model differ from those of another: `other` in small, (heads, side, side), as picture() makes
 * it; of each of these blocks the difference other − weights that is furthest from 0; and of each head ½ Σ |other[i, j] − weights[i, j]|,
 * the mean over the rows i. One after the other.
 */
export function differencesOf(weights: Float32Array, other: Float32Array, heads: number): Float32Array {
  const each = weights.length / heads;
  const tokens = Math.sqrt(each);
  const size = sideOf(tokens) ** 2;
  const made = new Float32Array(heads * (2 * size + 1));
  const up = new Float32Array(each);
  const down = new Float32Array(each);
  const [most, least] = [new Float32Array(size), new Float32Array(size)];
  for (let head = 0; head < heads; head++) {
    let sum = 0;
    for (let i = 0; i < each; i++) {
      const difference = (other[head * each + i] as number) - (weights[head * each + i] as number);
      up[i] = difference;
      down[i] = -difference;
      sum += Math.abs(difference);
    }
    picture(other.subarray(head * each, (head + 1) * each), tokens, made.subarray(head * size));
    picture(up, tokens, most);
    picture(down, tokens, least);
    for (let i = 0; i < size; i++) {
      const [above, below] = [most[i] as number, least[i] as number];
      made[(heads + head) * size + i] = above >= below ? above : -below;
    }
    made[2 * heads * size + head] = sum / 2 / tokens;
  }
  return made;
}

/**
 * How far each of these matrices moved: ‖B − A‖ / ‖A‖, where B are the numbers of `other`, all matrices one after the other, and
 * ‖ ‖ is the Frobenius norm, √Σ x². 0 where both are 0; infinite where only A is.
 */
export function movedOf(matrices: readonly Float32Array[], other: Float32Array): Float32Array {
  let at = 0;
  return Float32Array.from(matrices, (matrix) => {
    let [size, moved] = [0, 0];
    for (const number of matrix) {
      size += number ** 2;
      moved += ((other[at++] as number) - number) ** 2;
    }
    return moved === 0 ? 0 : Math.sqrt(moved / size);
  });
}

const far = 4;

type FourShares = [number, number, number, number];

/**
 * Means over the rows i ≥ 1 of four shares of a row's weight: A[i, 0]; A[i, i − 1]; all A[i, j] with the same word at another
 * place j; all A[i, j] with j ≥ 1 and |i − j| > 4. Zeros for one token.
 */
export class Shares {
  private readonly sums: FourShares = [0, 0, 0, 0];

  /** `same`: of each token the first place of its word. */
  constructor(private readonly same: readonly number[]) {}

  add({ first, weights }: HeadRows): void {
    const { same, sums } = this;
    const tokens = same.length;
    for (let row = first === 0 ? 1 : 0; row * tokens < weights.length; row++) {
      const [i, from] = [first + row, row * tokens];
      sums[0] += weights[from] as number;
      sums[1] += weights[from + i - 1] as number;
      for (let j = 0; j < tokens; j++) {
        const weight = weights[from + j] as number;
        if (j !== i && same[i] === same[j]) sums[2] += weight;
        if (j >= 1 && Math.abs(i - j) > far) sums[3] += weight;
      }
    }
  }

  means(): FourShares {
    const rows = this.same.length - 1;
    return this.sums.map((sum) => (rows > 0 ? sum / rows : 0)) as FourShares;
  }
}

/** The same of all weights of a head, (T, T). */
export function shares(weights: Float32Array, same: readonly number[]): FourShares {
  const all = new Shares(same);
  all.add({ first: 0, weights });
  return all.means();
}

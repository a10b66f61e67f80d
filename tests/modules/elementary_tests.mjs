// exp, exp2, log and pow of the core: through the functions that use them, they agree with JavaScript's to within the
// last digit of a float32. page_bits_tests.mjs checks that page and modules have the same ones.
import { check, close, equal } from "./harness.mjs";

/** Within one unit of the last place of a float32. */
const lastDigit = { relative: 2 ** -23, absolute: 2 ** -149 };

export async function tests(runner, { attention }) {
  const test = (name, body) => runner.test(`elementary: ${name}`, body);

  await test("exp, along a column of softmax, from scores of 0 to where weights vanish", () => {
    for (let x = -0.001; x > -104; x = x * 1.01 - 0.01) {
      const scores = Float32Array.of(0, x);
      const power = Math.exp(scores[1]);
      // Weights of 1 and e^x, recovered from the first and their sum.
      const [first, second] = attention.softmax({ shape: [2, 1], data: scores }, 0).data;
      const sum = Math.fround(1 + Math.fround(power));
      close([first, second], [1 / sum, Math.fround(power) / sum], lastDigit, `softmax of 0 and ${x}`);
    }
    const ends = Float32Array.of(0, -Infinity, -3e38);
    equal([...attention.softmax({ shape: [3, 1], data: ends }, 0).data], [1, 0, 0]);
  });

  await test("pow, in the wave lengths of positions", () => {
    const [tokens, dim] = [64, 48];
    for (const base of [1.5, 10_000, 1e6]) {
      const { data } = attention.sinusoidal(tokens, dim, { base });
      data.forEach((value, cell) => {
        const [t, d] = [Math.floor(cell / dim), cell % dim];
        const angle = t * Math.pow(base, (-2 * Math.floor(d / 2)) / dim);
        const wanted = d % 2 ? Math.cos(angle) : Math.sin(angle);
        check(
          Math.abs(value - wanted) <= 2 ** -24,
          `base ${base}: cell ${t}, ${d} is ${value}, wanted ${wanted}`,
        );
      });
    }
  });

  await test("exp2, in ALiBi's slopes: powers of two exactly", () => {
    equal(
      [...attention.alibiSlopes(8).data],
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => 2 ** -n),
    );
    const wanted = Array.from({ length: 32 }, (_, h) => 2 ** (-(h + 1) / 4));
    close(attention.alibiSlopes(32).data, wanted, lastDigit);
  });

  await test("log, in normal numbers: their mean and spread, and none that is not finite", () => {
    const { data } = attention.generator(4).randn([20_000]);
    const mean = data.reduce((a, b) => a + b, 0) / data.length;
    const spread = Math.sqrt(data.reduce((sum, x) => sum + (x - mean) ** 2, 0) / data.length);
    check(Math.abs(mean) < 0.03 && Math.abs(spread - 1) < 0.02, `mean ${mean}, deviation ${spread}`);
    check(data.every(Number.isFinite), "a number is not finite");
  });
}

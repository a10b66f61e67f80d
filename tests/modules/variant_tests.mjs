// The builds of the core: the fastest that the engine supports is loaded, slower ones are the fallback, and all agree
// with a float64 reference at sizes that are no multiple of any tile.
import { check, close, equal, random, randomTensor } from "./harness.mjs";
import * as reference from "./reference.mjs";

const all = ["scalar", "simd", "relaxed"];

/** The builds up to the best one that this engine supports. */
export const upTo = (best) => all.slice(0, all.indexOf(best) + 1);

/** Within 10⁻⁶ of the largest value. */
function near(actual, wanted, what) {
  const absolute = 1e-6 * wanted.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  close(actual, wanted, { relative: 0, absolute }, what);
}

/** Runs body with an engine that accepts only modules for which `knows` is true. */
async function withEngine(knows, body) {
  const { validate } = WebAssembly;
  WebAssembly.validate = (bytes) => knows(new Uint8Array(bytes)) && validate(bytes);
  try {
    await body();
  } finally {
    WebAssembly.validate = validate;
  }
}

const holds = (bytes, ...wanted) => bytes.some((_, at) => wanted.every((byte, i) => bytes[at + i] === byte));
const relaxedMadd = [0xfd, 0x85, 0x02];

export async function tests(runner, { loadAttention, best }) {
  const test = (name, body) => runner.test(`variants: ${name}`, body);

  await test("the best one that this engine runs is taken", async () => {
    equal((await loadAttention()).variant, best);
  });

  await test("an engine without relaxed SIMD gets simd, one without SIMD scalar", async () => {
    await withEngine(
      (bytes) => !holds(bytes, ...relaxedMadd),
      async () => equal((await loadAttention()).variant, "simd"),
    );
    await withEngine(
      () => false,
      async () => equal((await loadAttention()).variant, "scalar"),
    );
  });

  for (const variant of upTo(best)) {
    const attention = await loadAttention({ variant });
    const each = (name, body) => test(`${variant}: ${name}`, body);

    await each("can be asked for, and says so", () => equal(attention.variant, variant));

    await each("attention at every remainder of the tiles", () => {
      for (const causal of [false, true]) {
        for (let tokens = 1; tokens <= 58; tokens += causal ? 2 : 3) {
          const draw = random(tokens);
          const [q, k] = [0, 1].map(() => randomTensor(draw, [1, 2, tokens, 1 + (tokens % 11)]));
          const v = randomTensor(draw, [1, 2, tokens, 1 + (tokens % 13)]);
          const allow = causal ? (b, h, i, j) => j <= i : undefined;
          const { output } = attention.scaledDotProductAttention(q, k, v, { isCausal: causal });
          near(output.data, reference.attention(q, k, v, { allow }).output, `${tokens} tokens`);
        }
      }
    });

    await each("attention over several blocks of keys", () => {
      const draw = random(5);
      const [q, k, v] = [0, 1, 2].map(() => randomTensor(draw, [1, 1, 300, 20]));
      near(attention.scaledDotProductAttention(q, k, v).output.data, reference.attention(q, k, v).output);
    });

    await each("matrix products", () => {
      const draw = random(6);
      for (const [n, k, m] of [
        [1, 1, 1],
        [7, 300, 9],
        [31, 5, 67],
        [100, 64, 33],
      ]) {
        const a = randomTensor(draw, [2, n, k]);
        const b = randomTensor(draw, [k, m]);
        const wanted = Float64Array.from({ length: 2 * n * m }, (_, cell) => {
          let sum = 0;
          for (let i = 0; i < k; i++)
            sum += a.data[Math.floor(cell / m) * k + i] * b.data[i * m + (cell % m)];
          return sum;
        });
        const product = attention.matmul(a, b);
        equal(product.shape, [2, n, m]);
        near(product.data, wanted);
      }
    });

    await each("a product is added to the sum, not the sum multiplied", () => {
      const a = { shape: [1, 2], data: Float32Array.of(2, 5) };
      const b = { shape: [2, 1], data: Float32Array.of(3, 7) };
      equal([...attention.matmul(a, b).data], [41]);
    });

    await each("the same call gives the same bits", () => {
      const draw = random(7);
      const [q, k, v] = [0, 1, 2].map(() => randomTensor(draw, [2, 100, 17]));
      const [one, two] = [0, 1].map(() => attention.scaledDotProductAttention(q, k, v).output.data);
      close(one, two, { relative: 0, absolute: 0 });
    });
  }

  const [tokens, width] = [16384, best === "scalar" ? 2 : 16];
  const works = {
    attention: (core, [q, k, v]) => core.scaledDotProductAttention(q, k, v, { isCausal: true }),
    "attention's gradient": (core, [q, k, v, gradOutput]) =>
      core.scaledDotProductAttentionBackward(gradOutput, q, k, v, { isCausal: true }),
  };
  for (const [name, work] of Object.entries(works))
    await test(`16,384 tokens need less than 64 MB beyond what goes in, ${name}`, async () => {
      const attention = await loadAttention();
      const draw = random(8);
      const given = [0, 1, 2, 3].map(() => randomTensor(draw, [1, tokens, width]));
      work(attention, given);
      const inputs = 3 * tokens * width * 4; // of attention; its gradient has a fourth
      const megabytes = (attention.memory - inputs) / 2 ** 20;
      check(megabytes < 64, `it holds ${megabytes.toFixed(1)} MB beyond its inputs`);
    });
}

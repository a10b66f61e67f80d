// Memory: after the first calls of a kind, no number of further calls makes the core grow. If a call needs more than
// there is, it fails with an error and the next call works.
import { check, close, random, randomTensor, throws } from "./harness.mjs";
import { withMemory } from "./wasm_patch.mjs";

export async function tests(runner, { attention, calls, loadAttention, bytesOf }) {
  const test = (name, body) => runner.test(`memory: ${name}`, body);

  await test(`${calls} calls do not grow it`, () => {
    const draw = random(1);
    const [q, k, v] = [0, 1, 2].map(() => randomTensor(draw, [2, 4, 3]));
    const weights = [0, 1, 2, 3].map(() => randomTensor(draw, [3, 3]));
    const parameters = {
      numHeads: 1,
      queryWeight: weights[0],
      keyWeight: weights[1],
      valueWeight: weights[2],
      outProjWeight: weights[3],
    };
    const mask = { shape: [4, 4], data: Uint8Array.from({ length: 16 }, (_, i) => i % 3) };
    const kinds = [
      () =>
        attention.scaledDotProductAttention(q, k, v, {
          attnMask: mask,
          needWeights: true,
          needScores: "masked",
        }),
      () => attention.scaledDotProductAttentionBackward(q, q, k, v, { attnMask: mask }),
      () => attention.multiHeadAttention(q, k, v, parameters),
      () => attention.softmax(q, -1),
      () => attention.sinusoidal(4, 6),
      () => attention.rotary({ shape: [2, 6, 2], data: q.data }),
      () => attention.generator(7).randn([17]),
      () => attention.generator(7).multiHead(4, 2),
      () => throws(() => attention.softmax(q, 9), "axis", "x"),
    ];
    for (const kind of kinds) for (let i = 0; i < 100; i++) kind();
    const before = attention.memory;
    for (let i = 0; i < calls; i++) kinds[i % kinds.length]();
    check(attention.memory === before, `it grew from ${before} to ${attention.memory} bytes`);
  });

  await test("a large call, many times, needs no more than once", () => {
    const x = { shape: [512, 512], data: new Float32Array(512 * 512).fill(0.5) };
    attention.softmax(x, -1);
    attention.softmax(x, -1);
    const before = attention.memory;
    for (let i = 0; i < 20; i++) attention.softmax(x, -1);
    check(attention.memory === before, `it grew from ${before} to ${attention.memory} bytes`);
  });

  await test("memory that runs out is an error, and the next call works", async () => {
    const small = await loadAttention({ wasm: withMemory(await bytesOf("attention-scalar.wasm"), 20) });
    const g = small.generator(0);
    throws(() => g.randint(0, 10, [2 ** 20]), "memory", "generator_randint", /ran out of memory/);
    const fresh = small.generator(0);
    close(g.rand([3]).data, fresh.rand([3]).data, { relative: 0, absolute: 0 });
    const one = { shape: [2], data: Float32Array.of(0, 0) };
    close(small.softmax(one, 0).data, [0.5, 0.5]);
  });
}

// The generator against PyTorch's scalar CPU path, for every seed of the golden file: exact where PyTorch is exact,
// 3e-7 for normals, and never further than 3e-6 from an AVX2 machine.
import { check, close, equal, matches } from "./harness.mjs";

const exact = { relative: 0, absolute: 0 };
const normals = { relative: 0, absolute: 3e-7 };
const scaledNormals = { relative: 3e-7, absolute: 6e-7 };

export async function tests(runner, { attention, golden }) {
  const test = (name, body) => runner.test(`generator: ${name}`, body);
  const [scalar, avx2] = await Promise.all([golden("RNG_scalar"), golden("RNG_avx2")]);

  for (const [seed, wanted] of Object.entries(scalar.seeds)) {
    const fresh = () => attention.generator(Number(seed));

    await test(`seed ${seed}: rand, randint and uniform are PyTorch's own`, () => {
      matches(fresh().rand([7]), wanted.rand7, exact);
      matches(fresh().randint(0, 10, [8, 2]), wanted.randint_0_10_8x2, exact);
      matches(fresh().randint(-5, 5, [12]), wanted.randint_m5_5_12, exact);
      matches(fresh().randint(0, 2 ** 40, [4]), wanted.randint_0_2p40_4, exact);
      matches(fresh().uniform(-0.3, 0.5, [9]), wanted.uniform_m0p3_0p5_9, exact);
      matches(
        fresh().dropout({ shape: [24], data: new Float32Array(24).fill(1) }, { p: 0.25 }),
        wanted.dropout_ones_24_p0p25,
        exact,
      );
    });

    await test(`seed ${seed}: randn and normal, small and blockwise`, () => {
      for (const n of [5, 15, 16, 17, 20, 64]) {
        matches(fresh().randn([n]), wanted[`randn${n}`], normals, `randn${n}`);
        matches(
          fresh().randn([n]),
          avx2.seeds[seed][`randn${n}`],
          { relative: 0, absolute: 3e-6 },
          `randn${n}, AVX2`,
        );
      }
      matches(fresh().normal(0.5, 2, [7]), wanted.normal_0p5_2_7, scaledNormals);
      matches(fresh().normal(0.5, 2, [18]), wanted.normal_0p5_2_18, scaledNormals);
    });

    await test(`seed ${seed}: one stream through draws of every kind, the cached normal included`, () => {
      const g = fresh();
      const [randn5, rand3, randn16, randn2, randint] = wanted.sequence_randn5_rand3_randn16_randn2_randint;
      matches(g.randn([5]), randn5, normals);
      matches(g.rand([3]), rand3, exact);
      matches(g.randn([16]), randn16, normals);
      matches(g.randn([2]), randn2, normals);
      matches(g.randint(0, 10, [4]), randint, exact);
    });

    await test(`seed ${seed}: fresh parameters`, () => {
      const { init } = wanted;
      const layer = fresh().linear(2, 3);
      matches(layer.weight, init.Linear_2_3.weight, exact);
      matches(layer.bias, init.Linear_2_3.bias, exact);
      const bare = fresh().linear(5, 4, { bias: false });
      matches(bare.weight, init.Linear_5_4_nobias, exact);
      check(!("bias" in bare), "a bias came though none was asked for");
      matches(fresh().embedding(5, 5), init.Embedding_5_5, normals);
      matches(fresh().embedding(3, 4), init.Embedding_3_4, normals);
      const padded = fresh().embedding(3, 4, { paddingIdx: 1 });
      matches(
        padded,
        init.Embedding_3_4.map((row, i) => (i === 1 ? [0, 0, 0, 0] : row)),
        normals,
      );
      for (const [rows, columns] of [
        [4, 3],
        [3, 7],
      ]) {
        const size = `${rows}x${columns}`;
        matches(fresh().xavierUniform([rows, columns]), init[`xavier_uniform_${size}`], exact, size);
        matches(fresh().kaimingUniform([rows, columns]), init[`kaiming_uniform_${size}`], exact, size);
        matches(fresh().xavierNormal([rows, columns]), init[`xavier_normal_${size}`], scaledNormals, size);
        matches(fresh().kaimingNormal([rows, columns]), init[`kaiming_normal_${size}`], scaledNormals, size);
      }
      const relu = fresh().kaimingNormal([3, 7], { mode: "fan_out", nonlinearity: "relu" });
      matches(relu, init.kaiming_normal_fan_out_relu_3x7, scaledNormals);
      matches(fresh().xavierUniform([3, 7], { gain: 5 / 3 }), init.xavier_uniform_gain_tanh_3x7, exact);
      const module = fresh().multiHead(4, 2);
      const { in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias } = init.MultiheadAttention_4_2;
      matches(module.inProjWeight, in_proj_weight, exact);
      matches(module.inProjBias, in_proj_bias, exact);
      matches(module.outProjWeight, out_proj_weight, exact);
      matches(module.outProjBias, out_proj_bias, exact);
      equal(module.numHeads, 2);
    });
  }

  await test("seeds: low 32 bits, two's complement, bigints beyond what a number holds", () => {
    const first = (seed) => attention.generator(seed).rand([3]).data;
    close(first(2 ** 40), first(0), exact);
    close(first(-1), first(0xffffffff), exact);
    close(first(2n ** 64n - 1n), first(-1), exact);
    close(first(-(2n ** 63n)), first(0), exact);
    check(first(2n ** 53n + 1n)[0] !== first(2 ** 53)[0], "a bigint was rounded");
  });

  await test("manualSeed starts again and forgets the cached normal", () => {
    const g = attention.generator(5);
    const first = g.randn([3]).data;
    equal(g.manualSeed(5), g);
    close(g.randn([3]).data, first, exact);
  });

  await test("a failed draw leaves the stream where it was", () => {
    const [g, h] = [attention.generator(9), attention.generator(9)];
    try {
      g.randint(3, 3, [2]);
    } catch {
      // the error itself is tested with the errors
    }
    close(g.rand([4]).data, h.rand([4]).data, exact);
  });

  await test("modules with widths and biases of their own", () => {
    const module = attention.generator(1).multiHead(4, 2, { bias: false, addBiasKv: true, kdim: 3, vdim: 5 });
    equal(Object.fromEntries(Object.entries(module).map(([name, value]) => [name, value.shape ?? value])), {
      numHeads: 2,
      queryWeight: [4, 4],
      keyWeight: [4, 3],
      valueWeight: [4, 5],
      outProjWeight: [4, 4],
      biasK: [1, 1, 4],
      biasV: [1, 1, 4],
    });
  });

  await test("dropout: evaluation changes nothing; empty shapes draw nothing", () => {
    const g = attention.generator(1);
    const x = { shape: [3], data: Float32Array.of(1, 2, 3) };
    close(g.dropout(x, { training: false }).data, x.data, exact);
    equal(g.rand([0, 4]).shape, [0, 4]);
    equal(g.rand([]).data.length, 1);
    equal(g.rand(Int32Array.of(2, 3)).shape, [2, 3]);
  });
}

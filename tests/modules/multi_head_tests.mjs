// Multi-head attention against the same written out with the float64 reference: widths, masks, extra keys, layouts.
import { check, close, equal, random, randomTensor } from "./harness.mjs";
import * as reference from "./reference.mjs";

const tight = { relative: 2e-6, absolute: 1e-6 };
const bytes = (shape, data) => ({ shape, data: Uint8Array.from(data) });
const floats = (shape, data) => ({ shape, data: Float32Array.from(data) });

export async function tests(runner, { attention }) {
  const test = (name, body) => runner.test(`multi-head: ${name}`, body);
  const draw = random(13);
  const parameters = (width, kdim = width, vdim = width) => ({
    queryWeight: randomTensor(draw, [width, width]),
    keyWeight: randomTensor(draw, [width, kdim]),
    valueWeight: randomTensor(draw, [width, vdim]),
    inProjBias: randomTensor(draw, [3 * width]),
    outProjWeight: randomTensor(draw, [width, width]),
    outProjBias: randomTensor(draw, [width]),
  });
  // The module written out with the reference, (B, T, E) in and out; extra keys are appended by the test.
  const written = (q, k, v, p, heads, allow, extra = []) => {
    const [B, T, E] = q.shape;
    const part = (i) => floats([E], p.inProjBias.data.slice(i * E, (i + 1) * E));
    const [Q, K, V] = [
      reference.linear(q, p.queryWeight, part(0)),
      reference.linear(k, p.keyWeight, part(1)),
      reference.linear(v, p.valueWeight, part(2)),
    ];
    const append = (x, row) => {
      const S = x.shape[1];
      const data = [];
      for (let b = 0; b < B; b++) data.push(...x.data.slice(b * S * E, (b + 1) * S * E), ...row);
      return { shape: [B, S + 1, E], data: Float64Array.from(data) };
    };
    const [K2, V2] = extra.reduce(([a, b], [kRow, vRow]) => [append(a, kRow), append(b, vRow)], [K, V]);
    const split = (x) => {
      const S = x.shape[1];
      const s = E / heads;
      const data = new Float64Array(x.data.length);
      for (let b = 0; b < B; b++)
        for (let t = 0; t < S; t++)
          for (let f = 0; f < E; f++)
            data[((b * heads + Math.floor(f / s)) * S + t) * s + (f % s)] = x.data[(b * S + t) * E + f];
      return { shape: [B, heads, S, s], data };
    };
    const inside = reference.attention(split(Q), split(K2), split(V2), { allow });
    const joined = new Float64Array(B * T * E);
    const s = E / heads;
    for (let b = 0; b < B; b++)
      for (let t = 0; t < T; t++)
        for (let f = 0; f < E; f++)
          joined[(b * T + t) * E + f] =
            inside.output[((b * heads + Math.floor(f / s)) * T + t) * s + (f % s)];
    const output = reference.linear({ shape: [B, T, E], data: joined }, p.outProjWeight, p.outProjBias);
    return { output: output.data, weights: inside.weights };
  };

  await test("widths of their own, padding and mask, each head's weights", () => {
    const p = parameters(6, 4, 5);
    const [q, k, v] = [
      randomTensor(draw, [2, 3, 6]),
      randomTensor(draw, [2, 4, 4]),
      randomTensor(draw, [2, 4, 5]),
    ];
    const padding = [0, 0, 0, 1, 0, 1, 0, 0];
    const blocked = [0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    const options = {
      ...p,
      numHeads: 2,
      attnMask: bytes([3, 4], blocked),
      keyPaddingMask: bytes([2, 4], padding),
      averageAttnWeights: false,
    };
    const result = attention.multiHeadAttention(q, k, v, options);
    const wanted = written(q, k, v, p, 2, (b, h, i, j) => !padding[b * 4 + j] && !blocked[i * 4 + j]);
    close(result.output.data, wanted.output, tight);
    close(result.weights.data, wanted.weights, tight);
    equal(result.weights.shape, [2, 2, 3, 4]);
    const mean = attention.multiHeadAttention(q, k, v, { ...options, averageAttnWeights: true }).weights;
    equal(mean.shape, [2, 3, 4]);
    close(
      mean.data,
      mean.data.map((_, i) => {
        const [b, rest] = [Math.floor(i / 12), i % 12];
        return (wanted.weights[b * 24 + rest] + wanted.weights[b * 24 + 12 + rest]) / 2;
      }),
      tight,
    );
    check(
      !("weights" in attention.multiHeadAttention(q, k, v, { ...options, needWeights: false })),
      "weights came",
    );
  });

  await test("inProjWeight, learned and zero extra keys, causal, token first, without batch", () => {
    const p = parameters(4);
    const x = randomTensor(draw, [1, 3, 4]);
    const stacked = floats(
      [12, 4],
      [p.queryWeight, p.keyWeight, p.valueWeight].flatMap((w) => [...w.data]),
    );
    const { queryWeight, keyWeight, valueWeight, ...rest } = p;
    const [biasK, biasV] = [randomTensor(draw, [4]), randomTensor(draw, [1, 1, 4])];
    const options = {
      ...rest,
      inProjWeight: stacked,
      numHeads: 2,
      biasK,
      biasV,
      addZeroAttn: true,
      isCausal: true,
    };
    const result = attention.multiHeadAttention(x, x, x, options);
    const zero = [0, 0, 0, 0];
    const extra = [
      [[...biasK.data], [...biasV.data]],
      [zero, zero],
    ];
    const wanted = written(x, x, x, p, 2, (b, h, i, j) => j > 2 || j <= i, extra);
    close(result.output.data, wanted.output, tight);
    const alone = { shape: [3, 4], data: x.data };
    const single = attention.multiHeadAttention(alone, alone, alone, options);
    equal(single.output.shape, [3, 4]);
    close(single.output.data, wanted.output, tight);
    const first = { shape: [3, 1, 4], data: x.data };
    const turned = attention.multiHeadAttention(first, first, first, { ...options, batchFirst: false });
    equal(turned.output.shape, [3, 1, 4]);
    close(turned.output.data, wanted.output, tight);
  });

  await test("dropout draws from the generator, and PyTorch's fresh parameters fit", () => {
    const generator = attention.generator(0);
    const parameters = generator.multiHead(4, 2);
    const x = generator.randn([2, 3, 4]);
    const calm = attention.multiHeadAttention(x, x, x, parameters);
    const dropped = attention.multiHeadAttention(x, x, x, { ...parameters, dropoutP: 1, generator });
    check(
      calm.output.data.some((value) => value !== 0),
      "the output is empty",
    );
    close(dropped.output.data, new Float32Array(24));
  });
}

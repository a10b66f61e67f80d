// Every kind of wrong argument: JavaScript's own mistakes are named before they reach the core, and the core's errors
// are passed on with their code, their place and a sentence.
import { equal, rejected, tensor, throws } from "./harness.mjs";

const floats = (shape, data) => ({ shape, data: Float32Array.from(data) });

export async function tests(runner, { attention, loadAttention }) {
  const test = (name, body) => runner.test(`errors: ${name}`, body);
  const x = tensor([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  const sdpa = (...given) => attention.scaledDotProductAttention(...given);
  const square = tensor([
    [1, 0],
    [0, 1],
  ]);
  const module = { numHeads: 1, inProjWeight: floats([6, 2], new Float32Array(12)), outProjWeight: square };
  const mha = (options, q = square) => attention.multiHeadAttention(q, q, q, { ...module, ...options });

  await test("arguments that are missing or no tensors", () => {
    throws(() => sdpa(), "missing", "query", /query is missing/);
    throws(() => sdpa(x, null, x), "missing", "key");
    throws(() => sdpa(x, x), "missing", "value");
    throws(() => sdpa([1, 2], x, x), "type", "query", /an Array of 2.*\{ shape, data \}/);
    throws(() => sdpa(x, 7, x), "type", "key", /key is 7/);
    throws(() => sdpa(x, x, "x"), "type", "value", /the string "x"/);
    throws(
      () => sdpa({ shape: [1, 1], data: [1] }, x, x),
      "type",
      "query.data",
      /an Array of 1.*Float32Array/,
    );
    throws(() => sdpa({ shape: [1, 1], data: new Float64Array(1) }, x, x), "type", "query.data");
    throws(() => sdpa({ shape: [1, 1], data: new Uint8Array(1) }, x, x), "type", "query.data");
    throws(() => attention.softmax(), "missing", "x");
    throws(() => attention.rotary(null), "missing", "x");
    throws(() => mha({ outProjWeight: undefined }), "missing", "outProjWeight");
    throws(() => mha({ numHeads: undefined }), "missing", "numHeads");
    throws(() => attention.additiveAttention(x, x, x, {}), "missing", "queryWeight");
    throws(() => attention.sinusoidal(3), "missing", "dim");
  });

  await test("shapes that are none, or do not fit their data", () => {
    throws(() => sdpa({ shape: 4, data: x.data }, x, x), "type", "query.shape");
    throws(() => sdpa(floats([2, NaN], x.data), x, x), "shape", "query.shape[1]", /is NaN.*whole numbers/);
    throws(() => sdpa(floats([2, -3], x.data), x, x), "shape", "query.shape[1]");
    throws(() => sdpa(floats([2, 1.5], x.data), x, x), "shape", "query.shape[1]");
    throws(() => sdpa(floats([2, "3"], x.data), x, x), "shape", "query.shape[1]");
    throws(
      () => sdpa(floats([2, 4], x.data), x, x),
      "shape",
      "query",
      /holds 6 values, but query.shape \(2, 4\) needs 8/,
    );
    throws(() => attention.generator(0).rand(), "type", "shape", /shape is nothing/);
    throws(() => attention.generator(0).rand(3), "type", "shape", /such as \[2, 3\]/);
    throws(() => attention.generator(0).rand([2, -1]), "shape", "shape[1]");
  });

  await test("options: unknown names, wrong kinds", () => {
    throws(
      () => sdpa(x, x, x, { isCasual: true }),
      "option",
      "isCasual",
      /There is no option isCasual; there are .*isCausal/,
    );
    throws(() => sdpa(x, x, x, 3), "type", "options");
    throws(() => sdpa(x, x, x, null), "type", "options");
    throws(() => sdpa(x, x, x, { isCausal: 1 }), "type", "isCausal", /true or false/);
    throws(() => sdpa(x, x, x, { scale: NaN }), "type", "scale", /scale is NaN/);
    throws(() => sdpa(x, x, x, { scale: "1" }), "type", "scale");
    throws(() => sdpa(x, x, x, { softcap: Infinity }), "type", "softcap");
    throws(
      () => sdpa(x, x, x, { needScores: "all" }),
      "range",
      "needScores",
      /"product", "softcapped", "masked"/,
    );
    throws(() => sdpa(x, x, x, { qNumHeads: 1.5 }), "range", "qNumHeads");
    throws(() => sdpa(x, x, x, { keyLengths: [1.5] }), "shape", "keyLengths[0]");
    throws(() => sdpa(x, x, x, { keyLengths: 2 }), "type", "keyLengths");
    throws(
      () => sdpa(x, x, x, { attnMask: { shape: [2, 2], data: new Int8Array(4) } }),
      "type",
      "attnMask.data",
      /Uint8Array or a Float32Array/,
    );
    throws(() => sdpa(x, x, x, { attnMask: [[1]] }), "type", "attnMask");
    throws(() => sdpa(x, x, x, { dropoutP: 0.5, generator: {} }), "type", "generator", /attention.generator/);
    throws(() => attention.softmax(x, NaN), "type", "axis");
    throws(() => attention.softmax(x, 0.5), "range", "axis");
    throws(() => attention.softmax(x, 0, { temprature: 2 }), "option", "temprature");
    throws(() => attention.softmax(x, 0, { emptyRow: "none" }), "range", "emptyRow");
    throws(() => attention.alibiSlopes(-1), "range", "heads");
    throws(() => attention.sinusoidal(2 ** 40, 2), "range", "tokens");
    const g = attention.generator(0);
    throws(() => g.kaimingUniform([2, 2], { mode: "fan_average" }), "range", "mode");
    throws(() => g.kaimingUniform([2, 2], { nonlinearity: "gelu" }), "range", "nonlinearity", /"relu"/);
    throws(() => g.randint(0, 1.5, [1]), "range", "high");
    throws(() => g.uniform(0, NaN, [1]), "type", "to");
  });

  await test("what the core finds wrong, in JavaScript's words", () => {
    const flat = floats([3], [1, 2, 3]);
    throws(() => sdpa(flat, x, x), "rank", /^query/);
    throws(() => sdpa(x, square, x), "shape", /key/);
    throws(() => sdpa(x, x, floats([3, 2], new Float32Array(6))), "shape", /value/);
    throws(() => sdpa(x, x, x, { attnMask: { shape: [3, 3], data: new Uint8Array(9) } }), "mask", "attnMask");
    throws(() => sdpa(floats([1, 2], [NaN, 0]), square, square), "not-finite", /^query/);
    throws(
      () => sdpa(square, square, square, { attnMask: floats([2, 2], [0, NaN, 0, 0]) }),
      "not-finite",
      /attnMask/,
    );
    throws(() => sdpa(square, square, square, { softcap: -1 }), "range", /softcap/);
    throws(
      () => sdpa(square, square, square, { dropoutP: 2, generator: attention.generator(0) }),
      "range",
      /dropoutP/,
    );
    throws(() => sdpa(square, square, square, { dropoutP: 0.5 }), "range", /generator|dropoutP/);
    const heads = (n) => floats([1, n, 1, 2], new Float32Array(2 * n));
    throws(() => sdpa(heads(3), heads(2), heads(2), { enableGqa: true }), "heads", /./);
    throws(() => sdpa(heads(1), heads(1), heads(1), { pastKey: heads(1) }), "shape", /past/);
    throws(() => sdpa(heads(1), heads(1), heads(1), { keyLengths: [9] }), "range", /keyLengths/);
    throws(() => attention.softmax(x, 2), "axis", "x", /2 axes/);
    throws(() => attention.softmax(floats([2], [NaN, 1]), 0), "not-finite", /^x/);
    throws(() => attention.softmax(x, 0, { temperature: 0 }), "range", "temperature");
    throws(() => mha({ numHeads: 3 }), "heads", /./, /heads/);
    throws(() => mha({ inProjWeight: null }), "shape", /./);
    throws(() => mha({ outProjWeight: x }), "shape", /outProjWeight/);
    throws(() => mha({ keyPaddingMask: { shape: [5], data: new Uint8Array(5) } }), "mask", /keyPaddingMask/);
    throws(() => attention.rotary(x), "shape", /x/, /even|odd/);
    throws(() => attention.rotary(square, { base: -1 }), "range", "base");
    throws(() => attention.alibiSlopes(0), "heads", "heads");
    throws(() => attention.sinusoidal(2, 2, { base: 0 }), "range", "base");
    const add = { queryWeight: square, keyWeight: square, scoreVector: floats([3], [1, 2, 3]) };
    throws(
      () => attention.additiveAttention(square, square, square, add),
      "shape",
      /queryWeight|scoreVector/,
    );
  });

  await test("the generator's errors", () => {
    const g = attention.generator(0);
    throws(() => attention.generator(), "seed", "seed", /nothing/);
    throws(() => attention.generator("7"), "seed", "seed");
    throws(() => attention.generator(NaN), "seed", "seed", /NaN/);
    throws(() => attention.generator(1.5), "seed", "seed");
    throws(() => attention.generator(1e30), "seed", "seed");
    throws(() => attention.generator(2n ** 64n), "seed", "seed");
    throws(() => attention.generator(-(2n ** 63n) - 1n), "seed", "seed");
    throws(() => g.randint(5, 5, [1]), "range", /./);
    throws(() => g.rand([2 ** 20, 2 ** 20]), "size", "shape");
    throws(() => g.xavierUniform([3]), "rank", /./);
    throws(() => g.embedding(3, 2, { paddingIdx: 3 }), "range", /paddingIdx/);
    throws(() => g.multiHead(5, 2), "heads", /./);
    throws(() => g.dropout(x, { p: 1.5 }), "range", "p");
  });

  await test("loading: unknown options, no such variant", async () => {
    equal((await rejected(loadAttention({ varient: "simd" }))).code, "option");
    equal((await rejected(loadAttention({ variant: "mmx" }))).code, "range");
  });

  await test("sizes that are too large only where another is 0", () => {
    const g = attention.generator(0);
    throws(() => g.linear(0, 2 ** 31), "size", "bias", /more than 268435456 numbers/);
    equal(g.linear(0, 2).bias.shape, [2]);
  });
}

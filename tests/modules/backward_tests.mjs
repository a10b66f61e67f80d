// The gradient of attention against PyTorch's numbers, against central differences in float64 and, where those would take
// too long, against the closed form; its errors; its memory.
import { check, close, equal, matches, random, randomTensor, tensor, throws } from "./harness.mjs";
import * as reference from "./reference.mjs";

const names = ["gradQuery", "gradKey", "gradValue"];
const floats = (shape, data) => ({ shape, data: Float32Array.from(data) });

/** Within 2·10⁻⁶ of the largest value. */
function near(actual, wanted, what) {
  const absolute = 2e-6 * wanted.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  close(actual, wanted, { relative: 0, absolute }, what);
}

export async function tests(runner, { attention, golden }) {
  const test = (name, body) => runner.test(`attention's gradient: ${name}`, body);
  const backward = (...given) => attention.scaledDotProductAttentionBackward(...given);

  const { cases } = await golden("gradients");
  for (const [name, given] of Object.entries(cases))
    await test(`PyTorch's, ${name}`, () => {
      const { attn_mask: mask, scale, is_causal: isCausal, enable_gqa: enableGqa } = given;
      const attnMask = mask && tensor(mask);
      if (typeof mask?.flat(Infinity)[0] === "boolean") attnMask.data = Uint8Array.from(attnMask.data);
      const [gradOutput, query, key, value] = ["grad_output", "query", "key", "value"].map((one) =>
        tensor(given[one]),
      );
      const options = { attnMask, scale, isCausal, enableGqa };
      matches(attention.scaledDotProductAttention(query, key, value, options).output, given.output);
      const gradients = backward(gradOutput, query, key, value, options);
      matches(gradients.gradQuery, given.grad_query, undefined, "gradQuery");
      matches(gradients.gradKey, given.grad_key, undefined, "gradKey");
      matches(gradients.gradValue, given.grad_value, undefined, "gradValue");
    });

  await test("what central differences find, on random shapes with every option", () => {
    const draw = random(21);
    for (let round = 0; round < 24; round++) {
      const size = (most) => 1 + Math.floor(((draw() + 1) / 2) * most);
      const [B, HK, T, S, D, DV] = [2, 2, 5, 6, 4, 3].map(size);
      const H = HK * size(3);
      const [q, k, v, gradOutput] = [
        [B, H, T, D],
        [B, HK, S, D],
        [B, HK, S, DV],
        [B, H, T, DV],
      ].map((shape) => randomTensor(draw, shape));
      const isCausal = round % 2 === 1;
      const scale = round % 5 === 0 ? -0.6 : undefined;
      const cells = Float32Array.from({ length: T * S }, draw);
      const attnMask = [
        undefined,
        { shape: [T, S], data: Uint8Array.from(cells, (x) => (x > -0.4 ? 1 : 0)) },
        floats([1, 1, T, S], cells),
      ][round % 3];
      const wide = {
        scale: scale ?? 1 / Math.sqrt(D),
        allow: (b, h, i, j) => (!isCausal || j <= i) && (round % 3 !== 1 || cells[i * S + j] > -0.4),
        add: (b, h, i, j) => (round % 3 === 2 ? cells[i * S + j] : 0),
      };
      const inputs = [q, k, v].map(({ shape, data }) => ({ shape, data: Float64Array.from(data) }));
      const loss = () =>
        reference.attention(...inputs, wide).output.reduce((sum, x, i) => sum + x * gradOutput.data[i], 0);
      const got = backward(gradOutput, q, k, v, { isCausal, scale, attnMask, enableGqa: H !== HK });
      for (const [at, input] of inputs.entries()) {
        equal(got[names[at]].shape, input.shape, `round ${round}, shape of ${names[at]}`);
        const slopes = input.data.map((before, cell) => {
          const [above, below] = [1e-5, -1e-5].map((step) => {
            input.data[cell] = before + step;
            return loss();
          });
          input.data[cell] = before;
          return (above - below) / 2e-5;
        });
        const absolute = 1e-8 + 2e-6 * slopes.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        close(got[names[at]].data, slopes, { relative: 0, absolute }, `round ${round}, ${names[at]}`);
      }
    }
  });

  await test("the closed form, over several blocks of queries and keys", () => {
    const draw = random(22);
    for (const [T, S, D, DV] of [
      [130, 210, 20, 9],
      [210, 130, 7, 33],
      [97, 97, 16, 16],
    ])
      // prettier-ignore
      for (const isCausal of [false, true]) {
        const [q, k, v, gradOutput] = [[1, 2, T, D], [1, 2, S, D], [1, 2, S, DV], [1, 2, T, DV]].map((shape) =>
          randomTensor(draw, shape),
        );
        const got = backward(gradOutput, q, k, v, { isCausal });
        const allow = isCausal ? (b, h, i, j) => j <= i : undefined;
        const wanted = reference.attentionBackward(gradOutput, q, k, v, { allow });
        for (const name of names) near(got[name].data, wanted[name], `${name}, ${T} × ${S}`);
        const again = backward(gradOutput, q, k, v, { isCausal });
        for (const name of names)
          close(again[name].data, got[name].data, { relative: 0, absolute: 0 }, `${name} again`);
      }
  });

  await test("no queries, no keys, rows without keys", () => {
    const x = floats([2, 3], [1, 2, 3, 4, 5, 6]);
    const none = floats([0, 3], []);
    const of = ({ gradQuery, gradKey, gradValue }) =>
      [gradQuery, gradKey, gradValue].map(({ data }) => [...data]);
    equal(of(backward(none, none, x, x)), [[], new Array(6).fill(0), new Array(6).fill(0)]);
    equal(of(backward(x, x, none, none)), [new Array(6).fill(0), [], []]);
    const attnMask = { shape: [2, 1], data: Uint8Array.of(0, 1) };
    const [gradQuery, , gradValue] = of(backward(x, x, x, x, { attnMask }));
    equal(gradQuery.slice(0, 3), [0, 0, 0], "of the query without keys");
    // Only the second query adds to the values, whose weights add up to 1.
    close(
      [0, 1, 2].map((d) => gradValue[d] + gradValue[d + 3]),
      [4, 5, 6],
    );
  });

  await test("what is wrong is named, in JavaScript's words", () => {
    const [x, square] = [floats([2, 3], [1, 2, 3, 4, 5, 6]), floats([2, 2], [1, 0, 0, 1])];
    const broken = floats([2, 2], [1, NaN, 0, 1]);
    throws(() => backward(), "missing", "gradOutput", /gradOutput is missing/);
    throws(() => backward(x, x, x), "missing", "value");
    throws(() => backward([1, 2], x, x, x), "type", "gradOutput", /\{ shape, data \}/);
    throws(() => backward(square, x, x, x), "shape", "gradOutput", /must have the shape \(2, 3\).*\(2, 2\)/);
    throws(() => backward(x, x, square, x), "shape", /key/);
    throws(() => backward(x, x, x, floats([3, 2], new Float32Array(6))), "shape", /value/);
    throws(() => backward(broken, square, square, square), "not-finite", "gradOutput[0, 1]");
    throws(() => backward(square, broken, square, square), "not-finite", "query[0, 1]");
    throws(() => backward(square, square, square, broken), "not-finite", "value[0, 1]");
    const option = (options) => () => backward(x, x, x, x, options);
    throws(option({ attnMask: { shape: [3, 3], data: new Uint8Array(9) } }), "mask", "attnMask");
    throws(option({ attnMask: floats([2, 2], [0, NaN, 0, 0]) }), "not-finite", "attnMask[0, 1]");
    throws(option({ softcap: 1 }), "option", "softcap", /there are attnMask, isCausal, scale/);
    throws(option({ isCausal: 1 }), "type", "isCausal");
    throws(option({ scale: 1e300 }), "range", "scale");
    throws(option({ enableGqa: true }), "rank", "query");
    const large = floats([2, 2], [3e38, 3e38, 3e38, 3e38]);
    throws(() => backward(large, square, square, large), "overflow", /gradOutput/, /Make query/);
  });
}

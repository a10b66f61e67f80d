// The kernels against the tutorials' golden numbers, PyTorch's layouts, and a plain float64 reference: every option.
import { check, close, equal, matches, random, randomTensor, tensor } from "./harness.mjs";
import * as reference from "./reference.mjs";

const tight = { relative: 2e-6, absolute: 1e-6 };
const bytes = (shape, data) => ({ shape, data: Uint8Array.from(data) });
const floats = (shape, data) => ({ shape, data: Float32Array.from(data) });

export async function tests(runner, { attention, golden }) {
  const test = (name, body) => runner.test(`attention: ${name}`, body);
  const [S0, S1, S2, S3, S4] = await Promise.all(["S0", "S1", "S2", "S3", "S4"].map(golden));
  const sdpa = (...given) => attention.scaledDotProductAttention(...given);

  await test("says which version it is", () => {
    check(/^\d+\.\d+\.\d+$/.test(attention.version), `version is ${attention.version}`);
  });

  await test("S0, unscaled and scaled", () => {
    const { querys, keys, values, ...wanted } = S0.float32;
    const [q, k, v] = [querys, keys, values].map(tensor);
    const plain = sdpa(q, k, v, { scale: 1, needWeights: true, needScores: "product" });
    matches(plain.scores, wanted.attn_scores);
    matches(plain.weights, wanted.attn_scores_softmax);
    matches(plain.output, wanted.outputs_exact);
    const scaled = sdpa(q, k, v, { needWeights: true });
    matches(scaled.weights, wanted.scaled_softmax);
    matches(scaled.output, wanted.outputs_scaled);
    check(!("scores" in scaled), "scores came though nobody asked");
  });

  await test("S1, without projections, permuted", () => {
    const { x, weights, y, x_permuted, y_permuted } = S1.basic;
    const plain = sdpa(tensor(x), tensor(x), tensor(x), { scale: 1, needWeights: true });
    matches(plain.weights, weights);
    matches(plain.output, y);
    const p = tensor(x_permuted);
    matches(sdpa(p, p, p, { scale: 1 }).output, y_permuted);
  });

  await test("S1, narrow heads as PyTorch's module, both scales, with and without mask", () => {
    const { x, tokeys, toqueries, tovalues, unify_weight, unify_bias, k, h } = S1.narrow_params;
    const input = tensor(x);
    for (const [name, scale] of [
      ["sqrt_k", k],
      ["sqrt_k_over_h", k / h],
    ])
      for (const causal of [0, 1]) {
        const wanted = S1.narrow[`scale_${name}_mask_${causal}`];
        const result = attention.multiHeadAttention(input, input, input, {
          numHeads: h,
          inProjWeight: tensor([...toqueries, ...tokeys, ...tovalues]),
          outProjWeight: tensor(unify_weight),
          outProjBias: tensor(unify_bias),
          isCausal: causal === 1,
          scale: 1 / Math.sqrt(scale),
          averageAttnWeights: false,
        });
        matches(result.output, wanted.y);
        equal(result.weights.shape, [2, 4, 5, 5]);
        close(result.weights.data, tensor(wanted.weights).data);
      }
  });

  await test("S2, the recovered run and its printed digits", () => {
    const { queries, keys, values, alpha, context, omega } = S2.recovered;
    const run = sdpa(tensor(queries), tensor(keys), tensor(values), {
      needWeights: true,
      needScores: "product",
    });
    matches(run.weights, alpha);
    matches(run.output, context);
    const unscaled = sdpa(tensor(queries), tensor(keys), tensor(values), { scale: 1, needScores: "product" });
    matches(unscaled.scores, omega);
    equal(run.weights.data[5 + 4].toExponential(4), "9.3700e-9", "S2.15, the last weight of the word in");
  });

  await test("S3, columns transposed into rows", () => {
    const rows = (columns) => tensor(columns[0].map((_, i) => columns.map((row) => row[i])));
    const { K, Q, V, B, B_scaled } = S3.float32;
    matches(
      sdpa(rows(Q), rows(K), rows(V), { scale: 1 }).output,
      B[0].map((_, i) => B.map((row) => row[i])),
    );
    const scaled = B_scaled[0].map((_, i) => B_scaled.map((row) => row[i]));
    matches(sdpa(rows(Q), rows(K), rows(V)).output, scaled);
  });

  await test("S4, causal and bidirectional, batched", () => {
    const { q, k, v, p_attn, scores_masked, ...wanted } = S4.version_3;
    const [query, key, value] = [q, k, v].map(tensor);
    const causal = sdpa(query, key, value, { isCausal: true, needWeights: true, needScores: "masked" });
    matches(causal.weights, p_attn);
    matches(causal.scores, scores_masked);
    matches(causal.output, wanted.attention);
    const both = sdpa(query, key, value, { needWeights: true });
    matches(both.weights, wanted.p_attn_bidirectional);
    matches(both.output, wanted.attention_bidirectional);
  });

  await test("S4, dropout in training with the tutorial's seed", () => {
    const { query, key, value } = S4.Head.self_attention;
    const options = { isCausal: true, dropoutP: 0.2, generator: attention.generator(78) };
    const trained = sdpa(tensor(query), tensor(key), tensor(value), options);
    matches(trained.output, S4.Head.dropout_train.attention);
    const more = sdpa(tensor(query), tensor(key), tensor(value), options).output.data;
    check(
      more.some((x, i) => x !== trained.output.data[i]),
      "the generator did not move on",
    );
  });

  await test("every option agrees with the reference, on random shapes", () => {
    const draw = random(7);
    for (let round = 0; round < 40; round++) {
      const size = (most) => 1 + Math.floor(((draw() + 1) / 2) * most);
      const [B, HK, T, S, D, DV] = [3, 2, 6, 7, 5, 4].map(size);
      const H = HK * size(3);
      const P = round % 3;
      const q = randomTensor(draw, [B, H, T, D]);
      const k = randomTensor(draw, [B, HK, S, D]);
      const v = randomTensor(draw, [B, HK, S, DV]);
      const past = P
        ? { pastKey: randomTensor(draw, [B, HK, P, D]), pastValue: randomTensor(draw, [B, HK, P, DV]) }
        : {};
      const all = P + S;
      const join = (a, b, width) => {
        const data = [];
        for (let head = 0; head < B * HK; head++) {
          data.push(...a.data.slice(head * P * width, (head + 1) * P * width));
          data.push(...b.data.slice(head * S * width, (head + 1) * S * width));
        }
        return floats([B, HK, all, width], data);
      };
      const [fullK, fullV] = P ? [join(past.pastKey, k, D), join(past.pastValue, v, DV)] : [k, v];
      const causal = round % 2 === 1;
      const softcap = round % 4 === 2 ? 0.7 : 0;
      const scale = round % 5 === 0 ? 0.3 : undefined;
      const keyLengths =
        round % 4 === 1
          ? Array.from({ length: B }, () => Math.floor(((draw() + 1) / 2) * (all + 1)))
          : undefined;
      const kind = round % 3;
      const maskData = Float32Array.from({ length: T * all }, () => draw());
      const attnMask =
        kind === 1
          ? bytes(
              [T, all],
              maskData.map((x) => (x > -0.4 ? 1 : 0)),
            )
          : kind === 2
            ? floats([1, 1, T, all], maskData)
            : undefined;
      const result = sdpa(q, k, v, {
        ...past,
        attnMask,
        isCausal: causal,
        softcap,
        scale,
        keyLengths,
        enableGqa: H !== HK,
        needWeights: true,
        needScores: ["product", "softcapped", "masked"][round % 3],
      });
      const wanted = reference.attention(q, fullK, fullV, {
        scale: scale ?? 1 / Math.sqrt(D),
        softcap,
        allow: (b, h, i, j) =>
          (!causal || j <= P + i) &&
          (!keyLengths || j < keyLengths[b]) &&
          (kind !== 1 || maskData[i * all + j] > -0.4),
        add: (b, h, i, j) => (kind === 2 ? maskData[i * all + j] : 0),
      });
      const what = `round ${round}`;
      equal(result.output.shape, [B, H, T, DV], what);
      close(result.output.data, wanted.output, tight, `${what}, output`);
      close(result.weights.data, wanted.weights, tight, `${what}, weights`);
      close(
        result.scores.data,
        wanted[["product", "softcapped", "masked"][round % 3]],
        tight,
        `${what}, scores`,
      );
      if (P) {
        close(result.presentKey.data, fullK.data, tight, `${what}, presentKey`);
        close(result.presentValue.data, fullV.data, tight, `${what}, presentValue`);
        equal(result.presentKey.shape, [B, HK, all, D]);
      } else check(!("presentKey" in result), "a present came without a past");
    }
  });

  await test("a cache gives what the whole sequence gives", () => {
    const draw = random(3);
    const [q, k, v] = [0, 1, 2].map(() => randomTensor(draw, [1, 2, 4, 3]));
    const part = ({ data }, from, to) => {
      const rows = [0, 1].flatMap((head) => [...data.slice((head * 4 + from) * 3, (head * 4 + to) * 3)]);
      return floats([1, 2, to - from, 3], rows);
    };
    const whole = sdpa(q, k, v, { isCausal: true }).output;
    let past = {};
    for (let t = 0; t < 4; t++) {
      const empty = floats([1, 2, 0, 3], []);
      const given = t === 0 ? { pastKey: empty, pastValue: empty } : past;
      const step = sdpa(part(q, t, t + 1), part(k, t, t + 1), part(v, t, t + 1), {
        ...given,
        isCausal: true,
      });
      past = { pastKey: step.presentKey, pastValue: step.presentValue };
      close(step.output.data, part(whole, t, t + 1).data, tight, `token ${t}`);
    }
  });

  await test("heads side by side in (B, T, H·D)", () => {
    const draw = random(5);
    const [q, k, v] = [4, 2, 2].map((heads) => randomTensor(draw, [2, 5, heads * 3]));
    const split = (x, heads) => {
      const data = [];
      for (let b = 0; b < 2; b++)
        for (let h = 0; h < heads; h++)
          for (let t = 0; t < 5; t++) {
            const at = ((b * 5 + t) * heads + h) * 3;
            data.push(...x.data.slice(at, at + 3));
          }
      return floats([2, heads, 5, 3], data);
    };
    const options = { qNumHeads: 4, kvNumHeads: 2, enableGqa: true };
    const flat = sdpa(q, k, v, options).output;
    equal(flat.shape, [2, 5, 12]);
    const apart = sdpa(split(q, 4), split(k, 2), split(v, 2), { enableGqa: true }).output;
    close(split(flat, 4).data, apart.data, tight);
  });

  await test("ranks from 2, empty sequences, single tokens, rows without keys", () => {
    const draw = random(11);
    const [q, k, v] = [0, 1, 2].map(() => randomTensor(draw, [4, 3]));
    const wanted = sdpa(q, k, v).output.data;
    for (const leading of [[], [1], [1, 1], [1, 1, 1]]) {
      const lift = (x) => ({ shape: [...leading, ...x.shape], data: x.data });
      const { output } = sdpa(lift(q), lift(k), lift(v));
      equal(output.shape, [...leading, 4, 3]);
      close(output.data, wanted, { relative: 0, absolute: 0 });
    }
    const none = floats([0, 3], []);
    equal(sdpa(none, k, v).output.shape, [0, 3]);
    close(sdpa(q, none, none).output.data, new Float32Array(12));
    const one = randomTensor(draw, [1, 3]);
    close(sdpa(one, one, one).output.data, one.data, tight);
    const blocked = sdpa(q, k, v, { attnMask: bytes([1, 4], [0, 0, 0, 0]), needWeights: true });
    close(blocked.output.data, new Float32Array(12));
    close(blocked.weights.data, new Float32Array(16));
  });

  await test("results are copies", () => {
    const x = tensor([
      [1, 2],
      [3, 4],
    ]);
    const first = attention.softmax(x, -1);
    const kept = first.data.slice();
    attention.softmax(
      tensor([
        [9, 1],
        [5, 4],
      ]),
      -1,
    );
    close(first.data, kept, { relative: 0, absolute: 0 });
    first.data.fill(0);
    close(attention.softmax(x, -1).data, kept, { relative: 0, absolute: 0 });
    close(x.data, [1, 2, 3, 4], { relative: 0, absolute: 0 });
  });

  await otherTests(test, attention, S4);
}

async function otherTests(test, attention, S4) {
  const draw = random(17);

  await test("additive scores, with a mask", () => {
    const [q, k, v] = [
      randomTensor(draw, [2, 3, 4]),
      randomTensor(draw, [2, 5, 2]),
      randomTensor(draw, [2, 5, 3]),
    ];
    const [Wq, Wk, score] = [randomTensor(draw, [6, 4]), randomTensor(draw, [6, 2]), randomTensor(draw, [6])];
    const allowed = bytes([5], [1, 0, 1, 1, 1]);
    const result = attention.additiveAttention(q, k, v, {
      queryWeight: Wq,
      keyWeight: Wk,
      scoreVector: score,
      attnMask: allowed,
    });
    const [Q, K] = [reference.linear(q, Wq), reference.linear(k, Wk)];
    for (let b = 0; b < 2; b++)
      for (let i = 0; i < 3; i++) {
        const scores = [0, 1, 2, 3, 4].map((j) => {
          let sum = 0;
          for (let a = 0; a < 6; a++)
            sum += score.data[a] * Math.tanh(Q.data[(b * 3 + i) * 6 + a] + K.data[(b * 5 + j) * 6 + a]);
          return allowed.data[j] ? sum : -Infinity;
        });
        close(result.scores.data.slice((b * 3 + i) * 5, (b * 3 + i) * 5 + 5), scores, tight);
        const total = scores.reduce((sum, s) => sum + Math.exp(s), 0);
        const weights = scores.map((s) => Math.exp(s) / total);
        close(result.weights.data.slice((b * 3 + i) * 5, (b * 3 + i) * 5 + 5), weights, tight);
        const mixed = [0, 1, 2].map((d) =>
          weights.reduce((sum, w, j) => sum + w * v.data[(b * 5 + j) * 3 + d], 0),
        );
        close(result.output.data.slice((b * 3 + i) * 3, (b * 3 + i) * 3 + 3), mixed, tight);
      }
  });

  await test("softmax: any axis, temperature, rows of nothing", () => {
    const x = randomTensor(draw, [2, 3, 4]);
    for (const axis of [0, 1, 2, -1, -2, -3]) {
      const y = attention.softmax(x, axis);
      const at = axis < 0 ? axis + 3 : axis;
      const step = [12, 4, 1][at];
      const length = x.shape[at];
      for (let i = 0; i < 24; i++) {
        const start = i - (Math.floor(i / step) % length) * step;
        let sum = 0;
        for (let j = 0; j < length; j++) sum += Math.exp(x.data[start + j * step]);
        close([y.data[i]], [Math.exp(x.data[i]) / sum], tight, `axis ${axis}, cell ${i}`);
      }
    }
    matches(attention.softmax(tensor([2, 4, 4]), 0), [0.0633789383, 0.4683105308, 0.4683105308], tight);
    matches(attention.softmax(tensor([8, 0]), 0, { temperature: 8 }), [0.7310585786, 0.2689414214], tight);
    const nothing = floats([1, 2], [-Infinity, -Infinity]);
    matches(attention.softmax(nothing, -1), [[0, 0]]);
    matches(attention.softmax(nothing, -1, { emptyRow: "nan" }), [["nan", "nan"]]);
    equal(attention.softmax(floats([2, 0], []), 1).shape, [2, 0]);
    matches(attention.softmax(tensor(S4.versions_1_2.scores3_masked), -1), S4.versions_1_2.p_attn3);
  });

  await test("sinusoidal positions in closed form", () => {
    const positions = attention.sinusoidal(5, 6, { offset: 2, base: 100 });
    equal(positions.shape, [5, 6]);
    const wanted = [];
    for (let t = 0; t < 5; t++)
      for (let c = 0; c < 6; c++) {
        const angle = (t + 2) / 100 ** ((c - (c % 2)) / 6);
        wanted.push(c % 2 ? Math.cos(angle) : Math.sin(angle));
      }
    close(positions.data, wanted, tight);
    matches(attention.sinusoidal(1, 4), [[0, 1, 0, 1]]);
  });

  await test("ALiBi's slopes", () => {
    matches(attention.alibiSlopes(8), [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256]);
    equal(attention.alibiSlopes(12).data.length, 12);
    close(attention.alibiSlopes(12).data.slice(8), [2 ** -0.5, 2 ** -1.5, 2 ** -2.5, 2 ** -3.5], tight);
  });

  await test("rotary positions: angles, both layouts, distances only", () => {
    const x = randomTensor(draw, [2, 3, 4]);
    for (const interleaved of [true, false]) {
      const y = attention.rotary(x, { base: 50, offset: 3, interleaved });
      for (let row = 0; row < 6; row++)
        for (let i = 0; i < 2; i++) {
          const angle = ((row % 3) + 3) / 50 ** ((2 * i) / 4);
          const [a, b] = interleaved ? [2 * i, 2 * i + 1] : [i, i + 2];
          const [u, v] = [x.data[row * 4 + a], x.data[row * 4 + b]];
          const turned = [
            u * Math.cos(angle) - v * Math.sin(angle),
            u * Math.sin(angle) + v * Math.cos(angle),
          ];
          close([y.data[row * 4 + a], y.data[row * 4 + b]], turned, tight);
        }
    }
    const dot = (a, b) => a.data.reduce((sum, value, i) => sum + value * b.data[i], 0);
    const [q, k] = [randomTensor(draw, [1, 4]), randomTensor(draw, [1, 4])];
    const at = (x, offset) => attention.rotary(x, { offset });
    close([dot(at(q, 2), at(k, 7))], [dot(at(q, 12), at(k, 17))], { relative: 0, absolute: 1e-5 });
  });
}

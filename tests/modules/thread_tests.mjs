// Several threads: where memory may be shared they divide the work and give the same bits as one thread; elsewhere one
// does everything.
import { check, equal, random, randomTensor, throws } from "./harness.mjs";
import { hurried, idle, isolated, node, realWorkers, same, withWorkers } from "./workers.mjs";

export async function tests(runner, { loadAttention, best }) {
  const test = (name, body) => runner.test(`threads: ${name}`, body);

  await test("one where nothing is asked for, or memory may not be shared", async () => {
    equal((await loadAttention()).threads, 1);
    const two = await loadAttention({ threads: 2 });
    equal(two.threads, isolated ? 2 : 1);
    two.close();
  });

  await test("how many must be a whole number from 1", async () => {
    for (const [threads, wanted] of [
      [0, "range"],
      [1.5, "range"],
    ]) {
      const error = await loadAttention({ threads }).catch((thrown) => thrown);
      equal([error.name, error.code, error.path], ["AttentionError", wanted, "threads"]);
    }
  });
  if (!isolated) return;

  const draw = random(11);
  const tensor = (...shape) => randomTensor(draw, shape);
  const causal = { isCausal: true };
  const allowed = (...shape) => ({
    shape,
    data: Uint8Array.from({ length: shape.reduce((a, b) => a * b) }, () => Number(draw() > -0.8)),
  });
  // Numbers of heads that can be halved or not, incomplete blocks of queries, and every way of masking keys.
  const calls = {
    "two heads": [tensor(1, 2, 300, 64), tensor(1, 2, 300, 64), tensor(1, 2, 300, 64), {}],
    "three heads, causal": [tensor(3, 331, 64), tensor(3, 331, 64), tensor(3, 331, 40), causal],
    "one head": [tensor(421, 48), tensor(421, 48), tensor(421, 48), {}],
    "one head, causal": [tensor(700, 32), tensor(700, 32), tensor(700, 32), causal],
    "fewer keys than queries, causal": [tensor(2, 600, 64), tensor(2, 150, 64), tensor(2, 150, 64), causal],
    "a mask of bytes": [
      tensor(3, 310, 64),
      tensor(3, 310, 64),
      tensor(3, 310, 64),
      { attnMask: allowed(310, 310), softcap: 5 },
    ],
    "a mask of numbers for each head": [
      tensor(3, 310, 64),
      tensor(3, 310, 64),
      tensor(3, 310, 64),
      { attnMask: tensor(3, 310, 310) },
    ],
    "shared keys and lengths": [
      tensor(2, 6, 200, 64),
      tensor(2, 2, 200, 64),
      tensor(2, 2, 200, 64),
      { enableGqa: true, keyLengths: [200, 77] },
    ],
  };

  for (const threads of [2, 3]) {
    const many = await loadAttention({ threads });
    const one = await loadAttention();
    const each = (name, body) => test(`${threads}: ${name}`, body);
    let divided = 0;

    for (const [name, [q, k, v, options]] of Object.entries(calls))
      await each(`${name}: the bits of one thread, again and again`, () => {
        const wanted = one.scaledDotProductAttention(q, k, v, options).output;
        for (let i = 0; i < 2; i++)
          same(many.scaledDotProductAttention(q, k, v, options).output, wanted, "output");
        equal(many.divided, (divided += 2), "calls that were divided");
      });

    await each("products: the bits of one thread", () => {
      for (const [a, b] of [
        [tensor(205, 301), tensor(301, 197)],
        [tensor(3, 5, 67, 130), tensor(130, 100)],
      ]) {
        same(many.matmul(a, b), one.matmul(a, b), "product");
        equal(many.divided, ++divided, "calls that were divided");
      }
    });

    await each("modules of many heads: the bits of one thread", () => {
      const [x, other] = [tensor(2, 190, 96), tensor(2, 210, 96)];
      const weights = { inProjWeight: tensor(288, 96), outProjWeight: tensor(96, 96), needWeights: false };
      const own = { queryWeight: tensor(96, 96), keyWeight: tensor(96, 96), valueWeight: tensor(96, 96) };
      const biases = { inProjBias: tensor(288), outProjBias: tensor(96) };
      const modules = {
        "as many heads for each": [x, x, x, { ...weights, ...biases, numHeads: 6 }],
        "one head more for some, causal": [x, x, x, { ...weights, numHeads: 4, isCausal: true, scale: 0.3 }],
        "three weights, other keys": [
          x,
          other,
          other,
          { ...weights, inProjWeight: null, ...own, numHeads: 3 },
        ],
        "kept tensors": [x, x, x, { ...weights, ...biases, numHeads: 6, keep: true }],
      };
      for (const [name, [q, k, v, options]] of Object.entries(modules)) {
        const lend = (one) => (one?.data && options.keep ? many.tensor(one.shape, one.data) : one);
        const lent = Object.fromEntries(Object.entries(options).map(([key, one]) => [key, lend(one)]));
        const { output } = many.multiHeadAttention(lend(q), lend(k), lend(v), lent);
        same(output, one.multiHeadAttention(q, k, v, options).output, name);
        equal("dispose" in output, options.keep === true, `whether ${name} are kept`);
        equal(many.divided, ++divided, `calls that were divided, ${name}`);
      }
      const whole = [
        { biasK: tensor(96), biasV: tensor(96) },
        { attnMask: tensor(190, 190) },
        { numHeads: 1 },
      ];
      for (const more of whole) {
        const options = { ...weights, numHeads: 6, ...more };
        same(
          many.multiHeadAttention(x, x, x, options).output,
          one.multiHeadAttention(x, x, x, options).output,
          "output",
        );
      }
      x.data[5] = Infinity;
      const options = { ...weights, numHeads: 6 };
      throws(() => many.multiHeadAttention(x, x, x, options), "not-finite", "query[0, 0, 5]", /infinity/);
      const wrong = { ...options, outProjWeight: tensor(96, 95) };
      throws(() => many.multiHeadAttention(other, other, other, wrong), "shape", "outProjWeight");
      equal(many.divided, divided, "calls that were divided");
    });

    await each("kept tensors: the bits of one thread, from copies and kept", () => {
      const x = tensor(2, 300, 64);
      const [a, b] = [tensor(205, 301), tensor(301, 197)];
      const [inMany, inA, inB] = [x, a, b].map(({ shape, data }) => many.tensor(shape, data));
      const attended = one.scaledDotProductAttention(x, x, x).output;
      for (const keep of [false, true]) {
        const { output } = many.scaledDotProductAttention(inMany, inMany, inMany, { keep });
        const product = many.matmul(inA, inB, { keep });
        same(output, attended, "output");
        same(product, one.matmul(a, b), "product");
        equal(
          [output, product].map((one) => "dispose" in one),
          [keep, keep],
          "whether they are kept",
        );
        same(many.matmul(inA, b, { keep }), one.matmul(a, b), "product with one of them kept");
      }
      equal(many.divided, (divided += 6), "calls that were divided");
    });

    await each("what one thread refuses, several refuse with the same words", () => {
      const [q, k, v] = [tensor(2, 300, 64), tensor(2, 300, 64), tensor(2, 300, 64)];
      v.data[2 * 300 * 64 - 1] = NaN; // in the last share
      throws(() => many.scaledDotProductAttention(q, k, v), "not-finite", "value[1, 299, 63]", /NaN/);
      throws(() => many.scaledDotProductAttention(q, k, v, { softcap: -1 }), "range", "softcap", /softcap/);
      const short = tensor(2, 299, 64);
      throws(() => many.scaledDotProductAttention(q, k, short), "shape", /value/);
      equal(many.divided, divided, "calls that were divided");
    });

    await each("small calls, weights and a past stay whole", () => {
      const x = tensor(2, 300, 64);
      const small = tensor(2, 8, 8);
      many.scaledDotProductAttention(small, small, small);
      same(
        many.scaledDotProductAttention(x, x, x, { needWeights: true }).weights,
        one.scaledDotProductAttention(x, x, x, { needWeights: true }).weights,
        "weights",
      );
      const past = { pastKey: tensor(2, 40, 64), pastValue: tensor(2, 40, 64), isCausal: true };
      same(
        many.scaledDotProductAttention(x, x, x, past).output,
        one.scaledDotProductAttention(x, x, x, past).output,
        "output",
      );
      equal(many.divided, divided, "calls that were divided");
    });

    await each("after close one thread does it all", () => {
      const x = tensor(2, 300, 64);
      const wanted = many.scaledDotProductAttention(x, x, x).output;
      many.close();
      equal(many.threads, 1);
      same(many.scaledDotProductAttention(x, x, x).output, wanted, "output");
    });
  }

  const x = tensor(2, 300, 64);
  const wanted = (await loadAttention()).scaledDotProductAttention(x, x, x).output;
  /** A call that would be divided returns its result in time, and one thread is left. */
  function goesOn(attention, seconds) {
    const begun = performance.now();
    same(attention.scaledDotProductAttention(x, x, x).output, wanted, "output");
    const took = (performance.now() - begun) / 1000;
    check(took < seconds, `the call took ${took.toFixed(1)} s`);
    equal([attention.threads, attention.divided], [1, 0], "threads, and calls that were divided");
    same(attention.scaledDotProductAttention(x, x, x).output, wanted, "output of the next call");
  }

  await test("a worker that never answers: one thread, after a while", async () => {
    await withWorkers(idle(), async (made) => {
      await hurried(async () => {
        const attention = await loadAttention({ threads: 3 });
        goesOn(attention, 2);
      });
      equal(
        made.map(({ ended }) => ended),
        [true, true],
        "whether they were ended",
      );
    });
  });

  await test("a worker that cannot load its core: one thread", async () => {
    await withWorkers(idle("failed"), async () => goesOn(await loadAttention({ threads: 2 }), 2));
    const absent = await realWorkers();
    const wrong = (script, options) => absent(new URL("no-such-file.mjs", script), options);
    await withWorkers(wrong, async () => goesOn(await loadAttention({ threads: 2 }), 2));
  });

  await test("a worker that ended is heard of before the next call", async () => {
    if (!node) return; // a page is not notified
    await withWorkers(await realWorkers(), async (made) => {
      const attention = await loadAttention({ threads: 3 });
      equal(attention.threads, 3);
      await made[1].terminate();
      equal(attention.threads, 1);
      goesOn(attention, 1);
    });
  });

  await test("a worker that ended unheard holds a call up for seconds at most, and that once", async () => {
    await withWorkers(await realWorkers(), async (made) => {
      const attention = await loadAttention({ threads: 2 });
      equal(attention.threads, 2);
      made[0].terminate();
      if (!node) await new Promise((then) => setTimeout(then, 4000)); // a page waits for it for two seconds
      goesOn(attention, 5);
    });
  });

  await test("a worker that does nothing holds a call up for seconds at most; node sleeps while it waits", async () => {
    await withWorkers(idle("ready"), async (made) => {
      const attention = await loadAttention({ threads: 2 });
      equal(attention.threads, 2);
      const [begun, before] = [performance.now(), node && process.cpuUsage()];
      goesOn(attention, 5);
      equal(made[0].ended, true, "whether it was ended");
      if (!node) return;
      const { user, system } = process.cpuUsage(before);
      const share = (user + system) / 1000 / (performance.now() - begun);
      check(share < 0.5, `it computed for ${(100 * share).toFixed(0)} % of the time that it waited`);
    });
  });

  await test("each build divides", async () => {
    for (const variant of ["scalar", "simd"].filter((name) => name !== best)) {
      const two = await loadAttention({ threads: 2, variant });
      const x = tensor(2, 300, 64);
      const wanted = (await loadAttention({ variant })).scaledDotProductAttention(x, x, x).output;
      same(two.scaledDotProductAttention(x, x, x).output, wanted, variant);
      equal(two.divided, 1);
      two.close();
    }
  });
}

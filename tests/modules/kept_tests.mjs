// Tensors that stay in the core: they keep their numbers whatever else happens, are accepted wherever a tensor is and
// give the same bits, and are gone after they are disposed of.
import { check, equal, random, randomTensor, throws } from "./harness.mjs";
import { withMemory } from "./wasm_patch.mjs";

const bitsOf = ({ data }) => [...new Uint32Array(data.buffer, data.byteOffset, data.length)];
const same = (actual, wanted, what) => {
  equal([...actual.shape], [...wanted.shape], `shape of ${what}`);
  equal(bitsOf(actual), bitsOf(wanted), `bits of ${what}`);
};

export async function tests(runner, { attention, loadAttention, bytesOf }) {
  const test = (name, body) => runner.test(`kept: ${name}`, body);
  const draw = random(21);
  const tensor = (...shape) => randomTensor(draw, shape);
  const keep = ({ shape, data }) => attention.tensor(shape, data);

  await test("a tensor holds a copy of its numbers, and gives copies", () => {
    const x = tensor(2, 3);
    const before = { shape: [2, 3], data: x.data.slice() };
    const kept = keep(x);
    x.data.fill(7);
    kept.data.fill(8);
    kept.read().fill(9);
    same(kept, before, "the tensor");
    const into = new Float32Array(6);
    check(kept.read(into) === into, "read gives back what it filled");
    equal([...into], [...before.data]);
    kept.dispose();
  });

  await test("without numbers it holds zeros, also where others were before", () => {
    keep({ shape: [64], data: new Float32Array(64).fill(5) }).dispose();
    const kept = attention.tensor([64]);
    check(
      kept.read().every((x) => x === 0),
      `it holds ${kept.read().slice(0, 4)} …`,
    );
    kept.dispose();
    equal([...attention.tensor([2, 0]).data], []);
  });

  await test("write puts other numbers in their place", () => {
    const kept = keep(tensor(4));
    equal([...kept.write(Float32Array.of(1, 2, 3, 4)).data], [1, 2, 3, 4]);
    throws(() => kept.write(new Float32Array(3)), "shape", "data", /holds 4 numbers/);
    throws(() => kept.write([1, 2, 3, 4]), "type", "data", /Float32Array/);
    throws(() => kept.read(new Float32Array(5)), "shape", "into", /holds 4 numbers/);
    kept.dispose();
  });

  await test("the core trusts its own copy of a shape; the one that is given out is frozen", () => {
    const shape = [2, 3];
    const x = { shape: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) };
    const neighbours = [0, 1].map(() => attention.tensor([64], new Float32Array(64).fill(7)));
    const kept = attention.tensor(shape, x.data);
    const result = attention.softmax(kept, 0, { keep: true });
    const passed = attention.scaledDotProductAttention(kept, kept, kept, { keep: true }).output;
    for (const one of [kept, result, passed]) {
      check(Object.isFrozen(one.shape), "its shape can be changed");
      Reflect.set(one.shape, "0", 1000);
      Reflect.set(one, "shape", [1000, 3]);
    }
    shape[0] = 1000;
    equal(attention.softmax(kept, 0).shape, [2, 3]);
    equal(kept.data.length, 6, "numbers that are read");
    throws(() => kept.write(new Float32Array(3000)), "shape", "data", /\(2, 3\) holds 6 numbers/);
    throws(() => kept.read(new Float32Array(3000)), "shape", "into");
    for (const one of neighbours) check(one.data.every((value) => value === 7), "a neighbour was overwritten"); // prettier-ignore
    for (const one of [kept, result, passed, ...neighbours]) one.dispose();
  });

  await test("what is no tensor is refused", () => {
    throws(() => attention.tensor([2, -1]), "shape", "shape[1]", /whole numbers/);
    throws(() => attention.tensor(3), "type", "shape", /list of lengths/);
    throws(() => attention.tensor([2], new Float64Array(2)), "type", "data", /Float32Array/);
    throws(() => attention.tensor([3], new Float32Array(2)), "shape", "data", /needs 3/);
    throws(() => attention.tensor([2 ** 14, 2 ** 14 + 1]), "size", "shape", /larger than the core takes/);
    throws(() => attention.softmax(tensor(2), 0, { keep: 1 }), "type", "keep", /true or false/);
  });

  // Every function, with the names of the tensors in its result.
  const x = tensor(1, 6, 4);
  const weight = tensor(4, 4);
  const calls = {
    "attention, its output": (as, options) => [
      attention.scaledDotProductAttention(as(x), as(x), as(x), options).output,
    ],
    "attention, all of it": (as, options) => {
      const all = { ...options, needWeights: true, needScores: "masked", attnMask: as(tensorOf(6, 6)) };
      const { output, weights, scores } = attention.scaledDotProductAttention(as(x), as(x), as(x), all);
      return [output, weights, scores];
    },
    "attention with a past": (as, options) => {
      const past = { ...options, pastKey: as(x), pastValue: as(x) };
      const result = attention.scaledDotProductAttention(as(x), as(x), as(x), past);
      return [result.output, result.presentKey, result.presentValue];
    },
    "attention's gradient": (as, options) => {
      const all = { ...options, attnMask: as(tensorOf(6, 6)) };
      const result = attention.scaledDotProductAttentionBackward(as(x), as(x), as(x), as(x), all);
      return [result.gradQuery, result.gradKey, result.gradValue];
    },
    "many heads": (as, options) => {
      const parameters = {
        numHeads: 2,
        queryWeight: as(weight),
        keyWeight: as(weight),
        valueWeight: as(weight),
      };
      const all = { ...options, ...parameters, outProjWeight: as(weight) };
      return [false, true].flatMap((needWeights) => {
        const result = attention.multiHeadAttention(as(x), as(x), as(x), { ...all, needWeights });
        return needWeights ? [result.output, result.weights] : [result.output];
      });
    },
    "additive attention": (as, options) => {
      const all = { ...options, queryWeight: as(weight), keyWeight: as(weight), scoreVector: as(vector) };
      const { output, weights, scores } = attention.additiveAttention(as(x), as(x), as(x), all);
      return [output, weights, scores];
    },
    softmax: (as, options) => [-1, 0].map((axis) => attention.softmax(as(x), axis, options)),
    matmul: (as, options) => [attention.matmul(as(x), as(weight), options)],
    rotary: (as, options) => [attention.rotary(as(x), options)],
    sinusoidal: (as, options) => [attention.sinusoidal(3, 4, options)],
    alibiSlopes: (as, options) => [attention.alibiSlopes(4, options)],
    "a generator's dropout": (as) => [attention.generator(3).dropout(as(x))],
  };
  const vector = tensor(4);
  const mask = tensor(6, 6);
  const tensorOf = () => mask;

  for (const [name, call] of Object.entries(calls))
    await test(`${name}: the same bits from kept tensors, and in kept ones`, () => {
      const wanted = call((plain) => plain);
      const handed = [];
      const lent = (plain) => {
        handed.push([keep(plain), plain]);
        return handed.at(-1)[0];
      };
      call(lent).forEach((one, i) => same(one, wanted[i], `result ${i}`));
      const given = call(lent, { keep: true });
      given.forEach((one, i) => {
        same(one, wanted[i], `kept result ${i}`);
        check(!name.startsWith("a ") === "dispose" in one, `result ${i} is of the wrong kind`);
      });
      for (const [kept, plain] of handed) same(kept, plain, "an argument after the call");
      for (const one of [...given, ...handed.map(([kept]) => kept)]) one.dispose?.();
    });

  await test("one tensor in three places, and results that go on", () => {
    const kept = keep(x);
    const first = attention.scaledDotProductAttention(kept, kept, kept, { keep: true }).output;
    const second = attention.softmax(first, -1, { keep: true });
    same(second, attention.softmax(attention.scaledDotProductAttention(x, x, x).output, -1), "the second");
    for (const one of [kept, first, second]) one.dispose();
  });

  await test("numbers stay when the memory grows", async () => {
    const fresh = await loadAttention();
    const kept = fresh.tensor(x.shape, x.data);
    const result = fresh.softmax(kept, -1, { keep: true });
    const [wanted, before] = [result.data, fresh.memory];
    const large = fresh.tensor([2 ** 23]);
    check(fresh.memory > before, "it did not grow");
    same(kept, x, "the tensor");
    equal([...result.data], [...wanted]);
    same(fresh.softmax(kept, -1), result, "softmax after it grew");
    large.dispose();
  });

  await test("a disposed tensor is refused wherever it is used, with its name", () => {
    const [gone, kept] = [keep(x), keep(x)];
    equal(gone.disposed, false);
    gone.dispose();
    gone.dispose(); // a second time has no effect
    equal(gone.disposed, true);
    equal(gone.shape, x.shape);
    const use = {
      tensor: () => gone.data,
      x: () => attention.softmax(gone, -1),
      key: () => attention.scaledDotProductAttention(kept, gone, kept),
      pastKey: () =>
        attention.scaledDotProductAttention(kept, kept, kept, { pastKey: gone, pastValue: kept }),
      b: () => attention.matmul(kept, gone),
    };
    for (const [path, body] of Object.entries(use)) throws(body, "disposed", path, /was disposed.*last use/);
    throws(() => gone.read(new Float32Array(24)), "disposed", "tensor");
    throws(() => gone.write(x.data), "disposed", "tensor");
    same(kept, x, "the other");
    kept.dispose();
  });

  await test("disposing frees, so that keeping in turns needs no more memory", () => {
    const round = () => {
      const kept = attention.tensor([256, 256]);
      const result = attention.softmax(kept, -1, { keep: true });
      for (const one of [kept, result]) one.dispose();
    };
    round();
    const before = attention.memory;
    for (let i = 0; i < 300; i++) round();
    equal(attention.memory, before, "memory in bytes");
  });

  await test("in any order of making, writing, using and disposing, each holds its own numbers", () => {
    const chance = random(41);
    const below = (count) => Math.floor(((chance() + 1) / 2) * count) % count;
    const held = []; // [kept, what it holds]
    for (let step = 0; step < 3000; step++) {
      const at = below(held.length || 1);
      const [kept, plain] = held[at] ?? [];
      const kind = below(6);
      if (!kept || kind < 2) {
        const plain = randomTensor(chance, [1 + below(20), 1 + below(20)]);
        held.push([keep(plain), plain]);
      } else if (kind === 2) {
        plain.data.set(randomTensor(chance, plain.shape).data);
        kept.write(plain.data);
      } else if (kind === 3) {
        const options = { keep: true };
        held.push([attention.softmax(kept, -1, options), attention.softmax(plain, -1)]);
      } else if (kind === 4) {
        kept.dispose();
        held.splice(at, 1);
        throws(() => attention.softmax(kept, -1), "disposed", "x");
      } else {
        same(attention.scaledDotProductAttention(kept, kept, kept).output, attention.scaledDotProductAttention(plain, plain, plain).output, `step ${step}`); // prettier-ignore
      }
      if (step % 50 === 0 || held.length > 60)
        for (const [kept, plain] of held.splice(0, 20)) {
          same(kept, plain, `step ${step}`);
          kept.dispose();
        }
    }
    for (const [kept, plain] of held) {
      same(kept, plain, "at the end");
      kept.dispose();
    }
  });

  if (globalThis.process?.versions.node)
    await test("one that nobody holds any more is disposed of", async () => {
      const [v8, vm] = await Promise.all(["node:v8", "node:vm"].map((name) => import(name)));
      v8.setFlagsFromString("--expose-gc");
      const collect = vm.runInNewContext("gc");
      const fresh = await loadAttention();
      for (let i = 0; i < 400; i++) {
        fresh.tensor([2 ** 18]); // 1 MB, 400 in all
        if (i % 20) continue;
        collect();
        await new Promise((then) => setTimeout(then));
      }
      const megabytes = fresh.memory / 2 ** 20;
      check(megabytes < 200, `the core holds ${megabytes.toFixed(0)} MB`);
    });

  await test("another core takes a copy", async () => {
    const other = await loadAttention({ variant: "scalar" });
    const kept = keep(x);
    const result = other.rotary(kept, { keep: true });
    same(result, other.rotary(x), "rotary");
    same(attention.matmul(result, weight), attention.matmul(other.rotary(x), weight), "and back");
    for (const one of [kept, result]) one.dispose();
  });

  await test("a call that runs out of memory takes no kept tensor with it", async () => {
    const fresh = await loadAttention({ wasm: withMemory(await bytesOf("attention-scalar.wasm"), 20) });
    const kept = fresh.tensor(x.shape, x.data);
    throws(() => fresh.generator(0).randint(0, 10, [2 ** 20]), "memory", "generator_randint");
    same(kept, x, "the tensor");
    same(fresh.softmax(kept, -1), fresh.softmax(x, -1), "softmax of it");
    kept.dispose();
    equal(kept.disposed, true);
  });
}

// Calls that do not return: running out of memory, at any point, restarts the core; any other stop is reported as a
// fault of the core, which is then not used again.
import { check, close, equal, random, randomTensor, rejected, throws } from "./harness.mjs";
import { endless, withBody, withMemory } from "./wasm_patch.mjs";

export async function tests(runner, { loadAttention, loadLessons, bytesOf, sizes }) {
  const test = (name, body) => runner.test(`stops: ${name}`, body);
  const x = { shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) };

  await test("a trap is reported as a fault of the core, with its stack", async () => {
    const attention = await loadAttention({
      wasm: withBody(await bytesOf("attention-scalar.wasm"), "softmax"),
    });
    let error;
    try {
      attention.softmax(x, -1);
    } catch (thrown) {
      error = thrown;
    }
    equal([error.name, error.code, error.path], ["AttentionError", "internal", "softmax"]);
    check(/stopped in softmax.*Load it again/.test(error.message), error.message);
    check(error.cause instanceof WebAssembly.RuntimeError, `the cause is ${error.cause}`);
    check(/wasm/.test(error.cause.stack), error.cause.stack);
  });

  await test("a core that stopped is not used again, and says how to go on", async () => {
    const wasm = withBody(await bytesOf("attention-scalar.wasm"), "softmax");
    const attention = await loadAttention({ wasm });
    const kept = attention.tensor(x.shape, x.data);
    const generator = attention.generator(1);
    throws(() => attention.softmax(kept, -1), "internal", "softmax");
    for (const [call, path] of [
      [() => attention.matmul(x, x), "matmul"],
      [() => attention.softmax(x, -1), "softmax"],
      [() => attention.tensor([2]), "tensor"],
      [() => generator.rand([2]), "generator_rand"],
    ])
      throws(call, "stopped", path, /stopped earlier, in softmax\. Load it again/);
    equal([...kept.data], [...x.data], "what it kept");
    const other = await loadAttention();
    close(other.matmul(kept, x).data, [7, 10, 15, 22]);
    kept.dispose();
    equal(kept.disposed, true);
  });

  await test("a lesson's core that stopped is not used again", async () => {
    const wasm = withBody(await bytesOf("lessons.wasm"), "explain");
    const lessons = await loadLessons({ wasm, lessons: ["worked-example"] });
    const run = () => lessons.run("worked-example");
    check(run().nodes.length > 0, "nothing ran");
    throws(() => lessons.explain("worked-example", "x", [0, 0]), "internal", "explain");
    throws(run, "stopped", "nodes", /stopped earlier, in explain/);
  });

  await test("a stack that is too deep is not a lack of memory", async () => {
    const wasm = withBody(await bytesOf("attention-scalar.wasm"), "softmax", endless);
    const attention = await loadAttention({ wasm });
    throws(() => attention.softmax(x, -1), "internal", "softmax", /stopped in softmax/);
    throws(() => attention.softmax(x, -1), "stopped", "softmax");
  });

  // Wherever the memory ends, the error says so and is never a fault, and the next call works.
  const draw = random(3);
  const tensor = (...shape) => randomTensor(draw, shape);
  const [q, k, v, w] = [tensor(2, 60, 24), tensor(2, 60, 24), tensor(2, 60, 24), tensor(24, 24)];
  const module = { numHeads: 2, queryWeight: w, keyWeight: w, valueWeight: w, outProjWeight: w };
  const additive = { queryWeight: w, keyWeight: w, scoreVector: tensor(24) };
  const calls = {
    "scaledDotProductAttention, fused": (core) => core.scaledDotProductAttention(q, k, v),
    "scaledDotProductAttention, plain": (core) =>
      core.scaledDotProductAttention(q, k, v, {
        needWeights: true,
        needScores: "masked",
        pastKey: k,
        pastValue: v,
      }),
    scaledDotProductAttentionBackward: (core) => core.scaledDotProductAttentionBackward(q, q, k, v),
    multiHeadAttention: (core) => core.multiHeadAttention(q, k, v, module),
    additiveAttention: (core) => core.additiveAttention(q, k, v, additive),
    matmul: (core) => core.matmul(q, w),
    sinusoidal: (core) => core.sinusoidal(90, 90),
    randn: (core) => core.generator(1).randn([90, 90]),
    multiHead: (core) => core.generator(1).multiHead(48, 2),
    tensor: (core) => core.tensor([90, 90]).dispose(),
  };
  /** Takes all memory except about this many bytes. */
  function filled(core, free) {
    const held = [];
    for (let size = 2 ** 18; size * 4 > free && size > 8; size /= 2)
      try {
        for (;;) held.push(core.tensor([size]));
      } catch (error) {
        equal(error.code, "memory", "code of a tensor for which there is no room");
      }
    return held;
  }
  // The stack takes 16 pages, constants one or two: the rest is the heap.
  await test("memory that runs out anywhere in a call is reported as that, and the next call works", async () => {
    const bytes = await bytesOf("attention-scalar.wasm");
    const ends = new Set();
    for (let pages = 18; pages < 26; pages++) {
      const core = await loadAttention({ wasm: withMemory(bytes, pages) });
      for (const [name, call] of Object.entries(calls)) {
        for (let free = 2 ** 15; free >= 0; free -= 2 ** 12) {
          const held = filled(core, free);
          try {
            call(core);
          } catch (error) {
            equal(error.code, "memory", `code of ${name}, ${pages} pages: ${error.stack}`);
            check(/ran out of memory \(it held [12] MB\)/.test(error.message), error.message);
            ends.add(name);
          }
          for (const one of held) one.dispose();
        }
        close(core.softmax({ shape: [2], data: Float32Array.of(0, 0) }, 0).data, [0.5, 0.5]);
      }
    }
    equal([...ends].sort(), Object.keys(calls).sort(), "where memory ended");
  });

  await test("a lesson that does not fit into memory is reported as that, and the next one runs", async () => {
    const bytes = await bytesOf("lessons.wasm");
    let [ended, ran] = [0, 0];
    for (let pages = 20; pages < 60; pages += 40 / sizes) {
      const lessons = await loadLessons({ wasm: withMemory(bytes, pages) });
      for (const id of lessons.ids) {
        try {
          const { name, shape } = lessons.run(id).nodes.at(-1);
          lessons.explain(
            id,
            name,
            shape.map(() => 0),
          );
          ran++;
        } catch (error) {
          equal(error.code, "memory", `code of ${id}, ${pages} pages: ${error.stack}`);
          ended++;
        }
      }
    }
    check(ended >= sizes && ran > sizes, `${ran} lessons ran, for ${ended} memory ended`);
  });

  await test("arguments for which there are no addresses are a lack of memory", async () => {
    const most = 2 ** 28; // numbers of a tensor
    let buffer;
    try {
      buffer = new ArrayBuffer(4 * most); // never read
    } catch {
      return; // this engine has no memory of this kind
    }
    const attention = await loadAttention();
    const [query, key, value, attnMask] = [0, 1, 2, 3].map(() => ({
      shape: [2 ** 14, 2 ** 14],
      data: new Float32Array(buffer),
    }));
    const call = () => attention.scaledDotProductAttention(query, key, value, { attnMask });
    throws(call, "memory", "scaled_dot_product_attention", /ran out of memory/);
    close(attention.softmax({ shape: [2], data: Float32Array.of(0, 0) }, 0).data, [0.5, 0.5]);
  });

  await test("where there is no memory to restart, that is reported, and later calls say so", async () => {
    const attention = await loadAttention({ wasm: withMemory(await bytesOf("attention-scalar.wasm"), 20) });
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function () {
      throw new RangeError("could not allocate memory");
    };
    try {
      throws(() => attention.sinusoidal(1000, 1000), "memory", "sinusoidal", /ran out of memory/);
    } finally {
      WebAssembly.Instance = Instance;
    }
    throws(() => attention.sinusoidal(2, 2), "stopped", "sinusoidal", /Load it again/);
  });

  await test("a wasm of somebody else's is refused", async () => {
    const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
    const lessons = await bytesOf("lessons.wasm");
    for (const wasm of [empty, lessons])
      equal((await rejected(loadAttention({ wasm }))).code, "load", "code");
    const attention = await bytesOf("attention-scalar.wasm");
    const error = await rejected(loadLessons({ wasm: attention, lessons: [] }));
    equal([error.name, error.code, error.path], ["AttentionError", "load", "wasm"]);
  });
}

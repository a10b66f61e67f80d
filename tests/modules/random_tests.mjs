// Calls of every function with random arguments, most of them wrong: each returns a result or reports what is wrong.
import { check, close, random } from "./harness.mjs";
import { cyclic, detached, floats, inherited, isTold, lying, membrane, reactive, revoked, trap, unreadable } from "./hostile.mjs"; // prettier-ignore

/** Values of every kind, most of them wrong where they are used. */
function hostileValues(attention, pick) {
  const kept = attention.tensor([2, 3]);
  const gone = attention.tensor([2, 3]);
  gone.dispose();
  const numbers = [
    0,
    1,
    2,
    3,
    -1,
    0.5,
    -0,
    NaN,
    Infinity,
    -Infinity,
    1e300,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    1e-300,
  ];
  const data = [new Float32Array(6), new Uint8Array(6), new Float32Array(0), detached(), lying(), [1], 7];
  const shapes = [
    [2, 3],
    [6],
    [],
    [1, 2, 3],
    [-1],
    [0, 2 ** 31],
    ["2"],
    { length: -1 },
    [2, NaN],
    new Int32Array([2, 3]),
  ];
  const rest = [
    () => undefined,
    () => null,
    () => true,
    () => pick(numbers),
    () => pick(["", "en", "none", "worked-example", ...inherited]),
    () => pick([1n, 2n ** 70n, Symbol("x"), trap, new Date(0), new Map()]),
    () => pick([kept, gone, reactive(kept), membrane(kept)]),
    () => attention.generator(1),
    () => ({ shape: pick(shapes), data: pick(data) }),
    () => pick(shapes),
    revoked,
    unreadable,
    cyclic,
  ];
  return () => pick(rest)();
}

export async function tests(runner, { attention, lessons, calls }) {
  const rounds = Math.min(calls, 30_000);
  await runner.test(`hostile: ${rounds} calls with arguments at random`, () => {
    const draw = random(77);
    const pick = (list) => list[Math.floor(((draw() + 1) / 2) * list.length) % list.length];
    const hostile = hostileValues(attention, pick);
    const good = () => floats([2, 3], [1, 2, 3, 4, 5, 6]);
    const value = () => (draw() > 0 ? good() : hostile());
    const options = (names) => {
      if (draw() < -0.6) return hostile();
      return Object.fromEntries(
        names.split(" ").flatMap((name) => (draw() > 0.6 ? [[name, hostile()]] : [])),
      );
    };
    const generator = attention.generator(1);
    const kept = attention.tensor([2, 3]);
    const sdpa =
      "attnMask isCausal scale enableGqa needWeights softcap pastKey pastValue keyLengths needScores qNumHeads kvNumHeads dropoutP generator keep";
    const heads =
      "numHeads inProjWeight queryWeight keyWeight valueWeight inProjBias outProjWeight outProjBias biasK biasV attnMask keyPaddingMask needWeights batchFirst scale generator keep";
    const run = "parameters edits language decimals";
    const lesson = () => (draw() > 0 ? "worked-example" : hostile());
    const kinds = [
      () => attention.scaledDotProductAttention(value(), value(), value(), options(sdpa)),
      () =>
        attention.scaledDotProductAttentionBackward(
          value(),
          value(),
          value(),
          value(),
          options("attnMask isCausal scale enableGqa keep"),
        ),
      () => attention.multiHeadAttention(value(), value(), value(), options(heads)),
      () =>
        attention.additiveAttention(
          value(),
          value(),
          value(),
          options("queryWeight keyWeight scoreVector attnMask keep"),
        ),
      () => attention.softmax(value(), hostile(), options("temperature emptyRow keep")),
      () => attention.matmul(value(), value(), options("keep")),
      () => attention.rotary(value(), options("base offset interleaved keep")),
      () => attention.sinusoidal(hostile(), hostile(), options("base offset keep")),
      () => attention.alibiSlopes(hostile()),
      () => attention.tensor(hostile(), hostile()),
      () => attention.generator(hostile()),
      () => generator.rand(hostile()),
      () => generator.randint(hostile(), hostile(), hostile()),
      () => generator.normal(hostile(), hostile(), hostile()),
      () => generator.linear(hostile(), hostile(), options("bias")),
      () => generator.embedding(hostile(), hostile(), options("paddingIdx")),
      () => generator.multiHead(hostile(), hostile(), options("bias addBiasKv kdim vdim")),
      () => generator.kaimingUniform(hostile(), options("a mode nonlinearity")),
      () => generator.dropout(value(), options("p training")),
      () => kept.read(hostile()),
      () => kept.write(hostile()),
      () => lessons.run(lesson(), options(run)),
      () => lessons.explain(lesson(), hostile(), hostile(), options(run)),
      () => lessons.code(lesson(), hostile(), options(run)),
      () => lessons.lesson(hostile()),
    ];
    let refused = 0;
    for (let i = 0; i < rounds; i++) {
      const kind = pick(kinds);
      let given;
      try {
        given = kind();
      } catch (error) {
        refused++;
        isTold(error, `call ${i}, ${kind}`);
      }
      given?.dispose?.();
    }
    check(refused > rounds / 3 && refused < rounds, `${refused} of ${rounds} were refused`);
    close(attention.softmax(good(), 0).data.slice(0, 1), [1 / (1 + Math.exp(3))]);
    check(attention.memory < 2 ** 27, `the core holds ${attention.memory} bytes`);
  });
}

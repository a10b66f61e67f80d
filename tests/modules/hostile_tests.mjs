// Whatever the arguments: a failure is an AttentionError with its place, names of JavaScript's own objects have no
// meaning, and the core never reads memory outside of the call.
import { check, close, equal, rejected, throws } from "./harness.mjs";
import { cyclic, detached, floats, inherited, isTold, lying, membrane, reactive, revoked, thrown, trap, unreadable } from "./hostile.mjs"; // prettier-ignore

async function names(test, { attention, lessons, loadAttention, loadLessons }) {
  const x = floats([2, 2], [1, 2, 3, 4]);
  const id = "worked-example";

  await test("names of every object's own are no lesson, language, build or option", async () => {
    for (const name of inherited) {
      const missing = await rejected(loadLessons({ lessons: [name] }));
      equal([missing.name, missing.code, missing.path], ["AttentionError", "lesson", "lessons"], name);
      throws(() => lessons.run(name), "lesson", "lesson", /There is no bundled lesson/);
      throws(() => lessons.lesson(name), "lesson", "lesson");
      throws(() => lessons.run(id, { language: name }), "language", "language", /such as "en"/);
      throws(() => lessons.explain(id, "x", [0, 0], { language: name }), "language", "language");
      throws(() => lessons.explain(id, name, [0, 0]), "node", "node", /no tensor named/);
      throws(() => lessons.code(id, name), "range", "language");
      const parameters = JSON.parse(`{ ${JSON.stringify(name)}: 1 }`);
      throws(() => lessons.run(id, { parameters }), "unknown_parameter", "/parameters");
      const edits = [{ tensor: name, index: [0, 0], value: 1 }];
      throws(() => lessons.run(id, { edits }), "edit", "/edits/0");
      throws(() => lessons.run(id, JSON.parse(`{ ${JSON.stringify(name)}: {} }`)), "option", name);
      equal((await rejected(loadAttention({ variant: name }))).code, "range", name);
      const own = JSON.parse(`{ ${JSON.stringify(name)}: true }`);
      throws(() => attention.softmax(x, 0, own), "option", name);
      throws(() => attention.softmax(x, 0, { emptyRow: name }), "range", "emptyRow");
      throws(
        () => attention.generator(0).kaimingNormal([2, 2], { nonlinearity: name }),
        "range",
        "nonlinearity",
      );
    }
  });

  await test("a language that a lesson lacks shows in English; a code is written as one", () => {
    const plain = lessons.run(id).nodes.map(({ labels }) => labels);
    for (const language of ["de", "zh-Hans", "pt-BR"])
      equal(
        lessons.run(id, { language }).nodes.map(({ labels }) => labels),
        plain,
      );
    for (const language of ["", "e", "english", "en_GB", "EN", "d e"])
      throws(() => lessons.run(id, { language }), "language", "language");
  });
}

async function values(test, { attention, lessons, loadAttention, loadLessons }) {
  const x = floats([2, 3], [1, 2, 3, 4, 5, 6]);
  const id = "worked-example";

  await test("loading: bytes, files and lists that are none", async () => {
    const html = new TextEncoder().encode("<!doctype html>");
    for (const wasm of [
      html,
      new Uint8Array(),
      new ArrayBuffer(4),
      5,
      {},
      [],
      "no-such.wasm",
      "http://[",
      true,
    ]) {
      for (const load of [() => loadAttention({ wasm }), () => loadLessons({ wasm, lessons: [] })]) {
        const error = await rejected(load());
        isTold(error, `wasm ${wasm}`);
        equal(error.code, "load", `wasm ${wasm}`);
      }
    }
    check((await rejected(loadAttention({ wasm: html }))).cause instanceof WebAssembly.CompileError, "cause");
    check(/no-such/.test((await rejected(loadAttention({ wasm: "no-such.wasm" }))).path), "the file's name");
    for (const [wrong, path] of [
      [5, "lessons"],
      ["worked-example", "lessons"],
      [{ length: -1 }, "lessons"],
      [null, "lessons"],
      [[5], "lessons[0]"],
      [[, "sentence"], "lessons[0]"], // eslint-disable-line no-sparse-arrays
      [[1n], "lessons[0]"],
      [[Symbol("x")], "lessons[0]"],
    ]) {
      const error = await rejected(loadLessons({ lessons: wrong }));
      equal([error.name, error.code, error.path], ["AttentionError", "type", path]);
    }
    for (const options of [
      5,
      null,
      "x",
      [1],
      revoked(),
      unreadable(),
      { threads: 1n },
      { variant: Symbol("x") },
    ])
      isTold(await rejected(loadAttention(options)), "options");
  });

  await test("lengths: none, less than none, more than there are", () => {
    for (const length of [-1, 0.5, NaN, 2 ** 53, "2"]) {
      const shape = { length };
      throws(() => attention.tensor(shape), "type", "shape", /list of lengths/);
      throws(() => attention.generator(0).rand(shape), "type", "shape");
      throws(() => attention.softmax({ shape, data: x.data }, 0), "type", "x.shape");
      throws(() => attention.scaledDotProductAttention(x, x, x, { keyLengths: shape }), "type", "keyLengths");
      throws(() => lessons.explain(id, "x", shape), "type", "index");
      throws(
        () => lessons.run(id, { edits: [{ tensor: "x", index: shape, value: 1 }] }),
        "type",
        "edits[0].index",
      );
    }
    throws(() => attention.tensor({ length: 1e9 }), "shape", "shape[0]");
  });

  await test("empty tensors with more lines or heads than there are numbers are refused, and take no time", () => {
    const begun = performance.now();
    const data = new Float32Array();
    for (const shape of [
      [2 ** 32 - 1, 0],
      [0, 2 ** 31, 2 ** 31],
      [2 ** 20, 2 ** 20, 0],
    ]) {
      const empty = { shape, data };
      throws(() => attention.softmax(empty, -1), "size", "x.shape", /larger than the core takes/);
      throws(() => attention.matmul(empty, empty), "size", "a.shape");
      throws(() => attention.tensor(shape), "size", "shape");
    }
    throws(() => attention.sinusoidal(2 ** 32 - 1, 0), "size", "tokens × dim");
    const narrow = { shape: [1, 2, 0], data };
    const heads = { qNumHeads: 2 ** 31, kvNumHeads: 2 ** 31 };
    throws(
      () => attention.scaledDotProductAttention(narrow, narrow, narrow, heads),
      "range",
      "qNumHeads",
      /to 65536/,
    );
    const parameters = { numHeads: 2 ** 31, outProjWeight: { shape: [0, 0], data } };
    throws(() => attention.multiHeadAttention(narrow, narrow, narrow, parameters), "range", "numHeads");
    equal(attention.softmax({ shape: [2 ** 16, 0], data }, -1).shape, [2 ** 16, 0]);
    const took = performance.now() - begun;
    check(took < 500, `it took ${took.toFixed(0)} ms`);
  });

  await test("lists with holes, and longer ones than a call has arguments", () => {
    throws(() => lessons.run(id, { edits: new Array(3) }), "type", "edits[0]");
    const holes = { x: [1, , 3] }; // eslint-disable-line no-sparse-arrays
    throws(() => lessons.run(id, { parameters: holes }), "missing", "parameters.x[1]");
    const long = { x: new Array(300_000).fill(0) };
    throws(() => lessons.run(id, { parameters: long }), "unknown_parameter", "/parameters");
  });

  await test("lessons that JSON cannot write", () => {
    for (const lesson of [cyclic(), { format: 1n }, { toJSON: trap }, revoked(), unreadable()])
      throws(() => lessons.run(lesson), "type", "lesson", /cannot be written as JSON/);
    throws(() => lessons.run({ toJSON: () => undefined }), "type", "lesson", /nothing/);
    const edit = { tensor: "x", index: [0, 0], value: 1n };
    throws(() => lessons.run(id, { edits: [edit] }), "type", "edits[0].value");
    throws(() => lessons.run(id, { parameters: { seed: 1n } }), "type", "parameters.seed");
    throws(() => lessons.run(id, { parameters: { seed: cyclic() } }), "type", "parameters.seed");
  });

  await test("what throws when it is read is reported, with what it threw", () => {
    const error = thrown(() => attention.softmax({ get shape() { return trap(); } }, 0)); // prettier-ignore
    equal([error.name, error.code, error.path], ["AttentionError", "unreadable", "x"]);
    equal(error.cause.message, "no");
    for (const bad of [
      revoked(),
      unreadable(),
      { shape: unreadable(), data: x.data },
      { shape: [1], data: revoked() },
    ]) {
      isTold(
        thrown(() => attention.softmax(bad, 0)),
        "x",
      );
      isTold(
        thrown(() => attention.softmax(x, 0, bad)),
        "options",
      );
      isTold(
        thrown(() => attention.tensor(bad)),
        "shape",
      );
      isTold(
        thrown(() => lessons.run(id, { parameters: bad })),
        "parameters",
      );
    }
  });

  await test("an array is as long as it is, whatever it says", () => {
    for (const data of [lying(), detached()])
      throws(() => attention.softmax({ shape: [2, 3], data }, 0), "shape", "x", /needs 6/);
    throws(() => attention.tensor([6], lying()), "shape", "data");
    throws(() => attention.tensor([6]).read(lying()), "shape", "into");
    throws(() => attention.tensor([6]).write(lying()), "shape", "data");
    const named = { length: 6, [Symbol.toStringTag]: "Float32Array" };
    throws(() => attention.softmax({ shape: [2, 3], data: named }, 0), "type", "x.data");
    throws(
      () => attention.softmax({ shape: [1], data: new Proxy(new Float32Array(1), {}) }, 0),
      "type",
      "x.data",
      /Proxy/,
    );
    const narrow = Object.defineProperty(new Float32Array(6), "BYTES_PER_ELEMENT", { value: 1 });
    close(attention.softmax({ shape: [6], data: narrow }, 0).data, new Float32Array(6).fill(1 / 6));
  });

  await test("what changes while it is read does not reach the core", () => {
    let asked = 0;
    const shape = new Proxy([2, 3], {
      get: (list, name) => (name === "0" ? (asked++ ? 1000 : 2) : list[name]),
    });
    close(attention.softmax({ shape, data: x.data.slice() }, 0).data, attention.softmax(x, 0).data);
    // Reading a later argument detaches the numbers of an earlier one.
    const data = x.data.slice();
    const mask = {
      get shape() {
        structuredClone(data.buffer, { transfer: [data.buffer] });
        return [2, 2];
      },
      data: new Uint8Array(4).fill(1),
    };
    const q = { shape: [2, 3], data };
    throws(
      () => attention.scaledDotProductAttention(q, x, x, { attnMask: mask }),
      "shape",
      "data",
      /were lost/,
    );
    close(attention.softmax(x, 0).data.slice(0, 1), [1 / (1 + Math.exp(3))]);
  });
}

async function proxies(test, { attention, lessons }) {
  const x = floats([2, 3], [1, 2, 3, 4, 5, 6]);

  await test("methods work when they are taken off their object", () => {
    const { softmax, generator } = attention;
    const { rand } = generator(3);
    close(softmax(x, 0).data, attention.softmax(x, 0).data);
    close(rand([4]).data, attention.generator(3).rand([4]).data);
    const { run } = lessons;
    check(run("worked-example").nodes.length > 0, "nothing ran");
  });

  await test("everything works through a framework's Proxy", () => {
    const store = reactive({ attention, lessons, kept: attention.tensor([2, 3], x.data), x });
    const wanted = attention.softmax(x, 0);
    close(attention.softmax(store.kept, 0).data, wanted.data);
    close(store.attention.softmax(store.x, 0).data, wanted.data);
    equal([...store.kept.shape], [2, 3]);
    close(store.kept.data, x.data);
    close(store.kept.write(x.data.map((value) => 2 * value)).read(new Float32Array(6)), [2, 4, 6, 8, 10, 12]);
    equal([store.attention.variant, store.attention.threads], [attention.variant, attention.threads]);
    store.generator = attention.generator(5);
    const drop = { dropoutP: 0.5, generator: store.generator };
    const own = { dropoutP: 0.5, generator: attention.generator(5) };
    close(
      attention.scaledDotProductAttention(x, x, x, drop).output.data,
      attention.scaledDotProductAttention(x, x, x, own).output.data,
    );
    close(store.generator.rand([3]).data, own.generator.rand([3]).data);
    check(store.lessons.run("worked-example").nodes.length > 0, "nothing ran");
    store.kept.dispose();
    equal(store.kept.disposed, true);
    throws(() => attention.softmax(store.kept, 0), "disposed", "x");
  });

  await test("a Proxy that hides a kept tensor is reported as such", () => {
    const hidden = membrane(attention.tensor([2, 3]));
    throws(() => attention.softmax(hidden, 0), "type", "x", /Proxy that hides/);
    throws(() => attention.tensor([2]).read.call({}), "type", "tensor", /not a kept tensor/);
  });
}

export async function tests(runner, environment) {
  const test = (name, body) => runner.test(`hostile: ${name}`, body);
  await names(test, environment);
  await values(test, environment);
  await proxies(test, environment);
}

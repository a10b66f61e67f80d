// Models on several threads: where memory may be shared they divide products with the weights and give the same bits as one
// thread; elsewhere one does everything.
import { check, equal, random, rejected } from "../harness.mjs";
import { hurried, idle, isolated, node, realWorkers, same, withWorkers } from "../workers.mjs";
import { refused } from "./support.mjs";

// Sizes that no number of threads divides, and an inner layer so wide that few of its rows are widened together.
const config = {
  ...{ model_type: "gpt2", n_embd: 288, n_head: 4, n_layer: 2, n_inner: 4200 },
  ...{ n_positions: 96, vocab_size: 1003 },
};

function shapes() {
  const { n_embd: width, n_inner: inner } = config;
  const all = { "wte.weight": [config.vocab_size, width], "wpe.weight": [config.n_positions, width] };
  const linear = (name, inputs, outputs) =>
    Object.assign(all, { [`${name}.weight`]: [inputs, outputs], [`${name}.bias`]: [outputs] });
  const norm = (name) => Object.assign(all, { [`${name}.weight`]: [width], [`${name}.bias`]: [width] });
  for (let layer = 0; layer < config.n_layer; layer++) {
    const of = `h.${layer}.`;
    norm(`${of}ln_1`);
    linear(`${of}attn.c_attn`, width, 3 * width);
    linear(`${of}attn.c_proj`, width, width);
    norm(`${of}ln_2`);
    linear(`${of}mlp.c_fc`, width, inner);
    linear(`${of}mlp.c_proj`, inner, width);
  }
  norm("ln_f");
  return all;
}

/** Numbers of both signs between 2⁻⁶ and 2⁻⁴, of which one in 256 is 32 times as large. */
const formats = {
  F32: {
    bytes: 4,
    draw: (next) => Float32Array.of((next() % 256 === 0 ? 32 : 1) * ((next() / 2 ** 16 - 0.5) * 0.1)),
  },
  F16: { bytes: 2, draw: (next) => Uint16Array.of((next() & 0x8000) | 0x2400 | (next() & 0x07ff)) },
  BF16: { bytes: 2, draw: (next) => Uint16Array.of((next() & 0x8000) | 0x3c80 | (next() & 0x00ff)) },
};

/** A file of safetensors with drawn numbers. */
function checkpoint(type) {
  const { bytes, draw } = formats[type];
  const header = {};
  let end = 0;
  for (const [name, shape] of Object.entries(shapes())) {
    const begin = end;
    end += bytes * shape.reduce((count, length) => count * length, 1);
    header[name] = { dtype: type, shape, data_offsets: [begin, end] };
  }
  const words = new TextEncoder().encode(JSON.stringify(header));
  const file = new Uint8Array(8 + words.length + end);
  new DataView(file.buffer).setUint32(0, words.length, true);
  file.set(words, 8);
  const drawn = random(7);
  const next = () => Math.floor((drawn() + 1) * 2 ** 15) & 0xffff;
  const few = Array.from({ length: 4099 }, () => new Uint8Array(draw(next).buffer)); // a prime: no two rows are alike
  for (let at = 8 + words.length, i = 0; at < file.length; at += bytes, i++) file.set(few[i % 4099], at);
  return file;
}

const ids = Array.from({ length: 70 }, (_, i) => (i * 389) % config.vocab_size);

/** What a model computes of many tokens, and of some that are added one by one. */
async function resultsOf(model) {
  const run = await model.run(ids, { room: 4 });
  const attention = run.attention(1, 2);
  for (const id of [5, 900, 17]) await run.append([id]);
  const next = run.next(5);
  const parts = run.ledger({ id: next[0].id });
  const { logits } = run;
  run.dispose();
  return { attention, logits, next, parts };
}

function sameResults(actual, wanted, what) {
  for (const name of ["attention", "logits"]) same(actual[name], wanted[name], `${name} of ${what}`);
  equal(actual.next, wanted.next, `next tokens of ${what}`);
  equal(actual.parts, wanted.parts, `parts of a logit of ${what}`);
}

async function bits(test, { loadModel, variants, best, once }) {
  const kinds = {
    float32: { type: "F32" },
    float16: { type: "F16" },
    bfloat16: { type: "BF16" },
    q4_0: { type: "F32", quantize: "q4_0" },
    int8: { type: "F32", quantize: "int8" },
  };
  for (const variant of once ? variants(best) : [best])
    for (const [name, { type, quantize }] of Object.entries(kinds))
      await test(`${name} has the bits of one thread (${variant})`, async () => {
        const given = { config, weights: checkpoint(type), quantize, variant };
        const one = await loadModel(given);
        const wanted = await resultsOf(one);
        for (const threads of [2, 3]) {
          const many = await loadModel({ ...given, threads });
          equal([many.threads, many.variant], [threads, variant], "threads and build");
          for (const turn of ["first", "second"])
            sameResults(await resultsOf(many), wanted, `the ${turn} run on ${threads}`);
          equal(many.threads, threads, "threads at the end");
          const more = (many.memory - one.memory) / (threads - 1);
          check(more < 2 ** 24, `each thread takes ${(more / 2 ** 20).toFixed(1)} MB more`);
          many.dispose();
          equal(many.threads, 1, "threads of a model that was disposed");
        }
        one.dispose();
      });
}

async function stopped(test, { loadModel }) {
  await test("a run that is aborted leaves the threads as they were", async () => {
    const given = { config, weights: checkpoint("F32") };
    const one = await loadModel(given);
    const model = await loadModel({ ...given, threads: 2 });
    const stop = new AbortController();
    let told = 0;
    const onProgress = () => ++told === 2 && stop.abort();
    const error = await rejected(model.run(ids, { signal: stop.signal, onProgress }));
    equal([error.code, told], ["aborted", 2], "error, and how often progress was told");
    equal(model.threads, 2);
    sameResults(await resultsOf(model), await resultsOf(one), "the next run");
    model.dispose();
    one.dispose();
  });
}

async function lost(test, { loadModel }) {
  const given = { config, weights: checkpoint("F16") };
  const one = await loadModel(given);
  const wanted = await resultsOf(one);
  one.dispose();
  const load = (threads) => loadModel({ ...given, threads });
  /** Everything is computed in time, on one thread in the end. */
  async function goesOn(model, seconds) {
    const begun = performance.now();
    sameResults(await resultsOf(model), wanted, "a run");
    const took = (performance.now() - begun) / 1000;
    check(took < seconds, `it took ${took.toFixed(1)} s`);
    equal(model.threads, 1);
    sameResults(await resultsOf(model), wanted, "the next run");
    model.dispose();
  }

  await test("a worker that never answers, or cannot begin: one thread", async () => {
    await withWorkers(idle(), async (made) => {
      await hurried(async () => goesOn(await load(3), 10));
      equal(
        made.map(({ ended }) => ended),
        [true, true],
        "whether they were ended",
      );
    });
    await withWorkers(idle("failed"), async () => goesOn(await load(2), 10));
    const real = await realWorkers();
    const wrong = (script, options) => real(new URL("no-such-file.mjs", script), options);
    await withWorkers(wrong, async () => goesOn(await load(2), 10));
  });

  await test("a worker that does nothing holds a run up for seconds at most, and that once", async () => {
    await withWorkers(idle("ready"), async (made) => {
      const model = await load(3);
      equal(model.threads, 3);
      await goesOn(model, 15);
      equal(
        made.map(({ ended }) => ended),
        [true, true],
        "whether they were ended",
      );
    });
  });

  await test("a worker that ended is heard of before the next run", async () => {
    if (!node) return; // a page is not notified
    await withWorkers(await realWorkers(), async (made) => {
      const model = await load(3);
      equal(model.threads, 3);
      await made[1].terminate();
      equal(model.threads, 1);
      await goesOn(model, 10);
    });
  });

  await test("a worker that ends in the midst of a run changes no number", async () => {
    await withWorkers(await realWorkers(), async (made) => {
      const model = await load(2);
      const begun = performance.now();
      // Within the call of the first part the worker's end cannot be heard of.
      const onProgress = () => void made[0].terminate();
      const run = await model.run(ids, { onProgress, room: 4 });
      same(run.attention(1, 2), wanted.attention, "attention");
      const took = (performance.now() - begun) / 1000;
      check(took < 15, `it took ${took.toFixed(1)} s`);
      run.dispose();
      if (!node) await new Promise((then) => setTimeout(then, 4000)); // a page lets a worker go on for two seconds
      await goesOn(model, 15);
    });
  });
}

export async function tests(runner, environment) {
  const test = (name, body) => runner.test(`threads: models: ${name}`, body);
  const { loadModel, golden, bytesOf } = environment;

  await test("one where nothing is asked for, or memory may not be shared, or the wasm is one's own", async () => {
    const of = await golden("models/gpt2");
    const given = { config: of.config, weights: Uint8Array.from(atob(of.weights), (c) => c.charCodeAt(0)) };
    const threadsOf = async (options) => {
      const model = await loadModel({ ...given, ...options });
      const { threads } = model;
      model.dispose();
      return threads;
    };
    equal(await threadsOf({}), 1);
    equal(await threadsOf({ threads: 2 }), isolated ? 2 : 1);
    equal(await threadsOf({ threads: 2, wasm: await bytesOf("models-scalar.wasm") }), 1);
    const { SharedArrayBuffer: shared } = globalThis;
    try {
      delete globalThis.SharedArrayBuffer;
      equal(await threadsOf({ threads: 2 }), 1, "threads without memory that is shared");
    } finally {
      if (shared) globalThis.SharedArrayBuffer = shared;
    }
    for (const threads of [0, 1.5, 65]) await refused(loadModel({ ...given, threads }), "range", "threads");
  });
  if (!isolated) return;
  await bits(test, environment);
  await stopped(test, environment);
  await lost(test, environment);
}

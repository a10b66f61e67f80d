// models.mjs: what PyTorch computed from small checkpoints (golden/models), in every build of the core; how files are read;
// runs that are added to, stopped and disposed; and what is refused.
import { bytesOf, near, refused } from "./support.mjs";
import { check, close, equal, matches, random, randomTensor, rejected, tensor, throws } from "../harness.mjs";
import { names } from "./names.mjs";

const optionsOf = (golden) => (golden.tokenTypes ? { tokenTypes: golden.tokenTypes } : {});

/** A Blob that remembers which bytes were asked for. */
class Recorded extends Blob {
  slices = [];
  slice(begin, end) {
    this.slices.push([begin, end]);
    return super.slice(begin, end);
  }
}

/** GPT-2's family, 128 wide and four layers deep, with random weights. */
function randomModel() {
  const [width, layers, vocabulary, positions] = [128, 4, 300, 1024];
  const shapes = { "wte.weight": [vocabulary, width], "wpe.weight": [positions, width] };
  const linear = (name, inputs, outputs) =>
    Object.assign(shapes, { [`${name}.weight`]: [inputs, outputs], [`${name}.bias`]: [outputs] });
  const norm = (name) => Object.assign(shapes, { [`${name}.weight`]: [width], [`${name}.bias`]: [width] });
  for (let layer = 0; layer < layers; layer++) {
    const of = `h.${layer}.`;
    for (const name of ["ln_1", "ln_2"]) norm(of + name);
    linear(`${of}attn.c_attn`, width, 3 * width);
    linear(`${of}attn.c_proj`, width, width);
    linear(`${of}mlp.c_fc`, width, 4 * width);
    linear(`${of}mlp.c_proj`, 4 * width, width);
  }
  norm("ln_f");
  const draw = random(1);
  const parts = Object.entries(shapes).map(([name, shape]) => ({ name, ...randomTensor(draw, shape) }));
  return {
    config: { model_type: "gpt2", n_embd: width, n_layer: layers, n_head: 2, vocab_size: vocabulary },
    weights: safetensors(parts.map(({ name, shape, data }) => [name, { dtype: "F32", shape }, data])),
  };
}

/** A file of tensors: [name, { dtype, shape }, numbers] each. */
function safetensors(tensors) {
  const header = {};
  let at = 0;
  for (const [name, said, data] of tensors)
    header[name] = { ...said, data_offsets: [at, (at += data.byteLength)] };
  const text = new TextEncoder().encode(JSON.stringify(header));
  return new Blob([new BigUint64Array([BigInt(text.length)]), text, ...tensors.map(([, , data]) => data)]);
}

async function families(runner, { loadModel, golden, variants, best, once }) {
  for (const name of names) {
    const of = await golden(`models/${name}`);
    // The slower builds in one engine only.
    for (const variant of once ? variants(best) : [best])
      await runner.test(`models: ${name} has PyTorch's weights and logits (${variant})`, async () => {
        const model = await loadModel({ config: of.config, weights: bytesOf(of), variant });
        equal(model.variant, variant, "variant");
        const run = await model.run(of.ids, optionsOf(of));
        matches(run.logits, of.logits, near, "logits");
        const { layers, heads, scores } = model.config;
        const { query_pre_attn_scalar: divisor, attn_logit_softcapping: cap = 0 } = of.config;
        equal(JSON.stringify(scores), divisor && JSON.stringify({ divisor, cap }), "scores");
        for (let layer = 0; layer < layers; layer++)
          for (let head = 0; head < heads; head++) {
            const wanted = tensor(of.attention[layer][head]);
            of.rows.forEach((row, i) => {
              const { shape, data } = run.attention(layer, head, { first: row, count: 1 });
              equal(shape, [1, of.ids.length], "shape of weights");
              const from = i * of.ids.length;
              close(data, wanted.data.subarray(from, from + of.ids.length), near, `${layer}.${head}[${row}]`);
            });
          }
        matches(run.query(layers - 1), of.queries, near, "queries");
        matches(run.key(layers - 1), of.keys, near, "keys");
        const [layer, head] = of.off;
        const without = await model.run(of.ids, { ...optionsOf(of), without: [{ layer, head }] });
        matches(without.logits, of.logitsWithout, near, "logits without a head");
        matches(run.logits, of.logits, near, "logits of the run before");
        for (const rescale of [false, true]) {
          const set = await model.run(of.ids, { ...optionsOf(of), weights: [{ ...of.set, rescale }] });
          const last = set.logitsAt(of.ids.length - 1);
          close(last, rescale ? of.logitsRescaled : of.logitsSet, near, "logits with a weight set");
        }
        const heated = await model.run(of.ids, { ...optionsOf(of), temperatures: [of.heated] });
        close(
          heated.logitsAt(of.ids.length - 1),
          of.logitsHeated,
          near,
          "logits with a head at another temperature",
        );
        model.dispose();
      });
  }
}

async function running(runner, { loadModel, golden, once }) {
  const of = await golden("models/gpt2");
  const load = (more) => loadModel({ config: of.config, weights: bytesOf(of), ...more });

  await runner.test("models: tokens that are appended have the logits of a text run at once", async () => {
    const model = await load();
    const run = await model.run(of.ids.slice(0, 2), { room: 1 });
    for (const id of of.ids.slice(2)) await run.append([id]);
    equal(run.ids, of.ids, "ids");
    matches(run.logits, of.logits, near, "logits");
    const weights = run.attention(1, 2);
    equal(weights.shape, [9, 9], "shape of weights");
    matches(weights, of.attention[1][2], near, "weights");
    equal(run.value(0).shape, [3, 9, 8], "shape of values");
    await refused(run.append(Array(8).fill(1)), "size", "ids", /has room for/);
    matches(run.logits, of.logits, near, "logits after what was refused");
  });

  if (once)
    await runner.test(
      "models: one more token takes a fraction of the time of the text before it",
      async () => {
        const { config, weights } = randomModel();
        const model = await loadModel({ config, weights });
        const shortest = async (times, work) => {
          let least = Infinity;
          for (let n = 0; n < times; n++) {
            const began = performance.now();
            await work(n);
            least = Math.min(least, performance.now() - began);
          }
          return least;
        };
        let run;
        const whole = await shortest(3, async () => (run = await model.run(Array(511).fill(7))));
        const one = await shortest(10, () => run.append([9]));
        check(one < whole / 5, `one more token takes ${one} ms, 511 take ${whole} ms`);
      },
    );

  await runner.test("models: the likeliest next tokens are the largest logits", async () => {
    const model = await load();
    throws(() => model.next(3), "missing", "run");
    const run = await model.run(of.ids);
    const last = of.logits[8];
    const wanted = last.map((logit, id) => ({ id, logit })).sort((a, b) => b.logit - a.logit);
    const all = last.reduce((sum, logit) => sum + Math.exp(logit), 0);
    const next = model.next(3);
    equal(
      next.map(({ id }) => id),
      wanted.slice(0, 3).map(({ id }) => id),
      "ids",
    );
    next.forEach(({ probability }, i) =>
      close([probability], [Math.exp(wanted[i].logit) / all], { relative: 1e-4, absolute: 0 }, "probability"),
    );
    close(run.logitsAt(8), last, near, "logits");
    equal(run.next(31, { at: 2 }).length, 31, "tokens");
  });

  await runner.test("models: progress is told, and loading and runs can be stopped", async () => {
    const told = [];
    const plans = [];
    const model = await load({
      onPlan: ({ weightBytes, parameters, runBytes }) =>
        plans.push({ weightBytes, parameters, runBytes: runBytes(9) }),
      onProgress: ({ done, all }) => told.push(done / all),
    });
    equal(plans.length, 1, "plans");
    const { weightBytes, parameters } = model;
    equal(plans[0], { weightBytes, parameters, runBytes: model.runBytes(9) }, "plan");
    const { vocab_size: words, n_positions: places, n_embd: width, n_inner: inner } = of.config;
    const layer = 4 * width * width + 2 * width * inner + inner + 9 * width; // matrices, their biases, two norms
    equal(parameters, (words + places) * width + 2 * layer + 2 * width, "parameters of two layers");
    check(told.at(-1) === 1 && told.every((part, i) => i === 0 || part > told[i - 1]), `told ${told}`);
    const parts = [];
    await model.run(of.ids, { onProgress: ({ done, all }) => parts.push([done, all]) });
    equal(
      parts,
      [1, 2, 3, 4].map((done) => [done, 4]),
      "parts: each half of two layers",
    );
    const stop = new AbortController();
    const run = model.run(of.ids, { signal: stop.signal, onProgress: () => stop.abort() });
    await refused(run, "aborted", "signal");
    await refused(load({ signal: AbortSignal.abort() }), "aborted", "signal");
    const unheard = () => {
      throw new Error("no");
    };
    await refused(load({ onPlan: unheard }), "callback", "onPlan", /no/);
    matches((await model.run(of.ids)).logits, of.logits, near, "logits afterwards");
  });

  await runner.test("models: memory of runs is given back, and what was disposed says so", async () => {
    const model = await load();
    const { memory } = model;
    check(model.runBytes(16) > model.runBytes(8), "more tokens need no more memory");
    for (let i = 0; i < 40; i++) (await model.run(of.ids, { room: 0 })).dispose();
    check(model.memory <= memory + 2 ** 24, `memory grew from ${memory} to ${model.memory}`);
    const run = await model.run(of.ids);
    run.dispose();
    run.dispose();
    check(run.disposed, "it is not disposed");
    throws(() => run.logits, "disposed", "run");
    const other = await model.run(of.ids);
    model.dispose();
    throws(() => other.attention(0, 0), "disposed", "run");
    await refused(model.run(of.ids), "disposed", "model");
  });

  if (once)
    await runner.test(
      "models: a run for which there is no memory is refused, and those before go on",
      async () => {
        const { config, weights, ids, logits } = await golden("models/llama");
        const room = 2 ** 20; // takes 638 MB, of addresses only
        const long = { ...config, max_position_embeddings: room };
        const model = await loadModel({ config: long, weights: bytesOf({ weights }) });
        const runs = [await model.run(ids)];
        let error;
        for (let n = 0; n < 8 && !error; n++)
          await model.run(ids, { room }).then(
            (run) => runs.push(run),
            (thrown) => (error = thrown),
          );
        check(runs.length > 3, `only ${runs.length} runs fitted`);
        equal([error?.code, error?.path], ["memory", "run"], "code and path");
        for (const run of runs) matches(run.logits, logits, near, "logits");
        for (const run of runs.splice(1)) run.dispose();
        matches((await model.run(ids, { room })).logits, logits, near, "logits of a later run");
      },
    );

  await runner.test("models: what cannot be run or read is refused, and the model goes on", async () => {
    const model = await load();
    await refused(model.run([]), "size", "ids", /no tokens/);
    await refused(model.run([1, 31]), "id", "ids[1]", /ids are 0 to 30/);
    await refused(model.run(Array(17).fill(0)), "size", "ids", /17 tokens are more than the 16/);
    await refused(model.run([1.5]), "shape", "ids[0]");
    await refused(model.run("words"), "tokenizer", "tokenizer", /No tokenizer was given/);
    await refused(model.run([1], { without: [{ layer: 2, part: "inner" }] }), "range", "without");
    await refused(model.run([1], { without: [{ layer: 0 }] }), "missing", "without[0].head");
    await refused(
      model.run([1], { without: [{ layer: 2, head: 0 }] }),
      "range",
      "without",
      /no head 0 of layer 2/,
    );
    const weight = { layer: 0, head: 0, query: 1, key: 0, weight: 0.5 };
    const set = (given) => model.run([1, 2], { weights: [{ ...weight, ...given }] });
    await refused(set({ query: 0, key: 1 }), "mask", "weights[0]", /does not see token 1/);
    await refused(set({ query: 2 }), "range", "weights[0].query");
    await refused(set({ weight: 2 }), "range", "weights[0]", /from 0 to 1/);
    await refused(set({ head: 3 }), "range", "weights[0]", /no head 3/);
    await refused(set({ value: 2 }), "option", "value");
    const heat = (given) =>
      model.run([1, 2], { temperatures: [{ layer: 0, head: 0, temperature: 2, ...given }] });
    await refused(heat({ temperature: 0 }), "range", "temperatures[0]", /a positive number/);
    await refused(heat({ layer: 2 }), "range", "temperatures[0]", /no head 0 of layer 2/);
    await refused(heat({ temperature: "2" }), "type", "temperatures[0].temperature");
    await refused(model.run([1], { rooms: 1 }), "option", "rooms");
    const run = await model.run(of.ids);
    throws(() => run.attention(2, 0), "range", "layer");
    throws(() => run.attention(0, 3), "range", "head");
    throws(() => run.attention(0, 0, { first: 10 }), "range", "first");
    throws(() => run.query(2), "range", "layer");
    throws(() => run.logitsAt(9), "range", "position");
    throws(() => run.next(0), "range", "k");
    matches(run.logits, of.logits, near, "logits");
    const bert = await golden("models/bert");
    const both = await loadModel({ config: bert.config, weights: bytesOf(bert) });
    const read = await both.run(bert.ids, { tokenTypes: bert.tokenTypes });
    await refused(read.append([1]), "model", "ids", /both ways/);
    matches(read.logits, bert.logits, near, "logits");
  });
}

async function reading(runner, { loadModel, golden }) {
  const of = await golden("models/gpt2");
  const bytes = bytesOf(of);
  const { config } = of;

  await runner.test("models: of a Blob only the header and the tensors that are used are read", async () => {
    const file = new Recorded([bytes]);
    const model = await loadModel({ config: JSON.stringify(config), weights: file });
    const headerBytes = 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, headerBytes)));
    const places = Object.entries(header)
      .filter(([name]) => !name.endsWith(".attn.bias")) // a buffer, not a weight
      .map(([, { data_offsets }]) => data_offsets.map((offset) => offset + headerBytes));
    const wanted = [[0, 8], [0, headerBytes], ...places];
    const order = (a, b) => a[0] - b[0] || a[1] - b[1];
    equal(file.slices.sort(order), wanted.sort(order), "slices");
    matches((await model.run(of.ids)).logits, of.logits, near, "logits");
  });

  await runner.test("models: shards, a config in a Blob and views into buffers are read", async () => {
    // The same tensors in two files: the first half of them, and the rest.
    const headerBytes = 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true));
    const all = Object.entries(JSON.parse(new TextDecoder().decode(bytes.subarray(8, headerBytes))));
    const shard = (entries) =>
      safetensors(
        entries.map(
          ([
            name,
            {
              dtype,
              shape,
              data_offsets: [begin, end],
            },
          ]) => [name, { dtype, shape }, bytes.subarray(headerBytes + begin, headerBytes + end)],
        ),
      );
    const weights = [shard(all.slice(9)), await shard(all.slice(0, 9)).arrayBuffer()];
    const model = await loadModel({ config: new Blob([JSON.stringify(config)]), weights });
    matches((await model.run(of.ids)).logits, of.logits, near, "logits");
  });

  await runner.test("models: files that do not fit are refused by name", async () => {
    await refused(loadModel(), "type", "options");
    await refused(loadModel({ config }), "missing", "weights");
    await refused(loadModel({ config, weights: [] }), "missing", "weights");
    await refused(loadModel({ config, weights: 3 }), "type", "weights", /File, a Blob or an ArrayBuffer/);
    await refused(loadModel({ config, weights: [bytes, bytes] }), "names", "transformer.wte.weight");
    await refused(loadModel({ weights: bytes }), "missing", "config", /config.json/);
    await refused(loadModel({ config: "{", weights: bytes }), "json", "config");
    await refused(loadModel({ config: { model_type: "t5" }, weights: bytes }), "model", "model_type", /"t5"/);
    const wider = { ...config, n_inner: 41 };
    await refused(
      loadModel({ config: wider, weights: bytes }),
      "shape",
      /c_fc.weight$/,
      /demands \(24, 41\)/,
    );
    const deeper = { ...config, n_layer: 3 };
    await refused(loadModel({ config: deeper, weights: bytes }), "missing", "transformer.h.2.ln_1.weight");
    const huge = { ...config, n_embd: 131072, n_head: 1, n_layer: 1024 };
    await refused(loadModel({ config: huge, weights: bytes }), "shape", "transformer.wte.weight");
    await refused(loadModel({ config, weights: bytes.subarray(0, bytes.length - 1) }), "short", /ln_f.bias$/);
    await refused(loadModel({ config, weights: bytes.subarray(0, 7) }), "format", "header");
    const spoiled = bytes.slice();
    spoiled.fill(255, spoiled.length - 4); // NaN
    await refused(loadModel({ config, weights: spoiled }), "value", "transformer.ln_f.bias", /its number 23/);
    await refused(loadModel({ config, weights: bytes, tokeniser: {} }), "option", "tokeniser");
  });
}

export async function tests(runner, environment) {
  await families(runner, environment);
  await running(runner, environment);
  await reading(runner, environment);
}

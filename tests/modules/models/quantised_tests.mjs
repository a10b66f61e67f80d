// models.mjs with `quantize`: what PyTorch computed from rounded matrices (golden/models/quantised), .gguf files that are
// rounded again, the matrices of heads, and what is refused.
import { bytesOf, near, refused } from "./support.mjs";
import { check, close, equal, matches, rejected, throws } from "../harness.mjs";

const formats = ["q8_0", "q4_0"];
const optionsOf = (golden) => (golden.tokenTypes ? { tokenTypes: golden.tokenTypes } : {});

async function families(runner, { loadModel, golden, variants, best, once }) {
  for (const name of ["gpt2", "llama", "bert", "gpt_neox"])
    for (const variant of once ? variants(best) : [best])
      await runner.test(
        `models: ${name}, quantised, has PyTorch's weights and logits (${variant})`,
        async () => {
          const of = await golden(`models/quantised/${name}`);
          const plans = [];
          const load = (quantize) =>
            loadModel({
              config: of.config,
              weights: bytesOf(of),
              variant,
              quantize,
              onPlan: (plan) => plans.push(plan),
            });
          const plain = await load(undefined);
          equal(plain.quantized, undefined, "quantized");
          for (const format of formats) {
            const wanted = of[format.toUpperCase()];
            const model = await load(format);
            equal(model.quantized, format, "quantized");
            equal(model.types, plain.types, "types");
            equal(plans.at(-1).types, plain.types, "types of the plan");
            equal(model.weightBytes, plans.at(-1).weightBytes, "bytes");
            const run = await model.run(of.ids, optionsOf(of));
            matches(run.logits, wanted.logits, near, "logits");
            wanted.attention.forEach((heads, layer) =>
              heads.forEach((rows, head) =>
                matches(run.attention(layer, head), rows, near, `${layer}.${head}`),
              ),
            );
            model.dispose();
          }
          matches((await plain.run(of.ids, optionsOf(of))).logits, of.logits, near, "logits as stored");
          plain.dispose();
        },
      );

  await runner.test("models: vit and dinov2, quantised, have PyTorch's labels and weights", async () => {
    for (const name of ["vit", "dinov2"]) {
      const of = await golden(`models/quantised/${name}`);
      const [height, width] = of.size;
      for (const format of formats) {
        const model = await loadModel({ config: of.config, weights: bytesOf(of), quantize: format });
        const run = await model.run({ pixels: Float32Array.from(of.picture.flat(2)), width, height });
        const wanted = of[format.toUpperCase()];
        close(run.logitsAt(0), wanted.logits, near, `labels of ${name}`);
        wanted.attention.forEach((heads, layer) =>
          heads.forEach((rows, head) => matches(run.attention(layer, head), rows, near, `${layer}.${head}`)),
        );
      }
    }
  });
}

async function files(runner, { loadModel, golden }) {
  await runner.test("models: a quantised .gguf file is rounded again", async () => {
    const of = await golden("models/gguf");
    const weights = Uint8Array.from(atob(of.file), (letter) => letter.charCodeAt(0));
    const plain = await loadModel({ weights });
    for (const format of formats) {
      const model = await loadModel({ weights, quantize: format });
      equal([model.quantized, model.types], [format, plain.types], "format and types");
      const { data } = model.headWeights(1, 0).query;
      const largest = Math.max(...data.subarray(0, 32).map(Math.abs));
      // Whole multiples of one factor, of which the largest is 127 or −8.
      const factor = largest / (format === "q8_0" ? 127 : 8);
      for (const number of data.subarray(0, 32))
        check(Math.abs(number / factor - Math.round(number / factor)) < 1e-2, `${number} of ${factor}`);
      const run = await model.run(of.ids);
      check(
        run.logits.data.some((logit, i) => Math.abs(logit - of.logits.flat()[i]) > 1e-3),
        "nothing changed",
      );
    }
  });

  await runner.test("models: quantize that is null counts as missing; other values are refused", async () => {
    const of = await golden("models/quantised/llama");
    const given = { config: of.config, weights: bytesOf(of) };
    equal((await loadModel({ ...given, quantize: null })).quantized, undefined, "quantized");
    for (const quantize of ["Q8_0", "q5_0", "", 8, true])
      await refused(loadModel({ ...given, quantize }), "range", "quantize", /one of "q8_0", "q4_0"/);
    const { message } = await rejected(loadModel({ ...given, quantise: "q8_0" }));
    check(/There is no option quantise; there are .*quantize/.test(message), message);
  });

  await runner.test(
    "models: numbers beyond the factors of a format are refused by their tensor",
    async () => {
      const of = await golden("models/quantised/llama");
      const name = "model.layers.0.mlp.up_proj.weight";
      const weights = bytesOf(of);
      const length = Number(new DataView(weights.buffer).getBigUint64(0, true));
      const header = JSON.parse(new TextDecoder().decode(weights.subarray(8, 8 + length)));
      new DataView(weights.buffer).setFloat32(8 + length + header[name].data_offsets[0], 1e6, true);
      const given = { config: of.config, weights };
      await refused(loadModel({ ...given, quantize: "q4_0" }), "value", name, /too large for Q4_0/);
      await loadModel({ ...given, quantize: "q8_0" });
    },
  );
}

/** Rows of a float32 tensor of a safetensors file, as lists. */
function rowsOf(bytes, name) {
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  const { dtype, shape, data_offsets: offsets } = header[name];
  equal(dtype, "F32", "type");
  const data = new Float32Array(bytes.slice(8 + length + offsets[0], 8 + length + offsets[1]).buffer);
  return Array.from({ length: shape[0] }, (_, row) => [
    ...data.subarray(row * shape[1], (row + 1) * shape[1]),
  ]);
}

async function heads(runner, { loadModel, golden }) {
  const exact = { relative: 0, absolute: 0 };
  const load = async (name) => {
    const of = await golden(`models/${name}`);
    const bytes = bytesOf(of);
    const model = await loadModel({ config: of.config, weights: bytes });
    return { model, of, rows: (tensor) => rowsOf(bytes, tensor) };
  };
  const columns = (rows, first, count) => rows.map((row) => row.slice(first, first + count));
  const turned = (rows) => rows[0].map((_, i) => rows.map((row) => row[i]));

  await runner.test("models: headWeights() has the numbers of the files in PyTorch's order", async () => {
    const { model, of, rows } = await load("llama");
    const { heads: count, headWidth: width } = model.config;
    const of1 = (name) => rows(`model.layers.1.self_attn.${name}_proj.weight`);
    const [q, k, v, o] = ["q", "k", "v", "o"].map(of1);
    for (let head = 0; head < count; head++) {
      const { query, key, value, output } = model.headWeights(1, head);
      const from = head * width;
      const shared = Math.floor(head / (count / of.config.num_key_value_heads)) * width;
      matches(query, q.slice(from, from + width), exact, "query");
      matches(key, k.slice(shared, shared + width), exact, "key");
      matches(value, v.slice(shared, shared + width), exact, "value");
      matches(output, columns(o, from, width), exact, "output");
    }
    const gpt2 = await load("gpt2"); // (in, out)
    const { headWidth: d, width: e } = gpt2.model.config;
    const all = turned(gpt2.rows("transformer.h.0.attn.c_attn.weight"));
    const own = gpt2.model.headWeights(0, 2);
    matches(own.query, all.slice(2 * d, 3 * d), exact, "query of gpt2");
    matches(own.value, all.slice(2 * e + 2 * d, 2 * e + 3 * d), exact, "value of gpt2");
    const projection = gpt2.rows("transformer.h.0.attn.c_proj.weight");
    matches(own.output, turned(projection.slice(2 * d, 3 * d)), exact, "output of gpt2");
  });

  await runner.test(
    "models: headWeights() refuses heads that there are not, and what is disposed",
    async () => {
      const { model } = await load("bert");
      throws(() => model.headWeights(2, 0), "range", "layer", /2 layers with 3 heads/);
      throws(() => model.headWeights(0, 3), "range", "head", /no head 3/);
      throws(() => model.headWeights(0, -1), "range", "head");
      throws(() => model.headWeights("0", 0), "type", "layer");
      const { query } = model.headWeights(1, 2);
      model.dispose();
      check(
        query.data.some((number) => number !== 0),
        "the copy is gone",
      );
      throws(() => model.headWeights(0, 0), "disposed", "model");
    },
  );
}

export async function tests(runner, environment) {
  await families(runner, environment);
  await files(runner, environment);
  await heads(runner, environment);
}

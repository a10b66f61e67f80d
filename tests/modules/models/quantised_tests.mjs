// models.mjs with `quantize`: what PyTorch computed from rounded matrices (golden/models/quantised), .gguf files that are
// rounded again, and what is refused.
import { bytesOf, near, refused } from "./support.mjs";
import { check, close, equal, matches, rejected } from "../harness.mjs";

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

export async function tests(runner, environment) {
  await families(runner, environment);
  await files(runner, environment);
}

// models.mjs with `quantize: "int8"`: sums of whole numbers that are equal in every build of the core, and logits near those
// of float32.
import { bytesOf, near, refused } from "./support.mjs";
import { check, close, equal } from "../harness.mjs";

const width = 128;
const vocabulary = 45;
const config = {
  ...{ model_type: "gpt2", vocab_size: vocabulary, n_positions: 8 },
  ...{ n_embd: width, n_layer: 1, n_head: 2, n_inner: width },
};

/** A file of safetensors with float32 numbers. */
function safetensors(tensors) {
  const header = {};
  let bytes = 0;
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    header[name] = { dtype: "F32", shape, data_offsets: [bytes, bytes + 4 * data.length] };
    bytes += 4 * data.length;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const file = new Uint8Array(8 + text.length + bytes);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(text, 8);
  for (const [name, { data }] of Object.entries(tensors))
    file.set(new Uint8Array(Float32Array.from(data).buffer), 8 + text.length + header[name].data_offsets[0]);
  return file;
}

function* whole(seed) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    yield state >>> 8;
  }
}

const factorOf = (row, block) => 2 ** -(7 + ((row + block) % 4));

/** Rows of the tokens' embedding as whole numbers of which each block of 32 has the largest: they are rounded exactly. */
function embedding() {
  const numbers = whole(1);
  return Array.from({ length: vocabulary }, () =>
    Array.from({ length: width }, (_, i) => (i % 32 === 5 ? -127 : (numbers.next().value % 255) - 127)),
  );
}

/** A model whose last norm has weights of 0: what the logits are made of is its bias, exactly. */
function files(rows, bias) {
  const numbers = whole(2);
  const random = (...shape) => {
    const count = shape.reduce((product, length) => product * length, 1);
    return { shape, data: Array.from({ length: count }, () => (numbers.next().value % 201) / 1000 - 0.1) };
  };
  const tensors = { "wpe.weight": random(8, width), "h.0.ln_1.weight": random(width) };
  for (const name of ["ln_1.bias", "ln_2.weight", "ln_2.bias"]) tensors[`h.0.${name}`] = random(width);
  const linear = { "attn.c_attn": 3 * width, "attn.c_proj": width, "mlp.c_fc": width, "mlp.c_proj": width };
  for (const [name, outputs] of Object.entries(linear)) {
    tensors[`h.0.${name}.weight`] = random(width, outputs);
    tensors[`h.0.${name}.bias`] = random(outputs);
  }
  tensors["wte.weight"] = {
    shape: [vocabulary, width],
    data: rows.flatMap((row, n) => row.map((q, i) => q * factorOf(n, i >> 5))),
  };
  tensors["ln_f.weight"] = { shape: [width], data: new Float32Array(width) };
  tensors["ln_f.bias"] = { shape: [width], data: bias };
  return safetensors(tensors);
}

const { fround } = Math;

/** The same in plain loops: exact sums of whole numbers, four of a block, and then float32 in the order that the core says. */
function logitsOf(rows, bias) {
  const blocks = Array.from({ length: width / 32 }, (_, block) => {
    const x = bias.subarray(32 * block, 32 * block + 32);
    const largest = Math.max(...x.map(Math.abs));
    const quotient = fround(127 / largest);
    const q = Array.from(x, (one) => {
      const number = fround(one * quotient);
      return Math.trunc(fround(number + (number < 0 ? -0.5 : 0.5)));
    });
    return { q, factor: fround(largest / 127) };
  });
  return rows.map((row, n) => {
    const sums = [0, 0, 0, 0];
    for (const [block, { q, factor }] of blocks.entries()) {
      const parts = [0, 0, 0, 0];
      for (let i = 0; i < 32; i++) parts[(i % 8) >> 1] += row[32 * block + i] * q[i];
      const both = fround(factorOf(n, block) * factor);
      parts.forEach((part, at) => (sums[at] = fround(sums[at] + fround(part * both))));
    }
    return sums.reduce((sum, one) => fround(sum + one));
  });
}

export async function tests(runner, { loadModel, golden, modelFile, variants, best }) {
  const rows = embedding();
  const bias = Float32Array.from({ length: width }, (_, i) => Math.sin(i * i) * (1 + (i % 11)));
  for (const variant of variants(best))
    await runner.test(
      `models: int8 has the bits of plain loops over whole numbers (${variant})`,
      async () => {
        const model = await loadModel({ config, weights: files(rows, bias), quantize: "int8", variant });
        equal(model.quantized, "int8", "quantized");
        const run = await model.run([3, 1, 4]);
        equal([...run.logitsAt(2)], logitsOf(rows, bias), "logits");
        const rounded = await loadModel({ config, weights: files(rows, bias), quantize: "q8_0", variant });
        const { data } = (await rounded.run([3, 1, 4])).logits;
        check(data[0] !== run.logits.data[0], "with q8_0 what is multiplied was rounded, too");
        close(data, run.logits.data, { relative: 0, absolute: 0.5 }, "q8_0 beside int8"); // of logits up to 60
        rounded.dispose();
        model.dispose();
      },
    );

  await runner.test("models: int8 of the page's small model is near float32's logits", async () => {
    const given = {
      config: new TextDecoder().decode(await modelFile("small/config.json")),
      weights: await modelFile("small/model.safetensors"),
    };
    const [plain, model] = [await loadModel(given), await loadModel({ ...given, quantize: "int8" })];
    const ids = Array.from({ length: 24 }, (_, i) => (i * 37) % plain.config.vocabulary);
    const [wanted, together] = [(await plain.run(ids)).logits.data, (await model.run(ids)).logits.data];
    const run = await model.run([ids[0]]);
    for (const id of ids.slice(1)) await run.append([id]);
    const largest = Math.max(...wanted.map(Math.abs));
    const apart = (logits) => Math.max(...logits.map((logit, i) => Math.abs(logit - wanted[i]))) / largest;
    check(apart(together) < 0.05, `at once ${apart(together)}`);
    check(apart(run.logits.data) < 0.05, `one by one ${apart(run.logits.data)}`);
    check(apart(together) > 1e-4, "nothing was rounded");
  });

  await runner.test(
    "models: a model without whole blocks is the same with int8; other names are refused",
    async () => {
      const of = await golden("models/gpt2"); // rows of 24 and 32 numbers
      const given = { config: of.config, weights: bytesOf(of) };
      const model = await loadModel({ ...given, quantize: "int8" });
      close((await model.run(of.ids)).logits.data, of.logits.flat(), near, "logits");
      for (const quantize of ["int4", "INT8", "i8"])
        await refused(
          loadModel({ ...given, quantize }),
          "range",
          "quantize",
          /one of "q8_0", "q4_0", "int8"/,
        );
    },
  );
}

// What a tensor in a file is taken for: generated lists of names, shapes and numbers, as people save them. Rounds: AE_ROUNDS.
import assert from "node:assert/strict";
import { randomBelow } from "../browser/hostile/random.mjs";
import { pageModule } from "./page-module.mjs";

const { numbersOf, propose } = await pageModule(`export * from "./files/roles";`);

const tensor = (name, shape, data) => ({
  name,
  shape,
  type: "F32",
  read: ({ first = 0, count }) => Promise.resolve({ data: data.subarray(first, first + count) }),
});
const filled = (shape, value) =>
  Float32Array.from({ length: shape.reduce((all, length) => all * length, 1) }, (_, i) =>
    value(i, shape.at(-1)),
  );

// Each kind: how its tensors are called, and their numbers.
const softmaxRows = (below) => (shape) => {
  const data = filled(shape, () => 0.01 + below(100));
  const width = shape.at(-1);
  for (let at = 0; at < data.length; at += width) {
    const row = data.subarray(at, at + width);
    const sum = row.reduce((all, value) => all + value, 0);
    row.forEach((value, i) => (row[i] = value / sum));
  }
  return data;
};
const causal = (forbidden) => (shape) =>
  filled(shape, (i, width) =>
    i % width > Math.floor(i / width) % width ? forbidden : forbidden === 0 ? 1 : 0,
  );
const weightNames = [
  "attn",
  "attention",
  "attentions",
  "attn_weights",
  "attention_probs",
  "weights",
  "alpha",
  "attnWeights",
];
const besideNames = ["mask", "attn_mask", "attention_mask", "attn_bias", "attention.bias", "relative_bias", "attn_buffer", "attention_output", "attn.position", "rope.cos"]; // prettier-ignore

async function proposed(tensors) {
  const numbers = await Promise.all(tensors.map((each) => numbersOf(each)));
  return propose(tensors, numbers);
}

export const tests = {
  "what stands beside the attention is never taken for it, whatever the order, the numbers and the prefix":
    async () => {
      const rounds = Number(process.env.AE_ROUNDS ?? 1000);
      const first = Number(process.env.AE_SEED ?? 1);
      for (let seed = first; seed < first + rounds; seed++) {
        const below = randomBelow(seed);
        const pick = (list) => list[below(list.length)];
        const size = 2 + below(4);
        const shape = pick([[size, size], [2, size, size], [1, 2, size, size]]); // prettier-ignore
        const prefix = pick(["", "model.", "encoder.layer.3.", "run_", "h.0.self."]);
        const layers = 1 + below(12);
        const name = pick(weightNames);
        const wanted = Array.from({ length: layers }, (_, i) => {
          const digits = pick([String(i), String(i).padStart(2, "0")]);
          return layers === 1 ? `${prefix}${name}` : `${prefix}layers.${digits}.${name}`;
        });
        const others = Array.from(
          { length: below(4) },
          (_, i) => `${prefix}${pick(besideNames)}${i > 0 ? i : ""}`,
        );
        const all = [
          ...wanted.map((called) => tensor(called, shape, softmaxRows(below)(shape))),
          ...others.map((called) => {
            const numbers = pick([causal(0), causal(-Infinity), causal(-1e9), (of) => filled(of, () => below(9) - 4), softmaxRows(below)]); // prettier-ignore
            return tensor(called, shape, numbers(shape));
          }),
        ];
        for (let i = all.length - 1; i > 0; i--) {
          const other = below(i + 1);
          [all[i], all[other]] = [all[other], all[i]];
        }
        const roles = await proposed(all);
        for (const [i, { name: called }] of all.entries())
        assert.equal(roles[i], wanted.includes(called) ? "weights" : "none", `seed ${seed}: ${called} among ${all.map((each) => each.name)}`); // prettier-ignore
      }
    },

  "queries and keys are told by whole words, and alone they are not taken for attention": async () => {
    const square = [3, 3];
    const made = (name, shape = square) =>
      tensor(
        name,
        shape,
        filled(shape, (i) => i),
      );
    for (const [q, k, v] of [
      ["q", "k", "v"],
      ["query", "key", "value"],
      ["layers.0.q_heads", "layers.0.k_heads", "layers.0.v_heads"],
      ["queryStates", "keyStates", "valueStates"],
    ]) {
      // prettier-ignore
      assert.deepEqual(await proposed([made(v), made(q), made(k)]), ["value", "query", "key"], q);
      for (const alone of [q, k, v]) assert.deepEqual(await proposed([made(alone)]), ["none"], alone);
    }
    assert.deepEqual(await proposed([made("q_proj.weight"), made("k_proj.weight")]), ["none", "none"]);
    assert.deepEqual(await proposed([made("quick"), made("keyboard")]), ["none", "none"]);
  },

  "a layer whose rows do not add up to 1 is one of its series, and nothing else is": async () => {
    const below = randomBelow(7);
    const halves = (shape) => softmaxRows(below)(shape).map((value) => value / 2);
    const shape = [2, 3, 3];
    assert.deepEqual(
      await proposed([
        tensor("attn0", shape, softmaxRows(below)(shape)),
        tensor("attn1", shape, halves(shape)),
        tensor("attention_before_dropout", shape, halves(shape)),
      ]),
      ["weights", "weights", "none"],
    );
  },
};

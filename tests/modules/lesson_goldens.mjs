// Which tensors of each bundled lesson the golden files know, under which parameters. Lessons use the tutorials' own
// names, so most are found by name.

const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));

export function goldenRuns({ S0, S1, S2 }) {
  const recovered = S2.recovered;
  const wide = S2.d_24_24_28_case;
  return {
    "worked-example": [
      {
        overrides: {},
        wanted: {
          ...S0.inputs,
          ...pick(S0.float32, ["keys", "querys", "values", "attn_scores", "attn_scores_softmax"]),
          attn_scores_scaled: S0.float32.attn_scores.map((row) => row.map((score) => score / Math.sqrt(3))),
          weighted_values: S0.float32.weighted_values_exact_jid,
          outputs: S0.float32.outputs_exact,
        },
      },
      {
        overrides: { parameters: { score: "scaled" } },
        wanted: { attn_scores_softmax: S0.float32.scaled_softmax, outputs: S0.float32.outputs_scaled },
      },
      {
        overrides: { parameters: { softmax: "hand_set" } },
        wanted: {
          attn_scores_softmax: S0.float32.softmax_rounded_by_hand,
          weighted_values: S0.float32.weighted_values_rounded_jid,
          outputs: S0.float32.outputs_rounded,
        },
      },
    ],
    "basic-self-attention": [
      {
        overrides: { parameters: { embedding: "random" } },
        wanted: {
          x: S1.basic.x[0],
          raw_weights: S1.basic.raw_weights[0],
          weights: S1.basic.weights[0],
          y: S1.basic.y[0],
        },
      },
    ],
    sentence: [
      {
        overrides: {},
        wanted: {
          sentence_int: S2.sentence_int,
          embedded_sentence: recovered.embedded_sentence,
          ...pick(recovered, ["W_query", "W_key", "W_value", "queries", "keys", "values", "omega", "scaled", "context"]),
          query_2: recovered.query_i,
          key_2: recovered.key_i,
          value_2: recovered.value_i,
          omega_2: recovered.omega_i,
          attention_weights_2: recovered.alpha_i,
          attention_filter: recovered.alpha,
          context_vector_2: recovered.context_i,
        },
      },
      {
        overrides: { parameters: { sizes: "24" } },
        wanted: pick(wide, ["W_query", "W_key", "W_value"]),
      },
    ],
  };
}

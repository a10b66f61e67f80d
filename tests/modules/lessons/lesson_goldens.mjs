// Which tensors of each bundled lesson are in the golden files, under which parameters. Lessons use the tutorials' own
// names, so most are found by name; the others as "name in the lesson: name in the file".

import { attentionToday, learning, letters, roles, slopes, tasks, why } from "./closed_forms.mjs";

const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));
const renamed = (from, names) =>
  Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [ours, from[theirs]]));
const column = (values) => values.map((value) => [value]);
const transposed = (rows) => rows[0].map((_, i) => rows.map((row) => row[i]));

export function goldenRuns(golden) {
  return {
    ...why(),
    ...roles(),
    ...attentionToday(),
    ...tasks(),
    ...slopes(),
    ...learning(),
    ...letters(),
    ...byHand(golden),
    ...columns(golden),
    ...ladder(golden),
    ...heads(golden),
    tiles: tiles(golden.tiles),
    pictures: pictures(golden.patches),
  };
}

/** The small picture as PyTorch computes it, and two heads of the page's own model with what was measured of all. In the order that
 * changes nothing, the shuffled patches are the others. */
function pictures({ hand, trained }) {
  const { all, shapes, q_far, k_far, a_far, q_near, k_near, a_near } = trained;
  const heads = { q_far, k_far, a_far, q_near, k_near, a_shown: a_far };
  const table = (of, column) =>
    [0, 4, 8].map((layer) => of.slice(layer, layer + 4).map((head) => head[column]));
  const shares = {
    window_share: table(shapes, 0),
    far_share: table(shapes, 1),
    corner_share: table(shapes, 2),
    equal_share: [shapes[12]],
    window_share_all: table(all, 0),
    equal_share_all: [all[12]],
  };
  const at = { image_moved: hand.image, z_bare_moved: hand.z_bare, z_placed_moved: hand.z_placed };
  return [
    { overrides: {}, wanted: { ...hand, ...heads, a_cls: hand.a.slice(0, 1), ...shares } },
    { overrides: { parameters: { order: [0, 1, 2, 3, 4, 5, 6, 7, 8] } }, wanted: at },
    { overrides: { parameters: { head: "fourth" } }, wanted: { a_shown: a_near } },
  ];
}

/** The row and its halves and tiles; each tile as the reader chooses it; tiles of other widths, which change nothing. */
function tiles({ row, tile, drawn, inputs }) {
  return [
    { overrides: {}, wanted: { ...row, ...inputs, ...drawn } },
    ...tile.map((wanted, i) => ({ overrides: { parameters: { tile: i + 1 } }, wanted })),
    ...["4", "8"].map((width) => ({ overrides: { parameters: { width } }, wanted: drawn })),
  ];
}

function byHand({ S0, S1, S2 }) {
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
          ...pick(recovered, [
            "W_query",
            "W_key",
            "W_value",
            "queries",
            "keys",
            "values",
            "omega",
            "scaled",
            "context",
          ]),
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

function columns({ S3 }) {
  const { inputs, W_v_chosen_not_in_seed, float32 } = S3;
  const { A, A_prime, B, Q, K, V } = float32;
  return {
    "column-vectors": [
      {
        overrides: {},
        wanted: {
          a: inputs.a_columns,
          W_q: inputs.W_q,
          W_k: inputs.W_k,
          W_v: W_v_chosen_not_in_seed,
          ...{ Q, K, V, A, A_prime, B },
          q_1: column(S3.printed.q_1),
          alpha_1: column(float32.alpha_1),
          alpha_1_prime: column(float32.alpha_1_prime),
          b_1: column(float32.b_1),
          ...pick(float32, ["A_prime_scaled", "B_scaled"]),
          A_rows: transposed(A),
          A_rows_prime: transposed(A_prime),
          B_rows: transposed(B),
          B_transposed: B,
        },
      },
      {
        overrides: { parameters: { scaled: true } },
        wanted: { A_prime: float32.A_prime_scaled, B: float32.B_scaled },
      },
    ],
  };
}

function ladder({ S4 }) {
  const { versions_1_2, matmul_demo, version_3, Head } = S4;
  return {
    "causal-ladder": [
      {
        overrides: { parameters: { numbers: "tutorial" } },
        wanted: {
          ...pick(versions_1_2, [
            "x",
            "attention1",
            "tril",
            "scores2",
            "attention2",
            "p_attn3",
            "attention3",
          ]),
          scores3: versions_1_2.scores3_masked,
          b_small: matmul_demo.ones33_at_b.b,
          c_small: matmul_demo.ones33_at_b.c,
          b: matmul_demo.tril_at_b.b,
          c: matmul_demo.tril_at_b.c,
          c_mean: matmul_demo.avg_at_b.c,
          x3: version_3.x,
          ...pick(version_3, [
            "key_weight",
            "key_bias",
            "query_weight",
            "query_bias",
            "value_weight",
            "value_bias",
          ]),
          ...pick(version_3, ["k", "q", "v", "matmul_qk", "p_attn", "attention"]),
          scaled: version_3.scores_scaled,
          scores: version_3.scores_masked,
          p_attn_both: version_3.p_attn_bidirectional,
          ...renamed(Head, {
            head_key_weight: "key_weight",
            head_query_weight: "query_weight",
            head_value_weight: "value_weight",
            head_x: "x",
          }),
          ...renamed(Head.three_inputs, { head_xk: "key_in", head_xv: "value_in", head_p_attn: "p_attn" }),
          ...renamed(Head.self_attention, {
            self_key: "key",
            head_query: "query",
            self_value: "value",
            self_qk: "matmul_qk",
            self_scores: "scores_masked",
            self_p_attn: "p_attn",
          }),
          self_attention: Head.dropout_train.attention,
        },
      },
      {
        overrides: { parameters: { numbers: "tutorial", mode: "evaluate" } },
        wanted: {
          self_attention: Head.self_attention.attention,
          head_attention: Head.three_inputs.attention,
        },
      },
      {
        overrides: { parameters: { numbers: "tutorial", causal: false, mode: "evaluate" } },
        wanted: { p_attn: version_3.p_attn_bidirectional, attention: version_3.attention_bidirectional },
      },
    ],
  };
}

function heads({ S1 }) {
  const { narrow_params, narrow, single_head, param_counts } = S1;
  const run = (scale, mask) => {
    const wanted = narrow[`scale_${scale}_mask_${mask}`];
    return {
      ...pick(wanted, [
        "queries",
        "keys",
        "values",
        "queries_folded",
        "keys_folded",
        "values_folded",
        "dot",
        "weights",
        "y",
      ]),
      dot_masked: wanted.dot_scaled_masked,
      out_heads: wanted.head_out_bhts,
      joined: wanted.concat,
    };
  };
  return {
    "multi-head": [
      {
        overrides: {},
        wanted: {
          ...pick(narrow_params, ["x", "tokeys", "toqueries", "tovalues"]),
          unifyheads: narrow_params.unify_weight,
          unifyheads_bias: narrow_params.unify_bias,
          ...run("sqrt_k", 0),
          narrow_count: param_counts.k256_h4_inputs_3k2,
          all_count: param_counts.total,
        },
      },
      { overrides: { parameters: { mask: true } }, wanted: run("sqrt_k", 1) },
      { overrides: { parameters: { scale: "sqrt_s" } }, wanted: run("sqrt_k_over_h", 0) },
      { overrides: { parameters: { scale: "sqrt_s", mask: true } }, wanted: run("sqrt_k_over_h", 1) },
      {
        overrides: {},
        wanted: {
          raw_single: single_head.mask_0.dot_scaled.map((b) =>
            b.map((row) => row.map((s) => s * Math.sqrt(8))),
          ),
        },
      },
    ],
  };
}

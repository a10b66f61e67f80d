// Which tensors of each bundled lesson are in the golden files, under which parameters. Lessons use the tutorials' own
// names, so most are found by name; the others as "name in the lesson: name in the file".

const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));
const renamed = (from, names) =>
  Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [ours, from[theirs]]));
const column = (values) => values.map((value) => [value]);
const transposed = (rows) => rows[0].map((_, i) => rows.map((row) => row[i]));

export function goldenRuns(golden) {
  return {
    ...why(),
    ...tasks(),
    ...slopes(),
    ...learning(),
    ...letters(),
    ...byHand(golden),
    ...columns(golden),
    ...ladder(golden),
    ...heads(golden),
  };
}

// These lessons follow no tutorial: their numbers by the definition of attention, in double precision.
const sum = (values) => values.reduce((a, b) => a + b, 0);
const scores = (queries, keys) => queries.map((q) => keys.map((k) => sum(q.map((value, f) => value * k[f]))));
const softmax = (rows) =>
  rows.map((row) => {
    const powers = row.map(Math.exp);
    return powers.map((power) => power / sum(powers));
  });
const mixed = (weights, values) =>
  weights.map((row) => values[0].map((_, f) => sum(row.map((share, j) => share * values[j][f]))));

function why() {
  const vectors = {
    sang: [0, 0, 3],
    note: [0, 1, 1],
    river: [3, 0, 0],
    bank: [1, 1, 0],
    paid: [0, 3, 0],
    savings: [0, 3, 0],
  };
  const attend = (words) => {
    const x = words.split(" ").map((word) => vectors[word]);
    const products = scores(x, x);
    const shares = softmax(products);
    return { x, products, shares, y: mixed(shares, x) };
  };
  return {
    why: [
      { overrides: {}, wanted: attend("sang note river bank") },
      { overrides: { parameters: { sentence: "b" } }, wanted: attend("paid note savings bank") },
    ],
  };
}

/** The goals as they begin; the fifth also with its causal mask, which blocks all keys after the query. */
function tasks() {
  const square = [[1, 0], [0, 1], [-1, 0], [0, -1]]; // prettier-ignore
  const rows = (row) => [row, row, row, row];
  const attended = (goal, queries, keys, values, change = (row) => row) => {
    const s = scores(queries, keys);
    const a = softmax(s.map(change));
    return { [`s_${goal}`]: s, [`a_${goal}`]: a, ...(values && { [`z_${goal}`]: mixed(a, values) }) };
  };
  const doubled = square.map((row) => row.map((value) => 2 * value));
  const past = (row, i) => row.map((value, j) => (j <= i ? value : -Infinity));
  return {
    tasks: [
      {
        overrides: {},
        wanted: {
          ...attended(1, square, square),
          ...attended(2, rows([0, 0]), square, [[1, 0], [0, 1], [2, 2], [3, -1]]), // prettier-ignore
          ...attended(3, rows([1, 0]), square),
          ...attended(4, [[6, 6], ...square.slice(1)], square),
          ...attended(5, doubled, square),
          ...attended(6, rows([1, 1]), [[1, 0], [0, 2], [1, 1], [2, 0]]), // prettier-ignore
          ...attended(7, rows([0, 0]), square, [[0, 0], [4, 0], [4, 4], [0, 4]]), // prettier-ignore
          ...attended(
            8,
            [[2, 1], [0, 1], [1, 1], [-1, 2]], // prettier-ignore
            [[1, 1], [2, 0], [0, 1], [1, -1]], // prettier-ignore
            undefined,
            (row) => row.map((value) => value / Math.SQRT2),
          ),
        },
      },
      {
        overrides: { parameters: { causal_5: true } },
        wanted: attended(5, doubled, square, undefined, past),
      },
    ],
  };
}

/** The best loss of whoever knows which n letters of ten came before, but not in which order, for n from 1 to 11; and
 * how much an even spread over what the mask leaves puts on the letter before, place by place. */
function learning() {
  const ways = (n, c) => (c === 0 ? 1 : (ways(n, c - 1) * (n - c + 1)) / c);
  const doubt = (n) =>
    Array.from({ length: n }, (_, i) => i + 1).reduce((all, c) => {
      const share = c / n;
      return all - 10 * ways(n, c) * 0.1 ** c * 0.9 ** (n - c) * share * Math.log(share);
    }, 0);
  const places = Array.from({ length: 12 }, (_, i) => i);
  return {
    learning: [
      {
        overrides: {},
        wanted: {
          doubts: places.slice(1).map(doubt),
          even: places.map((t) => places.map((j) => (j <= t ? 1 / (t + 1) : 0))),
          pattern: places.map((t) => places.map((j) => (j === t - 1 ? 1 : 0))),
        },
      },
    ],
  };
}

/** Entropies of a text's letters, of a letter after the one before it, and after the two before it, in nats: counted in
 * the first nine tenths, which the model is trained on. */
function letters() {
  let state = 1;
  const next = (n) => (state = (state * 16807) % 2147483647) % n;
  let text = "";
  while (text.length < 2000) text += ["to be ", "or not ", "by the bend ", "be bold ", "\n"][next(5)];
  const taught = text.slice(0, Math.floor(text.length * 0.9));
  const entropy = (part, n) => {
    const runs = Array.from({ length: part.length - n + 1 }, (_, i) => part.slice(i, i + n));
    const times = new Map();
    for (const run of runs) times.set(run, (times.get(run) ?? 0) + 1);
    const counts = [...times.values()].map((count) => count / runs.length);
    return -sum(counts.map((share) => share * Math.log(share)));
  };
  const after = (n) => entropy(taught, n + 1) - entropy(taught.slice(0, -1), n);
  const wanted = { singles: entropy(taught, 1), pairs: after(1), triples: after(2) };
  return { letters: [{ overrides: { parameters: { text } }, wanted }] };
}

/** The loss of Output 1, its slopes by the rules of each operation, and one step downhill. */
function slopes() {
  const x = [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]]; // prettier-ignore
  const query = [[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]]; // prettier-ignore
  const product = (a, b) => scores(a, transposed(b));
  const keys = product(x, [[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]]); // prettier-ignore
  const values = product(x, [[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]]); // prettier-ignore
  const lossOf = (projection) => {
    const q = product([x[0]], projection);
    const s = scores(q, keys);
    const a = softmax(s);
    const z = mixed(a, values);
    const d = [z[0].map((value, f) => value - [2, 6, 3][f])];
    return { q, s, a, z, d, loss: sum(d[0].map((value) => value * value)) / 2 };
  };
  const { q, s, a, z, d, loss } = lossOf(query);
  const ofWeights = scores(d, values);
  const mean = sum(a[0].map((weight, j) => weight * ofWeights[0][j]));
  const ofScores = [a[0].map((weight, j) => weight * (ofWeights[0][j] - mean))];
  const ofQuery = product(ofScores, keys);
  const ofProjection = product(transposed([x[0]]), ofQuery);
  const downhill = (rate) => query.map((row, e) => row.map((value, f) => value - rate * ofProjection[e][f]));
  return {
    slopes: [
      {
        overrides: {},
        tolerance: { relative: 1e-5, absolute: 1e-5 }, // products of about 5 cancel
        wanted: {
          query_1: q,
          scores_1: s,
          weights_1: a,
          output_1: z,
          loss: [[loss]],
          slope_output: d,
          slope_weights: ofWeights,
          slope_values: product(transposed(a), d),
          slope_scores: ofScores,
          slope_query: ofQuery,
          slope_keys: product(transposed(ofScores), q),
          slope_w_query: ofProjection,
          w_new: downhill(0.05),
          loss_new: [[lossOf(downhill(0.05)).loss]],
        },
      },
    ],
  };
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
        overrides: {},
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
        overrides: { parameters: { mode: "evaluate" } },
        wanted: {
          self_attention: Head.self_attention.attention,
          head_attention: Head.three_inputs.attention,
        },
      },
      {
        overrides: { parameters: { causal: false, mode: "evaluate" } },
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

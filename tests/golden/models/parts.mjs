// Writes parts.json: for each checkpoint beside it the parts of a logit and of a score, in float64, computed a second way.
//
// usage: node tests/golden/models/parts.mjs
//
// The forward passes follow models.py, whose logits they must repeat (checked below). With the divisors of its norms held, a
// model is affine in what each part adds to the stream. So a part's value here is a difference of two whole passes along the
// stream, with the part and without it, where src/models multiplies each part with one direction.
import { readFileSync, writeFileSync } from "node:fs";
import { names as families } from "../../modules/models/names.mjs";

const golden = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8"));

function tensors(base64) {
  const file = Buffer.from(base64, "base64");
  const bytes = Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.subarray(8, 8 + bytes).toString());
  const data = file.subarray(8 + bytes);
  const read = {
    F64: (at) => data.readDoubleLE(at),
    F32: (at) => data.readFloatLE(at),
    F16: (at) => new Float16Array(new Uint16Array([data.readUInt16LE(at)]).buffer)[0],
    BF16: (at) => new Float32Array(new Uint32Array([data.readUInt16LE(at) << 16]).buffer)[0],
  };
  const all = {};
  for (const [
    name,
    {
      dtype,
      shape,
      data_offsets: [from, to],
    },
  ] of Object.entries(header)) {
    if (!read[dtype]) continue;
    const size = { F64: 8, F32: 4 }[dtype] ?? 2;
    const numbers = Array.from({ length: (to - from) / size }, (_, i) => read[dtype](from + i * size));
    all[name.replace(/^(transformer|gpt_neox|model\.decoder)\./, "")] =
      shape.length < 2 ? numbers : rows(numbers, shape.at(-1));
  }
  return all;
}
const rows = (numbers, width) =>
  Array.from({ length: numbers.length / width }, (_, i) => numbers.slice(i * width, (i + 1) * width));

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const plus = (a, b) => a.map((x, i) => x + b[i]);
const minus = (a, b) => a.map((x, i) => x - b[i]);
const sum = (list) => list.reduce((a, b) => a + b, 0);
const zeros = (n) => Array(n).fill(0);

function erf(x) {
  // Its series; enough for |x| < 6.
  let term = x,
    total = x;
  for (let n = 1; n < 200; n++) total += (term *= (-x * x) / n) / (2 * n + 1);
  return Math.abs(x) > 5 ? Math.sign(x) : (2 / Math.sqrt(Math.PI)) * total;
}
const gelu = (x) => (x / 2) * (1 + erf(x / Math.SQRT2));
const geluTanh = (x) => (x / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
const silu = (x) => x / (1 + Math.exp(-x));

// A norm, and the same with the divisor that it has for `of`.
const layerNorm = (weight, bias, epsilon) => (of) => {
  const variance = sum(of.map((x) => (x - sum(of) / of.length) ** 2)) / of.length;
  return (x) =>
    x.map((y, i) => ((y - sum(x) / x.length) / Math.sqrt(variance + epsilon)) * weight[i] + bias[i]);
};
const rmsNorm = (weight, epsilon) => (of) => {
  const squares = sum(of.map((x) => x * x)) / of.length;
  return (x) => x.map((y, i) => (y / Math.sqrt(squares + epsilon)) * weight[i]);
};

/** What differs between the families: x · W for rows x, layers, norms, embeddings. */
function model(name) {
  const { config: c, weights, ids, tokenTypes } = golden(name);
  const w = tensors(weights);
  const inOut = (x, matrix) =>
    matrix[0].map((_, o) => x.reduce((total, y, i) => total + y * matrix[i][o], 0));
  const outIn = (x, matrix) => matrix.map((row) => dot(x, row));
  if (c.model_type === "gpt2") {
    const norm = (n) => layerNorm(w[`${n}.weight`], w[`${n}.bias`], c.layer_norm_epsilon);
    const cut = (matrix, from, to) => matrix.map((row) => row.slice(from, to));
    return {
      name,
      ids,
      width: c.n_embd,
      heads: c.n_head,
      keyHeads: c.n_head,
      head: c.n_embd / c.n_head,
      product: inOut,
      post: false,
      embeddings: (t) => ({ token: w["wte.weight"][ids[t]], position: w["wpe.weight"][t] }),
      layers: Array.from({ length: c.n_layer }, (_, i) => {
        const h = `h.${i}.`,
          qkv = w[`${h}attn.c_attn.weight`],
          bias = w[`${h}attn.c_attn.bias`];
        const part = (n) => ({
          weight: cut(qkv, n * c.n_embd, (n + 1) * c.n_embd),
          bias: bias.slice(n * c.n_embd, (n + 1) * c.n_embd),
        });
        return {
          attentionNorm: norm(`${h}ln_1`),
          innerNorm: norm(`${h}ln_2`),
          query: part(0),
          key: part(1),
          value: part(2),
          output: { weight: w[`${h}attn.c_proj.weight`], bias: w[`${h}attn.c_proj.bias`] },
          up: { weight: w[`${h}mlp.c_fc.weight`], bias: w[`${h}mlp.c_fc.bias`] },
          down: { weight: w[`${h}mlp.c_proj.weight`], bias: w[`${h}mlp.c_proj.bias`] },
          activation: geluTanh,
          scale: 1 / Math.sqrt(c.n_embd / c.n_head) / (c.scale_attn_by_inverse_layer_idx ? i + 1 : 1),
        };
      }),
      inputOf: (matrix, i) => matrix[i],
      finalNorm: norm("ln_f"),
      normBias: true,
      unembed: w["wte.weight"],
      causal: true,
    };
  }
  if (masked[c.model_type]) return maskedModel(name, c, w, ids, tokenTypes, masked[c.model_type]);
  const linear = (n) => ({ weight: w[`${n}.weight`], bias: w[`${n}.bias`] });
  const outInInput = (matrix, i) => matrix.map((row) => row[i]);
  if (c.model_type === "opt" || c.model_type === "gpt_neox") {
    const neox = c.model_type === "gpt_neox";
    const width = c.hidden_size,
      count = c.num_attention_heads,
      head = width / count;
    const norm = (n) => layerNorm(w[`${n}.weight`], w[`${n}.bias`], c.layer_norm_eps ?? 1e-5);
    // Queries, keys and values of one matrix, head by head.
    const third = (list, n) =>
      Array.from({ length: count }, (_, h) => list.slice((3 * h + n) * head, (3 * h + n + 1) * head)).flat();
    const part = (n, which) => ({
      weight: third(w[`${n}.weight`], which),
      bias: third(w[`${n}.bias`], which),
    });
    const names = neox
      ? [
          "input_layernorm",
          "post_attention_layernorm",
          "attention.dense",
          "mlp.dense_h_to_4h",
          "mlp.dense_4h_to_h",
        ]
      : ["self_attn_layer_norm", "final_layer_norm", "self_attn.out_proj", "fc1", "fc2"];
    const turned = neox ? Math.trunc(head * c.rotary_pct) : 0;
    return {
      name,
      ids,
      width,
      heads: count,
      keyHeads: count,
      head,
      product: outIn,
      post: false,
      normBias: true,
      causal: true,
      parallel: neox && c.use_parallel_residual,
      frequencies: neox
        ? Array.from({ length: turned / 2 }, (_, i) => 1 / c.rotary_emb_base ** ((2 * i) / turned))
        : undefined,
      embeddings: (t) =>
        neox
          ? { token: w["embed_in.weight"][ids[t]] }
          : { token: w["embed_tokens.weight"][ids[t]], position: w["embed_positions.weight"][t + 2] },
      layers: Array.from({ length: c.num_hidden_layers }, (_, i) => {
        const [first, second, output, up, down] = names.map((n) => `layers.${i}.${n}`);
        const qkv = `layers.${i}.attention.query_key_value`,
          self = `layers.${i}.self_attn.`;
        return {
          attentionNorm: norm(first),
          innerNorm: norm(second),
          query: neox ? part(qkv, 0) : linear(`${self}q_proj`),
          key: neox ? part(qkv, 1) : linear(`${self}k_proj`),
          value: neox ? part(qkv, 2) : linear(`${self}v_proj`),
          output: linear(output),
          up: linear(up),
          down: linear(down),
          activation: neox ? gelu : (x) => Math.max(x, 0),
          scale: 1 / Math.sqrt(head),
        };
      }),
      inputOf: outInInput,
      finalNorm: norm("final_layer_norm"),
      unembed: w[neox ? "embed_out.weight" : "embed_tokens.weight"],
    };
  }
  const head = c.head_dim ?? c.hidden_size / c.num_attention_heads;
  // Gemma's norms count their weights from 1; from the second on there is a norm behind each half, and layers differ.
  const gemma = c.model_type.startsWith("gemma"),
    sandwich = gemma && c.model_type !== "gemma";
  const norm = (n) => {
    const weight = w[`${n}.weight`];
    return rmsNorm(gemma ? weight.map((one) => one + 1) : weight, c.rms_norm_eps);
  };
  const slides = (i) => sandwich && (i + 1) % (c.sliding_window_pattern ?? 2) !== 0;
  const longer = lengthening(c);
  const embedding = gemma ? Math.sqrt(c.hidden_size) : 1;
  return {
    name,
    ids,
    width: c.hidden_size,
    heads: c.num_attention_heads,
    keyHeads: c.num_key_value_heads,
    head,
    product: outIn,
    post: false,
    causal: true,
    window: !gemma && c.sliding_window && c.use_sliding_window !== false ? c.sliding_window : 0,
    scoreCap: c.attn_logit_softcapping,
    logitCap: c.final_logit_softcapping,
    embeddings: (t) => ({ token: w["model.embed_tokens.weight"][ids[t]].map((one) => one * embedding) }),
    frequencies: frequencies(c, head, ids.length),
    layers: Array.from({ length: c.num_hidden_layers }, (_, i) => {
      const h = `model.layers.${i}.`;
      return {
        attentionNorm: norm(`${h}input_layernorm`),
        innerNorm: norm(`${h}${sandwich ? "pre_feedforward" : "post_attention"}_layernorm`),
        attentionAfter: sandwich && norm(`${h}post_attention_layernorm`),
        innerAfter: sandwich && norm(`${h}post_feedforward_layernorm`),
        window: slides(i) ? c.sliding_window : 0,
        frequencies:
          slides(i) && c.rope_local_base_freq
            ? frequencies({ rope_theta: c.rope_local_base_freq }, head)
            : undefined,
        query: linear(`${h}self_attn.q_proj`),
        key: linear(`${h}self_attn.k_proj`),
        value: linear(`${h}self_attn.v_proj`),
        output: linear(`${h}self_attn.o_proj`),
        up: linear(`${h}mlp.up_proj`),
        gate: linear(`${h}mlp.gate_proj`),
        down: linear(`${h}mlp.down_proj`),
        queryNorm: w[`${h}self_attn.q_norm.weight`] && norm(`${h}self_attn.q_norm`),
        keyNorm: w[`${h}self_attn.k_norm.weight`] && norm(`${h}self_attn.k_norm`),
        activation: gemma ? geluTanh : silu,
        // YaRN makes queries and keys longer; their product by the square of that.
        scale: longer ** 2 / Math.sqrt(sandwich ? c.query_pre_attn_scalar : head),
      };
    }),
    inputOf: outInInput,
    finalNorm: norm("model.norm"),
    unembed: c.tie_word_embeddings || gemma ? w["model.embed_tokens.weight"] : w["lm_head.weight"],
  };
}

// The names of models whose tokens look both ways, and where their positions begin.
const masked = {
  bert: {
    prefix: "bert.",
    layer: "encoder.layer.",
    projections: ["query", "key", "value"].map((one) => `attention.self.${one}`),
    rest: ["attention.output.dense", "intermediate.dense", "output.dense"],
    norms: ["attention.output.LayerNorm", "output.LayerNorm"],
    transform: [
      "cls.predictions.transform.dense",
      "cls.predictions.transform.LayerNorm",
      "cls.predictions.bias",
    ],
  },
  distilbert: {
    prefix: "distilbert.",
    layer: "transformer.layer.",
    projections: ["q", "k", "v"].map((one) => `attention.${one}_lin`),
    rest: ["attention.out_lin", "ffn.lin1", "ffn.lin2"],
    norms: ["sa_layer_norm", "output_layer_norm"],
    transform: ["vocab_transform", "vocab_layer_norm", "vocab_projector.bias"],
  },
};
masked["xlm-roberta"] = masked.roberta = {
  ...masked.bert,
  prefix: "roberta.",
  transform: ["lm_head.dense", "lm_head.layer_norm", "lm_head.bias"],
};

function maskedModel(name, c, w, ids, tokenTypes, names) {
  const epsilon = c.layer_norm_eps ?? 1e-12,
    width = c.hidden_size ?? c.dim,
    heads = c.num_attention_heads ?? c.n_heads;
  const norm = (n) => layerNorm(w[`${n}.weight`], w[`${n}.bias`], epsilon);
  const linear = (n) => ({ weight: w[`${n}.weight`], bias: w[`${n}.bias`] });
  const e = `${names.prefix}embeddings.`,
    pad = name.endsWith("roberta") ? c.pad_token_id : -1;
  const counted = (t) => ids.slice(0, t + 1).filter((id) => id !== pad).length;
  const row = (t) => (pad < 0 ? t : ids[t] === pad ? pad : pad + counted(t));
  const [dense, transformNorm, bias] = names.transform;
  return {
    name,
    ids,
    width,
    heads,
    keyHeads: heads,
    head: width / heads,
    product: (x, matrix) => matrix.map((one) => dot(x, one)),
    post: true,
    causal: false,
    embeddings: (t) => ({
      token: w[`${e}word_embeddings.weight`][ids[t]],
      position: w[`${e}position_embeddings.weight`][row(t)],
      ...(tokenTypes && { token_type: w[`${e}token_type_embeddings.weight`][tokenTypes[t]] }),
    }),
    embeddingNorm: norm(`${e}LayerNorm`),
    layers: Array.from({ length: c.num_hidden_layers ?? c.n_layers }, (_, i) => {
      const h = `${names.prefix}${names.layer}${i}.`;
      const [query, key, value] = names.projections.map((one) => linear(h + one));
      const [output, up, down] = names.rest.map((one) => linear(h + one));
      const [attentionNorm, innerNorm] = names.norms.map((one) => norm(h + one));
      const scale = 1 / Math.sqrt(width / heads);
      return { attentionNorm, innerNorm, query, key, value, output, up, down, activation: gelu, scale };
    }),
    inputOf: (matrix, i) => matrix.map((one) => one[i]),
    transform: { ...linear(dense), norm: norm(transformNorm), activation: gelu },
    unembed: w[`${e}word_embeddings.weight`],
    unembedBias: w[bias],
  };
}

/** What queries and keys are multiplied by where positions were scaled. */
function lengthening(c) {
  const kind = c.rope_scaling?.rope_type,
    first = c.original_max_position_embeddings;
  if (kind === "yarn") return 0.1 * Math.log(c.rope_scaling.factor) + 1;
  return kind === "longrope"
    ? Math.sqrt(1 + Math.log(c.max_position_embeddings / first) / Math.log(first))
    : 1;
}

function frequencies(c, head, tokens) {
  const inverse = Array.from({ length: head / 2 }, (_, i) => 1 / c.rope_theta ** ((2 * i) / head));
  const s = c.rope_scaling;
  if (!s) return inverse;
  if (s.rope_type === "longrope") {
    const factors = tokens > c.original_max_position_embeddings ? s.long_factor : s.short_factor;
    return inverse.map((f, i) => f / factors[i]);
  }
  if (s.rope_type === "yarn") {
    const pair = (turns) =>
      (head * Math.log(s.original_max_position_embeddings / (turns * 2 * Math.PI))) /
      (2 * Math.log(c.rope_theta));
    const low = Math.max(Math.floor(pair(s.beta_fast)), 0),
      high = Math.min(Math.ceil(pair(s.beta_slow)), head - 1);
    return inverse.map((f, i) => {
      const slowed = Math.min(Math.max((i - low) / (high - low), 0), 1);
      return f * (1 - slowed) + (f / s.factor) * slowed;
    });
  }
  return inverse.map((f) => {
    const wavelength = (2 * Math.PI) / f,
      original = s.original_max_position_embeddings;
    if (wavelength > original / s.low_freq_factor) return f / s.factor;
    if (wavelength < original / s.high_freq_factor) return f;
    const smooth = (original / wavelength - s.low_freq_factor) / (s.high_freq_factor - s.low_freq_factor);
    return ((1 - smooth) * f) / s.factor + smooth * f;
  });
}

const rotate = (x, t, f) =>
  f
    ? x.map((y, i) => {
        const half = f.length;
        if (i >= 2 * half) return y;
        const angle = t * f[i % half],
          other = i < half ? -x[i + half] : x[i - half];
        return y * Math.cos(angle) + other * Math.sin(angle);
      })
    : x;
const slice = (x, head, width) => x.slice(head * width, (head + 1) * width);

// A query or key of a head, with the head's norm where there is one.
const ofHead = (x, head, width, norm) => {
  const own = slice(x, head, width);
  return norm ? norm(own)(own) : own;
};

const capped = (x, cap) => (cap ? cap * Math.tanh(x / cap) : x);

/** A whole pass; of each layer and token what its parts add. */
function forward(m) {
  const T = m.ids.length,
    shared = m.heads / m.keyHeads;
  const linear = (x, { weight, bias }) => (bias ? plus(m.product(x, weight), bias) : m.product(x, weight));
  const streams = [m.ids.map((_, t) => Object.values(m.embeddings(t)).reduce(plus))];
  const summed = streams[0];
  if (m.post) streams[0] = summed.map((x) => m.embeddingNorm(x)(x));
  const layers = m.layers.map((l, i) => {
    const x = streams[i],
      normed = m.post ? x : x.map((row) => l.attentionNorm(row)(row));
    const q = normed.map((row) => linear(row, l.query)),
      k = normed.map((row) => linear(row, l.key)),
      v = normed.map((row) => linear(row, l.value));
    const scores = Array.from({ length: m.heads }, (_, h) =>
      x.map((_, t) =>
        x.map((_, j) => {
          const window = l.window || m.window;
          if ((m.causal && j > t) || (window && j <= t - window)) return -Infinity;
          const query = ofHead(q[t], h, m.head, l.queryNorm);
          const key = ofHead(k[j], Math.floor(h / shared), m.head, l.keyNorm);
          const f = l.frequencies ?? m.frequencies;
          return capped(l.scale * dot(rotate(query, t, f), rotate(key, j, f)), m.scoreCap);
        }),
      ),
    );
    const weights = scores.map((head) =>
      head.map((row) => {
        const most = Math.max(...row),
          powers = row.map((s) => Math.exp(s - most));
        return powers.map((p) => p / sum(powers));
      }),
    );
    // (H, T, T): what head h gives to token t from token j, after the output projection.
    let given = weights.map((head, h) =>
      head.map((row) =>
        row.map((a, j) => {
          const padded = zeros(m.heads * m.head);
          slice(v[j], Math.floor(h / shared), m.head).forEach((y, d) => (padded[h * m.head + d] = a * y));
          return m.product(padded, l.output.weight);
        }),
      ),
    );
    if (l.attentionAfter) {
      const sums = x.map((_, t) => given.map((head) => head[t].reduce(plus)).reduce(plus));
      given = given.map((head) => head.map((row, t) => row.map(l.attentionAfter(sums[t]))));
    }
    const heads = given.map((head) => head.map((row) => row.reduce(plus)));
    const attended = x.map((row, t) =>
      plus(
        heads.reduce((all, head) => plus(all, head[t]), row),
        l.output.bias ?? zeros(m.width),
      ),
    );
    const middle = m.post ? attended.map((row) => l.attentionNorm(row)(row)) : attended;
    const neurons = (m.parallel ? x : middle).map((row) => {
      const inside = m.post ? row : l.innerNorm(row)(row),
        up = linear(inside, l.up);
      return l.gate ? linear(inside, l.gate).map((g, n) => l.activation(g) * up[n]) : up.map(l.activation);
    });
    // Of an inner layer or of its neurons: through the norm behind it, whose divisor is that of the whole.
    const behind = neurons.map((row) => (l.innerAfter ? l.innerAfter(linear(row, l.down)) : (part) => part));
    const inner = neurons.map((row, t) => behind[t](linear(row, l.down)));
    const after = middle.map((row, t) => plus(row, inner[t]));
    streams.push(m.post ? after.map((row) => l.innerNorm(row)(row)) : after);
    return { normed, scores, given, heads, attended, middle, neurons, behind, inner, after };
  });
  return { summed, streams, layers };
}

/** The number asked for, along the stream of token t from a place on, with every divisor held: an affine map. */
function along(m, pass, t, { id, against, upTo }) {
  const last = pass.streams[upTo][t];
  // A cap is held as the factor by which it makes a logit smaller.
  const held = (word) => {
    if (!m.logitCap) return 1;
    const raw = dot(m.finalNorm(last)(last), m.unembed[word]);
    return capped(raw, m.logitCap) / raw;
  };
  const logit = (x) =>
    held(id) * dot(x, m.unembed[id]) -
    held(against) * dot(x, m.unembed[against]) +
    (m.unembedBias ? m.unembedBias[id] - m.unembedBias[against] : 0);
  const end = (x) => {
    if (!m.post) return logit(m.finalNorm(last)(x));
    const z = plus(m.product(last, m.transform.weight), m.transform.bias),
      active = z.map(m.transform.activation);
    const now = plus(m.product(x, m.transform.weight), m.transform.bias);
    return logit(m.transform.norm(active)(now.map((y, i) => y * (active[i] / z[i]))));
  };
  // x at the stream before layer `layer`, or between its halves, or before one of the norms after them.
  const from = (x, layer, place) => {
    for (let i = layer; i < upTo; i++, place = "stream") {
      const l = m.layers[i],
        p = pass.layers[i];
      if (place === "stream") x = plus(x, minus(p.attended[t], pass.streams[i][t]));
      if (place === "stream" || place === "attended") x = m.post ? l.attentionNorm(p.attended[t])(x) : x;
      if (place !== "after") x = plus(x, p.inner[t]);
      if (m.post) x = l.innerNorm(p.after[t])(x);
    }
    return end(x);
  };
  return { from, end };
}

/** [kind, layer, head, value] of each part, in the order in which they are written. */
function parts(m, pass, t, asked) {
  const { from, end } = along(m, pass, t, asked);
  const found = [];
  const value = (kind, layer, head, whole, part, at) =>
    found.push([kind, layer, head, at(whole) - at(minus(whole, part))]);
  const embed = m.post
    ? (x) => from(m.embeddingNorm(pass.summed[t])(x), 0, "stream")
    : (x) => from(x, 0, "stream");
  for (const [kind, part] of Object.entries(m.embeddings(t))) value(kind, 0, 0, pass.summed[t], part, embed);
  const bias = (kind, layer, norm, of, at) =>
    m.post && value(kind, layer, 0, norm(of)(of), norm(of)(zeros(m.width)), at);
  if (m.post) bias("embedding_norm_bias", 0, m.embeddingNorm, pass.summed[t], (x) => from(x, 0, "stream"));
  for (let i = 0; i < asked.upTo; i++) {
    const p = pass.layers[i],
      l = m.layers[i];
    p.heads.forEach((head, h) => value("head", i, h, p.attended[t], head[t], (x) => from(x, i, "attended")));
    if (l.output.bias)
      value("attention_bias", i, 0, p.attended[t], l.output.bias, (x) => from(x, i, "attended"));
    bias("attention_norm_bias", i, l.attentionNorm, p.attended[t], (x) => from(x, i, "middle"));
    value("inner", i, 0, p.after[t], p.inner[t], (x) => from(x, i, "after"));
    bias("inner_norm_bias", i, l.innerNorm, p.after[t], (x) => from(x, i + 1, "stream"));
  }
  const last = pass.streams[asked.upTo][t],
    all = end(last);
  if (!m.post && m.normBias) found.push(["final_norm_bias", 0, 0, end(zeros(m.width))]);
  if (m.post) {
    const words = m.unembedBias[asked.id] - m.unembedBias[asked.against],
      constant = end(zeros(m.width));
    // Without the transform's bias only that of its norm is left.
    const mended = { ...m, transform: { ...m.transform, bias: zeros(m.width) } };
    const z = plus(m.product(last, m.transform.weight), m.transform.bias),
      active = z.map(m.transform.activation);
    const norm = mended.transform.norm(active)(zeros(m.width));
    const ofNorm = dot(norm, m.unembed[asked.id]) - dot(norm, m.unembed[asked.against]);
    found.push(
      ["transform_norm_bias", 0, 0, ofNorm],
      ["transform_bias", 0, 0, constant - ofNorm - words],
      ["logit_bias", 0, 0, words],
    );
  }
  return { found, logit: all };
}

/** (query parts, key parts) of a score: again by leaving parts out. */
function score(m, pass, layer, head, query, key) {
  const l = m.layers[layer],
    keyHead = Math.floor(head / (m.heads / m.keyHeads));
  const side = (t, linear, of, headNorm) => {
    const x = pass.streams[layer][t];
    const named = [];
    // Vectors of the parts of the stream: what is missing from it without each.
    let pending = Object.entries(m.embeddings(t)).map(([kind, part]) => [kind, 0, 0, part]);
    const through = (norm, at) =>
      (pending = pending.map(([kind, i, h, part]) => [
        kind,
        i,
        h,
        minus(norm(at)(at), norm(at)(minus(at, part))),
      ]));
    if (m.post)
      (through(m.embeddingNorm, pass.summed[t]),
        pending.push(["embedding_norm_bias", 0, 0, m.embeddingNorm(pass.summed[t])(zeros(m.width))]));
    for (let i = 0; i < layer; i++) {
      const p = pass.layers[i],
        one = m.layers[i];
      p.heads.forEach((each, h) => pending.push(["head", i, h, each[t]]));
      if (one.output.bias) pending.push(["attention_bias", i, 0, one.output.bias]);
      if (m.post)
        (through(one.attentionNorm, p.attended[t]),
          pending.push(["attention_norm_bias", i, 0, one.attentionNorm(p.attended[t])(zeros(m.width))]));
      pending.push(["inner", i, 0, p.inner[t]]);
      if (m.post)
        (through(one.innerNorm, p.after[t]),
          pending.push(["inner_norm_bias", i, 0, one.innerNorm(p.after[t])(zeros(m.width))]));
    }
    if (!m.post) through(l.attentionNorm, x);
    if (!m.post && m.normBias)
      pending.push(["attention_norm_bias", layer, 0, l.attentionNorm(x)(zeros(m.width))]);
    for (const [kind, i, h, part] of pending)
      named.push([kind, i, h, slice(m.product(part, linear.weight), of, m.head)]);
    if (linear.bias) named.push(["projection_bias", layer, 0, slice(linear.bias, of, m.head)]);
    const held = headNorm ? headNorm(named.map((one) => one[3]).reduce(plus)) : (part) => part;
    const f = l.frequencies ?? m.frequencies;
    return named.map(([kind, i, h, part]) => [kind, i, h, rotate(held(part), t, f)]);
  };
  const queries = side(query, l.query, head, l.queryNorm),
    keys = side(key, l.key, keyHead, l.keyNorm);
  const raw = l.scale * dot(queries.map((q) => q[3]).reduce(plus), keys.map((k) => k[3]).reduce(plus));
  const scale = l.scale * (capped(raw, m.scoreCap) / raw);
  return {
    layer,
    head,
    query,
    key,
    score: pass.layers[layer].scores[head][query][key],
    queryParts: queries.map((one) => one.slice(0, 3)),
    keyParts: keys.map((one) => one.slice(0, 3)),
    values: queries.map((q) => keys.map((k) => scale * dot(q[3], k[3]))),
  };
}

/** What measures.hpp names, (H, 7) for each layer: sums over the rows from the second on, and how many rows there are. */
function measures(m, pass) {
  const T = m.ids.length,
    length = (x) => Math.sqrt(dot(x, x));
  return pass.layers.map((p, layer) =>
    p.scores.map((head, h) => {
      const sums = Array(7).fill(0),
        rows = Array(7).fill(0);
      const add = (which, value) => ((sums[which] += value), rows[which]++);
      for (let i = 1; i < T; i++) {
        const most = Math.max(...head[i]),
          powers = head[i].map((s) => Math.exp(s - most));
        const a = powers.map((power) => power / sum(powers));
        const sees = (j) => j < T && head[i][j] > -Infinity;
        const again = m.ids.flatMap((id, j) => (j !== i && id === m.ids[i] ? [j] : []));
        const same = again.filter(sees),
          followed = again.map((j) => j + 1).filter((j) => j !== i && sees(j));
        add(0, a[0]);
        add(1, a[i - 1]);
        if (same.length > 0) add(2, sum(same.map((j) => a[j])));
        if (followed.length > 0) add(3, sum(followed.map((j) => a[j])));
        add(4, sum(a.map((weight, j) => weight * Math.abs(i - j))));
        add(5, -sum(a.map((weight) => (weight > 0 ? weight * Math.log2(weight) : 0))));
        add(6, length(p.heads[h][i]) / length(pass.streams[layer][i]));
      }
      return { sums, rows };
    }),
  );
}

const written = (x) =>
  Array.isArray(x)
    ? x.map(written)
    : typeof x === "number" && !Number.isInteger(x)
      ? Number(x.toPrecision(7))
      : x !== null && typeof x === "object"
        ? Object.fromEntries(Object.entries(x).map(([key, value]) => [key, written(value)]))
        : x;
const close = (a, b, what) => {
  if (Math.abs(a - b) > 1e-5 * Math.max(1, Math.abs(b))) throw new Error(`${what}: ${a} is not ${b}`);
};

const all = {};
for (const name of families) {
  const m = model(name),
    pass = forward(m),
    T = m.ids.length,
    layers = m.layers.length,
    wanted = golden(name).logits;
  const t = m.post ? 4 : T - 1,
    id = 5,
    against = 11;
  const asked = { id, against, upTo: layers };
  const { found, logit } = parts(m, pass, t, asked);
  close(logit, wanted[t][id] - wanted[t][against], `${name}'s logits are PyTorch's`);
  close(sum(found.map((one) => one[3])), logit, `${name}'s parts add up`);
  const layer = layers - 2,
    head = m.heads - 1;
  const { from } = along(m, pass, t, asked);
  const p = pass.layers[layer];
  const byToken = p.given[head][t].map(
    (part) => from(p.attended[t], layer, "attended") - from(minus(p.attended[t], part), layer, "attended"),
  );
  const byNeuron = p.neurons[t].map((n, i) => {
    const part = p.behind[t](m.inputOf(m.layers[layer].down.weight, i).map((y) => y * n));
    return from(p.after[t], layer, "after") - from(minus(p.after[t], part), layer, "after");
  });
  const early = parts(m, pass, t, { ...asked, upTo: 1 });
  const why = score(
    m,
    pass,
    layers - 1,
    head,
    t,
    3 < t - (m.layers.at(-1).window || m.window || T) + 1 ? t - 1 : 3,
  );
  close(sum(why.values.flat()), why.score, `${name}'s score adds up`);
  all[name] = {
    position: t,
    id,
    against,
    logit: written(logit),
    parts: written(found),
    layer,
    head,
    byToken: written(byToken),
    byNeuron: written(byNeuron),
    neurons: written(p.neurons[t]),
    early: { layers: 1, logit: written(early.logit), parts: written(early.found) },
    why: { ...why, score: written(why.score), values: written(why.values) },
    measures: written(measures(m, pass)),
  };
}
writeFileSync(
  new URL("parts.json", import.meta.url),
  JSON.stringify(all, null, 1).replace(/\n\s+(?=[-\d"\]])/g, " ") + "\n",
);

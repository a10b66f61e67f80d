// Writes parts.json: for each checkpoint beside it the parts of a logit and of a score, in float64, computed a second way.
//
// usage: node tests/golden/models/parts.mjs
//
// The forward passes follow models.py, whose logits they must repeat (checked below). With the divisors of its norms held, a
// model is affine in what each part adds to the stream. So a part's value here is a difference of two whole passes along the
// stream, with the part and without it, where src/models multiplies each part with one direction.
import { readFileSync, writeFileSync } from "node:fs";

const families = ["gpt2", "gpt2-bfloat16", "llama", "qwen2", "mistral", "bert"];
const golden = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8"));

function tensors(base64) {
  const file = Buffer.from(base64, "base64");
  const bytes = Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.subarray(8, 8 + bytes).toString());
  const data = file.subarray(8 + bytes);
  const read = {
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
    const size = dtype === "F32" ? 4 : 2;
    const numbers = Array.from({ length: (to - from) / size }, (_, i) => read[dtype](from + i * size));
    all[name.replace(/^transformer\./, "")] = shape.length < 2 ? numbers : rows(numbers, shape.at(-1));
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
      unembed: w["wte.weight"],
      causal: true,
    };
  }
  if (c.model_type === "bert") {
    const norm = (n) => layerNorm(w[`${n}.LayerNorm.weight`], w[`${n}.LayerNorm.bias`], c.layer_norm_eps);
    const linear = (n) => ({ weight: w[`${n}.weight`], bias: w[`${n}.bias`] });
    const e = "bert.embeddings.";
    return {
      name,
      ids,
      width: c.hidden_size,
      heads: c.num_attention_heads,
      keyHeads: c.num_attention_heads,
      head: c.hidden_size / c.num_attention_heads,
      product: outIn,
      post: true,
      causal: false,
      embeddings: (t) => ({
        token: w[`${e}word_embeddings.weight`][ids[t]],
        position: w[`${e}position_embeddings.weight`][t],
        token_type: w[`${e}token_type_embeddings.weight`][tokenTypes[t]],
      }),
      embeddingNorm: norm("bert.embeddings"),
      layers: Array.from({ length: c.num_hidden_layers }, (_, i) => {
        const h = `bert.encoder.layer.${i}.`;
        return {
          attentionNorm: norm(`${h}attention.output`),
          innerNorm: norm(`${h}output`),
          query: linear(`${h}attention.self.query`),
          key: linear(`${h}attention.self.key`),
          value: linear(`${h}attention.self.value`),
          output: linear(`${h}attention.output.dense`),
          up: linear(`${h}intermediate.dense`),
          down: linear(`${h}output.dense`),
          activation: gelu,
          scale: 1 / Math.sqrt(c.hidden_size / c.num_attention_heads),
        };
      }),
      inputOf: (matrix, i) => matrix.map((row) => row[i]),
      transform: {
        ...linear("cls.predictions.transform.dense"),
        norm: norm("cls.predictions.transform"),
        activation: gelu,
      },
      unembed: w[`${e}word_embeddings.weight`],
      unembedBias: w["cls.predictions.bias"],
    };
  }
  const head = c.head_dim ?? c.hidden_size / c.num_attention_heads;
  const norm = (n) => rmsNorm(w[`${n}.weight`], c.rms_norm_eps);
  const linear = (n) => ({ weight: w[`${n}.weight`], bias: w[`${n}.bias`] });
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
    window: c.sliding_window && c.use_sliding_window !== false ? c.sliding_window : 0,
    embeddings: (t) => ({ token: w["model.embed_tokens.weight"][ids[t]] }),
    frequencies: frequencies(c, head),
    layers: Array.from({ length: c.num_hidden_layers }, (_, i) => {
      const h = `model.layers.${i}.`;
      return {
        attentionNorm: norm(`${h}input_layernorm`),
        innerNorm: norm(`${h}post_attention_layernorm`),
        query: linear(`${h}self_attn.q_proj`),
        key: linear(`${h}self_attn.k_proj`),
        value: linear(`${h}self_attn.v_proj`),
        output: linear(`${h}self_attn.o_proj`),
        up: linear(`${h}mlp.up_proj`),
        gate: linear(`${h}mlp.gate_proj`),
        down: linear(`${h}mlp.down_proj`),
        activation: silu,
        scale: 1 / Math.sqrt(head),
      };
    }),
    inputOf: (matrix, i) => matrix.map((row) => row[i]),
    finalNorm: norm("model.norm"),
    unembed: c.tie_word_embeddings ? w["model.embed_tokens.weight"] : w["lm_head.weight"],
  };
}

function frequencies(c, head) {
  const inverse = Array.from({ length: head / 2 }, (_, i) => 1 / c.rope_theta ** ((2 * i) / head));
  const s = c.rope_scaling;
  if (!s) return inverse;
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
        const half = f.length,
          angle = t * f[i % half],
          other = i < half ? -x[i + half] : x[i - half];
        return y * Math.cos(angle) + other * Math.sin(angle);
      })
    : x;
const slice = (x, head, width) => x.slice(head * width, (head + 1) * width);

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
          if ((m.causal && j > t) || (m.window && j <= t - m.window)) return -Infinity;
          const query = rotate(slice(q[t], h, m.head), t, m.frequencies);
          return l.scale * dot(query, rotate(slice(k[j], Math.floor(h / shared), m.head), j, m.frequencies));
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
    const given = weights.map((head, h) =>
      head.map((row) =>
        row.map((a, j) => {
          const padded = zeros(m.heads * m.head);
          slice(v[j], Math.floor(h / shared), m.head).forEach((y, d) => (padded[h * m.head + d] = a * y));
          return m.product(padded, l.output.weight);
        }),
      ),
    );
    const heads = given.map((head) => head.map((row) => row.reduce(plus)));
    const attended = x.map((row, t) =>
      plus(
        heads.reduce((all, head) => plus(all, head[t]), row),
        l.output.bias ?? zeros(m.width),
      ),
    );
    const middle = m.post ? attended.map((row) => l.attentionNorm(row)(row)) : attended;
    const neurons = middle.map((row) => {
      const inside = m.post ? row : l.innerNorm(row)(row),
        up = linear(inside, l.up);
      return l.gate ? linear(inside, l.gate).map((g, n) => l.activation(g) * up[n]) : up.map(l.activation);
    });
    const inner = neurons.map((row) => linear(row, l.down));
    const after = middle.map((row, t) => plus(row, inner[t]));
    streams.push(m.post ? after.map((row) => l.innerNorm(row)(row)) : after);
    return { normed, scores, given, heads, attended, middle, neurons, inner, after };
  });
  return { summed, streams, layers };
}

/** The number asked for, along the stream of token t from a place on, with every divisor held: an affine map. */
function along(m, pass, t, { id, against, upTo }) {
  const logit = (x) =>
    dot(x, m.unembed[id]) -
    dot(x, m.unembed[against]) +
    (m.unembedBias ? m.unembedBias[id] - m.unembedBias[against] : 0);
  const last = pass.streams[upTo][t];
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
  if (!m.post && m.name.startsWith("gpt2")) found.push(["final_norm_bias", 0, 0, end(zeros(m.width))]);
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
  const side = (t, linear, of) => {
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
    if (!m.post && m.name.startsWith("gpt2"))
      pending.push(["attention_norm_bias", layer, 0, l.attentionNorm(x)(zeros(m.width))]);
    for (const [kind, i, h, part] of pending)
      named.push([kind, i, h, rotate(slice(m.product(part, linear.weight), of, m.head), t, m.frequencies)]);
    if (linear.bias)
      named.push(["projection_bias", layer, 0, rotate(slice(linear.bias, of, m.head), t, m.frequencies)]);
    return named;
  };
  const queries = side(query, l.query, head),
    keys = side(key, l.key, keyHead);
  return {
    layer,
    head,
    query,
    key,
    score: pass.layers[layer].scores[head][query][key],
    queryParts: queries.map((one) => one.slice(0, 3)),
    keyParts: keys.map((one) => one.slice(0, 3)),
    values: queries.map((q) => keys.map((k) => l.scale * dot(q[3], k[3]))),
  };
}

const written = (x) =>
  Array.isArray(x)
    ? x.map(written)
    : typeof x === "number" && !Number.isInteger(x)
      ? Number(x.toPrecision(7))
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
    const part = m.inputOf(m.layers[layer].down.weight, i).map((y) => y * n);
    return from(p.after[t], layer, "after") - from(minus(p.after[t], part), layer, "after");
  });
  const early = parts(m, pass, t, { ...asked, upTo: 1 });
  const why = score(m, pass, layers - 1, head, t, 3 < t - (m.window || T) + 1 ? t - 1 : 3);
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
    early: { layers: 1, logit: written(early.logit), parts: written(early.found) },
    why: { ...why, score: written(why.score), values: written(why.values) },
  };
}
writeFileSync(
  new URL("parts.json", import.meta.url),
  JSON.stringify(all, null, 1).replace(/\n\s+(?=[-\d"\]])/g, " ") + "\n",
);

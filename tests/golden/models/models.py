"""Writes a small checkpoint of each family of models, with random weights, and what PyTorch computes from it.

usage: python3 tests/golden/models/models.py [NAME]...    (PyTorch 1.12 or later; without names all are written)

Each NAME.json has config (a config.json), weights (the bytes of model.safetensors, base64), ids, and the results: logits
(T, V) and, for the queries in rows, weights (layers, H, rows, T), in float64 from the stored weights, each number rounded to
seven digits; the same with one head switched off (its output is zeros); the logits of the last token (V) with one weight set,
the others of its row rescaled so that it adds up to 1, or left as they are, and with one head at another temperature; queries
and keys (H, T, D) of the last layer. llama-longrope has logitsShort too, those of its text's first tokens. For
bfloat16 also attention16, computed in bfloat16. The forward passes are written with torch.nn.functional, after transformers'
modeling_gpt2.py, modeling_llama.py, modeling_qwen2.py, modeling_qwen3.py, modeling_mistral.py, modeling_bert.py,
modeling_distilbert.py, modeling_roberta.py, modeling_gpt_neox.py, modeling_opt.py, modeling_gemma.py, modeling_gemma2.py
and modeling_gemma3.py.
"""

import base64
import json
import math
import pathlib
import sys

import torch
import torch.nn.functional as F

from checkpoints import drawn, safetensors, written

HERE = pathlib.Path(__file__).parent


class Recorder:
    """Attention of one layer after the other; remembers weights, queries and keys."""

    def __init__(self, causal, window, off, given, heated):
        self.causal, self.window, self.off, self.given, self.heated = causal, window, off, given, heated
        self.weights, self.queries, self.keys = [], [], []

    def __call__(self, q, k, v, scale, cap=None, window=None):
        """(H, T, D) each, with fewer heads of k and v; → (T, H·D). cap: scores become cap · tanh(scores / cap)."""
        window = self.window if window is None else window
        shared = q.shape[0] // k.shape[0]
        self.queries.append(q)
        self.keys.append(k)
        scores = q @ k.repeat_interleave(shared, 0).transpose(1, 2) * scale
        if cap:
            scores = cap * torch.tanh(scores / cap)
        if self.heated and self.heated["layer"] == len(self.weights):
            scores[self.heated["head"]] /= self.heated["temperature"]
        tokens = q.shape[1]
        i, j = torch.arange(tokens)[:, None], torch.arange(tokens)[None, :]
        hidden = torch.zeros(tokens, tokens, dtype=torch.bool)
        if self.causal:
            hidden |= j > i
        if window:
            hidden |= j <= i - window
        weights = torch.softmax(scores.masked_fill(hidden, float("-inf")), -1)
        if self.given and self.given["layer"] == len(self.weights):
            row, key, weight = weights[self.given["head"], self.given["query"]], self.given["key"], self.given["weight"]
            if self.given["rescale"]:
                row *= (1 - weight) / (1 - row[key])
            row[key] = weight
        self.weights.append(weights)
        output = weights @ v.repeat_interleave(shared, 0)
        if self.off and self.off[0] == len(self.weights) - 1:
            output[self.off[1]] = 0
        return output.transpose(0, 1).reshape(tokens, -1)


def heads(x, count):
    return x.reshape(x.shape[0], count, -1).transpose(0, 1)


def gpt2(c, w, ids, attend):
    width = c["n_embd"]
    x = w["wte.weight"][ids] + w["wpe.weight"][: len(ids)]
    norm = lambda x, name: F.layer_norm(x, (width,), w[name + ".weight"], w[name + ".bias"], c["layer_norm_epsilon"])
    conv = lambda x, name: x @ w[name + ".weight"] + w[name + ".bias"]
    for i in range(c["n_layer"]):
        h = f"h.{i}."
        q, k, v = conv(norm(x, h + "ln_1"), h + "attn.c_attn").split(width, -1)
        scale = 1 / math.sqrt(width // c["n_head"]) / (i + 1 if c.get("scale_attn_by_inverse_layer_idx") else 1)
        x = x + conv(attend(*(heads(one, c["n_head"]) for one in (q, k, v)), scale), h + "attn.c_proj")
        x = x + conv(F.gelu(conv(norm(x, h + "ln_2"), h + "mlp.c_fc"), approximate="tanh"), h + "mlp.c_proj")
    return norm(x, "ln_f") @ w["wte.weight"].T


def frequencies(c, head_dim, tokens):
    inverse = 1.0 / c["rope_theta"] ** (torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    scaling = c.get("rope_scaling")
    if not scaling:
        return inverse
    if scaling["rope_type"] == "yarn":
        original, factor = scaling["original_max_position_embeddings"], scaling["factor"]
        pair = lambda turns: head_dim * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(c["rope_theta"]))
        low, high = max(math.floor(pair(scaling["beta_fast"])), 0), min(math.ceil(pair(scaling["beta_slow"])), head_dim - 1)
        ramp = torch.clamp((torch.arange(head_dim // 2, dtype=torch.float64) - low) / (high - low), 0, 1)
        return inverse / factor * ramp + inverse * (1 - ramp)
    if scaling["rope_type"] == "longrope":
        which = "long_factor" if tokens > c["original_max_position_embeddings"] else "short_factor"
        return inverse / torch.tensor(scaling[which], dtype=torch.float64)
    assert scaling["rope_type"] == "llama3"
    factor, low, high = scaling["factor"], scaling["low_freq_factor"], scaling["high_freq_factor"]
    original = scaling["original_max_position_embeddings"]
    wavelength = 2 * math.pi / inverse
    smooth = (original / wavelength - low) / (high - low)
    blended = (1 - smooth) * inverse / factor + smooth * inverse
    far = torch.where(wavelength > original / low, inverse / factor, blended)
    return torch.where(wavelength < original / high, inverse, far)


def llama(c, w, ids, attend):
    head_dim = c.get("head_dim", c["hidden_size"] // c["num_attention_heads"])
    angles = torch.arange(len(ids), dtype=torch.float64)[:, None] * frequencies(c, head_dim, len(ids))[None, :]
    angles = torch.cat((angles, angles), -1)
    longer, kind = 1, c.get("rope_scaling", {}).get("rope_type")
    if kind == "yarn":
        longer = 0.1 * math.log(c["rope_scaling"]["factor"]) + 1
    if kind == "longrope":
        first = c["original_max_position_embeddings"]
        longer = math.sqrt(1 + math.log(c["max_position_embeddings"] / first) / math.log(first))
    cosines, sines = ((f(angles) * longer).to(w["model.norm.weight"].dtype) for f in (torch.cos, torch.sin))

    def rotated(x):
        a, b = x.chunk(2, -1)
        return x * cosines + torch.cat((-b, a), -1) * sines

    def norm(x, name):
        wide = x if x.dtype == torch.float64 else x.float()
        scaled = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + c["rms_norm_eps"])
        return w[name + ".weight"] * scaled.to(x.dtype)

    linear = lambda x, name: F.linear(x, w[name + ".weight"], w.get(name + ".bias"))
    x = w["model.embed_tokens.weight"][ids]
    for i in range(c["num_hidden_layers"]):
        h = f"model.layers.{i}."
        y = norm(x, h + "input_layernorm")
        q = heads(linear(y, h + "self_attn.q_proj"), c["num_attention_heads"])
        k = heads(linear(y, h + "self_attn.k_proj"), c["num_key_value_heads"])
        if c["model_type"] == "qwen3":
            q, k = norm(q, h + "self_attn.q_norm"), norm(k, h + "self_attn.k_norm")
        q, k = rotated(q), rotated(k)
        v = heads(linear(y, h + "self_attn.v_proj"), c["num_key_value_heads"])
        x = x + linear(attend(q, k, v, 1 / math.sqrt(head_dim)), h + "self_attn.o_proj")
        y = norm(x, h + "post_attention_layernorm")
        gate = F.silu(linear(y, h + "mlp.gate_proj"))
        x = x + linear(gate * linear(y, h + "mlp.up_proj"), h + "mlp.down_proj")
    head = w["model.embed_tokens.weight"] if c["tie_word_embeddings"] else w["lm_head.weight"]
    return norm(x, "model.norm") @ head.T


def gemma(c, w, ids, attend):
    kind, head_dim = c["model_type"], c["head_dim"]

    def rotated(x, theta):
        inverse = 1.0 / theta ** (torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
        angles = torch.arange(len(ids), dtype=torch.float64)[:, None] * inverse[None, :]
        angles = torch.cat((angles, angles), -1)
        a, b = x.chunk(2, -1)
        return x * torch.cos(angles) + torch.cat((-b, a), -1) * torch.sin(angles)

    def norm(x, name):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + c["rms_norm_eps"]) * (1 + w[name + ".weight"])

    linear = lambda x, name: F.linear(x, w[name + ".weight"])
    sandwich = kind != "gemma"
    scale = 1 / math.sqrt(c["query_pre_attn_scalar"] if sandwich else head_dim)
    x = w["model.embed_tokens.weight"][ids] * math.sqrt(c["hidden_size"])
    for i in range(c["num_hidden_layers"]):
        h = f"model.layers.{i}."
        y = norm(x, h + "input_layernorm")
        q = heads(linear(y, h + "self_attn.q_proj"), c["num_attention_heads"])
        k = heads(linear(y, h + "self_attn.k_proj"), c["num_key_value_heads"])
        v = heads(linear(y, h + "self_attn.v_proj"), c["num_key_value_heads"])
        if kind == "gemma3_text":
            q, k = norm(q, h + "self_attn.q_norm"), norm(k, h + "self_attn.k_norm")
        slides = sandwich and (i + 1) % c.get("sliding_window_pattern", 2) != 0
        theta = c["rope_local_base_freq"] if kind == "gemma3_text" and slides else c["rope_theta"]
        window = c["sliding_window"] if slides else 0
        y = attend(rotated(q, theta), rotated(k, theta), v, scale, c.get("attn_logit_softcapping"), window)
        y = linear(y, h + "self_attn.o_proj")
        x = x + (norm(y, h + "post_attention_layernorm") if sandwich else y)
        y = norm(x, h + ("pre_feedforward_layernorm" if sandwich else "post_attention_layernorm"))
        gate = F.gelu(linear(y, h + "mlp.gate_proj"), approximate="tanh")
        y = linear(gate * linear(y, h + "mlp.up_proj"), h + "mlp.down_proj")
        x = x + (norm(y, h + "post_feedforward_layernorm") if sandwich else y)
    logits = norm(x, "model.norm") @ w["model.embed_tokens.weight"].T
    cap = c.get("final_logit_softcapping")
    return cap * torch.tanh(logits / cap) if cap else logits


def bert(c, w, ids, attend):
    width, count = c["hidden_size"], c["num_attention_heads"]
    linear = lambda x, name: F.linear(x, w[name + ".weight"], w[name + ".bias"])
    norm = lambda x, name: F.layer_norm(x, (width,), w[name + ".weight"], w[name + ".bias"], c["layer_norm_eps"])
    e = "bert.embeddings."
    x = w[e + "word_embeddings.weight"][ids] + w[e + "position_embeddings.weight"][: len(ids)]
    types = token_types(ids) if c["type_vocab_size"] > 1 else torch.zeros_like(ids)
    x = norm(x + w[e + "token_type_embeddings.weight"][types], e + "LayerNorm")
    for i in range(c["num_hidden_layers"]):
        h = f"bert.encoder.layer.{i}."
        q, k, v = (heads(linear(x, h + "attention.self." + one), count) for one in ("query", "key", "value"))
        y = linear(attend(q, k, v, 1 / math.sqrt(width // count)), h + "attention.output.dense")
        x = norm(x + y, h + "attention.output.LayerNorm")
        y = linear(F.gelu(linear(x, h + "intermediate.dense")), h + "output.dense")
        x = norm(x + y, h + "output.LayerNorm")
    x = norm(F.gelu(linear(x, "cls.predictions.transform.dense")), "cls.predictions.transform.LayerNorm")
    return x @ w[e + "word_embeddings.weight"].T + w["cls.predictions.bias"]


def gpt_neox(c, w, ids, attend):
    count, width = c["num_attention_heads"], c["hidden_size"]
    head_dim = width // count
    rotated_dim = int(head_dim * c["rotary_pct"])
    inverse = 1.0 / c["rotary_emb_base"] ** (torch.arange(0, rotated_dim, 2, dtype=torch.float64) / rotated_dim)
    angles = torch.arange(len(ids), dtype=torch.float64)[:, None] * inverse[None, :]
    angles = torch.cat((angles, angles), -1)

    def rotated(x):
        turned, kept = x[..., :rotated_dim], x[..., rotated_dim:]
        a, b = turned.chunk(2, -1)
        return torch.cat((turned * torch.cos(angles) + torch.cat((-b, a), -1) * torch.sin(angles), kept), -1)

    linear = lambda x, name: F.linear(x, w[name + ".weight"], w.get(name + ".bias"))
    norm = lambda x, name: F.layer_norm(x, (width,), w[name + ".weight"], w[name + ".bias"], c["layer_norm_eps"])
    x = w["embed_in.weight"][ids]
    for i in range(c["num_hidden_layers"]):
        h = f"layers.{i}."
        all_three = linear(norm(x, h + "input_layernorm"), h + "attention.query_key_value")
        q, k, v = all_three.view(len(ids), count, 3 * head_dim).transpose(0, 1).chunk(3, -1)
        y = linear(attend(rotated(q), rotated(k), v, 1 / math.sqrt(head_dim)), h + "attention.dense")
        before = x if c["use_parallel_residual"] else x + y
        z = F.gelu(linear(norm(before, h + "post_attention_layernorm"), h + "mlp.dense_h_to_4h"))
        x = x + y + linear(z, h + "mlp.dense_4h_to_h")
    return norm(x, "final_layer_norm") @ w["embed_out.weight"].T


def opt(c, w, ids, attend):
    width, count = c["hidden_size"], c["num_attention_heads"]
    linear = lambda x, name: F.linear(x, w[name + ".weight"], w[name + ".bias"])
    norm = lambda x, name: F.layer_norm(x, (width,), w[name + ".weight"], w[name + ".bias"], 1e-5)
    x = w["embed_tokens.weight"][ids] + w["embed_positions.weight"][2 : 2 + len(ids)]
    for i in range(c["num_hidden_layers"]):
        h = f"layers.{i}."
        y = norm(x, h + "self_attn_layer_norm")
        q, k, v = (heads(linear(y, h + f"self_attn.{one}_proj"), count) for one in "qkv")
        x = x + linear(attend(q, k, v, 1 / math.sqrt(width // count)), h + "self_attn.out_proj")
        x = x + linear(F.relu(linear(norm(x, h + "final_layer_norm"), h + "fc1")), h + "fc2")
    return norm(x, "final_layer_norm") @ w["embed_tokens.weight"].T


def roberta(c, w, ids, attend):
    """bert with other positions and names; padding has the position pad_token_id and is not counted."""
    pad = c["pad_token_id"]
    counted = (ids != pad).long()
    places = torch.cumsum(counted, 0) * counted + pad
    as_bert = {"bert." + name.removeprefix("roberta."): one for name, one in w.items() if name.startswith("roberta.")}
    positions = "bert.embeddings.position_embeddings.weight"
    as_bert[positions] = as_bert[positions][places]
    head = {"dense": "transform.dense", "layer_norm": "transform.LayerNorm"}
    for ours, theirs in head.items():
        for kind in ("weight", "bias"):
            as_bert[f"cls.predictions.{theirs}.{kind}"] = w[f"lm_head.{ours}.{kind}"]
    as_bert["cls.predictions.bias"] = w["lm_head.bias"]
    return bert(c, as_bert, ids, attend)


def distilbert(c, w, ids, attend):
    width, count = c["dim"], c["n_heads"]
    linear = lambda x, name: F.linear(x, w[name + ".weight"], w[name + ".bias"])
    norm = lambda x, name: F.layer_norm(x, (width,), w[name + ".weight"], w[name + ".bias"], 1e-12)
    e = "distilbert.embeddings."
    x = w[e + "word_embeddings.weight"][ids] + w[e + "position_embeddings.weight"][: len(ids)]
    x = norm(x, e + "LayerNorm")
    for i in range(c["n_layers"]):
        h = f"distilbert.transformer.layer.{i}."
        q, k, v = (heads(linear(x, h + f"attention.{one}_lin"), count) for one in "qkv")
        y = linear(attend(q, k, v, 1 / math.sqrt(width // count)), h + "attention.out_lin")
        x = norm(x + y, h + "sa_layer_norm")
        x = norm(x + linear(F.gelu(linear(x, h + "ffn.lin1")), h + "ffn.lin2"), h + "output_layer_norm")
    x = norm(F.gelu(linear(x, "vocab_transform")), "vocab_layer_norm")
    return x @ w[e + "word_embeddings.weight"].T + w["vocab_projector.bias"]


def token_types(ids):
    """The second half of the text is the second segment."""
    return torch.tensor([0 if i < len(ids) // 2 else 1 for i in range(len(ids))])


def gpt2_shapes(c):
    e, i = c["n_embd"], c["n_inner"]
    shapes = {"wte.weight": (c["vocab_size"], e), "wpe.weight": (c["n_positions"], e)}
    for n in range(c["n_layer"]):
        h = f"h.{n}."
        # A buffer that old checkpoints hold: the causal mask.
        shapes[h + "attn.bias"] = (1, 1, c["n_positions"], c["n_positions"])
        for name, inputs, outputs in (("attn.c_attn", e, 3 * e), ("attn.c_proj", e, e), ("mlp.c_fc", e, i), ("mlp.c_proj", i, e)):
            shapes |= {f"{h}{name}.weight": (inputs, outputs), f"{h}{name}.bias": (outputs,)}
        for name in ("ln_1", "ln_2"):
            shapes |= {f"{h}{name}.weight": (e,), f"{h}{name}.bias": (e,)}
    return shapes | {"ln_f.weight": (e,), "ln_f.bias": (e,)}


def llama_shapes(c, input_bias):
    e, i = c["hidden_size"], c["intermediate_size"]
    head_dim = c.get("head_dim", e // c["num_attention_heads"])
    q, k = c["num_attention_heads"] * head_dim, c["num_key_value_heads"] * head_dim
    shapes = {"model.embed_tokens.weight": (c["vocab_size"], e)}
    for n in range(c["num_hidden_layers"]):
        h = f"model.layers.{n}."
        for name, outputs in (("q_proj", q), ("k_proj", k), ("v_proj", k)):
            shapes[f"{h}self_attn.{name}.weight"] = (outputs, e)
            if input_bias:
                shapes[f"{h}self_attn.{name}.bias"] = (outputs,)
        shapes[h + "self_attn.o_proj.weight"] = (e, q)
        if c["model_type"] in ("gemma2", "gemma3_text"):
            shapes |= {h + f"{name}_feedforward_layernorm.weight": (e,) for name in ("pre", "post")}
        if c["model_type"] in ("qwen3", "gemma3_text"):
            shapes |= {h + "self_attn.q_norm.weight": (head_dim,), h + "self_attn.k_norm.weight": (head_dim,)}
        shapes |= {h + "mlp.gate_proj.weight": (i, e), h + "mlp.up_proj.weight": (i, e), h + "mlp.down_proj.weight": (e, i)}
        shapes |= {h + "input_layernorm.weight": (e,), h + "post_attention_layernorm.weight": (e,)}
    shapes["model.norm.weight"] = (e,)
    if not c["tie_word_embeddings"]:
        shapes["lm_head.weight"] = (c["vocab_size"], e)
    return shapes


def bert_shapes(c):
    e, i, v = c["hidden_size"], c["intermediate_size"], c["vocab_size"]
    shapes = {"bert.embeddings.word_embeddings.weight": (v, e)}
    shapes["bert.embeddings.position_embeddings.weight"] = (c["max_position_embeddings"], e)
    shapes["bert.embeddings.token_type_embeddings.weight"] = (c["type_vocab_size"], e)

    def both(name, *shape):
        return {name + ".weight": shape, name + ".bias": shape[:1]}

    shapes |= both("bert.embeddings.LayerNorm", e)
    for n in range(c["num_hidden_layers"]):
        h = f"bert.encoder.layer.{n}."
        for name in ("self.query", "self.key", "self.value", "output.dense"):
            shapes |= both(h + "attention." + name, e, e)
        shapes |= both(h + "attention.output.LayerNorm", e) | both(h + "intermediate.dense", i, e)
        shapes |= both(h + "output.dense", e, i) | both(h + "output.LayerNorm", e)
    shapes |= both("cls.predictions.transform.dense", e, e) | both("cls.predictions.transform.LayerNorm", e)
    return shapes | {"cls.predictions.bias": (v,)}


def both(name, *shape):
    return {name + ".weight": shape, name + ".bias": shape[:1]}


def neox_shapes(c):
    e, i = c["hidden_size"], c["intermediate_size"]
    shapes = {"embed_in.weight": (c["vocab_size"], e), "embed_out.weight": (c["vocab_size"], e)}
    for n in range(c["num_hidden_layers"]):
        h = f"layers.{n}."
        # Buffers that old checkpoints hold.
        shapes |= {h + "attention.bias": (1, 1, c["max_position_embeddings"], c["max_position_embeddings"])}
        shapes |= {h + "attention.rotary_emb.inv_freq": (4,)}
        shapes |= both(h + "input_layernorm", e) | both(h + "post_attention_layernorm", e)
        shapes |= both(h + "attention.query_key_value", 3 * e, e) | both(h + "attention.dense", e, e)
        shapes |= both(h + "mlp.dense_h_to_4h", i, e) | both(h + "mlp.dense_4h_to_h", e, i)
    return shapes | both("final_layer_norm", e)


def opt_shapes(c):
    e, i = c["hidden_size"], c["ffn_dim"]
    shapes = {"embed_tokens.weight": (c["vocab_size"], e), "embed_positions.weight": (c["max_position_embeddings"] + 2, e)}
    for n in range(c["num_hidden_layers"]):
        h = f"layers.{n}."
        for name in ("q_proj", "k_proj", "v_proj", "out_proj"):
            shapes |= both(h + "self_attn." + name, e, e)
        shapes |= both(h + "self_attn_layer_norm", e) | both(h + "final_layer_norm", e)
        shapes |= both(h + "fc1", i, e) | both(h + "fc2", e, i)
    return shapes | both("final_layer_norm", e)


def roberta_shapes(c):
    e, shapes = c["hidden_size"], {}
    for name, shape in bert_shapes(c).items():
        if name.startswith("bert."):
            shapes["roberta." + name.removeprefix("bert.")] = shape
    return shapes | both("lm_head.dense", e, e) | both("lm_head.layer_norm", e) | {"lm_head.bias": (c["vocab_size"],)}


def distilbert_shapes(c):
    e, i, v = c["dim"], c["hidden_dim"], c["vocab_size"]
    h = "distilbert.embeddings."
    shapes = {h + "word_embeddings.weight": (v, e), h + "position_embeddings.weight": (c["max_position_embeddings"], e)}
    shapes |= both(h + "LayerNorm", e)
    for n in range(c["n_layers"]):
        h = f"distilbert.transformer.layer.{n}."
        for name in ("q_lin", "k_lin", "v_lin", "out_lin"):
            shapes |= both(h + "attention." + name, e, e)
        shapes |= both(h + "sa_layer_norm", e) | both(h + "ffn.lin1", i, e)
        shapes |= both(h + "ffn.lin2", e, i) | both(h + "output_layer_norm", e)
    return shapes | both("vocab_transform", e, e) | both("vocab_layer_norm", e) | {"vocab_projector.bias": (v,)}


def make(name, seed, config, shapes, forward, dtype, tokens, rows, causal=True, window=0, prefix="", text=None):
    if len(sys.argv) > 1 and name not in sys.argv:
        return
    torch.manual_seed(seed)
    weights = drawn(shapes, dtype, 0.7 if dtype == torch.bfloat16 else 1.2)
    ids = torch.randint(config["vocab_size"], (tokens,)) if text is None else torch.tensor(text)
    off = [1, 2]

    given = {"layer": 0, "head": 1, "query": tokens - 1, "key": tokens - 3, "weight": 0.7}

    heated = {"layer": 0, "head": 1, "temperature": 2.5}

    def run(kind, off=None, given=None, heated=None, ids=ids):
        recorder = Recorder(causal, window, off, given, heated)
        return forward(config, {key: value.to(kind) for key, value in weights.items()}, ids, recorder), recorder

    logits, recorder = run(torch.float64)
    result = {
        "config": config,
        "weights": base64.b64encode(safetensors({(key if key == "embed_out.weight" else prefix + key): value for key, value in weights.items()})).decode(),
        "ids": ids.tolist(),
        "rows": rows,
        "logits": written(logits),
        "attention": written(torch.stack(recorder.weights)[:, :, rows]),
        "queries": written(recorder.queries[-1]),
        "keys": written(recorder.keys[-1]),
        "off": off,
        "logitsWithout": written(run(torch.float64, off)[0]),
        "set": given,
        "logitsSet": written(run(torch.float64, given=given | {"rescale": False})[0][-1]),
        "logitsRescaled": written(run(torch.float64, given=given | {"rescale": True})[0][-1]),
        "heated": heated,
        "logitsHeated": written(run(torch.float64, heated=heated)[0][-1]),
    }
    if name == "llama-longrope":  # up to the first length the other list of factors holds
        result["logitsShort"] = written(run(torch.float64, ids=ids[: config["original_max_position_embeddings"]])[0])
    if "type_vocab_size" in config:
        result["tokenTypes"] = (token_types(ids) if config["type_vocab_size"] > 1 else torch.zeros_like(ids)).tolist()
    if dtype == torch.bfloat16 and config["model_type"] != "gemma":
        result["attention16"] = written(torch.stack(run(torch.bfloat16)[1].weights)[:, :, rows].float())
    (HERE / f"{name}.json").write_text(json.dumps(result, separators=(",", ":")) + "\n")


every = list(range(9))
GPT2 = {"model_type": "gpt2", "vocab_size": 31, "n_positions": 16, "n_embd": 24, "n_layer": 2, "n_head": 3, "n_inner": 40,
        "activation_function": "gelu_new", "layer_norm_epsilon": 1e-5}
make("gpt2", 1, GPT2, gpt2_shapes(GPT2), gpt2, torch.float32, 9, every, prefix="transformer.")
BY_LAYER = GPT2 | {"scale_attn_by_inverse_layer_idx": True}
make("gpt2-bfloat16", 2, BY_LAYER, gpt2_shapes(BY_LAYER), gpt2, torch.bfloat16, 9, every)
LLAMA = {"model_type": "llama", "vocab_size": 29, "max_position_embeddings": 64, "hidden_size": 24, "intermediate_size": 36,
         "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8, "rms_norm_eps": 1e-5,
         "rope_theta": 500.0, "hidden_act": "silu", "tie_word_embeddings": False,
         "rope_scaling": {"rope_type": "llama3", "factor": 4.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                          "original_max_position_embeddings": 32}}
make("llama", 3, LLAMA, llama_shapes(LLAMA, False), llama, torch.float32, 9, every)
QWEN2 = {"model_type": "qwen2", "vocab_size": 29, "max_position_embeddings": 64, "hidden_size": 24, "intermediate_size": 36,
         "num_hidden_layers": 2, "num_attention_heads": 3, "num_key_value_heads": 1, "rms_norm_eps": 1e-6,
         "rope_theta": 10000.0, "hidden_act": "silu", "tie_word_embeddings": True}
make("qwen2", 4, QWEN2, llama_shapes(QWEN2, True), llama, torch.bfloat16, 9, every)
MISTRAL = {"model_type": "mistral", "vocab_size": 17, "max_position_embeddings": 128, "hidden_size": 24, "intermediate_size": 36,
           "num_hidden_layers": 2, "num_attention_heads": 3, "num_key_value_heads": 3, "rms_norm_eps": 1e-5,
           "rope_theta": 10000.0, "hidden_act": "silu", "tie_word_embeddings": False, "sliding_window": 5}
make("mistral", 5, MISTRAL, llama_shapes(MISTRAL, False), llama, torch.float16, 70, [0, 4, 5, 63, 64, 69], window=5)
BERT = {"model_type": "bert", "vocab_size": 31, "max_position_embeddings": 16, "type_vocab_size": 2, "hidden_size": 24,
        "intermediate_size": 40, "num_hidden_layers": 2, "num_attention_heads": 3, "hidden_act": "gelu", "layer_norm_eps": 1e-12}
make("bert", 6, BERT, bert_shapes(BERT), bert, torch.float32, 9, every, causal=False)
NEOX = {"model_type": "gpt_neox", "vocab_size": 29, "max_position_embeddings": 32, "hidden_size": 24, "intermediate_size": 36,
        "num_hidden_layers": 2, "num_attention_heads": 3, "rotary_pct": 0.5, "rotary_emb_base": 500, "hidden_act": "gelu",
        "layer_norm_eps": 1e-5, "use_parallel_residual": True, "tie_word_embeddings": False}
make("gpt_neox", 7, NEOX, neox_shapes(NEOX), gpt_neox, torch.float16, 9, every, prefix="gpt_neox.")
ONE_AFTER_THE_OTHER = NEOX | {"use_parallel_residual": False, "rotary_pct": 1.0}
make("gpt_neox-sequential", 8, ONE_AFTER_THE_OTHER, neox_shapes(NEOX), gpt_neox, torch.float32, 9, [8], prefix="gpt_neox.")
OPT = {"model_type": "opt", "vocab_size": 31, "max_position_embeddings": 16, "hidden_size": 24, "ffn_dim": 40,
       "num_hidden_layers": 2, "num_attention_heads": 3, "activation_function": "relu", "word_embed_proj_dim": 24}
make("opt", 9, OPT, opt_shapes(OPT), opt, torch.float32, 9, every, prefix="model.decoder.")
QWEN3 = {"model_type": "qwen3", "vocab_size": 29, "max_position_embeddings": 64, "hidden_size": 24, "intermediate_size": 36,
         "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8, "rms_norm_eps": 1e-6,
         "rope_theta": 10000.0, "hidden_act": "silu", "tie_word_embeddings": True, "attention_bias": False}
make("qwen3", 10, QWEN3, llama_shapes(QWEN3, False), llama, torch.bfloat16, 9, every)
ROBERTA = {"model_type": "roberta", "vocab_size": 31, "max_position_embeddings": 18, "type_vocab_size": 2, "hidden_size": 24,
           "intermediate_size": 40, "num_hidden_layers": 2, "num_attention_heads": 3, "hidden_act": "gelu",
           "layer_norm_eps": 1e-5, "pad_token_id": 1}
make("roberta", 11, ROBERTA, roberta_shapes(ROBERTA), roberta, torch.float32, 9, every, causal=False,
     text=[0, 17, 5, 1, 30, 8, 22, 1, 2])
DISTILBERT = {"model_type": "distilbert", "vocab_size": 31, "max_position_embeddings": 16, "dim": 24, "hidden_dim": 40,
              "n_layers": 2, "n_heads": 3, "activation": "gelu", "sinusoidal_pos_embds": False}
make("distilbert", 12, DISTILBERT, distilbert_shapes(DISTILBERT), distilbert, torch.float32, 9, every, causal=False)
GEMMA = {"model_type": "gemma", "vocab_size": 29, "max_position_embeddings": 64, "hidden_size": 24, "intermediate_size": 36,
         "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 1, "head_dim": 8, "rms_norm_eps": 1e-6,
         "rope_theta": 10000.0, "hidden_act": "gelu_pytorch_tanh"}
make("gemma", 13, GEMMA, llama_shapes(GEMMA | {"tie_word_embeddings": True}, False), gemma, torch.bfloat16, 9, every)
GEMMA2 = GEMMA | {"model_type": "gemma2", "num_key_value_heads": 2, "hidden_act": "gelu_pytorch_tanh", "sliding_window": 3,
                  "query_pre_attn_scalar": 6, "attn_logit_softcapping": 2.0, "final_logit_softcapping": 3.0}
make("gemma2", 14, GEMMA2, llama_shapes(GEMMA2 | {"tie_word_embeddings": True}, False), gemma, torch.float16, 9, every)
GEMMA3 = GEMMA | {"model_type": "gemma3_text", "num_key_value_heads": 2, "sliding_window": 4, "sliding_window_pattern": 2,
                  "query_pre_attn_scalar": 8, "rope_theta": 500.0, "rope_local_base_freq": 20.0}
make("gemma3", 15, GEMMA3, llama_shapes(GEMMA3 | {"tie_word_embeddings": True}, False), gemma, torch.float32, 9, every)
YARN = LLAMA | {"rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32, "beta_fast": 4,
                                 "beta_slow": 1}, "max_position_embeddings": 128, "rope_theta": 50.0}
make("llama-yarn", 16, YARN, llama_shapes(YARN, False), llama, torch.float32, 9, every)
LONG = LLAMA | {"rope_scaling": {"rope_type": "longrope", "short_factor": [1.0, 1.1, 1.3, 1.5], "long_factor": [1.2, 2.0, 5.0, 9.0]},
                "original_max_position_embeddings": 6, "max_position_embeddings": 48, "rope_theta": 50.0}
make("llama-longrope", 17, LONG, llama_shapes(LONG, False), llama, torch.float32, 9, every)
XLM_ROBERTA = ROBERTA | {"model_type": "xlm-roberta", "type_vocab_size": 1}
make("xlm-roberta", 18, XLM_ROBERTA, roberta_shapes(XLM_ROBERTA), roberta, torch.bfloat16, 9, every, causal=False,
     text=[0, 5, 6, 7, 8, 5, 10, 16, 2])
make("gpt2-float64", 19, GPT2, gpt2_shapes(GPT2), gpt2, torch.float64, 9, every)

"""The forward pass of each family of models, written with torch.nn.functional, after transformers' modeling_gpt2.py,
modeling_llama.py, modeling_qwen2.py, modeling_qwen3.py, modeling_mistral.py, modeling_bert.py, modeling_distilbert.py,
modeling_roberta.py, modeling_gpt_neox.py, modeling_opt.py, modeling_gemma.py, modeling_gemma2.py and modeling_gemma3.py.

A family is a function of c (config.json), w (tensors by their names in the checkpoint, without a prefix), ids (T) and a Pass;
it returns the logits (T, V).
"""

import math

import torch
import torch.nn.functional as F


class Pass:
    """A forward pass: attention of one layer after the other, whose weights, queries and keys it remembers. Whatever parts.py
    looks at or replaces goes through a method of this class, which here returns it as it is."""

    def __init__(self, causal, window, off=None, given=None, heated=None):
        self.causal, self.window, self.off, self.given, self.heated = causal, window, off, given, heated
        self.weights, self.queries, self.keys = [], [], []

    def embed(self, kind, x):
        """One of the embeddings that add up to the stream, (T, E)."""
        return x

    def stream(self, x):
        """The stream before the first layer, and after each layer, (T, E)."""
        return x

    def read(self, half, x):
        """What the half of a layer, "attention" or "inner", reads of the stream, (T, E)."""
        return x

    def neurons(self, x):
        """The neurons of an inner layer, after the activation and the gate, (T, inner)."""
        return x

    def add(self, half, x):
        """What a half of a layer adds to the stream, (T, E)."""
        return x

    def layer_norm(self, x, weight, bias, epsilon):
        return F.layer_norm(x, weight.shape, weight, bias, epsilon)

    def root_mean_square(self, x, epsilon):
        """x over the root of its mean square."""
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + epsilon)

    def pointwise(self, function, x):
        """A function of each number between the stream and the logits."""
        return function(x)

    def attend(self, q, k, v, scale, cap=None, window=None):
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


def gpt2(c, w, ids, run):
    width = c["n_embd"]
    norm = lambda x, name: run.layer_norm(x, w[name + ".weight"], w[name + ".bias"], c["layer_norm_epsilon"])
    conv = lambda x, name: x @ w[name + ".weight"] + w[name + ".bias"]
    x = run.embed("token", w["wte.weight"][ids]) + run.embed("position", w["wpe.weight"][: len(ids)])
    x = run.stream(x)
    for i in range(c["n_layer"]):
        h = f"h.{i}."
        q, k, v = conv(norm(run.read("attention", x), h + "ln_1"), h + "attn.c_attn").split(width, -1)
        scale = 1 / math.sqrt(width // c["n_head"]) / (i + 1 if c.get("scale_attn_by_inverse_layer_idx") else 1)
        y = run.attend(*(heads(one, c["n_head"]) for one in (q, k, v)), scale)
        x = x + run.add("attention", conv(y, h + "attn.c_proj"))
        y = F.gelu(conv(norm(run.read("inner", x), h + "ln_2"), h + "mlp.c_fc"), approximate="tanh")
        x = run.stream(x + run.add("inner", conv(run.neurons(y), h + "mlp.c_proj")))
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


def llama(c, w, ids, run):
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
        return w[name + ".weight"] * run.root_mean_square(wide, c["rms_norm_eps"]).to(x.dtype)

    linear = lambda x, name: F.linear(x, w[name + ".weight"], w.get(name + ".bias"))
    x = run.stream(run.embed("token", w["model.embed_tokens.weight"][ids]))
    for i in range(c["num_hidden_layers"]):
        h = f"model.layers.{i}."
        y = norm(run.read("attention", x), h + "input_layernorm")
        q = heads(linear(y, h + "self_attn.q_proj"), c["num_attention_heads"])
        k = heads(linear(y, h + "self_attn.k_proj"), c["num_key_value_heads"])
        if c["model_type"] == "qwen3":
            q, k = norm(q, h + "self_attn.q_norm"), norm(k, h + "self_attn.k_norm")
        q, k = rotated(q), rotated(k)
        v = heads(linear(y, h + "self_attn.v_proj"), c["num_key_value_heads"])
        y = run.attend(q, k, v, 1 / math.sqrt(head_dim))
        x = x + run.add("attention", linear(y, h + "self_attn.o_proj"))
        y = norm(run.read("inner", x), h + "post_attention_layernorm")
        y = run.neurons(F.silu(linear(y, h + "mlp.gate_proj")) * linear(y, h + "mlp.up_proj"))
        x = run.stream(x + run.add("inner", linear(y, h + "mlp.down_proj")))
    head = w["model.embed_tokens.weight"] if c["tie_word_embeddings"] else w["lm_head.weight"]
    return norm(x, "model.norm") @ head.T


def gemma(c, w, ids, run):
    kind, head_dim = c["model_type"], c["head_dim"]

    def rotated(x, theta):
        inverse = 1.0 / theta ** (torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
        angles = torch.arange(len(ids), dtype=torch.float64)[:, None] * inverse[None, :]
        angles = torch.cat((angles, angles), -1)
        a, b = x.chunk(2, -1)
        return x * torch.cos(angles) + torch.cat((-b, a), -1) * torch.sin(angles)

    def norm(x, name):
        return run.root_mean_square(x, c["rms_norm_eps"]) * (1 + w[name + ".weight"])

    linear = lambda x, name: F.linear(x, w[name + ".weight"])
    sandwich = kind != "gemma"
    scale = 1 / math.sqrt(c["query_pre_attn_scalar"] if sandwich else head_dim)
    x = run.stream(run.embed("token", w["model.embed_tokens.weight"][ids] * math.sqrt(c["hidden_size"])))
    for i in range(c["num_hidden_layers"]):
        h = f"model.layers.{i}."
        y = norm(run.read("attention", x), h + "input_layernorm")
        q = heads(linear(y, h + "self_attn.q_proj"), c["num_attention_heads"])
        k = heads(linear(y, h + "self_attn.k_proj"), c["num_key_value_heads"])
        v = heads(linear(y, h + "self_attn.v_proj"), c["num_key_value_heads"])
        if kind == "gemma3_text":
            q, k = norm(q, h + "self_attn.q_norm"), norm(k, h + "self_attn.k_norm")
        slides = sandwich and (i + 1) % c.get("sliding_window_pattern", 2) != 0
        theta = c["rope_local_base_freq"] if kind == "gemma3_text" and slides else c["rope_theta"]
        window = c["sliding_window"] if slides else 0
        y = run.attend(rotated(q, theta), rotated(k, theta), v, scale, c.get("attn_logit_softcapping"), window)
        y = linear(y, h + "self_attn.o_proj")
        x = x + run.add("attention", norm(y, h + "post_attention_layernorm") if sandwich else y)
        y = norm(run.read("inner", x), h + ("pre_feedforward_layernorm" if sandwich else "post_attention_layernorm"))
        gate = F.gelu(linear(y, h + "mlp.gate_proj"), approximate="tanh")
        y = linear(run.neurons(gate * linear(y, h + "mlp.up_proj")), h + "mlp.down_proj")
        x = run.stream(x + run.add("inner", norm(y, h + "post_feedforward_layernorm") if sandwich else y))
    logits = norm(x, "model.norm") @ w["model.embed_tokens.weight"].T
    cap = c.get("final_logit_softcapping")
    return run.pointwise(lambda x: cap * torch.tanh(x / cap), logits) if cap else logits


def bert(c, w, ids, run):
    width, count = c["hidden_size"], c["num_attention_heads"]
    linear = lambda x, name: F.linear(x, w[name + ".weight"], w[name + ".bias"])
    norm = lambda x, name: run.layer_norm(x, w[name + ".weight"], w[name + ".bias"], c["layer_norm_eps"])
    e = "bert.embeddings."
    x = run.embed("token", w[e + "word_embeddings.weight"][ids])
    x = x + run.embed("position", w[e + "position_embeddings.weight"][: len(ids)])
    types = token_types(ids) if c["type_vocab_size"] > 1 else torch.zeros_like(ids)
    x = x + run.embed("token_type", w[e + "token_type_embeddings.weight"][types])
    x = run.stream(norm(x, e + "LayerNorm"))
    for i in range(c["num_hidden_layers"]):
        h = f"bert.encoder.layer.{i}."
        y = run.read("attention", x)
        q, k, v = (heads(linear(y, h + "attention.self." + one), count) for one in ("query", "key", "value"))
        y = linear(run.attend(q, k, v, 1 / math.sqrt(width // count)), h + "attention.output.dense")
        x = norm(x + run.add("attention", y), h + "attention.output.LayerNorm")
        y = run.neurons(F.gelu(linear(run.read("inner", x), h + "intermediate.dense")))
        x = run.stream(norm(x + run.add("inner", linear(y, h + "output.dense")), h + "output.LayerNorm"))
    x = run.pointwise(F.gelu, linear(x, "cls.predictions.transform.dense"))
    x = norm(x, "cls.predictions.transform.LayerNorm")
    return x @ w[e + "word_embeddings.weight"].T + w["cls.predictions.bias"]


def gpt_neox(c, w, ids, run):
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
    norm = lambda x, name: run.layer_norm(x, w[name + ".weight"], w[name + ".bias"], c["layer_norm_eps"])
    x = run.stream(run.embed("token", w["embed_in.weight"][ids]))
    for i in range(c["num_hidden_layers"]):
        h = f"layers.{i}."
        all_three = linear(norm(run.read("attention", x), h + "input_layernorm"), h + "attention.query_key_value")
        q, k, v = all_three.view(len(ids), count, 3 * head_dim).transpose(0, 1).chunk(3, -1)
        y = linear(run.attend(rotated(q), rotated(k), v, 1 / math.sqrt(head_dim)), h + "attention.dense")
        y = run.add("attention", y)
        z = run.read("inner", x if c["use_parallel_residual"] else x + y)
        z = run.neurons(F.gelu(linear(norm(z, h + "post_attention_layernorm"), h + "mlp.dense_h_to_4h")))
        x = run.stream(x + y + run.add("inner", linear(z, h + "mlp.dense_4h_to_h")))
    return norm(x, "final_layer_norm") @ w["embed_out.weight"].T


def opt(c, w, ids, run):
    width, count = c["hidden_size"], c["num_attention_heads"]
    linear = lambda x, name: F.linear(x, w[name + ".weight"], w[name + ".bias"])
    norm = lambda x, name: run.layer_norm(x, w[name + ".weight"], w[name + ".bias"], 1e-5)
    x = run.embed("token", w["embed_tokens.weight"][ids])
    x = run.stream(x + run.embed("position", w["embed_positions.weight"][2 : 2 + len(ids)]))
    for i in range(c["num_hidden_layers"]):
        h = f"layers.{i}."
        y = norm(run.read("attention", x), h + "self_attn_layer_norm")
        q, k, v = (heads(linear(y, h + f"self_attn.{one}_proj"), count) for one in "qkv")
        y = run.attend(q, k, v, 1 / math.sqrt(width // count))
        x = x + run.add("attention", linear(y, h + "self_attn.out_proj"))
        y = run.neurons(F.relu(linear(norm(run.read("inner", x), h + "final_layer_norm"), h + "fc1")))
        x = run.stream(x + run.add("inner", linear(y, h + "fc2")))
    return norm(x, "final_layer_norm") @ w["embed_tokens.weight"].T


def roberta(c, w, ids, run):
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
    return bert(c, as_bert, ids, run)


def distilbert(c, w, ids, run):
    width, count = c["dim"], c["n_heads"]
    linear = lambda x, name: F.linear(x, w[name + ".weight"], w[name + ".bias"])
    norm = lambda x, name: run.layer_norm(x, w[name + ".weight"], w[name + ".bias"], 1e-12)
    e = "distilbert.embeddings."
    x = run.embed("token", w[e + "word_embeddings.weight"][ids])
    x = x + run.embed("position", w[e + "position_embeddings.weight"][: len(ids)])
    x = run.stream(norm(x, e + "LayerNorm"))
    for i in range(c["n_layers"]):
        h = f"distilbert.transformer.layer.{i}."
        y = run.read("attention", x)
        q, k, v = (heads(linear(y, h + f"attention.{one}_lin"), count) for one in "qkv")
        y = linear(run.attend(q, k, v, 1 / math.sqrt(width // count)), h + "attention.out_lin")
        x = norm(x + run.add("attention", y), h + "sa_layer_norm")
        y = run.neurons(F.gelu(linear(run.read("inner", x), h + "ffn.lin1")))
        x = run.stream(norm(x + run.add("inner", linear(y, h + "ffn.lin2")), h + "output_layer_norm"))
    x = norm(run.pointwise(F.gelu, linear(x, "vocab_transform")), "vocab_layer_norm")
    return x @ w[e + "word_embeddings.weight"].T + w["vocab_projector.bias"]


def token_types(ids):
    """The second half of the text is the second segment."""
    return torch.tensor([0 if i < len(ids) // 2 else 1 for i in range(len(ids))])


FORWARD = {"gpt2": gpt2, "llama": llama, "qwen2": llama, "qwen3": llama, "mistral": llama, "bert": bert, "roberta": roberta,
           "xlm-roberta": roberta, "distilbert": distilbert, "gpt_neox": gpt_neox, "opt": opt, "gemma": gemma,
           "gemma2": gemma, "gemma3_text": gemma}

"""Writes a small checkpoint of each family of models, with random weights, and what PyTorch computes from it.

usage: python3 tests/golden/models/models.py [NAME]...    (PyTorch 1.12 or later; without names all are written)

Each NAME.json has config (a config.json), weights (the bytes of model.safetensors, base64), ids, and the results: logits
(T, V) and, for the queries in rows, weights (layers, H, rows, T), in float64 from the stored weights, each number rounded to
seven digits; the same with one head switched off (its output is zeros); the logits of the last token (V) with one weight set,
the others of its row rescaled so that it adds up to 1, or left as they are, and with one head at another temperature; queries
and keys (H, T, D) of the last layer. llama-longrope has logitsShort too, those of its text's first tokens. For
bfloat16 also attention16, computed in bfloat16. Those called quantised/NAME also have the logits and weights after the matrices
of linear layers and the tokens' embedding are rounded to Q8_0 and Q4_0 (rounding.py), in blocks along a layer's inputs; rows
that are not made of whole blocks stay as they are. The forward passes are those of families.py.
"""

import base64
import json
import math
import pathlib
import sys

import torch

from checkpoints import drawn, quantised, safetensors, written
from families import FORWARD, Pass, token_types

HERE = pathlib.Path(__file__).parent


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


def make(name, seed, config, shapes, dtype, tokens, rows, causal=True, window=0, prefix="", text=None):
    if len(sys.argv) > 1 and name not in sys.argv:
        return
    torch.manual_seed(seed)
    weights = drawn(shapes, dtype, 0.7 if dtype == torch.bfloat16 else 1.2)
    ids = torch.randint(config["vocab_size"], (tokens,)) if text is None else torch.tensor(text)
    off = [1, 2]

    given = {"layer": 0, "head": 1, "query": tokens - 1, "key": tokens - 3, "weight": 0.7}

    heated = {"layer": 0, "head": 1, "temperature": 2.5}

    def run(kind, off=None, given=None, heated=None, ids=ids, weights=weights):
        recorder = Pass(causal, window, off, given, heated)
        wide = {key: value.to(kind) for key, value in weights.items()}
        return FORWARD[config["model_type"]](config, wide, ids, recorder), recorder

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
    for kind in ("Q8_0", "Q4_0") if name.startswith("quantised/") else ():
        logits, recorder = run(torch.float64, weights=quantised(kind, weights))
        result[kind] = {"logits": written(logits), "attention": written(torch.stack(recorder.weights)[:, :, rows])}
    (HERE / f"{name}.json").write_text(json.dumps(result, separators=(",", ":")) + "\n")


every = list(range(9))
GPT2 = {"model_type": "gpt2", "vocab_size": 31, "n_positions": 16, "n_embd": 24, "n_layer": 2, "n_head": 3, "n_inner": 40,
        "activation_function": "gelu_new", "layer_norm_epsilon": 1e-5}
make("gpt2", 1, GPT2, gpt2_shapes(GPT2), torch.float32, 9, every, prefix="transformer.")
BY_LAYER = GPT2 | {"scale_attn_by_inverse_layer_idx": True}
make("gpt2-bfloat16", 2, BY_LAYER, gpt2_shapes(BY_LAYER), torch.bfloat16, 9, every)
LLAMA = {"model_type": "llama", "vocab_size": 29, "max_position_embeddings": 64, "hidden_size": 24, "intermediate_size": 36,
         "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8, "rms_norm_eps": 1e-5,
         "rope_theta": 500.0, "hidden_act": "silu", "tie_word_embeddings": False,
         "rope_scaling": {"rope_type": "llama3", "factor": 4.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                          "original_max_position_embeddings": 32}}
make("llama", 3, LLAMA, llama_shapes(LLAMA, False), torch.float32, 9, every)
QWEN2 = {"model_type": "qwen2", "vocab_size": 29, "max_position_embeddings": 64, "hidden_size": 24, "intermediate_size": 36,
         "num_hidden_layers": 2, "num_attention_heads": 3, "num_key_value_heads": 1, "rms_norm_eps": 1e-6,
         "rope_theta": 10000.0, "hidden_act": "silu", "tie_word_embeddings": True}
make("qwen2", 4, QWEN2, llama_shapes(QWEN2, True), torch.bfloat16, 9, every)
MISTRAL = {"model_type": "mistral", "vocab_size": 17, "max_position_embeddings": 128, "hidden_size": 24, "intermediate_size": 36,
           "num_hidden_layers": 2, "num_attention_heads": 3, "num_key_value_heads": 3, "rms_norm_eps": 1e-5,
           "rope_theta": 10000.0, "hidden_act": "silu", "tie_word_embeddings": False, "sliding_window": 5}
make("mistral", 5, MISTRAL, llama_shapes(MISTRAL, False), torch.float16, 70, [0, 4, 5, 63, 64, 69], window=5)
BERT = {"model_type": "bert", "vocab_size": 31, "max_position_embeddings": 16, "type_vocab_size": 2, "hidden_size": 24,
        "intermediate_size": 40, "num_hidden_layers": 2, "num_attention_heads": 3, "hidden_act": "gelu", "layer_norm_eps": 1e-12}
make("bert", 6, BERT, bert_shapes(BERT), torch.float32, 9, every, causal=False)
NEOX = {"model_type": "gpt_neox", "vocab_size": 29, "max_position_embeddings": 32, "hidden_size": 24, "intermediate_size": 36,
        "num_hidden_layers": 2, "num_attention_heads": 3, "rotary_pct": 0.5, "rotary_emb_base": 500, "hidden_act": "gelu",
        "layer_norm_eps": 1e-5, "use_parallel_residual": True, "tie_word_embeddings": False}
make("gpt_neox", 7, NEOX, neox_shapes(NEOX), torch.float16, 9, every, prefix="gpt_neox.")
ONE_AFTER_THE_OTHER = NEOX | {"use_parallel_residual": False, "rotary_pct": 1.0}
make("gpt_neox-sequential", 8, ONE_AFTER_THE_OTHER, neox_shapes(NEOX), torch.float32, 9, [8], prefix="gpt_neox.")
OPT = {"model_type": "opt", "vocab_size": 31, "max_position_embeddings": 16, "hidden_size": 24, "ffn_dim": 40,
       "num_hidden_layers": 2, "num_attention_heads": 3, "activation_function": "relu", "word_embed_proj_dim": 24}
make("opt", 9, OPT, opt_shapes(OPT), torch.float32, 9, every, prefix="model.decoder.")
QWEN3 = {"model_type": "qwen3", "vocab_size": 29, "max_position_embeddings": 64, "hidden_size": 24, "intermediate_size": 36,
         "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8, "rms_norm_eps": 1e-6,
         "rope_theta": 10000.0, "hidden_act": "silu", "tie_word_embeddings": True, "attention_bias": False}
make("qwen3", 10, QWEN3, llama_shapes(QWEN3, False), torch.bfloat16, 9, every)
ROBERTA = {"model_type": "roberta", "vocab_size": 31, "max_position_embeddings": 18, "type_vocab_size": 2, "hidden_size": 24,
           "intermediate_size": 40, "num_hidden_layers": 2, "num_attention_heads": 3, "hidden_act": "gelu",
           "layer_norm_eps": 1e-5, "pad_token_id": 1}
make("roberta", 11, ROBERTA, roberta_shapes(ROBERTA), torch.float32, 9, every, causal=False,
     text=[0, 17, 5, 1, 30, 8, 22, 1, 2])
DISTILBERT = {"model_type": "distilbert", "vocab_size": 31, "max_position_embeddings": 16, "dim": 24, "hidden_dim": 40,
              "n_layers": 2, "n_heads": 3, "activation": "gelu", "sinusoidal_pos_embds": False}
make("distilbert", 12, DISTILBERT, distilbert_shapes(DISTILBERT), torch.float32, 9, every, causal=False)
GEMMA = {"model_type": "gemma", "vocab_size": 29, "max_position_embeddings": 64, "hidden_size": 24, "intermediate_size": 36,
         "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 1, "head_dim": 8, "rms_norm_eps": 1e-6,
         "rope_theta": 10000.0, "hidden_act": "gelu_pytorch_tanh"}
make("gemma", 13, GEMMA, llama_shapes(GEMMA | {"tie_word_embeddings": True}, False), torch.bfloat16, 9, every)
GEMMA2 = GEMMA | {"model_type": "gemma2", "num_key_value_heads": 2, "hidden_act": "gelu_pytorch_tanh", "sliding_window": 3,
                  "query_pre_attn_scalar": 6, "attn_logit_softcapping": 2.0, "final_logit_softcapping": 3.0}
make("gemma2", 14, GEMMA2, llama_shapes(GEMMA2 | {"tie_word_embeddings": True}, False), torch.float16, 9, every)
GEMMA3 = GEMMA | {"model_type": "gemma3_text", "num_key_value_heads": 2, "sliding_window": 4, "sliding_window_pattern": 2,
                  "query_pre_attn_scalar": 8, "rope_theta": 500.0, "rope_local_base_freq": 20.0}
make("gemma3", 15, GEMMA3, llama_shapes(GEMMA3 | {"tie_word_embeddings": True}, False), torch.float32, 9, every)
YARN = LLAMA | {"rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32, "beta_fast": 4,
                                 "beta_slow": 1}, "max_position_embeddings": 128, "rope_theta": 50.0}
make("llama-yarn", 16, YARN, llama_shapes(YARN, False), torch.float32, 9, every)
LONG = LLAMA | {"rope_scaling": {"rope_type": "longrope", "short_factor": [1.0, 1.1, 1.3, 1.5], "long_factor": [1.2, 2.0, 5.0, 9.0]},
                "original_max_position_embeddings": 6, "max_position_embeddings": 48, "rope_theta": 50.0}
make("llama-longrope", 17, LONG, llama_shapes(LONG, False), torch.float32, 9, every)
XLM_ROBERTA = ROBERTA | {"model_type": "xlm-roberta", "type_vocab_size": 1}
make("xlm-roberta", 18, XLM_ROBERTA, roberta_shapes(XLM_ROBERTA), torch.bfloat16, 9, every, causal=False,
     text=[0, 5, 6, 7, 8, 5, 10, 16, 2])
make("gpt2-float64", 19, GPT2, gpt2_shapes(GPT2), torch.float64, 9, every)
# In whole blocks; of gpt2 the inputs of the last projection of a layer are none.
WIDE = GPT2 | {"n_embd": 32, "n_head": 4, "n_inner": 40}
make("quantised/gpt2", 20, WIDE, gpt2_shapes(WIDE), torch.float16, 9, every, prefix="transformer.")
WIDE = LLAMA | {"hidden_size": 32, "intermediate_size": 64, "head_dim": 16}
make("quantised/llama", 21, WIDE, llama_shapes(WIDE, False), torch.float32, 9, every)
WIDE = BERT | {"hidden_size": 32, "num_attention_heads": 4, "intermediate_size": 64}
make("quantised/bert", 22, WIDE, bert_shapes(WIDE), torch.float32, 9, every, causal=False)
WIDE = NEOX | {"hidden_size": 32, "num_attention_heads": 4, "intermediate_size": 64}
make("quantised/gpt_neox", 23, WIDE, neox_shapes(WIDE), torch.float64, 9, every, prefix="gpt_neox.")

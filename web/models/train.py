"""Trains the small model that the page opens by itself: web/models/small/ in the layout of the Hugging Face hub.

usage: python3 web/models/train.py [STEPS]    (PyTorch 1.12 or later; about ten minutes on one core)

A model of GPT-2's kind with 4 layers of 4 heads, width 64, on sentences made by sentences.py. Seeded, but sums of another
processor or version give other weights: those that are committed are what the page shows and what the tests compare. At the end
it prints how many words of held-out sentences are right, and writes tests/golden/models/small.json: logits of three texts, in
float64 from the stored half-precision weights.
"""

import json
import math
import pathlib
import random
import struct
import sys

import torch
import torch.nn.functional as F

from sentences import KINDS, UNKNOWN, VOCABULARY, text

HERE = pathlib.Path(__file__).parent
OUT = HERE / "small"
GOLDEN = HERE.parents[1] / "tests/golden/models/small.json"
LAYERS, HEADS, WIDTH, INNER, LENGTH = 4, 4, 64, 128, 64
BATCH, EPSILON = 32, 1e-5
IDS = {word: i for i, word in enumerate(VOCABULARY)}

CONFIG = {
    "model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "vocab_size": len(VOCABULARY), "n_positions": LENGTH,
    "n_embd": WIDTH, "n_layer": LAYERS, "n_head": HEADS, "n_inner": INNER, "activation_function": "gelu_new",
    "layer_norm_epsilon": EPSILON, "tie_word_embeddings": True, "torch_dtype": "float16",
}
# The library has no plain list of words, but WordPiece without pieces is one.
TOKENIZER = {
    "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
    "pre_tokenizer": {"type": "Whitespace"}, "post_processor": None,
    "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
    "model": {"type": "WordPiece", "unk_token": UNKNOWN, "continuing_subword_prefix": "##",
              "max_input_chars_per_word": 100, "vocab": IDS},
}


def start():
    weights = {"wte.weight": torch.randn(len(VOCABULARY), WIDTH) * 0.05, "wpe.weight": torch.randn(LENGTH, WIDTH) * 0.05}
    for layer in range(LAYERS):
        h = f"h.{layer}."
        for name, inputs, outputs in (("attn.c_attn", WIDTH, 3 * WIDTH), ("attn.c_proj", WIDTH, WIDTH),
                                      ("mlp.c_fc", WIDTH, INNER), ("mlp.c_proj", INNER, WIDTH)):
            spread = 1 / math.sqrt(inputs) / (math.sqrt(2 * LAYERS) if name.endswith("c_proj") else 1)
            weights |= {f"{h}{name}.weight": torch.randn(inputs, outputs) * spread, f"{h}{name}.bias": torch.zeros(outputs)}
        for name in ("ln_1", "ln_2"):
            weights |= {f"{h}{name}.weight": torch.ones(WIDTH), f"{h}{name}.bias": torch.zeros(WIDTH)}
    return weights | {"ln_f.weight": torch.ones(WIDTH), "ln_f.bias": torch.zeros(WIDTH)}


def forward(w, ids, drop=0.0, kept=None):
    """ids (B, T) → logits (B, T, V). drop: the share of whole heads that is left out, in training. kept: gets the weights."""
    tokens = ids.shape[1]
    x = w["wte.weight"][ids] + w["wpe.weight"][:tokens]
    norm = lambda x, name: F.layer_norm(x, (WIDTH,), w[name + ".weight"], w[name + ".bias"], EPSILON)
    conv = lambda x, name: x @ w[name + ".weight"] + w[name + ".bias"]
    hidden = torch.ones(tokens, tokens, dtype=torch.bool).triu(1)
    for i in range(LAYERS):
        h = f"h.{i}."
        parts = conv(norm(x, h + "ln_1"), h + "attn.c_attn").split(WIDTH, -1)
        q, k, v = (one.unflatten(-1, (HEADS, -1)).transpose(1, 2) for one in parts)
        scores = (q @ k.transpose(-1, -2) / math.sqrt(WIDTH // HEADS)).masked_fill(hidden, float("-inf"))
        weights = torch.softmax(scores, -1)
        if kept is not None:
            kept.append(weights)
        y = weights @ v
        if drop:
            y = F.dropout(torch.ones(*y.shape[:2], 1, 1), drop) * y
        x = x + conv(y.transpose(1, 2).flatten(2), h + "attn.c_proj")
        x = x + conv(F.gelu(conv(norm(x, h + "ln_2"), h + "mlp.c_fc"), approximate="tanh"), h + "mlp.c_proj")
    return norm(x, "ln_f") @ w["wte.weight"].T


def numbers(words):
    return [IDS[word] for word in words]


def train(steps):
    torch.manual_seed(1)
    torch.set_num_threads(1)  # matrices are too small to be divided
    source = random.Random(1)
    weights = start()
    for tensor in weights.values():
        tensor.requires_grad_()
    wide = [tensor for tensor in weights.values() if tensor.ndim > 1]
    narrow = [tensor for tensor in weights.values() if tensor.ndim == 1]
    optimiser = torch.optim.AdamW([{"params": wide, "weight_decay": 0.05}, {"params": narrow, "weight_decay": 0.0}],
                                  betas=(0.9, 0.98))
    for step in range(steps):
        rate = 3e-3 * min((step + 1) / 200, 0.5 + 0.5 * math.cos(math.pi * step / steps) + 0.01)
        for group in optimiser.param_groups:
            group["lr"] = rate
        batch = torch.tensor([numbers(text(source, LENGTH)) for _ in range(BATCH)])
        given = batch.masked_fill(torch.rand(batch.shape) < 0.01, IDS[UNKNOWN])
        loss = F.cross_entropy(forward(weights, given[:, :-1], 0.02).flatten(0, 1), batch[:, 1:].flatten())
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(list(weights.values()), 1.0)
        optimiser.step()
        if step % 250 == 0 or step == steps - 1:
            print(step, f"{loss.item():.3f}", {name: round(share, 3) for name, share in judge(weights, 100).items()}, flush=True)
    return {name: tensor.detach().half() for name, tensor in weights.items()}


def judge(weights, count):
    """The share of words that follow from those before and are the likeliest, in sentences that are never trained on."""
    source = random.Random(2)
    shares = {}
    with torch.no_grad():
        for name, make in KINDS.items():
            right = all_of = 0
            for _ in range(count):
                words, places = make(source, True)
                likeliest = forward(weights, torch.tensor([numbers(words)]))[0].argmax(-1).tolist()
                right += sum(likeliest[at - 1] == IDS[words[at]] for at in places)
                all_of += len(places)
            shares[name] = right / all_of
    return shares


def safetensors(tensors):
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name, tensor in tensors.items():
        content = tensor.contiguous().numpy().tobytes()
        header[name] = {"dtype": "F16", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    written = json.dumps(header, separators=(",", ":")).encode()
    written += b" " * (-len(written) % 8)
    return struct.pack("<Q", len(written)) + written + data


def write(folder, weights, files, golden_file, golden):
    """The files of a checkpoint, { name: what it holds }, and its golden numbers."""
    folder.mkdir(exist_ok=True)
    (folder / "model.safetensors").write_bytes(safetensors(weights))
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    golden_file.write_text(json.dumps(golden, separators=(",", ":"), ensure_ascii=False) + "\n")


TEXTS = ["When Mary and John went to the shop, John gave a drink to",
         "The animal did not cross the street because it was too tired. What was tired? The",
         "red hat seven Paris mouse red hat seven"]


def golden(weights):
    wide = {name: tensor.double() for name, tensor in weights.items()}
    made = []
    for given in TEXTS:
        ids = numbers(given.replace(",", " ,").replace(".", " .").replace("?", " ?").split())
        kept = []
        logits = forward(wide, torch.tensor([ids]), kept=kept)[0]
        written = lambda rows: [[float(f"{value:.6g}") for value in row] for row in rows.tolist()]
        last = [written(layer[0, :, -1]) for layer in kept]
        made.append({"text": given, "ids": ids, "logits": written(logits[-2:]), "attention": last,
                     "next": VOCABULARY[logits[-1].argmax()]})
    return {"config": CONFIG, "texts": made}


if __name__ == "__main__":
    weights = train(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
    write(OUT, weights, {"config": CONFIG, "tokenizer": TOKENIZER}, GOLDEN, golden(weights))
    for name, share in judge({name: tensor.float() for name, tensor in weights.items()}, 1000).items():
        print(f"{100 * share:5.1f} %  {name}")
    for one in golden(weights)["texts"]:
        print(one["text"], "→", one["next"])

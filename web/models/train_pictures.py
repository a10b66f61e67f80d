"""Trains the page's model of pictures: web/models/pictures/ in the layout of the Hugging Face hub.

usage: python3 web/models/train_pictures.py [STEPS]    (PyTorch 1.12 or later; a few minutes on one core)

A Vision Transformer (Dosovitskiy et al. 2021) with 3 layers of 4 heads, width 48, on pictures made by pictures.py. Seeded, but sums of
another processor or version give other weights: those that are committed are what the page shows and what the tests compare. At the
end it prints how many held-out pictures are right, and writes tests/golden/models/pictures.json: logits and weights of some
pictures, in float64 from the stored half-precision weights.
"""

import base64
import json
import math
import pathlib
import random
import sys

import torch
import torch.nn.functional as F

from pictures import PATCH, SHAPES, SIZE, answer, make, pixels
from train import write

HERE = pathlib.Path(__file__).parent
OUT = HERE / "pictures"
GOLDEN = HERE.parents[1] / "tests/golden/models/pictures.json"
LAYERS, HEADS, WIDTH, INNER = 3, 4, 48, 192
TOKENS = (SIZE // PATCH) ** 2 + 1
EPSILON, BATCH, POOL = 1e-6, 96, 20000

CONFIG = {
    "model_type": "vit", "architectures": ["ViTForImageClassification"], "image_size": SIZE, "patch_size": PATCH,
    "num_channels": 3, "hidden_size": WIDTH, "num_hidden_layers": LAYERS, "num_attention_heads": HEADS,
    "intermediate_size": INNER, "hidden_act": "gelu", "layer_norm_eps": EPSILON, "qkv_bias": True,
    "id2label": {str(i): shape for i, shape in enumerate(SHAPES)}, "label2id": {shape: i for i, shape in enumerate(SHAPES)},
    "torch_dtype": "float16",
}
PREPROCESSOR = {
    "image_processor_type": "ViTImageProcessor", "do_resize": True, "size": {"height": SIZE, "width": SIZE}, "resample": 2,
    "do_rescale": True, "rescale_factor": 1 / 255, "do_normalize": True, "image_mean": [0.5, 0.5, 0.5],
    "image_std": [0.5, 0.5, 0.5],
}


def start():
    spread = lambda *shape: torch.randn(*shape) / math.sqrt(shape[-1])
    weights = {
        "vit.embeddings.cls_token": torch.randn(1, 1, WIDTH) * 0.02,
        "vit.embeddings.position_embeddings": torch.randn(1, TOKENS, WIDTH) * 0.1,
        "vit.embeddings.patch_embeddings.projection.weight":
            spread(WIDTH, 3 * PATCH * PATCH).reshape(WIDTH, 3, PATCH, PATCH),
        "vit.embeddings.patch_embeddings.projection.bias": torch.zeros(WIDTH),
    }
    for layer in range(LAYERS):
        begin = f"vit.encoder.layer.{layer}."
        for name, inputs, outputs in (("attention.attention.query", WIDTH, WIDTH), ("attention.attention.key", WIDTH, WIDTH),
                                      ("attention.attention.value", WIDTH, WIDTH), ("attention.output.dense", WIDTH, WIDTH),
                                      ("intermediate.dense", WIDTH, INNER), ("output.dense", INNER, WIDTH)):
            smaller = math.sqrt(2 * LAYERS) if "output" in name else 1
            weights |= {f"{begin}{name}.weight": spread(outputs, inputs) / smaller, f"{begin}{name}.bias": torch.zeros(outputs)}
        for name in ("layernorm_before", "layernorm_after"):
            weights |= {f"{begin}{name}.weight": torch.ones(WIDTH), f"{begin}{name}.bias": torch.zeros(WIDTH)}
    return weights | {"vit.layernorm.weight": torch.ones(WIDTH), "vit.layernorm.bias": torch.zeros(WIDTH),
                      "classifier.weight": torch.randn(len(SHAPES), WIDTH) * 0.02, "classifier.bias": torch.zeros(len(SHAPES))}


def forward(w, x, drop=0.0, kept=None):
    """x (B, 3, H, W), normalised → logits (B, labels). drop: the share of whole heads that is left out, in training. kept: gets
    the weights."""
    embeddings = "vit.embeddings."
    projection = embeddings + "patch_embeddings.projection"
    x = F.conv2d(x, w[projection + ".weight"], w[projection + ".bias"], stride=PATCH).flatten(2).transpose(1, 2)
    x = torch.cat([w[embeddings + "cls_token"].expand(len(x), -1, -1), x], 1) + w[embeddings + "position_embeddings"]
    norm = lambda x, name: F.layer_norm(x, (WIDTH,), w[name + ".weight"], w[name + ".bias"], EPSILON)
    linear = lambda x, name: x @ w[name + ".weight"].T + w[name + ".bias"]
    for i in range(LAYERS):
        begin = f"vit.encoder.layer.{i}."
        normed = norm(x, begin + "layernorm_before")
        q, k, v = (linear(normed, f"{begin}attention.attention.{name}").unflatten(-1, (HEADS, -1)).transpose(1, 2)
                   for name in ("query", "key", "value"))
        weights = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(WIDTH // HEADS), -1)
        if kept is not None:
            kept.append(weights)
        y = weights @ v
        if drop:
            y = F.dropout(torch.ones(*y.shape[:2], 1, 1), drop) * y
        x = x + linear(y.transpose(1, 2).flatten(2), begin + "attention.output.dense")
        x = x + linear(F.gelu(linear(norm(x, begin + "layernorm_after"), begin + "intermediate.dense")), begin + "output.dense")
    return linear(norm(x, "vit.layernorm")[:, 0], "classifier")


def given(pictures):
    """What the model reads, (B, 3, H, W)."""
    rows = torch.frombuffer(bytearray(b"".join(map(pixels, pictures))), dtype=torch.uint8).reshape(-1, SIZE, SIZE, 3)
    return (rows.permute(0, 3, 1, 2) / 255 - 0.5) / 0.5


def right(weights, pictures):
    with torch.no_grad():
        likeliest = torch.cat([forward(weights, given(pictures[i:i + 250])) for i in range(0, len(pictures), 250)]).argmax(-1)
    return sum(SHAPES[at] == answer(picture) for at, picture in zip(likeliest.tolist(), pictures)) / len(pictures)


def train(steps):
    torch.manual_seed(1)
    source = random.Random(1)
    pool = [make(source) for _ in range(POOL)]
    inputs = given(pool)
    answers = torch.tensor([SHAPES.index(answer(picture)) for picture in pool])
    held_out = held_out_pictures(500)
    weights = start()
    for tensor in weights.values():
        tensor.requires_grad_()
    wide = [tensor for name, tensor in weights.items() if name.endswith("weight") and tensor.ndim > 1]
    narrow = [tensor for name, tensor in weights.items() if not (name.endswith("weight") and tensor.ndim > 1)]
    optimiser = torch.optim.AdamW([{"params": wide, "weight_decay": 0.05}, {"params": narrow, "weight_decay": 0.0}],
                                  betas=(0.9, 0.98))
    for step in range(steps):
        rate = 2e-3 * min((step + 1) / 100, 0.5 + 0.5 * math.cos(math.pi * step / steps) + 0.005)
        for group in optimiser.param_groups:
            group["lr"] = rate
        chosen = torch.randint(POOL, (BATCH,))
        loss = F.cross_entropy(forward(weights, inputs[chosen], 0.02), answers[chosen])
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(list(weights.values()), 1.0)
        optimiser.step()
        if step % 100 == 0 or step == steps - 1:
            print(step, f"{loss.item():.3f}", f"{right(weights, held_out):.3f}", flush=True)
    return {name: tensor.detach().half() for name, tensor in weights.items()}


def held_out_pictures(count):
    source = random.Random(2)
    return [make(source) for _ in range(count)]


# The last two ask what no picture of the training asks: two shapes have the colour, and none has it.
PICTURES = [
    {"asks": "blue", "shapes": [[5, "circle", "orange"], [7, "triangle", "blue"], [10, "square", "green"], [13, "cross", "yellow"]]},
    {"asks": "green", "shapes": [[5, "circle", "orange"], [7, "triangle", "blue"], [10, "square", "green"], [13, "cross", "yellow"]]},
    {"asks": "pink", "shapes": [[15, "cross", "pink"], [1, "circle", "blue"]]},
    {"asks": "blue", "shapes": [[6, "circle", "blue"], [9, "square", "blue"], [12, "cross", "orange"]]},
    {"asks": "pink", "shapes": [[6, "circle", "blue"], [9, "square", "green"]]},
]


def golden(weights):
    wide = {name: tensor.double() for name, tensor in weights.items()}
    written = lambda rows: [[float(f"{value:.6g}") for value in row] for row in rows.tolist()]
    made = []
    for picture in PICTURES:
        kept = []
        logits = forward(wide, given([picture]).double(), kept=kept)
        made.append(picture | {"pixels": base64.b64encode(pixels(picture)).decode(), "logits": written(logits)[0],
                               "attention": [written(layer[0, :, 0]) for layer in kept]})
    return {"config": CONFIG, "pictures": made}


if __name__ == "__main__":
    weights = train(int(sys.argv[1]) if len(sys.argv) > 1 else 1500)
    write(OUT, weights, {"config": CONFIG, "preprocessor_config": PREPROCESSOR}, GOLDEN, golden(weights))
    stored = {name: tensor.float() for name, tensor in weights.items()}
    print(f"{100 * right(stored, held_out_pictures(5000)):.2f} % of 5,000 held-out pictures")
    for one in golden(weights)["pictures"]:
        print(one["asks"], one["shapes"], "→", SHAPES[max(range(len(SHAPES)), key=lambda i: one["logits"][i])])

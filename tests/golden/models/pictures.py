"""Writes a small checkpoint of each family of models of pictures, with random weights, and what PyTorch computes from it; and
pictures that are resized by PyTorch.

usage: python3 tests/golden/models/pictures.py [NAME]...    (PyTorch 1.12 or later; without names all are written)

Each NAME.json has config (a config.json), weights (the bytes of model.safetensors, base64), the picture as numbers (3, H, W) and
its grid of patches, and the results in float64 from the stored weights, each number rounded to seven digits: logits (V), those
after each layer as if it were the last (layers + 1, V), weights (layers, H, T, T), the logits with one head switched off, and
what each head and each inner layer gives to the logit of label 1, the norms held at this run's: parts (layers, H + 1). The
forward passes are written with torch.nn.functional, after transformers' modeling_vit.py, modeling_deit.py, modeling_dinov2.py and
modeling_dinov2_with_registers.py. Those called quantised/NAME also have the logits and weights after the matrices of linear layers
are rounded to Q8_0 and Q4_0 (rounding.py).

resized.json has pictures (bytes, base64) and what torch.nn.functional.interpolate(antialias=True) makes of them, in two passes as
Pillow does it: rounded after each.
"""

import base64
import json
import math
import pathlib
import sys

import torch
import torch.nn.functional as F

from checkpoints import drawn, quantised, safetensors, written

HERE = pathlib.Path(__file__).parent


def forward(c, w, x, prefix, off=None):
    """x (3, H, W) → logits (V), those after each layer, weights and parts."""
    width, count, patch = c["hidden_size"], c["num_attention_heads"], c["patch_size"]
    dinov2 = c["model_type"].startswith("dinov2")
    get = lambda name: w[prefix + name]
    norm = lambda x, name: F.layer_norm(x, (width,), get(name + ".weight"), get(name + ".bias"), c["layer_norm_eps"])
    linear = lambda x, name: F.linear(x, get(name + ".weight"), w.get(prefix + name + ".bias"))

    # Embeddings.
    projection = "embeddings.patch_embeddings.projection"
    patches = F.conv2d(x[None], get(projection + ".weight"), get(projection + ".bias"), stride=patch)[0]
    rows, columns = patches.shape[1:]
    patches = patches.flatten(1).T
    positions = get("embeddings.position_embeddings")[0]
    own = c["image_size"] // patch
    before = 2 if c["model_type"] == "deit" else 1
    if (rows, columns) != (own, own):
        table = positions[before:].reshape(1, own, own, width).permute(0, 3, 1, 2)
        # In float32, as transformers does it, where that has a kernel for it.
        table = F.interpolate(table.float(), size=(rows, columns), mode="bicubic", align_corners=False,
                              antialias=c["model_type"] == "dinov2_with_registers").to(x.dtype)
        positions = torch.cat([positions[:before], table[0].flatten(1).T])
    special = [get("embeddings.cls_token")[0]]
    if c["model_type"] == "deit":
        special.append(get("embeddings.distillation_token")[0])
    x = torch.cat([*special, patches]) + positions
    registers = c.get("num_register_tokens", 0)
    if registers:
        x = torch.cat([x[:1], get("embeddings.register_tokens")[0], x[1:]])
    first = before + registers  # patch

    # Layers.
    streams, all_weights, given = [x], [], []
    names = ("norm1", "norm2", "mlp.fc1", "mlp.fc2") if dinov2 else ("layernorm_before", "layernorm_after", "intermediate.dense",
                                                                        "output.dense")
    for i in range(c["num_hidden_layers"]):
        layer = f"encoder.layer.{i}."
        normed = norm(x, layer + names[0])
        q, k, v = (linear(normed, f"{layer}attention.attention.{name}").unflatten(-1, (count, -1)).transpose(0, 1)
                   for name in ("query", "key", "value"))
        weights = torch.softmax(q @ k.transpose(1, 2) / math.sqrt(width // count), -1)
        all_weights.append(weights)
        output = weights @ v
        if off and off[0] == i:
            output[off[1]] = 0
        factor = get(layer + "layer_scale1.lambda1") if dinov2 else 1
        dense = get(layer + "attention.output.dense.weight").unflatten(1, (count, -1))
        by_head = [output[n] @ dense[:, n].T * factor for n in range(count)]
        x = x + linear(output.transpose(0, 1).flatten(1), layer + "attention.output.dense") * factor
        inner = norm(x, layer + names[1])
        if c.get("use_swiglu_ffn"):
            gate, up = linear(inner, layer + "mlp.weights_in").chunk(2, -1)
            inner = linear(F.silu(gate) * up, layer + "mlp.weights_out")
        else:
            inner = linear(F.gelu(linear(inner, layer + names[2])), layer + names[3])
        if dinov2:
            inner = inner * get(layer + "layer_scale2.lambda1")
        x = x + inner
        streams.append(x)
        given.append([*by_head, inner])

    # Labels.
    def read(x):
        last = norm(x, "layernorm")
        if "cls_classifier.weight" in w:
            return (F.linear(last[0], w["cls_classifier.weight"], w["cls_classifier.bias"])
                    + F.linear(last[1], w["distillation_classifier.weight"], w["distillation_classifier.bias"])) / 2
        last = torch.cat([last[0], last[first:].mean(0)]) if dinov2 else last[0]
        return F.linear(last, w["classifier.weight"], w["classifier.bias"])

    # A part goes through the last norm with its mean taken off and this run's deviation, and counts as the labels' rows say.
    def part(added):
        deviation = torch.sqrt(x.var(-1, unbiased=False, keepdim=True) + c["layer_norm_eps"])
        held = (added - added.mean(-1, keepdim=True)) / deviation * get("layernorm.weight")
        if "cls_classifier.weight" in w:
            return (held[0] @ w["cls_classifier.weight"][1] + held[1] @ w["distillation_classifier.weight"][1]) / 2
        held = torch.cat([held[0], held[first:].mean(0)]) if dinov2 else held[0]
        return held @ w["classifier.weight"][1]

    return {"logits": read(x), "lens": torch.stack([read(one) for one in streams]), "attention": torch.stack(all_weights),
            "parts": torch.stack([torch.stack([part(one) for one in layer]) for layer in given]), "grid": [rows, columns]}


def shapes_of(c, prefix, teacher):
    e, patch, own = c["hidden_size"], c["patch_size"], c["image_size"] // c["patch_size"]
    dinov2, deit = c["model_type"].startswith("dinov2"), c["model_type"] == "deit"
    labels = len(c["id2label"])
    shapes = {"embeddings.cls_token": (1, 1, e), "embeddings.position_embeddings": (1, own * own + (2 if deit else 1), e),
              "embeddings.patch_embeddings.projection.weight": (e, 3, patch, patch),
              "embeddings.patch_embeddings.projection.bias": (e,)}
    if deit:
        shapes["embeddings.distillation_token"] = (1, 1, e)
    if c.get("num_register_tokens"):
        shapes["embeddings.register_tokens"] = (1, c["num_register_tokens"], e)
    if dinov2:
        shapes["embeddings.mask_token"] = (1, e)
    inner = int(e * c["mlp_ratio"]) if dinov2 else c["intermediate_size"]
    swiglu = (int(inner * 2 / 3) + 7) // 8 * 8
    for i in range(c["num_hidden_layers"]):
        layer = f"encoder.layer.{i}."
        rows = {f"attention.attention.{name}": (e, e) for name in ("query", "key", "value")} | {"attention.output.dense": (e, e)}
        if c.get("use_swiglu_ffn"):
            rows |= {"mlp.weights_in": (2 * swiglu, e), "mlp.weights_out": (e, swiglu)}
        elif dinov2:
            rows |= {"mlp.fc1": (inner, e), "mlp.fc2": (e, inner)}
        else:
            rows |= {"intermediate.dense": (inner, e), "output.dense": (e, inner)}
        for name, shape in rows.items():
            shapes[f"{layer}{name}.weight"] = shape
            if c.get("qkv_bias", True) or name not in ("attention.attention.query", "attention.attention.key",
                                                       "attention.attention.value"):
                shapes[f"{layer}{name}.bias"] = shape[:1]
        for name in ("norm1", "norm2") if dinov2 else ("layernorm_before", "layernorm_after"):
            shapes |= {f"{layer}{name}.weight": (e,), f"{layer}{name}.bias": (e,)}
        if dinov2:
            shapes |= {f"{layer}layer_scale{n}.lambda1": (e,) for n in (1, 2)}
    shapes |= {"layernorm.weight": (e,), "layernorm.bias": (e,)}
    shapes = {prefix + name: shape for name, shape in shapes.items()}
    for name in ("cls_classifier", "distillation_classifier") if teacher else ("classifier",):
        shapes |= {f"{name}.weight": (labels, 2 * e if dinov2 else e), f"{name}.bias": (labels,)}
    return shapes


def make(name, seed, config, prefix, height, width, teacher=False, dtype=torch.float32):
    if len(sys.argv) > 1 and name not in sys.argv:
        return
    torch.manual_seed(seed)
    weights = drawn(shapes_of(config, prefix, teacher), dtype, 1.2)
    picture = (torch.randn(3, height, width) * 100).round() / 100
    wide = {key: value.double() for key, value in weights.items()}
    off = [1, 2]
    found = forward(config, wide, picture.double(), prefix)
    result = {"config": config, "weights": base64.b64encode(safetensors(weights)).decode(), "picture": written(picture),
              "size": [height, width], "grid": found.pop("grid")}
    result |= {key: written(value) for key, value in found.items()}
    result |= {"off": off, "logitsWithout": written(forward(config, wide, picture.double(), prefix, off)["logits"])}
    for kind in ("Q8_0", "Q4_0") if name.startswith("quantised/") else ():
        some = {key: value.double() for key, value in quantised(kind, weights).items()}
        found = forward(config, some, picture.double(), prefix)
        result[kind] = {key: written(found[key]) for key in ("logits", "attention")}
    (HERE / f"{name}.json").write_text(json.dumps(result, separators=(",", ":")) + "\n")


LABELS = {"0": "cat", "1": "dog", "2": "a fish, or another animal that swims", "3": "tree", "4": "house"}
VIT = {"model_type": "vit", "image_size": 12, "patch_size": 4, "num_channels": 3, "hidden_size": 24, "num_hidden_layers": 2,
       "num_attention_heads": 3, "intermediate_size": 40, "hidden_act": "gelu", "layer_norm_eps": 1e-12, "id2label": LABELS}
make("vit", 21, VIT, "vit.", 12, 12)
make("vit-float16", 22, VIT | {"qkv_bias": False}, "vit.", 12, 12, dtype=torch.float16)
make("vit-bfloat16", 29, VIT, "vit.", 12, 12, dtype=torch.bfloat16)
make("deit", 23, VIT | {"model_type": "deit"}, "deit.", 12, 12)
make("deit-teacher", 24, VIT | {"model_type": "deit"}, "deit.", 12, 12, teacher=True)
DINOV2 = {"model_type": "dinov2", "image_size": 12, "patch_size": 4, "num_channels": 3, "hidden_size": 24, "num_hidden_layers": 2,
          "num_attention_heads": 3, "mlp_ratio": 2, "hidden_act": "gelu", "layer_norm_eps": 1e-6, "use_swiglu_ffn": False,
          "id2label": LABELS}
make("dinov2", 25, DINOV2, "dinov2.", 12, 12)
make("dinov2-interpolated", 26, DINOV2, "dinov2.", 8, 20)
make("dinov2-swiglu", 27, DINOV2 | {"use_swiglu_ffn": True}, "dinov2.", 12, 12)
REGISTERS = DINOV2 | {"model_type": "dinov2_with_registers", "num_register_tokens": 2}
make("dinov2-registers", 28, REGISTERS, "dinov2_with_registers.", 8, 20)
WIDE = {"hidden_size": 32, "num_attention_heads": 4, "intermediate_size": 64}
make("quantised/vit", 30, VIT | WIDE, "vit.", 12, 12, dtype=torch.float16)
# Of 48 numbers the two halves of the classifier meet within a block.
make("quantised/dinov2", 31, DINOV2 | {"hidden_size": 48}, "dinov2.", 12, 12)


def resized(x, size, mode):
    """(H, W, 3) of whole numbers 0 … 255, first across."""
    channels = x.permute(2, 0, 1)[None].float()
    for to in ((x.shape[0], size[1]), size):
        channels = F.interpolate(channels, size=to, mode=mode, align_corners=False, antialias=True).round().clamp(0, 255)
    return channels[0].permute(1, 2, 0).to(torch.uint8)


def resize_all():
    if len(sys.argv) > 1 and "resized" not in sys.argv:
        return
    torch.manual_seed(29)
    made = []
    for size, to, mode in (((37, 53), (24, 24), "bilinear"), ((37, 53), (24, 24), "bicubic"), ((9, 7), (20, 16), "bicubic"),
                           ((9, 7), (20, 16), "bilinear"), ((61, 5), (4, 8), "bicubic")):
        smooth = F.interpolate(torch.rand(1, 3, max(2, size[0] // 4), max(2, size[1] // 4)), size=size, mode="bilinear")
        x = (255 * (0.7 * smooth + 0.3 * torch.rand(1, 3, *size)))[0].permute(1, 2, 0).to(torch.uint8)
        bytes_of = lambda one: base64.b64encode(one.contiguous().numpy().tobytes()).decode()
        made.append({"size": size, "to": to, "mode": mode, "pixels": bytes_of(x), "resized": bytes_of(resized(x, to, mode))})
    (HERE / "resized.json").write_text(json.dumps(made, separators=(",", ":")) + "\n")


resize_all()

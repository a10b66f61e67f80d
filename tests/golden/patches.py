"""Writes patches.json: what PyTorch computes for the lesson "pictures" (web/lessons/pictures.json).

usage: scripts/toolchain run --torch -- python3 tests/golden/patches.py > tests/golden/patches.json   (PyTorch 1.12 or later)

hand: the small picture of the lesson, cut, projected (once as a product, once as a convolution), with [CLS] and positions, its
attention, the window of a convolution, and the patches in another order, in float64.

trained: for the first picture of tests/golden/models/pictures.json, the queries and keys of the patches in two heads of the page's
own model, from the stored half-precision weights, computed in float64 and kept in half precision, which the lesson contains; and what
each head gives near and far patches and the corner, measured over 500 pictures that the model was not trained on, of all patches
and of those that show part of a shape; the last row is that of equal weights. [CLS] is left out: what a patch
gives to patches is divided by its sum, which is the softmax over their scores alone. Near: at most one row and one column away, the
window of a 3 × 3 convolution. Far: four or more rows or columns away.
"""

import base64
import json
import math
import pathlib
import struct
import sys

import torch
import torch.nn.functional as F

MODELS = pathlib.Path(__file__).parents[2] / "web/models"
sys.path.insert(0, str(MODELS))

from pictures import GROUND, PATCH, SIZE, pixels  # noqa: E402
from train_pictures import HEADS, LAYERS, PICTURES, WIDTH, forward, given, held_out_pictures  # noqa: E402

COUNT = 500
FAR_HEAD, NEAR_HEAD = (0, 2), (0, 3)  # layer and head, from 0


def plain(tensor):
    return [plain(row) for row in tensor] if tensor.ndim else float(f"{tensor.item():.9g}")


def attend(x, to_query, to_key, to_value):
    q, k, v = x @ to_query, x @ to_key, x @ to_value
    s = q @ k.T
    scaled = s / math.sqrt(k.shape[-1])
    a = torch.softmax(scaled, -1)
    return {"q": q, "k": k, "v": v, "s": s, "scaled": scaled, "a": a, "z": a @ v}


def window(side, reach=1):
    at = torch.arange(side * side)
    rows, columns = at // side, at % side
    return torch.maximum((rows[:, None] - rows).abs(), (columns[:, None] - columns).abs()) <= reach


def hand(order):
    image = torch.tensor([[1, 0, 0, 0, 1, 1], [1, 0, 0, 0, 0, 0], [0, 0, 1, 1, 0, 0], [0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 0],
                          [0, 0, 0, 0, 1, 0]]).double()[None]
    # bright, horizontal, vertical, top, left, [CLS]
    to_vector = torch.tensor([[1, 1, 1], [1, 1, -1], [1, -1, 1], [1, -1, -1]]).double()
    to_vector = torch.cat([to_vector, torch.zeros(4, 3)], 1)
    cls = torch.tensor([[0, 0, 0, 0, 0, 1]]).double()
    places = torch.tensor([[0, 0, 0, 1 - i // 3, 1 - i % 3, 0] for i in range(9)]).double()
    positions = torch.cat([torch.zeros(1, 6), places])
    to_query = torch.tensor([[0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 1]]).double()
    to_key = torch.tensor([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]]).double()
    to_value = torch.eye(6).double()[:, :3]
    matrices = to_query, to_key, to_value
    patches = F.unfold(image[None], kernel_size=2, stride=2)[0].T
    e = patches @ to_vector
    kernel = to_vector.T.reshape(6, 1, 2, 2)
    assert torch.equal(F.conv2d(image[None], kernel, stride=2)[0].flatten(1).T, e)
    x_0 = torch.cat([cls, e])
    x = x_0 + positions
    made = attend(x, *matrices)
    assert torch.allclose(F.scaled_dot_product_attention(made["q"], made["k"], made["v"]), made["z"]) \
        if hasattr(F, "scaled_dot_product_attention") else True
    s_patches = made["scaled"][1:, 1:]
    inside = window(3)
    moved = patches[order]
    moved_0 = torch.cat([cls, moved @ to_vector])
    outputs = {name: attend(rows, *matrices)["z"][:1] for name, rows in (
        ("z_bare", x_0), ("z_bare_moved", moved_0), ("z_placed", x), ("z_placed_moved", moved_0 + positions))}
    return {name: plain(tensor) for name, tensor in {
        "image": image, "patches": patches, "e": e, "x_0": x_0, "x": x, **made, "s_patches": s_patches,
        "a_patches": torch.softmax(s_patches, -1), "window": inside.double(), "two_windows": inside.double() @ inside.double(),
        "a_window": torch.softmax(s_patches.masked_fill(~inside, -torch.inf), -1), "patches_moved": moved,
        "image_moved": F.fold(moved.T[None], (6, 6), kernel_size=2, stride=2)[0], **outputs}.items()}


def stored_weights():
    """The tensors of the model's file, in float64."""
    data = (MODELS / "pictures/model.safetensors").read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, about in json.loads(data[8:8 + length]).items():
        if name == "__metadata__":
            continue
        begin, end = about["data_offsets"]
        half = torch.frombuffer(bytearray(data[8 + length + begin:8 + length + end]), dtype=torch.float16)
        found[name] = half.reshape(about["shape"]).double()
    return found


def vectors(weights, picture, head):
    """Queries and keys of the patches in a head of the first layer, (64, 12) each, in half precision as the weights are: the lesson takes half the bytes."""
    layer, which = head
    assert layer == 0  # what it reads is the embedding itself
    embeddings, begin = "vit.embeddings.", "vit.encoder.layer.0."
    projection = embeddings + "patch_embeddings.projection"
    x = F.conv2d(given([picture]).double(), weights[projection + ".weight"], weights[projection + ".bias"], stride=PATCH)
    x = torch.cat([weights[embeddings + "cls_token"], x.flatten(2).transpose(1, 2)], 1) + weights[embeddings + "position_embeddings"]
    x = F.layer_norm(x[0], (WIDTH,), weights[begin + "layernorm_before.weight"], weights[begin + "layernorm_before.bias"], 1e-6)
    per_head = WIDTH // HEADS
    own = slice(which * per_head, (which + 1) * per_head)
    return [(x @ weights[f"{begin}attention.attention.{name}.weight"].T + weights[f"{begin}attention.attention.{name}.bias"])
            [1:, own].half().float() for name in ("query", "key")]


def among_patches(weights):
    """Weights (..., 65, 65) without [CLS]: (..., 64, 64), rows that add up to 1."""
    of_patches = weights[..., 1:, 1:]
    return of_patches / of_patches.sum(-1, keepdim=True)


def measured(weights):
    side = SIZE // PATCH
    near, far = window(side).double(), 1 - window(side, 3).double()
    pictures = held_out_pictures(COUNT)
    corner = torch.zeros(side**2, side**2).double()
    corner[:, 0] = 1
    sums = {name: torch.zeros(LAYERS * HEADS + 1, 3).double() for name in ("all", "shapes")}
    counts = {"all": 0, "shapes": 0}
    for start in range(0, COUNT, 50):
        some = pictures[start:start + 50]
        inputs = given(some).double()
        painted = torch.frombuffer(bytearray(b"".join(map(pixels, some))), dtype=torch.uint8).reshape(len(some), SIZE, SIZE, 3)
        shown = (painted != torch.tensor(GROUND, dtype=torch.uint8)).any(-1).double()[:, None]
        shown = F.max_pool2d(shown, PATCH).flatten(1)  # whether a patch shows part of a shape
        shown[:, 0] = 0  # the mark
        kept = []
        with torch.no_grad():
            forward(weights, inputs, kept=kept)
        heads = among_patches(torch.cat(kept, 1))  # (pictures, 12, 64, 64)
        even = torch.full((len(some), 1, side**2, side**2), 1 / side**2).double()
        rows = torch.stack([(torch.cat([heads, even], 1) * inside).sum(-1) for inside in (near, far, corner)], -1)
        for name, of in (("all", torch.ones_like(shown)), ("shapes", shown)):
            sums[name] += (rows * of[:, None, :, None]).sum((0, 2))
            counts[name] += of.sum().item()
    return {name: plain(sums[name] / counts[name]) for name in sums} | {"patches": counts}


def trained():
    weights = stored_weights()
    picture = PICTURES[0]
    kept = []
    with torch.no_grad():
        forward(weights, given([picture]).double(), kept=kept)
    made = {"pixels": base64.b64encode(pixels(picture)).decode()}
    for name, head in (("far", FAR_HEAD), ("near", NEAR_HEAD)):
        q, k = vectors(weights, picture, head)
        a = torch.softmax(q.double() @ k.double().T / math.sqrt(q.shape[-1]), -1)
        assert (a - among_patches(kept[head[0]][0, head[1]])).abs().max() < 2e-3
        made |= {f"q_{name}": plain(q), f"k_{name}": plain(k), f"a_{name}": plain(a)}
    return made | measured(weights)


if __name__ == "__main__":
    torch.set_num_threads(1)
    print(json.dumps({"hand": hand([4, 0, 8, 1, 6, 2, 7, 3, 5]), "trained": trained()}, separators=(",", ":")))

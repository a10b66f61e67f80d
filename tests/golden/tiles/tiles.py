"""Writes tiles.json: the numbers of the lesson "tiles", by PyTorch in float64.

usage: /usr/bin/python3 tests/golden/tiles/tiles.py > tests/golden/tiles/tiles.json
(PyTorch 1.13 or later)

A row of eight keys: its softmax at once, its halves and their merge, its tiles of two keys one after another, and a ninth
key. Sums and outputs of a part are taken below the part's own maximum. A merge here adds the parts anew, below the larger
maximum: it does not rescale. And attention of 8 queries drawn by PyTorch as float32, at once.
"""

import json

import torch

q = torch.tensor([[1, 2]]).double()
keys = torch.tensor([[2, 0], [1, 0], [0, 2], [2, -1], [1, 1], [4, 0], [2, 2], [1, 2]]).double()
values = torch.tensor([[1, 0], [0, 2], [2, 1], [3, 0], [0, 1], [1, 1], [4, 2], [2, 3]]).double()
k_new, v_new = torch.tensor([[3, 2]]).double(), torch.tensor([[4, 0]]).double()
scores = q @ keys.T


def part(s, v, top=None):
    """The largest score, e to the scores below `top` (the largest, unless given), their sum, and the output."""
    m = s.max(dim=-1, keepdim=True).values
    p = torch.exp(s - (m if top is None else top))
    return {"m": m, "p": p, "l": p.sum(dim=-1, keepdim=True), "o": p @ v}


def named(one, **names):
    return {names[key]: value for key, value in one.items() if key in names}


whole = part(scores, values)
weights = torch.softmax(scores, dim=-1)
output = weights @ values
wanted = {"s": scores, "a": weights, "z": output}
halves = [part(scores[:, :4], values[:4]), part(scores[:, 4:], values[4:])]
for i, half in enumerate(halves, 1):
    wanted |= named(half, m=f"m_{i}", p=f"p_{i}", l=f"l_{i}", o=f"o_{i}")
wanted |= named(whole, m="m", l="l", o="o")
wanted["factor_1"] = torch.exp(halves[0]["m"] - whole["m"])
wanted["z_merged"] = output

tiles = [part(scores[:, i:i + 2], values[i:i + 2]) for i in range(0, 8, 2)]
so_far = [part(scores[:, :i], values[:i]) for i in range(2, 10, 2)]
for name in "mlo":
    wanted[f"tiles_{name}"] = torch.cat([one[name] for one in tiles])
    wanted[f"running_{name}"] = torch.cat([one[name] for one in so_far])
more = part(q @ torch.cat([keys, k_new]).T, torch.cat([values, v_new]))
wanted |= named(more, m="m_more", l="l_more", o="o_more")
wanted["z_more"] = more["o"] / more["l"]

# The state before and after each tile, as the reader chooses it.
chosen = []
for t in range(1, 5):
    state = named(tiles[t - 1], m="m_t", p="p_t", l="l_t", o="o_t")
    state |= named(so_far[t - 1], m="m_after", l="l_after", o="o_after")
    if t > 1:
        state |= named(so_far[t - 2], m="m_before", l="l_before", o="o_before")
    chosen.append(state)

torch.manual_seed(61)
Q, K, V = (torch.randn(8, 4) for _ in range(3))
A = torch.softmax(Q.double() @ K.double().T / 2, dim=-1)
drawn = {"Q": Q, "K": K, "V": V, "A": A, "Z": A @ V.double(), "Z_tiles": A @ V.double()}


def plain(value):
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return [[float(f"{x:.9g}") for x in row] for row in value.tolist()]


print(json.dumps({"row": plain(wanted), "tile": plain(chosen), "drawn": plain(drawn),
                  "inputs": plain({"q": q, "k": keys, "v": values, "k_new": k_new, "v_new": v_new})},
                 separators=(",", ":")))

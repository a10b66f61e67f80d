"""Writes options.json: what PyTorch computes where an option is set that no tutorial uses, and the order of its sums.

usage: ATEN_CPU_CAPABILITY=default python3 tests/golden/options.py > tests/golden/options.json
(PyTorch 2.5 or later with a plain BLAS, such as Debian's python3-torch: other ones add products in orders of their own)

PyTorch's own functions where it has them (nn.MultiheadAttention with bias_k, bias_v, add_zero_attn, kdim and vdim;
scaled_dot_product_attention with enable_gqa); formulas written out with its tensors where it has none (softcap, ALiBi,
rotary positions). Seeds make every run draw the same numbers.
"""

import json
import math

import torch
from torch.nn.functional import scaled_dot_product_attention


def plain(value):
    """Tensors as nested lists: a float32 in the fewest digits that read back as the same one, infinities as strings."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, torch.Tensor):
        return plain(value.detach().numpy())
    if getattr(value, "ndim", 0) > 0:
        return [plain(one) for one in value]
    if hasattr(value, "item"):
        return value.item() if value.dtype.kind in "biu" else plain(float(str(value)))
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def multihead(seed, masked=False, kdim=None, vdim=None, **options):
    """A fresh module as PyTorch draws it, biases then drawn too (they start as 0), and what it gives."""
    torch.manual_seed(seed)
    module = torch.nn.MultiheadAttention(6, 2, kdim=kdim, vdim=vdim, batch_first=True, **options)
    fresh = {name: value.clone() for name, value in module.named_parameters()}
    with torch.no_grad():
        module.in_proj_bias.normal_()
        module.out_proj.bias.normal_()
    query, key, value = torch.randn(2, 3, 6), torch.randn(2, 4, kdim or 6), torch.randn(2, 4, vdim or 6)
    masks = {}
    if masked:  # True = blocked; every query keeps at least one key
        masks["attn_mask"] = torch.tensor([[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0]]).bool()
        masks["key_padding_mask"] = torch.tensor([[0, 0, 0, 1], [0, 0, 1, 0]]).bool()
    output, weights = module(query, key, value, **masks)
    _, each = module(query, key, value, average_attn_weights=False, **masks)
    return {"seed": seed, "embed_dim": 6, "num_heads": 2, "kdim": kdim or 6, "vdim": vdim or 6, **options,
            "fresh": fresh, "parameters": dict(module.named_parameters()), "query": query, "key": key, "value": value,
            **masks, "output": output, "weights": weights, "weights_of_heads": each}


def grouped(seed, heads, kv_heads):
    """Each key and value head serves heads / kv_heads query heads."""
    torch.manual_seed(seed)
    query = torch.randn(2, heads, 3, 4)
    key, value = torch.randn(2, kv_heads, 5, 4), torch.randn(2, kv_heads, 5, 2)
    mask = torch.rand(3, 5) < 0.7  # True = may attend
    mask[:, 0] = True
    give = lambda **options: scaled_dot_product_attention(query, key, value, enable_gqa=True, **options)
    return {"query": query, "key": key, "value": value, "attn_mask": mask, "output": give(),
            "output_masked": give(attn_mask=mask), "output_causal": give(is_causal=True)}


def softcap(seed, cap):
    """cap · tanh(score / cap) after scaling and before the mask."""
    torch.manual_seed(seed)
    query, key, value = 3 * torch.randn(2, 3, 4), 3 * torch.randn(2, 5, 4), torch.randn(2, 5, 3)
    scores = query @ key.transpose(-2, -1) / math.sqrt(4)
    capped = cap * torch.tanh(scores / cap)
    causal = torch.ones(3, 5).tril() == 1
    masked = capped.masked_fill(~causal, -math.inf)
    weights, causal_weights = capped.softmax(dim=-1), masked.softmax(dim=-1)
    return {"softcap": cap, "query": query, "key": key, "value": value, "scores": capped, "weights": weights,
            "output": weights @ value, "weights_causal": causal_weights, "output_causal": causal_weights @ value}


def slopes(heads):
    """Press et al. 2022: a geometric row for a power of two, else every other slope of the next one as well."""
    lower = 2 ** math.floor(math.log2(heads))
    row = lambda count: [2.0 ** (-8.0 * (i + 1) / count) for i in range(count)]
    return torch.tensor(row(lower) + row(2 * lower)[0::2][: heads - lower])


def alibi(seed, heads):
    """The distance between query and key, times the head's slope, taken from the scores."""
    torch.manual_seed(seed)
    query, key, value = torch.randn(2, heads, 4, 3), torch.randn(2, heads, 6, 3), torch.randn(2, heads, 6, 3)
    offset = 2  # the queries are the last of six tokens
    distance = (torch.arange(6)[None, :] - torch.arange(offset, offset + 4)[:, None]).abs()
    bias = -slopes(heads)[:, None, None] * distance
    output = scaled_dot_product_attention(query, key, value, attn_mask=bias)
    return {"heads": heads, "offset": offset, "slopes": slopes(heads), "bias": bias, "query": query, "key": key,
            "value": value, "output": output}


def rotary(seed, base, offset):
    """Interleaved pairs as complex numbers that are turned (Su et al. 2021), half-split ones as Llama's code does it."""
    torch.manual_seed(seed)
    x = torch.randn(2, 3, 5, 8)
    rates = base ** (-torch.arange(0, 8, 2, dtype=torch.float64) / 8)
    angles = torch.outer(torch.arange(offset, offset + 5, dtype=torch.float64), rates)
    pairs = torch.view_as_complex(x.double().reshape(2, 3, 5, 4, 2))
    interleaved = torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles)).flatten(-2)
    cos, sin = (torch.cat([wave, wave], dim=-1) for wave in (angles.cos(), angles.sin()))
    first, second = x.double().chunk(2, dim=-1)
    half_split = x.double() * cos + torch.cat([-second, first], dim=-1) * sin
    return {"base": base, "offset": offset, "x": x, "interleaved": interleaved.float(),
            "half_split": half_split.float()}


def sums(seed, rows, columns):
    torch.manual_seed(seed)
    x = torch.randn(rows, columns)
    return {"x": x, "rows": x.sum(1), "columns": x.sum(0), "row_means": x.mean(1), "column_means": x.mean(0)}


def products(seed, rows, inner, columns):
    torch.manual_seed(seed)
    x, other, bias = torch.randn(rows, inner), torch.randn(inner, columns), torch.randn(columns)
    return {"x": x, "other": other, "bias": bias, "product": x @ other, "linear": x @ other + bias}


def softmax(seed, rows, columns):
    torch.manual_seed(seed)
    x = 3 * torch.randn(rows, columns)
    return {"x": x, "rows": x.softmax(dim=1), "columns": x.softmax(dim=0)}


cases = {
    "conventions": "tensors are nested row-major lists; float32 values have the fewest digits that read back as the same "
    "float32; infinities are strings. Written by options.py beside this file",
    "torch": torch.__version__.split("+")[0],
    "multihead": {
        "bias_kv": multihead(11, add_bias_kv=True),
        "zero_attn": multihead(12, add_zero_attn=True),
        "own_widths": multihead(13, kdim=5, vdim=3),
        "all": multihead(14, masked=True, kdim=5, vdim=3, add_bias_kv=True, add_zero_attn=True),
    },
    "gqa": {"two_groups": grouped(21, 6, 2), "one_for_all": grouped(22, 4, 1)},
    "softcap": {"tight": softcap(31, 1.5), "wide": softcap(32, 30.0)},
    "alibi": {"eight": alibi(41, 8), "six": alibi(42, 6)},
    "rotary": {"from_0": rotary(51, 10000.0, 0), "from_7": rotary(52, 500.0, 7)},
    "sums": {f"{m}x{n}": sums(60 + m, m, n) for m, n in ((3, 5), (5, 3), (6, 7), (9, 12), (4, 200), (70, 2), (40, 33))},
    "products": {f"{m}x{k}x{n}": products(70 + k, m, k, n) for m, k, n in ((3, 4, 3), (5, 2, 5), (6, 64, 4))},
    "softmax": {f"{m}x{n}": softmax(80 + n, m, n) for m, n in ((4, 4), (5, 9), (12, 20))},
}
print(json.dumps(plain(cases), separators=(",", ":")))

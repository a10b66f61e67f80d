"""Writes gradients.json: the gradients that torch.autograd gives for scaled_dot_product_attention.

usage: ATEN_CPU_CAPABILITY=default python3 tests/golden/gradients.py > tests/golden/gradients.json
(PyTorch 2.5 or later; earlier ones give NaN for a query that may attend to nothing)

In float64, each number rounded once: a float32 in the fewest digits that read back as the same one.
"""

import json

import torch
from torch.nn.functional import scaled_dot_product_attention


def plain(value):
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, torch.Tensor):
        value = value.detach()
        return plain(value.numpy() if value.dtype == torch.bool else value.float().numpy())
    if getattr(value, "ndim", 0) > 0:
        return [plain(one) for one in value]
    if hasattr(value, "item"):
        return value.item() if value.dtype.kind in "biu" else plain(float(str(value)))
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return value


def drawn(*shape):
    """float32 numbers, held as float64."""
    return torch.randn(*shape).double()


def case(seed, query, key, value, mask=None, **options):
    torch.manual_seed(seed)
    inputs = [drawn(*shape).requires_grad_() for shape in (query, key, value)]
    masks = {} if mask is None else {"attn_mask": mask()}
    output = scaled_dot_product_attention(*inputs, **masks, **options)
    grad_output = drawn(*output.shape)
    gradients = torch.autograd.grad(output, inputs, grad_output)
    return {**dict(zip(("query", "key", "value"), inputs)), **masks, **options, "output": output,
            "grad_output": grad_output,
            **dict(zip(("grad_query", "grad_key", "grad_value"), gradients))}


def booleans(*shape, empty=None):
    """True with probability 0.6; the row `empty` of every matrix is False throughout."""
    mask = torch.rand(*shape) < 0.6
    if empty is not None:
        mask[..., empty, :] = False
    return mask


def added(*shape, empty=None):
    """Numbers, a fifth of them −∞."""
    mask = drawn(*shape).masked_fill(torch.rand(*shape) < 0.2, float("-inf"))
    if empty is not None:
        mask[..., empty, :] = float("-inf")
    return mask


cases = {
    "one_head": case(1, (5, 4), (5, 4), (5, 4)),
    "causal": case(2, (2, 3, 6, 4), (2, 3, 6, 4), (2, 3, 6, 4), is_causal=True),
    "more_keys": case(3, (2, 3, 4), (2, 7, 4), (2, 7, 6)),
    "more_keys_causal": case(4, (2, 3, 4), (2, 7, 4), (2, 7, 6), is_causal=True),
    "more_queries_causal": case(5, (2, 7, 4), (2, 3, 4), (2, 3, 2), is_causal=True),
    "scaled": case(6, (4, 3), (5, 3), (5, 2), scale=0.7),
    "boolean_mask": case(7, (2, 2, 4, 3), (2, 2, 5, 3), (2, 2, 5, 3), lambda: booleans(4, 5)),
    "boolean_mask_of_heads": case(8, (2, 2, 4, 3), (2, 2, 5, 3), (2, 2, 5, 3), lambda: booleans(2, 1, 4, 5)),
    "added_mask": case(9, (2, 2, 4, 3), (2, 2, 5, 3), (2, 2, 5, 3), lambda: added(2, 4, 5)),
    "blocked_row": case(10, (2, 4, 3), (2, 5, 3), (2, 5, 2), lambda: booleans(4, 5, empty=2)),
    "blocked_row_added": case(11, (2, 4, 3), (2, 5, 3), (2, 5, 2), lambda: added(2, 4, 5, empty=0)),
    "broadcast": case(12, (2, 1, 4, 3), (1, 3, 5, 3), (3, 5, 2)),
    "broadcast_value": case(13, (4, 3), (5, 3), (2, 5, 2)),
    "shared_heads": case(14, (2, 6, 4, 3), (2, 2, 5, 3), (2, 2, 5, 3), enable_gqa=True),
    "shared_heads_causal": case(15, (1, 4, 5, 3), (1, 2, 5, 3), (1, 2, 5, 4), enable_gqa=True, is_causal=True),
    "large_scores": case(16, (3, 4), (6, 4), (6, 2), scale=25.0),
}
print(json.dumps(plain({
    "conventions": "tensors are nested row-major lists; float32 values have the fewest digits that read back as the same "
    "float32; infinities are strings. Written by gradients.py beside this file",
    "torch": torch.__version__.split("+")[0],
    "cases": cases,
}), separators=(",", ":")))

"""Small checkpoints with random weights, as the scripts beside this one write them."""

import json
import math
import struct

import torch

TYPES = {torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16"}


def safetensors(tensors):
    header, data = {}, b""
    for name, tensor in tensors.items():
        tensor = tensor.contiguous()
        raw = tensor.view(torch.int16) if tensor.element_size() == 2 else tensor
        content = raw.numpy().tobytes()
        offsets = [len(data), len(data) + len(content)]
        header[name] = {"dtype": TYPES[tensor.dtype], "shape": list(tensor.shape), "data_offsets": offsets}
        data += content
    text = json.dumps(header, separators=(",", ":")).encode()
    return struct.pack("<Q", len(text)) + text + data


def written(tensor):
    if tensor.ndim > 0:
        return [written(one) for one in tensor]
    return float(f"{tensor.item():.7g}")


def drawn(shapes, dtype, size):
    weights = {}
    for name, shape in shapes.items():
        spread = 0.5 if len(shape) == 1 else size / math.sqrt(shape[-1])
        centre = 1.0 if "norm" in name.lower() and name.endswith("weight") or ".ln_" in name or name == "ln_f.weight" else 0
        centre = 0 if name.endswith("bias") else centre
        weights[name] = (centre + spread * torch.randn(*shape)).to(dtype)
    return weights

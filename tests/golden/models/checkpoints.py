"""Small checkpoints with random weights, as the scripts beside this one write them."""

import json
import math
import struct

import torch

from rounding import rounded

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


CONV1D = ("c_attn.weight", "c_proj.weight", "c_fc.weight")  # (in, out)
AS_STORED = ("wpe.weight", "position_embeddings.weight", "token_type_embeddings.weight")


def quantised(kind, weights):
    """The matrices of linear layers and the tokens' embedding rounded to Q8_0 or Q4_0, in blocks along a layer's inputs."""

    def one(name, weight):
        if weight.ndim != 2 or name.endswith(AS_STORED):
            return weight
        turned = name.endswith(CONV1D)
        rows = weight.T if turned else weight
        if rows.shape[1] % 32 != 0:
            return weight
        result = torch.from_numpy(rounded(kind, rows.float().contiguous().numpy()))
        return result.T if turned else result

    return {name: one(name, weight) for name, weight in weights.items()}

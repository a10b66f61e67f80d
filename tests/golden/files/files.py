"""Writes files.json: small files made by numpy, zipfile and torch, in base 64, with the tensors they hold.

usage: python3 tests/golden/files/files.py > tests/golden/files/files.json   (numpy 1.24 or later, torch 1.13 or later)

The header of .safetensors is written here, from the format's own description; the bytes of its tensors are torch's. Values are
those that numpy and torch convert to float32.
"""

import base64
import io
import json
import math
import struct
import zipfile

import numpy as np
import torch


def plain(array):
    flat = np.asarray(array, dtype=np.float32).ravel(order="C")
    spelled = {math.inf: "inf", -math.inf: "-inf"}
    return ["nan" if math.isnan(x) else spelled.get(float(x), float(x)) for x in flat]


def listed(array, **more):
    return {"shape": list(array.shape), "values": plain(array), **more}


def encoded(content):
    return base64.b64encode(content).decode()


def npy(array, version=None):
    out = io.BytesIO()
    np.lib.format.write_array(out, array, version=version, allow_pickle=True)
    return out.getvalue()


def npy_cases():
    floats = np.array([[1.5, -2.25, 1e-8], [np.nan, np.inf, -np.inf]])
    whole = np.array([[0, 1, -5], [2**31 - 1, -(2**31), 16777217]])
    cases = {}

    def case(name, array, version=None):
        cases[name] = {"file": encoded(npy(array, version)), **listed(array)}

    for code in ("<f8", ">f8", "<f4", ">f4", "<f2", ">f2"):
        case(code, floats.astype(code))
    for code in ("<i8", ">i8", "<i4", ">i4"):
        case(code, whole.astype(code))
    case("u1", np.array([0, 7, 255], dtype=np.uint8))
    case("bool", np.array([[True, False], [False, True]]))
    case("halves", np.frombuffer(np.arange(0, 65536, 257, dtype=np.uint16).tobytes(), dtype=np.float16))
    case("fortran", np.asfortranarray(np.arange(24, dtype=np.float32).reshape(2, 3, 4)))
    case("fortran, not square", np.asfortranarray(np.arange(10, dtype=np.float64).reshape(5, 2)))
    case("scalar", np.array(3.5, dtype=np.float32))
    case("empty", np.zeros((0, 4), dtype=np.float32))
    for version in ((1, 0), (2, 0), (3, 0)):
        case(f"version {version[0]}", np.arange(4, dtype=np.float32), version)
    return cases


def npy_refused():
    records = np.zeros(2, dtype=[("a", "<f4"), ("b", "<i4")])
    return {
        "object": encoded(npy(np.array([{"a": 1}, None], dtype=object))),
        "record": encoded(npy(records)),
        "complex": encoded(npy(np.zeros(2, dtype=np.complex64))),
        "text": encoded(npy(np.array(["ab", "c"]))),
        "two bytes": encoded(npy(np.zeros(2, dtype="V2"))),
    }


def npz_cases():
    tensors = {"q": np.arange(6, dtype=np.float32).reshape(2, 3), "long/name": np.full((10, 12), 0.25)}
    members = {name: listed(array) for name, array in tensors.items()}
    stored, deflated, remark = io.BytesIO(), io.BytesIO(), io.BytesIO()
    np.savez(stored, **tensors)
    np.savez_compressed(deflated, **tensors)
    with zipfile.ZipFile(remark, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("notes.txt", "no tensor")
        for name, array in tensors.items():
            out.writestr(f"{name}.npy", npy(array))
        out.comment = b"a remark with PK\x05\x06 and more than twenty-two bytes behind it"
    files = {"stored": stored, "deflated": deflated, "remark": remark}
    return {name: {"file": encoded(file.getvalue()), "members": members} for name, file in files.items()}


def safetensors(tensors, metadata=None, pad=0):
    header, body = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for name, (dtype, shape, content) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(body), len(body) + len(content)]}
        body += content
    text = json.dumps(header).encode() + b" " * pad
    return struct.pack("<Q", len(text)) + text + body


def safetensors_cases():
    torch.manual_seed(7)
    drawn = torch.randn(2, 3)
    types = {
        "F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16,
        "I64": torch.int64, "I32": torch.int32, "U8": torch.uint8, "BOOL": torch.bool,
    }
    given, wanted = {}, {}
    for name, dtype in types.items():
        tensor = (drawn.abs() * 3 if name in ("U8", "BOOL") else drawn * 3).to(dtype)
        raw = tensor.view(torch.int16) if dtype == torch.bfloat16 else tensor
        given[f"layer.{name}"] = (name, [2, 3], raw.numpy().tobytes())
        wanted[f"layer.{name}"] = listed(tensor.float().numpy(), type=name)
    given["scalar"] = ("F32", [], struct.pack("<f", 2.5))
    wanted["scalar"] = {"shape": [], "values": [2.5], "type": "F32"}
    return {"file": encoded(safetensors(given, {"format": "pt"}, pad=5)), "tensors": wanted}


cases = {"npy": npy_cases(), "npy refused": npy_refused(), "npz": npz_cases(), "safetensors": {"types": safetensors_cases()}}
groups = []
for name, group in cases.items():
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(case)}" for key, case in group.items())
    groups.append(f"{json.dumps(name)}: {{\n{lines}\n}}")
print("{\n" + ",\n".join(groups) + "\n}")

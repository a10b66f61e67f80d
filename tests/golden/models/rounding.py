"""Blocks of 32 numbers as llama.cpp's quantiser makes them, and the numbers that they hold; used by the scripts beside this one.

After the descriptions of Q8_0 and Q4_0 in github.com/ggml-org/ggml (ggml-common.h, and quantize_row_q8_0_ref and
quantize_row_q4_0_ref of ggml-quants.c): a block's factor d is a float32, by whose reciprocal the numbers are multiplied, and is
stored as a float16, by which the small whole numbers are multiplied when they are read.
"""

import numpy as np

f32 = np.float32


def blocks_of(kind, x):
    """The factors, float32 (n, 1), and the whole numbers (n, 32) of n blocks."""
    x = np.asarray(x, f32).reshape(-1, 32)
    if kind == "Q8_0":
        d = np.abs(x).max(1, keepdims=True) / f32(127)
    else:  # the first of the largest, with its sign
        d = np.take_along_axis(x, np.abs(x).argmax(1)[:, None], 1) / f32(-8)
    with np.errstate(divide="ignore"):
        quotient = np.where(d == 0, f32(0), f32(1) / d).astype(f32)
    scaled = (x * quotient).astype(f32)
    if kind == "Q8_0":
        wide = scaled.astype(np.float64)
        return d, np.trunc(wide + np.copysign(0.5, wide)).astype(np.int64)  # halves away from 0
    return d, np.minimum(15, np.trunc(scaled + f32(8.5)).astype(np.int64))


def block_bytes(kind, x):
    d, q = blocks_of(kind, x)
    halves = d.astype(np.float16)
    rows = q.astype(np.int8) if kind == "Q8_0" else (q[:, :16] | q[:, 16:] << 4).astype(np.uint8)
    return b"".join(half.tobytes() + row.tobytes() for half, row in zip(halves, rows))


def rounded(kind, x):
    """What the blocks of an array hold, in its shape and as float32; blocks lie along the last axis."""
    assert x.shape[-1] % 32 == 0
    d, q = blocks_of(kind, x)
    return (d.astype(np.float16).astype(f32) * (q - (8 if kind == "Q4_0" else 0)).astype(f32)).reshape(x.shape)

"""Writes gguf.json: a small Llama in a .gguf file with numbers of every type that is read, and what numpy computes from it.

usage: python3 tests/golden/models/gguf.py    (numpy)

blocks: for each quantised type bytes (base64) of blocks with any bits, and their numbers in float32. rounded: numbers in
float32, and those that they become in Q8_0 and Q4_0 (rounding.py). file: the whole .gguf
file (base64), with a SentencePiece tokenizer; ids, logits (T, V) and attention (layers, H, T, T) in float64 from the
dequantised weights, each number rounded to seven digits; texts with their ids. Written after the formats' descriptions
(github.com/ggml-org/ggml, docs/gguf.md and the structs of ggml-common.h), with quantisers of its own: rows of queries and keys lie
in pairs, as llama.cpp has them, and are rotated so here. Text becomes ids as SentencePiece does it: the two neighbours whose
piece has the highest score are merged, again and again.
"""

import base64
import json
import math
import pathlib
import struct

import numpy as np

from rounding import rounded

HERE = pathlib.Path(__file__).parent
draw = np.random.default_rng(20261201)
f32 = np.float32

NUMBERS = {"F32": 0, "F16": 1, "Q4_0": 2, "Q4_1": 3, "Q5_0": 6, "Q5_1": 7, "Q8_0": 8, "Q4_K": 12, "Q5_K": 13, "Q6_K": 14, "BF16": 30}
SIZES = {"Q4_0": 18, "Q4_1": 20, "Q5_0": 22, "Q5_1": 24, "Q8_0": 34, "Q4_K": 144, "Q5_K": 176, "Q6_K": 210}


# ---- from bytes to numbers ----


def half(raw):
    return np.frombuffer(bytes(raw), np.float16)[0].astype(f32)


def bits(raw, width):
    """All whole numbers of `width` bits in bytes, lowest bits first."""
    return [byte >> at & (1 << width) - 1 for byte in raw for at in range(0, 8, width)]


def nibbles(raw):
    """The q of 32 numbers: the lower halves of 16 bytes, then the upper ones."""
    both = bits(raw, 4)
    return np.array(both[0::2] + both[1::2], np.int64)


def scales(raw):
    """Eight scales and eight offsets of six bits, as the first bits of 12 bytes say."""
    low = [byte & 63 for byte in raw[:8]]
    top = [byte >> 6 for byte in raw[:8]]
    rest = bits(raw[8:], 4)
    return low[:4] + [rest[2 * i] + 16 * top[i] for i in range(4)], low[4:] + [rest[2 * i + 1] + 16 * top[4 + i] for i in range(4)]


def numbers_of(kind, block):
    """The numbers of one block, in float32."""
    if kind == "Q8_0":
        return half(block[:2]) * np.frombuffer(bytes(block[2:]), np.int8).astype(f32)
    if kind in ("Q4_0", "Q4_1"):
        q = nibbles(block[-16:])
        return half(block[:2]) * (q - 8).astype(f32) if kind == "Q4_0" else half(block[:2]) * q.astype(f32) + half(block[2:4])
    if kind in ("Q5_0", "Q5_1"):
        q = nibbles(block[-16:]) + 16 * np.array(bits(block[-20:-16], 1), np.int64)
        return half(block[:2]) * (q - 16).astype(f32) if kind == "Q5_0" else half(block[:2]) * q.astype(f32) + half(block[2:4])
    if kind in ("Q4_K", "Q5_K"):
        scale, least = scales(block[4:16])
        fifth = np.array([[byte >> bit & 1 for byte in block[16:48]] for bit in range(8)], np.int64)
        q = block[-128:]
        groups = []
        for i in range(8):
            some = q[32 * (i // 2) : 32 * (i // 2) + 32]
            number = np.array([byte >> 4 if i % 2 else byte & 15 for byte in some], np.int64)
            if kind == "Q5_K":
                number = number + 16 * fifth[i]
            groups.append(half(block[:2]) * f32(scale[i]) * number.astype(f32) - half(block[2:4]) * f32(least[i]))
        return np.concatenate(groups)
    lower, upper, scale = block[:128], block[128:192], np.frombuffer(bytes(block[192:208]), np.int8)
    numbers = np.zeros(256, f32)
    for i in range(256):
        part, place = divmod(i, 128)
        quarter, at = divmod(place, 32)
        four = lower[64 * part + 32 * (quarter % 2) + at] >> 4 * (quarter // 2) & 15
        two = upper[32 * part + at] >> 2 * quarter & 3
        numbers[i] = half(block[208:]) * f32(scale[i // 16]) * f32(four + 16 * two - 32)
    return numbers


def dequantised(kind, raw, shape):
    if kind == "F32":
        return np.frombuffer(raw, f32).reshape(shape)
    if kind == "F16":
        return np.frombuffer(raw, np.float16).astype(f32).reshape(shape)
    if kind == "BF16":
        return (np.frombuffer(raw, np.uint16).astype(np.uint32) << 16).view(f32).reshape(shape)
    size = SIZES[kind]
    return np.concatenate([numbers_of(kind, raw[at : at + size]) for at in range(0, len(raw), size)]).reshape(shape)


# ---- from numbers to bytes: each value to the nearest one that a block has; how good that is does not matter here ----


def packed(q):
    return bytes(int(a) | int(b) << 4 for a, b in zip(q[:16], q[16:]))


def small_block(kind, x):
    levels = 16 if kind[1] == "4" else 32
    if kind == "Q8_0":
        d = np.float16(np.abs(x).max() / 127)
        return d.tobytes() + np.clip(np.round(x / f32(d)), -127, 127).astype(np.int8).tobytes()
    offset = kind[3] == "1"
    least = np.float16(x.min())
    d = np.float16((x.max() - x.min()) / (levels - 1) if offset else np.abs(x).max() / (levels // 2 - 1))
    q = np.clip(np.round((x - f32(least)) / f32(d) if offset else x / f32(d) + levels // 2), 0, levels - 1).astype(np.int64)
    fifth = struct.pack("<I", sum(int(one >> 4) << i for i, one in enumerate(q))) if levels == 32 else b""
    return d.tobytes() + (least.tobytes() if offset else b"") + fifth + packed(q & 15)


def large_block(kind, x):
    if kind == "Q6_K":
        groups = x.reshape(16, 16)
        d = np.float16(np.abs(groups).max() / 31 / 127)
        scale = np.clip(np.round(np.abs(groups).max(1) / 31 / f32(d)), 1, 127).astype(np.int64)
        q = np.clip(np.round(x / (f32(d) * np.repeat(scale, 16))), -32, 31).astype(np.int64) + 32
        q = q.reshape(2, 4, 32)
        lower = b"".join(bytes((q[h, a] & 15 | (q[h, a + 2] & 15) << 4).tolist()) for h in range(2) for a in range(2))
        upper = b"".join(bytes(sum(q[h, k] >> 4 << 2 * k for k in range(4)).tolist()) for h in range(2))
        return lower + upper + scale.astype(np.int8).tobytes() + d.tobytes()
    levels, groups = (16 if kind == "Q4_K" else 32), x.reshape(8, 32)
    below = np.maximum(-groups.min(1), 0)
    spread = (groups.max(1) + below) / (levels - 1)
    d, m = np.float16(spread.max() / 63), np.float16(below.max() / 63)
    scale = np.clip(np.round(spread / f32(d)), 1, 63).astype(np.int64)
    least = np.clip(np.round(below / f32(m)), 0, 63).astype(np.int64)
    q = np.clip(np.round((groups + f32(m) * least[:, None]) / (f32(d) * scale[:, None])), 0, levels - 1).astype(np.int64)
    first = [*(scale[:4] | scale[4:] >> 4 << 6), *(least[:4] | least[4:] >> 4 << 6), *(scale[4:] & 15 | (least[4:] & 15) << 4)]
    fifth = bytes(sum(q[g] >> 4 << g for g in range(8)).tolist()) if levels == 32 else b""
    low = q & 15
    return d.tobytes() + m.tobytes() + bytes(int(i) for i in first) + fifth + b"".join(bytes((low[g] | low[g + 1] << 4).tolist()) for g in (0, 2, 4, 6))


def quantised(kind, x):
    x = x.astype(f32)
    if kind == "F32":
        return x.tobytes()
    if kind == "F16":
        return x.astype(np.float16).tobytes()
    if kind == "BF16":
        return (x.view(np.uint32) >> 16).astype(np.uint16).tobytes()
    width, block = (256, large_block) if kind.endswith("K") else (32, small_block)
    return b"".join(block(kind, one) for one in x.reshape(-1, width))


# ---- the file ----


def text(words):
    raw = words.encode()
    return struct.pack("<Q", len(raw)) + raw


def value(given):
    """A setting: its kind and its bytes. Whole numbers as u32, lists of whole numbers as i32, as conversions write them."""
    if isinstance(given, bool):
        return struct.pack("<IB", 7, given)
    if isinstance(given, int):
        return struct.pack("<II", 4, given)
    if isinstance(given, float):
        return struct.pack("<If", 6, given)
    if isinstance(given, str):
        return struct.pack("<I", 8) + text(given)
    kind, one = {str: (8, text), float: (6, lambda x: struct.pack("<f", x)), int: (5, lambda x: struct.pack("<i", x))}[type(given[0])]
    return struct.pack("<IIQ", 9, kind, len(given)) + b"".join(map(one, given))


def gguf(settings, tensors, alignment=32):
    """tensors: name → (type, shape as numpy has it, bytes)."""
    header = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(settings))
    header += b"".join(text(key) + value(given) for key, given in settings.items())
    data = b""
    for name, (kind, shape, raw) in tensors.items():
        header += text(name) + struct.pack("<I", len(shape)) + struct.pack(f"<{len(shape)}Q", *shape[::-1])
        header += struct.pack("<IQ", NUMBERS[kind], len(data))
        data += raw + bytes(-len(raw) % alignment)
    return header + bytes(-len(header) % alignment) + data


# ---- the tokenizer ----

PIECES = ["▁", "t", "h", "e", "a", "i", "n", "s", "o", "r", "d", "c", "é", "▁t", "he", "▁the", "in", "er", "▁a", "an", "nd",
          "and", "▁and", "re", "on", "ed", "is", "or", "▁s", "st", "ere", "th", "▁th", "▁thi", "this", "▁this", "ch", "at"]  # fmt: skip
TOKENS = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), *PIECES, "<turn>"]
KINDS = [2, 3, 3, *[6] * 256, *[1] * len(PIECES), 4]
LETTERS = [piece for piece in PIECES if len(piece) == 1]
SCORES = [0.0] * 259 + [-1000.0 if piece in LETTERS else -float(i) for i, piece in enumerate(PIECES)] + [0.0]
TEXTS = ["the and", "this is the string", "there are tests", "né  the\n", "<turn>the heron", "ß stands", " and", "o"]


def pieces_of(words):
    scores = dict(zip(PIECES, SCORES[259:]))
    symbols = list(words)
    while True:
        ranked = [(scores[a + b], -i) for i, (a, b) in enumerate(zip(symbols, symbols[1:])) if a + b in scores]
        if not ranked:
            break
        at = -max(ranked)[1]
        symbols[at : at + 2] = [symbols[at] + symbols[at + 1]]
    for symbol in symbols:
        yield from [TOKENS.index(symbol)] if symbol in scores else [3 + byte for byte in symbol.encode()]


def ids_of(words):
    ids = [1]
    for i, part in enumerate(words.split("<turn>")):
        ids += [TOKENS.index("<turn>")] if i else []
        ids += pieces_of("▁" + part.replace(" ", "▁")) if part else []
    return ids


# ---- the model ----

V, E, H, SHARED, D, INNER, LAYERS = len(TOKENS), 32, 4, 2, 64, 256, 2
TYPES = {
    "token_embd": "Q8_0", "output": "Q5_0",
    0: {"attn_q": "Q4_0", "attn_k": "Q4_1", "attn_v": "Q5_1", "attn_output": "Q4_K", "ffn_gate": "Q8_0", "ffn_up": "F16", "ffn_down": "Q6_K"},
    1: {"attn_q": "Q5_0", "attn_k": "BF16", "attn_v": "Q4_0", "attn_output": "Q5_K", "ffn_gate": "Q4_1", "ffn_up": "Q5_1", "ffn_down": "Q4_K"},
}  # fmt: skip
SHAPES = {"attn_q": (H * D, E), "attn_k": (SHARED * D, E), "attn_v": (SHARED * D, E), "attn_output": (E, H * D),
          "ffn_gate": (INNER, E), "ffn_up": (INNER, E), "ffn_down": (E, INNER)}  # fmt: skip
BASE, EPSILON = 500.0, 1e-5
SLOWER = np.concatenate([np.ones(20), np.linspace(1, 4, 12)]).astype(f32)


def tensors():
    made = {"rope_freqs.weight": ("F32", (D // 2,), SLOWER.tobytes())}

    def add(name, kind, shape, centre=0.0):
        spread = 0.2 if len(shape) == 1 else 1.5 / math.sqrt(shape[-1])
        made[name + ".weight"] = (kind, shape, quantised(kind, centre + spread * draw.standard_normal(shape)))

    for name in ("token_embd", "output"):
        add(name, TYPES[name], (V, E))
    for i in range(LAYERS):
        for name, shape in SHAPES.items():
            add(f"blk.{i}.{name}", TYPES[i][name], shape)
        for name in ("attn_norm", "ffn_norm"):
            add(f"blk.{i}.{name}", "F32", (E,), 1.0)
    add("output_norm", "F32", (E,), 1.0)
    return made


def norm(x, weight):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float64(f32(EPSILON))) * weight


def rotated(x):
    """(T, heads, D): neighbouring numbers are a pair."""
    frequencies = BASE ** (-np.arange(0, D, 2) / D) / SLOWER.astype(np.float64)
    turned = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.arange(len(x))[:, None, None] * frequencies)
    return np.stack((turned.real, turned.imag), -1).reshape(x.shape)


def run(w, ids):
    x, attention = w["token_embd.weight"][ids], []
    tokens = len(ids)
    for i in range(LAYERS):
        of = lambda name: w[f"blk.{i}.{name}.weight"]
        y = norm(x, of("attn_norm"))
        q = rotated((y @ of("attn_q").T).reshape(tokens, H, D))
        k = rotated((y @ of("attn_k").T).reshape(tokens, SHARED, D)).repeat(H // SHARED, 1)
        v = (y @ of("attn_v").T).reshape(tokens, SHARED, D).repeat(H // SHARED, 1)
        scores = np.einsum("qhd,khd->hqk", q, k) / math.sqrt(D)
        scores[:, np.triu(np.ones((tokens, tokens), bool), 1)] = -np.inf
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        attention.append(weights)
        x = x + np.einsum("hqk,khd->qhd", weights, v).reshape(tokens, H * D) @ of("attn_output").T
        y = norm(x, of("ffn_norm"))
        gate = y @ of("ffn_gate").T
        x = x + (gate / (1 + np.exp(-gate)) * (y @ of("ffn_up").T)) @ of("ffn_down").T
    return norm(x, w["output_norm.weight"]) @ w["output.weight"].T, np.stack(attention)


def written(x):
    return [written(one) for one in x] if x.ndim else float(f"{x:.7g}")


def any_blocks(kind, count):
    """Blocks of any bits but for the factors, which are small numbers."""
    raw = bytearray(draw.integers(0, 256, SIZES[kind] * count, np.uint8).tobytes())
    factors = [208] if kind == "Q6_K" else [0, 2] if kind in ("Q4_1", "Q5_1", "Q4_K", "Q5_K") else [0]
    for block in range(count):
        for at in factors:
            place = block * SIZES[kind] + at
            raw[place : place + 2] = np.float16(draw.standard_normal() * 10.0 ** draw.integers(-6, 1)).tobytes()
    return bytes(raw)


def to_be_rounded():
    """Blocks of all sizes, of zeros, of numbers half between two, with the largest number of either sign, and of tiny ones."""
    own = np.random.default_rng(20261202)
    drawn = own.standard_normal((40, 32)) * 10.0 ** np.linspace(-9, 4.8, 40)[:, None]
    halves = np.array([[127, *(np.arange(31) - 15 + 0.5)], [-8, *np.linspace(-7.5, 7.5, 31)]]) * [[1], [0.125]]
    both = np.zeros((2, 32))
    both[0, [3, 9]], both[1, [3, 9]] = (2.5, -2.5), (-2.5, 2.5)
    return np.concatenate([drawn, halves, both, np.full((1, 32), 1e-30), np.zeros((1, 32))]).astype(f32)


def main():
    base64_of = lambda raw: base64.b64encode(raw).decode()
    blocks = {}
    for kind in SIZES:
        raw = any_blocks(kind, 2 if kind.endswith("K") else 4)
        blocks[kind] = {"bytes": base64_of(raw), "numbers": [float(f"{x:.9g}") for x in dequantised(kind, raw, -1)]}
    settings = {
        "general.architecture": "llama", "general.name": "Golden", "general.alignment": 64, "llama.context_length": 64,
        "llama.embedding_length": E, "llama.block_count": LAYERS, "llama.feed_forward_length": INNER, "llama.attention.head_count": H,
        "llama.attention.head_count_kv": SHARED, "llama.attention.key_length": D, "llama.attention.value_length": D,
        "llama.rope.dimension_count": D, "llama.rope.freq_base": BASE, "llama.attention.layer_norm_rms_epsilon": EPSILON,
        "tokenizer.ggml.model": "llama", "tokenizer.ggml.pre": "default", "tokenizer.ggml.tokens": TOKENS,
        "tokenizer.ggml.scores": SCORES, "tokenizer.ggml.token_type": KINDS, "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2, "tokenizer.ggml.unknown_token_id": 0,
    }  # fmt: skip
    stored = tensors()
    weights = {name: dequantised(kind, raw, shape).astype(np.float64) for name, (kind, shape, raw) in stored.items()}
    ids = ids_of("this is the string")
    logits, attention = run(weights, ids)
    given = to_be_rounded()
    exact = lambda x: [float(f"{one:.9g}") for one in x.ravel()]
    golden = {
        "blocks": blocks, "rounded": {"numbers": exact(given)} | {kind: exact(rounded(kind, given)) for kind in ("Q8_0", "Q4_0")}, "file": base64_of(gguf(settings, stored, 64)), "ids": ids, "logits": written(logits),
        "attention": written(attention), "texts": [{"text": words, "ids": ids_of(words)} for words in TEXTS],
    }  # fmt: skip
    (HERE / "gguf.json").write_text(json.dumps(golden, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()

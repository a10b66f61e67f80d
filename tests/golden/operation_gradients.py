"""Writes operation_gradients.json: what PyTorch's autograd computes for every operation of the graph that has a slope.

usage: /usr/bin/python3 tests/golden/operation_gradients.py > tests/golden/operation_gradients.json
(PyTorch 1.13 or later)

Each case has the inputs of an operation, its options, weights of the shape of the result, and the gradient of the sum of
weights ⊙ result with respect to each input that has one, computed in float64 from the float32 inputs. The functions are
PyTorch's own where it has them, and otherwise what the page exports as PyTorch code.
"""

import json
import math

import torch
from torch.nn import functional as F

generator = torch.Generator().manual_seed(19)
cases = []


def plain(values):
    """Numbers with nine digits, which name every float32."""
    return [float(f"{value:.9g}") for value in values]


def randn(*shape):
    """Numbers with three decimals, at least a thousandth from each other: no ties but those that are made."""
    n = math.prod(shape)
    places = torch.randperm(4001, generator=generator)[:n] - 2000
    return torch.where(places == 0, 2001, places).reshape(shape).double() / 1000


def positive(*shape):
    return randn(*shape).abs() + 0.25


def ids(*shape, below=3):
    return torch.randint(below, shape, generator=generator).double()


def case(operation, inputs, function, options=None, slopes=None):
    """slopes: the inputs with a gradient, all unless said otherwise. Inputs are kept as float32 has them."""
    inputs = [x.float().double() for x in inputs]
    for i in range(len(inputs)):
        inputs[i].requires_grad_(slopes is None or i in slopes)
    result = function(*inputs)
    weights = randn(*result.shape).float().double()
    open_cells = torch.isfinite(result.detach())  # masked scores are not added
    weights = torch.where(open_cells, weights, torch.zeros(()).double())
    loss = (torch.where(open_cells, result, torch.zeros(()).double()) * weights).sum()
    wanted = [x for x in inputs if x.requires_grad]
    found = iter(torch.autograd.grad(loss, wanted))
    cases.append({
        "operation": operation,
        "options": options or {},
        "inputs": [{"shape": list(x.shape), "data": plain(x.detach().float().reshape(-1).tolist())} for x in inputs],
        "weights": plain(weights.float().reshape(-1).tolist()),
        "gradients": [plain(next(found).reshape(-1).tolist()) if x.requires_grad else None for x in inputs],
    })


def each(operation, shapes, function, options=None, make=randn):
    for shape in shapes:
        case(operation, [make(*one) for one in (shape if isinstance(shape[0], tuple) else (shape,))], function, options)


SHAPES = [(4,), (3, 4), (2, 3, 4)]
PAIRS = [((3, 4), (3, 4)), ((2, 3, 4), (4,)), ((3, 1), (2, 1, 4))]


def kinks(*values):
    return torch.tensor(values).double()


# ---- cell by cell -----------------------------------------------------------------------------------------------
each("abs", SHAPES, torch.abs)
case("abs", [kinks(-1, 0, 2)], torch.abs)
each("relu", SHAPES, torch.relu)
case("relu", [kinks(-1, 0, 2)], torch.relu)
each("exp", SHAPES, torch.exp)
each("gelu", SHAPES, F.gelu)
each("silu", SHAPES, F.silu)
each("log", SHAPES, torch.log, make=positive)
each("sqrt", SHAPES, torch.sqrt, make=positive)
each("negate", SHAPES, torch.neg)
each("square", SHAPES, torch.square)
each("tanh", SHAPES, torch.tanh)
each("add", PAIRS, torch.add)
each("subtract", PAIRS, torch.sub)
each("multiply", PAIRS, torch.mul)
for a, b in PAIRS:
    case("divide", [randn(*a), positive(*b)], torch.div)
each("scale", SHAPES, lambda x: 0.75 * x, {"factor": 0.75})
each("scale", SHAPES, lambda x: x / 3**0.5, {"by": "inverse_sqrt", "length": 3})
each("softcap", SHAPES, lambda x: 1.5 * torch.tanh(x / 1.5), {"cap": 1.5})
each("temperature", SHAPES, lambda x: x / 2.5, {"temperature": 2.5})

# ---- along an axis ----------------------------------------------------------------------------------------------
for name, function in {
    "sum": torch.sum,
    "mean": torch.mean,
    "max": torch.amax,
    "min": torch.amin,
    "norm": lambda x, dim=None, keepdim=False: torch.linalg.vector_norm(x, dim=dim, keepdim=keepdim),
    "std": lambda x, dim=None, keepdim=False: x.std(dim=dim, keepdim=keepdim) if dim is not None else x.std(),
    "rms": lambda x, dim=None, keepdim=False: (x.square().mean(dim=dim, keepdim=keepdim) if dim is not None
                                               else x.square().mean()).sqrt(),
}.items():
    case(name, [randn(3, 4)], lambda x: function(x, dim=-1))
    case(name, [randn(2, 3, 4)], lambda x: function(x, dim=1, keepdim=True), {"axis": 1, "keepdim": True})
    case(name, [randn(2, 3)], function if name not in ("max", "min") else lambda x: function(x, dim=(0, 1)), {"all": True})
case("max", [kinks(2, 1, 2, 2)], lambda x: torch.amax(x, dim=-1))  # divided among equal ones
case("min", [kinks(2, 1, 1, 2)], lambda x: torch.amin(x, dim=-1))
case("norm", [torch.zeros(2, 3).double()], lambda x: torch.linalg.vector_norm(x, dim=-1))
case("rms", [randn(3, 4)], lambda x: (x.square().mean(-1) + 0.25).sqrt(), {"eps": 0.25})
each("softmax", SHAPES, lambda x: torch.softmax(x, -1))
case("softmax", [randn(2, 3, 4)], lambda x: torch.softmax(x, 1), {"axis": 1})
case("softmax", [randn(3, 4)], lambda x: torch.softmax(x / 0.5, -1), {"temperature": 0.5})
each("log_softmax", SHAPES, lambda x: torch.log_softmax(x, -1))
case("log_softmax", [randn(2, 3, 4)], lambda x: torch.log_softmax(x, 1), {"axis": 1})
for rows in ((), (5,), (2, 4)):
    flat = lambda x, t, **options: F.cross_entropy(x.reshape(-1, 4), t.reshape(-1).long(), **options)
    case("cross_entropy", [randn(*rows, 4), ids(*rows, below=4)], flat, slopes=[0])
    if rows:
        case("cross_entropy", [randn(*rows, 4), ids(*rows, below=4)], lambda x, t: flat(x, t, ignore_index=1),
             {"ignore_index": 1}, [0])
for shape in SHAPES:
    case("layer_norm", [randn(*shape)], lambda x: F.layer_norm(x, x.shape[-1:]))
    case("layer_norm", [randn(*shape), randn(4), randn(4)], lambda x, w, b: F.layer_norm(x, (4,), w, b))
    rms_norm = lambda x, w, eps=2.0**-23: x * torch.rsqrt(x.square().mean(-1, keepdim=True) + eps) * w
    case("rms_norm", [randn(*shape)], lambda x: rms_norm(x, 1))
    case("rms_norm", [randn(*shape), randn(4)], lambda x, w: rms_norm(x, w, 0.125), {"eps": 0.125})
for axis, shape in ((0, (4,)), (0, (3, 4)), (1, (2, 3, 4))):
    case("cumulative_sum", [randn(*shape)], lambda x: torch.cumsum(x, axis), {"axis": axis})
    case("cumulative_sum", [randn(*shape)], lambda x: torch.cumsum(x.flip(axis), axis).flip(axis),
         {"axis": axis, "reverse": True})
for way, shape in (("loop", (4, 2)), ("triangle", (2, 4, 2)), ("softmax", (3, 5))):
    case("mean_so_far", [randn(*shape)],
         lambda x: torch.stack([x[..., :t + 1, :].mean(dim=-2) for t in range(x.shape[-2])], dim=-2), {"way": way})
for shape in SHAPES:
    case("correlation", [randn(*shape), randn(*shape)],
         lambda a, b: torch.corrcoef(torch.stack([a.flatten(), b.flatten()]))[0, 1])
    case("max_abs_difference", [randn(*shape), randn(*shape)], lambda a, b: torch.abs(a - b).max())
for whole, part in (((2, 3, 4), (4,)), ((2, 3, 4), (3, 1)), ((3, 4), ())):
    case("sum_to_size", [randn(*whole)], lambda x: x.sum_to_size(part), {"shape": list(part)})
    case("expand_as", [randn(*part), randn(*whole)], lambda x, y: x.expand_as(y), slopes=[0])

# ---- moving cells -----------------------------------------------------------------------------------------------
for axis, shapes in ((0, [(2, 3), (1, 3)]), (1, [(2, 3), (2, 1), (2, 2)]), (-2, [(2, 1, 3), (2, 2, 3)])):
    case("concat", [randn(*shape) for shape in shapes], lambda *x: torch.cat(x, axis), {"axis": axis})
for axis, shape in ((0, (3,)), (1, (2, 3)), (-1, (2, 3))):
    case("stack", [randn(*shape), randn(*shape)], lambda *x: torch.stack(x, axis), {"axis": axis})
for shape in ((3, 4), (2, 3, 4)):
    case("transpose", [randn(*shape)], lambda x: x.transpose(-2, -1))
case("transpose", [randn(2, 3, 4)], lambda x: x.transpose(0, 2), {"first": 0, "second": 2})
for order in ([1, 0], [2, 0, 1], [1, 3, 0, 2]):
    shape = [2, 3, 4, 2][:len(order)]
    case("permute", [randn(*shape)], lambda x: x.permute(order), {"axes": order})
    case("reshape", [randn(*shape)], lambda x: x.reshape(2, -1), {"shape": [2, -1]})
for axis, order, shape in ((0, [2, 0, 1], (3, 2)), (1, [0, 0, 3], (2, 4)), (-1, [1], (2, 2, 3))):
    case("reorder", [randn(*shape)], lambda x: x.index_select(axis, torch.tensor(order)), {"axis": axis, "order": order})
case("slice", [randn(3, 4)], lambda x: x[1], {"index": 1})
case("slice", [randn(3, 4)], lambda x: x[:, -1:], {"axis": -1, "index": -1, "keep": True})
case("slice", [randn(2, 4, 3)], lambda x: x[:, 1:3], {"axis": 1, "start": 1, "stop": 3})
for shape in ((2, 2), (3, 4), (2, 3, 3)):
    case("tril", [randn(*shape)], lambda x: torch.tril(x, len(shape) - 2), {"diagonal": len(shape) - 2})
for shape in ((3, 4), (2, 3, 4), (2, 2, 3, 4)):
    split = lambda x: x.reshape(*x.shape[:-1], 2, 2).transpose(-3, -2)
    case("split_heads", [randn(*shape)], split, {"heads": 2})
for shape in ((2, 3, 2), (2, 2, 3, 2), (3, 4, 1)):
    case("merge_heads", [randn(*shape)], lambda x: x.transpose(-3, -2).reshape(*x.shape[:-3], x.shape[-2], -1))
for shape in ((2, 3, 2, 2), (1, 2, 3, 2), (2, 1, 2, 3)):
    case("fold_heads", [randn(*shape)], lambda x: x.reshape(-1, *x.shape[2:]))
    flat = (shape[0] * shape[1], *shape[2:])
    case("unfold_heads", [randn(*flat)], lambda x: x.reshape(shape), {"heads": shape[1]})
for size, stride, shape in ((2, 2, (1, 4, 4)), (2, 1, (2, 3, 4)), (3, 2, (1, 5, 6))):
    rows = lambda x: F.unfold(x[None], size, stride=stride)[0].T
    case("patches", [randn(*shape)], rows, {"size": size, "stride": stride})
    tokens = rows(torch.zeros(shape).double()).shape
    back = lambda x: F.fold(x.T[None], shape[1:], size, stride=stride)[0]
    hits = back(torch.ones(tokens).double()).clamp(min=1)
    picture = {"channels": shape[0], "height": shape[1], "width": shape[2], "size": size, "stride": stride}
    case("unpatch", [randn(*tokens)], lambda x: back(x) / hits, picture)
    case("unpatch", [randn(*tokens)], back, {**picture, "overlap": "sum"})
case("select", [randn(2, 2), randn(2, 2)], lambda a, b: b + 0 * a, {"flag": True})
case("select", [randn(3), randn(2, 2)], lambda a, b: a + 0 * b.sum())
case("select", [randn(2, 2, 2), randn(2)], lambda a, b: b + 0 * a.sum(), {"index": 1})
for count, table in (((4,), (3, 2)), ((2, 3), (4, 2)), ((), (3, 3))):
    case("embedding", [ids(*count), randn(*table)], lambda i, t: F.embedding(i.long(), t), slopes=[1])
    add = lambda x, like, i: torch.zeros(like.shape).double().index_add(0, i.reshape(-1).long(),
                                                                      x.reshape(-1, like.shape[1]))
    case("index_add", [randn(*count, table[1]), randn(*table), ids(*count)], add, slopes=[0])
case("index_add", [randn(2, 3), randn(2, 5)],
     lambda x, like: torch.zeros(2, 5).double().index_add(1, torch.tensor([4, 0, 4]), x),
     {"axis": 1, "places": [4, 0, 4]}, [0])
for shape in SHAPES:
    draws = torch.rand(shape, generator=generator).double().float().double()
    case("dropout", [randn(*shape), draws], lambda x, d: torch.where(d < 0.75, x / 0.75, torch.zeros(()).double()),
         {"p": 0.25}, [0])

# ---- products and attention -------------------------------------------------------------------------------------
for a, b in (((4,), (4,)), ((4,), (4, 2)), ((3, 4), (4,)), ((3, 4), (4, 2)), ((2, 3, 4), (4, 2)), ((3, 4), (2, 4, 2)),
             ((2, 1, 3, 4), (3, 4, 2)), ((4,), (2, 4, 3)), ((2, 3, 4), (4,))):
    case("matmul", [randn(*a), randn(*b)], torch.matmul)
turned = lambda x: x.transpose(-2, -1)
for a, b in (((3, 4), (4, 2)), ((2, 3, 4), (4, 2)), ((2, 1, 3, 4), (3, 4, 2))):
    flip = lambda shape: (*shape[:-2], shape[-1], shape[-2])
    case("matmul", [randn(*a), randn(*flip(b))], lambda x, y: x @ turned(y), {"transpose": "second"})
    case("matmul", [randn(*flip(a)), randn(*b)], lambda x, y: turned(x) @ y, {"transpose": "first"})
    case("matmul", [randn(*flip(a)), randn(*flip(b))], lambda x, y: turned(x) @ turned(y), {"transpose": "both"})
for shape in SHAPES:
    case("linear", [randn(*shape), randn(2, 4)], F.linear)
    case("linear", [randn(*shape), randn(2, 4), randn(2)], F.linear)
for a in ((4,), (1, 4), (3, 4)):
    case("weighted_sum", [randn(*a), randn(4, 2)], torch.matmul)
for a, v in (((3, 4), (4, 2)), ((2, 3, 4), (2, 4, 2)), ((2, 3, 4), (1, 4, 2))):
    case("weighted_values", [randn(*a), randn(*v)], lambda a, v: v[..., :, None, :] * turned(a)[..., None])
for x, table in (((3, 4), (3, 4)), ((2, 3, 4), (5, 4)), ((2, 2, 3, 2), (3, 2))):
    case("add_positions", [randn(*x), randn(*table)], lambda x, t: x + t[:x.shape[-2]])


def rotary(x, base=10000, offset=0, interleaved=True, sign=1):
    tokens, dim = x.shape[-2], x.shape[-1]
    rates = base ** (-torch.arange(0, dim, 2).double() / dim)
    angle = sign * torch.arange(offset, offset + tokens).double()[:, None] * rates
    a, b = (x[..., 0::2], x[..., 1::2]) if interleaved else x.chunk(2, -1)
    pairs = a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()
    return torch.stack(pairs, -1).flatten(-2) if interleaved else torch.cat(pairs, -1)


case("rotary", [randn(3, 4)], rotary)
case("rotary", [randn(2, 3, 4)], lambda x: rotary(x, 100, 2, False), {"base": 100, "offset": 2, "interleaved": False})
case("rotary", [randn(2, 3, 6)], lambda x: rotary(x, sign=-1), {"inverse": True})
for q, k, hidden in (((2, 3), (4, 2), 5), ((3, 3), (3, 3), 2), ((1, 2), (3, 4), 1)):
    case("additive_scores", [randn(*q), randn(*k), randn(hidden, q[1]), randn(hidden, k[1]), randn(hidden)],
         lambda q, k, a, b, v: torch.tanh((q @ a.T)[:, None, :] + (k @ b.T)[None, :, :]) @ v)
for q, k in (((2, 3), (4, 3)), ((3, 2), (3, 2)), ((1, 4), (2, 4))):
    case("cosine_scores", [randn(*q), randn(*k)],
         lambda q, k: F.cosine_similarity(q[:, None, :], k[None, :, :], dim=-1))
for x, weight in (((4, 2), (3, 2, 3)), ((5, 3), (2, 3, 1)), ((2, 2), (1, 2, 5))):
    convolution = lambda x, w, b=None: F.conv1d(x.T[None], w, b, padding=w.shape[2] // 2)[0].T
    case("convolution", [randn(*x), randn(*weight)], convolution)
    case("convolution", [randn(*x), randn(*weight), randn(weight[0])], convolution)
case("causal_mask", [randn(3, 3)], lambda x: x.masked_fill(torch.ones(3, 3).tril() == 0, -math.inf))
case("causal_mask", [randn(2, 2, 4)], lambda x: x.masked_fill(torch.ones(2, 4).tril(1) == 0, -math.inf), {"offset": 1})
case("causal_mask", [randn(3, 3)], lambda x: x.masked_fill(torch.ones(3, 3).tril(-1) == 1, -math.inf), {"columns": True})
for shape in ((4, 4), (3, 5), (2, 3, 3)):
    distance = torch.arange(shape[-1])[None, :] - torch.arange(shape[-2])[:, None]
    case("sliding_window_mask", [randn(*shape)],
         lambda x: x.masked_fill((distance < -1) | (distance > 0), -math.inf), {"before": 1, "after": 0})
for shape, lengths in (((3, 3), [2]), ((2, 3, 3), [2, 3]), ((2, 2, 3, 4), [4, 1])):
    over = torch.tensor(lengths).reshape(-1, *[1] * (len(shape) - 1)) if len(lengths) > 1 else lengths[0]
    case("padding_mask", [randn(*shape)], lambda x: x.masked_fill(torch.arange(shape[-1]) >= over, -math.inf),
         {"lengths": lengths})
for shape, size in (((3, 4), (3, 4)), ((2, 3, 4), (3, 4)), ((2, 3, 4), (2, 1, 4))):
    bits = (torch.rand(size, generator=generator) < 0.7).double()
    case("mask", [randn(*shape), bits], lambda x, m: x.masked_fill(m == 0, -math.inf), slopes=[0])
    case("mask", [randn(*shape), bits], lambda x, m: x.masked_fill(m != 0, -math.inf), {"blocked": "nonzero"}, [0])
    case("mask", [randn(*shape), randn(*size)], torch.add, {"blocked": "added"})


def attention(q, k, v, mask=None, causal=False, scale=None):
    scores = q @ turned(k) * (q.shape[-1] ** -0.5 if scale is None else scale)
    if mask is not None:
        scores = scores + mask
    if causal:
        scores = scores.masked_fill(torch.ones(scores.shape[-2:]).tril() == 0, -math.inf)
    return torch.softmax(scores, -1) @ v


for q, k, v in (((3, 4), (5, 4), (5, 2)), ((2, 3, 4), (2, 3, 4), (2, 3, 2)), ((2, 2, 3, 4), (2, 1, 3, 4), (3, 2))):
    qkv = lambda: [randn(*q), randn(*k), randn(*v)]
    case("scaled_dot_product_attention", qkv(), attention)
    case("scaled_dot_product_attention", qkv(), lambda q, k, v: attention(q, k, v, causal=True), {"causal": True})
    mask = randn(q[-2], k[-2])
    case("scaled_dot_product_attention", [*qkv(), mask], lambda q, k, v, m: attention(q, k, v, m, scale=0.25),
         {"scale": 0.25})
    bits = (torch.rand(q[-2], k[-2], generator=generator) < 0.6).double()
    bits[:, 0] = 1
    allowed = lambda q, k, v, m: attention(q, k, v, torch.zeros(m.shape).double().masked_fill(m == 0, -math.inf))
    case("scaled_dot_product_attention", [*qkv(), bits], allowed, {"mask": "allowed"}, [0, 1, 2])


def multihead(q, k, v, in_weight, out_weight, in_bias=None, out_bias=None, mask=None, padding=None, causal=False):
    batched = q.dim() == 3
    q, k, v = [x if batched else x[None] for x in (q, k, v)]
    if causal:
        later = torch.zeros(q.shape[1], k.shape[1]).double()
        mask = later.masked_fill(torch.ones(later.shape).tril() == 0, -math.inf)
    if padding is not None:  # numbers to add, of one sequence
        mask = mask + padding
    result = F.multi_head_attention_forward(
        q.transpose(0, 1), k.transpose(0, 1), v.transpose(0, 1), q.shape[-1], 2, in_weight, in_bias, None, None, False,
        0.0, out_weight, out_bias, training=False, need_weights=False, attn_mask=mask)[0].transpose(0, 1)
    return result if batched else result[0]


both = lambda: [randn(12, 4), randn(4, 4), randn(12), randn(4)]
case("multihead_attention", [randn(3, 4), randn(3, 4), randn(3, 4), *both()], multihead, {"heads": 2})
case("multihead_attention", [randn(3, 4), randn(5, 4), randn(5, 4), *both(), randn(3, 5), randn(5)], multihead,
     {"heads": 2, "masks": "both"})
case("multihead_attention", [*[randn(2, 3, 4) for _ in range(3)], randn(12, 4), randn(4, 4), randn(4)],
     lambda q, k, v, w, o, b: multihead(q, k, v, w, o, None, b, causal=True),
     {"heads": 2, "bias": "out", "causal": True})
per_head = (torch.rand(4, 3, 3, generator=generator) < 0.3).double()
per_head[:, :, 0] = 0
case("multihead_attention", [*[randn(2, 3, 4) for _ in range(3)], *both(), per_head],
     lambda q, k, v, w, o, b, c, m: multihead(q, k, v, w, o, b, c, m.bool()),
     {"heads": 2, "masks": "attn_mask", "mask": "blocked"}, range(7))

# ---- softmax in tiles ------------------------------------------------------------------------------------------
for axis, shape in ((0, (4,)), (1, (3, 4)), (1, (2, 3, 4))):
    case("cumulative_max", [randn(*shape)], lambda x: torch.cummax(x, axis).values, {"axis": axis})
case("cumulative_max", [kinks(1, 2, 2, 0, 2)], lambda x: torch.cummax(x, 0).values)  # the last of equal ones
each("maximum", PAIRS, torch.maximum)
case("maximum", [kinks(1, 2, 3), kinks(1, 3, 2)], torch.maximum)  # divided among equal ones


def merge_sums(a, max_a, b, max_b):
    most = torch.maximum(max_a, max_b)
    return a * torch.exp(max_a - most) + b * torch.exp(max_b - most)


def running_merge(x, maxima, axis):
    x, maxima = x.swapaxes(0, axis), maxima.swapaxes(0, axis)
    out, most = [x[0]], maxima[0]
    for part, own in zip(x[1:], maxima[1:]):
        out.append(merge_sums(out[-1], most, part, own))
        most = torch.maximum(most, own)
    return torch.stack(out).swapaxes(0, axis)


for sums, maxima in (((3, 2), (3, 1)), ((2, 3, 2), (3, 1)), ((4,), (4,))):
    case("merge_sums", [randn(*sums), randn(*maxima), randn(*sums), randn(*maxima)], merge_sums)
for axis, sums, maxima in ((0, (4, 2), (4, 1)), (1, (2, 3, 2), (2, 3, 1)), (1, (3, 3), (1, 3))):
    case("running_merge", [randn(*sums), randn(*maxima)], lambda x, m: running_merge(x, m, axis), {"axis": axis})
case("running_merge", [randn(1, 2), randn(1, 1)], lambda x, m: running_merge(x, m, 0), {"axis": 0}, [0])

lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in cases)
print(f'{{"torch":"{torch.__version__}","cases":[\n{lines}\n]}}')

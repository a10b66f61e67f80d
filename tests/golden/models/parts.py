"""Writes parts.json: for each checkpoint beside it, and for the page's own model, what PyTorch computes of a model taken apart.

usage: python3 tests/golden/models/parts.py    (PyTorch 1.12 or later, without MKL, whose random numbers are others)

With the divisors of its norms held, a logit is an affine function of what each part adds to the stream. So a part's share of it
is the part times the logit's gradient with respect to the part, here by torch.autograd, where src/models multiplies each part
with one direction. Each name has, in float64, rounded to seven digits:

position, id, against, logit: the difference of two words' logits, and parts, [kind, layer, head, value] in the model's order;
early: the same after one layer; byToken (T), byNeuron (inner) and neurons (inner): of the head and of the inner layer at `layer`;
why: a score's parts, values (query parts, key parts); measures: as measures.hpp names them, for each layer and head;
lens: after each layer the two likeliest words at each place, ids and probabilities (layers + 1, T, 2);
patched: logits (V) at `position` with a part replaced by that of the text `ids`; sweep: the difference with each part replaced;
drawn: torch.multinomial's token for a seed, a temperature and a number of words to choose from, in float32.
"""

import base64
import json
import pathlib
import re
import struct

import torch

from checkpoints import written
from families import FORWARD, Pass

HERE = pathlib.Path(__file__).parent
OWN = HERE / "../../../web/models/small"
TYPES = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}

# The order of the parts, and which of a layer's biases they are; the first name that fits decides.
ORDER = ["token", "position", "token_type", "embedding_norm_bias", "head", "attention_bias", "attention_norm_bias", "inner",
         "inner_norm_bias", "projection_bias", "final_norm_bias", "transform_norm_bias", "transform_bias", "logit_bias"]
BIASES = {
    "attention_bias": ("attn.c_proj", "attention.output.dense", "attention.dense", "out_proj", "out_lin", "o_proj"),
    "inner": ("mlp.c_proj", "dense_4h_to_h", "fc2", "ffn.lin2", "output.dense"),
    "attention_norm_bias": ("ln_1", "input_layernorm", "self_attn_layer_norm", "attention.output.LayerNorm", "sa_layer_norm"),
    "embedding_norm_bias": ("embeddings.LayerNorm",),
    "inner_norm_bias": ("output_layer_norm", "output.LayerNorm"),
    "final_norm_bias": ("ln_f", "final_layer_norm"),
    "transform_bias": ("transform.dense", "lm_head.dense", "vocab_transform"),
    "transform_norm_bias": ("transform.LayerNorm", "lm_head.layer_norm", "vocab_layer_norm"),
    "projection_bias": ("c_attn", "query_key_value", "q_proj", "k_proj", "query", "key", "q_lin", "k_lin"),
    "logit_bias": ("cls.predictions", "lm_head", "vocab_projector"),
}


def tensors(content):
    """The floating-point tensors of a .safetensors file, in float64, without the prefix of their names."""
    (size,) = struct.unpack("<Q", content[:8])
    found = {}
    for name, one in json.loads(content[8 : 8 + size]).items():
        if name == "__metadata__":
            continue
        begin, end = one["data_offsets"]
        data = bytearray(content[8 + size + begin : 8 + size + end])
        short = re.sub(r"^(transformer|gpt_neox|model\.decoder)\.(?!layer\.)", "", name)
        found[short] = torch.frombuffer(data, dtype=TYPES[one["dtype"]]).reshape(one["shape"]).double()
    return found


class Held(Pass):
    """A pass in which each part is a leaf of the graph, and divisors and what the parts read are held. In the layer
    `opened`, if any, queries and keys are functions of the parts too."""

    def __init__(self, causal, window, opened=None):
        super().__init__(causal, window)
        self.opened, self.leaves, self.streams, self.added, self.of_head = opened, {}, [], [], []

    def leaf(self, kind, layer, x):
        self.leaves[kind, layer] = x.detach().requires_grad_()
        return self.leaves[kind, layer]

    def embed(self, kind, x):
        return self.leaf(kind, 0, x)

    def stream(self, x):
        self.streams.append(x)
        return x

    def read(self, half, x):
        return x if half == "attention" and self.opened == len(self.weights) else x.detach()

    def attend(self, q, k, v, scale, cap=None, window=None):
        z = super().attend(q, k, v, scale, cap, window)
        self.of_head.append((scale, cap, v.repeat_interleave(q.shape[0] // v.shape[0], 0).detach()))
        return self.leaf("head", len(self.weights) - 1, z)

    def neurons(self, x):
        return self.leaf("neurons", len(self.weights) - 1, x)

    def add(self, half, x):
        if half == "attention":
            self.added.append(x)
        return x

    def layer_norm(self, x, weight, bias, epsilon):
        centred = x - x.mean(-1, keepdim=True)
        return centred / torch.sqrt(centred.detach().pow(2).mean(-1, keepdim=True) + epsilon) * weight + bias

    def root_mean_square(self, x, epsilon):
        return x * torch.rsqrt(x.detach().pow(2).mean(-1, keepdim=True) + epsilon)

    def pointwise(self, function, x):
        return x * (function(x) / x).detach()


class Kept(Pass):
    """A pass that keeps what each part gave."""

    def __init__(self, causal, window):
        super().__init__(causal, window)
        self.kept = {"head": [], "inner": [], "stream": []}

    def keep(self, kind, x):
        self.kept[kind].append(x)
        return x

    def attend(self, *inputs):
        return self.keep("head", super().attend(*inputs))

    def add(self, half, x):
        return self.keep("inner", x) if half == "inner" else x

    def stream(self, x):
        return self.keep("stream", x)


class Patched(Kept):
    """A pass in which one part is replaced by what it gave in another pass, or by zeros."""

    def __init__(self, causal, window, part, layer, head=None, at=slice(None), other=None):
        super().__init__(causal, window)
        self.part, self.layer, self.head, self.at, self.other = part, layer, head, at, other

    def keep(self, kind, x):
        # The stream before the first layer is kept too, so that the one after a layer has the next index.
        index = self.layer + 1 if kind == "stream" else self.layer
        if kind == self.part and len(self.kept[kind]) == index:
            width = x.shape[1] // self.queries[-1].shape[0] if kind == "head" else 0
            columns = slice(self.head * width, (self.head + 1) * width) if kind == "head" else slice(None)
            x = x.clone()
            x[self.at, columns] = self.other.kept[kind][index][self.at, columns] if self.other else 0
        return super().keep(kind, x)


class Model:
    def __init__(self, name):
        if name == "small":
            self.config = json.loads((OWN / "config.json").read_text())
            self.weights = tensors((OWN / "model.safetensors").read_bytes())
            text = json.loads((HERE / "small.json").read_text())["texts"][0]
            ids, self.known = text["ids"], {len(text["ids"]) - 1: text["logits"][-1]}
        else:
            golden = json.loads((HERE / f"{name}.json").read_text())
            self.config, ids, self.known = golden["config"], golden["ids"], golden["logits"]
            self.weights = tensors(base64.b64decode(golden["weights"]))
        self.ids = torch.tensor(ids)
        self.masked = self.config["model_type"] in ("bert", "roberta", "xlm-roberta", "distilbert")
        self.window = self.config["sliding_window"] if self.config["model_type"] == "mistral" else 0
        self.depth = next(key for key in ("n_layer", "num_hidden_layers", "n_layers") if key in self.config)
        self.layers = self.config[self.depth]
        self.heads = self.config.get("n_head") or self.config.get("n_heads") or self.config["num_attention_heads"]

    def run(self, layers=None, kind=Pass, ids=None, weights=None, **options):
        """→ logits (T, V) after the first `layers` layers, and the pass."""
        config = self.config | {self.depth: self.layers if layers is None else layers}
        one = kind(not self.masked, self.window, **options)
        forward = FORWARD[config["model_type"]]
        return forward(config, weights or self.weights, self.ids if ids is None else ids, one), one

    def held(self, layers, opened=None):
        """The same with each part a leaf: logits, the pass, and the leaves by (kind, layer)."""
        weights = {name: x.clone().requires_grad_() if name.endswith(".bias") else x for name, x in self.weights.items()}
        logits, one = self.run(layers, Held, weights=weights, opened=opened)
        biases = {}
        for name, x in weights.items():
            layer = re.search(r"\.(\d+)\.", "." + name)
            for kind, ends in BIASES.items():
                if name.endswith(tuple(end + ".bias" for end in ends)) and not (layer and kind == "final_norm_bias"):
                    biases[kind, int(layer[1]) if layer else 0, name] = x
                    break
        return logits, one, biases


def shares(number, one, biases, heads):
    """What each part gives to a number: {(kind, layer, head): share}, in order, and the gradients of the leaves."""
    leaves = one.leaves | biases
    gradients = torch.autograd.grad(number, list(leaves.values()), allow_unused=True, retain_graph=True)
    found, by_leaf = {}, {}
    for (key, x), gradient in zip(leaves.items(), gradients):
        if gradient is None:
            continue
        by_leaf[key] = gradient
        kind, layer = key[:2]
        given = (gradient * x).detach()
        if kind == "head":
            for head, part in enumerate(given.reshape(len(given), heads, -1).sum((0, 2))):
                found[kind, layer, head] = part
        else:
            place = ("inner" if kind == "neurons" else kind, layer, 0)
            found[place] = found.get(place, 0) + given.sum()
    inside = ORDER.index("head"), ORDER.index("projection_bias")
    rank = {kind: i for i, kind in enumerate(ORDER)}
    group = lambda kind: -1 if rank[kind] < inside[0] else 1 if rank[kind] > inside[1] else 0
    ordered = sorted(found, key=lambda key: (group(key[0]), key[1], rank[key[0]], key[2]))
    return {key: found[key] for key in ordered}, by_leaf


def close(a, b, what):
    assert abs(a - b) <= 1e-5 * max(1, abs(b)), f"{what}: {a} is not {b}"


def ledger(model, layers, t, id, against):
    logits, one, biases = model.held(layers)
    number = logits[t, id] - logits[t, against]
    parts, gradients = shares(number, one, biases, model.heads)
    close(sum(parts.values()), number, "the parts add up")
    rows = [[*key, written(value)] for key, value in parts.items()]
    return {"logit": written(number.detach()), "parts": rows}, one, gradients


def split(model, one, gradients, layer, head, t):
    """A head's share by the token that it looks at, (T), and an inner layer's by neuron, with the neurons themselves."""
    width = one.leaves["head", layer].shape[1] // model.heads
    values = one.of_head[layer][2][head]
    direction = gradients["head", layer][t, head * width : (head + 1) * width]
    neurons = one.leaves["neurons", layer][t].detach()
    return {"byToken": written(one.weights[layer][head, t].detach() * (values @ direction)),
            "byNeuron": written(gradients["neurons", layer][t] * neurons), "neurons": written(neurons)}


def why(model, layer, head, query, key):
    _, one, biases = model.held(layer + 1, opened=layer)
    q, k = one.queries[layer], one.keys[layer]
    scale, cap, _ = one.of_head[layer]

    def side(vector):
        by_number = [shares(number, one, biases, model.heads)[0] for number in vector]
        return list(by_number[0]), torch.stack([torch.stack(list(each.values())) for each in by_number], -1)

    (query_parts, queries), (key_parts, keys) = side(q[head, query]), side(k[head * k.shape[0] // q.shape[0], key])
    raw = scale * (queries.sum(0) @ keys.sum(0))
    score = cap * torch.tanh(raw / cap) if cap else raw
    values = scale * (score / raw) * queries @ keys.T
    return {"layer": layer, "head": head, "query": query, "key": key, "score": written(score),
            "queryParts": query_parts, "keyParts": key_parts, "values": written(values)}


def measures(model, one):
    found = []
    ids, tokens = model.ids.tolist(), len(model.ids)
    for layer in range(model.layers):
        z, added = one.leaves["head", layer], one.added[layer]
        # (E, T, H): what each head adds to the stream.
        given = torch.stack([
            (torch.autograd.grad(added[:, e].sum(), z, retain_graph=True)[0] * z).reshape(tokens, model.heads, -1).sum(-1)
            for e in range(added.shape[1])])
        size = (given.norm(dim=0) / one.streams[layer].norm(dim=-1)[:, None]).detach()
        found.append([])
        for head in range(model.heads):
            sums, rows = [0.0] * 7, [0] * 7
            for i in range(1, tokens):
                a = one.weights[layer][head, i].tolist()
                seen = lambda places: [j for j in places if j < tokens and a[j] > 0]
                again = [j for j in range(tokens) if j != i and ids[j] == ids[i]]
                same, followed = seen(again), seen(j + 1 for j in again if j + 1 != i)
                entropy = -sum(x * torch.log2(torch.tensor(x, dtype=torch.float64)).item() for x in a if x > 0)
                values = [a[0], a[i - 1], sum(a[j] for j in same) if same else None,
                          sum(a[j] for j in followed) if followed else None,
                          sum(x * abs(i - j) for j, x in enumerate(a)), entropy, size[i, head].item()]
                for which, value in enumerate(values):
                    if value is not None:
                        sums[which] += value
                        rows[which] += 1
            found[-1].append({"sums": [float(f"{x:.7g}") for x in sums], "rows": rows})
    return found


def lens(model):
    ids, probabilities = [], []
    for layers in range(model.layers + 1):
        most = torch.softmax(model.run(layers)[0], -1).topk(2)
        ids.append(most.indices.tolist())
        probabilities.append(written(most.values))
    return {"ids": ids, "probabilities": probabilities}


def patched(model, layer, head, t, id, against):
    """One token of the other text is another."""
    at, ids = 3, model.ids.clone()
    ids[at] = (ids[at] + 6) % model.config["vocab_size"]
    other = model.run(kind=Kept, ids=ids)[1]

    def logits(*part, **options):
        return model.run(kind=Patched, **dict(zip(("part", "layer", "head"), part)), **options)[0][t]

    def difference(*part, **options):
        row = logits(*part, **options)
        return row[id] - row[against]

    layers, heads, tokens = range(model.layers), range(model.heads), range(len(ids))
    return {"ids": ids.tolist(), "at": at,
            "head": written(logits("head", layer, head, other=other)),
            "headAt": written(logits("head", layer, head, at=at, other=other)),
            "inner": written(logits("inner", layer, other=other)),
            "innerOff": written(logits("inner", layer)),
            "stream": written(logits("stream", layer, at=at, other=other))}, {
            "heads": [[written(difference("head", i, h)) for h in heads] for i in layers],
            "inner": [written(difference("inner", i)) for i in layers],
            "stream": [[written(difference("stream", i, at=j, other=other)) for j in tokens] for i in layers]}


def drawn(logits):
    found = []
    for seed in (1, 2, 3, 42):
        for temperature, top in ((1.0, None), (0.7, None), (1.5, 5)):
            row = logits.float() / temperature
            if top:
                row[row < row.topk(top).values[-1]] = -float("inf")
            shares = torch.softmax(row, -1)
            torch.manual_seed(seed)
            id = torch.multinomial(shares, 1).item()
            found.append({"seed": seed, "temperature": temperature, "topK": top, "id": id, "probability": written(shares[id])})
    return found


def taken_apart(name):
    model = Model(name)
    tokens, last = len(model.ids), model.layers - 1
    t = 4 if model.masked else tokens - 1
    id, against = (47, 48) if name == "small" else (5, 11)  # Mary and John
    layer, head = model.layers - 2, model.heads - 1
    whole, one, gradients = ledger(model, model.layers, t, id, against)
    close(whole["logit"], model.known[t][id] - model.known[t][against], f"{name}'s logits are those of its checkpoint")
    key = 3 if one.weights[last][head, t, 3] > 0 else t - 1
    replaced, sweep = patched(model, layer, head, t, id, against)
    found = {"position": t, "id": id, "against": against, **whole, "layer": layer, "head": head,
             **split(model, one, gradients, layer, head, t),
             "early": {"layers": 1, **ledger(model, 1, t, id, against)[0]},
             "why": why(model, last, head, t, key), "measures": measures(model, one), "lens": lens(model),
             "patched": replaced, "sweep": sweep}
    return found if model.masked else found | {"drawn": drawn(model.run()[0][t])}


assert not torch.backends.mkl.is_available(), "MKL draws other random numbers"
FILES = {path.stem: json.loads(path.read_text()) for path in sorted(HERE.glob("*.json"))}
NAMES = [name for name, file in FILES.items() if "config" in file and "ids" in file]
text = json.dumps({name: taken_apart(name) for name in [*NAMES, "small"]}, indent=1)
(HERE / "parts.json").write_text(re.sub(r'\n\s+(?=[-\d"\]])', " ", text) + "\n")

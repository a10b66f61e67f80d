"""Writes optimisers.json: weights after each step of torch.optim's SGD, Adam and AdamW, for slopes that are given.

usage: ATEN_CPU_CAPABILITY=default python3 tests/golden/optimisers.py > tests/golden/optimisers.json

"optim" is what torch.optim computes; its Adam adds to the running mean with lerp_ from PyTorch 2.1 on, and with mul_ and
add_ before that, which differ in the last bit. "lines" is the single-tensor loop of PyTorch 2.6, line by line.
"""

import json
import math
import sys

import torch

STEPS = 20
RUNS = {
    "sgd": ("SGD", {"lr": 0.5}),
    "sgd decay": ("SGD", {"lr": 0.1, "weight_decay": 0.01}),
    "momentum": ("SGD", {"lr": 0.1, "momentum": 0.9}),
    "momentum decay": ("SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.1}),
    "adam": ("Adam", {"lr": 0.003}),
    "adam decay": ("Adam", {"lr": 0.01, "betas": (0.8, 0.95), "eps": 1e-6, "weight_decay": 0.1}),
    "adam quick": ("Adam", {"lr": 0.01, "betas": (0.3, 0.9)}),
    "adamw": ("AdamW", {"lr": 0.01}),
    "adamw decay": ("AdamW", {"lr": 0.1, "betas": (0.9, 0.99), "weight_decay": 0.5}),
}


def sgd(w, g, state, t, lr, momentum=0, weight_decay=0):
    if weight_decay != 0:
        g = g.add(w, alpha=weight_decay)
    if momentum != 0:
        if "buffer" in state:
            state["buffer"].mul_(momentum).add_(g)
        else:
            state["buffer"] = g.clone()
        g = state["buffer"]
    w.add_(g, alpha=-lr)


def adam(w, g, state, t, lr, betas=(0.9, 0.999), eps=1e-8, weight_decay=None, decoupled=False):
    if weight_decay is None:
        weight_decay = 0.01 if decoupled else 0
    m = state.setdefault("m", torch.zeros_like(w))
    v = state.setdefault("v", torch.zeros_like(w))
    if decoupled:
        w.mul_(1 - lr * weight_decay)
    elif weight_decay != 0:
        g = g.add(w, alpha=weight_decay)
    m.lerp_(g, 1 - betas[0])
    v.mul_(betas[1]).addcmul_(g, g, value=1 - betas[1])
    step_size = lr / (1 - betas[0] ** t)
    denom = (v.sqrt() / math.sqrt(1 - betas[1] ** t)).add_(eps)
    w.addcdiv_(m, denom, value=-step_size)


def adamw(*arguments, **options):
    adam(*arguments, **options, decoupled=True)


def texts(tensor):
    """A float32 in the fewest digits that read back as the same one."""
    return [float(str(one)) for one in tensor.detach().numpy()]


torch.manual_seed(19)
start = torch.randn(11)
# Slopes of all sizes, as training has them, one of them always 0.
slopes = torch.randn(STEPS, 11) * 10.0 ** torch.linspace(-9, 1, 11)
slopes[:, 4] = 0
out = {"torch": torch.__version__, "start": texts(start), "slopes": [texts(row) for row in slopes], "runs": {}}
for name, (kind, options) in RUNS.items():
    by_optim, by_lines, state = start.clone().requires_grad_(), start.clone(), {}
    optimiser = getattr(torch.optim, kind)([by_optim], **options)
    run = out["runs"][name] = {"kind": kind.lower(), **options, "optim": [], "lines": []}
    for t in range(STEPS):
        by_optim.grad = slopes[t].clone()
        optimiser.step()
        {"SGD": sgd, "Adam": adam, "AdamW": adamw}[kind](by_lines, slopes[t].clone(), state, t + 1, **options)
        run["optim"].append(texts(by_optim))
        run["lines"].append(texts(by_lines))
json.dump(out, sys.stdout, separators=(",", ":"))
print()

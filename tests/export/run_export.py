"""Runs a lesson's exported script and writes what it prints as JSON: {name: {"shape": [...], "data": [...]}}.

usage: run_export.py SCRIPT [PAGE]. The script's own print is caught, so that numbers keep all their digits. PAGE is a
JSON file of the page's numbers in the same form; then each PyTorch tensor also says where PyTorch, printing both with
its default options, gives them different texts: "differing": [[cell, theirs, the page's], ...].
"""

import json
import re
import runpy
import sys

printed = {}
name = None
page = json.load(open(sys.argv[2])) if len(sys.argv) > 2 else {}


def texts(tensor):
    """Every cell as print(tensor) writes it; long tensors in full."""
    import torch

    torch.set_printoptions(threshold=sys.maxsize)
    return re.findall(r"-?(?:inf|nan|\d[\d.]*(?:e[-+]\d+)?)", str(tensor.detach()).split("dtype")[0])


def differing(theirs, ours):
    import torch

    cells = torch.tensor([float(cell) for cell in ours["data"]], dtype=torch.float32).reshape(theirs.shape)
    pairs = zip(texts(theirs), texts(cells.to(theirs.dtype)), strict=True)
    return [[at, *pair] for at, pair in enumerate(pairs) if pair[0] != pair[1]]


def catch(*values):
    global name
    if len(values) == 2:
        name = values[0]
        return
    tensor = values[0]
    # repr writes infinities and NaN as words, which are not JSON numbers.
    shape = list(getattr(tensor, "shape", ()))
    cells = tensor.reshape(-1).tolist() if hasattr(tensor, "reshape") else [tensor]
    printed[name] = {"shape": shape, "data": [repr(float(cell)) for cell in cells]}
    if hasattr(tensor, "detach") and page.get(name, {}).get("shape") == shape:
        printed[name]["differing"] = differing(tensor, page[name])


runpy.run_path(sys.argv[1], init_globals={"print": catch})
json.dump(printed, sys.stdout)

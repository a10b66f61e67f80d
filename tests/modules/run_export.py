"""Runs a lesson's exported script and writes what it prints as JSON: {name: {"shape": [...], "data": [...]}}.

usage: run_export.py SCRIPT. The script's own print is caught, so that numbers keep all their digits.
"""

import json
import runpy
import sys

printed = {}
name = None


def catch(*values):
    global name
    if len(values) == 2:
        name = values[0]
        return
    tensor = values[0]
    if hasattr(tensor, "detach"):
        tensor = tensor.detach().numpy()
    # repr keeps infinities and NaN as words, which JSON does not know as numbers.
    shape = list(getattr(tensor, "shape", ()))
    cells = tensor.reshape(-1).tolist() if hasattr(tensor, "reshape") else [tensor]
    printed[name] = {"shape": shape, "data": [repr(float(cell)) for cell in cells]}


runpy.run_path(sys.argv[1], init_globals={"print": catch})
json.dump(printed, sys.stdout)

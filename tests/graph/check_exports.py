"""Runs exported scripts and compares every tensor with the graph's own numbers.

    AE_EXPORT_DIR=FOLDER test_graph; python3 check_exports.py FOLDER numpy|torch

A script belongs to a .txt file of the same name that lists what each variable must hold.
"""
import contextlib
import io
import math
import os
import pathlib
import sys


def close(a, b):
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return a == b or abs(a - b) <= 1e-6 + 1e-5 * max(abs(a), abs(b))


def check(script):
    scope = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(script.read_text(), str(script), "exec"), scope)
    except Exception as problem:  # any failure of a script is a finding
        return f"{type(problem).__name__}: {problem}"
    expected = script.with_name(script.name.split(".")[0] + ".txt")
    for line in expected.read_text().splitlines():
        name, _, numbers = line.partition("\t")
        wanted = [float(number) for number in numbers.split()]
        tensor = scope[name]
        got = [float(number) for number in tensor.reshape(-1)]
        if len(got) != len(wanted) or not all(map(close, got, wanted)):
            return f"{name} is {got[:8]}, not {wanted[:8]}"
        if tensor.dtype.itemsize > 4:
            return f"{name} is {tensor.dtype}, not float32"
    return None


def main():
    folder, language = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    os.chdir(folder)  # where the files are that scripts load
    scripts = sorted(folder.glob(f"*.{language}.py"))
    failures = [(script.name, problem) for script in scripts if (problem := check(script))]
    for name, problem in failures:
        print(f"{name}: {problem}")
    print(f"{len(scripts) - len(failures)} scripts agree, {len(failures)} do not")
    return bool(failures) or not scripts


sys.exit(main())

"""clang-tidy over the sources of src, in parallel, skipping files that passed before and have not changed since (nor has
any header of ours that they include). usage: tidy.py BUILD_FOLDER CACHE_FOLDER"""

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

build, cache = sys.argv[1:3]
root = os.getcwd()


def headers_of_objects():
    """Object file -> what it was made from, as ninja recorded it."""
    text = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True).stdout
    deps, current = {}, None
    for line in text.splitlines():
        if line.startswith("    "):
            deps[current].append(os.path.normpath(os.path.join(build, line.strip())))
        elif ": #deps" in line:
            current = line.split(": #deps")[0]
            deps[current] = []
    return deps


def digest(path):
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return "gone"


def key(entry, deps, common):
    parts = [common, entry["command"]]
    output = os.path.relpath(os.path.join(build, entry["output"]), build)  # CMake may write it with its whole path
    if output not in deps:
        sys.exit(f"{output} is not built: clang-tidy reads what each object was made from")
    for path in [entry["file"], *sorted(deps[output])]:
        full = os.path.abspath(path)
        if full.startswith(root + os.sep):
            parts.append(full[len(root) :] + digest(full))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def ours(entries):
    """The sources of src: files of their own, or joined in unity builds, whose parts count as headers of ours."""
    for entry in entries:
        if entry["file"].startswith(root + "/src/") or "/src/" in entry["file"] and "/Unity/" in entry["file"]:
            yield entry


def tidy(job):
    path, mark = job
    done = subprocess.run(["clang-tidy", "-p", cache, "--quiet", "--extra-arg=-Wno-unknown-warning-option", path], capture_output=True, text=True)
    if done.returncode == 0:
        open(mark, "w").close()
        return ""
    return done.stdout + "".join(line for line in done.stderr.splitlines(True) if "error" in line)


try:
    with open(os.path.join(build, "compile_commands.json")) as file:
        entries = json.load(file)
except OSError:
    sys.exit(f"{build} is not configured: clang-tidy reads the native build's commands")
entries = list(ours(entries))
version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True).stdout
common = digest(".clang-tidy") + version
deps = headers_of_objects()
os.makedirs(cache, exist_ok=True)
with open(os.path.join(cache, "compile_commands.json"), "w") as file:
    json.dump(entries, file)
jobs = {}
for entry in entries:
    mark = os.path.join(cache, key(entry, deps, common))
    if not os.path.exists(mark):
        jobs[entry["file"]] = mark
with ThreadPoolExecutor(os.cpu_count()) as pool:
    problems = [text for text in pool.map(tidy, jobs.items()) if text]
print("".join(problems), end="")
if problems:
    print(f"{len(problems)} of {len(entries)} files have warnings")
sys.exit(bool(problems))

# The structure of the tree, checked: includes run down the layers only and in no circle, no file is longer than 800 lines,
# no folder has more than 40 files, and no source names a kind of figure but its own. What a layer may include is what its
# CMakeLists.txt makes it depend on.
# usage: layers.py, from the top of the checkout; prints what is wrong and then fails.
import collections
import os
import posixpath
import re
import subprocess
import sys

MOST_LINES = 800
MOST_FILES = 40
SOURCES = (".cpp", ".hpp", ".h", ".mjs", ".mts", ".js", ".ts", ".css", ".sh", ".py", ".vert", ".frag", ".cmake")
# Generated, or one file for each case of a test.
DATA = ("tests/lessons/", "tests/browser/pictures/")

# The files of a kind of figure, src/figures/KIND/PART*, belong to the layer of their part.
PARTS = {"read": "lesson", "view": "explorer", "draw": "ui"}

wrong = []


def files():
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src", "web", "tests", "shaders", "scripts"],
        capture_output=True, text=True, check=True)
    return sorted(name for name in set(listed.stdout.split("\n")) if name and os.path.isfile(name))


def text_of(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def circles(edges):
    """The edges that close a circle, each with the circle."""
    done, path, found = set(), [], []

    def visit(node):
        path.append(node)
        for other in edges.get(node, ()):
            if other in path:
                found.append(path[path.index(other):] + [other])
            elif other not in done:
                visit(other)
        done.add(path.pop())

    for node in list(edges):
        if node not in done:
            visit(node)
    return found


def layers(names):
    """Which folders of src each one may include: those of its targets' DEPENDS, and theirs."""
    folder_of, depends = {}, collections.defaultdict(set)
    for name in names:
        if not re.fullmatch(r"src/\w+/CMakeLists\.txt", name):
            continue
        folder, text = name.split("/")[1], text_of(name)
        for target in re.findall(r"^ *(?:ae|add)_library\((\w+)", text, re.M):
            folder_of[target] = folder
        for call in re.findall(r"^ *ae_library\((.*?)\)", text, re.S | re.M):
            depends[folder] |= set(call.partition("DEPENDS")[2].split())
    known = {folder: {folder_of[target.removeprefix("ae::")] for target in targets
                      if target.removeprefix("ae::") in folder_of} - {folder}
             for folder, targets in depends.items()}
    for circle in circles({folder: sorted(below) for folder, below in known.items()}):
        wrong.append("layers in a circle: " + " → ".join(circle))
        return {}

    def all_below(folder):
        below = set()
        for other in known.get(folder, ()):
            below |= {other} | all_below(other)
        return below

    return {folder: all_below(folder) for folder in known}


def layer_of(name):
    figure = re.match(r"src/figures/\w+/([a-z]+)", name)
    return PARTS.get(figure[1], "figures") if figure else name.split("/")[1]


def check_includes(names):
    sources = {name for name in names if name.endswith((".cpp", ".hpp", ".h"))}
    may, edges = layers(names), {}
    for name in sources:
        edges[name] = []
        for number, line in enumerate(text_of(name).split("\n"), 1):
            include = re.match(r'\s*#\s*include "([^"]+)"', line)
            if not include:
                continue
            for base in ("src", "tests", posixpath.dirname(name)):
                other = posixpath.normpath(posixpath.join(base, include[1]))
                if other in sources:
                    break
            else:
                continue
            edges[name].append(other)
            if not (name.startswith("src/") and other.startswith("src/")):
                if name.startswith("src/"):
                    wrong.append(f"{name}:{number}: includes {other}, which is not a source of the program")
                continue
            layer, below = layer_of(name), layer_of(other)
            if layer in may and below != layer and below not in may[layer]:
                wrong.append(f"{name}:{number}: {layer} may not include {below}; its CMakeLists.txt says what it may include")
    for circle in circles(edges):
        wrong.append("includes in a circle: " + " → ".join(circle))


def check_figures(names):
    """A kind of figure is its folder and its line in kinds.cmake: no other source of the program names it."""
    lists = re.findall(r"^set\(AE_FIGURES_\w+\n((?:  \w+\n?)+)\)", text_of("src/figures/kinds.cmake"), re.M)
    listed = {kind for one in lists for kind in one.split()}
    folders = {name.split("/")[2] for name in names if re.match(r"src/figures/\w+/", name)}
    for kind in sorted(listed ^ folders):
        wrong.append(f"src/figures/{kind}: a kind of figure is a folder and a line in kinds.cmake")
    for name in names:
        if not name.startswith("src/") or not name.endswith((".cpp", ".hpp")):
            continue
        for kind in re.findall(r'^#include "figures/(\w+)/', text_of(name), re.M):
            if not name.startswith((f"src/figures/{kind}/", f"src/explorer/{kind}/")):
                wrong.append(f"{name}: names the figure {kind}, which only src/figures/{kind} may")


def check_imports(names):
    """Modules of web/ that import each other: values, types, on demand, and by the names that the bundler resolves."""
    aliases = re.findall(r'"([\w-]+)": \["\./([^"]+)"\]', text_of("web/tsconfig.json"))
    modules, edges = {name for name in names if name.startswith("web/") and name.endswith((".ts", ".mjs"))}, {}
    for name in modules:
        edges[name] = []
        text = text_of(name)
        imported = re.findall(r'^(?:import|export) [^;"]*?from "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)', text, re.M)
        folder = posixpath.dirname(name)
        others = [posixpath.normpath(posixpath.join(folder, static or later)) for static, later in imported]
        others += [f"web/{file}" for alias, file in aliases if f'from "{alias}"' in text]
        for other in others:
            edges[name] += [other + end for end in ("", ".ts", ".mjs") if other + end in modules][:1]
    for circle in circles(edges):
        wrong.append("imports in a circle: " + " → ".join(circle))


def check_sizes(names):
    for name in names:
        if name.endswith(SOURCES) and not name.startswith(DATA):
            lines = text_of(name).count("\n")
            if lines > MOST_LINES:
                wrong.append(f"{name}: {lines} lines; at most {MOST_LINES}")
    for folder, count in sorted(collections.Counter(posixpath.dirname(name) for name in names).items()):
        if count > MOST_FILES and not (folder + "/").startswith(DATA):
            wrong.append(f"{folder}: {count} files; at most {MOST_FILES}")


everything = files()
check_includes(everything)
check_figures(everything)
check_imports(everything)
check_sizes(everything)
if wrong:
    sys.exit("\n".join(wrong))

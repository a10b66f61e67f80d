"""A notebook with two figures, executed by Jupyter and saved; then made a page by another run that knows only the saved file.
figures.mjs opens that page in browsers, and finds in expected.json what numpy computed."""

import json
import os
import subprocess
import sys
import unittest

import numpy
from built import attention_explorer, root, site, softmax

made = root / "build/notebooks"

cells = [
    """import json
import numpy
import attention_explorer

def softmax(scores):
    powers = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)

draw = numpy.random.default_rng(3).normal
tokens = "The cat sat down .".split()""",
    """layers = [softmax(2 * draw(size=(1, 2, 5, 5))) for _ in range(3)]
attention_explorer.show(attentions=layers, tokens=tokens)""",
    """q, k = draw(size=(2, 1, 3, 5, 4))
attention_explorer.show(q=q, k=k, tokens=tokens, causal=True, language="de", theme="light")""",
    """later = numpy.triu(numpy.ones((5, 5), dtype=bool), 1)
scores = numpy.where(later, -numpy.inf, q @ k.swapaxes(-1, -2) / numpy.sqrt(4))
with open("expected.json", "w") as file:
    json.dump({"tokens": tokens, "layers": [layer[0].tolist() for layer in layers], "computed": softmax(scores)[0].tolist()}, file)""",
]


def notebook():
    code = [
        {"cell_type": "code", "id": f"cell{i}", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
        for i, source in enumerate(cells)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return {"cells": code, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}


def convert(*arguments, **environment):
    command = [sys.executable, "-m", "jupyter", "nbconvert", "--log-level=ERROR", *arguments]
    subprocess.run(command, check=True, cwd=made, env={**os.environ, **environment})


class Notebook(unittest.TestCase):
    def test_it_is_executed_saved_and_made_a_page_elsewhere(self):
        made.mkdir(parents=True, exist_ok=True)
        (made / "written.ipynb").write_text(json.dumps(notebook()))
        convert("--to", "notebook", "--execute", "--output", "saved.ipynb", "written.ipynb", PYTHONPATH=str(site))
        saved = json.loads((made / "saved.ipynb").read_text())
        shown = [output["data"] for cell in saved["cells"] for output in cell["outputs"] if "data" in output]
        self.assertEqual([sorted(data) for data in shown], [["text/html", "text/plain"]] * 2)
        convert("--to", "html", "--output", "page.html", "saved.ipynb")
        page = (made / "page.html").read_text(encoding="utf-8")
        self.assertEqual(page.count(' srcdoc="'), 2)

    def test_figures_are_saved_as_files_one_with_the_weights_of_512_tokens_one_with_the_large_map(self):
        made.mkdir(parents=True, exist_ok=True)
        draw = numpy.random.default_rng(11).normal
        weights = softmax(draw(size=(1, 6, 512, 512)))
        attention_explorer.save(made / "large.html", attentions=weights)
        q, k = draw(size=(2, 3, 64, 8))
        attention_explorer.save(made / "map.html", q=q, k=k, view="map")
        row = softmax(q[0] @ k[0].T / numpy.sqrt(8))[5]
        expected = {"head1row1": weights[0, 0, 0].tolist(), "key": int(row.argmax()), "weight": float(row.max())}
        (made / "files.json").write_text(json.dumps(expected))

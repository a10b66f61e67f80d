"""The built attention_explorer.py, and what is in a document that it makes. For the tests beside this file."""

import base64
import io
import json
import os
import re
import sys
from pathlib import Path

import numpy

root = Path(__file__).resolve().parents[2]
site = root / "build/site"
sys.path.insert(0, str(site))
sys.dont_write_bytecode = True  # the site's folder holds what is served
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # the same for programs started by tests
import attention_explorer  # noqa: E402  (the built one)


def given(figure):
    """What the page of a figure is given."""
    found = re.findall(r'<script type="application/json" id="given">(.*?)</script>', figure.html, re.DOTALL)
    assert len(found) == 1, "a document has one place for tensors"
    return json.loads(found[0])


def arrays(figure):
    """The arrays of a figure, as numpy reads them."""
    with numpy.load(io.BytesIO(base64.b64decode(given(figure)["file"])), allow_pickle=False) as file:
        return dict(file)


def softmax(scores):
    powers = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)

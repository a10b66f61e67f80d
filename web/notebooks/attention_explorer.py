"""Attention as an interactive figure in a notebook, or in a file: Attention Explorer, with the page and the numbers in one
document that works without a network and without a server.

    import attention_explorer
    attention_explorer.show(attentions=outputs.attentions, tokens=tokens)    # weights, as transformers returns them
    attention_explorer.show(q=q, k=k, v=v, tokens=tokens)                    # queries and keys: the page computes the rest
    attention_explorer.save("figure.html", q=q, k=k, tokens=tokens)

Needs Python 3.9 or later and numpy. Tensors may be numpy arrays, nested lists, tensors of PyTorch (on any device), or
anything that numpy converts, such as arrays of JAX, Keras and TensorFlow.
"""

import base64
import html
import io
import json
import re
import warnings
import zipfile
import zlib

import numpy

__all__ = ["Figure", "save", "show"]
__version__ = "0"  # the build puts the version here
LANGUAGES = ("en",)  # and here the languages of the page

_LARGE = 50_000_000  # characters of a document from which on a warning is given
_HALF_LARGEST = 65504  # the largest number of float16
_MOST_WEIGHTS = 1_492_500  # numbers of one head, with its values: mostNumbers of web/page/files/lesson.ts
_GIVEN = '<script type="application/json" id="given"></script>'  # where the page looks for tensors


class Figure:
    """A document with the page and the tensors. A notebook shows it; `html` is its text, and `save` writes it to a file."""

    def __init__(self, document, height):
        self.html = document
        self.height = height

    def save(self, path):
        """Writes the document to a file, which any browser opens without a network."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self.html)

    def _repr_html_(self):
        # A notebook that is not trusted leaves frames and styles out: then the sentence remains. Trusted, the frame lies over it.
        # The sandbox gives the frame an origin of its own: it reaches neither the notebook nor its server.
        return (
            f'<div style="position: relative; height: {self.height}px; overflow: hidden">'
            "<p>Attention Explorer: this notebook is not trusted, so its figures are not shown. "
            "In Jupyter, choose “Trust Notebook”, or run this cell.</p>"
            f'<iframe title="Attention Explorer" srcdoc="{html.escape(self.html)}" width="100%" height="{self.height}" '
            'sandbox="allow-scripts allow-downloads allow-popups allow-modals" allow="fullscreen; clipboard-write" '
            'style="border: 0; width: 100%; position: absolute; top: 0; left: 0; background: Canvas"></iframe></div>'
        )

    def __repr__(self):
        return f"<attention_explorer.Figure of {len(self.html) / 1e6:.1f} MB: a notebook shows it, save(path) writes it>"


def show(
    *,
    attentions=None,
    q=None,
    k=None,
    v=None,
    tokens=None,
    key_tokens=None,
    causal=False,
    scale=None,
    view=None,
    dtype="float32",
    language=None,
    theme=None,
    height=720,
):
    """A figure of attention weights, or of queries and keys. In a notebook, make it the last line of a cell.

    attentions: weights (batch, heads, queries, keys); leading axes may be missing. A list or tuple has one tensor per layer,
        as `outputs.attentions` of transformers; so has a stacked tensor (layers, batch, heads, queries, keys).
    q, k, v: (…, heads, tokens, width), before the scores; leading axes may be missing. The page divides q·k by the root of
        the width, and takes softmax. k and v may have fewer heads, of which several heads of q share one. v may be left out,
        and may be given beside attentions.
    tokens: a text for each query; for each key too, unless key_tokens are given. For a batch of several sentences a list of
        such lists, one for each; a single list belongs to the first sentence. Control characters are shown by signs.
    scale: for q and k: what their products are multiplied by before softmax, such as 1 for T5; without it 1 / √width.
    causal: for q and k: each query sees only the keys up to its own. The reader can switch the mask off.
    view: "attention" (a matrix with words), or "map" (all heads at once, for q and k of up to 16,384 tokens). Without it,
        the map is shown where the heads are too large to be shown together.
    dtype: how the numbers are packed: "float32", or "float16" for half the size and three digits.
    language, theme: "en", "de", "es" or "zh-Hans"; "dark" or "light". Without them, those of the reader's browser and system.
    height: of the frame, in CSS pixels.

    Raises TypeError or ValueError, which names the argument and what would fit. Warns if the document has 50 MB or more.
    """
    if (attentions is None) == (q is None and k is None):
        raise TypeError("show() takes attentions, or q and k" + ("." if attentions is None else ", not both."))
    _one_of("dtype", dtype, ("float32", "float16"))
    _one_of("theme", theme, (None, "dark", "light"))
    _one_of("language", language, (None, *LANGUAGES))
    _one_of("view", view, (None, "attention", "map"))
    if isinstance(height, bool) or not isinstance(height, int) or height < 100:
        raise ValueError(f"height is {height!r}; a whole number of pixels from 100 on is expected.")
    tensors = _weights(attentions) if attentions is not None else _queries_and_keys(q, k)
    first = next(iter(tensors.values()))
    rows = first.shape[-2]
    columns = first.shape[-1] if attentions is not None else tensors["k"].shape[-2]
    if v is not None:
        tensors["v"] = _values(v, first, "attentions" if attentions is not None else "q", columns)
    if causal and (attentions is not None or rows != columns):
        raise ValueError("causal=True is for q and k of as many tokens; weights are shown as they are.")
    if scale is not None:
        if attentions is not None or isinstance(scale, bool) or not isinstance(scale, (int, float)) or not numpy.isfinite(scale):
            raise ValueError(f"scale is {scale!r}; a number is expected, for q and k.")
        if view == "map":
            raise ValueError('view="map" divides by the root of the width: leave scale out, or view.')
    if view == "map":
        _check_map(tensors)
    elif attentions is not None:
        _check_weights(rows, columns, tensors.get("v"))
    batch = first.shape[-4] if first.ndim > 3 else 1
    given = {
        "file": _packed(tensors, dtype),
        "layers": [name for name in tensors if name not in ("q", "k", "v")],
        "tokens": _texts("tokens", tokens, rows, "queries", batch, first),
        "keyTokens": _texts("key_tokens", key_tokens, columns, "keys", batch, first),
        "causal": bool(causal),
        "view": view,
        **({"scale": float(scale)} if scale is not None else {}),
        "link": "&".join(f"{name}={value}" for name, value in (("lang", language), ("theme", theme)) if value),
    }
    # "<" could end the script element that holds it.
    document = _page().replace(_GIVEN, _GIVEN.replace("></", ">" + json.dumps(given).replace("<", "\\u003c") + "</"))
    if len(document) >= _LARGE:
        cure = "" if dtype == "float16" else 'dtype="float16" halves it; '
        warnings.warn(
            f"This figure has {len(document) / 1e6:.0f} MB, and a notebook keeps it in every saved copy: {cure}"
            "fewer layers or tokens make it smaller, and save() keeps it out of the notebook.",
            stacklevel=2,
        )
    return Figure(document, height)


def save(path, **arguments):
    """Writes a figure to a file that any browser opens without a network. The arguments are those of show()."""
    show(**arguments).save(path)


# ---- arguments ----


def _one_of(name, value, known):
    if value not in known:
        raise ValueError(f"{name} is {value!r}; one of {', '.join(map(repr, known))} is expected.")


def _array(name, value):
    """A tensor as a float32 array."""
    try:
        if hasattr(value, "detach"):  # of PyTorch: it may be on a device, require gradients, or be of bfloat16
            value = value.detach().cpu().float().numpy()
        array = numpy.asarray(value)
    except (TypeError, ValueError, RuntimeError) as error:
        raise TypeError(f"{name} cannot be converted to a numpy array: {error}") from error
    bfloat16 = array.dtype.name == "bfloat16"  # of JAX and TensorFlow; to numpy a type of no kind
    if array.dtype.kind not in "fiub" and not bfloat16:
        raise TypeError(f"{name} has numbers of the type {array.dtype}; real numbers are expected.")
    if array.size == 0:
        raise ValueError(f"{name} has the shape {array.shape}: there is nothing in it.")
    with numpy.errstate(over="ignore"):  # float64 beyond float32 becomes infinite, and the page names it
        return numpy.ascontiguousarray(array, dtype=numpy.float32)


def _weights(attentions):
    """One tensor per layer, by name."""
    form = "(batch, heads, queries, keys)"
    if isinstance(attentions, (list, tuple)) and not _is_matrix(attentions):
        if len(attentions) == 0:
            raise ValueError(
                f"attentions is empty; one tensor {form} per layer is expected. If hooks should have filled it: before "
                "PyTorch 2.5, layers in eval mode without gradients do not call them. Call "
                "torch.backends.mha.set_fastpath_enabled(False) first, or run the model with gradients on."
            )
        if all(layer is None for layer in attentions):
            raise ValueError(
                "attentions has only None: the model did not return its weights. Load it with "
                'attn_implementation="eager" and call it with output_attentions=True.'
            )
        if any(isinstance(layer, (list, tuple)) and any(hasattr(one, "shape") for one in layer) for layer in attentions):
            raise TypeError(
                "attentions has lists of tensors, as generate() returns them, one list per new token. "
                "Call the model on the whole text instead, or give the layers of one token."
            )
        layers = [(str(i), layer) for i, layer in enumerate(attentions) if layer is not None]
    else:
        stacked = _array("attentions", attentions)
        many = stacked.ndim == 5
        layers = [(str(i), layer) for i, layer in enumerate(stacked)] if many else [("", stacked)]
    found = {}
    for place, layer in layers:
        name = f"attentions[{place}]" if place else "attentions"
        array = _array(name, layer)
        if not 2 <= array.ndim <= 4:
            raise ValueError(f"{name} has the shape {array.shape}; {form} is expected, or (heads, queries, keys).")
        found[name] = array
    shapes = {array.shape[-2:] for array in found.values()}
    if len(shapes) > 1:
        listed = ", ".join(f"{name}: {array.shape}" for name, array in found.items())
        raise ValueError(f"The layers of attentions have different numbers of queries and keys: {listed}. Show one at a time.")
    return found


def _is_matrix(value):
    """Whether a list holds numbers in the end: one tensor, not one per layer."""
    while isinstance(value, (list, tuple)) and len(value) > 0:
        value = value[0]
    return isinstance(value, (int, float))


def _queries_and_keys(q, k):
    for name, value, other in (("q", q, "k"), ("k", k, "q")):
        if value is None:
            raise TypeError(f"{name} is missing: queries and keys are compared with each other, and {other} alone was given.")
    q, k = _array("q", q), _array("k", k)
    for name, array in (("q", q), ("k", k)):
        if array.ndim < 2:
            raise ValueError(f"{name} has the shape {array.shape}; (batch, heads, tokens, width) is expected.")
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"q is {q.shape} and k is {k.shape}: their last axes, the width of a head, must be of one length.")
    _check_heads("k", k, "q", q)
    return {"q": q, "k": k}


def _check_heads(name, array, other, others):
    """Keys and values have the batch of the queries or weights, and as many heads, or a divisor of it."""
    own, wanted = ((1, 1) + array.shape)[-3], ((1, 1) + others.shape)[-3]
    if wanted % own:
        raise ValueError(f"{name} has {own} heads and {other} {wanted}: {name} may have as many, or a divisor of it.")
    if array.shape[:-3] != others.shape[:-3]:
        raise ValueError(f"{name} is {array.shape} and {other} is {others.shape}: the axes before the heads must be the same.")


def _values(v, others, other, keys):
    v = _array("v", v)
    if v.ndim < 2 or v.shape[-2] != keys:
        raise ValueError(f"v has the shape {v.shape}; (…, heads, {keys}, width) is expected: a row for each of the {keys} keys.")
    _check_heads("v", v, other, others)
    return v


def _check_map(tensors):
    if "q" not in tensors:
        raise ValueError('view="map" computes its rows from queries and keys: give q and k instead of attentions.')
    q, k = tensors["q"], tensors["k"]
    heads, (tokens, width) = ((1,) + q.shape)[-3], q.shape[-2:]
    if k.shape[-2] != tokens or not 2 <= tokens <= 16_384 or heads > 192 or width > 256:
        raise ValueError(
            f'view="map" shows as many keys as queries, 2 to 16,384 tokens, up to 192 heads, of a width of up to 256; '
            f"q is {q.shape} and k is {k.shape}."
        )


def _check_weights(rows, columns, v):
    cells = rows * columns + (columns * v.shape[-1] if v is not None else 0)
    if cells > _MOST_WEIGHTS:
        raise ValueError(
            f"One head has {rows} × {columns} weights; up to {_MOST_WEIGHTS:,} numbers of a head, with its values, can be shown. "
            'Give a part of the tokens, or q and k, which view="map" shows for up to 16,384 tokens.'
        )


_SIGNS = {**{code: 0x2400 + code for code in range(32) if code not in (9, 10)}, 0x7F: 0x2421}
_SIGNS.update({code: 0xFFFD for code in (*range(0x80, 0xA0), *range(0xD800, 0xE000))})


def _visible(text):
    """Tokens may be any bytes: control characters are shown by signs, halves of surrogate pairs by U+FFFD."""
    return text.translate(_SIGNS)


def _texts(name, given, count, what, batch=1, tensor=None):
    if given is None:
        return []
    if isinstance(given, (str, bytes)):
        raise TypeError(f"{name} is one text; a list with a text for each token is expected.")
    if hasattr(given, "tolist"):
        given = given.tolist()
    texts = list(given)
    if any(isinstance(text, (list, tuple)) for text in texts):
        if not all(isinstance(text, (list, tuple)) for text in texts):
            raise TypeError(f"{name} has texts beside lists of texts; a list of texts, or one for each sentence, is expected.")
        if len(texts) != batch:
            raise ValueError(f"{name} has {len(texts)} lists of texts; there are {batch} sentences.")
        return [_texts(f"{name}[{i}]", sentence, count, what) for i, sentence in enumerate(texts)]
    if len(texts) != count:
        swapped = tensor is not None and tensor.ndim > 2 and tensor.shape[-3] == len(texts)
        hint = f" Axis −3 has {len(texts)}: tokens and heads seem to be swapped; the order is (…, heads, tokens, width)."
        raise ValueError(f"{name} has {len(texts)} texts; there are {count} {what}." + (hint if swapped else ""))
    return [_visible(text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)) for text in texts]


# ---- the document ----


def _packed(tensors, dtype):
    """A .npz file in base 64: what numpy.savez writes, the same bytes for the same numbers. Those that deflate well are
    deflated: weights under a causal mask are half zeros."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, array in tensors.items():
            largest = numpy.abs(array[numpy.isfinite(array)]).max(initial=0)
            if dtype == "float16" and largest > _HALF_LARGEST:
                raise ValueError(f'dtype="float16" holds numbers up to {_HALF_LARGEST}; {name} has {largest:g}. Keep "float32".')
            file = io.BytesIO()
            numpy.lib.format.write_array(file, array.astype("<f2" if dtype == "float16" else "<f4"), allow_pickle=False)
            content = file.getvalue()
            member = zipfile.ZipInfo(f"{name}.npy")  # its time is always the same
            deflates = len(zlib.compress(content[:1_000_000], 6)) < 0.8 * len(content[:1_000_000])
            member.compress_type = zipfile.ZIP_DEFLATED if deflates else zipfile.ZIP_STORED
            archive.writestr(member, content)
    return base64.b64encode(whole.getvalue()).decode("ascii")


def _page():
    if not _PAGE:
        raise RuntimeError(
            "This copy of attention_explorer.py is the source, without the page: take the one that the site offers, "
            "build/site/attention_explorer.py, or the wheel beside it."
        )
    return zlib.decompress(base64.b64decode(re.sub(r"\s", "", _PAGE))).decode("utf-8")


# The page, packed; the build puts it here.
_PAGE = ""

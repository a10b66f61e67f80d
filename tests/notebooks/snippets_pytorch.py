"""The PyTorch examples of web/notebooks.md, run as they stand there: what they show is what PyTorch itself returns."""

import re
import unittest

import torch
from built import arrays, attention_explorer, given, root
from torch import nn
from torch.nn import functional

tokens = "The cat sat down .".split()


def snippet(heading):
    """The Python under a heading of the page."""
    text = (root / "web/notebooks.md").read_text(encoding="utf-8")
    section = text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return re.search(r"```python\n(.*?)```", section, re.DOTALL).group(1)


def shown_by(heading, **names):
    """Runs an example, in which `names` are already there, and gives the figure that it shows."""
    figures = []
    original = attention_explorer.show
    attention_explorer.show = lambda **arguments: figures.append(original(**arguments))
    try:
        exec(snippet(heading), names)
    finally:
        attention_explorer.show = original
    (figure,) = figures
    return figure


class Blocks(nn.Module):
    """Three layers of causal attention by scaled_dot_product_attention, four heads each."""

    def __init__(self, width=16, heads=4):
        super().__init__()
        self.heads = heads
        self.layers = nn.ModuleList(nn.Linear(width, 3 * width) for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            q, k, v = (part.unflatten(-1, (self.heads, -1)).transpose(1, 2) for part in layer(x).chunk(3, dim=-1))
            x = x + functional.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(-2)
        return x


class Snippets(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(5)
        self.x = torch.randn(1, 5, 16)

    def test_hooks_of_multihead_attention_show_the_weights_that_it_returns(self):
        block = nn.TransformerEncoderLayer(16, 4, dim_feedforward=32, batch_first=True)
        model = nn.TransformerEncoder(block, num_layers=3, enable_nested_tensor=False)
        for module in model.modules():
            if isinstance(module, nn.Dropout):
                module.p = 0.0
        for training in (True, False):
            model.train(training)
            for module in model.modules():
                if isinstance(module, nn.MultiheadAttention):
                    module._forward_pre_hooks.clear()
                    module._forward_pre_hooks_with_kwargs.clear()
                    module._forward_hooks.clear()
                    module.dropout = 0.0
            # The same by hand: each layer's module, asked for its weights.
            wanted, x = [], self.x
            for layer in model.layers:
                wanted.append(layer.self_attn(x, x, x, average_attn_weights=False)[1].detach())
                x = layer(x)
            with torch.no_grad():
                figure = shown_by("PyTorch: nn.MultiheadAttention", model=model, x=self.x, tokens=tokens)
            found = arrays(figure)
            self.assertEqual(given(figure)["tokens"], tokens)
            self.assertEqual(list(found), [f"attentions[{i}]" for i in range(3)])
            for i, weights in enumerate(wanted):
                torch.testing.assert_close(torch.from_numpy(found[f"attentions[{i}]"]), weights, rtol=0, atol=1e-6)

    def test_the_function_in_place_of_attention_keeps_what_it_is_given(self):
        model = Blocks()
        wanted, x = [], self.x
        for layer in model.layers:
            q, k, v = (part.unflatten(-1, (4, -1)).transpose(1, 2) for part in layer(x).chunk(3, dim=-1))
            wanted.append((q, k, v))
            x = x + functional.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(-2)
        before = functional.scaled_dot_product_attention
        figure = shown_by("PyTorch: scaled_dot_product_attention", model=model, x=self.x, tokens=tokens)
        self.assertIs(functional.scaled_dot_product_attention, before)
        self.assertTrue(given(figure)["causal"])
        found = arrays(figure)
        for name, parts in zip("qkv", zip(*wanted)):
            stacked = torch.stack(parts).detach()
            self.assertEqual(found[name].shape, (3, 1, 4, 5, 4))
            self.assertTrue(torch.equal(torch.from_numpy(found[name]), stacked), name)

    def test_tensors_as_they_are(self):
        weights = torch.softmax(torch.randn(2, 3, 3, requires_grad=True), dim=-1)
        found = arrays(attention_explorer.show(attentions=weights))["attentions"]
        self.assertTrue(torch.equal(torch.from_numpy(found), weights.detach()))
        half = weights.detach().to(torch.bfloat16)
        found = arrays(attention_explorer.show(attentions=half))["attentions"]
        self.assertTrue(torch.equal(torch.from_numpy(found), half.float()))

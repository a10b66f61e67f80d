"""What show() takes, how it packs it, and that each refusal names the argument and says what fits."""

import unittest
import warnings

import numpy
from built import arrays, attention_explorer, given, softmax

show = attention_explorer.show
draw = numpy.random.default_rng(7).normal


def weights(*shape):
    return softmax(draw(size=shape))


class Like:
    """A tensor as PyTorch has it: on a device, with a gradient, and unknown to numpy until it is detached."""

    def __init__(self, array, steps=()):
        self.array, self.steps = array, steps

    def __array__(self, *_, **__):
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")

    def detach(self):
        return Like(self.array, (*self.steps, "detach"))

    def cpu(self):
        return Like(self.array, (*self.steps, "cpu"))

    def float(self):
        return Like(self.array.astype(numpy.float32), (*self.steps, "float"))

    def numpy(self):
        assert self.steps == ("detach", "cpu", "float"), self.steps
        return self.array


class Takes(unittest.TestCase):
    def test_a_list_of_layers_and_the_same_stacked_make_one_document(self):
        layers = [weights(1, 2, 3, 3) for _ in range(4)]
        listed, stacked = show(attentions=tuple(layers)), show(attentions=numpy.stack(layers))
        self.assertEqual(listed.html, stacked.html)
        self.assertEqual(given(listed)["layers"], [f"attentions[{i}]" for i in range(4)])

    def test_a_single_tensor_with_or_without_leading_axes_is_one_layer(self):
        for shape in ((3, 3), (2, 3, 3), (1, 2, 3, 3)):
            figure = show(attentions=weights(*shape))
            self.assertEqual(given(figure)["layers"], ["attentions"])
            self.assertEqual(arrays(figure)["attentions"].shape, shape)
        self.assertEqual(arrays(show(attentions=[[1, 0], [0.5, 0.5]]))["attentions"].tolist(), [[1, 0], [0.5, 0.5]])

    def test_layers_that_a_model_does_not_return_keep_their_number(self):
        figure = show(attentions=[None, weights(1, 2, 3, 3), None, weights(1, 2, 3, 3)])
        self.assertEqual(given(figure)["layers"], ["attentions[1]", "attentions[3]"])

    def test_packed_numbers_are_those_of_float32_bit_by_bit(self):
        q, k, v = draw(size=(3, 2, 4, 5, 6)) * 1e3
        found = arrays(show(q=q, k=k, v=v))
        for name, sent in (("q", q), ("k", k), ("v", v)):
            self.assertEqual(found[name].dtype, numpy.float32)
            self.assertTrue(numpy.array_equal(found[name].view(numpy.int32), sent.astype(numpy.float32).view(numpy.int32)))

    def test_float16_halves_the_numbers_and_rounds_them_once(self):
        q = draw(size=(2, 64, 16))
        whole, half = show(q=q, k=q), show(q=q, k=q, dtype="float16")
        self.assertTrue(numpy.array_equal(arrays(half)["q"], q.astype(numpy.float32).astype(numpy.float16)))
        self.assertAlmostEqual(len(given(half)["file"]) / len(given(whole)["file"]), 0.5, delta=0.05)

    def test_what_is_not_finite_arrives(self):
        odd = numpy.array([[numpy.nan, numpy.inf], [-numpy.inf, 1e300]])
        found = arrays(show(attentions=odd))["attentions"].ravel().tolist()
        self.assertTrue(numpy.isnan(found[0]))
        self.assertEqual(found[1:], [numpy.inf, -numpy.inf, numpy.inf])

    def test_tensors_of_pytorch_are_detached_brought_to_the_processor_and_widened(self):
        array = weights(2, 3, 3)
        self.assertEqual(show(attentions=Like(array)).html, show(attentions=array).html)
        self.assertEqual(show(attentions=[Like(array)] * 2).html, show(attentions=[array] * 2).html)

    def test_integers_and_booleans_are_numbers(self):
        self.assertEqual(arrays(show(attentions=numpy.eye(2, dtype=bool)))["attentions"].tolist(), [[1, 0], [0, 1]])
        self.assertEqual(arrays(show(attentions=numpy.eye(2, dtype=numpy.int64)))["attentions"].tolist(), [[1, 0], [0, 1]])

    def test_tokens_of_any_kind_become_texts_and_cannot_end_the_document(self):
        tokens = ["</script><script>alert(1)</script>", 7, b"bytes", "naïve 🙂"]
        figure = show(attentions=weights(4, 4), tokens=tokens)
        self.assertEqual(given(figure)["tokens"], ["</script><script>alert(1)</script>", "7", "bytes", "naïve 🙂"])
        self.assertEqual(given(show(attentions=weights(2, 2), tokens=numpy.array(["a", "b"])))["tokens"], ["a", "b"])

    def test_keys_may_have_texts_of_their_own(self):
        found = given(show(attentions=weights(2, 3, 5), tokens="a b c".split(), key_tokens="v w x y z".split()))
        self.assertEqual([found["tokens"], found["keyTokens"]], ["a b c".split(), "v w x y z".split()])

    def test_fewer_heads_of_keys_and_values_are_kept_as_they_are(self):
        found = arrays(show(q=draw(size=(8, 5, 4)), k=draw(size=(2, 5, 4)), v=draw(size=(4, 5, 3))))
        self.assertEqual([found[name].shape for name in "qkv"], [(8, 5, 4), (2, 5, 4), (4, 5, 3)])

    def test_the_same_call_makes_the_same_bytes_and_the_frame_holds_the_document(self):
        import html

        first, second = (show(attentions=[[1, 0], [0.25, 0.75]], theme="dark", language="de", height=500) for _ in range(2))
        self.assertEqual(first._repr_html_(), second._repr_html_())
        frame = first._repr_html_()
        self.assertIn('height="500"', frame)
        self.assertIn('sandbox="allow-scripts', frame)
        self.assertNotIn("allow-same-origin", frame)
        document = frame.split('srcdoc="', 1)[1].split('"', 1)[0]
        self.assertEqual(html.unescape(document), first.html)
        self.assertEqual(given(first)["link"], "lang=de&theme=dark")

    def test_a_document_of_50_mb_warns_with_a_cure_and_smaller_ones_do_not(self):
        large = draw(size=(1, 9000, 512)).astype(numpy.float32)  # 4 bytes for each of two, in base 64: 49 MB and the page
        with self.assertWarnsRegex(UserWarning, r'has 5\d MB.*dtype="float16" halves it'):
            show(q=large, k=large)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            show(q=large[:, :1000], k=large[:, :1000])


class Refuses(unittest.TestCase):
    def refused(self, error, pattern, **arguments):
        with self.assertRaisesRegex(error, pattern):
            show(**arguments)

    def test_nothing_too_much_or_half_of_it(self):
        some = weights(3, 3)
        self.refused(TypeError, r"takes attentions, or q and k\.")
        self.refused(TypeError, r"not both", attentions=some, q=some, k=some)
        self.refused(TypeError, r"^k is missing", q=some)
        self.refused(TypeError, r"^q is missing", k=some)

    def test_shapes_that_do_not_fit_together(self):
        q = draw(size=(4, 5, 6))
        self.refused(ValueError, r"q is \(4, 5, 6\) and k is \(4, 5, 7\): their last axes", q=q, k=draw(size=(4, 5, 7)))
        self.refused(ValueError, r"k has 3 heads and q 4: k may have as many, or a divisor", q=q, k=draw(size=(3, 5, 6)))
        self.refused(ValueError, r"k is \(2, 4, 5, 6\) and q is \(4, 5, 6\): the axes before", q=q, k=draw(size=(2, 4, 5, 6)))
        self.refused(ValueError, r"v has the shape \(4, 6, 6\).* 5 keys", q=q, k=q, v=draw(size=(4, 6, 6)))
        self.refused(ValueError, r"q has the shape \(5,\); \(batch, heads, tokens, width\)", q=draw(size=5), k=q)
        self.refused(ValueError, r"tokens has 2 texts; there are 5 queries", q=q, k=q, tokens=["a", "b"])
        self.refused(ValueError, r"key_tokens has 1 texts; there are 5 keys", q=q, k=q, key_tokens=["a"])

    def test_attentions_of_other_kinds(self):
        self.refused(ValueError, r"attentions is empty", attentions=[])
        self.refused(ValueError, r'only None.*attn_implementation="eager"', attentions=(None, None))
        self.refused(TypeError, r"as generate\(\) returns them", attentions=((weights(1, 2, 3, 3),), (weights(1, 2, 1, 4),)))
        self.refused(ValueError, r"attentions\[1\] has the shape \(3,\)", attentions=[weights(3, 3), weights(3)])
        self.refused(
            ValueError, r"different numbers of queries.*attentions\[1\]: \(4, 4\)", attentions=[weights(3, 3), weights(4, 4)]
        )
        self.refused(ValueError, r"attentions has the shape \(0, 3\): there is nothing", attentions=numpy.zeros((0, 3)))

    def test_values_that_are_no_real_numbers(self):
        self.refused(TypeError, r"q has numbers of the type complex", q=numpy.ones((2, 2), complex), k=weights(2, 2))
        self.refused(TypeError, r"attentions has numbers of the type <U1", attentions=numpy.array([["a", "b"]]))
        self.refused(TypeError, r"k cannot be converted", q=weights(2, 2), k=[[1], [1, 2]])

    def test_options(self):
        some = weights(3, 3)
        self.refused(ValueError, r"dtype is 'float64'; one of 'float32', 'float16'", attentions=some, dtype="float64")
        self.refused(ValueError, r"theme is 'blue'", attentions=some, theme="blue")
        self.refused(ValueError, r"language is 'xx'; one of None, 'en', 'de', 'es', 'zh-Hans'", attentions=some, language="xx")
        self.refused(ValueError, r"view is 'both'", attentions=some, view="both")
        self.refused(ValueError, r"height is '5em'", attentions=some, height="5em")
        self.refused(ValueError, r"give q and k instead of attentions", attentions=some, view="map")
        self.refused(ValueError, r"widths? of up to 256; q is \(3, 300\)|of a width of up to 256; q is \(3, 300\)",
                     q=draw(size=(3, 300)), k=draw(size=(3, 300)), view="map")
        self.refused(ValueError, r"causal=True is for q and k", attentions=some, causal=True)
        self.refused(ValueError, r'holds numbers up to 65504; q has 1e\+06. Keep "float32"',
                     q=numpy.full((2, 2), 1e6), k=some[:2, :2], dtype="float16")

    def test_tokens_of_a_whole_batch_or_of_one_text(self):
        self.refused(TypeError, r"tokens is one text", attentions=weights(3, 3), tokens="abc")
        self.refused(TypeError, r"texts beside lists", attentions=weights(2, 1, 2, 2), tokens=["a", ["c", "d"]])
        self.refused(ValueError, r"3 lists of texts; there are 2", attentions=weights(2, 1, 2, 2), tokens=[["a", "b"]] * 3)
        self.refused(ValueError, r"tokens\[1\] has 1 texts", attentions=weights(2, 1, 2, 2), tokens=[["a", "b"], ["c"]])
        swapped = draw(size=(1, 5, 2, 4))
        self.refused(ValueError, r"tokens and heads seem to be swapped", q=swapped, k=swapped, tokens=list("abcde"))

    def test_weights_that_no_page_shows(self):
        large = numpy.broadcast_to(numpy.float32(1 / 1500), (1, 1, 1500, 1500))
        self.refused(ValueError, r"1500 × 1500 weights; up to 1,492,500 numbers", attentions=large)

    def test_scale(self):
        self.refused(ValueError, r"scale is 1; a number is expected, for q and k", attentions=weights(3, 3), scale=1)
        self.refused(ValueError, r"scale is nan", q=draw(size=(2, 2)), k=draw(size=(2, 2)), scale=float("nan"))


class Texts(unittest.TestCase):
    def test_tokens_may_be_any_characters(self):
        random = numpy.random.default_rng(7)
        for _ in range(200):
            codes = random.integers(0, 0x110000, 6)
            tokens = ["".join(map(chr, codes[:3])), "".join(map(chr, codes[3:] % 256))]
            given = given(show(attentions=weights(2, 2), tokens=tokens))["tokens"]
            for text in given:
                text.encode("utf-8")  # no half of a surrogate pair
                self.assertFalse(any(ord(c) < 32 and c not in "\t\n" or 0x7F <= ord(c) < 0xA0 for c in text), repr(text))
        self.assertEqual(given(show(attentions=weights(2, 2), tokens=["\r", "\ud83d"]))["tokens"], ["␍", "\ufffd"])

    def test_each_sentence_of_a_batch_has_its_own(self):
        both = [["a", "b"], ["c", "d"]]
        self.assertEqual(given(show(attentions=weights(2, 1, 2, 2), tokens=both))["tokens"], both)

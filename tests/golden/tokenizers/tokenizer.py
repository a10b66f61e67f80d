"""Writes tokenizer.json: a small byte-level BPE tokenizer in the layout of Hugging Face's tokenizers, and the ids of texts.

usage: python3 tests/golden/tokenizers/tokenizer.py

Merges are learned from a few sentences. The ids come from an encoder written here after GPT-2's own (Radford et al. 2019,
encoder.py), with its pattern 's|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+ as a scanner, so
that no library of tokenizers takes part.
"""

import collections
import json
import pathlib
import unicodedata

LEARNED_FROM = """The animal didn't cross the street because it was too tired. The street was too wide, and the animal couldn't.
They're saying we've lost 1,000 of the 2,024 things that they'll find. I'm here; he'd be there. Straße, naïve café, über größe.
Привет, мир! Всё хорошо. こんにちは世界。 🙂🙂 👩‍👩‍👧 the the the    and    then\n\n\tindented"""

TEXTS = [
    "The animal didn't cross the street because it was too tired",
    "they'll they've they're I'm he'd it's can't 'quoted'",
    "  two spaces, then    four, and a tab\tand a newline\n\nand more   ",
    "",
    " ",
    "\n",
    "Straße, naïve café, ÜBER GRÖSSE, ﬁne",
    "Привет, мир! Всё хорошо.",
    "こんにちは世界。今日は",
    "🙂 👩‍👩‍👧 🇩🇪 🤷🏽‍♀️ x🙂y",
    "1,000 + 2,024 = 3024; ½ of ²³ is Ⅻ",
    "e\u0301 is not \u00e9, and \u200b has no width",
    "non-breaking\u00a0space, \u3000ideographic, \u2003em",
    "snake_case camelCase kebab-case x=y*z; // comment",
    "<|endoftext|> is a token<|endoftext|>",
    "עברית العربية हिन्दी ไทย",
    "𝒳 𝔸 𐍈 and \ufffd",
    "\u0000\u0001 control\u007f",
    "don’t “quote” — dashes…",
    "thethethe theAnimal THE",
]


def byte_letters():
    """GPT-2's letters for bytes: printable ones stand for themselves, the others for 256, 257, …"""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters, more = {}, 256
    for byte in range(256):
        if byte in plain:
            letters[byte] = chr(byte)
        else:
            letters[byte] = chr(more)
            more += 1
    return letters


LETTERS = byte_letters()


def kind(c):
    if unicodedata.category(c)[0] == "L":
        return "letter"
    if unicodedata.category(c)[0] == "N":
        return "number"
    # The characters with the property White_Space.
    space = c in "\t\n\v\f\r \u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" or "\u2000" <= c <= "\u200a"
    return "space" if space else "other"


def words(text):
    at = 0
    while at < len(text):
        contraction = next((c for c in ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d") if text.startswith(c, at)), None)
        if contraction:
            yield contraction
            at += len(contraction)
            continue
        start = at
        if text[at] == " " and at + 1 < len(text) and kind(text[at + 1]) != "space":
            at += 1
        which = kind(text[at])
        while at < len(text) and kind(text[at]) == which:
            at += 1
        # Spaces before a word leave the last one to it.
        if which == "space" and at < len(text) and at - start > 1:
            at -= 1
        yield text[start:at]


def letters_of(word):
    return [LETTERS[byte] for byte in word.encode()]


def merged(parts, pair):
    result = []
    for part in parts:
        if result and (result[-1], part) == pair and result[-1] is not None:
            result[-1] = result[-1] + part
            # A merge result is not merged again in the same pass.
            result.append(None)
        else:
            result.append(part)
    return [part for part in result if part is not None]


def learn(count):
    pieces = collections.Counter(tuple(letters_of(word)) for word in words(LEARNED_FROM))
    merges = []
    while len(merges) < count:
        pairs = collections.Counter()
        for parts, times in pieces.items():
            for pair in zip(parts, parts[1:]):
                pairs[pair] += times
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        merges.append(best)
        together = collections.Counter()
        for parts, times in pieces.items():
            together[tuple(merged(parts, best))] += times
        pieces = together
    return merges


def encode(text, vocabulary, ranks):
    ids = []
    for n, part in enumerate(text.split("<|endoftext|>")):
        if n > 0:
            ids.append(vocabulary["<|endoftext|>"])
        for word in words(part):
            parts = letters_of(word)
            while len(parts) > 1:
                best = min(zip(parts, parts[1:]), key=lambda pair: ranks.get(pair, len(ranks)))
                if best not in ranks:
                    break
                parts = merged(parts, best)
            ids += [vocabulary[part] for part in parts]
    return ids


if __name__ == "__main__":
    merges = learn(150)
    tokens = [LETTERS[byte] for byte in range(256)] + ["".join(pair) for pair in merges] + ["<|endoftext|>"]
    vocabulary = {token: i for i, token in enumerate(dict.fromkeys(tokens))}
    ranks = {pair: i for i, pair in enumerate(merges)}
    end = {"id": vocabulary["<|endoftext|>"], "content": "<|endoftext|>", "single_word": False, "lstrip": False, "rstrip": False,
           "normalized": False, "special": True}
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [end], "normalizer": None,
        "pre_tokenizer": byte_level, "post_processor": byte_level, "decoder": byte_level,
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "", "end_of_word_suffix": "",
                  "fuse_unk": False, "vocab": vocabulary, "merges": [" ".join(pair) for pair in merges]},
    }
    result = {"tokenizer": tokenizer, "texts": [{"text": text, "ids": encode(text, vocabulary, ranks)} for text in TEXTS]}
    path = pathlib.Path(__file__).parent / "tokenizer.json"
    path.write_text(json.dumps(result, separators=(",", ":"), ensure_ascii=True) + "\n")

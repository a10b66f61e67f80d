"""Writes wordpiece.json and byte-fallback.json: small tokenizers of BERT's and Llama's kinds in the layout of Hugging Face's
tokenizers, and the ids of texts.

usage: python3 tests/golden/tokenizers/pieces.py

Vocabularies are learned from a few sentences. The ids come from encoders written here, so that no library of tokenizers takes
part: WordPiece after BERT's own (Devlin et al. 2018, tokenization.py, uncased), byte-pair encoding with bytes for unknown
characters after SentencePiece (Kudo and Richardson 2018) as Llama uses it: "▁" for spaces and before the text, no division into
words, the pair of the lowest rank first, of several the leftmost.
"""

import collections
import json
import pathlib
import unicodedata

from tokenizer import LEARNED_FROM, TEXTS, merged

HERE = pathlib.Path(__file__).parent
LEARNED = LEARNED_FROM + " Tokens, tokenization and tokenizers; walked, walking, walker. unaffordable 北京 大学 東京"


def added(token, number):
    return {"id": number, "content": token, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
            "special": True}


def learned(words, count):
    """Merges of the commonest pairs; words: (tuple of parts) → how often."""
    pieces, merges = collections.Counter(words), []
    while len(merges) < count:
        pairs = collections.Counter()
        for parts, times in pieces.items():
            for pair in zip(parts, parts[1:]):
                pairs[pair] += times
        if not pairs:
            break
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        merges.append(best)
        together = collections.Counter()
        for parts, times in pieces.items():
            together[tuple(merged(parts, best))] += times
        pieces = together
    return merges


# ---- WordPiece ----
def is_space(c):
    return c in " \t\n\r" or unicodedata.category(c) == "Zs"


def is_punctuation(c):
    plain = 33 <= ord(c) <= 47 or 58 <= ord(c) <= 64 or 91 <= ord(c) <= 96 or 123 <= ord(c) <= 126
    return plain or unicodedata.category(c).startswith("P")


def is_ideograph(c):
    ranges = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
              (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))
    return any(first <= ord(c) <= last for first, last in ranges)


def basic_words(text):
    cleaned = ""
    for c in text:
        if ord(c) in (0, 0xFFFD) or (unicodedata.category(c) in ("Cc", "Cf") and c not in "\t\n\r"):
            continue
        cleaned += " " if is_space(c) else f" {c} " if is_ideograph(c) else c
    for word in cleaned.split():
        word = "".join(c for c in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(c) != "Mn")
        part = ""
        for c in word:
            if is_punctuation(c):
                yield from (one for one in (part, c) if one)
                part = ""
            else:
                part += c
        if part:
            yield part


def word_pieces(word, vocabulary):
    if len(word) > 100:
        return ["[UNK]"]
    pieces, at = [], 0
    while at < len(word):
        prefix = "##" if at else ""
        end = next((end for end in range(len(word), at, -1) if prefix + word[at:end] in vocabulary), None)
        if end is None:
            return ["[UNK]"]
        pieces.append(prefix + word[at:end])
        at = end
    return pieces


def between(text, tokens):
    """The text in parts: special tokens, which are found before all else, and what lies between."""
    at = start = 0
    while at < len(text):
        found = next((token for token in tokens if text.startswith(token, at)), None)
        if found is None:
            at += 1
            continue
        yield text[start:at]
        yield found
        at = start = at + len(found)
    yield text[start:]


def wordpiece():
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = collections.Counter(tuple(c if i == 0 else "##" + c for i, c in enumerate(word)) for word in basic_words(LEARNED))
    tokens = special + sorted({part for word in letters for part in word})
    for a, b in learned(letters, 120):
        tokens.append(a + b.replace("##", "", 1).replace("##", ""))
    # A merged part holds the marks of what it was merged from; only the first says that it goes on.
    tokens = list(dict.fromkeys(("##" if token.startswith("##") else "") + token.replace("##", "") for token in tokens))
    vocabulary = {token: i for i, token in enumerate(tokens)}

    def encode(text):
        ids = [vocabulary["[CLS]"]]
        for part in between(text, special):
            if part in special:
                ids.append(vocabulary[part])
            else:
                ids += [vocabulary[piece] for word in basic_words(part) for piece in word_pieces(word, vocabulary)]
        return ids + [vocabulary["[SEP]"]]

    cls, sep = vocabulary["[CLS]"], vocabulary["[SEP]"]
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [added(t, i) for i, t in enumerate(special)],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None,
                       "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                       {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
            "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                     {"SpecialToken": {"id": "[SEP]", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}},
                     {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
            "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [cls], "tokens": ["[CLS]"]},
                               "[SEP]": {"id": "[SEP]", "ids": [sep], "tokens": ["[SEP]"]}},
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": vocabulary},
    }
    return tokenizer, encode, [text.replace("<|endoftext|>", "[MASK]") for text in TEXTS]


# ---- byte-pair encoding with bytes for what is unknown ----
def byte_fallback():
    special = ["<unk>", "<s>", "</s>"]
    learned_words = collections.Counter(tuple("▁" + word) for word in LEARNED.split())
    merges = learned(learned_words, 150)
    letters = sorted({c for word in learned_words for c in word if ord(c) < 0x500 or c == "▁"})
    merges = [(a, b) for a, b in merges if all(c in letters for c in a + b)]
    tokens = special + [f"<0x{byte:02X}>" for byte in range(256)] + [a + b for a, b in merges] + letters
    vocabulary = {token: i for i, token in enumerate(dict.fromkeys(tokens))}
    ranks = {pair: i for i, pair in enumerate(merges)}

    def pieces(text):
        parts = []
        for c in ("▁" + text).replace(" ", "▁") if text else "":
            parts += [c] if c in vocabulary else [f"<0x{byte:02X}>" for byte in c.encode()]
        while True:
            places = [(ranks[pair], i) for i, pair in enumerate(zip(parts, parts[1:])) if pair in ranks]
            if not places:
                return parts
            _, i = min(places)
            parts[i:i + 2] = [parts[i] + parts[i + 1]]

    def encode(text):
        ids = [vocabulary["<s>"]]
        for part in between(text, special):
            ids += [vocabulary[part]] if part in special else [vocabulary[piece] for piece in pieces(part)]
        return ids

    start = vocabulary["<s>"]
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [added(t, i) for i, t in enumerate(special)],
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"},
                                                           {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
        "pre_tokenizer": None,
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
            "pair": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                     {"SpecialToken": {"id": "<s>", "type_id": 1}}, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {"<s>": {"id": "<s>", "ids": [start], "tokens": ["<s>"]}},
        },
        "decoder": {"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
                                                     {"type": "ByteFallback"}, {"type": "Fuse"},
                                                     {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
        "model": {"type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None,
                  "end_of_word_suffix": None, "fuse_unk": True, "byte_fallback": True, "vocab": vocabulary,
                  "merges": [" ".join(pair) for pair in merges]},
    }
    return tokenizer, encode, [text.replace("<|endoftext|>", "</s>") for text in TEXTS]


if __name__ == "__main__":
    for name, make in (("wordpiece", wordpiece), ("byte-fallback", byte_fallback)):
        tokenizer, encode, texts = make()
        result = {"tokenizer": tokenizer, "texts": [{"text": text, "ids": encode(text)} for text in texts]}
        (HERE / f"{name}.json").write_text(json.dumps(result, separators=(",", ":"), ensure_ascii=True) + "\n")

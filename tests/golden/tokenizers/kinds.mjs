// Tokenizers of every kind, one option changed in each. Their ids of texts.mjs, by Hugging Face's own library, are in
// ids.json, which ids.mjs writes.
import { byteLetters } from "./byte-letters.mjs";

const bytes = [...byteLetters].sort();
const numbered = (tokens) => Object.fromEntries([...new Set(tokens)].map((token, id) => [token, id]));
const letters = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,!?'-:ßäöüéмиртуд猫好"];
const special = ["[UNK]", "[CLS]", "[SEP]", "[MASK]", "<s>", "</s>"];
const words = ["the", "cat", "sat", "on", "mat", "they", "panic", "costs", "state"];
const added = (content, more = {}) => ({
  id: special.indexOf(content),
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
  ...more,
});
const base = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: special.map((token) => added(token)),
  normalizer: null,
  pre_tokenizer: { type: "Whitespace" },
  post_processor: null,
  decoder: null,
};
const pairs = [
  ["t", "h"],
  ["th", "e"],
  ["c", "a"],
  ["ca", "t"],
  ["s", "a"],
  ["sa", "t"],
];
const bpe = (more = {}, tokens = letters, merges = pairs) => ({
  type: "BPE",
  dropout: null,
  unk_token: "[UNK]",
  continuing_subword_prefix: null,
  end_of_word_suffix: null,
  fuse_unk: false,
  byte_fallback: false,
  ignore_merges: false,
  vocab: numbered([...special, ...tokens, ...merges.map(([a, b]) => a + b.replace("##", ""))]),
  merges,
  ...more,
});
const wordPiece = (more = {}) => ({
  type: "WordPiece",
  unk_token: "[UNK]",
  continuing_subword_prefix: "##",
  max_input_chars_per_word: 100,
  vocab: numbered([...special, ...letters, ...letters.map((one) => `##${one}`), ...words, "##ing"]),
  ...more,
});
const hex = [...Array(256).keys()].map((b) => `<0x${b.toString(16).toUpperCase().padStart(2, "0")}>`);
const unigram = (more = {}) => ({
  type: "Unigram",
  unk_id: 0,
  vocab: [
    ...special.map((token) => [token, 0]),
    ...["▁", ...letters].map((token, i) => [token, -6 - i / 100]),
    ...words.map((word, i) => [`▁${word}`, -4 - i / 10]),
    ["at", -5],
  ],
  byte_fallback: false,
  ...more,
});
const wordLevel = {
  type: "WordLevel",
  unk_token: "[UNK]",
  vocab: numbered([...special, ...words, ".", ","]),
};
const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
const byteBpe = bpe({ unk_token: null }, bytes, [...pairs, ["Ġ", "the"]]);
const split = (behavior, more = {}) => ({
  type: "Split",
  pattern: { String: "-" },
  behavior,
  invert: false,
  ...more,
});
const behaviors = ["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"];
const normal = (more) => ({
  type: "BertNormalizer",
  clean_text: true,
  handle_chinese_chars: true,
  strip_accents: null,
  lowercase: true,
  ...more,
});
const template = {
  type: "TemplateProcessing",
  single: [
    { SpecialToken: { id: "<s>", type_id: 0 } },
    { Sequence: { id: "A", type_id: 0 } },
    { SpecialToken: { id: "</s>", type_id: 0 } },
  ],
  pair: [{ Sequence: { id: "A", type_id: 0 } }, { Sequence: { id: "B", type_id: 0 } }],
  special_tokens: {
    "<s>": { id: "<s>", ids: [4], tokens: ["<s>"] },
    "</s>": { id: "</s>", ids: [5, 2], tokens: ["</s>", "[SEP]"] },
  },
};
const metaspace = (prepend_scheme) => ({ type: "Metaspace", replacement: "▁", prepend_scheme, split: true });

// As many pieces as the checkpoint models/xlm-roberta.json has.
const xlmSpecial = ["<s>", "<pad>", "</s>", "<unk>"];
const xlmPieces = [
  ..."▁",
  "▁the",
  "▁cat",
  "▁sat",
  "▁on",
  "▁they",
  "▁ma",
  "▁mat.",
  ..."acest",
  ".",
  ..."hinoplyrudmg",
];
const xlmRoberta = {
  ...base,
  added_tokens: [...xlmSpecial, "<mask>"].map((token) =>
    added(token, { id: token === "<mask>" ? 30 : xlmSpecial.indexOf(token), lstrip: token === "<mask>" }),
  ),
  pre_tokenizer: { type: "Sequence", pretokenizers: [{ type: "WhitespaceSplit" }, metaspace("always")] },
  post_processor: {
    ...template,
    special_tokens: {
      "<s>": { id: "<s>", ids: [0], tokens: ["<s>"] },
      "</s>": { id: "</s>", ids: [2], tokens: ["</s>"] },
    },
  },
  model: {
    type: "Unigram",
    unk_id: 3,
    byte_fallback: false,
    vocab: [
      ...xlmSpecial.map((token) => [token, 0]),
      ...xlmPieces.map((piece, i) => [piece, piece.length > 1 ? -4 - i / 10 : -7 - i / 100]),
      ["<mask>", 0],
    ],
  },
};

/** name → tokenizer.json */
export const tokenizers = {
  "BPE of bytes": { ...base, model: byteBpe, pre_tokenizer: byteLevel, post_processor: byteLevel },
  "BPE of bytes with a space before": {
    ...base,
    model: byteBpe,
    pre_tokenizer: { ...byteLevel, add_prefix_space: true },
    post_processor: {
      type: "RobertaProcessing",
      sep: ["</s>", 5],
      cls: ["<s>", 4],
      trim_offsets: true,
      add_prefix_space: true,
    },
  },
  "BPE of some bytes": { ...base, model: bpe({ unk_token: null }), pre_tokenizer: byteLevel },
  "BPE of letters": { ...base, model: bpe() },
  "BPE with fused unknowns": { ...base, model: bpe({ fuse_unk: true }) },
  "BPE with a prefix": {
    ...base,
    model: bpe(
      { continuing_subword_prefix: "##" },
      [...letters, ...letters.map((one) => `##${one}`)],
      [
        ["t", "##h"],
        ["th", "##e"],
      ],
    ),
  },
  "BPE with a suffix": {
    ...base,
    model: bpe(
      { end_of_word_suffix: "</w>" },
      [...letters, ...letters.map((one) => `${one}</w>`)],
      [
        ["t", "h"],
        ["th", "e</w>"],
      ],
    ),
  },
  "BPE with bytes for unknowns": {
    ...base,
    model: bpe({ byte_fallback: true }, [...hex, "▁", ...letters]),
    pre_tokenizer: null,
    normalizer: {
      type: "Sequence",
      normalizers: [
        { type: "Prepend", prepend: "▁" },
        { type: "Replace", pattern: { String: " " }, content: "▁" },
      ],
    },
  },
  "BPE without unknowns": { ...base, model: bpe({ unk_token: null }) },
  WordPiece: {
    ...base,
    model: wordPiece(),
    normalizer: normal(),
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: { type: "BertProcessing", sep: ["[SEP]", 2], cls: ["[CLS]", 1] },
  },
  "WordPiece with case": {
    ...base,
    model: wordPiece(),
    normalizer: normal({ lowercase: false, strip_accents: false }),
    pre_tokenizer: { type: "BertPreTokenizer" },
  },
  "WordPiece without Chinese": {
    ...base,
    model: wordPiece(),
    normalizer: normal({ handle_chinese_chars: false }),
    pre_tokenizer: { type: "BertPreTokenizer" },
  },
  "WordPiece of short words": { ...base, model: wordPiece({ max_input_chars_per_word: 5 }) },
  Unigram: { ...base, model: unigram(), pre_tokenizer: metaspace("always") },
  "Unigram with bytes": {
    ...base,
    model: unigram({ byte_fallback: true, vocab: [...unigram().vocab, ...hex.map((one) => [one, -9])] }),
    pre_tokenizer: metaspace("first"),
  },
  "Unigram, never a space before": {
    ...base,
    model: unigram(),
    pre_tokenizer: metaspace("never"),
    post_processor: template,
  },
  "Unigram of XLM-RoBERTa": xlmRoberta,
  WordLevel: { ...base, model: wordLevel },
  "WordLevel by spaces": { ...base, model: wordLevel, pre_tokenizer: { type: "WhitespaceSplit" } },
  Punctuation: {
    ...base,
    model: bpe(),
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [{ type: "WhitespaceSplit" }, { type: "Punctuation", behavior: "Isolated" }],
    },
  },
  "Punctuation together": {
    ...base,
    model: bpe(),
    pre_tokenizer: { type: "Punctuation", behavior: "Contiguous" },
  },
  "Digits one by one": {
    ...base,
    model: bpe({}, [...letters, "14", "00"], [...pairs, ["1", "4"], ["0", "0"]]),
    pre_tokenizer: { type: "Digits", individual_digits: true },
  },
  "Digits together": {
    ...base,
    model: bpe({}, [...letters, "14", "00"], [...pairs, ["1", "4"], ["0", "0"]]),
    pre_tokenizer: { type: "Digits", individual_digits: false },
  },
  ...Object.fromEntries(
    behaviors.map((one) => [`Split, ${one}`, { ...base, model: bpe(), pre_tokenizer: split(one) }]),
  ),
  "Split, inverted": {
    ...base,
    model: bpe(),
    pre_tokenizer: split("Isolated", { invert: true, pattern: { Regex: "\\w+" } }),
  },
  "Split by a pattern": {
    ...base,
    model: bpe(),
    pre_tokenizer: split("Isolated", { pattern: { Regex: "\\p{N}{1,3}|\\s+" } }),
  },
  "added words alone": {
    ...base,
    model: bpe(),
    added_tokens: [...base.added_tokens.slice(0, 3), added("[MASK]", { single_word: true })],
  },
  "added words with their spaces": {
    ...base,
    model: bpe(),
    added_tokens: [...base.added_tokens.slice(0, 3), added("[MASK]", { lstrip: true, rstrip: true })],
  },
  "added words beyond the vocabulary": {
    ...base,
    model: bpe(),
    added_tokens: [
      ...base.added_tokens,
      added("cat", { id: bpe().vocab.cat, special: false }),
      added("panic", { id: Object.keys(bpe().vocab).length, special: false, normalized: true }),
    ],
  },
  template: { ...base, model: bpe(), post_processor: template },
  "template in a sequence": {
    ...base,
    model: byteBpe,
    pre_tokenizer: byteLevel,
    post_processor: { type: "Sequence", processors: [byteLevel, template] },
  },
  NFC: { ...base, model: bpe(), normalizer: { type: "NFC" } },
  NFKC: { ...base, model: bpe(), normalizer: { type: "NFKC" } },
  "no accents, lower case": {
    ...base,
    model: bpe(),
    normalizer: {
      type: "Sequence",
      normalizers: [{ type: "NFD" }, { type: "StripAccents" }, { type: "Lowercase" }],
    },
  },
  "replaced by a pattern": {
    ...base,
    model: bpe(),
    normalizer: { type: "Replace", pattern: { Regex: "\\s+" }, content: "$&" },
  },
  "by scripts": { ...base, model: bpe(), pre_tokenizer: { type: "UnicodeScripts" } },
  "by a character": { ...base, model: bpe(), pre_tokenizer: { type: "CharDelimiterSplit", delimiter: "t" } },
  "keys left out": Object.fromEntries(
    Object.entries({ ...base, model: bpe() }).filter(([key]) => !/post|decoder|normalizer/.test(key)),
  ),
};

/** The ids of a text as tokenizers.json has them. */
export const unpacked = (word) => (word === "" ? [] : word.split(" ").map((id) => Number.parseInt(id, 36)));

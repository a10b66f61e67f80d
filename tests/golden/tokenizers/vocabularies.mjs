// Vocabularies of models without tokenizer.json, as their folders on the hub hold them: vocab.txt, or vocab.json and merges.txt.
// reference() makes each tokenizer by hand with Hugging Face's own library (npm: tokenizers), after convert_slow_tokenizer.py of
// transformers; its ids are in ids.json.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byteLetters } from "./byte-letters.mjs";

const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789.,!?'-:ßмиртуд猫好一二三ㄱ한ν"];
const words = ["the", "cat", "sat", "on", "mat", "they", "panic", "cost", "##ing", "state", "cafe"];
const lower = [...letters, ...letters.map((one) => `##${one}`), ...words];
const withCase = [
  ...lower,
  ..."ABCTÄÖÜäöüéèñ",
  ..."äöüéèñ".split("").map((one) => `##${one}`),
  "The",
  "They",
  "café",
];
const bert = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const lines = (tokens, end = "\n") => tokens.join(end) + end;

const pairs = [
  "Ġ t",
  "t h",
  "th e",
  "Ġt h",
  "Ġth e",
  "c a",
  "ca t",
  "Ġ cat",
  "Ġ s",
  "i n",
  "in g",
  "Ð ¼",
  "ç Į",
  "çĮ «",
];
const merged = pairs.map((pair) => pair.replace(" ", ""));
const merges = lines(["#version: 0.2", ...pairs]);
const numbered = (tokens) => Object.fromEntries([...new Set(tokens)].map((token, id) => [token, id]));
const ofGpt2 = numbered([...byteLetters, ...merged, "<|endoftext|>"]);
const ofRoberta = numbered(["<s>", "<pad>", "</s>", "<unk>", ...byteLetters, ...merged, "<mask>"]);
const ofQwen2 = numbered([...byteLetters, ...merged]);
const token = (content, more = {}) => ({
  content,
  lstrip: false,
  normalized: false,
  rstrip: false,
  single_word: false,
  special: true,
  ...more,
});
const size = Object.keys(ofQwen2).length;

/** name → model_type, tokenizerConfig (tokenizer_config.json) and vocabulary (the other files by their names). */
export const vocabularies = {
  "bert, vocab.txt alone": { type: "bert", vocabulary: { "vocab.txt": lines([...bert, ...lower]) } },
  "bert with capitals": {
    type: "bert",
    tokenizerConfig: { do_lower_case: false },
    vocabulary: { "vocab.txt": lines([...bert, ...withCase]) },
  },
  "distilbert, ideographs together, accents kept": {
    type: "distilbert",
    tokenizerConfig: {
      tokenizer_class: "DistilBertTokenizer",
      do_lower_case: true,
      tokenize_chinese_chars: false,
      strip_accents: false,
    },
    vocabulary: { "vocab.txt": lines([...bert, ...lower, "é", "##é"], "\r\n") },
  },
  "bert with other special tokens, and one more": {
    type: "bert",
    tokenizerConfig: { tokenizer_class: "BertTokenizerFast", do_lower_case: true },
    vocabulary: {
      "vocab.txt": lines(["<pad>", "<unk>", "<s>", "</s>", "[MASK]", ...lower]),
      "special_tokens_map.json": {
        unk_token: "<unk>",
        cls_token: "<s>",
        sep_token: { content: "</s>", lstrip: false, normalized: false, rstrip: false, single_word: false },
        pad_token: "<pad>",
        mask_token: "[MASK]",
        additional_special_tokens: ["[E1]"],
      },
      "added_tokens.json": { naïve: lower.length + 5 },
    },
  },
  gpt2: { type: "gpt2", vocabulary: { "vocab.json": ofGpt2, "merges.txt": merges } },
  "gpt2 with a space before": {
    type: "gpt2",
    tokenizerConfig: { add_prefix_space: true, model_max_length: 1024 },
    vocabulary: { "vocab.json": ofGpt2, "merges.txt": merges.replace(/^.*\n/, "") },
  },
  opt: {
    type: "opt",
    tokenizerConfig: {
      tokenizer_class: "GPT2Tokenizer",
      add_bos_token: true,
      add_prefix_space: false,
      bos_token: { __type: "AddedToken", ...token("</s>") },
      eos_token: { __type: "AddedToken", ...token("</s>") },
      unk_token: { __type: "AddedToken", ...token("</s>") },
      pad_token: { __type: "AddedToken", ...token("<pad>") },
    },
    vocabulary: { "vocab.json": ofRoberta, "merges.txt": merges },
  },
  roberta: { type: "roberta", vocabulary: { "vocab.json": ofRoberta, "merges.txt": merges } },
  qwen2: {
    type: "qwen2",
    tokenizerConfig: {
      tokenizer_class: "Qwen2Tokenizer",
      bos_token: null,
      eos_token: "<|im_end|>",
      pad_token: "<|endoftext|>",
      unk_token: null,
      additional_special_tokens: ["<|im_end|>"],
      added_tokens_decoder: {
        [size]: token("<|endoftext|>"),
        [size + 1]: token("<|im_end|>"),
        [size + 2]: token("[MASK]", { special: false }),
      },
    },
    vocabulary: { "vocab.json": ofQwen2, "merges.txt": merges },
  },
};

const usual = ["[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"];
/** What the reference needs to know of each: its parts, and the tokens that it finds before it splits, in order. */
const parts = {
  "bert, vocab.txt alone": { tokens: usual },
  "bert with capitals": { tokens: usual, normal: { lowercase: false } },
  "distilbert, ideographs together, accents kept": {
    tokens: usual,
    normal: { handleChineseChars: false, stripAccents: false },
  },
  "bert with other special tokens, and one more": {
    more: ["naïve"],
    tokens: ["<unk>", "</s>", "<pad>", "<s>", "[MASK]", "[E1]"],
    unknown: "<unk>",
    around: ["<s>", "</s>"],
  },
  gpt2: { tokens: ["<|endoftext|>"] },
  "gpt2 with a space before": { tokens: ["<|endoftext|>"], prefix: true },
  opt: { tokens: ["</s>", "<pad>"], begin: "</s>" },
  roberta: { tokens: ["<s>", "</s>", "<unk>", "<pad>"], mask: "<mask>", around: ["<s>", "</s>"] },
  qwen2: { tokens: ["<|endoftext|>", "<|im_end|>"], more: ["[MASK]"], composed: true },
};
// tokenizer.json of Qwen2 on the hub
const qwen2 = {
  type: "Sequence",
  pretokenizers: [
    {
      type: "Split",
      pattern: {
        Regex: String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
      },
      behavior: "Isolated",
      invert: false,
    },
    { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false },
  ],
};

function ofWords(library, made, { normal = {}, around = ["[CLS]", "[SEP]"] }) {
  const options = { cleanText: true, handleChineseChars: true, lowercase: true, ...normal };
  made.setNormalizer(library.bertNormalizer(options));
  made.setPreTokenizer(library.bertPreTokenizer());
  const [first, last] = around;
  const numbers = around.map((one) => [one, made.tokenToId(one)]);
  const pair = `${first}:0 $A:0 ${last}:0 $B:1 ${last}:1`;
  made.setPostProcessor(library.templateProcessing(`${first}:0 $A:0 ${last}:0`, pair, numbers));
}

function ofBytes(library, made, { prefix = false, begin, around, composed }) {
  made.setPreTokenizer(library.byteLevelPreTokenizer(prefix));
  if (composed) made.setNormalizer(library.nfcNormalizer());
  const numbered = (token) => [token, made.tokenToId(token)];
  if (begin)
    made.setPostProcessor(
      library.templateProcessing(`${begin}:0 $A:0`, `${begin}:0 $A:0 $B:1`, [numbered(begin)]),
    );
  else if (around)
    made.setPostProcessor(library.robertaProcessing(numbered(around[1]), numbered(around[0]), true, prefix));
  else made.setPostProcessor(library.byteLevelProcessing(false));
}

/** A vocabulary's tokenizer, made with the library from the files. */
export async function reference(library, name) {
  const { vocabulary } = vocabularies[name];
  const { tokens, more = [], unknown: unkToken = "[UNK]", mask } = parts[name];
  const folder = mkdtempSync(join(tmpdir(), "vocabulary-"));
  for (const [file, content] of Object.entries(vocabulary))
    writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
  const path = (file) => join(folder, file);
  const words = "vocab.txt" in vocabulary;
  const model = words
    ? await library.WordPiece.fromFile(path("vocab.txt"), { unkToken })
    : await library.BPE.fromFile(path("vocab.json"), path("merges.txt"));
  const made = new library.Tokenizer(model);
  const { AddedToken } = library;
  if (words) made.addAddedTokens(more.map((one) => new AddedToken(one, false, { normalized: true })));
  made.addAddedTokens(tokens.map((one) => new AddedToken(one, true, { normalized: false })));
  if (!words) made.addAddedTokens(more.map((one) => new AddedToken(one, false, { normalized: false })));
  if (mask) made.addAddedTokens([new AddedToken(mask, true, { leftStrip: true, normalized: false })]);
  (words ? ofWords : ofBytes)(library, made, parts[name]);
  if (!parts[name].composed) return made;
  made.save(path("made.json"));
  const whole = JSON.parse(readFileSync(path("made.json"), "utf8"));
  return library.Tokenizer.fromString(JSON.stringify({ ...whole, pre_tokenizer: qwen2 }));
}

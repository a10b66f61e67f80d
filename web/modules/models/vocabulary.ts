// tokenizer.json from the files that stood in its place before it: vocab.txt (WordPiece), or vocab.json and merges.txt
// (byte-level BPE). Made as transformers makes it (convert_slow_tokenizer.py); what these files leave open is refused.
import * as check from "../check.js";
import { reason } from "../error.js";
import { jsonOf } from "./read.js";
import type { PostProcessor } from "./special.js";

type Written = Record<string, unknown>;

/** What the files hold, the JSON ones parsed; `type`: model_type of config.json. */
interface Parts {
  words: string | undefined; // vocab.txt
  vocab: Written | undefined; // vocab.json
  merges: string | undefined; // merges.txt
  named: Written | undefined; // special_tokens_map.json
  more: Written | undefined; // added_tokens.json
  config: Written | undefined; // tokenizer_config.json
  type: string;
}

interface Kind {
  wordPiece?: true;
  /** The special tokens, where no file names others. */
  tokens: Record<string, string>;
}

const roles = ["bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"];
const end = "<|endoftext|>";
const kinds: Record<string, Kind> = {
  Bert: {
    wordPiece: true,
    tokens: {
      unk_token: "[UNK]",
      sep_token: "[SEP]",
      pad_token: "[PAD]",
      cls_token: "[CLS]",
      mask_token: "[MASK]",
    },
  },
  GPT2: { tokens: { bos_token: end, eos_token: end, unk_token: end } },
  Qwen2: { tokens: { eos_token: end, unk_token: end, pad_token: end } },
  Roberta: {
    tokens: {
      bos_token: "<s>",
      eos_token: "</s>",
      unk_token: "<unk>",
      sep_token: "</s>",
      pad_token: "<pad>",
      cls_token: "<s>",
      mask_token: "<mask>",
    },
  },
};
// Which model has which, where tokenizer_config.json names none.
const usual: Record<string, string> = {
  bert: "Bert",
  distilbert: "Bert",
  gpt2: "GPT2",
  opt: "GPT2",
  qwen2: "Qwen2",
  qwen3: "Qwen2",
  roberta: "Roberta",
};
const fileNames = ["vocab.txt", "vocab.json", "merges.txt", "special_tokens_map.json", "added_tokens.json"];
const instead = "take the model's tokenizer.json instead";

function refuse(why: string): never {
  throw new Error(why);
}

const fileOf = (kind: string) => (kinds[kind]?.wordPiece ? "vocab.txt" : "vocab.json");

function kindOf({ config, type }: Parts): string {
  const named = config?.tokenizer_class;
  if (typeof named !== "string") {
    if (type === "opt" && !config)
      refuse("tokenizer_config.json, which says how a text begins, is missing: put it beside vocab.json");
    return usual[type] ?? refuse(`how a model of the type “${type}” splits a text is not known: ${instead}`);
  }
  const kind = named.replace(/Tokenizer(?:Fast)?$/, "").replace(/^DistilBert$/, "Bert");
  if (Object.hasOwn(kinds, kind)) return kind;
  return refuse(`tokenizer_config.json names ${named}, which is not made from a vocabulary here: ${instead}`);
}

// ---- the vocabulary ----
function parsed(name: string, text: string | undefined): Written | undefined {
  if (text === undefined) return undefined;
  try {
    const read = JSON.parse(text) as unknown;
    if (typeof read === "object" && read !== null && !Array.isArray(read)) return read as Written;
  } catch {
    // Said below.
  }
  return refuse(`${name} is not a JSON object: download it again`);
}

function wordsOf(text: string): Map<string, number> {
  const lines = text.split(/\r\n|[\r\n]/);
  if (lines.at(-1) === "") lines.pop();
  return new Map(lines.map((line, id) => [line, id]));
}

function numbersOf(vocab: Written): Map<string, number> {
  const all = Object.entries(vocab);
  const wrong = all.find(([, id]) => !Number.isSafeInteger(id) || (id as number) < 0);
  if (wrong) refuse(`vocab.json gives ${JSON.stringify(wrong[0])} no id: download it again`);
  return new Map(all as [string, number][]);
}

/** GPT-2's letters for bytes: printable ones stand for themselves, the others for 256, 257, … */
function byteLetters(): string[] {
  const plain = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(plain(byte) ? byte : next++));
}

function mergesOf(text: string, vocab: ReadonlyMap<string, number>): [string, string][] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, i): [string, string][] => {
    if (line === "" || (i === 0 && line.startsWith("#version"))) return [];
    const [left = "", right = "", ...rest] = line.split(" ");
    const known = [left, right, left + right].every((token) => vocab.has(token));
    if (!known || rest.length > 0)
      refuse(
        `line ${i + 1} of merges.txt is not two tokens of vocab.json that make a third one: take both
        files from the same folder`.replace(/\s+/g, " "),
      );
    return [[left, right]];
  });
}

// ---- special and added tokens ----
interface Added {
  id: number;
  content: string;
  single_word: boolean;
  lstrip: boolean;
  rstrip: boolean;
  normalized: boolean;
  special: boolean;
}

function addedToken(given: unknown, special: boolean, more: Partial<Added> = {}): Omit<Added, "id"> {
  const plain = { single_word: false, lstrip: false, rstrip: false, normalized: !special, special, ...more };
  if (typeof given === "string") return { ...plain, content: given };
  const { content, single_word, lstrip, rstrip, normalized } = given as Partial<Added>;
  if (typeof content !== "string")
    refuse("a special token has no content: download tokenizer_config.json again");
  const said = { single_word, lstrip, rstrip, normalized };
  return {
    ...plain,
    ...Object.fromEntries(Object.entries(said).filter(([, flag]) => flag !== undefined)),
    content,
  };
}

/** A token and its id. */
type Find = (role: string) => [string, number];

/** All tokens that are found in a text before it is split; and that of a role, which the files must give an id. */
function tokensOf({ config = {}, named = {}, more = {} }: Parts, kind: string, vocab: Map<string, number>) {
  const listed = config.added_tokens_decoder as Record<string, Added> | undefined;
  // Where the settings list all tokens, the two older files are not read.
  const said = listed
    ? { ...kinds[kind]?.tokens, ...config }
    : { ...kinds[kind]?.tokens, ...config, ...named };
  const all = new Map<string, Added>();
  let next = vocab.size;
  const known = new Map(vocab);
  const add = (token: Omit<Added, "id">, wanted?: number) => {
    const id = vocab.get(token.content) ?? all.get(token.content)?.id ?? next++;
    if (wanted !== undefined && wanted !== id)
      refuse(`“${token.content}” has the id ${wanted} in one file and ${id} by the others: ${instead}`);
    all.set(token.content, { ...token, id });
  };
  const numbered: [Omit<Added, "id">, number][] = listed
    ? Object.entries(listed).map(([id, token]) => [addedToken(token, token.special), Number(id)])
    : Object.entries(more).map(([token, id]) => [addedToken(token, false), Number(id)]);
  for (const [token, id] of numbered.sort(([, a], [, b]) => a - b)) {
    add(token, id);
    known.set(token.content, id);
  }
  const byRole: Record<string, string | undefined> = {};
  const { additional_special_tokens: others = [] } = said as { additional_special_tokens?: unknown[] | null };
  for (const [role, given] of [
    ...roles.map((one) => [one, said[one]]),
    ...(others ?? []).map((one) => ["", one]),
  ]) {
    if (given === undefined || given === null) continue;
    const lstrip = kind === "Roberta" && role === "mask_token";
    const token = addedToken(given, true, { lstrip });
    byRole[role as string] = token.content;
    if (!(listed && all.has(token.content))) add(token);
  }
  const find: Find = (role) => {
    const token = byRole[role];
    const id = token === undefined ? undefined : known.get(token);
    if (token !== undefined && id !== undefined) return [token, id];
    return refuse(`${fileOf(kind)} has no ${token ?? role}: tokenizer_config.json should name its ${role}`);
  };
  return { added: [...all.values()].sort((a, b) => a.id - b.id), find };
}

// ---- tokenizer.json ----
const qwen2 =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

function wordPiece({ config = {} }: Parts, vocab: Map<string, number>, find: Find) {
  if (config.do_basic_tokenize === false)
    refuse(`tokenizer_config.json turns the splitting at punctuation off (do_basic_tokenize): ${instead}`);
  const lowercase = config.do_lower_case ?? true;
  if (config.do_lower_case === undefined) {
    const capital = [...vocab.keys()].find((word) => !/^[[<]/.test(word) && word !== word.toLowerCase());
    if (capital !== undefined)
      refuse(
        `vocab.txt has capital letters (${capital}), and nothing says whether texts keep theirs: add
        tokenizer_config.json with do_lower_case`.replace(/\s+/g, " "),
      );
  }
  return {
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: config.tokenize_chinese_chars ?? true,
      strip_accents: config.strip_accents ?? null,
      lowercase,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "BertProcessing",
      sep: find("sep_token"),
      cls: find("cls_token"),
    } as PostProcessor,
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: find("unk_token")[0],
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocab),
    },
  };
}

function postProcessor(kind: string, { config = {} }: Parts, find: Find): PostProcessor {
  const add_prefix_space = config.add_prefix_space ?? false;
  if (kind === "Roberta")
    return {
      type: "RobertaProcessing",
      sep: find("sep_token"),
      cls: find("cls_token"),
      ...{ trim_offsets: true, add_prefix_space },
    };
  if (kind !== "GPT2" || !config.add_bos_token)
    return { type: "ByteLevel", ...{ add_prefix_space: false, trim_offsets: false, use_regex: true } };
  const [token, id] = find("bos_token");
  const begin = { SpecialToken: { id: token, type_id: 0 } };
  const [one, two] = ["A", "B"].map((name) => ({ Sequence: { id: name, type_id: 0 } }));
  return {
    type: "TemplateProcessing",
    single: [begin, one as object],
    ...{ pair: [begin, one, two] },
    special_tokens: { [token]: { ...{ id: token, tokens: [token] }, ids: [id] } },
  };
}

function bytePairs(kind: string, parts: Parts, vocab: Map<string, number>, find: Find) {
  const lacking = byteLetters().filter((letter) => !vocab.has(letter)).length;
  if (lacking > 0)
    refuse(
      `vocab.json lacks ${lacking} of the 256 letters that stand for bytes, so it is of another kind: ${instead}`,
    );
  const merges = mergesOf(parts.merges ?? "", vocab);
  const bytes = {
    type: "ByteLevel",
    add_prefix_space: parts.config?.add_prefix_space ?? false,
    trim_offsets: true,
  };
  const split = { type: "Split", pattern: { Regex: qwen2 }, behavior: "Isolated", invert: false };
  return {
    normalizer: kind === "Qwen2" ? { type: "NFC" } : null,
    pre_tokenizer:
      kind === "Qwen2"
        ? { type: "Sequence", pretokenizers: [split, { ...bytes, use_regex: false }] }
        : { ...bytes, use_regex: true },
    post_processor: postProcessor(kind, parts, find),
    decoder: { ...bytes, use_regex: true },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: "",
      end_of_word_suffix: "",
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries(vocab),
      merges,
    },
  };
}

/** tokenizer.json as an object. Throws where the files do not say all; the message names the file and the cure. */
function tokenizerOf(parts: Parts) {
  const kind = kindOf(parts);
  const words = kinds[kind]?.wordPiece === true;
  const needed = words
    ? { "vocab.txt": parts.words }
    : { "vocab.json": parts.vocab, "merges.txt": parts.merges };
  const missing = Object.entries(needed).flatMap(([name, given]) => (given === undefined ? [name] : []));
  if (missing.length > 0)
    refuse(`a ${kind}Tokenizer needs ${missing.join(" and ")} too: take all files of the model's folder`);
  const vocab = words ? wordsOf(parts.words ?? "") : numbersOf(parts.vocab ?? {});
  const { added, find } = tokensOf(parts, kind, vocab);
  const made = words ? wordPiece(parts, vocab, find) : bytePairs(kind, parts, vocab, find);
  return { version: "1.0", truncation: null, padding: null, added_tokens: added, ...made };
}

/**
 * From the option `vocabulary` of loadModel and the settings beside it. `refused`: why they make none; neither: there is no
 * vocabulary.
 */
export async function madeTokenizer(
  given: unknown,
  tokenizerConfig: unknown,
  type: string,
): Promise<{ tokenizer?: object; refused?: string }> {
  if (given === undefined || given === null) return {};
  const files = check.options(given, fileNames, "vocabulary");
  const text = async (name: string) =>
    files[name] === undefined || files[name] === null ? undefined : jsonOf(name, files[name]);
  const words = await text("vocab.txt");
  const [vocab, named, more] = await Promise.all(
    ["vocab.json", "special_tokens_map.json", "added_tokens.json"].map(text),
  );
  const merges = await text("merges.txt");
  if (words === undefined && vocab === undefined && merges === undefined) return {};
  const config = tokenizerConfig === undefined ? undefined : await jsonOf("tokenizerConfig", tokenizerConfig);
  try {
    const tokenizer = tokenizerOf({
      words,
      vocab: parsed("vocab.json", vocab),
      merges,
      named: parsed("special_tokens_map.json", named),
      more: parsed("added_tokens.json", more),
      config: parsed("tokenizer_config.json", config),
      type,
    });
    return { tokenizer };
  } catch (error) {
    return {
      refused: `No tokenizer can be made from these files: ${reason(error)}. Or give ids instead of a text.`,
    };
  }
}

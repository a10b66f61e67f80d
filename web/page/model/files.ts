// Which of a folder's files make a model, by their names in the layout of the Hugging Face hub; or which one is a whole model
// (GGUF).
import type { ModelGiven } from "./protocol";

export interface Named {
  name: string; // with the folders it lies in
  data: Blob;
}

/** The files that are used, by what each is used as. */
export interface Sorted {
  name: string; // of the model
  config: Named | undefined;
  weights: Named[];
  tokenizer: Named | undefined;
  tokenizerConfig: Named | undefined;
  vocabulary: Named[]; // in place of a tokenizer
  preprocessor: Named | undefined;
  problem: Problem | null;
}

/** Why they make no model; `names`: the files that it is about. */
export interface Problem {
  kind: "config" | "weights" | "pickle" | "shards" | "index" | "gguf";
  names: string;
}

// What a tokenizer is made from where there is no tokenizer.json, and what says more of it.
const vocabularyNames = ["vocab.txt", "vocab.json", "merges.txt"];
const besideVocabulary = ["special_tokens_map.json", "added_tokens.json"];

const base = (name: string) => name.split("/").pop() ?? name;
const isIndex = (name: string) => /\.safetensors\.index\.json$/i.test(name);
const isWeights = (name: string) => /\.safetensors$/i.test(name);
const isPickle = (name: string) => /\.(?:bin|pt|pth|ckpt|pkl|h5|msgpack)$/i.test(name);

/** Of files in several folders those of the folder that has the config and the fewest letters. */
function folderOf(files: readonly Named[]): Named[] {
  const folders = files
    .filter(({ name }) => base(name) === "config.json")
    .map(({ name }) => name.slice(0, -"config.json".length))
    .sort((a, b) => a.length - b.length);
  const [folder] = folders;
  if (folder === undefined) return [...files];
  return files.filter(({ name }) => name.startsWith(folder) && !name.slice(folder.length).includes("/"));
}

/** The names in an index's weight_map; null if it has none. */
export function shardsIn(index: string): string[] | null {
  try {
    const { weight_map: map } = JSON.parse(index) as { weight_map?: unknown };
    if (typeof map !== "object" || map === null) return null;
    const names = [...new Set<unknown>(Object.values(map))];
    return names.length > 0 && names.every((name) => typeof name === "string") ? names : null;
  } catch {
    return null;
  }
}

async function weightsOf(files: readonly Named[]): Promise<{ weights: Named[]; problem: Problem | null }> {
  const all = files.filter(({ name }) => isWeights(name));
  const whole = all.find(({ name }) => base(name) === "model.safetensors");
  const index = files.find(({ name }) => isIndex(name));
  if (index && !whole) {
    const shards = shardsIn(await index.data.text());
    if (!shards) return { weights: [], problem: { kind: "index", names: base(index.name) } };
    const missing = shards.filter((shard) => !all.some(({ name }) => base(name) === shard));
    if (missing.length > 0) return { weights: [], problem: { kind: "shards", names: missing.join(", ") } };
    return { weights: all.filter(({ name }) => shards.includes(base(name))), problem: null };
  }
  if (whole) return { weights: [whole], problem: null };
  if (all.length > 0) return { weights: all, problem: null };
  const pickles = files.filter(({ name }) => isPickle(name)).map(({ name }) => base(name));
  if (pickles.length > 0) return { weights: [], problem: { kind: "pickle", names: pickles.join(", ") } };
  return { weights: [], problem: { kind: "weights", names: "" } };
}

/** Files of whole models, by their first letters, whatever they are called; and those that are called so. */
async function wholeOf(files: readonly Named[]): Promise<Named[]> {
  const begins = await Promise.all(files.map(async ({ data }) => (await data.slice(0, 4).text()) === "GGUF"));
  // Beside a model that also reads pictures lies a file for these.
  return files.filter(({ name }, i) => (begins[i] || /\.gguf$/i.test(name)) && !/mmproj/i.test(base(name)));
}

/** One whole model, with a tokenizer if one lies beside it. null: there is none. */
async function sortedWhole(files: readonly Named[]): Promise<Sorted | null> {
  if (files.some(({ name }) => isWeights(name) || isIndex(name))) return null;
  const whole = await wholeOf(files);
  const [first] = whole;
  if (!first) return null;
  const tokenizer = files.find(({ name }) => base(name) === "tokenizer.json");
  const names = whole.map(({ name }) => base(name)).join(", ");
  return {
    name: base(first.name),
    config: undefined,
    weights: whole,
    tokenizer,
    tokenizerConfig: undefined,
    vocabulary: [],
    preprocessor: undefined,
    problem: whole.length > 1 ? { kind: "gguf", names } : null,
  };
}

export async function sorted(given: readonly Named[]): Promise<Sorted> {
  const whole = await sortedWhole(given);
  if (whole) return whole;
  const files = folderOf(given);
  const called = (wanted: string) => files.find(({ name }) => base(name) === wanted);
  const config = called("config.json");
  const { weights, problem } = await weightsOf(files);
  const folder = config?.name.split("/").at(-2);
  const tokenizer = called("tokenizer.json");
  const among = (names: string[]) => names.map(called).filter((file) => file !== undefined);
  const words = tokenizer ? [] : among(vocabularyNames);
  const vocabulary = words.length > 0 ? [...words, ...among(besideVocabulary)] : [];
  return {
    name: folder ?? base(weights[0]?.name ?? ""),
    config,
    weights,
    tokenizer,
    tokenizerConfig: called("tokenizer_config.json"),
    vocabulary,
    preprocessor: called("preprocessor_config.json"),
    problem: config ? problem : { kind: "config", names: "" },
  };
}

/** Which of the two files of byte-level BPE is missing beside the other. */
export function missingBeside(vocabulary: readonly Named[]): string | undefined {
  const has = (wanted: string) => vocabulary.some(({ name }) => base(name) === wanted);
  const pair = ["vocab.json", "merges.txt"];
  return pair.some(has) ? pair.find((name) => !has(name)) : undefined;
}

export const givenOf = ({
  config,
  weights,
  tokenizer,
  tokenizerConfig,
  vocabulary,
  preprocessor,
}: Sorted): ModelGiven => ({
  config: config?.data ?? null,
  weights: weights.map(({ data }) => data),
  tokenizer: tokenizer?.data ?? null,
  tokenizerConfig: tokenizerConfig?.data ?? null,
  vocabulary: Object.fromEntries(vocabulary.map(({ name, data }) => [base(name), data])),
  preprocessor: preprocessor?.data ?? null,
});

/** The files of what was dropped, folders walked to a depth of three. Entries must be taken while the event is handled. */
export async function filesIn(entries: readonly FileSystemEntry[], depth = 3): Promise<Named[]> {
  const found = await Promise.all(
    entries.map((entry) => (entry.isFile ? fileOf(entry) : within(entry, depth))),
  );
  return found.flat();
}

async function fileOf(entry: FileSystemEntry): Promise<Named[]> {
  const data = await new Promise<File>((resolve, reject) =>
    (entry as FileSystemFileEntry).file(resolve, reject),
  );
  return [{ name: entry.fullPath.replace(/^\//, ""), data }];
}

async function within(entry: FileSystemEntry, depth: number): Promise<Named[]> {
  if (depth === 0) return [];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return filesIn(all, depth - 1);
    all.push(...some);
  }
}

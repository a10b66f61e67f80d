// What a tensor may be, proposed from the whole words of its name, its shape and its first numbers. The reader corrects it.
import type { FileTensor, FileTexts } from "../../modules/api/tensors";

export const roles = ["none", "query", "key", "value", "weights", "x"] as const;
export type Role = (typeof roles)[number];

/** What the first rows of a tensor are: "weights" if each adds up to 1, "mask" if they only allow and forbid. */
export type Numbers = "weights" | "mask" | "other";

// The name's words: "layers.0.q_heads" → layers, q, heads.
const parts = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

const named: [Role, RegExp][] = [
  ["query", /^(?:q|query|queries|querys)$/],
  ["key", /^(?:k|key|keys)$/],
  ["value", /^(?:v|value|values)$/],
  ["weights", /^(?:attn|attns|attention|attentions|weights|probs|probabilities|alpha|a)$/],
  ["x", /^(?:x|input|inputs|embedding|embeddings|embeds)$/],
];
// Words of what stands beside these in a file: none of them is shown as attention.
const beside =
  /^(?:mask|masks|masked|padding|pad|bias|biases|buffer|norm|ln|proj|projection|output|outputs|out|context|ids|index|lengths|position|positions|relative|rotary|rope|cos|sin|grad|scale|dropout)$/;

const isSquare = ({ shape }: FileTensor) => shape.length > 1 && shape.at(-1) === shape.at(-2);

function byName(tensor: FileTensor, numbers: Numbers): Role {
  const words = parts(tensor.name);
  if (tensor.shape.length < 2 || words.some((word) => beside.test(word))) return "none";
  for (const [role, pattern] of named) {
    if (!words.some((word) => pattern.test(word))) continue;
    if (role === "weights") {
      // “weight” alone is a layer's matrix, unless it is of attention by its numbers.
      const called =
        (isSquare(tensor) && !words.includes("weight")) ||
        words.includes("cross") ||
        tensor.name === "weights";
      const may = numbers === "weights" || (called && numbers !== "mask");
      if (may) return "weights";
      continue;
    }
    if (words.includes("weight") || words.includes("weights")) continue;
    if (role === "x" && tensor.shape.length !== 2) continue;
    return role;
  }
  return "none";
}

const mostLooked = 65_536; // numbers

/** Looks at the first rows of a tensor. */
export async function numbersOf(tensor: FileTensor): Promise<Numbers> {
  const width = tensor.shape.at(-1) ?? 0;
  const total = tensor.shape.reduce((all, length) => all * length, 1);
  if (tensor.refused || tensor.shape.length < 2 || total === 0 || width > mostLooked) return "other";
  const rows = Math.min(Math.max(Math.floor(4096 / width), 1), total / width);
  const { data } = await tensor.read({ first: 0, count: rows * width });
  const loose = tensor.type === "BF16" ? 0.02 : tensor.type === "F16" ? 0.005 : 0.001; // rounded once for each number
  let [sums, allowed, seen] = [true, true, 0];
  for (let row = 0; row < rows; row++) {
    const numbers = data.subarray(row * width, (row + 1) * width);
    if (numbers.some((value) => Number.isNaN(value))) continue;
    seen++;
    const sum = numbers.reduce((all, value) => all + value, 0);
    sums &&= Math.abs(sum - 1) <= loose && numbers.every((value) => value >= 0);
    allowed &&= numbers.every((value) => value === 0 || value === 1 || value <= -1e4);
  }
  if (seen === 0) return "other";
  return sums ? "weights" : allowed ? "mask" : "other";
}

/**
 * Of each tensor one role. Every role but weights has one tensor, the first; weights may be several of one shape, one for each
 * layer. A model's projection matrices (“q_proj.weight”) are not queries: queries without keys are taken back. Where no name
 * says anything, tensors whose rows add up to 1 are weights.
 */
export function propose(tensors: readonly FileTensor[], numbers: readonly Numbers[]): Role[] {
  const found = tensors.map((tensor, i): Role =>
    tensor.refused ? "none" : byName(tensor, numbers[i] ?? "other"),
  );
  // Where some rows add up to 1, what does not is no attention, unless it is another layer of the same: attn0, attn1.
  const series = (i: number) => tensors[i]?.name.replaceAll(/\d+/g, "#") ?? "";
  const sure = new Set(
    found.flatMap((role, i) => (role === "weights" && numbers[i] === "weights" ? [series(i)] : [])),
  );
  if (sure.size > 0)
    for (const [i, role] of found.entries())
      if (role === "weights" && numbers[i] !== "weights" && !sure.has(series(i))) found[i] = "none";
  const unnamed = !found.some((role) => role !== "none");
  if (unnamed)
    for (const [i, tensor] of tensors.entries()) {
      const words = parts(tensor.name);
      if (numbers[i] === "weights" && !words.some((word) => beside.test(word) || word === "weight"))
        found[i] = "weights";
    }
  const first = tensors[found.indexOf("weights")]?.shape.join() ?? "";
  for (const [i, role] of found.entries())
    if (role === "weights" ? tensors[i]?.shape.join() !== first : found.indexOf(role) !== i)
      found[i] = "none";
  if (!found.includes("query") || !found.includes("key"))
    for (const [i, role] of found.entries()) if (/^(?:query|key|value)$/.test(role)) found[i] = "none";
  const only = tensors[0];
  if (tensors.length === 1 && only && !only.refused && found[0] === "none" && only.shape.length > 1) {
    const ofOthers = named
      .filter(([role]) => role !== "weights" && role !== "x")
      .map(([, pattern]) => pattern);
    const told = parts(only.name).some((word) =>
      [beside, /^weight$/, ...ofOthers].some((pattern) => pattern.test(word)),
    );
    if (!told) found[0] = isSquare(only) ? "weights" : only.shape.length === 2 ? "x" : "none";
  }
  return found;
}

const ofKeys = /key|memory|source|src|encoder/i;

/** The list of texts that names the tokens: one called so, else the first. */
export function tokensAmong(texts: readonly FileTexts[]): number {
  const called = texts.findIndex(({ name }) => /token|word|label/i.test(name) && !ofKeys.test(name));
  return called >= 0 ? called : texts.findIndex(({ name }) => !ofKeys.test(name));
}

/** The list that names the keys of cross-attention; −1 if there is none. */
export const keyTokensAmong = (texts: readonly FileTexts[]): number =>
  texts.findIndex(({ name }) => ofKeys.test(name));

/**
 * Of the chosen list, the texts of one sentence of a batch. Where a file has a list for each sentence, that of the sentence; one
 * list for a batch of several belongs to the first.
 */
export function textsOf(
  texts: readonly FileTexts[],
  chosen: number,
  sentence: number,
  batch: number,
): string[] {
  const list = texts[chosen];
  if (!list) return [];
  if (list.sentence === 0) return batch > 1 && sentence > 0 ? [] : list.texts;
  const name = list.name.replace(/\[\d+\]$/, "");
  return texts.find((each) => each.file === list.file && each.name === `${name}[${sentence}]`)?.texts ?? [];
}

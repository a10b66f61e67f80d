// What a tensor may be, proposed from its name and shape. The reader corrects it.
import type { FileTensor, FileTexts } from "../../modules/api/tensors";

export const roles = ["none", "query", "key", "value", "weights", "x"] as const;
export type Role = (typeof roles)[number];

// The name's words: "layers.0.q_heads" → layers, 0, q, heads.
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
  ["x", /^(?:x|input|inputs|embedding|embeddings)$/],
];

const isSquare = ({ shape }: FileTensor) => shape.length > 1 && shape.at(-1) === shape.at(-2);

function byName(tensor: FileTensor): Role {
  const words = parts(tensor.name);
  for (const [role, pattern] of named)
    if (words.some((word) => pattern.test(word))) {
      if (role === "weights" && !isSquare(tensor)) continue;
      if (role === "x" && tensor.shape.length !== 2) continue;
      if (tensor.shape.length > 1) return role;
    }
  return "none";
}

/**
 * Of each tensor one role. Every role but weights has one tensor, the first; weights may be several, one for each layer. A
 * model's projection matrices ("q_proj.weight") are not queries: queries without keys are taken back.
 */
export function propose(tensors: readonly FileTensor[]): Role[] {
  const found = tensors.map((tensor): Role => (tensor.refused ? "none" : byName(tensor)));
  const weights = found.indexOf("weights");
  const first = tensors[weights]?.shape.join() ?? "";
  for (const [i, role] of found.entries()) {
    if (role === "weights" ? tensors[i]?.shape.join() !== first : found.indexOf(role) !== i)
      found[i] = "none";
    const words = parts(tensors[i]?.name ?? "");
    if (role !== "weights" && words.some((word) => /^(?:proj|weight|bias)$/.test(word))) found[i] = "none";
  }
  if (!found.includes("query") || !found.includes("key"))
    for (const [i, role] of found.entries()) if (/^(?:query|key|value)$/.test(role)) found[i] = "none";
  const only = tensors[0];
  if (tensors.length === 1 && only && !only.refused && byName(only) === "none" && only.shape.length > 1)
    found[0] = isSquare(only) ? "weights" : only.shape.length === 2 ? "x" : "none";
  return found;
}

/** The list of texts that names the tokens: one called so, else the first; else the headings of a table of weights. */
export function tokensAmong(texts: readonly FileTexts[]): number {
  const called = texts.findIndex(({ name }) => /token|word|label/i.test(name));
  return called >= 0 ? called : texts.length > 0 ? 0 : -1;
}

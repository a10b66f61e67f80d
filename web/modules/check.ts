// Checks of what JavaScript hands in, before it reaches the core, which checks what the numbers mean. Each message names
// the argument, what it is and what is wanted.
import type { ArrayWords, Word } from "./core.js";
import { AttentionError } from "./error.js";
import { KeptTensor, product, type Place } from "./kept.js";

type Unknown = Record<string, unknown>;

const tag = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1);

/** A short name of what was given: "a string", "NaN", "an Array of 3". */
export function describe(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string") return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (value === undefined) return "nothing";
  const kind = tag(value);
  const length = (value as { length?: unknown }).length;
  return `${/^[AEIOU]/.test(kind) ? "an" : "a"} ${kind}${typeof length === "number" ? ` of ${length}` : ""}`;
}

export function fail(code: string, path: string, message: string): never {
  throw new AttentionError(code, path, message);
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

export function shape(path: string, value: unknown): ArrayLike<number> {
  const list = value as ArrayLike<unknown> | null | undefined;
  if (typeof list !== "object" || list === null || !isWhole(list.length)) {
    fail("type", path, `${path} is ${describe(value)}; it should be a list of lengths, such as [2, 3].`);
  }
  for (let axis = 0; axis < list.length; axis++) {
    const length = list[axis];
    if (!isWhole(length) || length < 0 || length >= 2 ** 32) {
      const place = `${path}[${axis}]`;
      fail("shape", place, `${place} is ${describe(length)}; lengths are whole numbers from 0.`);
    }
  }
  return list as ArrayLike<number>;
}

/** Whether nothing is wrong: asked first, because most calls are right and some are short. */
function fits(shape: unknown, data: Float32Array): boolean {
  if (!Array.isArray(shape)) return false;
  let count = 1;
  for (const length of shape as unknown[]) {
    if (typeof length !== "number" || !(length >= 0 && length < 2 ** 32) || Math.floor(length) !== length)
      return false;
    count *= length;
  }
  return count === data.length;
}

function arrayOf(path: string, value: unknown, kinds: readonly string[]): ArrayWords | Place {
  if (value instanceof KeptTensor) return value.place(path);
  if (typeof value === "object" && value !== null) {
    const { shape, data } = value as Unknown;
    if (data instanceof Float32Array && fits(shape, data)) return { shape: shape as number[], data };
  }
  if (value === undefined || value === null) {
    fail("missing", path, `${path} is missing: a tensor { shape, data } is wanted.`);
  }
  const given = value as Unknown;
  if (typeof value !== "object" || !("shape" in given) || !("data" in given)) {
    fail("type", path, `${path} is ${describe(value)}; a tensor { shape, data } is wanted.`);
  }
  const lengths = shape(`${path}.shape`, given.shape);
  const place = `${path}.data`;
  if (!kinds.includes(tag(given.data))) {
    fail("type", place, `${place} is ${describe(given.data)}; it should be a ${kinds.join(" or a ")}.`);
  }
  const data = given.data as Float32Array | Uint8Array;
  let count = 1;
  for (let axis = 0; axis < lengths.length; axis++) count *= lengths[axis] as number;
  if (count !== data.length) {
    const written = `(${Array.from(lengths).join(", ")}${lengths.length === 1 ? "," : ""})`;
    fail("shape", path, `${place} holds ${data.length} values, but ${path}.shape ${written} needs ${count}.`);
  }
  return { shape: lengths, data };
}

/** As many float32 numbers as the shape needs. */
export function floats(shape: ArrayLike<number>, data: unknown): Float32Array {
  const [wanted, given] = [product(shape), data as Float32Array];
  if (tag(data) !== "Float32Array")
    fail("type", "data", `data is ${describe(data)}; it should be a Float32Array.`);
  if (given.length !== wanted)
    fail("shape", "data", `data holds ${given.length} values, but the shape needs ${wanted}.`);
  return given;
}

export const tensor = (path: string, value: unknown) => arrayOf(path, value, ["Float32Array"]);

export const maybeTensor = (path: string, value: unknown): Word =>
  value === undefined || value === null ? null : tensor(path, value);

export const mask = (path: string, value: unknown): Word =>
  value === undefined || value === null ? null : arrayOf(path, value, ["Uint8Array", "Float32Array"]);

export function flag(path: string, value: unknown, fallback: boolean): number {
  if (value === undefined) return Number(fallback);
  if (typeof value !== "boolean")
    fail("type", path, `${path} is ${describe(value)}; it should be true or false.`);
  return Number(value);
}

export function string(path: string, value: unknown): string {
  if (typeof value !== "string") fail("type", path, `${path} is ${describe(value)}; it should be a string.`);
  return value;
}

export function number(path: string, value: unknown, fallback?: number): number {
  if (value === undefined && fallback !== undefined) return fallback;
  if (value === undefined) fail("missing", path, `${path} is missing: a number is wanted.`);
  if (typeof value !== "number" || !Number.isFinite(value)) {
    fail("type", path, `${path} is ${describe(value)}; it should be a finite number.`);
  }
  return value;
}

/** NaN, which the core reads as "not given", when it is not. */
export const maybeNumber = (path: string, value: unknown) =>
  value === undefined || value === null ? NaN : number(path, value);

/** A whole number; by default a size, from 0. */
export function whole(
  path: string,
  value: unknown,
  fallback?: number,
  least = 0,
  most = 2 ** 32 - 1,
): number {
  const given = number(path, value, fallback);
  if (!isWhole(given) || given < least || given > most) {
    fail(
      "range",
      path,
      `${path} is ${given}; it should be a whole number from ${least}${most < 2 ** 32 - 1 ? ` to ${most}` : ""}.`,
    );
  }
  return given;
}

export const maybeWhole = (path: string, value: unknown) =>
  value === undefined || value === null ? NaN : whole(path, value);

/** The place of the value in the list of choices. */
export function choice(path: string, value: unknown, choices: readonly string[], fallback: string): number {
  const place = choices.indexOf((value ?? fallback) as string);
  if (place < 0) {
    fail(
      "range",
      path,
      `${path} is ${describe(value)}; it should be one of ${choices.map((one) => `"${one}"`).join(", ")}.`,
    );
  }
  return place;
}

/** The options themselves, after a look at their names: a misspelt option would otherwise do nothing, unnoticed. */
export function options(given: unknown, known: readonly string[], path = "options"): Unknown {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null) {
    fail(
      "type",
      path,
      `${path} is ${describe(given)}; it should be an object, such as { ${known[0] ?? ""}: … }.`,
    );
  }
  for (const name of Object.keys(given)) {
    if (!known.includes(name))
      fail("option", name, `There is no option ${name}; there are ${known.join(", ")}.`);
  }
  return given as Unknown;
}

/** The core names its arguments as PyTorch does (attn_mask); JavaScript writes attnMask. */
export const camelCase = (words: string) =>
  words.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => names[name] ?? name);

const names: Record<string, string> = {
  q_proj_weight: "queryWeight",
  k_proj_weight: "keyWeight",
  v_proj_weight: "valueWeight",
};
for (const name of [
  "attn_mask is_causal enable_gqa need_weights past_key past_value key_lengths need_scores q_num_heads kv_num_heads",
  "dropout_p num_heads in_proj_weight in_proj_bias out_proj_weight out_proj_bias key_padding_mask average_attn_weights",
  "batch_first bias_k bias_v add_zero_attn query_weight key_weight score_vector empty_row in_features out_features",
  "num_embeddings embedding_dim padding_idx embed_dim add_bias_kv",
]
  .join(" ")
  .split(" ")) {
  names[name] = name.replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase());
}

// Checks of JavaScript arguments before they reach the core, which checks what the numbers mean. Each message names the
// argument, what it is and what is expected.
import { limits } from "../../build/generated/model.js";
import type { ArrayWords, Word } from "./core.js";
import { AttentionError, fail, reason } from "./error.js";
import { behind } from "./held.js";
import { KeptTensor, product, type Place } from "./kept.js";
import { countOf, kindOf } from "./typed.js";

export { fail };

type Unknown = Record<string, unknown>;

/** A short description of a value: "a string", "NaN", "an Array of 3". */
export function describe(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string") return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (value === undefined) return "nothing";
  try {
    const isTyped = value instanceof Float32Array || value instanceof Uint8Array;
    if (isTyped && kindOf(value) === undefined) return "a Proxy around a typed array";
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    const length = (value as { length?: unknown }).length;
    return `${/^[AEIOU]/.test(kind) ? "an" : "a"} ${kind}${typeof length === "number" ? ` of ${length}` : ""}`;
  } catch {
    return `something of the type ${typeof value} that cannot be read`;
  }
}

/** Wraps code that reads callers' objects: their getters and Proxy traps may throw anything. */
const reading =
  <Rest extends unknown[], T>(read: (path: string, value: unknown, ...rest: Rest) => T) =>
  (path: string, value: unknown, ...rest: Rest): T => {
    try {
      return read(path, value, ...rest);
    } catch (error) {
      if (error instanceof AttentionError) throw error;
      fail("unreadable", path, `${path} could not be read: ${reason(error)}.`, error);
    }
  };

/** The object behind a framework's Proxy, if any. */
export const behindProxy = /* @__PURE__ */ reading((_, value) => behind(value));

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

const mostNumbers = limits.tensorNumbers; // of one tensor

/** "(2, 3)" */
const written = (lengths: readonly number[]) => `(${lengths.join(", ")}${lengths.length === 1 ? "," : ""})`;

/** Integers from 0, copied so that the caller cannot change them after the check. */
export const wholes = /* @__PURE__ */ reading((path, value): number[] => {
  const list = value as ArrayLike<unknown>;
  const count: unknown = typeof value === "object" && value !== null ? list.length : undefined;
  if (!isWhole(count) || count < 0) {
    fail("type", path, `${path} is ${describe(value)}; it should be a list of lengths, such as [2, 3].`);
  }
  const lengths: number[] = [];
  for (let axis = 0; axis < count; axis++) {
    const length = list[axis];
    if (!isWhole(length) || length < 0 || length >= 2 ** 32) {
      const place = `${path}[${axis}]`;
      fail("shape", place, `${place} is ${describe(length)}; lengths are whole numbers from 0.`);
    }
    lengths.push(length);
  }
  return lengths;
});

/** The lengths of a tensor. The other axes of an empty one are limited, too: the core still loops over its rows. */
export function shape(path: string, value: unknown): number[] {
  const lengths = wholes(path, value);
  let count = 1;
  for (const length of lengths) count *= length || 1;
  if (count <= mostNumbers) return lengths;
  const most = `(${mostNumbers} numbers)`;
  fail(
    "size",
    path,
    `${path} ${written(lengths)} is larger than the core takes ${most}. Choose smaller sizes.`,
  );
}

const arrayOf = /* @__PURE__ */ reading((path, value, kinds: readonly string[]): ArrayWords | Place => {
  const kept = KeptTensor.of(value);
  if (kept) return kept.place(path);
  if (value === undefined || value === null) {
    fail("missing", path, `${path} is missing: a tensor { shape, data } is expected.`);
  }
  if (value instanceof KeptTensor) {
    const message = `${path} is a Proxy that hides the kept tensor in it; pass the tensor itself.`;
    fail("type", path, message);
  }
  const { shape: given, data } = value as Unknown;
  if (typeof value !== "object" || given === undefined || data === undefined) {
    fail("type", path, `${path} is ${describe(value)}; a tensor { shape, data } is expected.`);
  }
  const lengths = shape(`${path}.shape`, given);
  const kind = kindOf(data);
  const place = `${path}.data`;
  if (kind === undefined || !kinds.includes(kind)) {
    fail("type", place, `${place} is ${describe(data)}; it should be a ${kinds.join(" or a ")}.`);
  }
  const numbers = data as Float32Array | Uint8Array;
  const [held, wanted] = [countOf(numbers), product(lengths)];
  if (held !== wanted) {
    fail(
      "shape",
      path,
      `${place} holds ${held} values, but ${path}.shape ${written(lengths)} needs ${wanted}.`,
    );
  }
  return { shape: lengths, data: numbers };
});

/** As many float32 numbers as the shape needs. */
export const floats = /* @__PURE__ */ reading((path, data, shape: readonly number[]): Float32Array => {
  if (kindOf(data) !== "Float32Array")
    fail("type", path, `${path} is ${describe(data)}; it should be a Float32Array.`);
  const [held, wanted] = [countOf(data as Float32Array), product(shape)];
  if (held !== wanted) fail("shape", path, `${path} holds ${held} values, but the shape needs ${wanted}.`);
  return data as Float32Array;
});

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
  if (value === undefined) fail("missing", path, `${path} is missing: a number is expected.`);
  if (typeof value !== "number" || !Number.isFinite(value)) {
    fail("type", path, `${path} is ${describe(value)}; it should be a finite number.`);
  }
  return value;
}

/** A number, or NaN, which the core reads as "not given". */
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

/** The index of the value in the list of choices. */
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

/**
 * A copy of the options, each read once, after checking their names: a misspelt option would otherwise be ignored
 * silently.
 */
export const options = (given: unknown, known: readonly string[], path = "options"): Unknown =>
  readOptions(path, given, known);

const readOptions = /* @__PURE__ */ reading((path, given, known: readonly string[]): Unknown => {
  const copy: Unknown = {};
  if (given === undefined) return copy;
  if (typeof given !== "object" || given === null)
    fail("type", path, `${path} is ${describe(given)}; it should be an object, such as { ${known[0]}: … }.`);
  for (const name of Object.keys(given)) {
    if (!known.includes(name))
      fail("option", name, `There is no option ${name}; there are ${known.join(", ")}.`);
  }
  for (const name of known) copy[name] = (given as Unknown)[name];
  return copy;
});

/** The entries of an object with arbitrary keys; none if it is missing. */
export const entries = /* @__PURE__ */ reading((path, given): [string, unknown][] => {
  if (given === undefined) return [];
  if (typeof given !== "object" || given === null)
    fail("type", path, `${path} is ${describe(given)}; it should be an object, such as { name: value }.`);
  return Object.entries(given);
});

/** A copy of a list; empty if it is missing. */
export const list = /* @__PURE__ */ reading((path, given, wanted: string): unknown[] => {
  if (given === undefined) return [];
  if (!Array.isArray(given)) fail("type", path, `${path} is ${describe(given)}; it should be ${wanted}.`);
  return Array.from(given); // holes become undefined
});

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
  "num_embeddings embedding_dim padding_idx embed_dim add_bias_kv grad_output",
]
  .join(" ")
  .split(" ")) {
  names[name] = name.replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase());
}

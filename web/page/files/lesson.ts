// A lesson made of the reader's tensors, so that they are shown, explained and exported like those of any lesson: weights as
// the file holds them, or queries and keys with what follows from them.
import { limits } from "../../../build/generated/model";
import { ownLesson } from "./names";
import { sayInAll, written } from "./sentences";
import { beginning, visible } from "./visible";

/** Where a block's numbers are in a file, in a lesson's words: exported code loads them from there. */
export interface Origin {
  name: string;
  tensor: string;
  heads: number; // of the tensor
  part: number; // place on the axes before the heads, counted through
  shared: number; // heads that each of them stands for
  first: number; // of the block, among all of these
}

/** (heads, rows, columns), in C's order. */
export interface Block {
  name: string;
  shape: [number, number, number];
  data: Float32Array;
  file?: Origin;
}

const apart = 40_000; // of them for texts and the names of up to 2,000 tokens
export const mostNumbers = Math.floor(((limits.lessonBytes - apart) / 4) * (3 / 4)); // four bytes each, in base 64
export const mostInputs = 180_000; // of queries, keys and values: what follows from them takes more
export const mostCells = limits.lessonNumbers * 0.3; // scores, scaled scores and weights have as many each
export const mostProducts = limits.lessonProducts / 2; // scores and outputs are a product each

function packed({ shape, data, file }: Block) {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return { shape, float32: btoa(text), ...(file && { file }) };
}

/** Of the queries and of the keys; a list of another length than they have is left out. */
export interface TokenNames {
  queries: readonly string[];
  keys: readonly string[];
}

const longestLabel = 60; // characters, not halves of them

const labels = (names: readonly string[], count: number) =>
  names.length === count ? { labels: names.map((name) => beginning(visible(name), longestLabel)) } : {};

// A tensor's name in a text of the lesson: as code, where nothing is markup.
const code = (name: string) => {
  const shown = beginning(
    visible(name)
      .replace(/[\n\t]/g, " ")
      .replaceAll("`", "'"),
    longestLabel,
  );
  return `\`${shown.trim() === "" ? "␣" : shown}\``;
};

const source = (name: string, symbol: string, role: string, block: Block, axes: object[]) => ({
  name,
  symbol,
  role,
  axes,
  values: packed(block),
});

const step = (id: string, title: object, text: object, stage: object[], more: object = {}) => ({
  id,
  title,
  text,
  stage,
  ...more,
});

const whole = (tensors: object[], steps: object[], parameters: object[]) =>
  JSON.stringify({
    format: 1,
    id: ownLesson,
    version: "1.0.0",
    title: sayInAll("lesson.title"),
    ...(parameters.length > 0 && { parameters }),
    tensors,
    steps,
  });

/** notes: what is unusual about the weights, in every language. */
export function weightsLesson(
  weights: Block,
  value: Block | null,
  names: TokenNames,
  notes: Record<string, string> | null,
): string {
  const [, queries, keys] = weights.shape;
  const axes = [
    { name: "head" },
    { name: "query", ...labels(names.queries, queries) },
    { name: "key", ...labels(names.keys, keys) },
  ];
  const tensors: object[] = [source("weights", "A", "weights", weights, axes)];
  const text = sayInAll("lesson.weights.text", code(weights.name), written(weights.shape));
  const steps = [
    step(
      "weights",
      sayInAll("lesson.weights"),
      text,
      [{ attention: "weights" }, { tensors: ["weights"] }],
      notes ? { watchOut: notes } : {},
    ),
  ];
  if (value) addOutput(value, names.keys, tensors, steps);
  return whole(tensors, steps, []);
}

function addOutput(value: Block, tokens: readonly string[], tensors: object[], steps: object[]): void {
  const axes = [{ name: "head" }, { name: "token", ...labels(tokens, value.shape[1]) }, { name: "feature" }];
  tensors.push(source("v", "V", "value", value, axes), {
    name: "output",
    symbol: "Z",
    role: "output",
    operation: "matmul",
    inputs: ["weights", "v"],
  });
  const text = sayInAll("lesson.output.text", code(value.name));
  steps.push(step("output", sayInAll("lesson.output"), text, [{ operation: "output" }]));
}

// From queries and keys to the weights; the last ones before softmax are called "masked" or, without a mask, "scaled".
function weightTensors(
  query: Block,
  key: Block,
  names: TokenNames,
  causal: boolean,
  scale: number | undefined,
): { tensors: object[]; square: boolean; last: string } {
  const axes = ({ shape }: Block, tokens: readonly string[]) => [
    { name: "head" },
    { name: "token", ...labels(tokens, shape[1]) },
    { name: "feature" },
  ];
  const operation = (name: string, symbol: string, role: string, made: object) => ({
    name,
    symbol,
    role,
    ...made,
  });
  const tensors: object[] = [
    source("q", "Q", "query", query, axes(query, names.queries)),
    source("k", "K", "key", key, axes(key, names.keys)),
    operation("scores", "S", "scores", {
      operation: "matmul",
      inputs: ["q", "k"],
      options: { transpose: "second" },
    }),
    operation("scaled", "S_{scaled}", "scaled_scores", {
      operation: "scale",
      inputs: scale === undefined ? ["scores", "k"] : ["scores"],
      options: scale === undefined ? { by: "inverse_sqrt", axis: -1 } : { by: "factor", factor: scale },
    }),
  ];
  const square = query.shape[1] === key.shape[1]; // else nothing says which key is later than a query
  if (square)
    tensors.push(
      operation("masked", causal ? "S_{masked}" : "S'", "scaled_scores", {
        operation: "causal_mask",
        inputs: ["scaled"],
        options: { enabled: { parameter: "mask" } },
      }),
    );
  const last = square ? "masked" : "scaled";
  tensors.push(
    operation("weights", "A", "weights", { operation: "softmax", inputs: [last], options: { axis: -1 } }),
  );
  return { tensors, square, last };
}

/** causal: the mask is on at first; scale: what the products are multiplied by, without: 1 / √D; notes: as above; about: what the
 * lesson is an example of, told first. */
export function queriesLesson(
  query: Block,
  key: Block,
  value: Block | null,
  names: TokenNames,
  causal: boolean,
  scale?: number,
  notes: Record<string, string> | null = null,
  about: Record<string, string> | null = null,
): string {
  const { tensors, square, last } = weightTensors(query, key, names, causal, scale);
  const scaled =
    scale === undefined
      ? sayInAll("lesson.scaled.text", query.shape[2])
      : sayInAll("lesson.scaled.by.text", scale);
  const aside = about ? scaled : notes;
  const steps = [
    step(
      "weights",
      sayInAll("lesson.scaled"),
      about ?? scaled,
      [{ attention: "weights", scores: last }, { operation: "weights" }],
      { ...(square && { controls: ["mask"] }), ...(aside && { watchOut: aside }) },
    ),
    step(
      "scores",
      sayInAll("lesson.scores"),
      sayInAll("lesson.scores.text", code(query.name), code(key.name)),
      [{ operation: "scores" }],
    ),
  ];
  if (value) addOutput(value, names.keys, tensors, steps);
  const mask = { name: "mask", control: "toggle", label: sayInAll("lesson.mask"), start: causal };
  return whole(tensors, steps, square ? [mask] : []);
}

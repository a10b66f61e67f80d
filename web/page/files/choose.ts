// From tensors and what they are to blocks of heads that fit into a lesson. What does not fit together is told with what
// would.
import { limits } from "../../../build/generated/model";
import type { FileTensor } from "../../modules/api/tensors";
import { mostCells, mostInputs, mostNumbers, mostProducts, type Block } from "./lesson";
import { say, written, type SentenceId } from "./sentences";

/** What the reader is told instead. */
export class Refused extends Error {}

export interface Chosen {
  query?: FileTensor | undefined;
  key?: FileTensor | undefined;
  value?: FileTensor | undefined;
  weights?: FileTensor | undefined; // of the chosen layer
}

/** Which part of larger tensors: a place on their first axes, counted through, and some of the heads. */
export interface Part {
  lead: number;
  firstHead: number;
}

const product = (lengths: readonly number[]) => lengths.reduce((all, length) => all * length, 1);
export const leadOf = ({ shape }: FileTensor) => shape.slice(0, -3);
const headsOf = ({ shape }: FileTensor) => (shape.length > 2 ? (shape.at(-3) as number) : 1);
const rowsOf = ({ shape }: FileTensor) => shape.at(-2) as number;
const widthOf = ({ shape }: FileTensor) => shape.at(-1) as number;

/** The places on the first axes, counted through, each with its index from 1: "1, 4". Of very many the first 2,000. */
export function placesOf(lead: readonly number[]): [string, string][] {
  return Array.from({ length: Math.min(product(lead), 2000) }, (_, place) => {
    const index: number[] = [];
    let rest = place;
    for (const length of [...lead].reverse()) {
      index.unshift((rest % length) + 1);
      rest = Math.floor(rest / length);
    }
    return [String(place), index.join(", ")];
  });
}

/** What is shown: its heads, and how many of them fit at a time. */
export interface Plan {
  heads: number;
  together: number;
  lead: number[]; // lengths of the axes before the heads
}

export function planOf(chosen: Chosen, language: string): Plan {
  const refuse = (id: SentenceId, ...args: (string | number)[]): never => {
    throw new Refused(say(language, id, ...args));
  };
  const { query, key, value, weights } = chosen;
  const form = { query: "(…, H, T, D)", key: "(…, H, T, D)", value: "(…, H, T, D)", weights: "(…, H, T, T)" };
  for (const role of ["query", "key", "value", "weights"] as const) {
    const tensor = chosen[role];
    if (tensor && (tensor.shape.length < 2 || product(tensor.shape) === 0))
      refuse("bad.rank", tensor.name, written(tensor.shape), say(language, `role.${role}`), form[role]);
  }
  const keys = weights ? widthOf(weights) : key && rowsOf(key);
  const cells = value && keys !== undefined ? keys * widthOf(value) : 0;
  if (value && keys !== rowsOf(value))
    refuse("bad.values", written(value.shape), written((weights ?? key)?.shape ?? []));
  if (weights) {
    const own = rowsOf(weights) * widthOf(weights);
    const together = Math.floor(mostNumbers / (own + cells));
    if (together === 0) refuse("bad.large", rowsOf(weights), widthOf(weights), mostNumbers);
    return { heads: headsOf(weights), together, lead: leadOf(weights) };
  }
  if (!query) return refuse(key ? "need.query" : "need");
  if (!key) return refuse("need.key");
  if (widthOf(query) !== widthOf(key)) refuse("bad.width", written(query.shape), written(key.shape));
  if (headsOf(query) % headsOf(key) !== 0) refuse("bad.heads", headsOf(query), headsOf(key));
  const scores = rowsOf(query) * rowsOf(key);
  const together = Math.floor(
    Math.min(
      mostInputs / ((rowsOf(query) + rowsOf(key)) * widthOf(query) + cells),
      mostCells / scores,
      mostProducts / (scores * widthOf(query)),
    ),
  );
  if (together === 0)
    refuse(
      "bad.large",
      rowsOf(query),
      rowsOf(key),
      Math.floor(Math.min(mostCells, mostProducts / widthOf(query))),
    );
  return { heads: headsOf(query), together, lead: leadOf(query) };
}

/** The heads of a part. `of`: how many heads the queries or weights have; keys and values of fewer are shared by groups. */
export async function blockOf(
  tensor: FileTensor,
  { lead, firstHead }: Part,
  { heads, together }: Plan,
): Promise<Block> {
  const own = headsOf(tensor);
  const group = Math.max(Math.floor(heads / own), 1);
  const [rows, width] = [rowsOf(tensor), widthOf(tensor)];
  const place = Math.min(lead, product(leadOf(tensor)) - 1);
  const count = Math.min(together, heads - firstHead);
  const [from, to] = [firstHead, firstHead + count - 1].map((head) =>
    Math.min(Math.floor(head / group), own - 1),
  );
  const [first = 0, last = 0] = [from, to];
  const size = rows * width;
  const { data } = await tensor.read({
    first: (place * own + first) * size,
    count: (last - first + 1) * size,
  });
  const out = new Float32Array(count * size);
  for (let head = 0; head < count; head++) {
    const at = Math.min(Math.floor((firstHead + head) / group), own - 1) - first;
    out.set(data.subarray(at * size, (at + 1) * size), head * size);
  }
  const block: Block = { name: tensor.name, shape: [count, rows, width], data: out };
  const loadable = /\.(npy|npz|safetensors)$/.test(tensor.file) && own * group === heads;
  if (loadable)
    block.file = {
      name: tensor.file,
      tensor: tensor.name,
      heads: own,
      part: place,
      shared: group,
      first: firstHead,
    };
  return block;
}

/** Whether the large map can show them. */
export function fitsLarge(query: FileTensor, key: FileTensor): boolean {
  if (query.shape.length < 2 || key.shape.length < 2) return false;
  const [tokens, width, heads] = [rowsOf(query), widthOf(query), headsOf(query)];
  const alike = rowsOf(key) === tokens && widthOf(key) === width && heads % headsOf(key) === 0;
  const { largeTokens, largeHeadsOfOwn, largeWidthOfOwn } = limits;
  const fits = tokens <= largeTokens && heads <= largeHeadsOfOwn && width <= largeWidthOfOwn;
  return alike && fits && tokens >= 2 && heads >= 1 && width >= 1;
}

/** Queries and keys for the large map, as the core takes them; `read`: (tokens, width) of a head, queries and then keys. */
export interface OwnHeads {
  name: string;
  tokens: number;
  heads: number;
  width: number;
  words: string[];
  read: (head: number) => Promise<Float32Array>;
}

/** All heads at one place of the first axes, each read when it is looked at. */
export function headsOfLarge(query: FileTensor, key: FileTensor, lead: number, words: string[]): OwnHeads {
  const [tokens, width, heads] = [rowsOf(query), widthOf(query), headsOf(query)];
  const plan = { heads, together: 1, lead: leadOf(query) };
  const read = async (head: number) => {
    const part = { lead, firstHead: head };
    const [q, k] = await Promise.all([blockOf(query, part, plan), blockOf(key, part, plan)]);
    const both = new Float32Array(2 * tokens * width);
    both.set(q.data);
    both.set(k.data, tokens * width);
    return both;
  };
  return { name: query.name, tokens, heads, width, words, read };
}

/** X of the worked example, (3, 4), as rows; null if it has another shape. */
export async function rowsOfX(x: FileTensor): Promise<number[][] | null> {
  const [rows = 0, columns = 0] = x.shape;
  if (x.shape.length !== 2 || rows !== 3 || columns !== 4) return null;
  const { data } = await x.read();
  return Array.from({ length: rows }, (_, row) => [...data.subarray(row * columns, (row + 1) * columns)]);
}

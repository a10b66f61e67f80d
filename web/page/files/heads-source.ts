// Attention weights of a file, a tensor for each layer, for the screen of a whole model. Each head is read when it is looked at.
import { limits } from "../../../build/generated/model";
import type { FileTensor, Tensors } from "../../modules/api/tensors";
import { picture, shares, sideOf } from "../model/measures";
import type { ModelSource } from "../model/source";
import { blockOf } from "./choose";
import { notesOn, say } from "./sentences";

const mostChecked = 4_000_000; // numbers that are looked through before the heads are shown

interface Form {
  layers: number;
  heads: number;
  tokens: number;
}

/** Of one tensor: (H, T, T), (layers, H, T, T), (layers, B, H, T, T) or more axes before the batch. */
function stackOf({ shape }: FileTensor): { layers: number; batch: number } {
  const before = shape.slice(0, -3).reduce((count, length) => count * length, 1);
  const batch = shape.length > 4 ? (shape.at(-4) ?? 1) : 1;
  return { layers: batch === 0 ? 0 : before / batch, batch };
}

/** What a file's weights are together: (H, T, T) of each layer, alike; null if the screen cannot show them. */
export function formOf(tensors: readonly FileTensor[]): Form | null {
  const [first] = tensors;
  if (!first || first.shape.length < 3 || first.refused) return null;
  const [heads = 0, tokens = 0, keys = 0] = first.shape.slice(-3);
  const alike = tensors.every(
    ({ shape, refused }) =>
      !refused && shape.length > 2 && shape.slice(-3).join() === first.shape.slice(-3).join(),
  );
  const layers = tensors.length === 1 ? stackOf(first).layers : tensors.length;
  const fits = alike && tokens === keys && tokens >= 2 && tokens <= limits.modelTokens && heads >= 1;
  return fits && layers >= 1 && layers <= limits.modelLayers && layers * heads > 1
    ? { layers, heads, tokens }
    : null;
}

// A file of weights says nothing of the model around them.
const unknown = {
  family: "",
  read: "file",
  editable: false,
  next: false,
  vectors: false,
  pictures: false,
  ledger: false,
  headWidth: 0,
  scoreDivisor: 0,
  scoreCap: 0,
  vocabulary: 0,
  parameters: 0,
  bytes: 0,
  textBytes: 0,
};

// What is unusual, of the first layer that has something unusual: its number, and what is to be said.
async function oddLayer(
  { layers, heads, tokens }: Form,
  read: (layer: number) => Promise<Float32Array>,
  reader: Tensors,
): Promise<[number, Record<string, string>] | null> {
  const checked = Math.min(layers, Math.floor(mostChecked / (heads * tokens * tokens)));
  for (let layer = 0; layer < checked; layer++) {
    const notes = notesOn(
      reader.checkWeights({ shape: [heads, tokens, tokens], data: await read(layer) }),
      0,
    );
    if (notes) return [layer + 1, notes];
  }
  return null;
}

/** `lead`: the place on the axes before the heads, of which that of the batch counts. `labels`: what the tokens are called; empty: they are numbered. */
export async function headsSource(
  tensors: readonly FileTensor[],
  lead: number,
  labels: readonly string[],
  reader: Tensors,
): Promise<ModelSource> {
  const { layers, heads, tokens } = formOf(tensors) as Form;
  const words =
    labels.length === tokens ? [...labels] : Array.from({ length: tokens }, (_, i) => String(i + 1));
  const same = words.map((word) => words.indexOf(word));
  const read = async (layer: number, firstHead: number, together = 1) => {
    const tensor = tensors[tensors.length > 1 ? layer : 0] as FileTensor;
    const { batch } = stackOf(tensor);
    const place = tensors.length > 1 ? lead : layer * batch + (lead % batch);
    return (await blockOf(tensor, { lead: place, firstHead }, { heads, together, lead: [] })).data;
  };
  const first = await read(0, 0);
  const causal = first.every((weight, at) => at % tokens <= Math.floor(at / tokens) || weight === 0);
  const odd = await oddLayer({ layers, heads, tokens }, (layer) => read(layer, 0, heads), reader);
  const about = (language: string) =>
    odd ? say(language, "odd.layer", odd[0], odd[1][language] ?? odd[1].en ?? "") : "";
  const files = new Set(tensors.map(({ file }) => file));
  const name = files.size === 1 ? [...files].join("") : `${tensors[0]?.name} … ${tensors.at(-1)?.name}`;
  const none = () => Promise.reject(new Error("A file of weights holds neither words nor vectors."));
  return {
    source: "",
    positions: tokens,
    translated: odd !== null,
    fixed: { words, ids: same, same },
    describe: (language) => ({ ...unknown, name, about: about(language), causal, layers, heads }),
    run: () => ({ answer: Promise.resolve({ words, ids: same, same }), stop: () => undefined }),
    next: none,
    vectors: none,
    weights: (_, layer, head) => read(layer, head),
    async pictures(_, layer) {
      const side = sideOf(tokens);
      const pictures = new Float32Array(heads * side * side);
      const all = new Float32Array(heads * 4);
      for (let head = 0; head < heads; head++) {
        const weights = await read(layer, head);
        picture(weights, tokens, pictures.subarray(head * side * side, (head + 1) * side * side));
        all.set(shares(weights, same), head * 4);
      }
      return { pictures, shares: all };
    },
  };
}

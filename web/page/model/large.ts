// Queries and keys of a text that is too long for the model screen, for the large map: of all heads, or of one layer's.
import type { ModelConfig } from "../../modules/api/models";
import type { ModelScreen } from "../core/model";
import type { OwnHeads } from "../files/own-tensors";
import type { Client } from "./client";

const mostHeads = 192; // as src/large_map/own.hpp has it
const mostTokens = 16_384;

export async function largeHeads(
  client: Client,
  model: ModelScreen,
  config: ModelConfig,
  name: string,
): Promise<OwnHeads> {
  const { text, off, look } = model;
  const { layers, heads, headWidth } = config;
  const all = layers * heads <= mostHeads;
  // The same run is there at once; another sentence may have been run since.
  const run = () => client.ask("run", [text, off, mostTokens]).answer;
  const { words } = await run();
  const read = async (head: number) => {
    const layer = all ? Math.floor(head / heads) : look.layer;
    const [, vectors] = await Promise.all([run(), client.ask("vectors", [layer, head % heads]).answer]);
    return vectors.slice(0, 2 * words.length * headWidth); // queries, then keys
  };
  return { name, tokens: words.length, heads: all ? layers * heads : heads, width: headWidth, words, read };
}

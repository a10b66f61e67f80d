// Queries and keys of a text that is too long for the model screen, for the large map: of all heads, or of one layer's.
import { limits } from "../../../build/generated/model";
import type { ModelScreen } from "../core/model";
import type { OwnHeads } from "../files/choose";
import type { WorkerSource } from "./worker-source";

export async function largeHeads(source: WorkerSource, model: ModelScreen): Promise<OwnHeads> {
  const { layers, heads, headWidth } = source.opened.config;
  const all = layers * heads <= limits.largeHeadsOfOwn;
  const run = () => source.run(model, undefined, limits.largeTokens).answer; // the same run is there at once
  const { words } = await run();
  const read = async (head: number) => {
    await run();
    const layer = all ? Math.floor(head / heads) : model.look.layer;
    const vectors = await source.vectors(model, layer, head % heads);
    return vectors.slice(0, 2 * words.length * headWidth); // queries, then keys
  };
  const { name } = source.describe("en");
  return { name, tokens: words.length, heads: all ? layers * heads : heads, width: headWidth, words, read };
}

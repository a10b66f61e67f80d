// The lesson that shows chosen tensors: their numbers are read, and what is unusual about weights is told.
import type { Tensors } from "../../modules/api/tensors";
import { blockOf, Refused, type Chosen, type Part, type Plan } from "./choose";
import { queriesLesson, weightsLesson, type TokenNames } from "./lesson";
import { notesOn, say } from "./sentences";

/** Of queries and keys. causal: the mask is on at first; scale: what the products are multiplied by, without: 1 / √D. */
export interface Manner {
  causal?: boolean;
  scale?: number | undefined;
}

/** Throws Refused if neither weights nor queries and keys are chosen. */
export async function attentionLesson(
  chosen: Chosen,
  part: Part,
  plan: Plan,
  names: TokenNames,
  reader: Tensors,
  language: string,
  { causal = false, scale }: Manner = {},
): Promise<string> {
  const { weights, query, key, value } = chosen;
  const values = value ? await blockOf(value, part, plan) : null;
  if (weights) {
    const block = await blockOf(weights, part, plan);
    const notes = notesOn(reader.checkWeights({ shape: block.shape, data: block.data }), part.firstHead);
    return weightsLesson(block, values, names, notes);
  }
  if (!query || !key) throw new Refused(say(language, "need"));
  const [queries, keys] = [await blockOf(query, part, plan), await blockOf(key, part, plan)];
  return queriesLesson(queries, keys, values, names, causal, scale);
}

// Tensors that lie in the document itself, as attention_explorer.py writes them: numbers and page are one file, which a notebook
// keeps. Every other page has none.
export interface Inside {
  file: string; // a .npz file in base 64
  layers: string[]; // names of the weights in it; its other arrays are q, k and v
  tokens: string[] | string[][]; // of the queries; or of each sentence of a batch
  keyTokens: string[] | string[][]; // empty: those of the queries
  scale?: number; // of q · k; without: 1 / √D
  causal: boolean; // of q and k: the mask is on
  view: View | null; // null: the one that fits
  link: string; // language and theme
}
export type View = "attention" | "map";

/** The tokens of one sentence: one list for a batch of several is that of the first. */
export function sentenceOf(tokens: string[] | string[][], sentence: number, batch: number): string[] {
  const lists = tokens.filter((each) => Array.isArray(each));
  if (lists.length > 0) return lists[sentence] ?? [];
  return batch > 1 && sentence > 0 ? [] : (tokens as string[]);
}

const text = document.getElementById("given")?.textContent ?? "";
export const inside = text === "" ? null : (JSON.parse(text) as Inside);

/** Whether the page is a figure in another one, such as a cell of a notebook. */
export const framedFigure = inside !== null && window.parent !== window;

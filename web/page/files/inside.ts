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

const text = document.querySelector("script#given")?.textContent ?? "";
export const inside = text === "" ? null : (JSON.parse(text) as Inside);

/** Whether the page is a figure in another one, such as a cell of a notebook. */
export const framedFigure = inside !== null && window.parent !== window;

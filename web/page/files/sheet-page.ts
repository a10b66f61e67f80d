// The page as the sheet of tensors sees it.
import type { Open } from "../dialogs/dialog";
import type { ModelSource } from "../model/source";
import type { OwnHeads } from "./choose";

export interface SheetPage {
  language: string;
  wasm: () => Promise<BufferSource>;
  /** The script that reads large texts in a worker; null where there is none. */
  textWorker: URL | null;
  open: (title: string) => Open;
  show: (lesson: string) => void; // throws what is wrong with it
  showLarge: (heads: OwnHeads, causal: boolean) => void; // the same
  /** Shows all heads of all layers; null where the page cannot. */
  showHeads: ((source: ModelSource) => Promise<void>) | null;
  /** Puts numbers into X of the lesson; gives what was refused. */
  fill: (rows: number[][]) => Promise<string>;
}

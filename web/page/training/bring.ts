// Brings what trains in the page, with the core that suits the browser.
import { best } from "../../modules/variant";
import type { Core } from "../core/core";
import { bringTools, tools } from "../dialogs/tools";
import { assets, fetchBytes } from "../start/assets";
import type { Surroundings, Training } from "./training";

export type { Training };

export async function bringTraining(
  core: Core,
  page: Pick<Surroundings, "changed" | "failed">,
): Promise<Training> {
  await bringTools();
  const here = tools();
  if (!here) throw new Error("page-later.js");
  const { wasm, worker } = assets.training;
  const file = wasm[best()] ?? wasm.simd;
  if (!file) throw new Error("training.wasm");
  return new here.Training(core, {
    ...page,
    worker: worker ? new URL(worker.url, import.meta.url) : null,
    wasm: () => fetchBytes(file, () => undefined) as Promise<Uint8Array<ArrayBuffer>>,
  });
}

// The run of a step's training in the page, with the core that suits the browser.
import { best } from "../../modules/variant";
import type { Core } from "../core/core";
import { words } from "../core/words";
import { assets, fetchBytes } from "../start/assets";
import { keepForLater } from "../start/offline";
import { Training, type Surroundings } from "./training";

type Page = Pick<Surroundings, "changed"> & { paused(): void; failed(message: string): void };

const short = ["memory", "stopped", "too_large"]; // the core's errors about memory

// In the reader's language.
function sentence(code: string, message: string): string {
  if (short.includes(code)) return words("training.short");
  return words(code === "load" ? "training.unloaded" : "training.failed", message);
}

/** Starts the runner when there is first something to do. */
export class Run {
  goesOn = false;
  private kept = false; // for use without a network
  private training: Training | null = null;

  constructor(
    private readonly core: Core,
    private readonly page: Page,
  ) {
    // A tab out of sight trains no further.
    document.addEventListener("visibilitychange", () => {
      const order = document.hidden ? core.trainingOrder() : null;
      if (order && order.from !== order.until) core.apply({ type: "RunTraining", on: false });
      page.paused();
    });
  }

  /** Makes the runner follow the core's current order. */
  follow(): void {
    const order = this.core.trainingOrder();
    this.goesOn = order !== null && order.from !== order.until;
    if (order && !this.kept) {
      this.kept = true;
      const { wasm, worker } = assets.training;
      const file = wasm[best()] ?? wasm.simd;
      if (file && worker) keepForLater([file, worker]);
    }
    if (!order || (!this.training && order.from === order.until && !order.weight)) return;
    this.training ??= trainingOf(this.core, this.page);
    void this.training.follow(order, this.core.lesson);
  }
}

function trainingOf(core: Core, page: Page): Training {
  const { wasm, worker } = assets.training;
  const file = wasm[best()] ?? wasm.simd;
  if (!file) throw new Error("training.wasm");
  return new Training(core, {
    changed: () => page.changed(),
    failed: (code, message) => page.failed(sentence(code, message)),
    worker: worker ? new URL(worker.url, import.meta.url) : null,
    wasm: () => fetchBytes(file, () => undefined) as Promise<Uint8Array<ArrayBuffer>>,
  });
}

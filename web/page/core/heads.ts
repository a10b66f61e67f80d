// The trained heads of the large map: fetched when it first asks for them, and their training as a PyTorch script.
import { bytesOf } from "../start/base64";
import { assets, fetchText } from "../start/assets";
import type { Core } from "./core";
import type { Large } from "./model";

interface HeadsFile {
  script: string;
  weights: string; // float32, in base 64
}

function numbers(packed: string): Float32Array {
  return new Float32Array(bytesOf(packed).buffer);
}

export class Heads {
  private coming: Promise<void> | null = null;
  script = ""; // "": not fetched yet

  constructor(
    private readonly core: Core,
    private readonly page: { changed: () => void; failed: (message: string) => void },
  ) {}

  /** Fetches them if the map waits for them. If that fails, it shows heads made by hand again. */
  follow(large: Large | null): void {
    if (!large?.waits || large.setup.model !== "trained" || this.coming) return;
    this.coming = this.bring()
      .catch((error: unknown) => {
        this.core.apply({ type: "SetLarge", ...large.setup, model: "patterns" });
        this.page.failed(error instanceof Error ? error.message : String(error));
      })
      .finally(() => {
        this.coming = null;
        this.page.changed();
      });
  }

  private async bring(): Promise<void> {
    const { script, weights, ...described } = JSON.parse(
      await fetchText(assets.heads, () => undefined),
    ) as HeadsFile;
    const refused = this.core.loadHeads(JSON.stringify(described), numbers(weights));
    if (refused) throw new Error(`${refused.path}: ${refused.message}`);
    this.script = script;
  }
}

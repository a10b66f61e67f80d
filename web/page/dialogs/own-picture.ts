// A picture of the reader's own: opened, photographed, dropped or pasted, scaled to the lesson's size on a canvas of
// this page. Nothing leaves the computer.
import type { Core } from "../core/core";
import type { Command, LargeSetup } from "../core/model";
import { words } from "../core/words";
import { isTensors } from "../files/names";

const largestFile = 40_000_000; // bytes
const largestArea = 120_000_000; // pixels
const largeSide = 256; // pixels of a picture whose patches are the large map's tokens

// Where a picture goes: its size in pixels, and what puts it there.
interface Place {
  width: number;
  height: number;
  put: (value: string) => Command;
}

export class OwnPicture {
  private readonly input = document.createElement("input");

  constructor(
    private readonly core: Core,
    private readonly told: (sentence: string) => void,
    private readonly changed: () => void,
  ) {
    this.input.type = "file";
    this.input.accept = "image/*";
    this.input.id = "own-picture";
    this.input.hidden = true;
    document.body.append(this.input);
    this.input.addEventListener("change", () => {
      const file = this.input.files?.[0];
      this.input.value = ""; // the same file may be chosen again
      if (file) void this.take(file);
    });
    document.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault(); // else the browser would navigate to the file
      if (!file.type.startsWith("text/") && !isTensors(file.name)) void this.take(file);
    });
    document.addEventListener("paste", (event) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"));
      if (!file || !this.place()) return;
      event.preventDefault();
      void this.take(file);
    });
  }

  choose(): void {
    if (this.place()) this.input.click();
  }

  private place(): Place | null {
    const reading = this.core.reading();
    if (reading?.large) {
      const { setup } = reading.large;
      const put = (picture: string): Command => ({
        type: "SetLarge",
        ...setup,
        ...asPatches(setup),
        picture,
      });
      return { width: largeSide, height: largeSide, put };
    }
    const control = reading?.step.controls.find(({ control }) => control === "picture");
    if (!control) return null;
    const put = (value: string): Command => ({ type: "SetParameter", name: control.name, value });
    return { ...control, put };
  }

  private async take(file: File): Promise<void> {
    const place = this.place();
    if (!place) return;
    try {
      if (file.size > largestFile) throw new Error(words("own_picture.large"));
      const refused = this.core.apply(place.put(await decoded(file, place.width, place.height)));
      if (refused) throw new Error(refused.message);
      this.changed();
    } catch (error) {
      this.told(error instanceof Error ? error.message : String(error));
    }
  }
}

// What changes where words become patches: as many as a square has whose side is a power of two, all of which see all.
export function asPatches(setup: LargeSetup): Partial<LargeSetup> {
  if (setup.of === "patches") return {};
  const power = Math.min(Math.max(Math.round(Math.log2(setup.tokens) / 2), 1), 7);
  return { of: "patches", tokens: 4 ** power, causal: false, ...untrained(setup) };
}

// The trained heads are of letters, and the reader's own tensors say what their tokens are.
export const untrained = ({ model, heads }: LargeSetup): Pick<LargeSetup, "model" | "heads"> => ({
  model: model === "trained" || model === "own" ? "patterns" : model,
  heads: Math.min(heads, 16),
});

// The largest part around the centre that fits its shape, in red, green and blue.
async function decoded(file: File, width: number, height: number): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) throw new Error(words("own_picture.broken", file.name));
  try {
    if (picture.width * picture.height > largestArea) throw new Error(words("own_picture.large"));
    const scale = Math.min(picture.width / width, picture.height / height);
    const [w, h] = [width * scale, height * scale];
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error(words("own_picture.broken", file.name));
    context.fillStyle = "#fff"; // behind what is transparent
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, (picture.width - w) / 2, (picture.height - h) / 2, w, h, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    let bytes = "";
    for (let i = 0; i < data.length; i += 4) bytes += String.fromCharCode(...data.subarray(i, i + 3));
    return `own:${btoa(bytes)}`;
  } finally {
    picture.close();
  }
}

// A picture of the reader's own: opened, photographed, dropped or pasted, scaled to the lesson's size on a canvas of
// this page. Nothing leaves the computer.
import type { Core } from "../core/core";
import { h } from "../core/element";
import type { Command, LargeSetup } from "../core/model";
import { words } from "../core/words";
import { isTensors } from "../files/names";

const largestFile = 40_000_000; // bytes
const largestArea = 120_000_000; // pixels
const modelSide = 4096; // pixels of the longer side of what a model is given
const largeSide = 256; // pixels of a picture whose patches are the large map's tokens

// Where a picture goes: what puts it there.
type Place = (picture: ImageBitmap, name: string) => Command;

/** A picture as a model of pictures takes it. */
export interface Pixels {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}

export class OwnPicture {
  private readonly input = h("input", { type: "file", accept: "image/*", id: "own-picture", hidden: "" });

  constructor(
    private readonly core: Core,
    private readonly told: (sentence: string) => void,
    private readonly changed: () => void,
    /** Keeps one for the model of pictures that is open; returns the text that stands for it. */
    private readonly keep: (name: string, picture: Pixels) => string,
  ) {
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
    if (reading?.model?.about?.pictures) {
      return (picture, name) => ({ type: "SetModelText", text: this.keep(name, whole(picture)) });
    }
    if (reading?.large) {
      const { setup } = reading.large;
      return (picture) => ({
        type: "SetLarge",
        ...setup,
        ...asPatches(setup),
        picture: cut(picture, largeSide, largeSide),
      });
    }
    const control = reading?.step.controls.find(({ control }) => control === "picture");
    if (!control) return null;
    const { name, width, height } = control;
    return (picture) => ({ type: "SetParameter", name, value: cut(picture, width, height) });
  }

  private async take(file: File): Promise<void> {
    const place = this.place();
    if (!place) return;
    try {
      if (file.size > largestFile) throw new Error(words("own_picture.large"));
      const picture = await createImageBitmap(file).catch(() => null);
      if (!picture) throw new Error(words("own_picture.broken", file.name));
      try {
        if (picture.width * picture.height > largestArea) throw new Error(words("own_picture.large"));
        const refused = this.core.apply(place(picture, file.name));
        if (refused) throw new Error(refused.message);
      } finally {
        picture.close();
      }
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

// A part of a picture, scaled to a size, on white.
function drawn(picture: ImageBitmap, from: readonly [number, number], to: readonly [number, number]): Pixels {
  const [width, height] = to;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error(words("own_picture.large"));
  context.fillStyle = "#fff"; // behind what is transparent
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  const [w, h] = from;
  context.drawImage(picture, (picture.width - w) / 2, (picture.height - h) / 2, w, h, 0, 0, width, height);
  return { pixels: context.getImageData(0, 0, width, height).data, width, height };
}

/** All of it: a model's own settings say how it is made smaller. */
function whole(picture: ImageBitmap): Pixels {
  const scale = Math.min(1, modelSide / Math.max(picture.width, picture.height));
  const size = (side: number) => Math.max(1, Math.round(side * scale));
  return drawn(picture, [picture.width, picture.height], [size(picture.width), size(picture.height)]);
}

// The largest part around the centre that fits a shape, in red, green and blue.
function cut(picture: ImageBitmap, width: number, height: number): string {
  const scale = Math.min(picture.width / width, picture.height / height);
  const { pixels } = drawn(picture, [width * scale, height * scale], [width, height]);
  let bytes = "";
  for (let i = 0; i < pixels.length; i += 4) bytes += String.fromCharCode(...pixels.subarray(i, i + 3));
  return `own:${btoa(bytes)}`;
}

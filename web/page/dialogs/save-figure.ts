// Saves pictures as SVG or PNG, with an alternative text inside the file: the step's figure, the numbers of a lesson.
import type { Core } from "../core/core";
import { h, press, save } from "../core/element";
import { named, segments, toggle } from "./choices";
import { copyFrom, primary, showPanes, type Open, type Pane } from "./dialog";
import { altOf, drawingOf, withFonts, type Drawing } from "../core/drawing";
import type { Reading } from "../core/model";
import { assets, fetchBytes } from "../start/assets";
import { csvOf, tellable } from "./table-file";
import { words, type WordId } from "../core/words";

const sharper = 2; // pixels of the PNG per px of the drawing
const startOfPng = 8 + 25; // signature and header: text chunks follow them

function checksum(bytes: Uint8Array): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}

// PNG calls an alternative text "Description"; iTXt is its text chunk for any language.
export function described(png: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  const body = new TextEncoder().encode(`iTXtDescription\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(body.length + 4, checksum(body));
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, startOfPng));
  whole.set(chunk, startOfPng);
  whole.set(png.subarray(startOfPng), startOfPng + chunk.length);
  return whole;
}

export const svgFile = ({ svg }: Drawing) => new Blob([svg], { type: "image/svg+xml" });

// With its fonts inside.
async function whole(made: Drawing): Promise<Drawing> {
  const fetchFace = async (name: string) => {
    const file = assets.fonts[name];
    return file ? fetchBytes(file, () => undefined) : null;
  };
  return withFonts(made, fetchFace);
}

// Safari draws no canvas of more pixels, or of a longer side.
const mostPixels = 2 ** 24;
const longestSide = 2 ** 14;

export function pngSize({ width, height }: { width: number; height: number }): [number, number] {
  const factor = Math.min(
    sharper,
    Math.sqrt(mostPixels / (width * height)),
    longestSide / Math.max(width, height),
  );
  return [Math.max(Math.floor(width * factor), 1), Math.max(Math.floor(height * factor), 1)];
}

async function pngFile(made: Drawing): Promise<Blob> {
  const address = URL.createObjectURL(svgFile(made));
  try {
    const image = new Image(...pngSize(made));
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d")?.drawImage(image, 0, 0, image.width, image.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (!blob) throw new Error(words("figure.failed"));
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return new Blob([described(bytes, made.alt)], { type: "image/png" });
  } finally {
    URL.revokeObjectURL(address);
  }
}

// A figure requested by another page: text can be posted to any of them.
export async function figureText(made: Drawing, kind: "svg" | "png"): Promise<string> {
  if (kind === "svg") return (await whole(made)).svg;
  const reader = new FileReader();
  const read = new Promise<string>((resolve, reject) => {
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error(words("figure.failed"))));
  });
  reader.readAsDataURL(new Blob([await pngFile(await whole(made))], { type: "image/png" }));
  return read;
}

/** How a figure is saved. */
export interface Look {
  size: "small" | "middle" | "large";
  ground: "dark" | "light" | "for_dark" | "for_light"; // the last two are transparent
  numbers: boolean;
}

const room = {
  small: { width: 640, height: 480 },
  middle: { width: 960, height: 720 },
  large: { width: 1400, height: 1050 },
};

export const lookOfPage = (): Look => ({
  size: "middle",
  ground: document.documentElement.dataset.theme === "light" ? "light" : "dark",
  numbers: true,
});

/** What `PictureOptions` ask of a look. */
export const optionsOf = ({ size, ground, numbers }: Look) => ({
  ...room[size],
  dark: ground === "dark" || ground === "for_dark",
  ground: !ground.startsWith("for_"),
  numbers,
});

/** The step's figure as the canvas draws it, in the page's current colours if nothing else is said; null if it shows none. */
export function figureOf(core: Core, reading: Reading, look = lookOfPage()): Drawing | null {
  if (reading.contents || reading.large || reading.model || reading.closing) return null;
  const svg = core.picture({ ...optionsOf(look), of: "figure" });
  return drawingOf(svg, altOf(reading.tensors), `${reading.step.title} · ${reading.lesson.title}`);
}

/** The picture in small, as it will be saved. */
export function preview(drawing: Drawing, ground: Look["ground"] = lookOfPage().ground): HTMLImageElement {
  const image = h("img", { class: "figure", alt: "", "data-ground": ground });
  image.addEventListener("load", () => URL.revokeObjectURL(image.src));
  void whole(drawing).then((made) => (image.src = URL.createObjectURL(svgFile(made))));
  return image;
}

type Choice = "size" | "ground" | "numbers";

/** The numbers behind a picture. */
export interface Table {
  label: string;
  file: string; // its name, without an ending
  csv: () => string;
}

/** What can be saved: a picture, in one of its looks, and its numbers. */
export interface Saved {
  id: string;
  label: string; // in the row that chooses it
  title: string; // below it; "" without one
  file: string; // its name, without an ending
  draw: (look: Look) => Drawing | null;
  choices: readonly Choice[];
  tables: readonly Table[];
  json?: () => string; // what the page opens again
}

const mostPreviewed = 4000; // characters of a table
const formats = ["SVG", "PNG", "CSV", "JSON"] as const;
type Format = (typeof formats)[number];

// What is chosen of the pictures of one dialog.
class Saving {
  private readonly look = lookOfPage();
  private format: Format = "SVG";
  private table = 0;
  private drawing: Drawing | null = null;
  private readonly figure = h("figure");
  private readonly choices = h("div", { class: "choices" });
  private readonly others = h("div", { class: "choices" }); // of this picture in this format
  private readonly save = primary("", () => void this.write());
  private readonly copyAlt = press(words("figure.copy"), () => void copyFrom(this.alt, this.into.status));
  private readonly alt = h("textarea", { readonly: "", rows: "3", "aria-label": words("figure.alt") });

  constructor(
    private readonly all: readonly Saved[],
    private saved: Saved,
    private readonly into: Open,
  ) {
    into.body.append(h("div", { class: "split" }, this.figure, this.choices));
    into.foot.append(this.copyAlt, this.save);
  }

  private async write(): Promise<void> {
    const { drawing, format, saved, into } = this;
    const table = saved.tables[this.table];
    into.status.textContent = "";
    try {
      if (format === "CSV") {
        if (table) save(new Blob([table.csv()], { type: "text/csv" }), `${table.file}.csv`);
      } else if (format === "JSON") {
        const text = saved.json?.() ?? "";
        save(new Blob([text], { type: "application/json" }), `${saved.file}.json`);
      } else if (drawing) {
        const made = await whole(drawing);
        save(format === "SVG" ? svgFile(made) : await pngFile(made), `${saved.file}.${format.toLowerCase()}`);
      }
    } catch (error) {
      into.status.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  show(): void {
    const { all, saved } = this;
    this.choices.replaceChildren();
    if (all.length > 1)
      this.add(
        "figure.which",
        all.map(({ id, label }) => [id, label] as const),
        saved.id,
        (to) => {
          this.saved = all.find(({ id }) => id === to) ?? saved;
          this.table = 0;
          this.rest();
          this.redraw();
        },
      );
    const offered = formats.filter((format) => {
      if (format === "CSV") return all.some(({ tables }) => tables.length > 0);
      return format !== "JSON" || all.some(({ json }) => json);
    });
    this.add(
      "figure.format",
      offered.map((format) => [format, format] as const),
      this.format,
      (to) => {
        this.format = to;
        this.rest();
        this.redraw();
      },
    );
    this.choices.append(this.others);
    this.rest();
    this.redraw();
  }

  private add<T extends string>(
    label: WordId,
    options: readonly (readonly [T, string])[],
    chosen: T,
    choose: (to: T) => void,
    into = this.choices,
  ): void {
    into.append(named(words(label), segments(words(label), options, chosen, choose)));
  }

  private rest(): void {
    const { others, look, saved } = this;
    others.replaceChildren();
    const change = () => this.redraw();
    if (this.format === "JSON") return;
    if (this.format === "CSV") {
      if (saved.tables.length > 1)
        this.add(
          "figure.numbers",
          saved.tables.map(({ label }, i) => [String(i), label] as const),
          String(this.table),
          (to) => {
            this.table = Number(to);
            change();
          },
          others,
        );
      return;
    }
    const choice = <K extends "size" | "ground">(key: K, all: readonly Look[K][]) =>
      this.add(
        `figure.${key}`,
        all.map((each) => [each, words(`figure.${key}.${each}` as WordId)] as const),
        look[key],
        (to) => {
          look[key] = to;
          change();
        },
        others,
      );
    if (saved.choices.includes("size")) choice("size", ["small", "middle", "large"]);
    if (saved.choices.includes("ground")) choice("ground", ["dark", "light", "for_dark", "for_light"]);
    if (saved.choices.includes("numbers"))
      others.append(
        named(
          words("figure.content"),
          toggle(words("figure.with_numbers"), look.numbers, (on) => {
            look.numbers = on;
            change();
          }),
        ),
      );
    others.append(this.alt);
  }

  private redraw(): void {
    const { format, saved, look } = this;
    const table = saved.tables[this.table];
    this.into.status.textContent = "";
    this.save.textContent = words("figure.save", format);
    this.save.disabled = format === "CSV" && !table;
    this.copyAlt.hidden = format === "CSV" || format === "JSON";
    if (format === "CSV" || format === "JSON") {
      const text = (format === "CSV" ? table?.csv() : saved.json?.()) ?? words("figure.no_numbers");
      this.figure.replaceChildren(h("pre", { tabindex: "0" }, text.slice(0, mostPreviewed)));
      return;
    }
    this.drawing = saved.draw(look);
    this.alt.value = this.drawing?.alt ?? "";
    this.figure.replaceChildren(...(this.drawing ? [preview(this.drawing, look.ground)] : []));
    if (saved.title) this.figure.append(h("figcaption", {}, saved.title));
  }
}

/** The pane that saves pictures, of which the first is chosen; null without one that can be drawn. */
export function savePane(all: readonly Saved[]): Pane | null {
  const drawn = all.filter(({ draw }) => draw(lookOfPage()) !== null);
  const [first] = drawn;
  if (!first) return null;
  return {
    id: "figure",
    label: words("figure.title"),
    fill: (into) => new Saving(drawn, first, into).show(),
  };
}

/** The picture of the numbers that a lesson built, on its last page; null without. */
export function numbersOf(core: Core, reading: Reading, look = lookOfPage()): Drawing | null {
  const alt = `${words("numbers.label", reading.lesson.title)}. ${altOf(reading.tensors)}`;
  const svg = core.picture({ ...optionsOf(look), width: 1200, height: 630, of: "numbers" });
  return drawingOf(svg, alt, words("numbers.label", reading.lesson.title));
}

/** Opens the dialog that saves them. */
export function saveNumbers(core: Core, open: () => Open): void {
  const reading = core.reading();
  if (!reading) return;
  const pane = savePane([
    {
      id: "numbers",
      label: "",
      title: "",
      file: `${reading.lesson.id}-numbers`,
      draw: (look) => numbersOf(core, reading, look),
      choices: ["ground"],
      tables: [],
    },
  ]);
  if (pane) showPanes(open(), [pane]);
}

/** The step's figure and the numbers of its tensors; null without a figure. */
export function figurePane(core: Core): Pane | null {
  const reading = core.reading();
  if (!reading) return null;
  const file = `${reading.lesson.id}-${reading.step.id}`;
  return savePane([
    {
      id: "figure",
      label: "",
      title: "",
      file,
      draw: (look) => figureOf(core, reading, look),
      choices: ["size", "ground", "numbers"],
      tables: reading.tensors.filter(tellable).map((tensor) => ({
        label: tensor.name,
        file: `${file}-${tensor.name}`,
        csv: () => csvOf(core, tensor),
      })),
    },
  ]);
}

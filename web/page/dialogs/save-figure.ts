// Saves pictures as SVG or PNG, with an alternative text inside the file: the step's figure, the numbers of a lesson.
import type { Core } from "../core/core";
import { copy, type Open } from "./dialog";
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

export function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may ask where to save first
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

// Buttons that save a drawing under this name, and its alternative text.
function saveButtons(drawing: () => Drawing, name: string, status: HTMLElement): HTMLElement[] {
  const press = (label: string, action: () => Promise<void> | void) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => {
      Promise.resolve()
        .then(action)
        .catch(
          (error: unknown) => (status.textContent = error instanceof Error ? error.message : String(error)),
        );
    });
    return button;
  };
  const label = document.createElement("label");
  const field = document.createElement("textarea");
  field.readOnly = true;
  field.rows = 3;
  field.value = drawing().alt;
  label.append(words("figure.alt"), field);
  const buttons = document.createElement("p");
  buttons.append(
    press(words("figure.save", "SVG"), async () => save(svgFile(await whole(drawing())), `${name}.svg`)),
    press(words("figure.save", "PNG"), async () =>
      save(await pngFile(await whole(drawing())), `${name}.png`),
    ),
    press(words("figure.copy"), async () => {
      const done = await copy(drawing().alt);
      if (!done) field.select();
      status.textContent = words(done ? "copied" : "share.fallback");
    }),
  );
  return [buttons, label];
}

// Saves the numbers of one of the step's tensors.
function tableControls(core: Core, reading: Reading, name: string): HTMLElement[] {
  const tensors = reading.tensors.filter(tellable);
  if (tensors.length === 0) return [];
  const select = document.createElement("select");
  select.append(...tensors.map(({ name }) => new Option(name)));
  const label = document.createElement("label");
  label.append(`${words("figure.numbers")} `, select);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words("figure.save", "CSV");
  button.addEventListener("click", () => {
    const tensor = tensors[select.selectedIndex];
    if (tensor) save(new Blob([csvOf(core, tensor)], { type: "text/csv" }), `${name}-${tensor.name}.csv`);
  });
  const line = document.createElement("p");
  line.append(label, " ", button);
  return [line];
}

type Choice = "size" | "ground" | "numbers";

/** The picture in small, as it will be saved, what can be chosen of it, and the buttons that save it; [] where it is none. */
export function saveControls(
  draw: (look: Look) => Drawing | null,
  choices: readonly Choice[],
  name: string,
  status: HTMLElement,
): HTMLElement[] {
  const look = lookOfPage();
  const first = draw(look);
  if (!first) return [];
  let made = first;
  const image = new Image();
  image.className = "figure";
  image.alt = "";
  const redraw = () => {
    made = draw(look) ?? made;
    image.dataset.ground = look.ground;
    URL.revokeObjectURL(image.src);
    void whole(made).then((whole) => (image.src = URL.createObjectURL(svgFile(whole))));
  };
  const choice = <K extends "size" | "ground">(key: K, all: readonly Look[K][]): HTMLElement => {
    const select = document.createElement("select");
    select.dataset.look = key;
    select.append(...all.map((each) => new Option(words(`figure.${key}.${each}` as WordId), each)));
    select.value = look[key];
    select.addEventListener("change", () => {
      look[key] = select.value as Look[K];
      redraw();
    });
    const label = document.createElement("label");
    label.append(`${words(`figure.${key}`)} `, select);
    return label;
  };
  const withNumbers = () => {
    const check = document.createElement("input");
    check.type = "checkbox";
    check.checked = true;
    check.addEventListener("change", () => {
      look.numbers = check.checked;
      redraw();
    });
    const label = document.createElement("label");
    label.append(check, ` ${words("figure.with_numbers")}`);
    return label;
  };
  const controls = {
    size: () => choice("size", ["small", "middle", "large"]),
    ground: () => choice("ground", ["dark", "light", "for_dark", "for_light"]),
    numbers: withNumbers,
  };
  const line = document.createElement("p");
  line.className = "look";
  line.append(...choices.map((each) => controls[each]()));
  redraw();
  return [image, line, ...saveButtons(() => made, name, status)];
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
  if (!reading || !numbersOf(core, reading)) return;
  const { body, status } = open();
  const draw = (look: Look) => numbersOf(core, reading, look);
  body.append(...saveControls(draw, ["ground"], `${reading.lesson.id}-numbers`, status));
}

// For the dialog of the lesson's code; empty without a figure.
export function figureControls(core: Core, status: HTMLElement): HTMLElement[] {
  const reading = core.reading();
  if (!reading) return [];
  const name = `${reading.lesson.id}-${reading.step.id}`;
  const draw = (look: Look) => figureOf(core, reading, look);
  const controls = saveControls(draw, ["size", "ground", "numbers"], name, status);
  if (controls.length === 0) return [];
  const heading = document.createElement("h3");
  heading.textContent = words("figure.title");
  return [heading, ...controls, ...tableControls(core, reading, name)];
}

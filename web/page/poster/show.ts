// Shows the picture of the reader's numbers in a dialog, and saves it as PNG or SVG.
import type { Core } from "../core/core";
import { words } from "../core/words";
import { open } from "../dialogs/dialog";
import { saveButtons, svgFile } from "../dialogs/save-figure";
import type { Formula } from "../reading/formula";
import { assets, fetchBytes } from "../start/assets";
import { faceOf, type Face } from "./outlines";
import { poster } from "./poster";

const drawnWith = ["inter-400", "inter-500", "inter-display-600", "math", "main", "mono"];

// A face that is missing leaves its words to the fonts of whoever sees the picture.
async function facesFor(formula: Formula | null): Promise<Map<string, Face>> {
  const names = new Set([...drawnWith, ...(formula?.glyphs ?? []).map(({ face }) => face)]);
  const faces = new Map<string, Face>();
  await Promise.all(
    [...names].map(async (name) => {
      const file = assets.fonts[name];
      if (file) faces.set(name, faceOf(await fetchBytes(file, () => undefined)));
    }),
  );
  return faces;
}

// What the style sheet gives to the names of this role.
function inkOf(role: string): string {
  const sample = document.createElement("span");
  sample.className = `role-${role}`;
  document.body.append(sample);
  const { color } = getComputedStyle(sample);
  sample.remove();
  return color;
}

/** Rejects where a file that it needs cannot be fetched. */
export async function showNumbers(
  core: Core,
  formulae: ReadonlyMap<string, Formula>,
  closed: () => void,
): Promise<void> {
  const reading = core.reading();
  const figures = core.figures(document.documentElement.dataset.theme !== "light");
  const matrices = figures?.poster;
  if (!reading?.closing || !figures || !matrices?.length) return;
  const tex = reading.closing.poster;
  const formula = formulae.get(tex) ?? null;
  const made = poster({
    title: reading.lesson.title,
    own: reading.changed ? words("numbers.own") : "",
    name: core.text("app.name"),
    label: words("numbers.label", reading.lesson.title),
    matrices,
    formula,
    tex,
    colors: figures.colors,
    ink: inkOf,
    faces: await facesFor(formula),
  });
  if (!made) return;
  const image = new Image(made.width, made.height);
  image.className = "numbers";
  image.alt = made.alt;
  image.src = URL.createObjectURL(svgFile(made));
  const { body, status } = open(core.text("end.numbers"), () => {
    URL.revokeObjectURL(image.src);
    closed();
  });
  body.append(image, ...saveButtons(made, `${reading.lesson.id}-numbers`, status));
}

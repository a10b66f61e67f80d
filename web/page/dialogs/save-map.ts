// Saves the maps of the model screen and of the large map: SVG, PNG, and the weights as CSV.
import type { Core } from "../core/core";
import type { Drawing } from "../core/drawing";
import { arcsDrawing, headsDrawing, mapDrawing, mapTable } from "../core/map-figure";
import type { FigureMap, Reading } from "../core/model";
import { words } from "../core/words";
import type { Open } from "./dialog";
import { save, saveButtons } from "./save-figure";
import { csvLines } from "./table-file";

// The alternative text: what the map is of, and what the followed row looks at.
function toldOf(reading: Reading, name: string): string {
  const { model, large } = reading;
  const sentence = model?.run ? words("map.sentence", model.run.words.join(" ")) : "";
  const row = model ? model.rows[0]?.row : large?.followed;
  const weights = row?.largest.map(({ label, text }) => `${label}: ${text}`).join("; ");
  const followed = row && weights ? words("map.row", row.label, weights) : "";
  return [words("map.alt", name), sentence, followed].filter(Boolean).join(" ");
}

const fileOf = (name: string) => `attention ${name}`.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();

const figuresOf = (core: Core) => core.figures(document.documentElement.dataset.theme !== "light");
const nameOf = (maps: readonly FigureMap[]) => maps.map(({ name }) => name).join(" / ");

/** The chosen heads, as on screen; null where none are shown, or not computed yet. */
export function mapOf(core: Core, reading: Reading): Drawing | null {
  const figures = reading.model || reading.large ? figuresOf(core) : null;
  const name = nameOf(figures?.maps?.maps ?? []);
  return figures && mapDrawing(figures, name, toldOf(reading, name));
}

/** Fills the dialog, which `open` opens; "" or why there is nothing to save. */
export function saveMaps(core: Core, open: () => Open): string {
  const reading = core.reading();
  const figures = figuresOf(core);
  const chosen = reading && mapOf(core, reading);
  if (!chosen || !figures?.maps) return words("map.waits");
  const { maps, heads, heading } = figures.maps;
  const name = nameOf(maps);
  const { body, status } = open();
  const titled = (text: string) => {
    const line = document.createElement("h3");
    line.textContent = text;
    return line;
  };
  body.append(titled(name), ...saveButtons(chosen, fileOf(name), status));
  const tables = document.createElement("p");
  for (const map of maps) {
    if (map.weights.length === 0) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words("map.csv", map.name);
    button.addEventListener("click", () => {
      const table = new Blob([csvLines(mapTable(map))], { type: "text/csv" });
      save(table, `${fileOf(map.name)}.csv`);
    });
    tables.append(button, " ");
  }
  if (tables.hasChildNodes()) body.append(tables);
  const arcs = arcsDrawing(figures, name, toldOf(reading, name));
  if (arcs)
    body.append(titled(words("map.arcs", name)), ...saveButtons(arcs, `${fileOf(name)}-arcs`, status));
  const all =
    heads.length > 0 && headsDrawing(figures, heading, words("map.alt", heading), words("map.numbers"));
  if (all) body.append(titled(heading), ...saveButtons(all, fileOf(heading), status));
  return "";
}

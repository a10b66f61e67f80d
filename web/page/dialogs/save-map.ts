// Saves the maps of the model screen and of the large map, and the parts of a word's logit: as SVG and PNG as the canvas draws
// them, and the numbers as CSV.
import type { Core } from "../core/core";
import { drawingOf, type Drawing } from "../core/drawing";
import type { MapTable, Reading } from "../core/model";
import { words } from "../core/words";
import type { Open } from "./dialog";
import { lookOfPage, optionsOf, save, saveControls, type Look } from "./save-figure";
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
const nameOf = (tables: readonly MapTable[]) => tables.map(({ name }) => name).join(" / ");

const mostTold = 8; // parts of a logit in an alternative text

// The parts of a word's logit, the largest first.
function partsTold({ name, rows, weights }: MapTable): string {
  const values = rows.map((part, i) => ({ part, value: weights[i]?.[0] ?? 0 }));
  const largest = values.sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, mostTold);
  const told = largest.map(({ part, value }) => `${part}: ${value.toFixed(3).replace("-", "−")}`);
  return `${name} ${told.join("; ")}.`;
}

/** The chosen heads or the parts of a word's logit, as on screen; null where none are shown, or not computed yet. */
export function mapOf(core: Core, reading: Reading, look = lookOfPage()): Drawing | null {
  if (!reading.model && !reading.large) return null;
  const tables = core.mapTables();
  const [parts] = tables;
  if (reading.model?.look.why)
    return parts
      ? drawingOf(core.picture({ ...optionsOf(look), of: "parts" }), partsTold(parts), parts.name)
      : null;
  const name = nameOf(tables);
  return drawingOf(core.picture({ ...optionsOf(look), of: "map" }), toldOf(reading, name), name);
}

const rowsOf = ({ name, rows, columns, weights }: MapTable): (string | number)[][] => [
  [name, ...columns],
  ...weights.map((row, i) => [rows[i] ?? "", ...row]),
];

/** Fills the dialog, which `open` opens; "" or why there is nothing to save. */
export function saveMaps(core: Core, open: () => Open): string {
  const reading = core.reading();
  const tables = core.mapTables();
  const why = reading?.model?.look.why;
  const name = why ? (tables[0]?.name ?? "") : nameOf(tables);
  if (!reading || !mapOf(core, reading)) return words("map.waits");
  const { body, status } = open();
  const section = (title: string, controls: HTMLElement[]) => {
    if (controls.length === 0) return;
    const heading = document.createElement("h3");
    heading.textContent = title;
    body.append(heading, ...controls);
  };
  const other = (of: "arcs" | "heads", title: string, width: object, alt: string) => (look: Look) =>
    drawingOf(core.picture({ ...optionsOf(look), ...width, of }), alt, title);

  section(
    name,
    saveControls((look) => mapOf(core, reading, look), ["size", "ground"], fileOf(name), status),
  );
  const files = document.createElement("p");
  for (const table of tables) {
    if (table.weights.length === 0) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words(why ? "map.csv_parts" : "map.csv", table.name);
    button.addEventListener("click", () => {
      save(new Blob([csvLines(rowsOf(table))], { type: "text/csv" }), `${fileOf(table.name)}.csv`);
    });
    files.append(button, " ");
  }
  if (files.hasChildNodes()) body.append(files);
  if (!reading.model || why) return "";
  const { about } = reading.model;
  const arcs = words("map.arcs", name);
  const asWide = { width: 6000 }; // as the sentence needs
  section(
    arcs,
    saveControls(
      other("arcs", arcs, asWide, toldOf(reading, name)),
      ["ground"],
      `${fileOf(name)}-arcs`,
      status,
    ),
  );
  const heads = core.text("model.heads", String((about?.layers ?? 0) * (about?.heads ?? 0)));
  section(
    heads,
    saveControls(
      other("heads", heads, {}, words("map.alt", heads)),
      ["size", "ground"],
      fileOf(heads),
      status,
    ),
  );
  return "";
}

// Saves the maps of the model screen and of the large map, and the parts of a word's logit: as SVG and PNG as the canvas draws
// them, and the numbers as CSV.
import type { Core } from "../core/core";
import { drawingOf, type Drawing } from "../core/drawing";
import type { MapTable, Reading } from "../core/model";
import { words } from "../core/words";
import { showPanes, type Open } from "./dialog";
import { lookOfPage, optionsOf, savePane, type Look, type Saved, type Table } from "./save-figure";
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

// What heads do over texts: of each measure the head that has most of it.
function atlasTold({ name, rows, columns, weights }: MapTable): string {
  const most = columns.map((measure, i) => {
    const value = (row: number) => weights[row]?.[i] ?? Number.NEGATIVE_INFINITY;
    const best = rows.reduce((at, _, row) => (value(row) > value(at) ? row : at), 0);
    return `${measure}: ${rows[best] ?? ""} (${value(best).toFixed(3)})`;
  });
  return `${name}. ${most.join("; ")}.`;
}

/** The chosen heads or the parts of a word's logit, as on screen; null where none are shown, or not computed yet. */
export function mapOf(core: Core, reading: Reading, look = lookOfPage()): Drawing | null {
  if (!reading.model && !reading.large) return null;
  const tables = core.mapTables();
  const [parts] = tables;
  const { why, over } = reading.model?.look ?? {};
  if (why || over) {
    if (!parts) return null;
    const told = why ? partsTold(parts) : atlasTold(parts);
    return drawingOf(core.picture({ ...optionsOf(look), of: "parts" }), told, parts.name);
  }
  const name = nameOf(tables);
  return drawingOf(core.picture({ ...optionsOf(look), of: "map" }), toldOf(reading, name), name);
}

const rowsOf = ({ name, rows, columns, weights }: MapTable): (string | number)[][] => [
  [name, ...columns],
  ...weights.map((row, i) => [rows[i] ?? "", ...row]),
];

const tableOf = (table: MapTable): Table => ({
  label: table.name,
  file: fileOf(table.name),
  csv: () => csvLines(rowsOf(table)),
});

// What heads do over texts, as the model screen opens it again: numbers that there are none of are null.
const atlasFile =
  (core: Core, { model }: Reading, { columns, weights }: MapTable) =>
  (): string => {
    const { name, family, layers, heads } = model?.about ?? {};
    return JSON.stringify({
      format: "attention-explorer atlas",
      version: 1,
      model: { name, family, layers, heads },
      measures: columns,
      means: weights,
      ...core.atlasTexts(),
    });
  };

/** Opens the dialog that saves them; "" or why there is nothing to save. */
export function saveMaps(core: Core, open: () => Open): string {
  const reading = core.reading();
  const tables = core.mapTables();
  const { why, over } = reading?.model?.look ?? {};
  const alone = why || over; // one table that is no map
  const name = alone ? (tables[0]?.name ?? "") : nameOf(tables);
  if (!reading || !mapOf(core, reading)) return words("map.waits");
  const whole: Saved = {
    id: "map",
    label: words("map.of.map"),
    title: name,
    file: fileOf(name),
    draw: (look) => mapOf(core, reading, look),
    choices: ["size", "ground"],
    tables: tables.filter(({ weights }) => weights.length > 0).map(tableOf),
    ...(over && tables[0] && { json: atlasFile(core, reading, tables[0]) }),
  };
  const all = [whole];
  if (reading.model && !alone) {
    const { layers = 0, heads: each = 0, pictures = false } = reading.model.about ?? {};
    const heads = core.text(pictures ? "model.heads.picture" : "model.heads", String(layers * each));
    const other = (of: "arcs" | "heads", title: string, width: object, alt: string) => (look: Look) =>
      drawingOf(core.picture({ ...optionsOf(look), ...width, of }), alt, title);
    const asWide = pictures ? {} : { width: 6000 }; // as the sentence needs
    const arcs = pictures ? name : words("map.arcs", name);
    all.push({
      id: "arcs",
      label: pictures ? core.text("model.picture") : words("map.of.arcs"),
      title: arcs,
      file: `${fileOf(name)}-arcs`,
      draw: other("arcs", arcs, asWide, toldOf(reading, name)),
      choices: pictures ? ["size", "ground"] : ["ground"],
      tables: whole.tables,
    });
    all.push({
      id: "heads",
      label: heads,
      title: "",
      file: fileOf(heads),
      draw: other("heads", heads, {}, words("map.alt", heads)),
      choices: ["size", "ground"],
      tables: [],
    });
  }
  const pane = savePane(all);
  if (pane) showPanes(open(), [pane]);
  return "";
}

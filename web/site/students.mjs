// Numbers of each student's own: for every name a link that opens the lesson with inputs drawn from that name, and the right
// answers to its questions with these numbers. The same name has the same numbers every time.
// usage: node students.mjs WASM_FOLDER CACHE LESSON_FILE TENSOR ADDRESS, with names, one a line; prints CSV
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { argv, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { loadCore } from "./core.mjs";

const most = 3; // inputs are whole numbers from 0 to it, which can be worked with on paper

const must = (refused) => {
  if (refused) throw new Error(refused.path ? `${refused.path}: ${refused.message}` : refused.message);
};

/** Whole numbers from 0 to 3, drawn from a name; no row consists of zeros alone, for it would ask nothing. */
export function numbersOf(name, rows, columns) {
  const bytes = createHash("sha512").update(name.normalize("NFC").trim()).digest();
  const drawn = (at) => bytes[at % bytes.length] % (most + 1);
  return Array.from({ length: rows }, (_, row) => {
    const numbers = Array.from({ length: columns }, (_, column) => drawn(row * columns + column));
    if (numbers.every((number) => number === 0)) numbers[row % columns] = 1;
    return numbers;
  });
}

const quoted = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
// A spreadsheet takes what begins with one of these for a formula.
const safe = (value) => (/^(?:[=+@\t]|-(?!\d+(?:\.\d+)?$))/.test(value) ? `'${value}` : value);

// The first step that shows it is the current one afterwards.
function inputOf(core, tensor) {
  for (const { id } of core.reading().steps.filter((step) => step.id !== "end")) {
    must(core.apply({ type: "GoToStep", id }));
    const found = core.reading().tensors.find(({ name, editable }) => name === tensor && editable);
    if (found) return found;
  }
  throw new Error(`No step shows “${tensor}” as a matrix that can be changed.`);
}

/**
 * @param core with no lesson open
 * @param lesson the lesson file's text
 * @param tensor the input whose numbers are drawn, with two axes
 * @returns rows of a table: a heading, then one for each name
 */
export function studentsTable(core, lesson, tensor, names, address) {
  const rows = [];
  let heading = null;
  for (const name of names) {
    must(core.open(lesson, "en"));
    const { node, rows: given } = inputOf(core, tensor);
    numbersOf(name, given.length, given[0].length).forEach((row, i) =>
      row.forEach((number, j) =>
        must(core.apply({ type: "EditCell", cell: { node, index: [i, j] }, text: String(number) })),
      ),
    );
    const link = `${address}#${core.link()}`;
    const answers = [];
    const asked = [];
    for (const { id } of core.reading().steps.filter((step) => step.id !== "end")) {
      must(core.apply({ type: "GoToStep", id }));
      core.answerKey()?.parts.forEach(({ right }, part) => {
        asked.push(`${id} ${part + 1}`);
        answers.push(right);
      });
    }
    heading ??= ["name", "link", ...asked];
    rows.push([name, link, ...answers]);
  }
  return [heading ?? ["name", "link"], ...rows];
}

export const csv = (rows) =>
  rows.map((row) => row.map((value) => quoted(safe(value))).join(",") + "\r\n").join("");

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [wasmFolder, cache, lesson, tensor, address] = argv.slice(2);
  const names = readFileSync(0, "utf8")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const { core } = await loadCore(resolve(wasmFolder), resolve(cache));
  stdout.write(csv(studentsTable(core, readFileSync(lesson, "utf8"), tensor, names, address)));
}

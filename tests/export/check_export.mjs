// Runs the script that each lesson, and gradients.json beside this file, exports and compares every tensor that it prints
// with the lesson's own: 1e-5 of the cell, or 1e-6 of the tensor's largest cell (or of 1), where sums cancel. usage:
// check_export.mjs [--torch [--keep]] [--site FOLDER] [--python PROGRAM] [LESSON...]
// With --torch it is the PyTorch script, and the cells are counted too that PyTorch, printing the page's numbers and its
// own with its default options (four decimals or five digits), writes differently: their last digits lie on either side
// of an edge. The scripts of lessons that train, and of golden/training-*.json, are run as well and their losses compared. --cells lists them, --max-differing N fails a script with more. The last line is "N passed, N failed".
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values: options, positionals } = parseArgs({
  options: {
    torch: { type: "boolean", default: false },
    site: { type: "string", default: "build/site" },
    python: { type: "string", default: "python3" },
    cells: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    "max-differing": { type: "string", default: "Infinity" },
  },
  allowPositionals: true,
});
const { loadLessons } = await import(new URL("lessons.mjs", pathToFileURL(`${options.site}/`)).href);
const lessons = await loadLessons();
const language = options.torch ? "pytorch" : "numpy";
const runner = fileURLToPath(new URL("run_export.py", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "exports-"));

/** The start, and then every other value of each choice and switch, one at a time. */
function* variations(lesson) {
  yield {};
  for (const { name, control, choices = [], start } of lesson.parameters ?? []) {
    const values = control === "toggle" ? [true, false] : choices.map(({ value }) => value);
    for (const value of values) if (value !== start) yield { [name]: value };
  }
}

const spelt = (cell) => (Object.is(cell, -0) ? "-0" : String(cell)); // JavaScript writes −0 as 0
const number = (text) => Number(text.replace("inf", "Infinity"));

const largestOf = (data) =>
  data.reduce((most, cell) => (Number.isFinite(cell) ? Math.max(most, Math.abs(cell)) : most), 1);

/** How far a cell may be off where sums cancel. A division by a small number, or a large factor, widens that. */
function allowance(name, nodes, lesson) {
  const dataOf = (one) => nodes.find((node) => node.name === one)?.data ?? [];
  const { operation, inputs = [], options: how = {} } = lesson.tensors.find((one) => one.name === name) ?? {};
  const own = 1e-6 * largestOf(dataOf(name));
  if (operation === "divide") {
    const least = Math.min(
      1,
      ...dataOf(inputs[1])
        .map(Math.abs)
        .filter((divisor) => divisor > 0),
    );
    return Math.max(own, allowance(inputs[0], nodes, lesson) / least);
  }
  if (operation === "scale" && how.factor > 1)
    return Math.max(own, how.factor * allowance(inputs[0], nodes, lesson));
  return own;
}

/** What is wrong with the tensors that were printed, and the cells that are printed differently. */
function compare(nodes, printed, lesson) {
  const wrong = [];
  const differing = [];
  for (const { name, shape, data, derived } of nodes) {
    if (derived && options.torch) continue; // PyTorch differentiates by itself
    const theirs = printed[name];
    if (theirs === undefined) wrong.push(`${name} is not printed`);
    else if (String(theirs.shape) !== String(shape))
      wrong.push(`${name} is (${theirs.shape}), wanted (${shape})`);
    else {
      const far = allowance(name, nodes, lesson);
      const off = data.findIndex((ours, i) => {
        const value = number(theirs.data[i]);
        if (Object.is(value, ours) || value === ours) return false;
        return !(Math.abs(value - ours) <= Math.max(far, 1e-5 * Math.abs(ours)));
      });
      for (const [at, text, page] of theirs.differing ?? []) differing.push({ name, at, text, page });
      if (off >= 0) wrong.push(`${name}, cell ${off} in memory: ${theirs.data[off]}, wanted ${data[off]}`);
    }
  }
  return { wrong, differing };
}

const most = Number(options["max-differing"]);
let passed = 0;
let failed = 0;
let allCells = 0;
let allDiffering = 0;
const own = { gradients: JSON.parse(readFileSync(new URL("gradients.json", import.meta.url), "utf8")) };
const everything = [...lessons.ids, ...Object.keys(own)];
const trainedOnly = ["letter-before", "block", "both-ways"]; // of golden/training-*.json, with --torch
const unknown = positionals.find((id) => ![...everything, ...(options.torch ? trainedOnly : [])].includes(id));
if (unknown) {
  console.error(`There is no lesson ${unknown}. There are ${everything.join(", ")}; with --torch also ${trainedOnly.join(", ")}.`);
  process.exit(2);
}
for (const id of everything) {
  if (positionals.length && !positionals.includes(id)) continue;
  const lesson = own[id] ?? lessons.lesson(id);
  for (const parameters of variations(lesson)) {
    const title = `${id} ${Object.entries(parameters).map(([name, value]) => `${name}=${value}`)}`.trim();
    const script = join(folder, "lesson.py");
    writeFileSync(script, lessons.code(lesson, language, { parameters }));
    const { nodes } = lessons.run(lesson, { parameters });
    const page = join(folder, "page.json");
    const shown = nodes.map(({ name, shape, data }) => [name, { shape, data: [...data].map(spelt) }]);
    writeFileSync(page, JSON.stringify(Object.fromEntries(shown)).replaceAll("Infinity", "inf"));
    const words = ["-B", runner, script, ...(options.torch ? [page] : [])];
    const run = spawnSync(options.python, words, { encoding: "utf8", maxBuffer: 2 ** 28 });
    const { wrong, differing } =
      run.status === 0
        ? compare(nodes, JSON.parse(run.stdout), lesson)
        : {
            wrong: [run.error?.message ?? run.stderr.trim().split("\n").slice(-4).join("\n  ")],
            differing: [],
          };
    if (differing.length > most) wrong.push(`${differing.length} cells are printed differently`);
    if (wrong.length === 0) passed++;
    else failed++;
    const cells = nodes.reduce((sum, { data }) => sum + data.length, 0);
    allCells += cells;
    allDiffering += differing.length;
    const note = options.torch ? ` (${differing.length} of ${cells} cells print another last digit)` : "";
    console.log(`${wrong.length ? "FAILED" : "ok    "} ${language} ${title}${note}`);
    for (const line of wrong) console.log(`  ${line}`);
    if (options.cells)
      for (const cell of differing)
        console.log(`  ${cell.name}, cell ${cell.at} in memory: ${cell.text}, the page's ${cell.page}`);
  }
}

/**
 * The losses of a trained script against lessons.train: 1e-5 in the first 20 steps, 1e-3 in the first 100. Near 0 the
 * gradients are mostly rounding, and Adam's moves stay as large: the share is then one of a quarter of the first loss. A
 * run that blows up multiplies every rounding; it is compared until its loss has grown by a half.
 */
async function checkTraining(id, lesson, parameters) {
  const script = join(folder, "training.py");
  const whole = lessons.code(lesson, "training", { parameters });
  writeFileSync(script, whole.replace(/^for step in range\((\d+)\):/m, (_, n) => `for step in range(${Math.min(n, 100)}):`));
  // PyTorch's own vectors are wider on some machines, and add in another order.
  const env = { ...process.env, ATEN_CPU_CAPABILITY: "default", OMP_NUM_THREADS: "1" };
  const run = spawnSync(options.python, ["-B", script], { encoding: "utf8", env, maxBuffer: 2 ** 28 });
  const printed = run.stdout.split("\n").filter((line) => line.startsWith("loss "));
  const theirs = printed.map((line) => number(line.split(" ").at(-1)));
  const { losses } = await lessons.train(lesson, { steps: Math.max(1, Math.min(100, theirs.length)), overrides: { parameters } });
  const steady = [...losses.keys()].findIndex((step) => !(theirs[step] <= 1.5 * theirs[0]));
  const compared = losses.subarray(0, steady < 0 ? losses.length : steady);
  const allowed = (step) => (step < 20 ? 1e-5 : 1e-3) * Math.max(theirs[step], theirs[0] / 4);
  const at = [...compared.keys()].find((step) => !(Math.abs(losses[step] - theirs[step]) <= allowed(step)));
  const title = `training ${id} ${Object.entries(parameters).map(([name, value]) => `${name}=${value}`)}`.trim();
  let wrong = "";
  if (run.status !== 0) wrong = run.error?.message ?? run.stderr.trim().split("\n").slice(-4).join("\n  ");
  else if (theirs.length === 0) wrong = "the script prints no loss";
  else if (at !== undefined) wrong = `the loss of step ${at} is ${theirs[at]}, wanted ${losses[at]}`;
  console.log(`${wrong ? "FAILED" : "ok    "} ${title} (${compared.length} of ${losses.length} losses)`);
  if (wrong) console.log(`  ${wrong}`);
  if (wrong) failed++;
  else passed++;
}

/**
 * The layer as a class. Its script checks by itself that it gives the page's result, so PyTorch only has to run it; what
 * PyTorch ran and printed is kept in classes.json, by the script's digest. Without PyTorch, the script has to be that one, and
 * what it printed the page's numbers, to the four decimals that PyTorch prints.
 */
const kept = JSON.parse(readFileSync(new URL("classes.json", import.meta.url), "utf8"));
function checkClass(id, lesson, parameters) {
  const title = `class ${id} ${Object.entries(parameters).map(([name, value]) => `${name}=${value}`)}`.trim();
  const code = lessons.code(lesson, "class", { parameters });
  const digest = createHash("sha256").update(code).digest("hex");
  let wrong = "";
  if (options.torch) {
    const script = join(folder, "layer.py");
    writeFileSync(script, code);
    const run = spawnSync(options.python, ["-B", script], { encoding: "utf8", maxBuffer: 2 ** 28 });
    if (run.status !== 0) wrong = run.error?.message ?? run.stderr.trim().split("\n").slice(-4).join("\n  ");
    else kept[title] = { digest, printed: run.stdout.match(/-?\d+\.\d*(?:e[+-]\d+)?/g).map(Number) };
  } else if (kept[title]?.digest !== digest) {
    wrong = "PyTorch has not run this script: run scripts/check-export --torch --keep";
  } else {
    const { data } = lessons.run(lesson, { parameters }).nodes.find(({ name }) => name === lesson.class.gives);
    const { printed } = kept[title];
    const at = [...data.keys()].find((i) => !(Math.abs(printed[i] - data[i]) <= 5.1e-5));
    if (printed.length !== data.length) wrong = `${printed.length} numbers were printed, wanted ${data.length}`;
    else if (at !== undefined) wrong = `cell ${at} in memory: ${printed[at]}, wanted ${data[at]}`;
  }
  console.log(`${wrong ? "FAILED" : "ok    "} ${title}`);
  if (wrong) console.log(`  ${wrong}`);
  if (wrong) failed++;
  else passed++;
}
for (const id of lessons.ids) {
  const lesson = lessons.lesson(id);
  if (lesson.class && (!positionals.length || positionals.includes(id)))
    for (const parameters of variations(lesson)) checkClass(id, lesson, parameters);
}
if (options.keep) {
  const lines = Object.entries(kept).map(([title, ran]) => `  ${JSON.stringify(title)}: ${JSON.stringify(ran)}`);
  writeFileSync(fileURLToPath(new URL("classes.json", import.meta.url)), `{\n${lines.join(",\n")}\n}\n`);
}

if (options.torch) {
  const golden = (id) => JSON.parse(readFileSync(new URL(`../golden/training-${id}.json`, import.meta.url), "utf8"));
  const trained = Object.fromEntries(trainedOnly.map((id) => [id, golden(id)]));
  for (const id of lessons.ids) if (lessons.lesson(id).training) trained[id] = lessons.lesson(id);
  for (const [id, lesson] of Object.entries(trained))
    if (!positionals.length || positionals.includes(id))
      for (const parameters of variations(lesson)) await checkTraining(id, lesson, parameters);
}
rmSync(folder, { recursive: true });
if (options.torch) console.log(`${allDiffering} of ${allCells} cells print another last digit in PyTorch`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

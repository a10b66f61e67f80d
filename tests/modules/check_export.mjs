// Runs the script that each lesson exports and compares every tensor that it prints with the lesson's own: 1e-5 of the
// cell, or 1e-6 of the tensor's largest cell (or of 1), where sums cancel. usage: check_export.mjs [--torch] [--site FOLDER] [--python PROGRAM] [LESSON...]
// With --torch it is the PyTorch script, and the digits that differ when printed with five significant ones are counted
// too. The last line is "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values: options, positionals } = parseArgs({
  options: {
    torch: { type: "boolean", default: false },
    site: { type: "string", default: "build/site" },
    python: { type: "string", default: "python3" },
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

const number = (text) => Number(text.replace("inf", "Infinity"));
const digits = (value) => (Number.isFinite(value) ? value.toExponential(4) : String(value));

/** What is wrong with the tensors that were printed, and how many printed digits differ. */
function compare(nodes, printed) {
  const wrong = [];
  let differing = 0;
  for (const { name, shape, data } of nodes) {
    const theirs = printed[name];
    if (theirs === undefined) wrong.push(`${name} is not printed`);
    else if (String(theirs.shape) !== String(shape))
      wrong.push(`${name} is (${theirs.shape}), wanted (${shape})`);
    else {
      const largest = data.reduce(
        (most, cell) => (Number.isFinite(cell) ? Math.max(most, Math.abs(cell)) : most),
        1,
      );
      const off = data.findIndex((ours, i) => {
        const value = number(theirs.data[i]);
        if (digits(Math.fround(value)) !== digits(ours)) differing++;
        if (Object.is(value, ours) || value === ours) return false;
        return !(Math.abs(value - ours) <= Math.max(1e-6 * largest, 1e-5 * Math.abs(ours)));
      });
      if (off >= 0) wrong.push(`${name}, cell ${off} in memory: ${theirs.data[off]}, wanted ${data[off]}`);
    }
  }
  return { wrong, differing };
}

let passed = 0;
let failed = 0;
for (const id of positionals.length ? positionals : lessons.ids) {
  for (const parameters of variations(lessons.lesson(id))) {
    const title = `${id} ${Object.entries(parameters).map(([name, value]) => `${name}=${value}`)}`.trim();
    const script = join(folder, "lesson.py");
    writeFileSync(script, lessons.code(id, language, { parameters }));
    const run = spawnSync(options.python, ["-B", runner, script], { encoding: "utf8", maxBuffer: 2 ** 28 });
    const { nodes } = lessons.run(id, { parameters });
    const { wrong, differing } =
      run.status === 0
        ? compare(nodes, JSON.parse(run.stdout))
        : {
            wrong: [run.error?.message ?? run.stderr.trim().split("\n").slice(-4).join("\n  ")],
            differing: 0,
          };
    if (wrong.length === 0) passed++;
    else failed++;
    const cells = nodes.reduce((sum, { data }) => sum + data.length, 0);
    const note =
      options.torch && wrong.length === 0 ? ` (${differing} of ${cells} cells differ in 5 digits)` : "";
    console.log(`${wrong.length ? "FAILED" : "ok    "} ${language} ${title}${note}`);
    for (const line of wrong) console.log(`  ${line}`);
  }
}
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

// Times the native kernels, one process for each set that this machine runs, beside PyTorch where the Python given has it;
// in turns, every result checked. usage: scripts/bench --native [--quick] [--works a,b] [--rounds N] [--ms N] [--python PROGRAM]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { printWork, rowOf } from "./report.mjs";
import { lessonWith, model } from "./training.mjs";
import { error, inputs, operations, quick as quickWorks, works } from "./works.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    works: { type: "string" },
    rounds: { type: "string" },
    ms: { type: "string" },
    python: { type: "string" },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 5 : 15));
const ms = Number(options.ms ?? (options.quick ? 30 : 100));
const wanted = options.works?.split(",").map((one) => one.trim()) ?? (options.quick ? quickWorks : undefined);
const chosen = works.filter(({ name }) => !wanted || wanted.some((one) => name.startsWith(one)));

/** A process that answers one line with one line; null where it does not start. */
async function start(name, program, words) {
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"] });
  let told = "";
  child.stderr.on("data", (part) => (told += part));
  const waiting = [];
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.(line));
  const ended = new Promise((end) => child.on("error", end).on("exit", end));
  child.stdin.on("error", () => undefined); // it ended: the next request reports it
  const ask = (line) =>
    Promise.race([
      new Promise((answer) => {
        waiting.push(answer);
        child.stdin.write(`${line}\n`);
      }),
      ended.then(() => null),
    ]);
  const first = await ask("version");
  return first === null
    ? { name, told }
    : { name, ask, version: first, stop: () => (child.stdin.end(), ended) };
}

const folder = mkdtempSync(join(tmpdir(), "attention-bench-"));
const base = "PyTorch";
const program = join(root, "build/native/tests/bench/bench_native");
const started = [];
for (const set of ["avx512", "avx2", "scalar"]) started.push(await start(`ours ${set}`, program, [set]));
if (options.python) started.push(await start(base, options.python, ["-B", join(here, "torch_peer.py")]));
for (const { name, ask, told } of started)
  if (!ask) console.log(`left out: ${name}: ${told.trim().split("\n").at(-1)}`);
const candidates = started.filter(({ ask }) => ask);
if (candidates.length === 0) process.exit(1);

const sizesOf = ({ kind, heads, tokens, width, causal, rows, columns, m, k, n, turned }) =>
  ({
    attention: [heads, tokens, width, Number(causal)],
    gradient: [heads, tokens, width, Number(causal)],
    module: [tokens, width, heads],
    softmax: [rows, columns],
    gemm: [n],
    product: [m, k, n, ["a", "b"].indexOf(turned) + 1],
    training: [model.B, model.T, model.V, model.W, model.H, model.steps],
  })[kind];

/** All inputs in the order in which works.mjs names them; beside them, for training, the lesson that holds them. */
function place(work, z) {
  const path = join(folder, "inputs");
  if (work.kind === "training") {
    const lesson = JSON.parse(readFileSync(join(here, "training-step.json"), "utf8"));
    writeFileSync(`${path}.json`, lessonWith(z, lesson));
  }
  writeFileSync(path, Buffer.concat(Object.values(z).map(({ data }) => Buffer.from(data.buffer))));
  return `${work.kind} ${sizesOf(work).length} ${sizesOf(work).join(" ")} ${path}`;
}

async function timeWork(work) {
  const z = inputs(work);
  const line = place(work, z);
  const rows = [];
  for (const [i, candidate] of candidates.entries()) {
    const output = join(folder, `output${i}`);
    if ((await candidate.ask(`prepare ${line} ${output}`)) !== "ready") continue;
    await candidate.ask("write");
    const bytes = readFileSync(output);
    const found = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    rows.push({ candidate, error: error(work, z, found), operations: operations(work), samples: [] });
  }
  const sample = async ({ candidate }) => {
    const [mean, least, peak] = (await candidate.ask(`run ${ms}`)).split(" ").map(Number);
    return { ms: mean, least, peak };
  };
  for (const row of rows) await sample(row); // warm
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < rows.length; turn++) {
      const row = rows[(turn + round) % rows.length];
      row.samples[round] = await sample(row);
    }
  const reference = rows.find(({ candidate }) => candidate.name === base);
  return rows.map((row) => rowOf(row, reference));
}

const peer = candidates.find(({ name }) => name === base);
console.log(`${cpus()[0].model}, native, one thread, medians of ${rounds} rounds of ${ms} ms each`);
console.log(peer ? peer.version : "without PyTorch: --python PROGRAM names a Python that has it");
const result = {
  date: new Date().toISOString(),
  machine: cpus()[0].model,
  rounds,
  ms,
  peer: peer?.version,
  works: {},
};
for (const work of chosen) {
  result.works[work.name] = await timeWork(work);
  printWork(work.name, result.works[work.name], base);
}
for (const { stop } of candidates) await stop();
rmSync(folder, { recursive: true });
mkdirSync(join(root, "build/bench"), { recursive: true });
writeFileSync(join(root, "build/bench/native.json"), JSON.stringify(result, null, 1));
console.log("\nwritten to build/bench/native.json");

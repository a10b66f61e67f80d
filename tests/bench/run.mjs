// Times attention in headless Chromium, ours beside what a web developer would use today: candidates take turns, so
// that other load affects all alike. Quote medians and paired ratios, never a single number. usage: scripts/bench
// [--quick] [--works a,b] [--only a,b] [--rounds N] [--ms N]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { printWork, rowOf, shown, timesQuicker } from "./report.mjs";
import { comparesWithBase, difference, quick as quickWorks, works } from "./works.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    works: { type: "string" },
    only: { type: "string" },
    rounds: { type: "string" },
    ms: { type: "string" },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 5 : 15));
const ms = Number(options.ms ?? (options.quick ? 40 : 150));
const deadline = options.quick ? performance.now() + 16_000 : Infinity; // then rounds become fewer

// `base`: what the ratios are taken to; of what only training needs, `baseOfTraining`. `slow`: left out of --quick.
const base = "onnxruntime-web";
const baseOfTraining = "TensorFlow.js";
const [oneThread, twoThreads] = ["ours relaxed", "ours relaxed 2 threads"];
const candidates = [
  { name: oneThread, module: "module", options: { variant: "relaxed" } },
  { name: twoThreads, module: "module", options: { variant: "relaxed", threads: 2 } },
  { name: "ours relaxed kept", module: "module", options: { variant: "relaxed", kept: true } },
  { name: "ours simd", module: "module", options: { variant: "simd" } },
  { name: "ours scalar", module: "module", options: { variant: "scalar" }, slow: true },
  { name: "kernels relaxed", module: "kernels", options: { variant: "relaxed" } },
  { name: "kernels simd", module: "kernels", options: { variant: "simd" } },
  { name: base, module: "ort", options: {} },
  { name: `${base} 2 threads`, module: "ort", options: { threads: 2 }, slow: true },
  { name: "onnxruntime-web fused", module: "ort", options: { fused: true } },
  { name: "TensorFlow.js", module: "tfjs", options: {} },
  { name: "TensorFlow.js per head", module: "tfjs", options: { perHead: true }, slow: true },
];

const list = (text) => text?.split(",").map((one) => one.trim());
const starts = (name, wanted) => !wanted || wanted.some((one) => name.startsWith(one));
const chosenWorks = works.filter(({ name }) =>
  starts(name, list(options.works) ?? (options.quick ? quickWorks : undefined)),
);
const chosen = candidates.filter(
  ({ name, slow }) =>
    (options.only ? list(options.only).includes(name) : !(slow && options.quick)) || name === base,
);

const types = { ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm" };
const folders = {
  "/site/": join(root, "build/site"),
  "/kernels/": join(root, "build/site-wasm/bench"),
  "/packages/": join(here, "node_modules"),
  "/bench/": here,
};
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://host").pathname));
  const headers = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
  };
  const prefix = Object.keys(folders).find((one) => path.startsWith(one));
  const file = prefix && join(folders[prefix], path.slice(prefix.length));
  if (path === "/") {
    response.writeHead(200, { "content-type": "text/html", ...headers });
    response.end('<!doctype html><script type="module" src="/bench/page.mjs"></script>');
  } else if (file && existsSync(file)) {
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      ...headers,
    });
    response.end(readFileSync(file));
  } else {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const flags = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args: flags });
const context = await browser.newContext();
async function open(candidate) {
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction("globalThis.ready");
  await page.evaluate(
    ([path, given]) => globalThis.bench.open(path, given),
    [`/bench/candidates/${candidate.module}.mjs`, candidate.options],
  );
  return page;
}
for (const candidate of chosen) candidate.page = await open(candidate);

const baseOf = ({ kind }) => (["gradient", "product", "training"].includes(kind) ? baseOfTraining : base);

async function timeWork(work) {
  const rows = [];
  for (const candidate of chosen) {
    const first = await candidate.page.evaluate((name) => globalThis.bench.prepare(name), work.name);
    if (first) rows.push({ candidate, ...first, samples: [] });
  }
  const right = rows.find(({ candidate }) => candidate.name === base)?.output;
  if (comparesWithBase(work)) rows.forEach((row) => (row.error = difference(row.output, right)));
  const sample = ({ candidate }) => candidate.page.evaluate((each) => globalThis.bench.sample(each), ms);
  for (const row of rows) await sample(row); // warm
  for (let round = 0; round < rounds && (round < 3 || performance.now() < deadline); round++)
    for (let turn = 0; turn < rows.length; turn++) {
      const row = rows[(turn + round) % rows.length];
      row.samples[round] = await sample(row);
    }
  const [reference] = rows.filter(({ candidate }) => candidate.name === baseOf(work));
  const [one, two] = [oneThread, twoThreads].map((name) =>
    rows.find(({ candidate }) => candidate.name === name),
  );
  return {
    rows: rows.map((row) => rowOf(row, reference)),
    threads: one && two && { ratio: timesQuicker(two.samples, one.samples), best: best(one) / best(two) },
  };
}
const best = ({ samples }) => Math.min(...samples.map(({ least }) => least));

const result = {
  date: new Date().toISOString(),
  machine: cpus()[0].model,
  browser: browser.version(),
  rounds,
  ms,
};
result.packages = JSON.parse(readFileSync(join(here, "package.json"), "utf8")).devDependencies;
console.log(
  `${result.machine}, Chromium ${result.browser}, one thread unless said, medians of ${rounds} rounds of ${ms} ms each`,
);
result.works = {};
result.threads = {};
for (const work of chosenWorks) {
  const { rows, threads } = await timeWork(work);
  result.works[work.name] = rows;
  printWork(work.name, rows, baseOf(work));
  if (!threads) continue;
  result.threads[work.name] = threads;
  console.log(`\ntwo threads over one: × ${shown(threads.ratio)}, at best × ${shown(threads.best)}`);
}

const [module] = chosen.filter(({ module: kind }) => kind === "module");
if (module && !options.works) {
  console.log("\n| tokens (one head, d 64) | ms | memory of the module in MB |\n|---|---|---|");
  result.cost = [];
  const page = await open(module); // whose memory has held nothing yet
  for (let tokens = 64; tokens <= (options.quick ? 4096 : 16384); tokens *= 2) {
    const cost = await page.evaluate((count) => globalThis.bench.cost(count), tokens);
    result.cost.push({ tokens, ...cost });
    console.log(`| ${tokens} | ${shown(cost.ms)} | ${(cost.memory / 2 ** 20).toFixed(1)} |`);
  }
}

await browser.close();
server.close();
const out = join(root, "build/bench");
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "results.json"), JSON.stringify(result, null, 1));
console.log("\nwritten to build/bench/results.json");

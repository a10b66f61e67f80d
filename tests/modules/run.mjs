// Tests the headless modules in node. usage: node tests/modules/run.mjs [--site FOLDER] [--wasm-dir FOLDER] [--calls N] [NAME]
// NAME runs only the tests with it in their names; --calls 1000000 is the long memory test. The last line is
// "N passed, N failed".
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { loadCore } from "../../web/site/core.mjs";
import { report } from "../runner.mjs";
import { runAll } from "./all.mjs";
import { typeErrors } from "./types.mjs";

const { values, positionals } = parseArgs({
  options: {
    site: { type: "string", default: "build/site" },
    "wasm-dir": { type: "string", default: "build/site-wasm" },
    calls: { type: "string", default: "100000" },
  },
  allowPositionals: true,
});
const golden = async (name) =>
  JSON.parse(await readFile(new URL(`../golden/${name}.json`, import.meta.url), "utf8"));
const pageCore = async () => (await loadCore(resolve(values["wasm-dir"]), resolve("build/site-cache"))).core;
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
async function held() {
  for (let turn = 0; turn < 2; turn++) {
    collect();
    await new Promise((next) => setTimeout(next, 10));
  }
  const { external, heapUsed } = process.memoryUsage(); // the memory of wasm is external
  return external + heapUsed;
}
const { passed, failures } = await runAll({
  site: pathToFileURL(`${values.site}/`),
  models: new URL("../../web/models/", import.meta.url),
  golden,
  pageCore,
  typeErrors,
  held,
  once: true,
  calls: Number(values.calls),
  only: positionals[0] ?? "",
  best: Number.parseInt(process.versions.node) >= 22 ? "relaxed" : "simd", // node 20 does not support relaxed SIMD
});
report(passed, failures);

// Tests the headless modules in node. usage: node tests/modules/run.mjs [--site FOLDER] [--calls N] [NAME]
// NAME runs only the tests with it in their names; --calls 1000000 is the long memory test. The last line is
// "N passed, N failed".
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { runAll } from "./all.mjs";

const { values, positionals } = parseArgs({
  options: { site: { type: "string", default: "build/site" }, calls: { type: "string", default: "100000" } },
  allowPositionals: true,
});
const golden = async (name) =>
  JSON.parse(await readFile(new URL(`../golden/${name}.json`, import.meta.url), "utf8"));
const { passed, failures } = await runAll({
  site: pathToFileURL(`${values.site}/`),
  golden,
  calls: Number(values.calls),
  only: positionals[0] ?? "",
  best: Number.parseInt(process.versions.node) >= 22 ? "relaxed" : "simd", // node 20 knows no relaxed SIMD
});
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length ? 1 : 0;

// KaTeX's own table of metrics, read from its package: face → code point → numbers. For browsers the build replaces
// this file with the table itself.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const katexFolder = dirname(createRequire(import.meta.url).resolve("katex/package.json"));

export const metrics = JSON.parse(
  readFileSync(join(katexFolder, "src/fontMetricsData.js"), "utf8")
    .replace(/^[\s\S]*?export default/, "")
    .replace(/;\s*$/, "")
    .replace(/,(\s*[}\]])/g, "$1"),
);

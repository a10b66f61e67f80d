// Runs the browser tests: node tests/browser/run.mjs [part of a name]... Needs a built site (build/site, or AE_SITE) and
// a browser (CHROMIUM). Prints each test, and last "N passed, N failed".
import { existsSync } from "node:fs";
import { join } from "node:path";
import { site, start, stop } from "./harness.mjs";

const files = [
  "opens",
  "contents",
  "steps",
  "numbers",
  "printed-numbers",
  "editing",
  "labs",
  "attention-view",
  "reading-view",
  "questions",
  "links",
  "closing",
  "languages",
  "platform",
  "accessibility",
  "modules",
  "looks",
  "screenshots",
];
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));
if (!existsSync(join(site, "index.html"))) {
  console.error(`There is no site in ${site}: build it first (scripts/build).`);
  process.exit(2);
}

const limit = 120000; // ms for one test
let passed = 0;
const failed = [];
await start();
for (const file of files) {
  const { tests } = await import(`./${file}.mjs`);
  for (const [title, run] of Object.entries(tests)) {
    const name = `${file}: ${title}`;
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    const began = performance.now();
    let timer;
    try {
      const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not done after ${limit / 1000} s`)), limit);
      });
      await Promise.race([run(), late]);
      passed += 1;
      console.log(`ok    ${name} (${Math.round(performance.now() - began)} ms)`);
    } catch (error) {
      failed.push(name);
      console.log(`FAIL  ${name}\n      ${String(error.stack ?? error).replaceAll("\n", "\n      ")}`);
    } finally {
      clearTimeout(timer);
    }
  }
}
await stop();
for (const name of failed) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);

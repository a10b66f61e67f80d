// Runs the browser tests: node tests/browser/run.mjs [part of a name]... Needs a built site (build/site, or AE_SITE) and
// a browser (CHROMIUM). Prints each test, and last "N passed, N failed". Two workers, each with a browser of its own, take
// file after file: half of a test is waiting.
import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { site, start, stop } from "./harness.mjs";

// Long files come first, so that no worker ends with one of them.

const files = [
  "webkit",
  "firefox",
  "chromium",
  "page/large-map",
  "page/screenshots",
  "page/accessibility",
  "site/first-view",
  "page/everybody",
  "page/projector",
  "page/looks",
  "page/pictures",
  "page/steps",
  "site/opens",
  "page/clipboard",
  "page/contents",
  "page/numbers",
  "page/printed-numbers",
  "page/editing",
  "page/labs",
  "site/elsewhere",
  "site/offline",
  "page/attention-view",
  "page/reading-view",
  "page/questions",
  "site/links",
  "site/link-length",
  "page/closing",
  "site/course",
  "page/figures",
  "site/author",
  "site/write",
  "page/languages",
  "page/platform",
  "watch",
];
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));
if (!existsSync(join(site, "index.html"))) {
  console.error(`There is no site in ${site}: build it first (scripts/build).`);
  process.exit(2);
}

const limit = 120000; // ms for one test

// { passed, failed: [name] } of one file. A test that cannot run in this browser is a string with the reason.
async function runFile(file) {
  const result = { passed: 0, failed: [] };
  const { tests, after } = await import(`./${file}.mjs`);
  for (const [title, run] of Object.entries(tests)) {
    const name = `${basename(file)}: ${title}`;
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    if (typeof run === "string") {
      console.log(`skip  ${name}: ${run}`);
      continue;
    }
    const began = performance.now();
    let timer;
    try {
      const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not done after ${limit / 1000} s`)), limit);
      });
      await Promise.race([run(), late]);
      result.passed += 1;
      console.log(`ok    ${name} (${Math.round(performance.now() - began)} ms)`);
    } catch (error) {
      result.failed.push(name);
      console.log(`FAIL  ${name}\n      ${String(error.stack ?? error).replaceAll("\n", "\n      ")}`);
    } finally {
      clearTimeout(timer);
    }
  }
  await after?.(); // closes the browser of files that start their own
  return result;
}

// A worker receives a file, sends its result, and receives the next one; null ends it.
async function work() {
  await start();
  const ended = new Promise((resolve) => {
    process.on("message", async (file) => {
      if (file === null) resolve();
      else process.send(await runFile(file));
    });
  });
  process.send(null);
  await ended;
  await stop();
  process.exit(0);
}

// Resolves when the worker has ended; if it crashes, the file that it was running has failed.
function employ(queue, total) {
  return new Promise((resolve) => {
    let file = null;
    const worker = fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
      env: { ...process.env, AE_BROWSER_WORKER: "1" },
    });
    worker.on("message", (result) => {
      total.passed += result?.passed ?? 0;
      total.failed.push(...(result?.failed ?? []));
      file = queue.shift() ?? null;
      worker.send(file);
    });
    worker.on("exit", (code) => {
      if (code !== 0) total.failed.push(`${file ?? "the start"}: the worker ended with ${code}`);
      resolve();
    });
  });
}

if (process.env.AE_BROWSER_WORKER) {
  await work();
} else {
  const total = { passed: 0, failed: [] };
  const queue = [...files];
  await Promise.all([employ(queue, total), employ(queue, total)]);
  for (const name of queue) total.failed.push(`${name}: no worker was left to run it`);
  for (const name of total.failed) console.log(`failed: ${name}`);
  console.log(`${total.passed} passed, ${total.failed.length} failed`);
  process.exit(total.failed.length > 0 ? 1 : 0);
}

// Runs the browser tests with node's test runner: node tests/browser/run.mjs [--shard=1/3] [part of a name]... (a shard is
// every third file, so that three machines share them). Needs a built site
// (build/site, or AE_SITE) and a browser (CHROMIUM). Prints each test, at the end the failed ones again with their
// reasons, and last "N passed, N failed". As many files as there are cores run at a time, each in a process with a
// browser of its own: half of a test is waiting. Up to five failed tests are run once more with nothing beside them,
// and reported as unsteady if they pass: on a busy machine a browser sometimes takes longer than a test waits.
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { site } from "./harness.mjs";
import { selected } from "./register.mjs";

// Long files come first, so that the run does not end with one of them alone.
const files = [
  "webkit",
  "firefox",
  "chromium",
  "page/path",
  "page/large-map",
  "reading/training",
  "reading/letters",
  "reading/training-places",
  "page/screenshots",
  "page/accessibility",
  "site/first-view",
  "page/everybody",
  "page/projector",
  "page/looks",
  "page/pictures",
  "page/steps",
  "page/fitting",
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
  "reading/reading-figure",
  "reading/reading-view",
  "reading/moves",
  "page/questions",
  "site/links",
  "site/link-length",
  "page/closing",
  "site/course",
  "page/figures",
  "site/author",
  "site/write",
  "site/trained-heads",
  "site/own-tensors",
  "site/own-model",
  "page/languages",
  "page/platform",
  "watch",
];

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));
if (!existsSync(join(site, "index.html"))) {
  console.error(`There is no site in ${site}: build it first (scripts/build).`);
  process.exit(2);
}

const shard = process.argv.map((word) => /^--shard=(\d+)\/(\d+)$/.exec(word)).find(Boolean);
const [index, total] = shard ? shard.slice(1).map(Number) : [1, 1];
if (index < 1 || index > total) {
  console.error(`There is no shard ${index} of ${total}: --shard=1/${total} is the first.`);
  process.exit(2);
}
const ours = files.filter((_, i) => i % total === index - 1);

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
if (process.argv.includes("--update")) process.env.AE_UPDATE_PICTURES = "1";

// The files with a test whose name has one of the words.
async function filesWith(words) {
  const found = [];
  for (const file of ours) {
    const { tests } = await import(`./${file}.mjs`);
    if (selected(basename(file), tests, words).length > 0) found.push(here(`${file}.mjs`));
  }
  return found;
}

// The first lines of an error without its stack, for the end of a log of which only that may be seen.
const reasonOf = (cause) =>
  String(cause?.message ?? cause)
    .split("\n")
    .filter((line) => line.trim())
    .slice(0, 12)
    .map((line) => line.slice(0, 300));

const mostUnsteady = 5; // more failures have a cause

// Runs the chosen files' tests whose names have one of the words: { passed: [name], failed: [{ name, reason }] }.
async function runTests(words, concurrency) {
  const passed = [];
  const failed = [];
  process.env.AE_BROWSER_TESTS = JSON.stringify(words);
  const running = run({ files: await filesWith(words), concurrency, forceExit: true });
  running.on("test:stdout", ({ message }) => process.stdout.write(message));
  running.on("test:stderr", ({ message }) => process.stderr.write(message));
  running.on("test:pass", ({ name, skip, details }) => {
    if (skip !== undefined) return console.log(`skip  ${name}: ${skip}`);
    passed.push(name);
    console.log(`ok    ${name} (${Math.round(details.duration_ms)} ms)`);
  });
  running.on("test:fail", ({ name, details: { error } }) => {
    const { cause = error } = error;
    failed.push({ name, reason: reasonOf(cause) });
    console.log(`FAIL  ${name}\n      ${String(cause.stack ?? cause).replaceAll("\n", "\n      ")}`);
  });
  for await (const _ of running); // to its end
  return { passed, failed };
}

process.env.NODE_OPTIONS = `--import ${new URL("./register.mjs", import.meta.url).href}`;
const { passed, failed } = await runTests(wanted, availableParallelism());
if (failed.length > 0 && failed.length <= mostUnsteady) {
  const names = failed.map(({ name }) => name);
  const again = await runTests(names, 1);
  for (const name of names.filter((each) => again.passed.includes(each))) {
    const [{ reason }] = failed.splice(
      failed.findIndex((each) => each.name === name),
      1,
    );
    passed.push(name);
    console.log(
      `unsteady: ${name}: passed when run once more. At first:\n        ${reason.join("\n        ")}`,
    );
  }
}
for (const { name, reason } of failed) console.log(`failed: ${name}\n        ${reason.join("\n        ")}`);
console.log(`${passed.length} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);

// Runs the browser tests with node's test runner: node tests/browser/run.mjs [--all] [--shard=1/3] [part of a name]... (a
// shard is every third file, so that three machines share them; --all adds what a push need not run). Needs a built site
// (build/site, or AE_SITE) and a browser (CHROMIUM). Prints each test, at the end the failed ones again with their reasons,
// and last "N passed, N failed". As many files as there are cores run at a time, each in a process with a browser of its
// own: half of a test is waiting.
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { site } from "./harness.mjs";
import { selected } from "./register.mjs";

// Long files come first, so that the run does not end with one of them alone.
const long = [
  "webkit",
  "firefox",
  "chromium",
  "page/path",
  "page/large-map",
  "reading/training",
  "reading/letters",
];

// Pictures to be looked at: too long for every push, so only with --all.
const nightly = ["page/looks", "page/screenshots"];

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const all = process.argv.includes("--all");
process.env.AE_ALL_TESTS = all ? "1" : "";

// Every file of page/, reading/ and site/ that exports tests, and those that stand for an engine.
const modules = new Map();
for (const name of [
  ...long,
  "watch",
  ...["page", "reading", "site"].flatMap((folder) =>
    readdirSync(here(folder))
      .filter((file) => file.endsWith(".mjs"))
      .map((file) => `${folder}/${basename(file, ".mjs")}`),
  ),
]) {
  if (nightly.includes(name) && !all) continue;
  const { tests } = await import(`./${name}.mjs`);
  if (tests) modules.set(name, tests);
}
const files = [...modules.keys()];

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

if (process.argv.includes("--update")) process.env.AE_UPDATE_PICTURES = "1";

// The files with a test whose name has one of the words.
const filesWith = (words) =>
  ours
    .filter((file) => selected(basename(file), modules.get(file), words).length > 0)
    .map((file) => here(`${file}.mjs`));

// The first lines of an error without its stack, for the end of a log of which only that may be seen.
const reasonOf = (cause) =>
  String(cause?.message ?? cause)
    .split("\n")
    .filter((line) => line.trim())
    .slice(0, 12)
    .map((line) => line.slice(0, 300));

const mostRepeated = 5; // more failures have one cause

// Runs the chosen files' tests whose names have one of the words: { passed: [name], failed: [{ name, reason }] }.
async function runTests(words, concurrency) {
  const passed = [];
  const failed = [];
  process.env.AE_BROWSER_TESTS = JSON.stringify(words);
  const running = run({ files: filesWith(words), concurrency, forceExit: true });
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
// Once more with nothing beside it: tells a test that is unsteady, which is a defect of its own, from a broken one.
const unsteady = [];
if (failed.length > 0 && failed.length <= mostRepeated) {
  const again = await runTests(
    failed.map(({ name }) => name),
    1,
  );
  unsteady.push(...failed.filter(({ name }) => again.passed.includes(name)));
}
for (const each of failed)
  console.log(
    `${unsteady.includes(each) ? "unsteady (passed when run once more)" : "failed"}: ${each.name}\n        ${each.reason.join("\n        ")}`,
  );
// An unsteady test fails the run, too: its cause has to be found.
if (unsteady.length > 0) console.log(`${unsteady.length} unsteady`);
console.log(`${passed.length} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);

// Loaded before a file of tests by the runner (run.mjs): registers what the file exports as `tests`, with the browser of
// harness.mjs around it. A test that a browser cannot run is not a function but the reason why; `after`: for files with
// a browser of their own.
import { basename } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { start, stop } from "./harness.mjs";

const limit = 240000; // ms for one test: axe over all pages takes WebKit half of it on a busy machine

// The tests of a file whose name has one of the words, as [name, test]; without words all of them.
export function selected(file, tests, words) {
  return Object.entries(tests)
    .map(([title, run]) => [`${file}: ${title}`, run])
    .filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
}

if (process.env.NODE_TEST_CONTEXT) {
  delete process.env.NODE_OPTIONS; // not for the processes that the tests start
  const path = process.argv[1];
  const file = await import(pathToFileURL(path).href);
  before(start);
  after(async () => {
    await file.after?.();
    await stop();
  });
  for (const [name, run] of selected(
    basename(path, ".mjs"),
    file.tests,
    JSON.parse(process.env.AE_BROWSER_TESTS),
  ))
    if (typeof run === "string") test(name, { skip: run }, () => {});
    else test(name, { timeout: limit }, () => run());
}

// Every test of the headless modules, for whoever can import them: node and a page run the same ones.
import { Runner } from "./harness.mjs";
import * as attentionTests from "./attention_tests.mjs";
import * as errorTests from "./error_tests.mjs";
import * as generatorTests from "./generator_tests.mjs";
import * as lessonTests from "./lesson_tests.mjs";
import * as memoryTests from "./memory_tests.mjs";
import * as multiHeadTests from "./multi_head_tests.mjs";

/**
 * site: where attention.mjs and lessons.mjs lie. golden(name): a golden file, parsed. calls: how many the memory test
 * makes. only: a part of the names of the tests to run.
 */
export async function runAll({ site, golden, calls = 100_000, only = "" }) {
  const { loadAttention } = await import(new URL("attention.mjs", site).href);
  const { loadLessons } = await import(new URL("lessons.mjs", site).href);
  const runner = new Runner(only);
  const environment = {
    attention: await loadAttention(),
    lessons: await loadLessons(),
    loadAttention,
    loadLessons,
    golden,
    calls,
  };
  for (const { tests } of [
    attentionTests,
    multiHeadTests,
    generatorTests,
    errorTests,
    lessonTests,
    memoryTests,
  ]) {
    await tests(runner, environment);
  }
  return { passed: runner.passed, failures: runner.failures };
}

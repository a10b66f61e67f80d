// Every test of the headless modules, in a form that node and a page can both import and run.
import { fileOf, Runner } from "./harness.mjs";
import * as attentionTests from "./attention_tests.mjs";
import * as backwardTests from "./backward_tests.mjs";
import * as elementaryTests from "./elementary_tests.mjs";
import * as errorTests from "./error_tests.mjs";
import * as generatorTests from "./generator_tests.mjs";
import * as gradientTests from "./lessons/gradient_tests.mjs";
import * as hostileTests from "./hostile_tests.mjs";
import * as keptTests from "./kept_tests.mjs";
import * as lessonTests from "./lessons/lesson_tests.mjs";
import * as memoryTests from "./memory_tests.mjs";
import * as modelTests from "./model_tests.mjs";
import * as modelsTests from "./models/models_tests.mjs";
import * as modelPartsTests from "./models/parts_tests.mjs";
import * as modelTextTests from "./models/text_tests.mjs";
import * as modelPictureTests from "./models/pictures_tests.mjs";
import * as modelInductionTests from "./models/induction_tests.mjs";
import * as multiHeadTests from "./multi_head_tests.mjs";
import * as pageBitsTests from "./page_bits_tests.mjs";
import * as randomTests from "./random_tests.mjs";
import * as stopTests from "./stop_tests.mjs";
import * as tensorTests from "./tensor_tests.mjs";
import * as threadTests from "./thread_tests.mjs";
import * as trainingTests from "./lessons/training_tests.mjs";
import * as variantTests from "./variant_tests.mjs";

/**
 * site: where attention.mjs, lessons.mjs, models.mjs and tensors.mjs are. golden(name): a golden file, parsed. calls: how many the memory test
 * makes. sizes: at how many sizes of memory the lessons are tried. only: a part of the names of the tests to run. best:
 * the build of the core that this engine should choose. pageCore(): the page's own core, where it can be loaded.
 * typeErrors(values): the TypeScript compiler's errors for them (types.mjs). held(): bytes that the engine
 * holds after a collection, where it tells. once: also what one engine is enough for. begins(name): called before each test.
 */
export async function runAll({
  site,
  golden,
  calls = 100_000,
  sizes = 20,
  only = "",
  best,
  pageCore,
  typeErrors,
  held,
  once = false,
  begins,
}) {
  const { loadAttention } = await import(new URL("attention.mjs", site).href);
  const { loadLessons } = await import(new URL("lessons.mjs", site).href);
  const { loadModel } = await import(new URL("models.mjs", site).href);
  const { loadTensors } = await import(new URL("tensors.mjs", site).href);
  const runner = new Runner(only, "", begins);
  const environment = {
    attention: await loadAttention(),
    lessons: await loadLessons(),
    loadAttention,
    loadLessons,
    loadModel,
    loadTensors,
    golden,
    bytesOf: (name) => fileOf(site, name),
    calls,
    sizes,
    best,
    variants: variantTests.upTo,
    pageCore,
    typeErrors,
    held,
    once,
  };
  for (const { tests } of [
    attentionTests,
    backwardTests,
    multiHeadTests,
    generatorTests,
    keptTests,
    elementaryTests,
    errorTests,
    gradientTests,
    hostileTests,
    randomTests,
    lessonTests,
    memoryTests,
    stopTests,
    variantTests,
    pageBitsTests,
    modelTests,
    modelsTests,
    modelPartsTests,
    modelTextTests,
    modelPictureTests,
    modelInductionTests,
    tensorTests,
    threadTests,
    trainingTests,
  ]) {
    await tests(runner, environment);
  }
  // The kernels again in each slower build.
  for (const variant of variantTests.upTo(best).slice(0, -1)) {
    const attention = await loadAttention({ variant });
    for (const { tests } of [attentionTests, backwardTests, multiHeadTests]) {
      await tests(runner.within(variant), { ...environment, attention });
    }
  }
  return { passed: runner.passed, failures: runner.failures };
}

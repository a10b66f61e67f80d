// Every test of the headless modules, in a form that node and a page can both import and run.
import { fileOf, Runner } from "./harness.mjs";
import { upTo } from "./variant_tests.mjs";

// One after the other; each file exports tests(runner, environment).
const files = [
  "attention_tests",
  "backward_tests",
  "multi_head_tests",
  "generator_tests",
  "kept_tests",
  "elementary_tests",
  "error_tests",
  "lessons/gradient_tests",
  "hostile_tests",
  "random_tests",
  "lessons/lesson_tests",
  "memory_tests",
  "stop_tests",
  "variant_tests",
  "page_bits_tests",
  "model_tests",
  "models/models_tests",
  "models/parts_tests",
  "models/text_tests",
  "models/gguf_tests",
  "models/quantised_tests",
  "models/whole_tests",
  "models/pictures_tests",
  "models/induction_tests",
  "tensor_tests",
  "thread_tests",
  "models/thread_tests",
  "lessons/training_tests",
];

/**
 * site: where attention.mjs, lessons.mjs, models.mjs and tensors.mjs are. models: where the page's own models are. golden(name): a
 * golden file, parsed. calls: how many the memory test
 * makes. sizes: at how many sizes of memory the lessons are tried. only: a part of the names of the tests to run. best:
 * the build of the core that this engine should choose. pageCore(): the page's own core, where it can be loaded.
 * typeErrors(values): the TypeScript compiler's errors for them (types.mjs). held(): bytes that the engine
 * holds after a collection, where it tells. once: also what one engine is enough for. begins(name): called before each test.
 */
export async function runAll({
  site,
  models,
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
    modelFile: (name) => fileOf(models, name),
    calls,
    sizes,
    best,
    variants: upTo,
    pageCore,
    typeErrors,
    held,
    once,
  };
  const testsOf = async (file) => (await import(`./${file}.mjs`)).tests;
  for (const file of files) await (await testsOf(file))(runner, environment);
  // The kernels again in each slower build.
  for (const variant of upTo(best).slice(0, -1)) {
    const attention = await loadAttention({ variant });
    for (const file of ["attention_tests", "backward_tests", "multi_head_tests"])
      await (
        await testsOf(file)
      )(runner.within(variant), { ...environment, attention });
  }
  return runner.results;
}

// The trained heads of the large map: trains web/large/heads.json with the project's own core and writes what the page
// fetches when a reader asks for them. A few seconds, and only when the recipe or the core changed.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// How "relaxed" rounds depends on the processor; with this one the weights have the same bits on every machine.
export const kernels = "training_simd.wasm";

function base64(lists) {
  const numbers = Float32Array.from(lists.flatMap((list) => [...list]));
  return Buffer.from(numbers.buffer).toString("base64");
}

/**
 * @param modules the folder of lessons.mjs
 * @param recipe a lesson as JSON
 * @param wasmFolder the build folder of the preset
 * @param cache where the file is kept, under `key`
 * @returns the file: what src/explorer/large_map/heads.cpp reads, the weights, and the training as a PyTorch script
 */
export async function makeHeads({ modules, recipe, wasmFolder, cache, key }) {
  const kept = join(cache, `heads-${key}.json`);
  if (existsSync(kept)) return readFileSync(kept, "utf8");
  const { loadLessons } = await import(pathToFileURL(join(modules, "lessons.mjs")));
  const trainingWasm = readFileSync(join(wasmFolder, "modules", kernels));
  const lessons = await loadLessons({ lessons: [], trainingWasm });
  const { nodes } = lessons.run(recipe);
  const node = (name) => nodes.find((each) => each.name === name);
  const run = await lessons.train(recipe);
  if (run.stopped) throw new Error(`The large map's heads: ${run.stopped.message}`);
  const weights = Object.entries(run.parameters);
  const count = ({ shape }) => shape.reduce((product, length) => product * length, 1);
  const { tensors } = JSON.parse(recipe);
  const script = lessons.code(recipe, "training");
  const content = JSON.stringify({
    letters: node("letter_vectors").labels[0],
    features: node("letter_vectors").shape[1],
    width: node("w_before_query").shape[0],
    base: tensors.find(({ operation }) => operation === "rotary").options.base,
    steps: run.losses.length,
    optimiser: /torch\.optim\.(\w+)/.exec(script)[1],
    random: count(node("letters")),
    rounds: count(node("rounds")),
    heldOut: run.heldOut.at(-1).loss,
    names: weights.map(([name, tensor]) => ({ name, count: count(tensor) })),
    script,
    weights: base64(weights.map(([, { data }]) => data)),
  });
  writeFileSync(kept, content);
  return content;
}

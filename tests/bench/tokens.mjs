// One more token of a model of the size of GPT-2 small (model.mjs) in models.mjs, in every format of its weights, in turns with
// plain reading of as many bytes as its weights have in float32 (reading.cpp): in headless Chromium, and in node. Of each
// round the ratio to the reading of the same round, so that other programs' load affects both alike. And two threads beside one,
// in the same rounds.
import { openAsBlob, readFileSync } from "node:fs";
import { join } from "node:path";
import { openPage, root, site } from "../browser/harness.mjs";
import { serve } from "../browser/server.mjs";
import { isolation } from "../modules/browser.mjs";
import { checkpoint, formats } from "./model.mjs";

const names = Object.keys(formats);

/** Runs in a page as well as in node, and so uses nothing from around it. Times in milliseconds, a list of each. */
async function timesOf({ module, files, reading, rounds }) {
  const { loadModel } = await import(module);
  const ids = Array.from({ length: 64 }, (_, i) => (i * 7919) % 50257);
  const opened = async (weights, quantize, threads) => {
    const model = await loadModel({ config: { model_type: "gpt2" }, weights, quantize, threads });
    return { model, run: await model.run(ids, { room: 64 }), bytes: 4 * model.parameters };
  };
  const models = {};
  for (const [name, file] of Object.entries(files)) models[name] = await opened(file);
  models.int8 = await opened(files.float32, "int8");
  models.twoThreads = await opened(files.float32, undefined, 2);
  if (models.twoThreads.model.threads !== 2) throw new Error("The second thread did not start.");
  const bytes = Math.ceil(models.float32.bytes / 128) * 128;
  const imports = { env: { emscripten_notify_memory_growth() {} } };
  const { instance } = await WebAssembly.instantiate(reading, imports);
  const { _initialize, written, read } = instance.exports;
  _initialize?.();
  const at = written(bytes) >>> 0;
  if (at === 0) throw new Error("There is no memory to be read.");

  const times = { reading: [] };
  const timed = async (name, work) => {
    const began = performance.now();
    await work();
    (times[name] ??= []).push(performance.now() - began);
  };
  for (let round = 0; round < rounds + 3; round++) {
    await timed("reading", () => read(at, bytes));
    for (const [name, { run }] of Object.entries(models)) {
      await timed(name, async () => {
        await run.append([7]);
        run.next(10);
      });
    }
    await timed("next", () => models.float32.run.next(10));
    await timed("product", () => models.float32.run.logitsAt(64 + round));
  }
  const text = Array.from({ length: 256 }, (_, i) => (i * 7919) % 50257);
  for (let round = 0; round < rounds; round++)
    for (const name of ["float32", "twoThreads"])
      await timed(`${name} run`, async () => (await models[name].model.run(text, { room: 0 })).dispose());
  for (const all of Object.values(times)) all.splice(0, 3); // before the engine has compiled its optimised code
  return times;
}

const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];

/** Of two threads the share of the time of one: the median of the rounds' ratios, and the ratio of the shortest times. */
const shareOf = (two, one) => ({
  median: median(two.map((time, i) => time / one[i])),
  best: Math.min(...two) / Math.min(...one),
});

/** The medians of the rounds' own ratios, and of how much longer the ten next words take than the last product, in ms. */
function summary({ reading, next, product, twoThreads, ...times }) {
  const { "float32 run": one, "twoThreads run": two, ...tokens } = times;
  const found = { next: median(next.map((time, i) => time - product[i])) };
  found.threads = { token: shareOf(twoThreads, tokens.float32), run: shareOf(two, one) };
  for (const [name, times] of Object.entries(tokens))
    found[name] = median(times.map((time, i) => time / reading[i]));
  return found;
}

async function inChromium(paths, reading, rounds) {
  const server = await serve(site, { headers: isolation });
  const { page, close } = await openPage({
    url: `${server.url}licences.txt`,
    ready: false,
    quiet: false,
    fresh: true,
  });
  await page.evaluate(() => {
    const input = document.createElement("input");
    Object.assign(input, { type: "file", multiple: true });
    document.body.append(input);
  });
  await page.locator("input").setInputFiles(paths);
  const times = await page.evaluate(`(async () => {
    const given = [...document.querySelector("input").files];
    const files = Object.fromEntries(${JSON.stringify(names)}.map((name, i) => [name, given[i]]));
    const reading = Uint8Array.from(${JSON.stringify([...reading])});
    return (${timesOf})({ module: "./models.mjs", files, reading, rounds: ${rounds} });
  })()`);
  await close();
  await server.close();
  return times;
}

async function inNode(paths, reading, rounds) {
  const files = {};
  for (const [i, name] of names.entries()) files[name] = await openAsBlob(paths[i]);
  return timesOf({ module: join(root, "build/site/models.mjs"), files, reading, rounds });
}

export async function tokensOf(rounds) {
  const reading = readFileSync(join(root, "build/site-wasm/bench/bench_reading.wasm"));
  const paths = names.map((name) => checkpoint(formats[name]));
  return {
    Chromium: summary(await inChromium(paths, reading, rounds)),
    node: summary(await inNode(paths, reading, rounds)),
  };
}

/** Lines of the table: what, found, the target and the unit. */
export const rowsOfTokens = (found) =>
  Object.entries(found).flatMap(([engine, { float32, float16, bfloat16, int8, next, threads }]) => [
    [`${engine}, float32`, float32, 1.25, "×"],
    [`${engine}, float16`, float16, 1.25, "×"],
    [`${engine}, bfloat16`, bfloat16, 1.25, "×"],
    [`${engine}, int8`, int8, 0.6, "×"],
    [`${engine}, ten next words beside the last product`, next, 2],
    [`${engine}, a token on two threads beside one`, threads.token.median, 0.625, "×"],
    [`${engine}, the same, at best`, threads.token.best, 0.625, "×"],
    [`${engine}, a run of 256 tokens on two threads beside one`, threads.run.median, 0.625, "×"],
    [`${engine}, the same, at best`, threads.run.best, 0.625, "×"],
  ]);

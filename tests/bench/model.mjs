// A model of the size of GPT-2 small (124 million parameters, 548 MB as the hub has it, with its buffers) with random
// weights, opened from a file on disk by models.mjs in headless Chromium: how long 512 tokens and one more take, and what it holds.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openPage, root, siteUrl } from "../browser/harness.mjs";
import { threadClock } from "./frames.mjs";

const width = 768;
const layers = 12;
const positions = 1024;
const vocabulary = 50257;

function shapes() {
  const all = { "wte.weight": [vocabulary, width], "wpe.weight": [positions, width] };
  const linear = (name, inputs, outputs) => {
    all[`${name}.weight`] = [inputs, outputs];
    all[`${name}.bias`] = [outputs];
  };
  const norm = (name) => {
    for (const part of ["weight", "bias"]) all[`${name}.${part}`] = [width];
  };
  for (let layer = 0; layer < layers; layer++) {
    const of = `h.${layer}.`;
    norm(`${of}ln_1`);
    all[`${of}attn.bias`] = [1, 1, positions, positions]; // the causal mask, which is not read
    linear(`${of}attn.c_attn`, width, 3 * width);
    linear(`${of}attn.c_proj`, width, width);
    norm(`${of}ln_2`);
    linear(`${of}mlp.c_fc`, width, 4 * width);
    linear(`${of}mlp.c_proj`, 4 * width, width);
  }
  norm("ln_f");
  return all;
}

const float32 = { name: "F32", bytes: 4, of: (numbers) => numbers };
export const formats = {
  float32,
  float16: { name: "F16", bytes: 2, of: (numbers) => Float16Array.from(numbers) },
  bfloat16: {
    name: "BF16",
    bytes: 2,
    of: (numbers) => Uint16Array.from(new Uint32Array(numbers.buffer), (bits) => bits >>> 16),
  },
};

/** Writes the file, once: numbers from −0.04 to 0.04, from a seed, over and over. */
export function checkpoint(format = float32) {
  const folder = join(root, "build/bench");
  const path = join(folder, `gpt2-small${format === float32 ? "" : `-${format.name}`}.safetensors`);
  mkdirSync(folder, { recursive: true });
  const header = {};
  let bytes = 0;
  for (const [name, shape] of Object.entries(shapes())) {
    const begin = bytes;
    bytes += format.bytes * shape.reduce((count, length) => count * length, 1);
    header[name] = { dtype: format.name, shape, data_offsets: [begin, bytes] };
  }
  const text = Buffer.from(JSON.stringify(header));
  const size = 8 + text.length + bytes;
  if (existsSync(path) && statSync(path).size === size) return path;
  const numbers = new Float32Array(999_983); // a prime: no two rows are alike
  let state = 1;
  for (let i = 0; i < numbers.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    numbers[i] = (state / 2 ** 31) * 0.04;
  }
  const file = openSync(path, "w");
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  writeSync(file, length);
  writeSync(file, text);
  const block = Buffer.from(format.of(numbers).buffer);
  for (let left = bytes; left > 0; left -= block.length)
    writeSync(file, block, 0, Math.min(left, block.length));
  closeSync(file);
  return path;
}

/** The most memory that the process of a page ever held, in bytes. */
async function mostMemory(page) {
  const session = await page.context().browser().newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const held = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0));
  return Math.max(...held) * 1024;
}

const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];
const fastest = (all) => Math.min(...all);

/**
 * Of each work the milliseconds that pass and, of these, those of the page's thread on the processor: of `times` runs the
 * medians, or what `kept` keeps of them; bytes of the module's memory, and the most of the page's process.
 */
export async function modelOf(times, kept = median) {
  const path = checkpoint();
  const url = `${siteUrl()}licences.txt`;
  const { page, close } = await openPage({ url, ready: false, quiet: false, fresh: true });
  const clock = await threadClock(page);
  await page.evaluate(() => {
    const input = document.createElement("input");
    input.type = "file";
    document.body.append(input);
  });
  await page.locator("input").setInputFiles(path);

  const all = {};
  /** Runs a function in the page, and notes what it took; what it returns. */
  async function timed(name, work) {
    const before = await clock();
    const { took, value } = await page.evaluate(`(async () => {
      const began = performance.now();
      const value = await (${work})();
      return { took: performance.now() - began, value };
    })()`);
    (all[name] ??= []).push({ took, thread: (await clock()) - before });
    return value;
  }
  await timed("load", async () => {
    const { loadModel } = await import("./models.mjs");
    const [weights] = document.querySelector("input").files;
    globalThis.model = await loadModel({ config: { model_type: "gpt2" }, weights });
  });
  for (let n = 0; n < times; n++) {
    await timed("text", async () => {
      globalThis.run = await model.run(Array.from({ length: 512 }, (_, i) => (i * 7919) % 50257));
      run.next(10);
    });
    for (let more = 0; more < 5; more++)
      await timed("one", async () => {
        await run.append([7]);
        run.next(10);
      });
    const sum = await timed("weights", () => {
      let sum = 0;
      for (let layer = 0; layer < 12; layer++)
        for (let head = 0; head < 12; head++)
          for (const weight of run.attention(layer, head).data) sum += weight;
      return sum;
    });
    if (Math.abs(sum - 144 * 517) > 0.1) throw new Error(`rows of weights do not sum to 1: ${sum}`);
    const finite = await timed("logits", () => run.logits.data.every(Number.isFinite));
    if (!finite) throw new Error("logits are not finite");
    await page.evaluate(() => run.dispose());
    await page.evaluate(async () => {
      run = await model.run(Array.from({ length: 64 }, (_, i) => (i * 7919) % 50257));
    });
    const off = await timed("ledger", () => {
      const { sum, logit } = run.ledger({ id: 262, against: 290 });
      return Math.abs(sum - logit);
    });
    if (off > 1e-3) throw new Error(`the parts of a logit miss it by ${off}`);
    await timed("lens", () => run.lens());
    await page.evaluate(async () => {
      run.dispose();
      run = await model.run(Array.from({ length: 20 }, (_, i) => (i * 7919) % 50257));
    });
    await timed("sweep", () => run.sweep({ id: 262, against: 290 }));
    await page.evaluate(() => run.dispose());
    const heads = await timed("atlas", async () => {
      const texts = Array.from({ length: 64 }, (_, text) =>
        Array.from({ length: 64 }, (_none, i) => (text * 101 + i * 7919) % 50257),
      );
      return (await model.measure(texts)).means.shape[0] * 12;
    });
    if (heads !== 144) throw new Error(`${heads} heads were measured`);
  }
  const found = { memory: await page.evaluate(() => model.memory), process: await mostMemory(page) };
  for (const [name, ones] of Object.entries(all)) {
    found[name] = kept(ones.map(({ took }) => took));
    found[`${name} on the processor`] = kept(ones.map(({ thread }) => thread));
  }
  await close();
  return found;
}

/** Of a machine that other programs use, too. */
export const fastestModelOf = (times) => modelOf(times, fastest);

/** Lines of the table: what, found, the target and the unit. */
export const rowsOfModel = (found) => [
  ["512 tokens and the likeliest next, by the clock", found.text, 4000],
  ["the same, of the processor", found["text on the processor"], 4000],
  ["one more token and the likeliest next, by the clock", found.one, 150],
  ["the same, of the processor", found["one on the processor"], 150],
  ["all weights of 144 heads, 517 × 517 each, of the processor", found["weights on the processor"], 1000],
  ["all logits of 517 tokens, of the processor", found["logits on the processor"], 2000],
  [
    "why this word: a logit's 171 parts after 64 tokens, of the processor",
    found["ledger on the processor"],
    300,
  ],
  [
    "the likeliest words after each of 12 layers at 64 tokens, of the processor",
    found["lens on the processor"],
    2000,
  ],
  ["each of 144 heads off, on 20 tokens, of the processor", found["sweep on the processor"], 12000],
  [
    "what each of 144 heads does over 64 texts of 64 tokens, of the processor",
    found["atlas on the processor"],
    20000,
  ],
  ["memory of the module with all of this", found.memory / 2 ** 20, 1331, "MB"],
  ["the most that the page's process ever held", found.process / 2 ** 20, 1331, "MB"],
];

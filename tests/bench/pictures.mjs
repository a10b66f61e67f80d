// Models of pictures with random weights in models.mjs, in headless Chromium: ViT-Base (86 million parameters) on 224 × 224 pixels, 197
// tokens, and DINOv2 small (22 million) on 518 × 518, 1,370 tokens. How long a picture takes, from its pixels to its labels.
import { readFileSync } from "node:fs";
import { openPage, siteUrl } from "../browser/harness.mjs";
import { headerOf, tensorsOf } from "../support/random-vit.mjs";
import { threadClock } from "./frames.mjs";

const base = { model_type: "vit" };
const small = { model_type: "dinov2", image_size: 518, hidden_size: 384, num_attention_heads: 6 };
const works = [
  { name: "vit", config: base, side: 224, tokens: 197 },
  { name: "dinov2", config: small, side: 518, tokens: 1370 },
];

/**
 * Milliseconds by the clock, medians of 40: what a moved shape costs the page's own model, until all numbers are there that the
 * screen shows. `computing`: in models.mjs alone; `shown`: through the page and its worker, until nothing is wanted.
 */
export async function movedShapes() {
  const { page, close } = await openPage({ link: "view=model&model=pictures", quiet: false, fresh: true });
  const ready = () => {
    const { model } = window.attentionExplorer.reading();
    return model?.run && model.next && model.wants === null;
  };
  await page.waitForFunction(ready);
  const files = ["config.json", "model.safetensors", "preprocessor_config.json"].map((name) =>
    readFileSync(new URL(`../../web/models/pictures/${name}`, import.meta.url)).toString("base64"),
  );
  const found = await page.evaluate(async (given) => {
    const { apply, madePicture, reading } = window.attentionExplorer;
    const texts = [3, 4].map((column) => `blue? 2,2 orange circle; 2,${column} blue triangle`);
    const median = async (work) => {
      const took = [];
      for (let i = 0; i < 40; i++) {
        const began = performance.now();
        await work(texts[i % 2]);
        took.push(performance.now() - began);
      }
      return took.sort((a, b) => a - b)[20];
    };
    const shown = await median(async (text) => {
      apply({ type: "SetModelText", text });
      for (;;) {
        const { model } = reading();
        if (model.run?.text === text && model.next && model.wants === null) break;
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
    const { loadModel } = await import("./models.mjs");
    const [config, weights, preprocessor] = given.map(
      (file) => new Blob([Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))]),
    );
    const model = await loadModel({ config, weights, preprocessor });
    const { layers, heads } = model.config;
    const computing = await median(async (text) => {
      const run = await model.run(madePicture(text));
      run.next(10);
      for (let i = 0; i < layers * heads; i++) run.attention(Math.floor(i / heads), i % heads);
      run.dispose();
    });
    model.dispose();
    return { computing, shown };
  }, files);
  await close();
  return found;
}

/** Milliseconds of each, of `times` the fewest: by the clock, and of the page's thread on the processor. */
export async function picturesOf(times) {
  const { page, close } = await openPage({
    url: `${siteUrl()}licences.txt`,
    ready: false,
    quiet: false,
    fresh: true,
  });
  const clock = await threadClock(page);
  const found = {};
  for (const { name, config, side, tokens } of works) {
    await page.evaluate(
      async ([given, { header, bytes }, size]) => {
        const { loadModel } = await import("./models.mjs");
        const numbers = new Float32Array(999_983); // a prime: no two rows are alike
        let state = 1;
        for (let i = 0; i < numbers.length; i++) {
          state = (Math.imul(state, 1664525) + 1013904223) | 0;
          numbers[i] = (state / 2 ** 31) * 0.04;
        }
        const text = new TextEncoder().encode(header);
        const parts = [new BigUint64Array([BigInt(text.length)]), text];
        for (let left = bytes; left > 0; left -= numbers.byteLength)
          parts.push(left >= numbers.byteLength ? numbers : numbers.subarray(0, left / 4));
        const preprocessor = { size: { height: size, width: size }, resample: 3 };
        globalThis.model = await loadModel({ config: given, weights: new Blob(parts), preprocessor });
        globalThis.pixels = Uint8Array.from({ length: 640 * 480 * 3 }, (_, i) => (i * 7919) % 256);
      },
      [config, headerOf(tensorsOf(config)), side],
    );
    const took = [];
    for (let n = 0; n < times; n++) {
      const before = await clock();
      const told = await page.evaluate(async () => {
        const began = performance.now();
        const run = await model.run({ pixels, width: 640, height: 480 });
        run.next(1);
        const ms = performance.now() - began;
        const sum = run.attention(11, 0, { count: 1 }).data.reduce((a, b) => a + b, 0);
        const count = run.ids.length;
        run.dispose();
        return { ms, sum, count };
      });
      if (told.count !== tokens || Math.abs(told.sum - 1) > 1e-3)
        throw new Error(`${name} has ${told.count} tokens, and a row of weights sums to ${told.sum}`);
      took.push({ ms: told.ms, thread: (await clock()) - before });
    }
    await page.evaluate(() => model.dispose());
    found[name] = Math.min(...took.map(({ ms }) => ms));
    found[`${name} on the processor`] = Math.min(...took.map(({ thread }) => thread));
  }
  await close();
  return { ...found, ...(await movedShapes()) };
}

/** Lines of the table: what, found, the target. */
export const rowsOfPictures = (found) => [
  ["the page's own model of pictures: a moved shape, its weights and labels computed", found.computing, 16],
  ["the same through the page and its worker, until all is shown", found.shown, 200],
  ["ViT-Base, a picture of 197 tokens, of the processor", found["vit on the processor"], 1200],
  ["DINOv2 small, a picture of 1,370 tokens, of the processor", found["dinov2 on the processor"], 2500],
];

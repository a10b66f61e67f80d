// The page's own figures in headless Chromium: what a frame costs in every lesson, in attention of 64 tokens and 12 heads
// and on the large map of 4,096 tokens; what an edit costs; frames while nothing moves; how long until the first result and
// the first number. usage: node tests/bench/figures.mjs [--quick] [--parts a,b]
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  core,
  lessonIds,
  lessonOf,
  openPage,
  root,
  settled,
  siteUrl,
  start,
  stop,
} from "../browser/harness.mjs";
import { at, framesOf, idleFrames, threadClock } from "./frames.mjs";
import { editsOf } from "./edits.mjs";
import { modelOf, rowsOfModel } from "./model.mjs";
import { rowsOfTokens, tokensOf } from "./tokens.mjs";
import { picturesOf, rowsOfPictures } from "./pictures.mjs";
import { runOf } from "./runs.mjs";
import { inputs, works } from "./works.mjs";

const { values: options } = parseArgs({
  options: { quick: { type: "boolean", default: false }, parts: { type: "string" } },
});
const parts = options.parts?.split(",");
const wanted = (part) => !parts || parts.includes(part);
const times = options.quick ? 3 : 9;
// With --quick and all parts: one lesson represents the others, and one round replaces five.
const fewest = options.quick && !parts;
const lessons = options.quick ? lessonIds.slice(0, fewest ? 1 : 2) : lessonIds;
const result = { date: new Date().toISOString(), machine: cpus()[0].model, load: loadavg()[0] };
const rows = [];

/** A line of the table. `reach`: the target, in the same unit. */
function row(name, found, reach, unit = "ms") {
  rows.push({ name, found, reach, unit });
  const digits = unit === "ms" ? (found >= 100 ? 0 : 2) : 0;
  const side = found <= reach ? "reached" : `${(found / reach).toFixed(2)} times as much`;
  console.log(`| ${name} | ${found.toFixed(digits)} ${unit} | ≤ ${reach} ${unit} | ${side} |`);
}
const head = (title) => console.log(`\n| ${title} | found | reach | |\n|---|---|---|---|`);

const moving = { reducedMotion: "no-preference" }; // frames of animations count, too
const pause = (page) => page.waitForTimeout(30);

/** Where things lie on the canvas that are not the whole of it. */
async function placesOf(page) {
  const { items } = await core(page, "probe");
  const box = await page.locator("#canvas").boundingBox();
  return items
    .filter(({ w, h }) => w > 4 && h > 4 && w < box.width / 2)
    .map(({ id, x, y, w, h }) => ({ id, x: box.x + x + w / 2, y: box.y + y + h / 2, w, h }));
}

async function hover(page, count) {
  const places = await placesOf(page);
  for (let n = 0; n < count; n++) {
    const { x, y } = places[(n * 7919) % places.length];
    await page.mouse.move(x, y);
    await pause(page);
  }
}

/** Drags sliders, the rows of an order, windows onto large tensors, and the stage itself. */
async function drag(page, count) {
  const places = await placesOf(page);
  const handles = places.filter(({ id }) => /^(control:|part:|attention-map|matrix:)/.test(id));
  for (let n = 0; n < Math.min(count, handles.length); n++) {
    const { x, y, w, h } = handles[(n * 31) % handles.length];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let k = 1; k <= 5; k++) {
      await page.mouse.move(x + (w * k) / 11, y + (h * k) / 11);
      await pause(page);
    }
    await page.mouse.up();
  }
}

async function stepThrough(page, visit) {
  const count = (await core(page, "reading")).steps.length;
  await page.locator("#canvas").focus();
  for (let step = 0; step < count; step++) {
    await visit(step);
    if (step + 1 < count) await page.keyboard.press("PageDown");
    await page.waitForTimeout(600); // the move to the next step ends
  }
}

async function framesOfLesson(id) {
  const found = { step: [], hover: [], drag: [] };
  {
    const { page, close } = await openPage({ ...moving, link: `lesson=${id}` });
    await settled(page);
    found.step = await framesOf(page, () => stepThrough(page, () => undefined));
    await close();
  }
  const { page, close } = await openPage({ ...moving, link: `lesson=${id}` });
  await settled(page);
  const few = options.quick ? 6 : 2; // steps: what moves on them is much the same
  await stepThrough(page, async (step) => {
    if (step % few !== 0) return;
    await settled(page);
    found.hover.push(...(await framesOf(page, () => hover(page, 10))));
    found.drag.push(...(await framesOf(page, () => drag(page, 2))));
  });
  await close();
  return found;
}

// Attention of 64 tokens and 12 heads, drawn from a seed: a lesson in the page's own format.
const wide = {
  format: 1,
  id: "wide",
  version: "1.0.0",
  title: { en: "Wide" },
  generators: [{ name: "g", seed: 3 }],
  tensors: [
    {
      name: "s",
      role: "scores",
      axes: [{ name: "head" }, { name: "query" }, { name: "key" }],
      random: { generator: "g", draw: "randn", shape: [12, 64, 64] },
    },
    { name: "a", symbol: "A", role: "weights", operation: "softmax", inputs: ["s"], options: { axis: -1 } },
  ],
  steps: [
    {
      id: "one",
      title: { en: "One" },
      text: { en: "Sixty-four tokens." },
      stage: [{ attention: "a", scores: "s" }],
    },
  ],
};

async function openWide() {
  const { page, close } = await openPage({ ...moving });
  const refused = await core(page, "open", JSON.stringify(wide), "en");
  if (refused !== null) throw new Error(JSON.stringify(refused));
  await settled(page);
  return { page, close };
}

async function framesOfWide() {
  const { page, close } = await openWide();
  const count = options.quick ? 15 : 60;
  const found = { hover: await framesOf(page, () => hover(page, count)) };
  const map = (await placesOf(page)).find(({ id }) => id === "attention-map");
  if (!map) throw new Error("the attention view shows no map");
  found.move = await framesOf(page, async () => {
    await page.mouse.move(map.x, map.y);
    for (let n = 0; n < count; n++) {
      if (n % 5 === 0) await page.mouse.wheel(0, n < count / 2 ? -80 : 80);
      await page.mouse.move(map.x + (n % 9) * 7 - 30, map.y + (n % 7) * 7 - 20);
      await pause(page);
    }
    await page.mouse.down();
    for (let n = 0; n < count / 2; n++) {
      await page.mouse.move(map.x + n * 3, map.y + n * 2);
      await pause(page);
    }
    await page.mouse.up();
  });
  await close();
  return found;
}

const largeStatus = (page) =>
  page.evaluate(
    () => window.attentionExplorer.probe().items.find(({ id }) => id.startsWith("large-status:"))?.id,
  );

async function framesOfLarge() {
  const { page, close } = await openPage({ ...moving, link: "view=large&m.tokens=4096&m.heads=1" });
  while ((await largeStatus(page)) !== "large-status:done") await page.waitForTimeout(50);
  await settled(page);
  const map = (await core(page, "probe")).items.find(({ id }) => id === "large-map");
  const [x, y] = [map.x + map.w / 2, map.y + map.h / 2];
  const walk = async () => {
    await page.mouse.move(x, y);
    for (let n = 0; n < 30; n++) {
      if (n % 10 < 5) await page.mouse.wheel(0, n < 15 ? -60 : 60);
      else await page.mouse.move(x + (n % 7) * 5, y + n);
      await pause(page);
    }
    await page.mouse.down();
    for (let n = 0; n < 30; n++) {
      await page.mouse.move(x - n * 4, y - n * 3);
      await pause(page);
    }
    await page.mouse.up();
    await page.mouse.wheel(0, 6000); // out again
    await page.waitForTimeout(800);
  };
  const fresh = await framesOf(page, walk); // what is pooled on the way is made in slices of up to 8 ms
  await settled(page);
  const again = await framesOf(page, walk);
  await close();
  return { fresh, again };
}

/**
 * Milliseconds from a change to the first coarse picture and to the whole one, on the page's own clock: until the frame that
 * holds it is handed to WebGL, and until its pixels can be read, which is when the GPU's process has drawn it.
 */
async function picturesOfLarge() {
  const { page, close } = await openPage({ ...moving, link: "view=large&m.tokens=64&m.heads=1" });
  await settled(page);
  const found = { first: [], firstDrawn: [], all: [], allDrawn: [], work: [] };
  const clock = await threadClock(page);
  for (let round = 0; round < (fewest ? 1 : Math.min(times, 5)); round++) {
    const before = await clock();
    const one = await page.evaluate(async (tokens) => {
      const explorer = window.attentionExplorer;
      const gl = document.querySelector("#canvas").getContext("webgl2");
      const status = () => explorer.probe().items.find(({ id }) => id.startsWith("large-status:"))?.id;
      const ask = window.requestAnimationFrame;
      const times = {};
      const pixel = new Uint8Array(4);
      const began = performance.now();
      const passed = () => performance.now() - began;
      const whole = new Promise((resolve) => {
        // Looked at in the frame's own task: a timer would wait for slices of work.
        window.requestAnimationFrame = (draw) =>
          ask((now) => {
            const frames = explorer.frames();
            draw(now);
            const handed = passed();
            const shown = explorer.frames() > frames ? status() : "large-status:begun";
            const done = shown === "large-status:done";
            if (shown === "large-status:begun" || (times.first !== undefined && !done)) return;
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel); // waits for all that was handed over
            times.first ??= handed;
            times.firstDrawn ??= passed();
            if (done) resolve(Object.assign(times, { all: handed, allDrawn: passed() }));
          });
      });
      const refused = explorer.apply({ type: "SetLarge", tokens, heads: 1, causal: false });
      if (refused) throw new Error(JSON.stringify(refused));
      await whole;
      window.requestAnimationFrame = ask;
      return times;
    }, 4096 - round);
    found.work.push((await clock()) - before);
    for (const [name, ms] of Object.entries(one)) found[name].push(ms);
    await settled(page);
  }
  await close();
  return found;
}

/** From `import` to the result of attention of 512 tokens (8 heads, 64 wide), in a page that holds nothing else. */
async function firstResult() {
  const given = inputs(
    works.find(({ kind, tokens, causal }) => kind === "attention" && tokens === 512 && !causal),
  );
  const plain = Object.fromEntries(
    Object.entries(given).map(([name, { shape, data }]) => [name, { shape, data: Array.from(data) }]),
  );
  const all = [];
  for (let n = 0; n < times; n++) {
    const { page, close } = await openPage({ url: `${siteUrl()}licences.txt`, ready: false, quiet: false });
    all.push(
      await page.evaluate(async (sent) => {
        const [q, k, v] = ["q", "k", "v"].map((name) => ({
          shape: sent[name].shape,
          data: Float32Array.from(sent[name].data),
        }));
        const began = performance.now();
        const { loadAttention } = await import("./attention.mjs");
        const attention = await loadAttention();
        const { output } = attention.scaledDotProductAttention(q, k, v);
        const took = performance.now() - began;
        if (!output.data.every(Number.isFinite)) throw new Error("that is no attention");
        return took;
      }, plain),
    );
    await close();
  }
  return all;
}

/** From navigation, with an empty cache, until the page says that a lesson's first numbers are drawn. */
async function firstNumber() {
  const all = [];
  for (let n = 0; n < times; n++) {
    const { page, close } = await openPage({ ...moving, ready: false });
    const mark = await page.waitForFunction(
      () => performance.getEntriesByName("first-number")[0]?.startTime,
      null,
      { timeout: 20000 },
    );
    all.push(await mark.jsonValue());
    await close();
  }
  return all;
}

async function idle() {
  const found = {};
  const ms = options.quick ? 500 : 2000;
  const look = async (name, { page, close }) => {
    await settled(page);
    found[name] = await idleFrames(page, ms);
    await close();
  };
  for (const id of lessons) await look(id, await openPage({ ...moving, link: `lesson=${id}` }));
  await look("contents", await openPage({ ...moving, link: "" }));
  await look("attention, 64 × 12", await openWide());
  await look("large map", await openPage({ ...moving, link: "view=large&m.tokens=1024&m.heads=1" }));
  return found;
}

await start();
console.log(`${result.machine}, headless Chromium, load ${result.load.toFixed(1)}`);
if (wanted("frames")) {
  head("a frame of the page: 95 % of them take no more of the processor than");
  result.frames = {};
  for (const id of lessons) {
    const found = (result.frames[id] = await framesOfLesson(id));
    for (const [act, doing] of Object.entries({ step: "stepping", hover: "hovering", drag: "dragging" }))
      row(`${id}, ${doing} (${found[act].length} frames)`, at(found[act], 0.95), 4);
  }
}
if (parts?.includes("model")) {
  head("a model of 124 million parameters in models.mjs");
  result.model = await modelOf(options.quick ? 1 : 3);
  for (const line of rowsOfModel(result.model)) row(...line);
  head(
    "one more token of it and the next ten words, as a share of the time of reading its weights in float32",
  );
  result.tokens = await tokensOf(options.quick ? 7 : 15);
  for (const line of rowsOfTokens(result.tokens)) row(...line);
  head("models of pictures in models.mjs");
  result.pictures = await picturesOf(options.quick ? 1 : 3);
  for (const line of rowsOfPictures(result.pictures)) row(...line);
}
if (wanted("attention")) {
  head("a frame of the attention view, 95 %");
  const found = (result.attention = await framesOfWide());
  row(`attention, 64 × 12, hovering (${found.hover.length} frames)`, at(found.hover, 0.95), 8);
  row(`attention, 64 × 12, zooming and dragging (${found.move.length} frames)`, at(found.move, 0.95), 8);
}
if (wanted("large")) {
  head("large map, 4,096 tokens");
  const { fresh, again } = (result.large = await framesOfLarge());
  row(`a frame while panning and zooming, p95 (${again.length} frames)`, at(again, 0.95), 6);
  row(`the same where pooled weights are made, p95 (${fresh.length} frames)`, at(fresh, 0.95), 8 + 6);
  const pictures = (result.pictures = await picturesOfLarge());
  row("first picture after a change: handed to WebGL, median", at(pictures.first, 0.5), 150);
  row(
    "the same, and drawn by the GPU's process (here in software), median",
    at(pictures.firstDrawn, 0.5),
    150,
  );
  row("all of it: handed to WebGL, median", at(pictures.all, 0.5), 2000);
  row("the same, and drawn", at(pictures.allDrawn, 0.5), 2000);
  row("all of it, the processor's time of the page's thread, median", at(pictures.work, 0.5), 2000);
}
if (wanted("edits")) {
  head("an edit with all that follows from it, the slowest tensor of each lesson, the best of five rounds");
  result.edits = {};
  for (const id of lessons.filter((each) => lessonOf(each).tensors.some(({ editable }) => editable))) {
    const { tensor, ms, others } = (result.edits[id] = await editsOf(id));
    row(`${id}: ${tensor}${others ? ` (of ${others + 1})` : ""}`, ms, 1);
  }
}
if (wanted("training")) {
  head("a run of 300 steps, the median of three rounds");
  result.training = {};
  for (const [id, step] of [
    ["learning", "hundred"],
    ["letters", "train"],
  ]) {
    const { set } = lessonOf(id).steps.find((each) => each.id === step);
    const { page, headless, frames } = (result.training[id] = await runOf(id, step, set ?? {}, 3));
    // The start and the last picture of a run, some 0.1 s, are a large part of a run of 0.2 s, and none of the throughput.
    if (id === "learning") row(`${id}: from the click to the last step`, at(page, 0.5) * 299, 2000);
    else {
      const reach = Number((at(headless, 0.5) / 0.8).toFixed(2));
      row(`${id}: a step in the page, where lessons.mjs in a worker takes four fifths`, at(page, 0.5), reach);
    }
    const named = `${id}: the processor's time of a frame meanwhile, 95th percentile of ${frames.length}`;
    row(named, at(frames, 0.95), 8);
  }
}
if (wanted("idle")) {
  head("frames and callbacks without input");
  result.idle = await idle();
  for (const [name, count] of Object.entries(result.idle)) row(name, count, 0, "frames");
}
if (wanted("start")) {
  head(`from nothing, median of ${times}`);
  result.firstResult = await firstResult();
  row("attention.mjs: from import to the first result (512 tokens)", at(result.firstResult, 0.5), 100);
  result.firstNumber = await firstNumber();
  row("page: from navigation to the first number", at(result.firstNumber, 0.5), 1000);
}
await stop();
result.rows = rows;
mkdirSync(join(root, "build/bench"), { recursive: true });
writeFileSync(join(root, "build/bench/figures.json"), JSON.stringify(result));
console.log("\nwritten to build/bench/figures.json");

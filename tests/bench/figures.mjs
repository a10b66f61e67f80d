// The page's own figures: what a frame costs the page's thread while the pointer walks over a lesson and over attention of
// 64 tokens and 12 heads, what an edit costs, and that nothing is drawn while nothing moves. usage: node figures.mjs
import { core, lessonIds, lessonOf, openPage, settled, start, stop } from "../browser/harness.mjs";

const at = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];

/** The time that the page's main thread has worked, in milliseconds. */
async function threadClock(page) {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
  };
}

/** Milliseconds of the page's thread for each frame while `act` is done again and again. */
async function framesOf(page, act, times) {
  const clock = await threadClock(page);
  const all = [];
  const watching = []; // what asking costs, which is none of the page's
  for (let n = 0; n < 21; n++) {
    const before = await clock();
    await core(page, "frames");
    await core(page, "frames");
    watching.push((await clock()) - before);
  }
  for (let n = 0; n < times; n++) {
    const before = await clock();
    const frames = await core(page, "frames");
    await act(n);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const drawn = (await core(page, "frames")) - frames; // none where nothing changed
    if (drawn > 0) all.push(Math.max(0, ((await clock()) - before - at(watching, 0.5)) / drawn));
  }
  return { median: at(all, 0.5), p95: at(all, 0.95) };
}

/** Attention of 64 tokens and 12 heads, drawn from a seed: a lesson of the page's own format. */
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

async function walk(link, lesson) {
  const { page, close } = await openPage({ link: lesson ? "lesson=worked-example" : link });
  if (lesson) {
    const wrong = await core(page, "open", JSON.stringify(lesson), "en");
    if (wrong !== null) throw new Error(JSON.stringify(wrong));
  }
  await settled(page);
  const probe = await core(page, "probe");
  const box = await page.locator("#canvas").boundingBox();
  const items = probe.items.filter(({ w, h }) => w > 4 && h > 4 && w < box.width / 2);
  if (items.length === 0) throw new Error(`there is nothing to walk over in ${link}`);
  const to = ({ x, y, w, h }) => page.mouse.move(box.x + x + w / 2, box.y + y + h / 2);
  const figures = await framesOf(page, (n) => to(items[(n * 7) % items.length]), 120);
  const before = await core(page, "frames");
  await page.mouse.move(box.x + 1, box.y + 1);
  await settled(page);
  const still = await core(page, "frames");
  await page.waitForTimeout(1000);
  const idle = (await core(page, "frames")) - still;
  await close();
  return { ...figures, idle, drawn: still - before };
}

/** Milliseconds of an edit of the lesson's first editable tensor: its command, with all that is computed anew. */
async function edits(id) {
  const { name } = lessonOf(id).tensors.find(({ editable }) => editable);
  const { page, close } = await openPage({ link: `lesson=${id}` });
  await settled(page);
  const times = await page.evaluate((tensor) => {
    const core = window.attentionExplorer;
    const index = core
      .reading()
      .tensors?.find?.((one) => one.name === tensor)
      ?.shape?.map(() => 0) ?? [0, 0];
    const all = [];
    for (let n = 0; n < 60; n++) {
      const began = performance.now();
      const wrong = core.apply({ type: "EditCell", cell: { tensor, index }, text: String(n % 5) });
      all.push(performance.now() - began);
      if (wrong) throw new Error(JSON.stringify(wrong));
    }
    return all;
  }, name);
  await close();
  return { lesson: id, tensor: name, median: at(times, 0.5), p95: at(times, 0.95) };
}

await start();
const rows = [];
for (const [name, link, lesson] of [
  ["lesson: all scores", "lesson=worked-example&step=scores-1"],
  ["lesson: a head", "lesson=causal-ladder&step=head"],
  ["lesson: many heads", "lesson=multi-head&step=mask-flag"],
  ["attention, 64 × 12", "", wide],
])
  rows.push({ name, ...(await walk(link, lesson)) });
const edited = [];
for (const id of lessonIds) edited.push(await edits(id));
await stop();
console.log(
  "\n| the page's thread, ms a frame | median | 95 % | frames in an idle second |\n|---|---|---|---|",
);
for (const { name, median, p95, idle } of rows)
  console.log(`| ${name} | ${median.toFixed(2)} | ${p95.toFixed(2)} | ${idle} |`);
console.log("\n| an edit, ms | median | 95 % |\n|---|---|---|");
for (const { lesson, tensor, median, p95 } of edited)
  console.log(`| ${lesson}: ${tensor} | ${median.toFixed(2)} | ${p95.toFixed(2)} |`);

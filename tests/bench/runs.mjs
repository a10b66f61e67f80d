// What a run of training costs the page: its steps a second beside those of the same lesson by lessons.mjs in a worker of
// the same browser, and the frames that are drawn while it goes on.
import { openPage, siteUrl, until } from "../browser/harness.mjs";
import { framesOf } from "./frames.mjs";

const apply = (page, command) => page.evaluate((one) => window.attentionExplorer.apply(one), command);
const steps = 300; // of the lesson's run

/** Milliseconds from the start of a run until its last step is shown. */
async function shownAfter(page, step) {
  await apply(page, { type: "ResetTraining" });
  await apply(page, { type: "SeekTraining", step: 1 }); // the worker is there, and has compiled the lesson
  await until(page, () => window.attentionExplorer.reading().step.training.step === 1);
  return page.evaluate(async (last) => {
    const start = performance.now();
    window.attentionExplorer.apply({ type: "SeekTraining", step: last });
    while (window.attentionExplorer.reading().step.training.step !== last)
      await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.now() - start;
  }, step);
}

/** Milliseconds of a step: what a long run takes more than a short one, so without its start and its last picture. */
async function inPage(page) {
  const few = steps / 10;
  const short = await shownAfter(page, few);
  return ((await shownAfter(page, steps)) - short) / (steps - few);
}

/** Milliseconds of a step by lessons.mjs in a worker, with the parameters of the lesson's step. */
const headless = (page, lesson, parameters) =>
  page.evaluate(
    async ([url, id, overrides, all]) => {
      const code = `import { loadLessons } from ${JSON.stringify(url)};
        const lessons = await loadLessons({ lessons: [${JSON.stringify(id)}] });
        const how = ${JSON.stringify(overrides)};
        let first;
        await lessons.train(${JSON.stringify(id)}, {
          steps: ${all}, overrides: how, onStep: () => (first ??= performance.now()),
        });
        postMessage((performance.now() - first) / (${all} - 1));`;
      const blob = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      const worker = new Worker(blob, { type: "module" });
      const ms = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      });
      worker.terminate();
      return ms;
    },
    [new URL("lessons.mjs", siteUrl()).href, lesson, { parameters }, steps],
  );

/** Milliseconds of a step in the page and headless, alternating, and of each frame while the page trains. */
export async function runOf(lesson, step, parameters, rounds) {
  // A file of the site without the page's policy, which allows no worker of one's own.
  const bare = await openPage({ url: new URL("licences.txt", siteUrl()).href, ready: false, quiet: false });
  const { page, close } = await openPage({ link: `lesson=${lesson}&step=${step}` });
  const found = { page: [], headless: [] };
  for (let round = 0; round < rounds; round++) {
    found.headless.push(await headless(bare.page, lesson, parameters));
    found.page.push(await inPage(page));
  }
  await apply(page, { type: "ResetTraining" });
  const frames = await framesOf(
    page,
    async () => {
      await apply(page, { type: "RunTraining", on: true });
      // Uses timers: frame callbacks requested by the measurement would count.
      await page.evaluate(async (all) => {
        while (window.attentionExplorer.reading().step.training.step < all)
          await new Promise((resolve) => setTimeout(resolve, 50));
      }, steps);
    },
    true,
  );
  await close();
  await bare.close();
  return { ...found, frames };
}

// A run of training in the page: in a worker, and in slices between frames where none may start. The lesson is the one of
// the native tests (tests/training/run.json); its losses are PyTorch's (tests/golden/training.json).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { click, core, golden, openPage, place, ready, root, settled, unfold, until } from "../harness.mjs";

const lesson = JSON.parse(readFileSync(join(root, "tests/training/run.json"), "utf8"));
const wanted = golden("training")["letter-before"].sgd;

async function open(options = {}) {
  const opened = await openPage({
    link: `lesson=/own/run.json&step=run${options.more ?? ""}`,
    routes: { "**/own/run.json": { json: lesson } },
    ready: false,
    ...options,
  });
  await opened.page.locator("#loading-trouble button").click(); // a lesson that is not the site's own is asked about
  await ready(opened.page);
  return opened;
}

const run = async (page) => (await core(page, "reading")).step.training;
const apply = (page, command) => page.evaluate((one) => window.attentionExplorer.apply(one), command);
const at = (page, step) =>
  until(
    page,
    (wanted) => {
      const { step, target, running } = window.attentionExplorer.reading().step.training;
      return step === wanted && target === null && !running;
    },
    step,
  );

const near = (got, expected, relative, what) =>
  assert.ok(
    Math.abs(got - expected) <= relative * Math.abs(expected),
    `${what}: ${got} instead of ${expected}`,
  );

// The losses of the first twenty steps and of some later ones: each step is shown again, and tells its own.
async function hundred(page) {
  await apply(page, { type: "SeekTraining", step: 100 });
  await at(page, 100);
  const steps = [...Array(20).keys(), 30, 45, 60, 75, 90, 99];
  for (const step of steps.toReversed()) {
    await apply(page, { type: "SeekTraining", step });
    await at(page, step);
    const { lossNumber, heldOut } = await run(page);
    near(lossNumber, wanted.losses[step], step < 20 ? 1e-5 : 1e-3, `loss ${step}`);
    const apart = wanted.heldOut[Math.floor(step / 10)];
    assert.ok(
      Math.abs(Number(heldOut) - apart) < 1e-3 * apart + 0.0005,
      `held out ${step}: ${heldOut}, ${apart}`,
    );
  }
}

export const tests = {
  "a run in a worker has PyTorch's losses, and the buttons play, pause, step and reset": async () => {
    const { page, close } = await open();
    assert.equal(page.workers().length, 0, "nothing is fetched before it is asked for");
    await hundred(page);
    assert.equal(page.workers().length, 1);
    await click(page, "training:one");
    await at(page, 1);
    await click(page, "training:reset");
    await at(page, 0);
    const play = await place(page, "training:play");
    await page.mouse.click(play.x, play.y);
    await until(page, () => window.attentionExplorer.reading().step.training.step > 5);
    assert.equal((await run(page)).running, true);
    await page.mouse.click(play.x, play.y);
    await until(page, () => !window.attentionExplorer.reading().step.training.running);
    const { step } = await run(page);
    await settled(page); // no frame is drawn any more
    const frames = await core(page, "frames");
    await page.waitForTimeout(400);
    assert.equal(await core(page, "frames"), frames);
    assert.equal((await run(page)).step, step);
    await close();
  },

  "without a worker the same run goes on between frames": async () => {
    const { page, close } = await open({ script: "delete window.Worker" });
    await hundred(page);
    assert.equal(page.workers().length, 0);
    await close();
  },

  "any step of the run can be shown again, and a link to a step trains up to it": async () => {
    const { page, close } = await open({ more: "&run=40" });
    await at(page, 40);
    const link = await core(page, "link");
    assert.match(link, /&run=40/);
    const loss = async () => (await core(page, "tensor", "loss")).values[0];
    const before = await loss();
    await apply(page, { type: "SeekTraining", step: 10 });
    await at(page, 10);
    assert.notEqual(await loss(), before);
    await apply(page, { type: "SeekTraining", step: 40 });
    await at(page, 40);
    assert.equal(await loss(), before);
    await close();
  },

  "a loss that is not a number stops the run, and the page says what to change": async () => {
    const { page, close } = await open({ more: "&p.rate=10" });
    await apply(page, { type: "RunTraining", on: true });
    await until(page, () => window.attentionExplorer.reading().step.training.stopped);
    const { stopped, running } = await run(page);
    assert.match(stopped, /smaller learning rate/);
    assert.equal(running, false);
    await place(page, "training:stopped");
    await close();
  },

  "leaving the step pauses, and the reading view has the same buttons": async () => {
    const { page, close } = await open({ more: "&view=reading" });
    const section = page.locator("section.training");
    await unfold(page);
    await section.getByRole("button", { name: "Play", exact: true }).click();
    await until(page, () => window.attentionExplorer.reading().step.training.step > 3);
    await section.getByRole("button", { name: "Pause", exact: true }).click();
    await until(page, () => !window.attentionExplorer.reading().step.training.running);
    assert.ok((await section.locator("table tbody tr").count()) > 0);
    await section.getByRole("button", { name: "Play", exact: true }).click();
    await apply(page, { type: "GoToStep", id: "start" });
    await apply(page, { type: "GoToStep", id: "run" });
    assert.equal((await run(page)).running, false);
    await close();
  },
};

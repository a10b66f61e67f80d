// A run of training wherever the page is opened: in a sandboxed frame and from a file, where no worker may start, in a
// tab out of sight, without a network; what it costs the page's thread, and that it keeps no memory.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { at, framesOf } from "../../bench/frames.mjs";
import { openHost } from "../everywhere/hosts/embeds.mjs";
import { core, nightly, openPage, ready, site, until } from "../harness.mjs";
import { serve } from "../server.mjs";

const link = "lesson=learning&step=hundred";
const apply = (page, command) => page.evaluate((one) => window.attentionExplorer.apply(one), command);
const run = async (page) => (await core(page, "reading")).step.training;
const stands = (page, step, within) =>
  until(
    page,
    (wanted) => {
      const { step, target, running } = window.attentionExplorer.reading().step.training ?? {};
      return step === wanted && target === null && !running;
    },
    step,
    within,
  );

export const tests = {
  ...nightly({
    "a sandboxed frame and the single file train between frames, to the loss that a worker reaches":
      async () => {
        const worker = await openPage({ link: `${link}&run=3` });
        await stands(worker.page, 3);
        assert.equal(worker.page.workers().length, 1);
        const { lossNumber } = await run(worker.page);
        await worker.close();

        const frame = await openHost({ openPage }, `${link}&run=3`, {
          more: 'sandbox="allow-scripts"',
          quiet: false, // without CORS headers its script is fetched in one piece, after a first try
        });
        await frame.heardOf("trained");
        const [{ step, loss }] = await frame.heard("trained");
        assert.equal(step, 3);
        assert.ok(Math.abs(loss - lossNumber) < 1e-5 * lossNumber, `${loss} ${lossNumber}`);
        assert.equal(frame.page.workers().length, 0);
        await frame.close();

        const url = pathToFileURL(join(site, "attention-explorer.html")).href;
        const file = await openPage({ url: `${url}#${link}&run=3`, link: "" });
        await stands(file.page, 3);
        const inFile = (await run(file.page)).lossNumber;
        assert.ok(Math.abs(inFile - lossNumber) < 1e-5 * lossNumber, `${inFile} ${lossNumber}`);
        await file.close();
      },
  }),

  "a tab out of sight pauses its run": async () => {
    const { page, close } = await openPage({ link });
    await apply(page, { type: "RunTraining", on: true });
    await until(page, () => window.attentionExplorer.reading().step.training.step > 2);
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    assert.equal((await run(page)).running, false);
    const { step } = await run(page);
    await page.waitForTimeout(300);
    assert.equal((await run(page)).step, step);
    await close();
  },

  "without a network a run goes on where a step with a run was opened before": async () => {
    const server = await serve(site, { prefix: "/course" });
    const { page, close } = await openPage({ url: `${server.url}#${link}`, offline: true });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await until(page, async () => {
      const kept = await caches
        .keys()
        .then((names) => caches.open(names.find((name) => !name.endsWith("visited"))));
      return (await kept.keys()).filter(({ url }) => url.includes("/training-")).length === 2;
    });
    await server.close();
    await page.reload();
    await ready(page);
    await apply(page, { type: "SeekTraining", step: 5 });
    await stands(page, 5);
    await close();
  },

  ...nightly({
    "a run costs the page's thread little, and run after run keeps no memory": async () => {
      const { page, close } = await openPage({ link });
      await apply(page, { type: "SeekTraining", step: 1 });
      await stands(page, 1);
      const running = await framesOf(
        page,
        async () => {
          await apply(page, { type: "RunTraining", on: true });
          // Uses timers: frame callbacks requested by the test would count.
          await page.evaluate(async () => {
            while (window.attentionExplorer.reading().step.training.step <= 40)
              await new Promise((resolve) => setTimeout(resolve, 20));
          });
          await apply(page, { type: "RunTraining", on: false });
        },
        true,
      );
      assert.ok(running.length > 10, `${running.length} frames`);
      assert.ok(at(running, 0.95) <= 8, `p95 ${at(running, 0.95)} ms`);

      const begin = async () => {
        await apply(page, { type: "ResetTraining" });
        await apply(page, { type: "SeekTraining", step: 300 });
        await stands(page, 300);
      };
      const devtools = await page.context().newCDPSession(page);
      const heap = async () => {
        await devtools.send("HeapProfiler.collectGarbage");
        const { usedSize } = await devtools.send("Runtime.getHeapUsage");
        return usedSize;
      };
      await begin();
      const before = await heap();
      for (let i = 0; i < 3; i++) await begin();
      const after = await heap();
      assert.ok(after < before + 2_000_000, `${before} → ${after} bytes`);
      await close();
    },
  }),
};

// What a frame costs the page: the processor's time of every task of its main thread that drew one, from Chromium's own
// trace. Time in which other programs had the processor does not count, nor does the GPU's process, nor the commit with
// which Chromium hands every frame, whatever is on it, to its compositor (1 to 2.5 ms of the same thread).
export const at = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)];

const categories = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];

/**
 * Milliseconds of each frame drawn while `act` runs: the task that drew it holds its events, its callback, its layout.
 * `looks`: callbacks may find nothing new to draw, as during a run of training, and count as well. Frames after
 * performance.mark("apart") are left out, until a mark "counted".
 */
export async function framesOf(page, act, looks = false) {
  const browser = page.context().browser();
  const frames = () => page.evaluate(() => window.attentionExplorer.frames());
  const rest = async () => {
    // by timers: frame callbacks requested by the observer would count
    for (let last = -1, now = await frames(), n = 0; now !== last && n < 40; n++) {
      last = now;
      await page.waitForTimeout(150);
      now = await frames();
    }
    return frames();
  };
  const drawnBefore = await rest();
  await browser.startTracing(page, { categories });
  await act();
  const drawn = (await rest()) - drawnBefore;
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const fired = traceEvents.filter(({ name }) => name === "FireAnimationFrame");
  const named = (wanted) => traceEvents.filter(({ name, tdur }) => name === wanted && tdur !== undefined);
  const [tasks, commits] = [named("RunTask"), named("Commit")];
  const holds = (task, inner) =>
    task.pid === inner.pid &&
    task.tid === inner.tid &&
    task.ts <= inner.ts &&
    inner.ts + inner.dur <= task.ts + task.dur;
  const marks = traceEvents
    .filter(({ cat, name }) => cat.includes("blink.user_timing") && ["apart", "counted"].includes(name))
    .sort((a, b) => a.ts - b.ts);
  const isApart = ({ ts }) => marks.findLast((mark) => mark.ts <= ts)?.name === "apart";
  let apart = 0;
  const costs = fired.flatMap((frame) => {
    if (isApart(frame)) return ((apart += 1), []);
    const task = tasks.find((one) => holds(one, frame));
    if (!task) return [];
    const commit = commits.filter((one) => holds(task, one)).reduce((sum, { tdur }) => sum + tdur, 0);
    return [(task.tdur - commit) / 1000];
  });
  // As many callbacks as frames, but for one at either end: nothing else is taken for a frame, and none is missed.
  const seen = costs.length + apart;
  if (looks ? seen < drawn - 2 : Math.abs(seen - drawn) > 2)
    throw new Error(`${drawn} frames were drawn, ${seen} are in the trace`);
  return costs;
}

/** How many frames the page draws, and callbacks it requests, in `ms` without input; begun when nothing moves any more. */
export async function idleFrames(page, ms) {
  await page.waitForTimeout(2000);
  const before = await page.evaluate(() => {
    window.benchCallbacks = 0;
    window.requestAnimationFrame = new Proxy(window.requestAnimationFrame, {
      apply(target, self, list) {
        window.benchCallbacks += 1;
        return Reflect.apply(target, self, list);
      },
    });
    return window.attentionExplorer.frames();
  });
  await page.waitForTimeout(ms);
  return page.evaluate((drawn) => window.attentionExplorer.frames() - drawn + window.benchCallbacks, before);
}

/** The processor's time of the page's main thread, in milliseconds. */
export async function threadClock(page) {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
  };
}

// What the claims of this folder ask of a browser, by Chromium: pages, sizes, the wheel, a finger, paper.
import { openPage, until } from "../harness.mjs";

const session = (page) => page.context().newCDPSession(page);

export const chromium = {
  name: "Chromium",
  swipes: true,
  variant: /^relaxed$/, // of the headless module: the fastest that it runs
  openPage,

  // A window of another size, on a screen of another ratio: what a browser makes of its zoom, too. Both at once: of a
  // ratio alone that it emulates, Chromium tells a page nothing.
  async resize(page, { width, height, ratio = 1 }) {
    const devtools = await session(page);
    const metrics = { width, height, deviceScaleFactor: ratio, mobile: false };
    await devtools.send("Emulation.setDeviceMetricsOverride", metrics);
    await until(page, (wanted) => Math.abs(window.devicePixelRatio - wanted) < 0.01, ratio);
  },

  wheel: (page, down) => page.mouse.wheel(0, down),

  async swipe(page, points) {
    const devtools = await session(page);
    const touch = (type, ...touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", points[0]);
    for (const point of points.slice(1)) await touch("touchMove", point);
    await page.waitForTimeout(150); // a finger that rests before it is lifted flings nothing on
    await touch("touchEnd");
  },

  // Letters that an input method still puts together, and what they became.
  async compose(page, letters, word) {
    const devtools = await session(page);
    const selection = { selectionStart: letters.length, selectionEnd: letters.length };
    await devtools.send("Input.imeSetComposition", { text: letters, ...selection });
    return () => devtools.send("Input.insertText", { text: word });
  },

  // What a page keeps, after the garbage is gone.
  async held(page) {
    const devtools = await session(page);
    await devtools.send("Performance.enable");
    await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    return { frames: of("Frames"), documents: of("Documents"), heap: of("JSHeapUsedSize") };
  },

  pdf: (page) => page.pdf({ format: "A4" }),
};

// What the claims of everywhere ask of a browser, by Chromium: pages, sizes, the wheel, a finger, paper.
import { readFileSync } from "node:fs";
import { openPage, until } from "../harness.mjs";

const session = (page) => page.context().newCDPSession(page);

export const chromium = {
  name: "Chromium",
  best: "relaxed", // of the builds of the headless modules
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

  doubleClick: (page, x, y) => page.mouse.dblclick(x, y),

  async finger(page) {
    const devtools = await session(page);
    const touch = (type, ...touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
    return {
      down: (x, y) => touch("touchStart", { x, y }),
      move: (x, y) => touch("touchMove", { x, y }),
      up: () => touch("touchEnd"),
    };
  },

  // A processor from before 2008 has no SIMD that WebAssembly could use.
  withoutSimd: { how: "an old processor", options: { flags: ["--js-flags=--no-enable-sse4-1"] } },

  withoutWebgl2: { flags: ["--disable-3d-apis"] },

  // Puts a page that is open into forced colours, or gives it motion.
  async prefer(page, { forcedColors, reducedMotion }) {
    await page.emulateMedia({
      ...(forcedColors && { forcedColors: "active" }),
      ...(reducedMotion && { reducedMotion }),
    });
  },

  // What is saved when something is done: { name, bytes }.
  async saved(page, act) {
    const coming = page.waitForEvent("download");
    await act();
    const download = await coming;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
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

  heapOfSteps: 2e6, // it compiles scripts as it goes: two kB by each of a thousand steps

  pdf: (page) => page.pdf({ format: "A4" }),
};

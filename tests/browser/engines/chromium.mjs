// The driver that the tests of everywhere/ need, for Chromium: pages, sizes, wheel, touch, printing.
import { readFileSync } from "node:fs";
import { openPage, until } from "../harness.mjs";

const session = (page) => page.context().newCDPSession(page);

export const chromium = {
  name: "Chromium",
  best: "relaxed", // of the builds of the headless modules
  variant: /^relaxed$/, // of the headless module: the fastest that it runs
  openPage,

  // Sets the size of the window and the pixel ratio, as the browser's zoom also does. Both at once: Chromium does not
  // notify a page of an emulated ratio alone.
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

  // Switches an open page to forced colours, or turns motion on.
  async prefer(page, { forcedColors, reducedMotion }) {
    await page.emulateMedia({
      ...(forcedColors && { forcedColors: "active" }),
      ...(reducedMotion && { reducedMotion }),
    });
  },

  // The file saved by an action: { name, bytes }.
  async saved(page, act) {
    const coming = page.waitForEvent("download");
    await act();
    const download = await coming;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  },

  // Letters being composed by an input method, and the result.
  async compose(page, letters, word) {
    const devtools = await session(page);
    const selection = { selectionStart: letters.length, selectionEnd: letters.length };
    await devtools.send("Input.imeSetComposition", { text: letters, ...selection });
    return () => devtools.send("Input.insertText", { text: word });
  },

  // The page's heap after garbage collection.
  async held(page) {
    const devtools = await session(page);
    await devtools.send("Performance.enable");
    await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    return { frames: of("Frames"), documents: of("Documents"), heap: of("JSHeapUsedSize") };
  },

  heapOfSteps: 2e6, // scripts are compiled lazily: four kB for each of five hundred steps

  pdf: (page) => page.pdf({ format: "A4" }),
};

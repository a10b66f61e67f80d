// The driver that the tests of everywhere/ need, for Firefox ESR over WebDriver BiDi. Its WebGL needs a display: an Xvfb of
// its own.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import puppeteer from "puppeteer-core";
import { ready, settled, siteUrl, until } from "../harness.mjs";
import { openDisplay } from "./display.mjs";
import { FirefoxWindow } from "./firefox-window.mjs";

const program = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

let display = null;
let running = null; // { browser, its own window }

async function launched() {
  if (running) return running;
  assert.ok(existsSync(program), `${program} is missing: install firefox-esr, or name another in FIREFOX`);
  display = await openDisplay();
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: program,
    headless: false,
    args: ["--remote-allow-system-access"],
    env: { ...process.env, DISPLAY: display.name, LIBGL_ALWAYS_SOFTWARE: "1" },
  });
  running = { browser, own: await FirefoxWindow.of(browser) };
  return running;
}

export async function closeFirefox() {
  await running?.browser.close();
  running = null;
  display?.close();
  display = null;
}

const themes = { dark: 0, light: 1 };
const motions = { reduce: 1, "no-preference": 0 };
const isTrue = (query) => window.matchMedia(query).matches;

// What Firefox itself says of a software renderer, of requests that its own rules refuse, and of
// files that were still coming when a page was left, is not from the page.
const itsOwn =
  /WebGL warning|WEBGL_debug_renderer_info|^exception: Cross-Origin Request Blocked|Error in input stream/;

// options as of harness.mjs, (but fresh and offline: always so) and refused: what the test makes Firefox complain of, settings: of about:config
async function openPage(options = {}) {
  const { width = 1200, height = 800, ratio = 1, theme = "dark", reducedMotion = "reduce" } = options;
  const { link = options.url ? "" : "lesson=worked-example" } = options;
  const { browser, own } = await launched();
  await own.settings({
    "layout.css.prefers-color-scheme.content-override": themes[theme],
    "ui.prefersReducedMotion": motions[reducedMotion],
    "dom.w3c_touch_events.enabled": options.touch ? 1 : 2, // a screen to touch is there, or as it finds
    ...options.settings,
  });
  const context = await browser.createBrowserContext(); // nothing that another test has stored
  const page = await context.newPage();
  await page.setViewport({ width, height, deviceScaleFactor: ratio });
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type()) && !itsOwn.test(message.text()))
      complaints.push(message.text());
  });
  page.on("pageerror", ({ message }) => {
    if (!itsOwn.test(`exception: ${message}`)) complaints.push(`exception: ${message}`);
  });
  const known = [new URL(options.url ?? siteUrl()).origin, ...(options.origins ?? [])];
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (["http:", "https:"].includes(protocol) && !known.includes(origin))
      complaints.push(`request to another origin: ${request.url()}`);
  });
  if (options.script) await page.evaluateOnNewDocument(options.script);
  const there = page.goto((options.url ?? siteUrl()) + (link && `#${link}`));
  if (options.waits ?? true) await there;
  else there.catch(() => undefined);
  if (options.ready ?? true) {
    await ready(page);
    if ((await page.evaluate(() => document.body.dataset.view)) === "picture") await settled(page);
  }
  return {
    page,
    complaints,
    async close() {
      await context.close();
      const ours = complaints.filter((each) => !options.refused?.test(each));
      if (options.quiet ?? true) assert.deepEqual(ours, [], "the console stays silent");
    },
  };
}

export const firefox = {
  name: "Firefox",
  best: "relaxed", // of the builds of the headless modules
  variant: /^(?:simd|relaxed)$/, // which of them depends on its version
  openPage,

  // Firefox has a setting for relaxed SIMD but none for SIMD: a page's feature tests for that are made to fail.
  withoutSimd: {
    how: "Firefox is always with it: here it says that it is not",
    options: {
      script: () => {
        WebAssembly.validate = () => false;
      },
    },
  },

  withoutWebgl2: { settings: { "webgl.enable-webgl2": false } },

  // Switches an open page to forced colours, or turns motion on.
  async prefer(page, { forcedColors, reducedMotion }) {
    await running.own.settings({
      ...(forcedColors && { "browser.display.document_color_use": 2 }),
      ...(reducedMotion && { "ui.prefersReducedMotion": motions[reducedMotion] }),
    });
    if (forcedColors) await until(page, isTrue, "(forced-colors: active)");
    if (reducedMotion) await until(page, isTrue, `(prefers-reduced-motion: ${reducedMotion})`);
  },

  finger: () => Promise.resolve(running.own.finger()),

  // The file saved by an action: { name, bytes }.
  async saved(page, act) {
    const { connection } = running.browser;
    const folder = mkdtempSync(join(tmpdir(), "saved-"));
    const downloadBehavior = { type: "allowed", destinationFolder: folder };
    await connection.send("browser.setDownloadBehavior", { downloadBehavior });
    const done = new Promise((resolve) => connection.once("browsingContext.downloadEnd", resolve));
    await act();
    const { status, filepath } = await done;
    assert.equal(status, "complete");
    const file = { name: basename(filepath), bytes: readFileSync(filepath) };
    rmSync(folder, { recursive: true });
    return file;
  },

  async resize(page, { width, height, ratio = 1 }) {
    await page.setViewport({ width, height, deviceScaleFactor: ratio });
    await until(page, (wanted) => Math.abs(window.devicePixelRatio - wanted) < 0.01, ratio);
  },

  wheel: (page, down) => page.mouse.wheel({ deltaY: down }),

  doubleClick: (page, x, y) => page.mouse.click(x, y, { count: 2 }),

  // Letters being composed by an input method, and the result.
  async compose(page, letters, word) {
    const done = await running.own.compose(letters);
    return () => done(word);
  },

  async held(page) {
    return { frames: page.frames().length, heap: await running.own.heap() };
  },

  // After a thousand steps it still held 11 MB and went on freeing; leaked views of five hundred would be 50 MB.
  heapOfSteps: 30e6,

  pdf: (page) => page.pdf({ format: "A4" }),
};

// What the claims of this folder ask of a browser, by Firefox ESR over WebDriver BiDi. Its WebGL needs a display, so it
// gets an Xvfb of its own; a Firefox without one shows what a reader without WebGL sees.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";
import { ready, settled, siteUrl, until } from "../harness.mjs";

const program = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

let display = null; // of Xvfb
let number = "";
const browsers = new Map(); // with a screen, without

async function screen() {
  if (display) return number;
  display = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  number = await new Promise((resolve, reject) => {
    let told = "";
    display.on("error", reject);
    display.on("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
    display.stdio[3].on("data", (part) => {
      told += part;
      if (told.endsWith("\n")) resolve(`:${told.trim()}`);
    });
  });
  return number;
}

async function launched(seen) {
  if (!browsers.has(seen)) {
    assert.ok(existsSync(program), `${program} is missing: install firefox-esr, or name another in FIREFOX`);
    const env = seen ? { ...process.env, DISPLAY: await screen(), LIBGL_ALWAYS_SOFTWARE: "1" } : process.env;
    browsers.set(
      seen,
      await puppeteer.launch({ browser: "firefox", executablePath: program, headless: !seen, env }),
    );
  }
  return browsers.get(seen);
}

export async function closeFirefox() {
  for (const browser of browsers.values()) await browser.close();
  browsers.clear();
  display?.removeAllListeners("exit");
  display?.kill();
  display = null;
}

// What Firefox itself says of a software renderer, of requests that its own rules refuse, and of
// files that were still coming when a page was left, is no word of ours.
const itsOwn =
  /WebGL warning|WEBGL_debug_renderer_info|^exception: Cross-Origin Request Blocked|Error in input stream/;

// options as of harness.mjs, and seen (false: no display), origins: others that may be asked, refused: what the test makes Firefox complain of
async function openPage(options = {}) {
  const { width = 1200, height = 800, ratio = 1, seen = true } = options;
  const { link = options.url ? "" : "lesson=worked-example" } = options;
  const browser = await launched(seen);
  const context = await browser.createBrowserContext(); // nothing that another test has kept
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
  await page.goto((options.url ?? siteUrl()) + (link && `#${link}`));
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
  variant: /^(?:simd|relaxed)$/, // which of them depends on its version
  swipes: false, // fingers of WebDriver tap, and scroll nothing
  openPage,

  async resize(page, { width, height, ratio = 1 }) {
    await page.setViewport({ width, height, deviceScaleFactor: ratio });
    await until(page, (wanted) => Math.abs(window.devicePixelRatio - wanted) < 0.01, ratio);
  },

  wheel: (page, down) => page.mouse.wheel({ deltaY: down }),

  // BiDi has no input method: the field is told what one tells it.
  async compose(page, letters, word) {
    const tell = (type, data) =>
      page.evaluate(
        ([kind, text]) => {
          const field = document.activeElement;
          if (kind === "compositionend") field.dispatchEvent(new CompositionEvent(kind, { data: text }));
          else {
            field.dispatchEvent(new CompositionEvent(kind, { data: text }));
            field.value = text;
            const composing = {
              data: text,
              isComposing: true,
              inputType: "insertCompositionText",
              bubbles: true,
            };
            field.dispatchEvent(new InputEvent("input", composing));
          }
        },
        [type, data],
      );
    await tell("compositionstart", "");
    await tell("compositionupdate", letters);
    return async () => {
      await tell("compositionupdate", word);
      await tell("compositionend", word);
    };
  },

  held: (page) => Promise.resolve({ frames: page.frames().length }), // it tells no more

  pdf: (page) => page.pdf({ format: "A4" }),
};

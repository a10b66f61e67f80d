// What every browser test needs: Chromium, the served site, a page that watches for what must not happen (errors and
// warnings on the console, requests to another origin), and functions that act on the canvas.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

const here = dirname(fileURLToPath(import.meta.url));
export const root = resolve(here, "../..");
export const site = resolve(process.env.AE_SITE ?? join(root, "build/site"));
export const golden = (name) => JSON.parse(readFileSync(join(root, "tests/golden", `${name}.json`), "utf8"));
const readJson = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
export const lessonIds = readJson("web/contents.json").lessons;
export const lessonOf = (id) => readJson(`web/lessons/${id}.json`);
export const stepsOf = (id) => lessonOf(id).steps.map((step) => step.id);
export const lesson = lessonOf("worked-example");
export const stepIds = stepsOf("worked-example");

const flags = [
  "--no-sandbox",
  "--enable-unsafe-swiftshader",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
  "--process-per-site",
  // Most pages are open for seconds: better code would be ready when they are closed. What measures times runs with it.
  ...(process.env.AE_ALL_TESTS ? [] : ["--js-flags=--liftoff-only"]),
];

let browser = null;
let server = null;
const idle = []; // contexts that the next page may reuse: { context, kind }

const launch = (more = []) =>
  chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args: [...flags, ...more] });

export async function start() {
  browser = await launch();
  server = await serve(site, { pages: { "/kept": "<title>Keeps the program compiled</title>" } });
}

export async function stop() {
  idle.length = 0;
  await browser?.close();
  await server?.close();
}

export const siteUrl = () => server.url;

// Tests that run with --all only: those that measure times, which a shared machine lengthens, and the longest ones.
export const nightly = (tests) => (process.env.AE_ALL_TESTS ? tests : {});

// Half of opening a page is compiling: a page of the context that is never closed holds the compiled program, which pages
// in the same process share.
async function keepCompiled(context) {
  const page = await context.newPage();
  await page.goto(`${server.url}kept`);
  const [program] = /[^"]*page\.[0-9a-f]+\.wasm/.exec(readFileSync(join(site, "index.html"), "utf8"));
  await page.evaluate(async (path) => {
    window.kept = await WebAssembly.compileStreaming(fetch(path));
  }, program);
}

// The next page gets the context of one that was closed, with its storage cleared. Pages open at the same time have
// separate contexts.
async function takeContext(options) {
  const { ratio = 1, touch = false, offline = false } = options;
  const other = options.flags ? await launch(options.flags) : null;
  const kind = JSON.stringify([ratio, touch]);
  const place = idle.findIndex((each) => each.kind === kind);
  const again = !options.fresh && !offline && !other;
  if (place >= 0 && again) return idle.splice(place, 1)[0];
  const context = await (other ?? browser).newContext({
    deviceScaleFactor: ratio,
    hasTouch: touch,
    serviceWorkers: offline ? "allow" : "block",
    viewport: { width: 1440, height: 900 },
  });
  if (again) await keepCompiled(context);
  return { context, kind, again, other };
}

async function giveBack(lent, page, origins) {
  const { context } = lent;
  if (!lent.again) return (lent.other ?? context).close();
  const devtools = await context.newCDPSession(page);
  for (const origin of origins)
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await page.close();
  await context.clearPermissions();
  await context.clearCookies();
  idle.push(lent);
}

// options: width, height, ratio, theme, link (behind "#"), url, script (runs in the page before its own), quiet: false
// when the test expects complaints, touch, reducedMotion, origins: others that may be asked,
// routes: address pattern → answer, offline: the page may keep itself in a service worker, fresh: nothing of earlier
// pages is reused, not even compiled scripts, waits: false where loading never ends.
export async function openPage(options = {}) {
  const { width = 1440, height = 900, theme = "dark" } = options;
  const { link = options.url ? "" : "lesson=worked-example" } = options; // "": the contents
  const lent = await takeContext(options);
  // As browsers with windows do by themselves after a click or a key.
  await lent.context.grantPermissions(["clipboard-write"]);
  const page = await lent.context.newPage();
  await page.setViewportSize({ width, height });
  // Screenshots during animations are not reproducible.
  await page.emulateMedia({ colorScheme: theme, reducedMotion: options.reducedMotion ?? "reduce" });
  const origins = new Set();
  const complaints = [];
  const url = options.url ?? server.url;
  page.on("console", (message) => {
    // On a screenshot the software renderer warns that reading pixels is slow.
    if (message.text().includes("GPU stall due to ReadPixels")) return;
    if (message.text().includes("Service Worker registration blocked by Playwright")) return;
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== "null") origins.add(origin);
    const known = [new URL(url).origin, ...(options.origins ?? [])];
    if (protocol !== "data:" && protocol !== "blob:" && !known.includes(origin)) {
      complaints.push(`request to another origin: ${request.url()}`);
    }
  });
  for (const [address, answer] of Object.entries(options.routes ?? {}))
    await page.route(address, (route) => route.fulfill(answer));
  if (options.script) await page.addInitScript(options.script);
  const there = page.goto(url + (link && `#${link}`));
  if (options.waits ?? true) await there;
  else there.catch(() => undefined);
  if (options.ready ?? true) await ready(page);
  return {
    page,
    complaints,
    // Every test ends here, with a check for errors and forbidden requests.
    async close() {
      await giveBack(lent, page, origins);
      if (options.quiet ?? true)
        assert.deepEqual(complaints, [], "the console stays silent, the origin is kept");
    },
  };
}

const patience = 20000; // ms

// The first truthy result of a condition in the page or frame, within so many ms. If the document is being replaced, the evaluation fails and is
// repeated. Uses only what every browser driver has.
export async function until(page, condition, given = null, within = patience) {
  for (const end = Date.now() + within; ;) {
    try {
      const found = await page.evaluate(condition, given);
      if (found) return found;
    } catch (error) {
      if (
        !/destroyed|navigat|cannot find context|discarded|no such (?:frame|window)|no longer/i.test(
          error.message,
        )
      )
        throw error;
    }
    if (Date.now() > end)
      throw new Error(`never came true with ${JSON.stringify(given)}: ${String(condition)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Drops files together onto the page, each of a name and its text or bytes. Dialogs are closed first: one that is closing still shows what
 *  it said of the files before. */
export async function drop(page, files) {
  await page.evaluate(() => {
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  });
  await until(page, () => !document.querySelector("dialog"));
  await page.evaluate(
    (given) => {
      const data = new DataTransfer();
      for (const [name, packed] of given) {
        const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    },
    Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString("base64")]),
  );
}

export const ready = (page) =>
  until(
    page,
    () => ["picture", "reading"].includes(document.body?.dataset.view) && Boolean(window.attentionExplorer),
  );

// The frame in a host page, once there is one.
export async function frameIn(page) {
  for (const end = Date.now() + patience; Date.now() < end;) {
    const frame = (await page.frames()).find((each) => each !== page.mainFrame());
    if (frame) return frame;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("no frame in the page");
}

// Waits until no frame has been drawn for a while: layouts and animations have ended.
export async function settled(page) {
  await page.evaluate(async () => {
    // A requested frame is drawn before the second one: on a busy machine that takes longer than the pause.
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    for (let quiet = 0, last = -1; quiet < 2;) {
      const now = window.attentionExplorer.frames();
      quiet = now === last ? quiet + 1 : 0;
      last = now;
      await Promise.all([pause(60), frame()]);
    }
  });
}

// The same without waiting for timers: for effects that follow at once, such as a step.
export async function still(page) {
  await page.evaluate(async () => {
    for (let quiet = 0, last = -1; quiet < 3;) {
      const now = window.attentionExplorer.frames();
      quiet = now === last ? quiet + 1 : 0;
      last = now;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

// A screenshot of the window, saved if there is a path. Lossless like Playwright's, but less compressed: a third of the time,
// which counts for hundreds of pictures.
const devtoolsOf = new WeakMap();
export async function picture(page, path = null) {
  if (!devtoolsOf.has(page)) devtoolsOf.set(page, await page.context().newCDPSession(page));
  const asked = { format: "png", optimizeForSpeed: true };
  const { data } = await devtoolsOf.get(page).send("Page.captureScreenshot", asked);
  const bytes = Buffer.from(data, "base64");
  if (path) writeFileSync(path, bytes);
  return bytes;
}

// Loses and restores the canvas's WebGL context; resolves when the page has been notified and has drawn.
export const loseContext = (page) =>
  page.evaluate(async () => {
    const canvas = document.getElementById("canvas");
    window.loser ??= canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
    const told = new Promise((resolve) =>
      canvas.addEventListener("webglcontextlost", resolve, { once: true }),
    );
    window.loser.loseContext();
    await told;
    await new Promise((resolve) => setTimeout(resolve)); // after the page's own listeners
  });

export const restoreContext = (page) =>
  page.evaluate(async () => {
    const canvas = document.getElementById("canvas");
    const told = new Promise((resolve) =>
      canvas.addEventListener("webglcontextrestored", resolve, { once: true }),
    );
    const before = window.attentionExplorer.frames();
    window.loser.restoreContext();
    await told;
    while (window.attentionExplorer.frames() === before)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });

// Beside the picture, a step's settings, tables and code are folded.
export const unfold = (page) => page.click(".more > .unfold");

// A button of the dialog, by its words.
export const pressButton = (page, words) =>
  page.evaluate((text) => {
    const buttons = [...document.querySelectorAll("dialog button")];
    buttons.find(({ textContent }) => textContent === text).click();
  }, words);

// A setting in the menu of the reading view.
export async function choose(page, setting, value) {
  await page.click("#more");
  await page.click(`#${setting} [value="${value}"]`);
}
export const core = (page, name, ...values) =>
  page.evaluate(([method, list]) => window.attentionExplorer[method](...list), [name, values]);

// Opens a link in the open page, as the address bar does: { lesson, step, view, dec … }.
export async function follow(page, parts) {
  const link = Object.entries(parts).map(([key, value]) => `${key}=${value}`);
  await page.evaluate((hash) => (location.hash = hash), link.join("&"));
  await until(
    page,
    ([lesson, step]) => {
      const reading = window.attentionExplorer.reading();
      const shown = document.querySelector("h2")?.dataset.step;
      return !reading.contents && reading.lesson.id === lesson && shown === (step ?? reading.step.id);
    },
    [parts.lesson, parts.step],
  );
}

export const step = async (page) => (await core(page, "reading")).step.id;

const middle = async (page, { x, y, w, h }) => {
  const box = await (await page.$("#canvas")).boundingBox();
  return [box.x + x + w / 2, box.y + y + h / 2];
};

// What holds an item that is not always on the canvas: the list of steps, a page of the card beside the figure, or the
// settings.
function* holdersOf(id) {
  if (id.startsWith("step:")) yield "pick-step";
  if (/^(option|answer|truth|check):|^(hint|reveal)$/.test(id)) yield "card:question";
  if (id.startsWith("control:")) yield "card:try";
  if (id.startsWith("code")) yield "card:code";
  if (/^(control|decimals|colors)|^(restore|advanced)$/.test(id)) yield "controls";
  if (
    /^(lecture|controls|undo|redo|language|theme|projector|names|reading|share|export|fullscreen)$/.test(id)
  )
    yield "menu";
}

async function bring(page, id) {
  for (const holder of holdersOf(id)) {
    const { items } = await core(page, "probe");
    const open = items.find((each) => each.id === holder);
    if (items.some((each) => each.id === id)) return;
    if (!open) continue;
    await page.mouse.click(...(await middle(page, open)));
    await settled(page);
  }
}

// The contents are longer than most windows.
async function scrollTo(page, id) {
  const box = await (await page.$("#canvas")).boundingBox();
  for (let tries = 0; tries < 30; ++tries) {
    const { items } = await core(page, "probe");
    const item = items.find((each) => each.id === id);
    const middle = item && item.y + item.h / 2;
    if (!item || (middle >= 0 && middle < box.height) || !(await core(page, "reading")).contents) return;
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.wheel(0, middle < 0 ? -200 : 200);
    await settled(page);
  }
}

// The position of an item on the canvas, in page coordinates, once what holds it is open; ids as in ui/interface.hpp.
export async function place(page, id) {
  await settled(page);
  await bring(page, id);
  await scrollTo(page, id);
  const probe = await core(page, "probe");
  const item = probe.items.find((each) => each.id === id);
  const some = probe.items.slice(0, 60).map((each) => each.id);
  assert.ok(item, `nothing on the canvas is called ${id}; there are ${some.join(" ")}`);
  const box = await (await page.$("#canvas")).boundingBox();
  const [x, y] = [item.x + item.w / 2, item.y + item.h / 2];
  assert.ok(
    x >= 0 && y >= 0 && x < box.width && y < box.height,
    `${id} lies outside the window, at ${x}, ${y}`,
  );
  return { x: box.x + x, y: box.y + y, w: item.w, h: item.h };
}

export async function click(page, id, options = {}) {
  const { x, y } = await place(page, id);
  await page.mouse.move(x, y);
  await page.mouse.click(x, y, options);
  await settled(page);
}

// The numbers of a tensor as the reading view shows them, with their full value from the model.
export async function tensor(page, name) {
  const reading = await core(page, "reading");
  const found = reading.tensors.find((each) => each.name === name);
  assert.ok(
    found,
    `${name} is not on stage; there are ${reading.tensors.map((each) => each.name).join(" ")}`,
  );
  return found;
}

export async function shownTable(page, name) {
  return page.$$eval(`table[data-tensor="${name}"] tbody tr`, (rows) =>
    rows.map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.querySelector("input")?.value ?? cell.textContent),
    ),
  );
}

// A number as the page writes it; a sum may be marked with ≈.
export const parse = (text) => Number(text.replace("≈", "").replace("−", "-").replace("∞", "Infinity"));

export function close(actual, expected, tolerance, what) {
  assert.equal(actual.length, expected.length, `${what}: rows`);
  expected.forEach((row, i) =>
    row.forEach((value, j) => {
      const difference = Math.abs(actual[i][j] - value);
      assert.ok(difference <= tolerance, `${what}[${i}][${j}] is ${actual[i][j]}, expected ${value}`);
    }),
  );
}

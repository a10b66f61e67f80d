// The page and its embeds in a second engine: Firefox ESR, driven over WebDriver BiDi. Its WebGL needs a display, so it
// gets an Xvfb of its own; a Firefox without one shows what a reader without WebGL sees.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { core, loseContext, restoreContext, settled, site, siteUrl, step, tensor } from "./harness.mjs";
import { serve } from "./server.mjs";

const program = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const patience = { timeout: 40000 };
const scores = [
  [2, 4, 4],
  [4, 16, 12],
  [4, 12, 10],
]; // as the tutorial prints them

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

async function firefox(seen) {
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

export async function after() {
  for (const browser of browsers.values()) await browser.close();
  browsers.clear();
  display?.removeAllListeners("exit");
  display?.kill();
  display = null;
}

async function ready(frame) {
  await frame.waitForFunction(() => window.attentionExplorer, patience);
  await frame.waitForFunction(() => ["picture", "reading"].includes(document.body?.dataset.view), patience);
}

// options: seen (false: no display), ready (false: no explorer is in the page itself), script (runs before the page's
// own), refused: what the test makes Firefox complain of
async function openPage(url, options = {}) {
  const browser = await firefox(options.seen ?? true);
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height: 800 });
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  if (options.script) await page.evaluateOnNewDocument(options.script);
  await page.goto(url);
  if (options.ready ?? true) {
    await ready(page);
    await settled(page);
  }
  return {
    page,
    async close() {
      await page.close();
      // What Firefox itself says of a software renderer is no word of ours.
      const known = /WebGL warning|WEBGL_debug_renderer_info/;
      const ours = complaints.filter((each) => !known.test(each) && !options.refused?.test(each));
      assert.deepEqual(ours, [], "the console stays silent");
    },
  };
}

const values = async (page, name) =>
  (await tensor(page, name)).rows.map((row) => row.map(({ value }) => value));

async function middle(page, id) {
  await settled(page);
  const item = (await core(page, "probe")).items.find((each) => each.id === id);
  assert.ok(item, `nothing on the canvas is called ${id}`);
  const box = await (await page.$("#canvas")).boundingBox();
  return { x: box.x + item.x + item.w / 2, y: box.y + item.y + item.h / 2 };
}

// How many colours a picture of the page has: a canvas that nothing was drawn on has one.
async function colours(page) {
  const picture = await page.screenshot({ encoding: "base64" });
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data: bytes } = canvas.getImageData(0, 0, image.width, image.height);
    return new Set(new Uint32Array(bytes.buffer)).size;
  }, picture);
}

async function hostOf(body, refused) {
  const course = await serve("/nowhere", {
    pages: { "/": `<!doctype html><title>course</title>${body}`, "/favicon.ico": "" },
  });
  const opened = await openPage(`${course.origin}/`, {
    ready: false,
    refused,
    script: () => {
      window.heard = [];
      window.addEventListener("message", ({ data }) => window.heard.push(data.type));
    },
  });
  return {
    ...opened,
    async close() {
      await opened.close();
      await course.close();
    },
  };
}

export const tests = {
  "the page draws by WebGL2, and its scores are the tutorial's": async () => {
    const { page, close } = await openPage(`${siteUrl()}#lesson=worked-example&step=scores`);
    assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
    assert.deepEqual(await values(page, "attn_scores"), scores);
    assert.ok((await colours(page)) > 100);
    await close();
  },

  "a number is changed by double click, all behind it follows, and keys go to the next step": async () => {
    const { page, close } = await openPage(`${siteUrl()}#lesson=worked-example&step=projections`);
    const { x, y } = await middle(page, "cell:w_query:0,0");
    await page.mouse.click(x, y, { count: 2 });
    await page.waitForSelector(".edit-field", patience);
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !document.querySelector(".edit-field"), patience);
    await page.keyboard.press("PageDown");
    await settled(page);
    assert.notEqual(await step(page), "projections");
    await core(page, "apply", { type: "GoToStep", id: "scores" });
    // W_q[1, 1] = 2: worked out in tests/explorer/edits_test.cpp
    assert.deepEqual(await values(page, "attn_scores"), [
      [2, 8, 6],
      [4, 16, 12],
      [4, 16, 12],
    ]);
    await close();
  },

  "a lost picture comes back, and what was looked at with it": async () => {
    const { page, close } = await openPage(`${siteUrl()}#lesson=worked-example&step=scores`);
    await loseContext(page);
    await restoreContext(page);
    await settled(page);
    assert.equal(await step(page), "scores");
    assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
    assert.ok((await colours(page)) > 100);
    await close();
  },

  "without WebGL the reading view stands alone, with the same numbers": async () => {
    const { page, close } = await openPage(`${siteUrl()}#lesson=worked-example&step=scores`, { seen: false });
    assert.equal(
      await page.evaluate(() => document.createElement("canvas").getContext("webgl2")),
      null,
      "this Firefox has no WebGL",
    );
    assert.equal(await page.evaluate(() => document.body.dataset.view), "reading");
    assert.deepEqual(await values(page, "attn_scores"), scores);
    await close();
  },

  "a sandboxed frame of a host without CORS headers works, and tells the page around it": async () => {
    const link = "lesson=causal-ladder&step=masked-softmax";
    const { page, close } = await hostOf(
      `<iframe sandbox="allow-scripts" src="${siteUrl()}embed.html#${link}" width="800" height="460"></iframe>`,
      /^exception: Cross-Origin Request Blocked/, // the module is refused: one classic script holds all
    );
    const inside = page.frames().find((each) => each !== page.mainFrame());
    await ready(inside);
    assert.equal(await step(inside), "masked-softmax");
    await page.waitForFunction(() => window.heard.includes("ready"), patience);
    await close();
  },

  "the element opens its lesson in a page of another origin, and does what it is asked": async () => {
    const explorer = await serve(site, { headers: { "access-control-allow-origin": "*" } });
    const { page, close } = await hostOf(
      `<script type="module" src="${explorer.url}attention-explorer.js"></script>
       <attention-explorer lesson="worked-example" step="scores" loading="eager"></attention-explorer>`,
    );
    await page.waitForFunction(() => window.heard.includes("ready"), patience);
    const told = await page.evaluate(async () => {
      const { shape, values: numbers } = await document
        .querySelector("attention-explorer")
        .tensor("attn_scores");
      return { shape, numbers };
    });
    assert.deepEqual(told, { shape: [3, 3], numbers: scores.flat() });
    await close();
    await explorer.close();
  },

  "Tab goes through an embed and out again, and the wheel scrolls the page around it": async () => {
    const { page, close } = await hostOf(
      `<button id="before">before</button>
       <iframe src="${siteUrl()}embed.html#lesson=worked-example&step=scores" width="800" height="460"></iframe>
       <button id="after">after</button><p style="height: 1500px">text</p>`,
    );
    const inside = page.frames().find((each) => each !== page.mainFrame());
    await ready(inside);
    const here = () => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
    await page.focus("#before");
    const stops = [];
    for (let presses = 0; presses < 40 && stops.at(-1) !== "after"; presses += 1) {
      await page.keyboard.press("Tab");
      await settled(inside);
      stops.push(await here());
    }
    assert.equal(stops.at(-1), "after", `Tab leaves: ${stops.join(" ")}`);
    assert.ok(stops.includes("IFRAME"), "after it has gone through");
    await page.mouse.move(300, 250);
    await page.mouse.wheel({ deltaY: 240 });
    await page.waitForFunction(() => window.scrollY > 0, patience);
    await close();
  },

  "after one visit the page is there with the server stopped": async () => {
    const server = await serve(site);
    const { page, close } = await openPage(`${server.url}#lesson=worked-example&step=scores`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true)); // all is kept
    await server.close();
    await page.reload();
    await ready(page);
    assert.equal(await step(page), "scores");
    assert.deepEqual(await values(page, "attn_scores"), scores);
    await close();
  },

  "one file holds the whole page": async () => {
    const file = pathToFileURL(join(site, "attention-explorer.html")).href;
    const { page, close } = await openPage(`${file}#lesson=worked-example&step=scores`);
    assert.deepEqual(await values(page, "attn_scores"), scores);
    await close();
  },

  "the headless module computes: queries of zero give the mean of the values seen so far": async () => {
    const { page, close } = await openPage(new URL("licences.txt", siteUrl()).href, { ready: false });
    const output = await page.evaluate(async (url) => {
      const { loadAttention } = await import(url);
      const attention = await loadAttention();
      const of = (data) => ({ shape: [1, 4, 1], data: new Float32Array(data) });
      const [q, k, v] = [of([0, 0, 0, 0]), of([5, -3, 2, 9]), of([1, 3, 8, 0])];
      return [...attention.scaledDotProductAttention(q, k, v, { isCausal: true }).output.data];
    }, new URL("attention.mjs", siteUrl()).href);
    assert.deepEqual(output, [1, 2, 4, 3]);
    await close();
  },
};

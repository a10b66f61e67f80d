// The page and its embeds in a second engine, Firefox ESR: what it alone is asked, and the claims that both browsers are.
import assert from "node:assert/strict";
import { findings } from "./axe.mjs";
import { element } from "./both/element.mjs";
import { elsewhere } from "./both/elsewhere.mjs";
import { embeds, openHost } from "./both/embeds.mjs";
import { closeFirefox, firefox } from "./both/firefox.mjs";
import { firstView } from "./both/first-view.mjs";
import { hands } from "./both/hands.mjs";
import { manners } from "./both/manners.mjs";
import { many } from "./both/many.mjs";
import { memory } from "./both/memory.mjs";
import { packages } from "./both/package.mjs";
import { paper } from "./both/paper.mjs";
import { places } from "./both/places.mjs";
import { scorm } from "./both/scorm.mjs";
import { sizes } from "./both/sizes.mjs";
import { snippets } from "./both/snippets.mjs";
import { writing } from "./both/writing.mjs";
import {
  core,
  follow,
  lessonIds,
  loseContext,
  place,
  ready,
  restoreContext,
  settled,
  site,
  siteUrl,
  step,
  tensor,
  until,
} from "./harness.mjs";
import { serve } from "./server.mjs";

const { openPage } = firefox;
export const after = closeFirefox;

const scores = [
  [2, 4, 4],
  [4, 16, 12],
  [4, 12, 10],
]; // as the tutorial prints them

const values = async (page, name) =>
  (await tensor(page, name)).rows.map((row) => row.map(({ value }) => value));

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

export const tests = {
  "the page draws by WebGL2, and its scores are the tutorial's": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=scores" });
    assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
    assert.deepEqual(await values(page, "attn_scores"), scores);
    assert.ok((await colours(page)) > 100);
    await close();
  },

  "a number is changed by double click, all behind it follows, and keys go to the next step": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=projections" });
    const { x, y } = await place(page, "cell:w_query:0,0");
    await page.mouse.click(x, y, { count: 2 });
    await until(page, () => document.querySelector(".edit-field") !== null);
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await until(page, () => !document.querySelector(".edit-field"));
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
    const { page, close } = await openPage({ link: "lesson=worked-example&step=scores" });
    await loseContext(page);
    await restoreContext(page);
    await settled(page);
    assert.equal(await step(page), "scores");
    assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
    assert.ok((await colours(page)) > 100);
    await close();
  },

  "without WebGL the reading view stands alone, with the same numbers": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=scores", seen: false });
    assert.equal(
      await page.evaluate(() => document.createElement("canvas").getContext("webgl2")),
      null,
      "this Firefox has no WebGL",
    );
    assert.equal(await page.evaluate(() => document.body.dataset.view), "reading");
    assert.deepEqual(await values(page, "attn_scores"), scores);
    await close();
  },

  "Tab goes through an embed and out again, and the wheel scrolls the page around it": async () => {
    const { page, frame, heardOf, close } = await openHost(firefox, "lesson=worked-example&step=scores");
    await heardOf("ready");
    await settled(frame);
    const here = () => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
    await page.focus("#after");
    for (const key of ["Shift", "Tab"]) await page.keyboard.down(key);
    await settled(frame);
    for (const key of ["Tab", "Shift"]) await page.keyboard.up(key);
    await settled(frame);
    assert.equal(await here(), "IFRAME", "comes in backwards");
    assert.ok(await core(frame, "leaves", false), "at its last part");
    await page.focus("#before");
    const stops = [];
    for (let presses = 0; presses < 40 && stops.at(-1) !== "after"; presses += 1) {
      await page.keyboard.press("Tab");
      await settled(frame);
      stops.push(await here());
    }
    assert.equal(stops.at(-1), "after", `Tab leaves: ${stops.join(" ")}`);
    assert.ok(stops.includes("IFRAME"), "after it has gone through");
    await page.focus("#before");
    await page.keyboard.press("Tab"); // to the way to the reading view
    await page.keyboard.press("Tab");
    await settled(frame);
    assert.equal(await frame.evaluate(() => document.activeElement.id), "canvas", "comes in a second time");
    assert.ok(await core(frame, "leaves", true), "and is at the first part again");
    await page.mouse.move(300, 250);
    await firefox.wheel(page, 240);
    await until(page, () => window.scrollY > 0);
    await close();
  },

  "after one visit the page and every lesson are there with the server stopped": async () => {
    const server = await serve(site);
    const { page, close } = await openPage({ url: `${server.url}#lesson=worked-example&step=scores` });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true)); // all is kept
    await server.close();
    await page.reload();
    await ready(page);
    assert.equal(await step(page), "scores");
    assert.deepEqual(await values(page, "attn_scores"), scores);
    for (const lesson of lessonIds) await follow(page, { lesson });
    await close();
  },

  "the headless module computes: queries of zero give the mean of the values seen so far": async () => {
    const { page, close } = await openPage({ url: `${siteUrl()}licences.txt`, ready: false });
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

  "the pages around the explorer stand there, and axe finds nothing on any kind of them": async () => {
    const { page, close } = await openPage({ url: `${siteUrl()}course/index.html`, ready: false });
    for (const path of [
      "course/index.html",
      "course/worked-example.html",
      "course/worked-example-worksheet.html",
      "about/glossary.html",
      "about/accessibility.html",
      "author.html",
      "write.html",
      "embed.html#lesson=worked-example&step=scores",
      "#lesson=worked-example&step=scores&view=reading&lang=de",
      "#view=contents",
    ]) {
      await page.goto(siteUrl() + path);
      if (/^(?:embed|#)/.test(path)) await ready(page);
      const frames = page.frames().filter((each) => each !== page.mainFrame());
      for (const frame of frames) await ready(frame);
      assert.deepEqual(await findings(page), [], path);
    }
    await page.goto(`${siteUrl()}course/worked-example-worksheet.html`);
    const drawn = await page.$eval(
      '[id="q-must-be-symmetric"] svg[role="img"]',
      (figure) => figure.textContent,
    );
    assert.ok(drawn.replaceAll(/\s+/g, " ").includes("244416124"), drawn); // the tutorial's scores, cell after cell
    await close();
  },

  ...embeds(firefox),
  ...firstView(firefox),
  ...manners(firefox),
  ...element(firefox),
  ...places(firefox),
  ...elsewhere(firefox),
  ...snippets(firefox),
  ...scorm(firefox),
  ...packages(firefox),
  ...writing(firefox),
  ...sizes(firefox),
  ...hands(firefox),
  ...paper(firefox),
  ...many(firefox),
  ...memory(firefox),
};

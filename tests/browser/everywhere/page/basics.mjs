// The basics in every engine: the page draws, computes, can be edited and works offline, and so do the headless module and the
// figures of a worksheet.
import assert from "node:assert/strict";
import {
  core,
  follow,
  lessonIds,
  place,
  ready,
  settled,
  site,
  siteUrl,
  step,
  tensor,
  until,
} from "../../harness.mjs";
import { serve } from "../../server.mjs";

const scores = [
  [2, 4, 4],
  [4, 16, 12],
  [4, 12, 10],
]; // as the tutorial prints them

const values = async (page, name) =>
  (await tensor(page, name)).rows.map((row) => row.map(({ value }) => value));

// The number of colours in a screenshot: an empty canvas has one.
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

export const basics = (browser) => ({
  "the page draws by WebGL2, and its scores are the tutorial's": async () => {
    const { page, close } = await browser.openPage({ link: "lesson=worked-example&step=scores" });
    assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
    assert.deepEqual(await values(page, "attn_scores"), scores);
    assert.ok((await colours(page)) > 100);
    await close();
  },

  "a number is changed by double click, everything computed from it follows, and keys go to the next step":
    async () => {
      const { page, close } = await browser.openPage({ link: "lesson=worked-example&step=projections" });
      const { x, y } = await place(page, "cell:w_query:0,0");
      await browser.doubleClick(page, x, y);
      await until(page, () => document.querySelector(".edit-field") !== null);
      await page.keyboard.type("2");
      await page.keyboard.press("Enter");
      await until(page, () => !document.querySelector(".edit-field"));
      await page.keyboard.press("PageDown");
      await settled(page);
      assert.notEqual(await step(page), "projections");
      await core(page, "apply", { type: "GoToStep", id: "scores" });
      // W_q[1, 1] = 2: worked out in tests/explorer/state/edits_test.cpp
      assert.deepEqual(await values(page, "attn_scores"), [
        [2, 8, 6],
        [4, 16, 12],
        [4, 16, 12],
      ]);
      await close();
    },

  "after one visit the page and every lesson are there with the server stopped": async () => {
    const server = await serve(site);
    const { page, close } = await browser.openPage({
      url: `${server.url}#lesson=worked-example&step=scores`,
    });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true)); // everything is cached
    await server.close();
    await page.reload();
    await ready(page);
    assert.equal(await step(page), "scores");
    assert.deepEqual(await values(page, "attn_scores"), scores);
    for (const lesson of lessonIds) await follow(page, { lesson });
    await close();
  },

  "the headless module computes: queries of zero give the mean of the values seen so far": async () => {
    const { page, close } = await browser.openPage({ url: `${siteUrl()}licences.txt`, ready: false });
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

  "a figure on a worksheet has the tutorial's scores, cell after cell": async () => {
    const url = `${siteUrl()}course/worked-example-worksheet.html`;
    const { page, close } = await browser.openPage({ url, ready: false });
    const drawn = await page.$eval(
      '[id="q-must-be-symmetric"] svg[role="img"]',
      (figure) => figure.textContent,
    );
    assert.ok(drawn.replaceAll(/\s+/g, " ").includes("244416124"), drawn);
    await close();
  },
});

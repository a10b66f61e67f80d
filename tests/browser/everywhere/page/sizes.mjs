// Windows of every width, zoom and pixel ratio: the canvas has the screen's resolution, its buttons are inside it, and the
// reading view does not scroll sideways.
import assert from "node:assert/strict";
import { core, settled, until } from "../../harness.mjs";
import { openHost } from "../hosts/embeds.mjs";

// A browser's zoom is a smaller window on a finer screen: 50 to 400 % of 1440 by 900.
const zoom = (percent) => ({
  width: Math.round(144000 / percent),
  height: Math.round(90000 / percent),
  ratio: percent / 100,
});
const windows = {
  "280 px": { width: 280, height: 600, ratio: 2 },
  "a phone": { width: 390, height: 844, ratio: 3 },
  "50 %": zoom(50),
  "100 %": zoom(100),
  "200 %": zoom(200),
  "400 %": zoom(400),
  "3840 px": { width: 3840, height: 2160, ratio: 1 },
};

const sharp = (page, ratio) =>
  until(
    page,
    (wanted) => {
      const canvas = document.getElementById("canvas");
      const off = (pixels, length) => Math.abs(pixels - length * wanted);
      return off(canvas.width, canvas.clientWidth) <= 1 && off(canvas.height, canvas.clientHeight) <= 1;
    },
    ratio,
  );

export const sizes = (browser) => ({
  "from 280 to 3840 pixels, at a zoom of 50 to 400 %, and on a high-density screen, the picture is sharp and its buttons lie in it":
    async () => {
      const { page, close } = await browser.openPage({ link: "lesson=worked-example&step=scores" });
      for (const [name, { width, height, ratio }] of Object.entries(windows)) {
        if (browser.opens && !browser.opens({ width, ratio })) continue;
        await browser.resize(page, { width, height, ratio });
        await until(page, (wide) => window.innerWidth === wide, width);
        await sharp(page, ratio);
        await settled(page);
        const { items } = await core(page, "probe");
        const next = items.find(({ id }) => id === "next");
        assert.ok(next, `${name}: a way on`);
        assert.ok(next.x >= 0 && next.x + next.w <= width && next.y + next.h <= height, `${name}: in sight`);
        const scores = items.find(({ id }) => id === "matrix:attn_scores");
        assert.ok(scores.x >= 0 && scores.x + scores.w <= width, `${name}: the scores are as wide as fits`);
        const shown = items.some(({ id }) => id === "cell:attn_scores:2,2" || id === "stage-more");
        assert.ok(shown, `${name}: all numbers are in sight, or a button shows that there are more`);
        // A matrix of the step in the reading view; while the picture is shown it has no width.
        await page.evaluate(() => document.body.setAttribute("data-view", "reading"));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        await page.evaluate(() => document.body.setAttribute("data-view", "picture"));
        assert.ok(wide <= width, `${name}: the reading view is ${wide} wide in ${width}`);
      }
      await close();
    },

  "text at 200 % is twice as large, and nothing in the reading view overflows": async () => {
    const { page, close } = await browser.openPage({
      width: 640,
      height: 800,
      link: "lesson=worked-example&step=scores&view=reading",
    });
    const measured = () =>
      page.evaluate(() => ({
        text: parseFloat(getComputedStyle(document.querySelector("#reading .text p")).fontSize),
        wide: document.documentElement.scrollWidth,
      }));
    const usual = await measured();
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    const large = await measured();
    assert.equal(large.text, 2 * usual.text);
    assert.ok(large.wide <= 640, `${large.wide} px wide`);
    await close();
  },

  "an embed follows the size of its frame": async () => {
    const { page, frame, heardOf, close } = await openHost(browser, "lesson=worked-example&step=scores");
    await heardOf("ready");
    for (const [width, height] of [
      [500, 420],
      [1000, 600],
      [320, 500],
    ]) {
      await page.evaluate(
        ([wide, high]) => Object.assign(document.querySelector("iframe"), { width: wide, height: high }),
        [width, height],
      );
      await until(
        frame,
        ([wide, high]) => {
          const { clientWidth, clientHeight } = document.getElementById("canvas");
          return clientWidth === wide && clientHeight === high;
        },
        [width, height],
      );
      await sharp(frame, 1);
      await settled(frame);
      const { items } = await core(frame, "probe");
      const next = items.find(({ id }) => id === "next");
      assert.ok(
        next.x + next.w <= width && next.y + next.h <= height,
        `the button lies in ${width} by ${height}`,
      );
    }
    await close();
  },
});

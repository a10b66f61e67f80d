// The page in the browser: frames on demand, sizes and pixel ratios, and which keys the browser keeps.
import assert from "node:assert/strict";
import { chromium } from "../engines/chromium.mjs";
import { contexts } from "../everywhere/page/contexts.mjs";
import { manners } from "../everywhere/hosts/manners.mjs";
import { core, openPage, place, ready, settled, site } from "../harness.mjs";
import { serve } from "../server.mjs";

export const tests = {
  ...manners(chromium),

  "the pointer starts frames, which stop again": async () => {
    const { page, close } = await openPage();
    await settled(page);
    const before = await core(page, "frames");
    await page.mouse.move(300, 300);
    await page.mouse.move(310, 310);
    await settled(page);
    const after = await core(page, "frames");
    assert.ok(after > before && after - before < 60, `${after - before} frames`);
    await close();
  },

  "a frame that looks like the one before is not drawn again": async () => {
    const script = `window.drawn = 0;
      const draw = WebGL2RenderingContext.prototype.drawElements;
      WebGL2RenderingContext.prototype.drawElements = function (...what) {
        window.drawn += 1;
        return draw.apply(this, what);
      };`;
    const { page, close } = await openPage({ link: "lesson=worked-example&step=scores", script });
    const { x, y } = await place(page, "next");
    const drawnBy = async (act) => {
      const before = [await page.evaluate(() => window.drawn), await core(page, "frames")];
      await act();
      await settled(page);
      const [drawn, frames] = [await page.evaluate(() => window.drawn), await core(page, "frames")];
      assert.ok(frames > before[1], "frames were asked for");
      return drawn - before[0];
    };
    assert.ok((await drawnBy(() => page.mouse.move(x, y))) > 0, "a button that the pointer comes to is lit");
    assert.equal(await drawnBy(() => page.mouse.move(x + 1, y)), 0, "within it, it stays as it is");
    assert.ok((await drawnBy(() => page.setViewportSize({ width: 1400, height: 900 }))) > 0);
    await close();
  },

  ...contexts(chromium),

  "the canvas has as many pixels as the screen": async () => {
    for (const ratio of [1, 1.5, 2]) {
      const { page, close } = await openPage({ ratio, width: 801, height: 603 });
      await settled(page);
      const size = await page.evaluate(() => {
        const { width, height } = document.getElementById("canvas");
        return [width, height];
      });
      assert.ok(
        Math.abs(size[0] - 801 * ratio) <= 1 && Math.abs(size[1] - 603 * ratio) <= 1,
        `${size} at ${ratio}`,
      );
      await close();
    }
  },

  "follows the size of the window": async () => {
    const { page, close } = await openPage();
    for (const [width, height] of [
      [1024, 768],
      [390, 844],
      [720, 420],
    ]) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction((wide) => document.getElementById("canvas").width === wide, width);
      await settled(page);
    }
    await close();
  },

  "the browser's own keys are left to it": async () => {
    const { page, close } = await openPage();
    await page.focus("#canvas");
    const kept = await page.evaluate(() => {
      const canvas = document.getElementById("canvas");
      const taken = (init) =>
        !canvas.dispatchEvent(new KeyboardEvent("keydown", { cancelable: true, bubbles: true, ...init }));
      return {
        browser: [
          { key: "r", code: "KeyR", ctrlKey: true },
          { key: "f", code: "KeyF", ctrlKey: true },
          { key: "c", code: "KeyC", ctrlKey: true },
          { key: "v", code: "KeyV", metaKey: true },
          { key: "F5", code: "F5" },
          { key: "F12", code: "F12" },
          { key: "ArrowLeft", code: "ArrowLeft", altKey: true },
        ].map(taken),
        canvas: [
          { key: "ArrowDown", code: "ArrowDown" },
          { key: "PageDown", code: "PageDown" },
          { key: " ", code: "Space" },
          { key: "z", code: "KeyZ", ctrlKey: true },
        ].map(taken),
      };
    });
    assert.ok(
      kept.browser.every((taken) => !taken),
      `browser's: ${kept.browser}`,
    );
    assert.ok(
      kept.canvas.every((taken) => taken),
      `canvas's: ${kept.canvas}`,
    );
    await close();
  },

  "in a frame, the wheel scrolls the page around it": async () => {
    const frame = `<iframe src="/site/#lesson=worked-example" width="900" height="600"></iframe>`;
    const host = `<!doctype html><p style="height:900px">before</p>${frame}<p style="height:2000px">after</p>`;
    const server = await serve(site, { prefix: "/site", pages: { "/host.html": host } });
    const { page, close } = await openPage({ url: `${server.origin}/host.html`, ready: false, quiet: false });
    await page.evaluate(() => window.scrollTo(0, 800));
    await ready(page.frames()[1]);
    const scrolled = async () => {
      const before = await page.evaluate(() => window.scrollY);
      await page.mouse.move(400, 300);
      await page.mouse.wheel(0, 100);
      await page.waitForFunction((from) => window.scrollY > from, before);
    };
    await scrolled(); // without focus
    await page.frames()[1].focus("#canvas");
    await scrolled(); // with focus, over a part that does not scroll
    await close();
    await server.close();
  },
};

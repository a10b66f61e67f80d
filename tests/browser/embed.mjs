// embed.html in a page of another origin, as a course page has it: what it says and obeys (in both browsers), and whose the
// keyboard, the wheel and a finger are.
import assert from "node:assert/strict";
import { core, settled, still } from "./harness.mjs";
import { chromium } from "./both/chromium.mjs";
import { embeds, openHost } from "./both/embeds.mjs";

export const tests = {
  ...embeds(chromium),

  "Tab goes in and out, Escape gives the focus back, the wheel and a finger scroll the page around":
    async () => {
      const { page, frame, heardOf, close } = await openHost(chromium, "lesson=worked-example&step=scores", {
        width: 900,
        height: 600,
        touch: true,
      });
      await heardOf("ready");
      await settled(frame);
      const here = () =>
        page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName.toLowerCase());
      const inside = () => frame.evaluate(() => document.hasFocus() && document.activeElement.id);
      await page.focus("#after");
      // A person's keys are down for longer than a frame.
      for (const key of ["Shift", "Tab"]) await page.keyboard.down(key);
      await settled(frame);
      for (const key of ["Tab", "Shift"]) await page.keyboard.up(key);
      await settled(frame);
      assert.equal(await inside(), "canvas", "comes in backwards");
      assert.ok(await core(frame, "leaves", false), "at its last part");
      await page.focus("#before");
      const stops = [];
      for (let tab = 0; tab < 60 && (await here()) !== "after"; ++tab) {
        await page.keyboard.press("Tab");
        await still(frame);
        stops.push((await inside()) || (await here()));
      }
      assert.equal(await here(), "after", `Tab leaves: ${stops.join(" ")}`);
      assert.ok(stops.includes("canvas"), "through the picture");
      assert.equal(await frame.evaluate(() => document.body.dataset.view), "picture");
      await page.focus("#before");
      await page.keyboard.press("Tab"); // to the way to the reading view
      await page.keyboard.press("Tab");
      await settled(frame);
      assert.equal(await inside(), "canvas", "comes in a second time");
      assert.ok(await core(frame, "leaves", true), "and is at the first part again");
      await page.focus("#after");
      await page.keyboard.press("Shift+Tab");
      await settled(frame);
      assert.equal(await inside(), "canvas", "and comes in again backwards");
      await page.keyboard.press("Escape");
      await heardOf("leave");
      assert.equal(await frame.evaluate(() => document.hasFocus()), false, "Escape: the page has the focus");

      // What is to happen may take its time; what is not to is given a second.
      const scrolled = async (act, timeout = 20000) => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await act();
        return page
          .waitForFunction(() => window.scrollY > 0, null, { timeout })
          .then(
            () => true,
            () => false,
          );
      };
      await page.mouse.move(300, 250);
      assert.ok(await scrolled(() => page.mouse.wheel(0, 120)), "the wheel");
      const devtools = await page.context().newCDPSession(page);
      const touch = (type, ...points) =>
        devtools.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      const swipe = async () => {
        await touch("touchStart", { x: 300, y: 400 });
        for (let y = 385; y >= 250; y -= 15) await touch("touchMove", { x: 300, y });
        await page.waitForTimeout(150); // a finger that rests before it is lifted flings nothing on
        await touch("touchEnd");
      };
      assert.ok(await scrolled(swipe), "a finger");
      assert.equal(await frame.evaluate(() => document.hasFocus()), false, "a swipe takes no focus");
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.touchscreen.tap(300, 250);
      assert.equal(await inside(), "canvas", "a tap does");
      assert.equal(await scrolled(swipe, 1000), false, "and then the finger is the picture's");
      await close();
    },
};

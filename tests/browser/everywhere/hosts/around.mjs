// Which page receives keyboard, wheel and touch input when the explorer is embedded in a page with text around it.
import assert from "node:assert/strict";
import { core, settled, still, until } from "../../harness.mjs";
import { openHost } from "./embeds.mjs";

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const around = (browser) => ({
  "Tab goes in and out, Escape gives the focus back, the wheel and a finger scroll the page around":
    async () => {
      const { page, frame, heardOf, close } = await openHost(browser, "lesson=worked-example&step=scores", {
        width: 900,
        height: 600,
        touch: true,
      });
      await heardOf("ready");
      await settled(frame);
      const here = () =>
        page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName.toLowerCase());
      const inside = () => frame.evaluate(() => document.hasFocus() && document.activeElement.id);
      // People hold a key down for longer than a frame.
      const shiftTab = async () => {
        for (const key of ["Shift", "Tab"]) await page.keyboard.down(key);
        await settled(frame);
        for (const key of ["Tab", "Shift"]) await page.keyboard.up(key);
        await settled(frame);
      };
      await page.focus("#after");
      await shiftTab();
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
      await page.keyboard.press("Tab"); // to the link to the reading view
      await page.keyboard.press("Tab");
      await settled(frame);
      assert.equal(await inside(), "canvas", "comes in a second time");
      assert.ok(await core(frame, "leaves", true), "and is at the first part again");
      await page.focus("#after");
      await shiftTab();
      assert.equal(await inside(), "canvas", "and comes in again backwards");
      await page.keyboard.press("Escape");
      await heardOf("leave");
      assert.equal(await frame.evaluate(() => document.hasFocus()), false, "Escape: the page has the focus");

      // Expected effects are waited for; unexpected ones get a second to appear. A person whose wheel or finger had no effect
      // repeats it: Firefox drops input to a frame that has just lost the focus.
      const scrolls = async (act) => {
        const scrolled = () => page.evaluate(() => window.scrollY > 0);
        await page.evaluate(() => window.scrollTo(0, 0));
        for (let go = 0; go < 4 && !(await scrolled()); ++go) {
          await act();
          for (let wait = 0; wait < 30 && !(await scrolled()); ++wait) await later(50);
        }
        await until(page, () => window.scrollY > 0);
      };
      await page.mouse.move(300, 250);
      await scrolls(() => browser.wheel(page, 120));
      const finger = await browser.finger(page);
      const swipe = async () => {
        await finger.down(300, 400);
        for (let y = 385; y >= 250; y -= 15) await finger.move(300, y);
        await later(150); // a finger that rests before it is lifted causes no inertial scrolling
        await finger.up();
      };
      const before = await core(frame, "link");
      await scrolls(swipe);
      assert.equal(await core(frame, "link"), before, "a swipe presses nothing");
      assert.equal(await frame.evaluate(() => document.hasFocus()), false, "and takes no focus");
      await page.evaluate(() => window.scrollTo(0, 0));
      await finger.down(300, 250);
      await finger.up();
      await until(frame, () => document.hasFocus() && document.activeElement.id === "canvas"); // focused by the tap
      await settled(frame);
      await swipe();
      await later(1000);
      assert.equal(await page.evaluate(() => window.scrollY), 0, "and then the finger is the picture's");
      await close();
    },
});

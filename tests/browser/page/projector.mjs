// For a projector, in Chromium; and what is left of the bar on a phone.
import assert from "node:assert/strict";
import { chromium } from "../engines/chromium.mjs";
import { projector } from "../everywhere/page/projector.mjs";
import { click, core, follow, openPage, settled } from "../harness.mjs";

export const tests = {
  ...projector(chromium),

  "on a phone the projector switch is in the menu; the contents' bar does not cover the page's name":
    async () => {
      const { page, close } = await openPage({ link: "", width: 390, height: 844, touch: true });
      const item = async (id) => (await core(page, "probe")).items.find((each) => each.id === id);
      await settled(page);
      const width = await page.evaluate(() => {
        const context = document.createElement("canvas").getContext("2d");
        context.font = "600 15px Inter, sans-serif";
        return context.measureText("Attention Explorer").width;
      });
      const first = (await item("reading")) ?? (await item("menu"));
      assert.ok(first.x >= 52 + 0.9 * width, `a button begins at ${first.x}, the name is ${width} wide`);
      await click(page, "menu");
      assert.ok(await item("projector"), "in the menu of the contents");
      await page.keyboard.press("Escape");
      await follow(page, { lesson: "worked-example", step: "scores" });
      await click(page, "menu");
      assert.ok(await item("projector"), "in the menu");
      await close();
    },
};

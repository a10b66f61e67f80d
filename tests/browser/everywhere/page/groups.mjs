// The keyboard in the picture: Tab goes from group to group, each is announced, and the last press leaves.
import assert from "node:assert/strict";
import { settled } from "../../harness.mjs";

export const groups = (browser) => ({
  "Tab goes through the picture group by group, each part is said with its name and what it is, and Tab leaves":
    async () => {
      const { page, close } = await browser.openPage({ link: "lesson=worked-example&step=scores" });
      const press = async () => {
        await page.keyboard.press("Tab");
        await settled(page);
      };
      const said = () => page.evaluate(() => document.getElementById("said").textContent);
      const inPicture = () => page.evaluate(() => document.activeElement?.id === "canvas");
      assert.equal(await page.evaluate(() => document.getElementById("said").ariaLive), "polite");
      await page.focus("#skip-button");
      const heard = [];
      for (await press(); heard.length < 12 && (await inPicture()); await press()) heard.push(await said());
      assert.equal(await inPicture(), false, `it leaves: ${heard.join(" | ")}`);
      assert.ok(heard.length >= 4 && heard.length <= 9, heard.join(" | "));
      assert.equal(new Set(heard).size, heard.length, heard.join(" | "));
      for (const words of heard) assert.match(words, /^[A-Z][^:]*: .+, .+/);
      await close();
    },
});

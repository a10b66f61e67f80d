// The smallest phone that is still in use, 320 by 568: the address bar comes and goes, it is turned, and its keyboard takes
// half of the window. No driver shows the keyboard itself: the window is as small as Android makes it then; iOS scrolls
// the field into view instead.
import assert from "node:assert/strict";
import { core, place, settled, until } from "../../harness.mjs";

const windows = {
  "upright, with the address bar": { width: 320, height: 460 },
  "upright, without it": { width: 320, height: 529 },
  "on its side, with the address bar": { width: 568, height: 232 },
  "on its side, without it": { width: 568, height: 320 },
};

const phone = { ratio: 2, touch: true, ...windows["upright, with the address bar"] };

async function becomes(browser, page, { width, height }) {
  await browser.resize(page, { width, height, ratio: phone.ratio });
  await until(page, (size) => window.innerWidth === size.width && window.innerHeight === size.height, {
    width,
    height,
  });
  await settled(page);
}

const lies = ({ x, y, w, h }, { width, height }) => x >= 0 && y >= 0 && x + w <= width && y + h <= height;

export const phones = (browser) => ({
  "on a phone of 320 by 568 the picture fills the window, with Next and the numbers in view: portrait and landscape, with and without the address bar":
    async () => {
      const { page, close } = await browser.openPage({ ...phone, link: "lesson=worked-example&step=scores" });
      for (const [name, size] of Object.entries(windows)) {
        await becomes(browser, page, size);
        const drawn = await page.evaluate(() => {
          const { clientWidth, clientHeight, width } = document.getElementById("canvas");
          const { scrollWidth, scrollHeight } = document.documentElement;
          return { clientWidth, clientHeight, finer: width / clientWidth, scrollWidth, scrollHeight };
        });
        const wanted = { clientWidth: size.width, clientHeight: size.height, finer: phone.ratio };
        const scrolls = { scrollWidth: size.width, scrollHeight: size.height };
        assert.deepEqual(drawn, { ...wanted, ...scrolls }, name);
        const { items } = await core(page, "probe");
        const of = (id) => items.find((item) => item.id === id);
        assert.ok(lies(of("next"), size), `${name}: the way on is in sight`);
        assert.ok(
          of("cell:attn_scores:2,2") || of("stage-more"),
          `${name}: all numbers are in sight, or a button shows that there are more`,
        );
      }
      await close();
    },

  "on a phone of 320 by 568 no step of the reading view scrolls sideways": async () => {
    const { page, close } = await browser.openPage({
      ...phone,
      link: "lesson=causal-ladder&view=reading",
    });
    const steps = (await core(page, "reading")).steps.map(({ id }) => id);
    for (const id of steps) {
      await core(page, "apply", { type: "GoToStep", id });
      await until(page, (step) => document.querySelector("h2").dataset.step === step, id);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= phone.width, `${id} is ${wide} wide`);
    }
    await close();
  },

  "a field being typed into stays in view, with its text, when the keyboard takes half of the window":
    async () => {
      const { page, close } = await browser.openPage({ ...phone, link: "lesson=worked-example&step=inputs" });
      const { x, y } = await place(page, "cell:x:1,2");
      await browser.doubleClick(page, x, y);
      await until(page, () => document.querySelector(".edit-field") !== null);
      await page.evaluate(() => document.querySelector(".edit-field").select());
      await page.keyboard.type("2.5");
      await becomes(browser, page, { width: 320, height: 250 });
      const field = await page.$eval(".edit-field", (it) => {
        const { x: left, y: top, width, height } = it.getBoundingClientRect();
        return {
          x: left,
          y: top,
          w: width,
          h: height,
          value: it.value,
          active: document.activeElement === it,
        };
      });
      assert.ok(lies(field, { width: 320, height: 250 }), JSON.stringify(field));
      assert.equal(field.value, "2.5");
      assert.ok(field.active);
      await page.keyboard.press("Enter");
      await until(page, () => /e\.x=1,2:2\.5/.test(window.attentionExplorer.link()));
      await close();
    },
});

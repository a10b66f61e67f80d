// For a projector: all of it larger, the picture as well as the page, and a click meets what is drawn under it.
import assert from "node:assert/strict";
import { findings } from "../../axe.mjs";
import { core, follow, ready, settled, siteUrl, until } from "../../harness.mjs";

const isProjected = (page) => page.evaluate(() => document.documentElement.hasAttribute("data-projector"));
const pressed = (page, button) => page.$eval(button, (it) => it.getAttribute("aria-pressed"));

export const projector = (browser) => ({
  "the picture's bar has the projector switch, on the contents, in a lesson, and in a low window":
    async () => {
      const { page, close } = await browser.openPage({ link: "", width: 1280, height: 720 });
      const press = async (id) => {
        await settled(page);
        const items = (await core(page, "probe")).items;
        const item = items.find((each) => each.id === id) ?? items.find((each) => each.id === "menu");
        const by = (await isProjected(page)) ? 1.5 : 1;
        await page.mouse.click((item.x + item.w / 2) * by, (item.y + item.h / 2) * by);
        if (item.id === "menu" && id !== "menu") await press(id);
      };
      const becomes = (on) =>
        until(page, (wanted) => document.documentElement.hasAttribute("data-projector") === wanted, on);
      await press("projector");
      await becomes(true); // on the contents
      await press("projector");
      await becomes(false);
      await follow(page, { lesson: "worked-example", step: "scores" });
      await press("projector");
      await becomes(true); // in a lesson
      const focused = await page.evaluate(() => document.activeElement.id);
      assert.equal(focused, "canvas", "the keys stay the picture's");
      // What is left of 720 pixels is laid out as an embed is.
      await press("projector");
      await becomes(false); // and back, from that
      await close();
    },

  "the projector's size holds for the picture, its fields and the reading view, until it is switched off":
    async () => {
      const { page, close } = await browser.openPage({
        link: "lesson=worked-example&step=scores&view=reading",
        theme: "light",
        width: 1440,
        height: 900,
      });
      const high = () => page.evaluate(() => document.querySelector("h2").getBoundingClientRect().height);
      const usual = await high();
      const button = '[data-action="projector"]';
      assert.equal(await pressed(page, button), "false");
      await page.click("#more");
      await page.click(button);
      assert.equal(await pressed(page, button), "true");
      assert.ok(Math.abs((await high()) / usual - 1.5) < 0.05);
      const color = await page.evaluate(
        () => getComputedStyle(document.querySelector("#reading .text")).color,
      );
      assert.equal(color, "rgb(0, 0, 0)");

      await page.click('[data-action="leave"]');
      await settled(page);
      const item = async (id) => (await core(page, "probe")).items.find((each) => each.id === id);
      const cell = await item("cell:attn_scores:2,1");
      await page.mouse.click((cell.x + cell.w / 2) * 1.5, (cell.y + cell.h / 2) * 1.5);
      await settled(page);
      const { focus, tensors } = await core(page, "reading");
      assert.deepEqual(focus.index, [2, 1]);
      assert.equal(tensors.find(({ node }) => node === focus.node).name, "attn_scores");

      // A field that is typed into lies over its cell.
      assert.ok(await item("cell:querys:0,0"));
      await core(page, "apply", { type: "GoToStep", id: "inputs" });
      await settled(page);
      const input = await item("cell:x:0,0");
      await browser.doubleClick(page, (input.x + input.w / 2) * 1.5, (input.y + input.h / 2) * 1.5);
      await until(page, () => document.querySelector(".edit-field") !== null);
      const field = await page.$eval(".edit-field", (it) => it.getBoundingClientRect().toJSON());
      const off = [
        field.x + field.width / 2 - (input.x + input.w / 2) * 1.5,
        field.y + field.height / 2 - (input.y + input.h / 2) * 1.5,
      ];
      assert.ok(Math.hypot(...off) < 3, `the field is off its cell by ${off}`);
      assert.ok(field.height >= input.h * 1.4);
      await page.keyboard.press("Escape");

      // The same in what is opened next, and an embed keeps to the space that it is given.
      await page.goto(`${siteUrl()}course/sentence.html`);
      assert.equal(await pressed(page, "#projector"), "true");
      await page.goto(`${siteUrl()}embed.html#lesson=worked-example`);
      await ready(page);
      assert.equal(await isProjected(page), false);
      await close();
    },

  "on the other pages the type is large and black on white or white on black, and stays so on the next page":
    async () => {
      const { page, close } = await browser.openPage({
        url: `${siteUrl()}course/sentence.html`,
        ready: false,
        theme: "light",
      });
      const size = () => page.$eval("li", (item) => parseFloat(getComputedStyle(item).fontSize));
      const usual = await size();
      await page.click("#projector");
      assert.ok((await size()) >= usual * 1.5);
      await page.goto(`${siteUrl()}course/causal-ladder.html`);
      assert.ok((await size()) >= usual * 1.5);
      const colors = await page.evaluate(() => {
        const { color } = getComputedStyle(document.querySelector("main"));
        return [color, getComputedStyle(document.documentElement).backgroundColor];
      });
      assert.deepEqual(colors, ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
      assert.deepEqual(await findings(page), []);
      await close();
    },
});

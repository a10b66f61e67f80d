// For a projector: all of it larger, the picture as well as the page, and a click meets what is drawn under it.
import assert from "node:assert/strict";
import { click, core, follow, openPage, settled, siteUrl } from "./harness.mjs";

export const tests = {
  "the picture's own bar has the switch, on the contents and in a lesson, and a low window, too":
    async () => {
      const { page, close } = await openPage({ link: "", width: 1280, height: 720 });
      const projected = () => page.evaluate(() => document.documentElement.hasAttribute("data-projector"));
      const scale = async () => ((await projected()) ? 1.5 : 1);
      const press = async (id) => {
        await settled(page);
        const items = (await core(page, "probe")).items;
        const item = items.find((each) => each.id === id) ?? items.find((each) => each.id === "menu");
        const by = await scale();
        await page.mouse.click((item.x + item.w / 2) * by, (item.y + item.h / 2) * by);
        await settled(page);
        if (item.id === "menu" && id !== "menu") await press(id);
      };
      await press("projector");
      assert.ok(await projected(), "on the contents");
      await press("projector");
      assert.equal(await projected(), false);
      await follow(page, { lesson: "worked-example", step: "scores" });
      await press("projector");
      assert.ok(await projected(), "in a lesson");
      assert.equal(
        await page.evaluate(() => document.activeElement.id),
        "canvas",
        "the keys stay the picture's",
      );
      // What is left of 720 pixels is laid out as an embed is.
      await press("projector");
      assert.equal(await projected(), false, "and back, from that");
      await close();
    },

  "on a phone it is in a lesson's menu; the contents' bar keeps clear of the page's name": async () => {
    const { page, close } = await openPage({ link: "", width: 390, height: 844, touch: true });
    const item = async (id) => (await core(page, "probe")).items.find((each) => each.id === id);
    await settled(page);
    const width = await page.evaluate(() => {
      const context = document.createElement("canvas").getContext("2d");
      context.font = "600 15px Inter, sans-serif";
      return context.measureText("Attention Explorer").width;
    });
    const first = await item("language");
    assert.ok(first.x >= 52 + 0.9 * width, `a button begins at ${first.x}, the name is ${width} wide`);
    await follow(page, { lesson: "worked-example", step: "scores" });
    await click(page, "menu");
    assert.ok(await item("projector"), "in the menu");
    await close();
  },

  "the projector's size holds for the picture, its fields and the reading view, until it is switched off":
    async () => {
      const { page, close } = await openPage({
        link: "lesson=worked-example&step=scores&view=reading",
        theme: "light",
      });
      const high = () => page.evaluate(() => document.querySelector("h2").getBoundingClientRect().height);
      const usual = await high();
      const button = page.getByRole("button", { name: "For a projector" });
      assert.equal(await button.getAttribute("aria-pressed"), "false");
      await button.click();
      assert.equal(await button.getAttribute("aria-pressed"), "true");
      assert.ok(Math.abs((await high()) / usual - 1.5) < 0.05);
      const color = await page.evaluate(
        () => getComputedStyle(document.querySelector("#reading .text")).color,
      );
      assert.equal(color, "rgb(0, 0, 0)");

      await page.click('[data-action="leave"]');
      await settled(page);
      const item = async (id) => (await core(page, "probe")).items.find((each) => each.id === id);
      const cell = await item("cell:attn_scores:2,1");
      const middle = [(cell.x + cell.w / 2) * 1.5, (cell.y + cell.h / 2) * 1.5];
      await page.mouse.click(...middle);
      await settled(page);
      const { focus, tensors } = await core(page, "reading");
      assert.deepEqual(focus.index, [2, 1]);
      assert.equal(tensors.find(({ node }) => node === focus.node).name, "attn_scores");

      // A field that is typed into lies over its cell.
      const query = await item("cell:querys:0,0");
      assert.ok(query);
      await core(page, "apply", { type: "GoToStep", id: "inputs" });
      await settled(page);
      const input = await item("cell:x:0,0");
      await page.mouse.dblclick((input.x + input.w / 2) * 1.5, (input.y + input.h / 2) * 1.5);
      const field = await page.locator(".edit-field").boundingBox();
      const off = [
        field.x + field.width / 2 - (input.x + input.w / 2) * 1.5,
        field.y + field.height / 2 - (input.y + input.h / 2) * 1.5,
      ];
      assert.ok(Math.hypot(...off) < 3, `the field is off its cell by ${off}`);
      assert.ok(field.height >= input.h * 1.4);
      await page.keyboard.press("Escape");

      // The same in what is opened next, and an embed keeps to the space that it is given.
      await page.goto(`${siteUrl()}course/sentence.html`);
      assert.equal(
        await page.getByRole("button", { name: "For a projector" }).getAttribute("aria-pressed"),
        "true",
      );
      await page.goto(`${siteUrl()}embed.html#lesson=worked-example`);
      assert.equal(await page.evaluate(() => document.documentElement.hasAttribute("data-projector")), false);
      await close();
    },
};

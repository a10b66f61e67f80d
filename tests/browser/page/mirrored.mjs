// The page in a pseudo-language: English, in a layout from right to left. What the canvas and the document show is the mirror
// image of what they show in English, except what keeps its order: figures, maps, lines of numbers.
import assert from "node:assert/strict";
import { click, core, openPage, place, settled, step, until } from "../harness.mjs";

const pseudo = "en-XB"; // web/page/core/direction.ts; no file of its own: all of it falls back to English

async function speak(page, language) {
  await core(page, "offerLanguage", pseudo, "English, mirrored");
  await core(page, "apply", { type: "SetLanguage", language });
  const direction = language === pseudo ? "rtl" : "ltr";
  await page.waitForFunction((wanted) => document.documentElement.dir === wanted, direction);
  await settled(page);
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844, touch: true, theme: "light" },
];

const reflected = ({ x, w }, width) => width - x - w;
const tolerance = 1.5; // px: places are rounded on either side

// blocks: how many parts keep their order and lie elsewhere than their mirror image.
function compare(before, after, width, blocks) {
  const ids = ({ items }) => items.map(({ id }) => id);
  assert.deepEqual(ids(after), ids(before));
  const shifts = new Map();
  const mirrored = new Set();
  for (const [i, from] of before.items.entries()) {
    const to = after.items[i];
    const told = `${from.id}: from ${from.x} to ${to.x}, width ${from.w}, then ${to.w}`;
    assert.ok(Math.abs(to.w - from.w) <= tolerance && Math.abs(to.y - from.y) <= tolerance, told);
    if (Math.abs(to.x - reflected(from, width)) <= tolerance) mirrored.add(from.id);
    else shifts.set(Math.round(to.x - from.x), told);
    const fitted = from.x >= -tolerance && from.x + from.w <= width + tolerance;
    if (fitted) assert.ok(to.x >= -tolerance && to.x + to.w <= width + tolerance, told);
  }
  assert.ok(shifts.size <= blocks, `shifted: ${[...shifts.values()].join("; ")}`);
  return mirrored;
}

// named: ids that must be mirrored.
async function checkCanvas(link, size, blocks, named) {
  const { page, close } = await openPage({ ...size, link });
  if (link === "view=large")
    await until(page, () =>
      window.attentionExplorer.probe().items.some(({ id }) => id === "large-thumbnails:1024"),
    );
  if (link.startsWith("view=model"))
    await until(page, () => {
      const { model } = window.attentionExplorer.reading();
      return model?.run && model.next && model.wants === null;
    });
  await settled(page);
  await speak(page, "en");
  const before = await core(page, "probe");
  await speak(page, pseudo);
  const mirrored = compare(before, await core(page, "probe"), size.width, blocks);
  for (const id of named) assert.ok(mirrored.has(id), `${id} is not mirrored at ${size.width}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.width);
  return { page, close };
}

// The places of what the document shows.
const placesOf = (page, selector) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)]
        .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden"))
        .map((each) => {
          const { left, top, width } = each.getBoundingClientRect();
          return { id: `${each.tagName} ${each.textContent.trim().slice(0, 30)}`, x: left, y: top, w: width };
        }),
    selector,
  );

async function checkDocument(page, selector, width, least) {
  await speak(page, "en");
  const before = await placesOf(page, selector);
  await speak(page, pseudo);
  const after = await placesOf(page, selector);
  assert.ok(before.length >= least, `only ${before.length} of ${selector}`);
  const mirrored = compare({ items: before }, { items: after }, width, 0);
  assert.ok(mirrored.size > 0);
}

export const tests = {
  "mirrored: a lesson's step, whose figure keeps its order; clicks and keys hit what is drawn": async () => {
    for (const size of sizes) {
      const wide = size.width > 600;
      const named = wide
        ? ["text-column", "question-prompt", "card:question", "pick-step", "menu", "share"]
        : ["story-question"];
      const { page, close } = await checkCanvas("lesson=worked-example&step=scores", size, wide ? 3 : 2, [
        ...named,
        "play",
        "next",
        "back",
      ]);
      const { items } = await core(page, "probe");
      const at = (id) => items.find((each) => each.id === id);
      assert.ok(at("cell:attn_scores:0,0").x < at("cell:attn_scores:0,1").x, "columns keep their order");
      assert.ok(at("next").x < at("back").x, "Next is at the left");
      await click(page, "cell:attn_scores:2,1");
      assert.deepEqual((await core(page, "explanation")).cell.index, [2, 1]);
      await click(page, "next");
      assert.notEqual(await step(page), "scores");
      await click(page, "back");
      assert.equal(await step(page), "scores");
      if (wide) {
        await page.keyboard.press("Escape");
        await click(page, "menu");
        const [menu, popover] = [await place(page, "menu"), await place(page, "popover")];
        assert.ok(Math.abs(menu.x - popover.x) < popover.w / 2, "the menu opens under its button");
      }
      await close();
    }
  },

  "mirrored: the contents, the large map and a whole model": async () => {
    for (const size of sizes) {
      for (const [link, blocks, named] of [
        ["", 2, ["menu"]],
        ["view=large", 1, ["lessons"]],
        ["view=model&model=small", 4, ["lessons"]],
      ])
        await (await checkCanvas(link, size, blocks, named)).close();
    }
  },

  "mirrored: the article, and the figure beside it": async () => {
    for (const { touch, theme, ...size } of sizes) {
      const { page, close } = await openPage({
        ...size,
        touch,
        theme,
        link: "lesson=worked-example&step=scores&view=reading",
      });
      await page.waitForFunction(() => document.body.hasAttribute("data-beside"));
      await settled(page);
      await checkDocument(
        page,
        ".reading > .bar, .reading > .bar button, .stage, .reading > .column, .step, .step > p",
        size.width,
        8,
      );
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.width);
      await close();
    }
  },

  "mirrored: dialogs": async () => {
    for (const size of sizes) {
      const { page, close } = await openPage({ ...size, link: "lesson=worked-example&step=scores" });
      await settled(page);
      for (const opens of ["share", "export"]) {
        await speak(page, "en");
        await click(page, opens);
        await page.waitForSelector("dialog[open]");
        await checkDocument(page, "dialog[open], dialog[open] h2, dialog[open] button", size.width, 3);
        const overflow = await page.evaluate(() => {
          const dialog = document.querySelector("dialog[open]");
          return dialog.scrollWidth - dialog.clientWidth;
        });
        assert.ok(overflow <= 0, `${opens} is ${overflow} px too wide`);
        await page.keyboard.press("Escape");
        await page.waitForFunction(() => !document.querySelector("dialog[open]"));
      }
      await close();
    }
  },
};

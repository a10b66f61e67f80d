// The figure of the reading view: the picture beside the text where there is room, which follows the paragraph; else, and
// on paper, tables in the colours of the stage after the paragraph that mentions them.
import assert from "node:assert/strict";
import { core, lessonOf, nightly, openPage, settled, stepsOf, until } from "../harness.mjs";

const three = "lesson=worked-example&step=keys-values-queries&view=reading"; // K, V and Q: three parts
const paragraph = "[data-current] .text p";
const withFigure = (page) =>
  until(page, () => window.attentionExplorer && document.body.hasAttribute("data-figure"));
async function open(options = {}) {
  const made = await openPage({ link: three, ...options });
  await withFigure(made.page);
  await settled(made.page);
  return made;
}
const boxes = (page, ...selectors) =>
  page.evaluate(
    (list) =>
      list.map((selector) => {
        const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
        return { left, top, right, bottom, width: right - left, height: bottom - top };
      }),
    selectors,
  );
const drawn = async (page) => {
  const { items } = await core(page, "probe");
  return new Set(items.flatMap(({ id }) => (id.startsWith("cell:") ? [id.split(":")[1]] : [])));
};
// Brings an element's middle to 40 % of the height, waits for the figure.
async function read(page, selector) {
  await page.evaluate((wanted) => {
    document.body.style.paddingBottom = "100vh"; // also the last one can come that far
    const { top, bottom } = document.querySelector(wanted).getBoundingClientRect();
    window.scrollBy(0, (top + bottom) / 2 - window.innerHeight * 0.4);
  }, selector);
  await new Promise((resolve) => setTimeout(resolve, 400));
  await settled(page);
}
const parse = (text) => text.match(/[\d.]+/g).map(Number);
// Relative luminance and contrast as WCAG 2 defines them.
const luminance = (rgb) => {
  const [r, g, b] = rgb
    .map((part) => part / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

export const tests = {
  "from 1200 px on the picture stands beside 680 px of text, under one row of buttons, and stays in the window":
    async () => {
      for (const width of [1200, 1440, 2560]) {
        const { page, close } = await open({ width });
        await read(page, paragraph);
        await page.evaluate(() => window.scrollTo(0, 0));
        const scale = Math.min(Math.max(width / 1600, 1), 1.3);
        const [text, stage, bar, canvas] = await boxes(page, ".column", "#stage", ".bar", "#canvas");
        assert.ok(Math.abs(text.width - 680 * scale) < 2, `${text.width} px of text at ${width}`);
        assert.ok(stage.left >= text.right + 20 && stage.right <= width, "beside it");
        assert.ok(
          bar.right <= width && bar.bottom <= stage.top && bar.bottom <= text.top,
          "under the buttons",
        );
        assert.ok(canvas.width > 380 && canvas.height > 400 && stage.bottom <= 900, "all in the window");
        // One block in the middle.
        assert.ok(
          Math.abs(text.left - (width - stage.right)) < 3,
          `${text.left} px left, ${stage.right} right`,
        );
        assert.deepEqual([bar.top, bar.left, bar.width], [0, 0, width], "in one row at the top");
        await page.evaluate(() => (document.body.style.paddingBottom = ""));
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        const [after] = await boxes(page, "#stage");
        assert.ok(
          after.top >= 0 && after.bottom <= 900,
          `it stays: ${after.top} to ${after.bottom} at ${width}`,
        );
        await close();
      }
    },

  "all steps stand below each other, the one that is read is the current one, and a chosen one comes to the top":
    async () => {
      const { page, close } = await open();
      const { steps } = await core(page, "reading");
      const titles = await page.$$eval(".step", (all) =>
        all.map((one) => one.querySelector("h2, .title").textContent),
      );
      assert.deepEqual(
        titles,
        steps.map(({ title }) => title),
      );
      const current = () =>
        page.$eval("h2", (one) => ({ step: one.dataset.step, top: one.getBoundingClientRect().top }));
      const isAtTop = ({ top }) => top > 48 && top < 150;
      assert.ok(isAtTop(await current()), "opened at the step of the link");
      const entries = await page.evaluate(() => window.history.length);
      // What is read is a paragraph of another step: it becomes the current one, and the paragraph does not move.
      const known = steps[steps.findIndex(({ current: here }) => here) + 1].id;
      const text = `.step[data-step="${known}"] .text p`;
      await page.evaluate((wanted) => {
        const { top } = document.querySelector(wanted).getBoundingClientRect();
        window.scrollBy(0, top - window.innerHeight * 0.35);
      }, text);
      const [before] = await boxes(page, text);
      await until(page, (id) => document.querySelector("h2").dataset.step === id, known);
      const [after] = await boxes(page, text);
      assert.ok(Math.abs(after.top - before.top) < 2, `${before.top} px, then ${after.top}`);
      assert.ok((await core(page, "link")).includes(`step=${known}`));
      assert.equal(
        await page.evaluate(() => window.history.length),
        entries,
        "no entry for each step scrolled to",
      );
      await page.click(".steps li:nth-child(2) button");
      await settled(page);
      const chosen = await current();
      assert.equal(chosen.step, steps[1].id);
      assert.ok(isAtTop(chosen), `${chosen.top}`);
      await page.waitForTimeout(400); // longer than it takes to follow what is scrolled to
      assert.equal((await current()).step, steps[1].id, "it stays, though another one is further down");
      await close();
    },

  "an answer is shown where the question stands, and its step stays the current one": async () => {
    const { page, close } = await open({ link: "lesson=attention-today&step=two-sentences&view=reading" });
    const reveal = '[data-current] .question [data-command*="Reveal"]';
    await page.evaluate((wanted) => {
      const { top } = document.querySelector(wanted).getBoundingClientRect();
      window.scrollBy(0, top - window.innerHeight * 0.8);
    }, reveal);
    await page.waitForTimeout(400); // longer than it takes to follow what is scrolled to
    const prompt = '.step[data-step="two-sentences"] .question p';
    const [before] = await boxes(page, prompt);
    await page.click(reveal);
    await settled(page);
    await page.waitForTimeout(400);
    const [after] = await boxes(page, prompt);
    assert.ok(Math.abs(after.top - before.top) < 2, `${before.top} px, then ${after.top}`);
    assert.equal((await core(page, "reading")).step.id, "two-sentences");
    assert.ok(await page.isVisible("[data-current] .answer"));
    await close();
  },

  "the figure follows the paragraph that is read, and the pin holds it": async () => {
    const { page, close } = await open({ width: 1200, height: 640 });
    await read(page, paragraph);
    assert.ok((await drawn(page)).has("keys"));
    assert.ok(await page.$eval(paragraph, (one) => one.hasAttribute("data-leads")));
    await read(page, '.part[data-part="2"]');
    assert.ok((await drawn(page)).has("querys"), [...(await drawn(page))].join(" "));
    const link = await core(page, "link");
    assert.ok(!link.includes("beat="), link);

    await page.click(".pin");
    await settled(page);
    assert.equal(await page.getAttribute(".pin", "aria-pressed"), "true");
    await read(page, paragraph);
    assert.ok((await drawn(page)).has("querys"), "held");
    await page.click(".pin");
    await read(page, '.part[data-part="1"]');
    await read(page, paragraph);
    assert.ok((await drawn(page)).has("keys"), "follows again");
    await close();
  },

  "a link's beat and pin stay in the reading view": async () => {
    const { page, close } = await open({ link: `${three}&beat=3&pin=keys,1,1` });
    const kept = async () => {
      const address = await page.evaluate(() => window.location.hash);
      assert.ok(address.includes("beat=3") && address.includes("pin=keys,1,1"), address);
    };
    await kept();
    assert.ok((await drawn(page)).has("keys"), "the pinned number holds the figure");
    await read(page, '.part[data-part="2"]');
    await kept();
    await page.reload();
    await withFigure(page);
    await settled(page);
    await kept();
    await close();
  },

  "pointing at the figure explains in it, and the text is told when the pointer rests": async () => {
    const { page, close } = await open();
    const { items } = await core(page, "probe");
    const [canvas] = await boxes(page, "#canvas");
    const cell = items.find(({ id }) => id === "cell:keys:2,1");
    const before = await page.textContent("#spoken");
    await page.mouse.move(canvas.left + cell.x + cell.w / 2, canvas.top + cell.y + cell.h / 2);
    await until(page, (old) => document.querySelector("#spoken").textContent !== old, before);
    assert.match(await page.textContent("#spoken"), /Input 3/);
    const frames = await core(page, "frames");
    await settled(page);
    const rested = await core(page, "frames");
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.equal(await core(page, "frames"), rested, `no frame while nothing moves (${frames} before)`);
    await close();
  },

  "buttons work right after loading, and nothing moves when the picture comes": async () => {
    const { page, close } = await openPage({ link: three, width: 1200 });
    const before = await boxes(page, ".bar", ".column", "#stage", '[data-action="export"]');
    await page.click('[data-action="export"]');
    await page.waitForSelector("dialog");
    await page.keyboard.press("Escape");
    await withFigure(page);
    assert.deepEqual(await boxes(page, ".bar", ".column", "#stage", '[data-action="export"]'), before);
    await close();
  },

  "under 1200 px the figure stands above the text of all steps, stays there, and follows the paragraph":
    async () => {
      for (const [width, height] of [
        [390, 844],
        [1024, 768],
      ]) {
        const { page, close } = await open({ width, height, touch: width < 600 });
        assert.equal(
          await page.locator("#reading .step").count(),
          stepsOf("worked-example").length + 1,
          "all steps, and the summary",
        );
        const where = () => boxes(page, ".bar", "#stage", "#canvas");
        const [bar, stage, canvas] = await where();
        assert.deepEqual([stage.top, stage.left, stage.width], [bar.bottom, 0, width]);
        assert.ok(stage.bottom < height * 0.6 && canvas.height > 250, `${stage.bottom}, ${canvas.height}`);
        const line = stage.bottom + (height - stage.bottom) * 0.4;
        const bring = async (selector) => {
          await page.evaluate(
            ([wanted, at]) => {
              const { top, bottom } = document.querySelector(wanted).getBoundingClientRect();
              window.scrollBy(0, (top + bottom) / 2 - at);
            },
            [selector, line],
          );
          await page.waitForTimeout(400);
          await settled(page);
        };
        await bring(`${paragraph}:nth-of-type(1)`);
        assert.ok((await drawn(page)).has("keys"));
        const later = '.step[data-step="scores"] .text p';
        await bring(later);
        assert.equal((await core(page, "reading")).step.id, "scores");
        assert.ok((await drawn(page)).has("attn_scores"));
        assert.deepEqual((await where())[1], stage, "it stays");
        const [text] = await boxes(page, later);
        assert.ok(text.top >= stage.bottom, "nothing of it is under the figure");
        await close();
      }
    },

  "in low windows, and for those who unfold them, tables stand after the paragraph that speaks of them":
    async () => {
      const { page, close } = await openPage({ link: three, width: 1024, height: 600 });
      const order = await page.$$eval(`${paragraph}, .part table`, (all) =>
        all.map((one) => one.dataset.tensor ?? "text"),
      );
      assert.deepEqual(order, [
        "text",
        "x",
        "w_key",
        "keys",
        "text",
        "w_value",
        "values",
        "w_query",
        "querys",
      ]);
      assert.equal(await page.$eval("#stage", (one) => getComputedStyle(one).display), "none");
      await page.setViewportSize({ width: 1440, height: 900 });
      await withFigure(page);
      const seen = () =>
        page.$eval(
          'table[data-tensor="keys"]',
          (one) =>
            one.getBoundingClientRect().width > 100 &&
            getComputedStyle(one.closest(".tables")).clipPath === "none",
        );
      assert.ok(!(await seen()));
      await page.click('[data-unfold="0"]');
      assert.ok(await seen());
      await page.click('[data-unfold="0"]');
      assert.ok(!(await seen()));
      await page.focus('table[data-tensor="keys"] [tabindex="0"]');
      assert.ok(await seen(), "the keyboard opens it");
      await close();
    },

  "cells have the colours of the stage, with numbers that can be read": async () => {
    for (const theme of ["dark", "light"]) {
      const { page, close } = await openPage({
        link: "lesson=worked-example&step=scores&view=reading",
        width: 1024,
        theme,
      });
      await until(page, () => document.querySelector("td.cell")?.style.getPropertyValue("--fill"));
      const shown = await page.$$eval("td.cell", (cells) =>
        cells.map((cell) => {
          const style = getComputedStyle(cell);
          return {
            at: cell.dataset.cell ?? cell.firstChild.dataset.cell,
            fill: style.backgroundColor,
            ink: style.color,
          };
        }),
      );
      const picture = await core(page, "picture", {
        width: 960,
        height: 720,
        dark: theme === "dark",
        of: "figure",
      });
      const { tensors } = await core(page, "reading");
      const scores = tensors.find(({ name }) => name === "attn_scores");
      const hex = (color) =>
        `#${parse(color)
          .slice(0, 3)
          .map((part) => part.toString(16).padStart(2, "0"))
          .join("")}`;
      let compared = 0;
      for (const { at, fill, ink } of shown) {
        assert.ok(contrast(parse(fill), parse(ink)) >= 4.5, `${theme} ${at}: ${ink} on ${fill}`);
        const [node, index] = at.split(":");
        if (Number(node) !== scores.node) continue;
        assert.ok(picture.includes(`fill="${hex(fill)}"`), `${index}: a cell of the figure has this colour`);
        compared += 1;
      }
      assert.equal(compared, 9);
      await close();
    }
  },

  ...nightly({
    "printed, every step has at most four pages of A4 or Letter, and no table and no question over an edge":
      async () => {
        const mm = 96 / 25.4;
        const { page, close } = await openPage({ link: three, width: 1024 });
        for (const step of stepsOf("worked-example")) {
          await page.evaluate((id) => window.attentionExplorer.apply({ type: "GoToStep", id }), step);
          for (const format of ["A4", "Letter"]) {
            const pdf = (await page.pdf({ format, preferCSSPageSize: false })).toString("latin1");
            const pages = pdf.match(/\/Type\s*\/Page\b/g).length;
            assert.ok(pages <= 4, `${step}: ${pages} pages of ${format}`);
          }
        }
        // What may not be divided is divided all the same where it is higher than a page.
        const paper = { width: Math.floor((210 - 2 * 15) * mm), height: Math.floor((279 - 2 * 13) * mm) };
        await page.emulateMedia({ media: "print" });
        await page.setViewportSize(paper);
        for (const lesson of ["why", "worked-example", "causal-ladder"]) {
          for (const { id } of lessonOf(lesson).steps) {
            await page.evaluate(
              (hash) => (window.location.hash = hash),
              `lesson=${lesson}&step=${id}&view=reading`,
            );
            await until(page, (wanted) => document.querySelector("h2")?.dataset.step === wanted, id);
            const divided = await page.$$eval(
              ".tensor, .question",
              (all, most) =>
                all
                  .filter((one) => one.offsetHeight > most || getComputedStyle(one).breakInside !== "avoid")
                  .map((one) => `${one.className} ${one.ariaLabel ?? ""}: ${one.offsetHeight} px`),
              paper.height,
            );
            assert.deepEqual(divided, [], `${lesson} ${id}`);
          }
        }
        await close();
      },
  }),

  "printed from the picture or beside it, the tables come in light colours, and no canvas": async () => {
    for (const link of [
      "lesson=worked-example&step=scores",
      "lesson=worked-example&step=scores&view=reading",
    ]) {
      const { page, close } = await openPage({ link, theme: "dark" });
      if (link.includes("reading")) await withFigure(page);
      await until(page, () => performance.getEntriesByName("first-number").length > 0);
      await page.evaluate(() => void window.dispatchEvent(new Event("beforeprint")));
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await page.waitForSelector('table[data-tensor="attn_scores"] td.cell', { state: "attached" });
      const look = await page.evaluate(() => {
        const cell = document.querySelector('table[data-tensor="attn_scores"] td.cell');
        const { color, backgroundColor, display } = getComputedStyle(cell);
        return {
          color,
          backgroundColor,
          display,
          text: getComputedStyle(document.querySelector(".text")).color,
          stage: getComputedStyle(document.querySelector("#stage")).display,
        };
      });
      assert.equal(look.stage, "none");
      assert.ok(luminance(parse(look.backgroundColor)) > 0.3, look.backgroundColor);
      assert.ok(contrast(parse(look.color), parse(look.backgroundColor)) >= 4.5);
      assert.ok(luminance(parse(look.text)) < 0.1, "dark ink");
      await close();
    }
  },
};

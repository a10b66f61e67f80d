// The reading view: always in the DOM, revealed by button, key and focus, one tab stop a table, nodes that stay.
import assert from "node:assert/strict";
import { choose, click, core, openPage, place, settled, unfold } from "../harness.mjs";

const view = (page) => page.evaluate(() => document.body.dataset.view);
const open = async (options = {}) => {
  const made = await openPage({ link: "lesson=worked-example&step=scores", ...options });
  await made.page.focus("#skip-button");
  await made.page.keyboard.press("Enter");
  await made.page.waitForSelector('body[data-view="reading"]');
  return made;
};

export const tests = {
  "is there while the picture is shown, and hidden": async () => {
    const { page, close } = await openPage();
    assert.equal(await page.locator("main h1").count(), 1);
    const box = await page.locator("main").boundingBox();
    assert.ok(box.width <= 1 && box.height <= 1, "hidden from the eye only");
    await close();
  },

  "shows sentences, not their ids": async () => {
    const { page, close } = await openPage();
    for (const { id } of (await core(page, "reading")).steps) {
      await core(page, "apply", { type: "GoToStep", id });
      const names = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const texts = [...document.querySelectorAll("[aria-label]")].map((each) =>
          each.getAttribute("aria-label"),
        );
        while (walker.nextNode())
          if (!walker.currentNode.parentElement.closest("code")) texts.push(walker.currentNode.data);
        return texts.filter((text) => /^\s*[a-z_]+(\.[a-z_]+)+\s*$|\{\d\}/.test(text));
      });
      assert.deepEqual(names, [], id);
    }
    await close();
  },

  "formulae are drawn, and present as MathML for screen readers": async () => {
    const { page, close } = await open();
    const [drawn, spoken, faces] = await page.evaluate(async () => {
      await document.fonts.ready;
      const text = document.querySelector("[data-current] .formula svg text");
      return [
        document.querySelectorAll("[data-current] .formula svg text").length,
        document.querySelector("[data-current] .formula math").textContent,
        document.fonts.check(`20px ${text.getAttribute("font-family")}`),
      ];
    });
    assert.ok(drawn >= 5, `${drawn} glyphs`);
    assert.equal(spoken, "S=QKT");
    assert.ok(faces, "its fonts are there");
    await close();
  },

  "appears by key, and Escape leads back": async () => {
    const { page, close } = await openPage();
    await page.focus("#canvas");
    await page.keyboard.press("r");
    await page.waitForSelector('body[data-view="reading"]');
    await page.locator("h1").focus();
    await page.keyboard.press("Escape");
    assert.equal(await view(page), "picture");
    assert.equal(await page.evaluate(() => document.activeElement.id), "canvas");
    await close();
  },

  "appears when the focus enters it": async () => {
    const { page, close } = await openPage();
    await page.locator("#next").focus();
    await page.waitForSelector('body[data-view="reading"]');
    await close();
  },

  "Tab passes through the canvas and out of it": async () => {
    const { page, close } = await openPage();
    await page.focus("#skip-button");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "canvas");
    for (
      let presses = 0;
      presses < 80 && (await page.evaluate(() => document.activeElement.id)) === "canvas";
      presses++
    ) {
      await page.keyboard.press("Tab");
      await settled(page);
    }
    assert.equal(await page.evaluate(() => document.activeElement.id), "out");
    assert.equal(await view(page), "picture");
    await page.keyboard.press("Shift+Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "canvas");
    await page.keyboard.press("Tab");
    await settled(page);
    await page.keyboard.press("Tab"); // past the reading view, out of the page
    assert.equal(await view(page), "picture");
    await page.focus("#out");
    await page.keyboard.press("Enter");
    await page.waitForSelector('body[data-view="reading"]');
    await close();
  },

  "? lists the keys, Escape closes the list, and the focus is where it was": async () => {
    for (const [at, link] of [
      ["#canvas", "lesson=worked-example"],
      ["h1", "lesson=worked-example&view=reading"],
    ]) {
      const { page, close } = await openPage({ link });
      await page.focus(at);
      const before = await page.evaluate(() => document.activeElement.tagName);
      await page.keyboard.press("?");
      assert.match(await page.textContent("dialog li:last-child"), /^Ctrl\+C, Ctrl\+V/);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
      assert.equal(await page.evaluate(() => document.activeElement.tagName), before);
      await close();
    }
  },

  "a followed link closes the dialog and the popup over the page": async () => {
    const { page, close } = await openPage();
    await click(page, "names");
    await place(page, "popover");
    await page.evaluate(() => (window.location.hash = "lesson=worked-example&step=scores"));
    await page.waitForFunction(() => window.attentionExplorer.reading().step.id === "scores");
    await settled(page);
    assert.ok(!(await core(page, "probe")).items.some(({ id }) => id === "popover"));
    await page.keyboard.press("?");
    await page.waitForSelector("dialog");
    await page.evaluate(() => (window.location.hash = "lesson=worked-example&step=softmax"));
    await page.waitForSelector("dialog", { state: "detached" });
    await close();
  },

  "a table is one tab stop, arrows move inside, and cells are announced": async () => {
    const { page, close } = await open();
    const tabs = await page.$$eval("table[data-tensor]", (tables) =>
      tables.map((t) => t.querySelectorAll('[tabindex="0"]').length),
    );
    assert.ok(tabs.length > 0 && tabs.every((count) => count === 1), `tab stops: ${tabs}`);
    const cell = () => page.evaluate(() => document.activeElement.dataset.cell);
    await page.focus('table[data-tensor="attn_scores"] [tabindex="0"]');
    const before = await cell();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    const after = await cell();
    assert.notEqual(before, after);
    const { focus } = await core(page, "reading");
    assert.equal(`${focus.node}:${focus.index.join()}`, after, "the canvas follows");
    const spoken = await page.textContent("#spoken");
    assert.ok(spoken.length > 20, spoken);
    assert.equal(await page.getAttribute("#spoken", "aria-live"), "polite");
    await close();
  },

  "keeps its nodes and the focus when something changes": async () => {
    const { page, close } = await open();
    await page.focus('table[data-tensor="attn_scores"] [tabindex="0"]');
    await page.evaluate(() => {
      window.before = [document.querySelector("table"), document.querySelector("h2"), document.activeElement];
    });
    await core(page, "apply", { type: "SetDecimals", decimals: 1 });
    await page.evaluate(() => window.dispatchEvent(new HashChangeEvent("hashchange")));
    await page.keyboard.press("ArrowDown");
    const same = await page.evaluate(() => [
      document.querySelector("table") === window.before[0],
      document.querySelector("h2") === window.before[1],
      document.contains(window.before[2]),
    ]);
    assert.deepEqual(same, [true, true, true]);
    await close();
  },

  "an answer stays hidden everywhere until it is shown": async () => {
    const { page, close } = await openPage();
    for (const { id } of (await core(page, "reading")).steps) {
      await core(page, "apply", { type: "GoToStep", id });
      const { question } = (await core(page, "reading")).step;
      if (!question) continue;
      assert.deepEqual(question.answer, [], id);
      assert.equal(question.revealed, false);
    }
    await close();
  },

  "controls are form elements that work": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=what-if" });
    await page.focus("h1");
    await page.waitForSelector('input[data-parameter="score"][data-choice="scaled"]');
    await unfold(page);
    await page.check('input[data-parameter="score"][data-choice="scaled"]');
    const { controls } = (await core(page, "reading")).step;
    assert.equal(controls.find(({ name }) => name === "score").value, "scaled");
    await choose(page, "theme", "light");
    assert.equal(await page.getAttribute("html", "data-theme"), "light");
    await page.selectOption("#decimals", "1");
    assert.equal((await core(page, "reading")).step.decimals, 1);
    await close();
  },
};

// The lesson letters in the page: what the model writes while it trains, and a text of the reader's own. That its losses are
// PyTorch's is tested natively (tests/training).
import assert from "node:assert/strict";
import { core, openPage, unfold, until } from "../harness.mjs";

const step = async (page) => (await core(page, "reading")).step;
const written = async (page) => (await step(page)).figures.find(({ kind }) => kind === "written");
const apply = (page, command) => page.evaluate((one) => window.attentionExplorer.apply(one), command);

export const tests = {
  "the model writes a line, and each of its letters can be asked where the model looked": async () => {
    const { page } = await openPage({ link: "lesson=letters&step=writes&view=reading" });
    await apply(page, { type: "SeekTraining", step: 2 });
    await until(page, () => window.attentionExplorer.reading().step.training.step === 2);
    const { items, quotes } = await written(page);
    assert.equal(items.length, 64);
    assert.deepEqual(
      quotes.map(({ title }) => title),
      ["Step 0"],
    );
    await unfold(page);
    await page.locator("#reading .written ol button").nth(9).click();
    await until(
      page,
      () =>
        window.attentionExplorer.reading().step.figures.find(({ kind }) => kind === "written").items[9]
          .current,
    );
    assert.match((await written(page)).status, /head 1 looked most at/);
  },

  "a text of the reader's own replaces the lesson's, unless it is too short": async () => {
    const { page } = await openPage({ link: "lesson=letters&step=your-text&view=reading" });
    const before = await page.textContent("#reading");
    await unfold(page);
    await page.locator('#reading [data-action="text"]').click();
    await page.fill("dialog textarea", "short");
    await page.getByRole("button", { name: "Use this text" }).click();
    assert.match(await page.textContent("dialog [role=status]"), /at least 1,000 characters/);
    await page.fill("dialog textarea", "ab ".repeat(700));
    await page.getByRole("button", { name: "Use this text" }).click();
    await page.waitForSelector("dialog", { state: "detached" });
    assert.notEqual(await page.textContent("#reading"), before);
    const { controls } = await step(page);
    assert.equal(controls.find(({ name }) => name === "text").value, "ab ".repeat(700).trim());
    await apply(page, { type: "Undo" });
    assert.match(
      (await step(page)).controls.find(({ name }) => name === "text").value,
      /^The house at the end/,
    );
  },
};

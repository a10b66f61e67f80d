// A second model that is compared with the open one: how it is opened, and what is said where it cannot be.
import assert from "node:assert/strict";
import { click, core, golden, openPage, until } from "../harness.mjs";
import { computed } from "./own-models.mjs";

const press = (page, act) => page.locator(`dialog [data-act="${act}"]`).click();
const refusal = async (page) => {
  const line = page.locator("dialog .refused");
  await line.waitFor();
  return line.textContent();
};

/** The small model with a sentence of five words, and the sheet that opens a second one. */
async function withSheet(more = "") {
  const opened = await openPage({
    link: `view=model&model=small&model.text=red%20hat%20Paris%20red%20hat${more}`,
  });
  await computed(opened.page);
  await click(opened.page, "model-second:files");
  return opened;
}

const chooseFiles = (page, files) =>
  page.setInputFiles(
    "#model-files",
    Object.entries(files).map(([name, data]) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(data),
    })),
  );

export const tests = {
  "the site's model of pictures as a second model is refused in the sheet, which stays open with the others":
    async () => {
      const { page, close } = await withSheet();
      await press(page, "pictures");
      assert.match(await refusal(page), /reads pictures/);
      assert.equal(page.workers().length, 1, "its worker has ended, and its memory is free");
      await press(page, "small");
      await until(page, () => !document.querySelector("dialog"));
      await computed(page);
      const { look, next } = (await core(page, "reading")).model;
      assert.equal(look.second, "small");
      // The same weights: the same probabilities.
      for (const { id, probability } of next.next)
        assert.equal(next.before.find((one) => one.id === id).probability, probability);
      await close();
    },

  "a checkpoint of another shape takes no memory once it is refused, and the second model of before goes on":
    async () => {
      const { page, close } = await withSheet("&model.second=q4_0");
      assert.equal(page.workers().length, 2);
      const of = golden("models/gpt2");
      await chooseFiles(page, {
        "config.json": JSON.stringify(of.config),
        "model.safetensors": Buffer.from(of.weights, "base64"),
      });
      await press(page, "open");
      assert.match(await refusal(page), /layers of .* the open one 4 of 4/);
      assert.equal(page.workers().length, 1, "its worker has ended");
      await page.evaluate(() => document.querySelector("dialog").close());
      await core(page, "apply", { type: "SetModelText", text: "red hat Paris red hat Paris" });
      await computed(page);
      const { second, next } = (await core(page, "reading")).model;
      assert.match(second.about, /Q4_0/);
      assert.ok(next.ofSecond && !second.refused);
      await close();
    },
};

// The large map's trained heads: fetched when a reader chooses them, what they say of their training, and a cell.
import assert from "node:assert/strict";
import { click, core, openPage, settled } from "../harness.mjs";

const large = async (page) => (await core(page, "reading")).large;

export const tests = {
  "trained heads come when they are chosen: what they were trained on, a cell, their training in PyTorch":
    async () => {
      const { page, close } = await openPage({ link: "view=large&m.tokens=256", height: 1400 });
      const fetched = () =>
        page.evaluate(
          () => performance.getEntriesByType("resource").filter(({ name }) => /heads\./.test(name)).length,
        );
      assert.equal(await fetched(), 0);
      await click(page, "large-model:2");
      await page.waitForFunction(() => window.attentionExplorer.reading().large.waits === false);
      await settled(page);
      assert.equal(await fetched(), 1);
      const { setup, source, headNames } = await large(page);
      assert.deepEqual([setup.of, setup.model, setup.tokens], ["letters", "trained", 256]);
      assert.match(source, /^Trained for this page in 300 steps of Adam\. Each had 512 random letters/);
      assert.equal(headNames.length, 3);
      // A cell of the first head: 0.99 of a letter's weight lies on the one before.
      await core(page, "apply", { type: "LookLarge", cell: [100, 99] });
      await settled(page);
      const { items } = await core(page, "probe");
      const weight = Number(items.find(({ id }) => /^large-weight:/.test(id)).id.split(":")[1]);
      assert.ok(weight > 0.9 && weight <= 1, String(weight));
      await click(page, "large-code");
      assert.match(await page.locator("dialog pre").innerText(), /for step in range\(300\):/);
      await close();
    },
};

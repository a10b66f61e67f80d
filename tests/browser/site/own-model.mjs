// A model of the reader's own, in Chromium: its folder dropped or chosen, and one of the size of GPT-2 small, made at random, as
// fast and as small as promised.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastestModelOf, rowsOfModel } from "../../bench/model.mjs";
import { golden, nightly, openPage, settled } from "../harness.mjs";

/** A folder with a model's files, two folders deep, as a copy of the hub has it. */
function folderOf({ config, weights }) {
  const outer = mkdtempSync(join(tmpdir(), "models-"));
  const inner = join(outer, "snapshots/tiny-gpt2");
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(inner, "config.json"), JSON.stringify(config));
  writeFileSync(join(inner, "model.safetensors"), Buffer.from(weights, "base64"));
  writeFileSync(join(inner, "README.md"), "# A model");
  return outer;
}

const opened = async (page) => {
  await page.locator('dialog [data-act="open"]').click();
  await page.waitForFunction(() =>
    window.attentionExplorer.reading().model?.about?.name.includes("tiny-gpt2"),
  );
};

export const tests = {
  "a folder that is dropped or chosen is read through its folders, and its model opens": async () => {
    const folder = folderOf(golden("models/gpt2"));
    const { page, close } = await openPage({ link: "view=model" });
    await settled(page);
    const client = await page.context().newCDPSession(page);
    for (const type of ["dragEnter", "dragOver", "drop"])
      await client.send("Input.dispatchDragEvent", {
        type,
        x: 300,
        y: 300,
        data: { items: [], files: [folder], dragOperationsMask: 1 },
      });
    await opened(page);
    await close();

    const again = await openPage({ link: "view=model-reading" });
    await settled(again.page);
    await again.page.click("[data-action=model]");
    await again.page.setInputFiles("#model-folder", folder);
    await opened(again.page);
    await again.close();
  },

  ...nightly({
    "124 million parameters: 512 tokens in 4 s, one more in 0.15 s, and 1.3 GB at most": async () => {
      const found = await fastestModelOf(2);
      for (const [what, value, most, unit = "ms"] of rowsOfModel(found))
        assert.ok(value <= most, `${what}: ${Math.round(value)} of ${most} ${unit}`);
    },
  }),
};

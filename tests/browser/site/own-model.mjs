// A model of the reader's own, in Chromium: its folder dropped or chosen, and one of the size of GPT-2 small, made at random, as
// fast and as small as promised.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastestModelOf, rowsOfModel } from "../../bench/model.mjs";
import { core, golden, nightly, openPage, settled, site } from "../harness.mjs";
import { serve } from "../server.mjs";

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
  "a model of which a part cannot be fetched says so on its screen, and opens when it is asked for again":
    async () => {
      for (const part of [
        /\/small\.\w+\.safetensors/,
        /\/models\.mjs/,
        /\/models-\w+-\w+\.wasm/,
        /\/model-worker\./,
      ]) {
        const pages = {};
        let gone = true;
        let refused = 0;
        const server = await serve(site, {
          before(path) {
            const lost = gone && part.test(path);
            refused += lost ? 1 : 0;
            pages[path] = lost ? null : undefined;
          },
          pages,
        });
        const url = `${server.url}#view=model&model=small`;
        const { page, close } = await openPage({ url, link: "", quiet: false, fresh: true });
        await page.waitForFunction(() => window.attentionExplorer.reading().model?.refused);
        assert.ok(refused > 0, `${part} is fetched`);
        const { model } = await core(page, "reading");
        assert.match(model.refused, /^\w.*(?:fetched|404)/, `${part}`);
        assert.equal(model.wants, null);
        gone = false;
        await core(page, "apply", { type: "ShowModel", on: true, source: "small" });
        await page.waitForFunction(() => window.attentionExplorer.reading().model?.run?.words.length > 0);
        await close();
        await server.close();
      }
    },

  "a folder that is dropped or chosen is read through its folders, and its model opens": async () => {
    const folder = folderOf(golden("models/gpt2"));
    const { page, close } = await openPage({ link: "view=model&model=small" });
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
    // It is an entry of the history: Back leads to what was shown before, and Forward to it again.
    await page.goBack();
    await page.waitForFunction(() => window.attentionExplorer.reading().model?.source === "small");
    await page.waitForFunction(() => window.attentionExplorer.reading().model.run?.words.length > 0);
    await page.goForward();
    await page.waitForFunction(() =>
      window.attentionExplorer.reading().model?.about?.name.includes("tiny-gpt2"),
    );
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

// A lost WebGL context: what was looked at and changed stays, and the picture is the same when it comes back.
import assert from "node:assert/strict";
import { core, loseContext, restoreContext, settled, step, until } from "../harness.mjs";

const viewIs = (page, wanted) => until(page, (view) => document.body.dataset.view === view, wanted);

export const contexts = (browser) => ({
  "a lost picture comes back as it was to the pixel, and what was looked at and changed with it":
    async () => {
      const { page, close } = await browser.openPage({
        quiet: false,
        link: "lesson=worked-example&step=scores&e.w_query=0,0:2",
      });
      await settled(page);
      const { tensors } = await core(page, "reading");
      const { node } = tensors.find(({ name }) => name === "attn_scores");
      await core(page, "apply", { type: "Focus", cell: { node, index: [1, 1] }, pin: true });
      await settled(page);
      const picture = async () => (await page.$("#canvas")).screenshot();
      const [before, link] = [await picture(), await core(page, "link")];
      await loseContext(page);
      await restoreContext(page);
      await settled(page);
      assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
      assert.equal(await step(page), "scores");
      assert.equal(await core(page, "link"), link);
      assert.match(link, /e\.w_query=0,0:2/);
      assert.deepEqual((await core(page, "explanation")).cell.index, [1, 1]);
      assert.ok(Buffer.compare(Buffer.from(before), Buffer.from(await picture())) === 0, "the same picture");
      await close();
    },

  "a context that stays away leaves the reading view, until it comes back": async () => {
    const { page, close } = await browser.openPage({ quiet: false });
    await settled(page);
    await loseContext(page);
    await viewIs(page, "reading");
    await restoreContext(page);
    await viewIs(page, "picture");
    await close();
  },
});

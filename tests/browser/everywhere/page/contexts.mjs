// A lost WebGL context: selection and changes stay, and the picture is the same after it is restored.
import assert from "node:assert/strict";
import {
  core,
  frameIn,
  loseContext,
  ready,
  restoreContext,
  settled,
  site,
  step,
  until,
} from "../../harness.mjs";
import { serve } from "../../server.mjs";

const viewIs = (page, wanted) => until(page, (view) => document.body.dataset.view === view, wanted);

const noted = (page) => page.evaluate(() => document.getElementById("notices").innerText);

// The time in ms from an action until the page shows its text, and the length of that text.
async function waitedFor(page, lose) {
  await page.evaluate(() => {
    window.changed = new Promise((resolve) =>
      new MutationObserver(() => {
        if (document.body.dataset.view === "reading")
          resolve([performance.now(), document.getElementById("reading").innerText.length]);
      }).observe(document.body, { attributeFilter: ["data-view"] }),
    );
    const canvas = document.getElementById("canvas");
    canvas.addEventListener("webglcontextlost", () => (window.lostAt = performance.now()), { once: true });
  });
  await lose();
  return page.evaluate(async () => {
    const [at, letters] = await window.changed;
    return [at - window.lostAt, letters];
  });
}

export const contexts = (browser) => ({
  "after a lost context the picture is restored to the pixel, with selection and changes": async () => {
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

  "two seconds after a context is lost, the reading view and a notice are shown until it is restored":
    async () => {
      for (const link of ["lesson=worked-example&step=scores", "view=contents"]) {
        const { page, close } = await browser.openPage({ quiet: false, link });
        await settled(page);
        const [took, shown] = await waitedFor(page, () => loseContext(page));
        assert.ok(took >= 1900 && took < 3900, `after ${took} ms`); // two seconds, with a margin
        assert.ok(shown > 100, "its text is to be read");
        assert.match(await noted(page), /released the picture's memory/);
        await restoreContext(page);
        await viewIs(page, "picture");
        assert.equal(await noted(page), "", "no longer true");
        await close();
      }
    },

  "an embed shows the reading view as well while its context is lost": async () => {
    const frame = `<iframe src="/site/embed.html#lesson=worked-example&step=scores&lang=en" width="800" height="460"></iframe>`;
    const pages = { "/host.html": `<!doctype html><title>course</title>${frame}`, "/favicon.ico": "" };
    const server = await serve(site, { prefix: "/site", pages });
    const { page, close } = await browser.openPage({
      url: `${server.origin}/host.html`,
      ready: false,
      quiet: false,
    });
    const inside = await frameIn(page);
    await ready(inside);
    await settled(inside);
    await loseContext(inside);
    await viewIs(inside, "reading");
    assert.match(await noted(inside), /released the picture's memory/);
    await restoreContext(inside);
    await viewIs(inside, "picture");
    assert.equal(await noted(inside), "");
    await close();
    await server.close();
  },
});

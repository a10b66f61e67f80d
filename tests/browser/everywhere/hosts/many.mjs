// Many embeds in one page: pictures are made when scrolled into view and freed when far away, without losing state.
import assert from "node:assert/strict";
import { ready, settled, site, still, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

// "live": has a picture that draws; "away": its memory was freed; "none": not seen yet.
const picture = (frame) =>
  frame.evaluate(() => {
    // getContext on a canvas without a picture would create one.
    if (!window.attentionExplorer || window.attentionExplorer.frames() === 0) return "none";
    return document.getElementById("canvas").getContext("webgl2").isContextLost() ? "away" : "live";
  });

// How many pictures are kept is the page's own count; Chromium is tested with more embeds.
const embedsFor = (browser) => (browser.name === "Chromium" ? 24 : 10);

export const many = (browser) => ({
  "scrolling through a page of many embeds keeps few pictures, and each is restored as it was": async () => {
    const count = embedsFor(browser);
    const tag = `<attention-explorer lesson="worked-example" step="scores" height="400"></attention-explorer>`;
    const html = `<!doctype html><title>course</title><script type="module" src="/site/attention-explorer.js"></script>`;
    const pages = { "/": html + tag.repeat(count), "/favicon.ico": "" };
    const server = await serve(site, { prefix: "/site", pages });
    const options = { url: `${server.origin}/`, ready: false, quiet: false, width: 800, height: 500 };
    const { page, complaints, close } = await browser.openPage(options);
    const goTo = (place) =>
      page.evaluate(
        (at) => document.querySelectorAll("attention-explorer")[at].scrollIntoView({ block: "center" }),
        place,
      );
    const frameOf = async (place) => {
      const there = (at) =>
        document.querySelectorAll("attention-explorer")[at].shadowRoot?.querySelector("iframe");
      await until(
        page,
        (at) => {
          const element = document.querySelectorAll("attention-explorer")[at];
          return Boolean(element.shadowRoot?.querySelector("iframe"));
        },
        place,
      );
      return (await page.evaluateHandle(there, place)).asElement().contentFrame();
    };
    const becomes = async (frame, wanted) => {
      const end = Date.now() + 20000;
      for (let now; (now = await picture(frame)) !== wanted;) {
        assert.ok(Date.now() < end, `a picture is ${now}, not ${wanted}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const first = await frameOf(0);
    await ready(first);
    await becomes(first, "live");
    await first.evaluate(() => {
      const cell = { tensor: "w_query", index: [0, 0] };
      window.attentionExplorer.apply({ type: "EditCell", cell, text: "2" });
    });
    await settled(first);
    const before = await (await page.$("attention-explorer")).screenshot();

    for (let place = 0; place < count; ++place) {
      await goTo(place);
      const frame = await frameOf(place);
      await ready(frame);
      await becomes(frame, "live");
      assert.equal(await frame.evaluate(() => document.body.dataset.view), "picture", `embed ${place + 1}`);
    }
    await becomes(first, "away");
    const frames = await page.frames();
    const states = await Promise.all(frames.filter((frame) => frame !== page.mainFrame()).map(picture));
    assert.equal(states.length, count);
    const live = states.filter((state) => state === "live").length;
    assert.ok(live <= 6, `${live} pictures are kept: ${states.join(" ")}`);

    await goTo(0);
    await becomes(first, "live");
    await settled(first);
    assert.match(await first.evaluate(() => window.attentionExplorer.link()), /e\.w_query=0,0:2/);
    const after = await (await page.$("attention-explorer")).screenshot();
    assert.ok(Buffer.compare(before, after) === 0, "the first picture is the same to the pixel");
    assert.deepEqual(
      complaints.filter((each) => !each.includes("CONTEXT_LOST_WEBGL")),
      [],
    );
    await still(first);
    await close();
    await server.close();
  },
});

// 24 embeds in one page: pictures are made when they are seen and given back when they are far off, with all in its place.
import assert from "node:assert/strict";
import { openPage, ready, settled, site, still } from "./harness.mjs";
import { serve } from "./server.mjs";

const many = 24;

// "live": has a picture that draws; "away": its memory was given back; "none": never seen.
const picture = (frame) =>
  frame.evaluate(() => {
    // Asking a canvas that has no picture yet would make one.
    if (!window.attentionExplorer || window.attentionExplorer.frames() === 0) return "none";
    return document.getElementById("canvas").getContext("webgl2").isContextLost() ? "away" : "live";
  });

export const tests = {
  "24 embeds: a page scrolled through keeps few pictures, and each comes back as it was": async () => {
    const tag = `<attention-explorer lesson="worked-example" step="scores" height="400"></attention-explorer>`;
    const html = `<!doctype html><title>course</title><script type="module" src="/site/attention-explorer.js"></script>`;
    const pages = { "/": html + tag.repeat(many), "/favicon.ico": "" };
    const server = await serve(site, { prefix: "/site", pages });
    const options = { url: `${server.origin}/`, ready: false, quiet: false, width: 800, height: 500 };
    const { page, complaints, close } = await openPage(options);
    const goTo = (place) =>
      page.evaluate(
        (at) => document.querySelectorAll("attention-explorer")[at].scrollIntoView({ block: "center" }),
        place,
      );
    const frameOf = async (place) => {
      const found = await page.waitForFunction(
        (at) => document.querySelectorAll("attention-explorer")[at].shadowRoot.querySelector("iframe"),
        place,
      );
      return found.asElement().contentFrame();
    };
    const until = async (frame, wanted) => {
      const end = Date.now() + 20000;
      for (let now; (now = await picture(frame)) !== wanted;) {
        assert.ok(Date.now() < end, `a picture is ${now}, not ${wanted}`);
        await page.waitForTimeout(100);
      }
    };
    const first = await frameOf(0);
    await ready(first);
    await until(first, "live");
    await first.evaluate(() => {
      const cell = { tensor: "w_query", index: [0, 0] };
      window.attentionExplorer.apply({ type: "EditCell", cell, text: "2" });
    });
    await settled(first);
    const before = await page.locator("attention-explorer").first().screenshot();

    for (let place = 0; place < many; ++place) {
      await goTo(place);
      const frame = await frameOf(place);
      await ready(frame);
      await until(frame, "live");
      assert.equal(await frame.evaluate(() => document.body.dataset.view), "picture", `embed ${place + 1}`);
    }
    await until(first, "away");
    const states = await Promise.all(page.frames().slice(1).map(picture));
    assert.equal(states.length, many);
    const live = states.filter((state) => state === "live").length;
    assert.ok(live <= 6, `${live} pictures are kept: ${states.join(" ")}`);

    await goTo(0);
    await until(first, "live");
    await settled(first);
    assert.match(await first.evaluate(() => window.attentionExplorer.link()), /e\.w_query=0,0:2/);
    const after = await page.locator("attention-explorer").first().screenshot();
    assert.ok(before.equals(after), "the first picture is the same to the pixel");
    assert.deepEqual(
      complaints.filter((each) => !each.includes("CONTEXT_LOST_WEBGL")),
      [],
    );
    await still(first);
    await close();
    await server.close();
  },

  "50 elements come and go, and leave nothing behind": async () => {
    const html = `<!doctype html><title>course</title><script type="module" src="/site/attention-explorer.js"></script>`;
    const server = await serve(site, { prefix: "/site", pages: { "/": html, "/favicon.ico": "" } });
    const { page, close } = await openPage({
      url: `${server.origin}/`,
      ready: false,
      width: 600,
      height: 400,
    });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");
    const comeAndGo = (times) =>
      page.evaluate(async (count) => {
        for (let i = 0; i < count; ++i) {
          const element = document.createElement("attention-explorer");
          element.lesson = "worked-example";
          document.body.append(element);
          await new Promise((done) => element.addEventListener("ready", done, { once: true }));
          element.remove();
        }
      }, times);
    const left = async () => {
      await devtools.send("HeapProfiler.collectGarbage");
      const { metrics } = await devtools.send("Performance.getMetrics");
      const of = (name) => metrics.find((metric) => metric.name === name).value;
      return { frames: of("Frames"), documents: of("Documents"), heap: of("JSHeapUsedSize") };
    };
    await comeAndGo(10);
    const before = await left();
    await comeAndGo(40);
    const after = await left();
    assert.ok(after.frames <= before.frames, `frames: ${before.frames}, then ${after.frames}`);
    assert.ok(
      after.documents <= before.documents + 2,
      `documents: ${before.documents}, then ${after.documents}`,
    );
    assert.ok(after.heap < before.heap * 1.2, `heap: ${before.heap}, then ${after.heap}`);
    await close();
    await server.close();
  },
};

// Memory does not grow: over five hundred steps of a lesson, and over elements that come and go.
import assert from "node:assert/strict";
import { site, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

// Through the lesson again and again; every 21st change is waited for until it is drawn: in time, every step.
const walk = (page, changes) =>
  page.evaluate(async (count) => {
    const { attentionExplorer: explorer } = window;
    const ids = explorer.reading().steps.map(({ id }) => id);
    for (let i = 0; i < count; ++i) {
      explorer.apply({ type: "GoToStep", id: ids[i % ids.length] });
      if (i % 21 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, changes);

export const memory = (browser) => ({
  "five hundred changes of step do not increase the memory": async () => {
    const { page, close } = await browser.openPage({
      link: "lesson=worked-example",
      width: 500,
      height: 400,
    });
    const held = async () => ({
      ...(await browser.held(page)),
      ...(await page.evaluate(() => ({
        wasm: window.attentionExplorer.module.HEAPU8.length,
        elements: document.querySelectorAll("*").length,
      }))),
    });
    await walk(page, 210); // every step has been drawn: whatever is kept of it is kept
    const before = await held();
    await walk(page, 500);
    assert.ok(before.wasm > 0);
    // Chromium counts the documents and frames of pictures, too, which it frees at some later time: one kept by every
    // tenth change would be 50.
    const most = {
      documents: before.documents + 50,
      frames: before.frames + 50,
      heap: before.heap + browser.heapOfSteps,
    };
    const grown = (after) =>
      Object.entries(after).filter(([what, many]) => many > (most[what] ?? before[what] * 1.1));
    let after = await held();
    for (let waits = 0; waits < 10 && grown(after).length > 0; ++waits) {
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      after = await held();
    }
    assert.deepEqual(grown(after), [], JSON.stringify(before));
    await close();
  },

  "elements that come and go leave no memory in use": async () => {
    const html = `<!doctype html><title>course</title><script type="module" src="/site/attention-explorer.js"></script>`;
    const server = await serve(site, { prefix: "/site", pages: { "/": html, "/favicon.ico": "" } });
    const { page, close } = await browser.openPage({
      url: `${server.origin}/`,
      ready: false,
      width: 600,
      height: 400,
    });
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
    await until(page, () => customElements.get("attention-explorer") !== undefined);
    await comeAndGo(5);
    const before = await browser.held(page);
    await comeAndGo(12);
    const after = await browser.held(page);
    for (const [what, many] of Object.entries(after)) {
      // A busy browser may not have freed the last ones yet; a leak would keep twelve.
      const late = what === "documents" || what === "frames" ? 2 : 0;
      const most = what === "heap" ? before.heap * 1.2 : before[what] + late;
      assert.ok(many <= most, `${what}: ${before[what]}, then ${many}`);
    }
    await close();
    await server.close();
  },
});

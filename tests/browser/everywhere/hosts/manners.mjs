// What a host page can rely on: the explorer sends requests to its own origin only and stores nothing, handles keys only with
// focus and returns it, does nothing while nothing happens, and says what it waits for.
import assert from "node:assert/strict";
import { core, ready, settled, site, siteUrl, step, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";
import { openHost } from "./embeds.mjs";

// The frames drawn and the timers set in two seconds, after two seconds of rest.
const work = (page) =>
  page.evaluate(async () => {
    const { setTimeout: later } = window;
    await new Promise((resolve) => later(resolve, 2000));
    const before = window.attentionExplorer.frames();
    let asked = 0;
    const real = {};
    for (const name of ["requestAnimationFrame", "requestIdleCallback", "setTimeout", "setInterval"]) {
      real[name] = window[name];
      window[name] = (...given) => ((asked += 1), real[name].apply(window, given));
    }
    await new Promise((resolve) => later(resolve, 2000));
    Object.assign(window, real);
    return [window.attentionExplorer.frames() - before, asked];
  });

export const manners = (browser) => ({
  "calling a function that the core lacks is an error, not an empty answer": async () => {
    const { page, close } = await browser.openPage({ link: "lesson=worked-example" });
    const message = await page.evaluate(() => {
      try {
        return window.attentionExplorer.call("no_such_function");
      } catch (error) {
        return error.message;
      }
    });
    assert.match(message, /no_such_function/);
    await close();
  },

  // openPage checks that no request goes to another origin.
  "contents, lesson, large map and the pages around them set no cookie and send no request to other origins":
    async () => {
      for (const path of [
        "#view=contents",
        "#lesson=sentence&step=all-scores&view=reading",
        "#view=large",
        "author.html",
        "write.html",
        "translate.html",
        "course/sentence.html",
        "about/privacy.html",
      ]) {
        const { page, close } = await browser.openPage({ url: siteUrl() + path, link: "", ready: false });
        if (path.startsWith("#")) await ready(page);
        else await until(page, () => document.readyState === "complete");
        await new Promise((resolve) => setTimeout(resolve, 300)); // for late requests
        assert.equal(await page.evaluate(() => document.cookie), "", path);
        await close();
      }
    },

  "draws no frame and sets no timer while nothing moves: picture, reading view, contents": async () => {
    for (const link of ["lesson=worked-example", "lesson=worked-example&view=reading", "view=contents"]) {
      const { page, close } = await browser.openPage({ link });
      await settled(page);
      assert.deepEqual(await work(page), [0, 0], link);
      await close();
    }
  },

  "an embed out of sight draws no frame and sets no timer": async () => {
    const { page, frame, heardOf, close } = await openHost(browser, "lesson=worked-example&step=scores");
    await heardOf("ready");
    await settled(frame);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", '<p style="height:5000px">more</p>');
      window.scrollTo(0, 5000);
    });
    assert.deepEqual(await work(frame), [0, 0], "an embed out of sight");
    await close();
  },

  "keys work only with the focus, and Escape gives it back": async () => {
    const { page, frame, heardOf, heard, close } = await openHost(
      browser,
      "lesson=worked-example&step=scores",
    );
    await heardOf("ready");
    await settled(frame);
    // Otherwise these keys scroll the embed out of view.
    await page.evaluate(() => (document.documentElement.style.overflow = "hidden"));
    await page.focus("#before");
    for (const key of ["PageDown", "ArrowDown", "r", "Escape", "Enter"]) await page.keyboard.press(key);
    await settled(frame);
    assert.equal(await step(frame), "scores");
    assert.equal(await frame.evaluate(() => document.body.dataset.view), "picture");
    assert.deepEqual(await heard("leave"), []);
    assert.equal(await page.evaluate(() => document.activeElement.id), "before");
    await frame.focus("#canvas");
    await page.keyboard.press("PageDown");
    await until(frame, () => window.attentionExplorer.reading().step.id !== "scores");
    await page.keyboard.press("Escape");
    await heardOf("leave");
    // In WebKit evaluating in a frame gives it the focus.
    if (browser.name !== "WebKit")
      assert.equal(await frame.evaluate(() => document.hasFocus()), false, "the page around has the focus");
    await close();
  },

  "loading shows how much has come, and after 5 seconds without a response what to do": async () => {
    const server = await serve(site, { before: (path) => (/\/page\.\w+\.wasm$/.test(path) ? 7000 : 0) });
    const url = `${server.url}#lesson=worked-example`;
    const { page, close } = await browser.openPage({ url, link: "", ready: false, fresh: true });
    const [, loaded, all] = await until(page, () =>
      /: (\d+) of (\d+) kB/.exec(document.getElementById("loading-text")?.textContent ?? ""),
    );
    assert.ok(Number(loaded) < Number(all) && Number(all) > 500, `${loaded} of ${all}`);
    await until(page, () => document.querySelector("#loading-trouble button") !== null);
    const words = await page.evaluate(() => document.getElementById("loading-trouble").textContent);
    assert.match(words, /not answered for 5 seconds.*proxy/s);
    await ready(page); // and starts when the response arrives
    assert.ok(await page.evaluate(() => document.getElementById("loading").checkVisibility() === false));
    assert.equal((await core(page, "reading")).lesson.id, "worked-example");
    await close();
    await server.close();
  },

  "without WebAssembly a message says so, and which browser to use": async () => {
    const { page, close } = await browser.openPage({
      url: `${siteUrl()}#lesson=worked-example`,
      link: "",
      ready: false,
      quiet: false,
      script: () => delete window.WebAssembly,
    });
    const words = await until(page, () => document.getElementById("loading-trouble")?.textContent);
    assert.match(words, /cannot run WebAssembly.*last five years/s);
    await close();
  },
});

// After the first visit the page and all its lessons work without a server; an embed keeps nothing.
import assert from "node:assert/strict";
import { translationOf } from "../../../web/words.mjs";
import { core, follow, lesson, lessonIds, openPage, ready, site, step } from "../harness.mjs";
import { serve } from "../server.mjs";

const workers = (page) =>
  page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length));

export const tests = {
  "after one visit the page and every lesson are there with the server stopped": async () => {
    const server = await serve(site, { prefix: "/course" });
    const options = { url: `${server.url}#lesson=worked-example`, offline: true };
    const { page, close } = await openPage(options);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true)); // everything is cached
    const manifest = await page.evaluate(() =>
      fetch(document.querySelector('link[rel="manifest"]').href).then((answer) => answer.json()),
    );
    assert.equal(new URL(manifest.start_url, server.url).href, server.url);
    await server.close();
    await page.reload();
    await ready(page);
    assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
    for (const id of lessonIds) {
      await follow(page, { lesson: id });
      assert.equal((await core(page, "reading")).lesson.id, id);
    }
    await follow(page, { lesson: "sentence", step: "all-scores", lang: "de" });
    assert.equal(await step(page), "all-scores");
    await page.waitForFunction(() => document.documentElement.lang === "de");
    await follow(page, { lesson: lesson.id, lang: "en" }); // its files in each language are cached
    const titled = (title) => page.waitForFunction((text) => document.title.includes(text), title);
    const { title } = lesson;
    await titled(title.en);
    await follow(page, { lesson: lesson.id, lang: "de" });
    await titled(translationOf("de")[lesson.id].title.text);
    await follow(page, { lesson: lesson.id, lang: "en" });
    await titled(title.en);
    await close();
  },

  "an embed and the page for other sites' lessons cache nothing": async () => {
    const server = await serve(site);
    for (const name of ["embed.html", "elsewhere.html"]) {
      const { page, close } = await openPage({
        url: `${server.url}${name}#lesson=worked-example`,
        offline: true,
      });
      assert.equal(await page.locator('link[rel="manifest"]').count(), 0);
      assert.equal(await workers(page), 0, name);
      await close();
    }
    await server.close();
  },
};

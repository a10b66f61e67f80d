// Another page on the site's origin after a visit to the explorer itself: the service worker that caches the explorer does not
// touch that page or its embeds.
import assert from "node:assert/strict";
import { ready, site, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

export const hostPages = (browser) => ({
  "leaving a page with an embed on the site's own origin at any moment logs nothing to the console":
    async () => {
      const frame = `<iframe src="/embed.html#lesson=worked-example" width="800" height="460"></iframe>`;
      const pages = {
        "/lecture.html": `<!doctype html><title>lecture</title>${frame}`,
        "/after.html": "<!doctype html><title>after</title>",
        "/favicon.ico": "",
      };
      const server = await serve(site, { pages });
      const url = `${server.url}#lesson=worked-example`;
      const { page, close } = await browser.openPage({ url, link: "", offline: true });
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      for (let files = 2; files < 40; files += 6) {
        await page.goto(`${server.url}lecture.html`);
        // The page is left in the middle of its requests, a little later each time.
        await until(
          page,
          (count) =>
            document.querySelector("iframe").contentWindow.performance.getEntriesByType("resource").length >=
              count || Boolean(document.querySelector("iframe").contentWindow.attentionExplorer),
          files,
        );
        await page.goto(`${server.url}after.html`);
      }
      await close();
      await server.close();
    },

  "the explorer itself still loads from the cache": async () => {
    const server = await serve(site);
    const url = `${server.url}#lesson=worked-example`;
    const { page, close } = await browser.openPage({ url, link: "", offline: true, quiet: false });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await server.close();
    await page.reload();
    await ready(page);
    assert.equal(await page.evaluate(() => window.attentionExplorer.reading().lesson.id), "worked-example");
    await close();
  },
});

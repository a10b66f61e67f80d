// Restricted environments: frames without an origin of their own, hosts without CORS headers, the strict policy as a
// header, and the page in one file.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { core, frameIn, ready, settled, site, step, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

const policyFor = (host) =>
  `default-src 'none'; script-src ${host} 'wasm-unsafe-eval'; style-src ${host}; connect-src ${host}; ` +
  `img-src ${host} blob: data:; font-src ${host}; manifest-src ${host}`;
const policy = policyFor("'self'");

// A course page with a sandboxed frame of another origin; returns how the frame got its script.
async function sandboxed(browser, headers) {
  const explorer = await serve(site, {
    headers: typeof headers === "function" ? (path) => headers(path, explorer.origin) : headers,
  });
  const frame = `<iframe sandbox="allow-scripts" src="${explorer.url}embed.html#lesson=causal-ladder&step=masked-softmax" width="800" height="460"></iframe>`;
  const course = await serve("/nowhere", { pages: { "/": frame, "/favicon.ico": "" } });
  const opened = await browser.openPage({
    url: `${course.origin}/`,
    origins: [explorer.origin, "null"],
    ready: false,
    quiet: false,
    script: () => {
      window.heard = [];
      window.addEventListener("message", ({ data, origin }) => window.heard.push([data.type, origin]));
    },
  });
  const { page } = opened;
  const inside = await frameIn(page);
  await ready(inside);
  await settled(inside);
  assert.equal(await step(inside), "masked-softmax");
  assert.equal(await inside.evaluate(() => document.body.dataset.view), "picture");
  assert.equal(await inside.evaluate(() => window.origin), "null");
  await until(page, () => window.heard.some(([type]) => type === "ready"));
  assert.deepEqual(await page.evaluate(() => window.heard.filter(([type]) => type === "ready")), [
    ["ready", "null"],
  ]);
  const whole = await inside.evaluate(() => [...document.scripts].some(({ src }) => src.includes("whole.")));
  await opened.close();
  await course.close();
  await explorer.close();
  return { whole, exceptions: opened.complaints.filter((each) => each.startsWith("exception")) };
}

export const places = (browser) => ({
  "a sandboxed frame works where the host sends no CORS headers, with one classic script": async () => {
    assert.deepEqual(await sandboxed(browser, {}), { whole: true, exceptions: [] });
  },

  // In WebKit 'self' in a header means the frame's own origin, and a sandboxed frame has none.
  "a sandboxed frame works under the strict policy of a host that names itself, and, except in WebKit, of one that says 'self'":
    async () => {
      for (const source of browser.name === "WebKit" ? [String] : [String, () => "'self'"]) {
        const headers = (_, host) => ({ "content-security-policy": policyFor(source(host)) });
        assert.deepEqual(await sandboxed(browser, headers), { whole: true, exceptions: [] });
      }
    },

  "an embed enforces its policy, sandboxed or not: it sends no request to another origin": async () => {
    const other = await serve("/nowhere", {
      pages: { "/number.json": "7" },
      headers: { "access-control-allow-origin": "*" },
    });
    const explorer = await serve(site, { headers: { "access-control-allow-origin": "*" } });
    for (const sandbox of ["", 'sandbox="allow-scripts"']) {
      const frame = `<iframe ${sandbox} src="${explorer.url}embed.html#lesson=worked-example"></iframe>`;
      const course = await serve("/nowhere", { pages: { "/": frame, "/favicon.ico": "" } });
      const { page, close } = await browser.openPage({
        url: `${course.origin}/`,
        origins: [explorer.origin, "null"],
        ready: false,
        quiet: false,
      });
      const inside = await frameIn(page);
      await ready(inside);
      const refused = await inside.evaluate(async (url) => {
        const told = new Promise((resolve) =>
          document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
            resolve(effectiveDirective),
          ),
        );
        const number = await fetch(url).then(
          (response) => response.json(),
          () => null,
        );
        return number ?? told;
      }, `${other.url}number.json`);
      assert.equal(refused, "connect-src", sandbox);
      await close();
      await course.close();
    }
    await explorer.close();
    await other.close();
  },

  "a sandboxed frame works where the module loads but fetch is refused": async () => {
    const headers = (path) => (path.endsWith(".js") ? { "access-control-allow-origin": "*" } : {});
    assert.deepEqual(await sandboxed(browser, headers), { whole: true, exceptions: [] });
  },

  "a sandboxed frame works with the module where the host sends CORS headers": async () => {
    assert.deepEqual(await sandboxed(browser, { "access-control-allow-origin": "*" }), {
      whole: false,
      exceptions: [],
    });
  },

  "the page and its embed work under the strict policy, from a sub-folder": async () => {
    const server = await serve(site, { prefix: "/a/b", headers: { "content-security-policy": policy } });
    for (const name of ["", "embed.html"]) {
      const { page, close } = await browser.openPage({
        url: `${server.url}${name}#lesson=worked-example&step=scores`,
      });
      assert.equal(await step(page), "scores");
      await close();
    }
    await server.close();
  },

  "the single file is the whole page, or an embed if its address says so, and works from disk": async () => {
    const file = pathToFileURL(join(site, "attention-explorer.html")).href;
    const { page, close } = await browser.openPage({
      url: `${file}#lesson=sentence&step=all-scores&lang=de`,
    });
    assert.equal(await step(page), "all-scores");
    assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
    assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
    await page.evaluate(() => (location.hash = "lesson=multi-head"));
    await until(page, () => window.attentionExplorer.reading().lesson.id === "multi-head");
    await close();
    const embed = await browser.openPage({
      url: `${file}#embed&lesson=worked-example&steps=1..2&controls=none`,
    });
    await settled(embed.page);
    const { items } = await core(embed.page, "probe");
    assert.ok(!items.some(({ id }) => id === "next" || id === "lessons"));
    await embed.close();
  },
});

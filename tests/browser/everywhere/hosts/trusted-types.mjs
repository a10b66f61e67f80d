// Strict hosts: everything works under the policies that web/embedding.md names, and where a host asks for Trusted Types
// (require-trusted-types-for 'script') and allows our one policy. Engines without Trusted Types ignore that header.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { frameIn, ready, root, site, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";
import { dotLesson } from "../page/dot-lesson.mjs";

const policy = "require-trusted-types-for 'script'; trusted-types attention-explorer";
const headers = { "content-security-policy": policy };

async function opened(browser, path, options, act) {
  const { pages, ...others } = options;
  const server = await serve(site, { prefix: "/site", headers, pages: { "/favicon.ico": "", ...pages } });
  const { page, close } = await browser.openPage({ url: server.origin + path, ready: false, ...others });
  await act(page, server);
  await close(); // nothing was refused, or the console would have a message
  await server.close();
}

const course = (body) => ({ pages: { "/host.html": `<!doctype html><title>course</title>${body}` } });

const guide = readFileSync(join(root, "web/embedding.md"), "utf8");
// Code blocks without a language: the policies for host pages, and for the site.
const blocks = guide.split(/^```/m).filter((_, i) => i % 2 === 1);
const [ofHost, ofSite] = blocks.filter((text) => text.startsWith("\n")).map((text) => text.trim());

export const trustedTypes = (browser) => ({
  "the page runs under Trusted Types, formulae and steps included": () =>
    opened(browser, "/site/#lesson=worked-example&step=scores&view=reading", {}, async (page) => {
      await ready(page);
      await until(page, () => document.querySelector("#reading .math math") !== null);
      await page.click("#next");
      await until(page, () => window.attentionExplorer.reading().step.id !== "scores");
    }),

  "under Trusted Types the page works offline": () =>
    opened(browser, "/site/#lesson=worked-example", { offline: true }, async (page) => {
      await ready(page);
      assert.ok(
        await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => Boolean(active))),
      );
    }),

  "the embed and the element run under Trusted Types, in a page that requires them, too": () => {
    const frame = `<iframe src="/site/embed.html#lesson=sentence" width="800" height="460"></iframe>`;
    const tag = `<script type="module" src="/site/attention-explorer.js"></script><attention-explorer lesson="sentence" loading="eager"></attention-explorer>`;
    return opened(browser, "/host.html", course(frame + tag), async (page) => {
      for (const each of (await page.frames()).filter((one) => one !== page.mainFrame())) await ready(each);
    });
  },

  "a lesson of the page's own runs under Trusted Types, with formulae typeset in a worker": () => {
    const text = { en: "One query, divided by $\\sqrt{d_k}$." };
    const lesson = dotLesson({ values: [[0, 1, 1]] }, [{ id: "scores", title: { en: "Scores" }, text }]);
    const tag = `<script type="module" src="/site/attention-explorer.js"></script><attention-explorer lesson="/lesson.json" view="reading" loading="eager"></attention-explorer>`;
    const { pages } = course(tag);
    return opened(
      browser,
      "/host.html",
      { pages: { ...pages, "/lesson.json": JSON.stringify(lesson) } },
      async (page) => {
        const frame = await frameIn(page);
        await ready(frame);
        await until(frame, () => document.querySelector("#reading .text .math svg") !== null);
      },
    );
  },

  "a sandboxed frame that falls back to one script runs under Trusted Types": () => {
    const frame = `<iframe sandbox="allow-scripts" src="/site/embed.html#lesson=sentence" width="800" height="460"></iframe>`;
    return opened(
      browser,
      "/host.html",
      { ...course(frame), origins: ["null"], quiet: false },
      async (page) => {
        const inside = await frameIn(page);
        await ready(inside);
        assert.ok(
          await inside.evaluate(() => [...document.scripts].some(({ src }) => src.includes("whole."))),
        );
      },
    );
  },

  "the author kit and the editor run under Trusted Types": async () => {
    await opened(browser, "/site/author.html", {}, async (page) => ready(await frameIn(page)));
    await opened(browser, "/site/write.html", { width: 1440, height: 900 }, async (page) => {
      await ready(await frameIn(page));
      await until(page, () => document.getElementById("status").textContent.includes("The lesson runs."));
    });
  },

  "the policy in the guide for a page with an element is sufficient": async () => {
    const explorer = await serve(site, { headers: { "access-control-allow-origin": "*" } });
    const rules = ofHost
      .replaceAll("https://site.example", explorer.origin)
      .split("\n")
      .map((line) => /^\S+ \S+/.exec(line)[0])
      .map((rule) => (rule.startsWith("img-src") ? `${rule} 'self'` : rule)); // the page's own icon
    const tag = `<script type="module" src="${explorer.url}attention-explorer.js"></script><attention-explorer lesson="sentence"></attention-explorer>`;
    const course = await serve("/nowhere", {
      headers: { "content-security-policy": ["default-src 'none'", ...rules].join("; ") },
      pages: { "/": `<!doctype html><title>course</title>${tag}`, "/favicon.ico": "" },
    });
    const origins = [explorer.origin];
    const { page, close } = await browser.openPage({ url: course.url, origins, ready: false });
    await ready(await frameIn(page));
    await close();
    await course.close();
    await explorer.close();
  },

  "the policy in the guide for the site itself is sufficient, including author kit and editor": async () => {
    const rules = `default-src 'none'; ${ofSite.replaceAll("\n", " ")}`;
    const server = await serve(site, { headers: { "content-security-policy": rules } });
    for (const path of [
      "#lesson=worked-example",
      "embed.html#lesson=sentence",
      "author.html",
      "write.html",
    ]) {
      const { page, close } = await browser.openPage({ url: server.url + path, link: "", ready: false });
      await ready(/^(?:author|write)/.test(path) ? await frameIn(page) : page);
      if (path === "write.html")
        await until(page, () => document.getElementById("status").textContent.includes("The lesson runs."));
      await close();
    }
    await server.close();
  },
});

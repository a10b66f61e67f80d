// Notices can be used where they are: every button of a notice by a real click and by keyboard, whatever
// lies below or above it.
import assert from "node:assert/strict";
import { core, ready, site, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

const withinNotice = () => document.activeElement?.closest("#notices, #loading-trouble") !== null;

// With Tab from the start of the page, as without a mouse.
async function tabTo(page) {
  for (let count = 0; count < 10; ++count) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(withinNotice)) return;
  }
  throw new Error("ten times Tab do not lead to it");
}

const press = {
  click: (page, selector) => page.click(selector),
  async key(page) {
    await tabTo(page);
    await page.keyboard.press("Enter");
  },
};

// Until the document is another one.
async function reloads(page, act) {
  await page.evaluate(() => void (window.isOld = true));
  await page.leaving?.();
  await act();
  if ("current" in page) page.current = null;
  await until(page, () => !window.isOld && document.readyState === "complete");
}

export const notices = (browser) => ({
  "“Load again” can be pressed over a picture": async () => {
    const server = await serve(site);
    for (const act of Object.values(press)) {
      const { page, close } = await browser.openPage({
        url: `${server.url}embed.html#lesson=worked-example&lock=nothing-is-called-so`,
        ready: false,
        quiet: false,
      });
      await until(page, () => document.querySelector("#loading-trouble button") !== null);
      assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
      await reloads(page, () => act(page, "#loading-trouble button"));
      await close();
    }
    await server.close();
  },

  "a notice over the picture can be closed, and the focus moves to the picture": async () => {
    for (const [name, act] of Object.entries(press)) {
      const { page, close } = await browser.openPage({ link: "lesson=nowhere" });
      await act(page, "#notices button");
      await until(page, () => document.querySelector("#notices p") === null);
      if (name === "key") assert.equal(await page.evaluate(() => document.activeElement.id), "canvas");
      await close();
    }
  },

  "a notice in the reading view can be closed, too": async () => {
    for (const act of Object.values(press)) {
      const { page, close } = await browser.openPage({ link: "lesson=nowhere&view=reading" });
      await act(page, "#notices button");
      await until(page, () => document.querySelector("#notices p") === null);
      await close();
    }
  },

  "a notice that comes while a dialog is open can be closed in front of it": async () => {
    const { page, close } = await browser.openPage({ link: "lesson=worked-example&view=reading" });
    await page.click('[data-action="export"]');
    await until(page, () => document.querySelector("dialog[open]") !== null);
    // A lost picture is told after a while.
    await page.evaluate(
      () => void document.getElementById("canvas").dispatchEvent(new Event("webglcontextlost")),
    );
    await until(page, () => document.querySelector("#notices button") !== null);
    await page.click("#notices button");
    await until(page, () => document.querySelector("#notices p") === null);
    await page.keyboard.press("Escape");
    await until(page, () => document.querySelector("dialog") === null);
    assert.equal(
      await page.evaluate(() => document.getElementById("notices").parentElement.localName),
      "body",
    );
    await close();
  },

  "a lesson with missing files is reported beside the open one, which keeps working": async () => {
    let gone = false;
    const server = await serve(site, {
      before(path) {
        pages[path] = gone && /\/sentence\.[0-9a-f]{10}\.json$/.test(path) ? null : undefined;
      },
      pages: {},
    });
    const { pages } = server;
    const { page, close } = await browser.openPage({
      url: `${server.url}#lesson=worked-example`,
      link: "",
      quiet: false,
    });
    gone = true;
    await page.evaluate(() => void (window.location.hash = "lesson=sentence"));
    await until(page, () => document.querySelector("#notices button") !== null);
    const words = await page.evaluate(() => document.getElementById("notices").innerText);
    assert.match(words, /sentence\.\w+\.json could not be loaded \(404.*Load again/s);
    await core(page, "apply", { type: "NextStep" });
    assert.equal((await core(page, "reading")).lesson.id, "worked-example");
    gone = false;
    await reloads(page, () => page.click("#notices button"));
    await close();
    await server.close();
  },
});

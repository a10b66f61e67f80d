// Names that every JavaScript object has are not lessons, languages or parameters of ours: a link that contains one is
// reported like any other that leads nowhere.
import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { core, frameIn, ready, site, siteUrl, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

const names = ["constructor", "__proto__", "toString", "hasOwnProperty"];

const packed = (link) => `z=${deflateRaw(link)}`;
const deflateRaw = (text) => deflateSync(text).subarray(2, -4).toString("base64url");

const told = (page) => page.evaluate(() => document.getElementById("notices").textContent);

export const namesOfObjects = (browser) => ({
  "a link to a lesson with the name of an Object property opens the first lesson and says so, packed or not":
    async () => {
      for (const [i, name] of names.entries()) {
        const plain = `lesson=${name}&step=scores`;
        const { page, close } = await browser.openPage({ link: i % 2 ? packed(plain) : plain });
        assert.ok((await told(page)).includes(`“${name}”`), name);
        assert.equal((await core(page, "reading")).lesson.id, "why");
        await close();
      }
    },

  "the name of an Object property as language or parameter is reported, and the page stays in English":
    async () => {
      const link = "lesson=worked-example&lang=constructor&m.__proto__=1&e.toString=0,0:1";
      const { page, close } = await browser.openPage({ link });
      assert.equal((await core(page, "reading")).language, "en");
      assert.match(await told(page), /“toString 0,0”.*2 parts .*lang=constructor”/);
      await close();
    },

  "an element whose lesson has the name of an Object property fires an error": async () => {
    const tags = names.map(
      (name) => `<attention-explorer lesson="${name}" loading="eager"></attention-explorer>`,
    );
    const host = `<!doctype html><title>course</title><script type="module" src="/site/attention-explorer.js"></script>${tags.join("")}`;
    const server = await serve(site, { prefix: "/site", pages: { "/host.html": host, "/favicon.ico": "" } });
    const { page, complaints, close } = await browser.openPage({
      url: `${server.origin}/host.html`,
      ready: false,
      quiet: false, // stills that are not there
      script: () => {
        if (window.parent !== window) return;
        window.told = [];
        document.addEventListener("error", ({ detail }) => detail && window.told.push(detail.message), true);
      },
    });
    await until(page, (count) => window.told.length >= count, names.length);
    const messages = await page.evaluate(() => window.told);
    for (const name of names)
      assert.ok(
        messages.some((each) => each.includes(`“${name}”`)),
        name,
      );
    await ready(await frameIn(page));
    await close();
    assert.deepEqual(
      complaints.filter((each) => each.startsWith("exception")),
      [],
    );
    await server.close();
  },

  "the author kit and the editor ignore names of Object properties in their address": async () => {
    for (const place of ["author.html#lesson=__proto__", "write.html#url=constructor"]) {
      const { page, close } = await browser.openPage({ url: siteUrl() + place, ready: false });
      await ready(await frameIn(page));
      await close();
    }
  },
});

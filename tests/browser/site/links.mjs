// Links to exactly what is on screen, packed when long, and harmless when hostile.
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { core, openPage, ready, siteUrl, step } from "../harness.mjs";

const packed = (text) => `z=${deflateRawSync(Buffer.from(text), { level: 9 }).toString("base64url")}`;

export const tests = {
  "the address follows, and opens the same again": async () => {
    const { page, close } = await openPage();
    await core(page, "apply", { type: "GoToStep", id: "scores" });
    await page.locator("h1").focus(); // any event that makes the page update
    await page.waitForFunction(() => location.hash.includes("step=scores"));
    const again = await openPage({ url: await page.url() });
    assert.equal(await step(again.page), "scores");
    await again.close();
    await close();
  },

  "a packed link opens": async () => {
    const { page, close } = await openPage({ link: packed("lesson=worked-example&step=softmax") });
    assert.equal(await step(page), "softmax");
    await close();
  },

  "a link that unpacks to more than 160 kB is ignored, with a notice": async () => {
    const bomb = packed(`lesson=worked-example&step=softmax&x=${"a".repeat(30_000_000)}`);
    assert.ok(bomb.length < 60000, `${bomb.length} characters`);
    const { page, close } = await openPage({ link: bomb });
    assert.match(await page.textContent("#notices"), /160 kB/);
    assert.notEqual(await step(page), "softmax");
    await close();
  },

  "invalid parts of a link are ignored, with a notice": async () => {
    for (const link of [
      "z=%%%",
      "z=AAAA",
      "lesson=nowhere",
      "lesson=worked-example&step=nowhere",
      "lesson=%E0%A4%A",
    ]) {
      const { page, close } = await openPage({ link });
      assert.ok((await page.textContent("#notices")).length > 10, link);
      await close();
    }
  },

  "a link that cannot be opened gives one notice, and the address becomes the link of what is shown":
    async () => {
      for (const [link, shown] of [
        ["lesson=nope&step=scores", "#lesson="],
        ["lesson=worked-example&step=nope", "#lesson=worked-example"],
        ["lesson=worked-example&step=scores&p.d_v=NaN", "#lesson=worked-example&step=scores"],
        ["lesson=worked-example&step=scores&step=softmax", "#lesson=worked-example&step=scores"],
        ["lesson=worked-example&lang=xx", "#lesson=worked-example"],
      ]) {
        const { page, close } = await openPage({ link });
        assert.equal(await page.locator("#notices p").count(), 1, link);
        const hash = await page.evaluate(() => location.hash);
        assert.ok(hash.startsWith(shown) && hash !== `#${link}`, `${link}: ${hash}`);
        assert.ok(!/nope|NaN|xx|softmax/.test(hash), `${link}: ${hash}`);
        await close();
      }
      const { page, close } = await openPage({ link: "lesson=worked-example&step=scores" });
      assert.equal(await page.locator("#notices p").count(), 0);
      assert.equal(await page.evaluate(() => location.hash), "#lesson=worked-example&step=scores");
      await page.evaluate(() => (location.hash = "lesson=worked-example&step=gone"));
      await page.waitForFunction(() => location.hash === "#lesson=worked-example");
      assert.equal(await page.locator("#notices p").count(), 1);
      await close();
    },

  "a link after the question mark works too": async () => {
    const { page, close } = await openPage({
      url: `${siteUrl()}?lesson=worked-example&step=values`.replace("step=values", "step=scores"),
    });
    assert.equal(await step(page), "scores");
    await close();
  },

  "share shows the link and what it opens, and says what was copied": async () => {
    for (const [width, height] of [
      [1440, 900],
      [1024, 640],
      [390, 844],
    ]) {
      const { page, close } = await openPage({
        link: "lesson=worked-example&step=scores&e.w_query=0,0:2;1,1:3&e.nowhere=0,0:1",
        width,
        height,
        script: () =>
          Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.resolve() } }),
      });
      await page.evaluate(() => document.querySelector('[data-action="share"]').click());
      await page.locator("dialog .primary", { hasText: "Copy" }).click();
      const said = await page.textContent("dialog [role=status]");
      assert.equal(said, "Link copied: lesson, step, your changed numbers (2)");
      await page.waitForFunction(() => document.querySelector("dialog img.figure")?.complete);
      const hidden = await page.$$eval("dialog :is(button, textarea, img)", (parts) =>
        parts
          .filter((part) => part.getBoundingClientRect().bottom > window.innerHeight)
          .map(({ outerHTML }) => outerHTML),
      );
      if (width > 600) assert.deepEqual(hidden, [], `${width} × ${height}`);
      await close();
    }
  },

  "share gives the frame for another page, which opens the same there": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=scores&e.w_query=0,0:2" });
    await page.evaluate(() => document.querySelector('[data-action="share"]').click());
    await page.click('dialog [data-value="frame"]');
    const code = await page.inputValue("dialog textarea");
    const [, address] = /^<iframe src="([^"]+)" title="[^"]+" width="100%" height="620"/.exec(code);
    await page.goto(address.replaceAll("&amp;", "&"));
    await ready(page);
    assert.equal(await step(page), "scores");
    const { tensors } = await core(page, "reading");
    assert.equal(tensors.find(({ name }) => name === "w_query")?.rows[0][0].value ?? 2, 2);
    assert.match(await core(page, "link"), /e\.w_query=0,0:2/);
    await close();
  },

  "share falls back to a field that can be copied from": async () => {
    const script = `Object.defineProperty(navigator, "clipboard", { value: undefined });`;
    const { page, close } = await openPage({ script });
    await page.locator('[data-action="share"]').focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter"); // the focus is on the button that copies
    const value = await page.inputValue("dialog textarea");
    assert.match(await page.textContent("dialog [role=status]"), /press Ctrl\+C/);
    assert.equal(await page.evaluate(() => document.activeElement.selectionEnd), value.length);
    assert.match(value, /\/at\/worked-example\/(?:index|inputs)\.html#lesson=worked-example&view=reading$/);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await close();
  },

  "a shared link is the page of its step, which leads on with what was changed": async () => {
    const { page, close } = await openPage({
      link: "lesson=worked-example&step=scores&e.w_query=0,0:2&lang=de",
      script: `Object.defineProperty(navigator, "clipboard", { value: undefined });`,
    });
    await page.locator('[data-action="share"]').focus();
    await page.keyboard.press("Enter");
    const value = await page.inputValue("dialog textarea");
    assert.match(value, /\/at\/worked-example\/scores\.de\.html#.*e\.w_query/);
    await page.goto(value);
    await page.waitForURL((url) => !url.pathname.includes("/at/"));
    await ready(page);
    assert.equal(await step(page), "scores");
    assert.match(await core(page, "link"), /e\.w_query=0,0:2(?:&|$)/);
    await page.goto(value.replace(/#.*/, ""));
    await page.waitForURL((url) => !url.pathname.includes("/at/"));
    await ready(page);
    assert.equal(await step(page), "scores");
    await close();
  },

  "text of a link is never markup": async () => {
    const link = "lesson=worked-example&step=%3Cimg%20src=x%20onerror=alert(1)%3E&p.%3Cb%3E=1";
    const { page, close } = await openPage({ link });
    assert.equal(await page.locator("#notices img, #notices b").count(), 0);
    await close();
  },
};

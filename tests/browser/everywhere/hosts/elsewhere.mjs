// A link to a lesson at another address: nothing is fetched before the reader agrees, and only JSON is read.
import assert from "node:assert/strict";
import { core, ready, site, step, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";
import { dotLesson } from "../page/dot-lesson.mjs";

export const lesson = dotLesson({ values: [[0, 1, 1]] }, [
  { id: "one", title: { en: "One" }, text: { en: "<script>alert(1)</script>" } },
  { id: "two", title: { en: "Two" }, text: { en: "Two." } },
]);

// The site with a lesson file beside it, and the requests in order.
export async function withFiles(files) {
  const asked = [];
  const server = await serve(site, {
    prefix: "/site",
    pages: files,
    before: (path) => void asked.push(path),
  });
  return { server, asked: (path) => asked.filter((each) => each === path).length };
}

export const elsewhere = (browser) => ({
  "a lesson's address waits for a click that names its origin, and stays in the link": async () => {
    const { server, asked } = await withFiles({ "/own/dot.json": JSON.stringify(lesson) });
    const link = "#lesson=/own/dot.json&step=two&e.q=0,0:4";
    const { page, close } = await browser.openPage({ url: `${server.url}${link}`, ready: false });
    const button = "#loading-trouble button";
    const words = await until(page, (at) => document.querySelector(at)?.textContent, button);
    assert.ok(words.includes(server.origin), words);
    assert.equal(asked("/own/dot.json"), 0, "nothing is fetched yet");
    await page.click(button);
    await ready(page);
    assert.equal(asked("/own/dot.json"), 1);
    assert.equal(await step(page), "two");
    assert.deepEqual((await core(page, "tensor", "s")).values, [2]); // 4·0 + 0·1 + 2·1
    await core(page, "apply", { type: "GoToStep", id: "one" });
    const text = await page.evaluate(() => document.querySelector("#reading .text").textContent);
    assert.match(text, /<script>alert/, "its text is text");
    await until(page, () => location.hash.includes("dot.json") && !location.hash.includes("step="));
    await page.evaluate(() => history.back());
    await until(page, () => window.attentionExplorer.reading().step.id === "two");
    assert.equal(await page.evaluate(() => localStorage.getItem("attention-explorer.places")), null);
    await close();
    await server.close();
  },
});

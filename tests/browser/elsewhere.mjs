// A link that brings a lesson from an address: nothing is fetched before its reader wants it, and only JSON is read.
import assert from "node:assert/strict";
import { core, openPage, ready, site, step } from "./harness.mjs";
import { serve } from "./server.mjs";

const lesson = {
  format: 1,
  id: "dot",
  version: "1.0.0",
  title: { en: "A dot product" },
  tensors: [
    { name: "q", symbol: "q", role: "query", editable: true, values: [[1, 0, 2]] },
    { name: "k", symbol: "K", role: "key", values: [[0, 1, 1]] },
    {
      name: "s",
      symbol: "S",
      role: "scores",
      operation: "matmul",
      inputs: ["q", "k"],
      options: { transpose: "second" },
    },
  ],
  steps: [
    {
      id: "one",
      title: { en: "One" },
      text: { en: "<script>alert(1)</script>" },
      stage: [{ operation: "s" }],
    },
    { id: "two", title: { en: "Two" }, text: { en: "Two." }, stage: [{ operation: "s" }] },
  ],
};

// The site with a lesson file beside it; what was asked for, in order.
async function withFiles(files) {
  const asked = [];
  const server = await serve(site, {
    prefix: "/site",
    pages: files,
    before: (path) => void asked.push(path),
  });
  return { server, asked: (path) => asked.filter((each) => each === path).length };
}

export const tests = {
  "a lesson's address waits for a click that names its origin, and stays in the link": async () => {
    const { server, asked } = await withFiles({ "/own/dot.json": JSON.stringify(lesson) });
    const link = "#lesson=/own/dot.json&step=two&e.q=0,0:4";
    const { page, close } = await openPage({ url: `${server.url}${link}`, ready: false });
    const button = page.locator("#loading-trouble button");
    await button.waitFor();
    assert.ok((await button.textContent()).includes(server.origin));
    assert.equal(asked("/own/dot.json"), 0, "nothing is fetched yet");
    await button.click();
    await ready(page);
    assert.equal(asked("/own/dot.json"), 1);
    assert.equal(await step(page), "two");
    assert.deepEqual((await core(page, "tensor", "s")).values, [2]); // 4·0 + 0·1 + 2·1
    await core(page, "apply", { type: "GoToStep", id: "one" });
    assert.match(await page.locator("#reading .text").textContent(), /<script>alert/, "its text is text");
    await page.waitForFunction(() => location.hash.includes("dot.json") && !location.hash.includes("step="));
    await page.goBack();
    await page.waitForFunction(() => window.attentionExplorer.reading().step.id === "two");
    assert.equal(await page.evaluate(() => localStorage.getItem("attention-explorer.places")), null);
    await close();
    await server.close();
  },

  "what is no lesson is refused with its address and a cure": async () => {
    const { server } = await withFiles({
      "/own/page.json": "<!doctype html>",
      "/own/long.json": `"${"x".repeat(1_000_001)}"`,
    });
    for (const [file, why] of [
      ["page", /page\.json could not be opened.*JSON/],
      ["long", /long\.json could not be opened.*1000000/],
      ["none", /none\.json could not be opened.*404/],
    ]) {
      const url = `${server.url}#lesson=/own/${file}.json&lang=en`;
      const { page, close } = await openPage({ url, ready: false, quiet: false });
      await page.locator("#loading-trouble button").click();
      await page.waitForFunction(() =>
        /could not/.test(document.getElementById("loading-trouble").textContent),
      );
      assert.match(await page.locator("#loading-trouble").textContent(), why);
      await close();
    }
    await server.close();
  },

  "only a page of its own may fetch from another site, and it asks first, too": async () => {
    const { server } = await withFiles({});
    const url = `${server.url}#lesson=${encodeURIComponent("https://lessons.example/dot.json")}`;
    const { page, complaints, close } = await openPage({ url, ready: false });
    await page.waitForURL(/elsewhere\.html#lesson=/);
    const button = page.locator("#loading-trouble button");
    await button.waitFor();
    assert.match(await button.textContent(), /https:\/\/lessons\.example/);
    const policies = await Promise.all(
      ["index.html", "embed.html", "elsewhere.html"].map(
        async (name) => /connect-src ([^;]*)/.exec(await (await fetch(`${server.url}${name}`)).text())[1],
      ),
    );
    assert.deepEqual(policies, ["'self'", "'self'", "'self' https:"]);
    await page.route("https://lessons.example/dot.json", (route) =>
      route.fulfill({ json: lesson, headers: { "access-control-allow-origin": "*" } }),
    );
    await button.click();
    await ready(page);
    assert.equal((await core(page, "reading")).lesson.id, "dot");
    assert.deepEqual(complaints.splice(0), ["request to another origin: https://lessons.example/dot.json"]);
    await close();
    await server.close();
  },
};

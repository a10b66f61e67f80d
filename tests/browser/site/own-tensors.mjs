// Tensors of the reader's own: opened in the sheet, shown as attention and put into a lesson; nothing leaves the page.
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "../engines/chromium.mjs";
import { ownTensors } from "../everywhere/own/tensors.mjs";
import { click, core, nightly, openPage, settled, siteUrl, tensor } from "../harness.mjs";

const file = (name, content) => ({ name, mimeType: "", buffer: Buffer.from(content) });

function npy(name, shape, numbers) {
  const words = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(", ")},), }\n`;
  const start = Buffer.from(`\x93NUMPY\x01\x00\x00\x00${words}`, "latin1");
  start.writeUInt16LE(words.length, 8);
  return {
    name,
    mimeType: "",
    buffer: Buffer.concat([start, Buffer.from(new Float32Array(numbers).buffer)]),
  };
}

// Two heads of three tokens, in batches of one; a row of the second adds up to 0.5, and one number is NaN.
const weights = [1, 0, 0, 0.5, 0.5, 0, 0.25, 0.25, 0.5, 1, 0, 0, 0.25, 0.25, 0, NaN, 0.5, 0.5];
const tokens = ["The", "cat", "sat"];

export const tests = {
  ...ownTensors(chromium),

  "files of the file dialogue are shown without a request, and found again by Back and Forward": async () => {
    const { page, close } = await openPage({ link: "" });
    await settled(page);
    const requests = [];
    page.on("request", (request) => requests.push([request.method(), request.url()]));
    await click(page, "page:tensors");
    await page.getByText("Nothing is sent anywhere").waitFor();
    await page.setInputFiles("#tensors-files", [
      npy("attentions.npy", [1, 2, 3, 3], weights),
      file("tokens.json", JSON.stringify(tokens)),
      file("model.pt", Buffer.from([0x80, 2])),
    ]);
    await page.locator("dialog button", { hasText: "Show the attention" }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    await settled(page);
    for (const [method, url] of requests) {
      assert.equal(method, "GET");
      assert.match(url.slice(siteUrl().length), /^assets\/(?:page-files|files|typeset|[\w-]+)\.[\w.]+$/, url);
    }
    await page.goBack();
    await page.goForward();
    await settled(page);
    assert.deepEqual((await tensor(page, "weights")).shape, [2, 3, 3], "Back and Forward find them");
    await close();
  },

  "a large table is read in a worker while the page goes on answering, and what is wrong in it has its line":
    async () => {
      const { page, close } = await openPage({ link: "" });
      await settled(page);
      const count = 300_000; // rows
      const folder = mkdtempSync(join(tmpdir(), "tensors-"));
      const written = (name, broken) => {
        const rows = Array.from({ length: count }, (_, i) => (i === broken ? "1,2,3" : `${i},0.5,0.25,7`));
        writeFileSync(join(folder, name), rows.join("\n"));
        return join(folder, name);
      };
      await click(page, "page:tensors");
      await page.evaluate(() => {
        window.longest = 0;
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
        }).observe({ type: "longtask" });
      });
      const worker = page.waitForEvent("worker");
      await page.setInputFiles("#tensors-files", written("large.csv", -1));
      assert.match((await worker).url(), /text-worker/);
      await page.locator("dialog tr", { hasText: "large" }).getByText(`(${count}, 4)`).waitFor();
      await page.setInputFiles("#tensors-files", written("broken.csv", count - 1));
      await page.getByText(`${count}`, { exact: false }).filter({ hasText: "broken.csv" }).waitFor();
      const longest = await page.evaluate(() => window.longest);
      assert.ok(longest < 500, `the page did not answer for ${longest} ms`);
      await close();
    },

  ...nightly({
    "all heads of 32 layers of 32 heads are saved as a PNG that any browser can draw": async () => {
      const { page, close } = await openPage({ link: "" });
      await settled(page);
      await click(page, "page:tensors");
      const layers = 32,
        heads = 32,
        tokens = 8;
      const row = (i) => Array.from({ length: tokens }, (_, j) => (j <= i ? 1 / (i + 1) : 0));
      const one = Array.from({ length: tokens }, (_, i) => row(i)).flat();
      const all = Array(layers * heads)
        .fill(one)
        .flat();
      await page.setInputFiles(
        "#tensors-files",
        npy("attentions.npy", [layers, 1, heads, tokens, tokens], all),
      );
      await page.locator('dialog [data-act="heads.all"]').click();
      await page.waitForFunction(() => window.attentionExplorer.reading().model?.wants === null);
      await settled(page);
      await click(page, "model-figure");
      await page.locator('dialog [data-value="heads"]').click();
      await page.locator('dialog [data-value="PNG"]').click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator("dialog button", { hasText: "Save as PNG" }).click(),
      ]);
      const png = Buffer.concat(await (await download.createReadStream()).toArray());
      const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
      assert.ok(width * height <= 2 ** 24, `${width} × ${height}`); // what Safari draws
      assert.ok(width > 1000 && height > 1000, `${width} × ${height}`);
      await close();
    },
  }),

  "tensors of another site are fetched after a click that names it": async () => {
    const url = `${siteUrl()}#data=${encodeURIComponent("https://tensors.example/own.npy")}`;
    const { page, complaints, close } = await openPage({ url, ready: false });
    await page.waitForURL(/elsewhere\.html#data=/);
    const asked = [];
    await page.route("https://tensors.example/own.npy", (route) => {
      asked.push(route.request().method());
      return route.fulfill({
        body: npy("", [2, 2, 2], [1, 0, 0.5, 0.5, 0, 1, 0.25, 0.75]).buffer,
        headers: { "access-control-allow-origin": "*" },
      });
    });
    const fetches = page.locator('dialog [data-act="fetch"]');
    await fetches.waitFor();
    assert.match(await fetches.textContent(), /tensors\.example/);
    assert.deepEqual(asked, [], "nothing is fetched yet");
    await fetches.click();
    await page.locator("dialog tr", { hasText: "own" }).getByText("(2, 2, 2)").waitFor();
    assert.deepEqual(asked, ["GET"]);
    assert.deepEqual(complaints.splice(0), ["request to another origin: https://tensors.example/own.npy"]);
    await close();
  },
};

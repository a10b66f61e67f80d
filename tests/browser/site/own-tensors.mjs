// Tensors of the reader's own: opened in the sheet, shown as attention and put into a lesson; nothing leaves the page.
import assert from "node:assert/strict";
import { chromium } from "../engines/chromium.mjs";
import { ownTensors } from "../everywhere/own/tensors.mjs";
import { click, core, openPage, settled, siteUrl, tensor } from "../harness.mjs";

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

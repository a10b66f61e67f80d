// Tensors of the reader's own: opened in the sheet, shown as attention and put into a lesson; nothing leaves the page.
import assert from "node:assert/strict";
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
  "tensors of a file are listed, shown as they are and named where they are unusual, without a request":
    async () => {
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
      const row = page.locator("dialog tr", { hasText: "attentions" });
      await row.getByText("0 to 1, 1 not finite").waitFor();
      assert.match(await row.textContent(), /\(1, 2, 3, 3\)F32/);
      assert.equal(await row.locator("select").inputValue(), "weights", "what is proposed");
      await page.getByText("Pickles are programs and are not opened").waitFor();
      await page.locator("dialog button", { hasText: "Show the attention" }).click();
      await page.locator("dialog").waitFor({ state: "detached" });
      await settled(page);
      const shown = await tensor(page, "weights");
      assert.deepEqual(shown.shape, [2, 3, 3]);
      const { attention, step } = await core(page, "reading");
      assert.deepEqual(attention.queryLabels ?? shown.rowLabels, tokens);
      const told = JSON.stringify(step.watchOut);
      assert.match(told, /1 of the weights are not finite; the first is NaN in head 2, row 3, column 1/);
      assert.match(told, /1 rows do not add up to 1; the first is 0\.5 in all, in head 2, row 2/);
      for (const [method, url] of requests) {
        assert.equal(method, "GET");
        assert.match(
          url.slice(siteUrl().length),
          /^assets\/(?:page-files|files|typeset|[\w-]+)\.[\w.]+$/,
          url,
        );
      }
      await page.goBack();
      await page.goForward();
      await settled(page);
      assert.deepEqual((await tensor(page, "weights")).shape, [2, 3, 3], "Back and Forward find them");
      await close();
    },

  "a table becomes X of the lesson, or is told which shape fits": async () => {
    const { page, close } = await openPage();
    await settled(page);
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["1,2\n3,4"], "x.csv"));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    });
    const use = page.locator("dialog button", { hasText: "Use as X" });
    const role = page.locator("dialog select").first();
    await role.selectOption("x");
    await use.click();
    await page.getByText("“x” is (2, 2); X of the lesson is (3, 4)").waitFor();
    await page.fill("#tensors-paste", "9 8 7 6\n5 4 3 2\n1 0 -1 0.5");
    await page.locator("dialog button", { hasText: "Read what was pasted" }).click();
    await page.locator("dialog tr", { hasText: "pasted" }).locator("select").selectOption("x");
    await use.click();
    await page.locator("dialog").waitFor({ state: "detached" });
    const x = (await core(page, "tensor", "x")).values;
    assert.deepEqual(x.flat(), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, 0.5]);
    await core(page, "apply", { type: "Undo" });
    assert.equal((await core(page, "tensor", "x")).values.flat()[0], 1, "one undo step");
    await close();
  },

  "queries and keys of a file are shown in the large map, with softmax's weights over them": async () => {
    const { page, close } = await openPage({ link: "view=large-reading" });
    await settled(page);
    const [heads, tokensCount, width] = [2, 40, 6];
    const numbers = Array.from({ length: heads * tokensCount * width }, (_, i) => Math.sin(i * i));
    const shape = [1, heads, tokensCount, width];
    await core(page, "apply", { type: "SetLarge", causal: false });
    await page.click("[data-action=tensors]");
    await page.setInputFiles("#tensors-files", [
      npy("q.npy", shape, numbers),
      npy(
        "k.npy",
        shape,
        numbers.map((x) => -x),
      ),
    ]);
    await page.locator("dialog button", { hasText: "Open the large map" }).click();
    await page.waitForFunction(() => window.attentionExplorer.reading().large.wants === null);
    await core(page, "apply", { type: "LookLarge", head: 1 });
    await settled(page);
    const { rows } = await core(page, "largeRows", 7, 1);
    const at = (token) => numbers.slice((tokensCount + token) * width, (tokensCount + token + 1) * width);
    const scores = Array.from(
      { length: tokensCount },
      (_, key) => at(7).reduce((sum, x, d) => sum - x * at(key)[d], 0) / Math.sqrt(width),
    );
    const sum = scores.reduce((all, score) => all + Math.exp(score), 0);
    const largest = Math.max(...scores);
    const [first] = rows[0].largest;
    assert.equal(first.label, String(scores.indexOf(largest) + 1));
    assert.ok(Math.abs(first.value - Math.exp(largest) / sum) < 1e-5, `${first.value}`);
    await close();
  },

  "the element shows tensors of the page around it, and says which it cannot": async () => {
    const { page, close } = await openPage({ url: `${siteUrl()}licences.txt`, ready: false, quiet: false });
    const shown = await page.evaluate(async (site) => {
      await import(`${site}attention-explorer.js`);
      const element = document.createElement("attention-explorer");
      element.setAttribute("lesson", "worked-example");
      element.setAttribute("loading", "eager");
      document.body.append(element);
      const refused = await element
        .open({ q: { shape: [2, 2], data: [1, 2, 3, 4] } })
        .catch((error) => `${error.code}: ${error.message}`);
      const weights = { shape: [1, 2, 2], data: Float32Array.of(1, 0, 0.25, 0.75) };
      await element.open({ weights, tokens: ["a", "b"] });
      return { refused, tensor: await element.tensor("weights") };
    }, siteUrl());
    assert.match(shown.refused, /^tensors: /);
    assert.deepEqual(shown.tensor.values.flat(2), [1, 0, 0.25, 0.75]);
    await close();
  },
};

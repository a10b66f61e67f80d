// A second model that is compared with the open one: how it is opened, and what is said where it cannot be.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { click, core, golden, openPage, root, site, siteUrl, until } from "../harness.mjs";
import { fileOf, tensor, tensorsOf } from "./checkpoint.mjs";
import { fetchAndOpen, pageOfHub, read } from "./hub.mjs";
import { computed, ownModel } from "./own-models.mjs";

const press = (page, act) => page.locator(`dialog [data-act="${act}"]`).click();
const refusal = async (page) => {
  const line = page.locator("dialog .refused");
  await line.waitFor();
  return line.textContent();
};

/** The small model with a sentence of five words, and the sheet that opens a second one. */
async function withSheet(more = "") {
  const opened = await openPage({
    link: `view=model&model=small&model.text=red%20hat%20Paris%20red%20hat${more}`,
  });
  await computed(opened.page);
  await click(opened.page, "model-second:files");
  return opened;
}

const chooseFiles = (page, files) =>
  page.setInputFiles(
    "#model-files",
    Object.entries(files).map(([name, data]) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(data),
    })),
  );

const own = (name) => readFileSync(join(root, "web/models/small", name));

/** The small model after its numbers moved by up to 1.5 %, in their last bits; its file holds a tensor that is not used, too. */
function tuned() {
  const tensors = tensorsOf(own("model.safetensors"));
  for (const [name, { dtype, shape, data }] of Object.entries(tensors)) {
    assert.equal(dtype, "F16", name);
    const halves = new Uint16Array(new Uint8Array(data).buffer);
    tensors[name] = tensor(
      dtype,
      shape,
      halves.map((half, i) => half ^ (i & 15)),
    );
  }
  tensors.unused = tensor("F32", [500_000], new Float32Array(500_000));
  return {
    "config.json": own("config.json"),
    "tokenizer.json": own("tokenizer.json"),
    "model.safetensors": fileOf(tensors),
  };
}

/** ‖B − A‖ / ‖A‖ of W_q, W_k, W_v and W_o of a head, in double, from the models' own answers. */
function movedIn(first, second, layer, head) {
  const [a, b] = [first, second].map((model) => model.headWeights(layer, head));
  return Object.entries({ q: "query", k: "key", v: "value", o: "output" }).map(([name, which]) => {
    const [before, after] = [a[which].data, b[which].data];
    const norm = (numbers) => Math.hypot(...numbers);
    return [name, (100 * norm(before.map((number, i) => after[i] - number))) / norm(before)];
  });
}

/** As text: three digits. */
const percent = (value) => `${value.toFixed(value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0)} %`;

const marks = async (page, beginning) =>
  (await core(page, "probe")).items.map(({ id }) => id).filter((id) => id.startsWith(beginning));

export const tests = {
  "how far each matrix of a head moved is what headWeights() of both models gives, on the canvas and in the reading view":
    async () => {
      const { loadModel } = await import(pathToFileURL(join(site, "models.mjs")).href);
      const { page, close } = await withSheet("&model.head=2,1");
      const files = tuned();
      await chooseFiles(page, files);
      await press(page, "open");
      await until(page, () => !document.querySelector("dialog"));
      await computed(page);
      const first = await ownModel("small");
      const second = await loadModel({
        config: files["config.json"],
        weights: files["model.safetensors"],
        tokenizer: files["tokenizer.json"],
      });
      for (const [layer, head] of [
        [2, 1],
        [0, 3],
      ]) {
        await core(page, "apply", { type: "LookModel", layer, head });
        await computed(page);
        const wanted = movedIn(first, second, layer, head).map(([name, value]) => ({
          name,
          value: percent(value),
        }));
        const { model } = await core(page, "reading");
        assert.deepEqual(model.second.matrices, wanted);
        await until(
          page,
          (id) => window.attentionExplorer.probe().items.some((one) => one.id === id),
          `model-matrix:q:${wanted[0].value}`,
        );
        assert.deepEqual(
          await marks(page, "model-matrix:"),
          wanted.map(({ name, value }) => `model-matrix:${name}:${value}`),
        );
      }
      // The unused tensor, which takes no memory, is no part of the size.
      const told = (await core(page, "reading")).model.second.about;
      assert.ok(files["model.safetensors"].length > 2_000_000 && second.weightBytes < 1_000_000);
      assert.ok(told.includes(`${Math.round(second.weightBytes / 1000)} kB of memory`), told);
      await core(page, "apply", { type: "SetReading", on: true });
      await page.waitForSelector("sub");
      const text = await page.evaluate(() => document.querySelector("main, #reading, body").innerText);
      const [[, q]] = movedIn(first, second, 0, 3);
      assert.ok(text.replaceAll(/\s+/g, " ").includes(`Wq ${percent(q)}`), "in the reading view");
      [first, second].forEach((model) => model.dispose());
      await close();
    },

  "the first model answers while a second one is opened, which goes on all the time": async () => {
    const { page, close } = await openPage({
      link: "view=model&model=small&model.text=red%20hat%20Paris%20red%20hat",
      // The second worker gets what opens its model only when it is told to go on.
      script: () => {
        window.opened = [];
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = function (message, ...more) {
          const opens = message.kind === "open" && message.given[0].quantize;
          if (opens && !window.goOn) window.opened.push(() => postMessage.call(this, message, ...more));
          else postMessage.call(this, message, ...more);
        };
      },
    });
    await computed(page);
    await core(page, "apply", { type: "LookModel", second: "q4_0" });
    await until(page, () => window.opened.length === 1);
    const firstAnswers = async (command) => {
      await core(page, "apply", command);
      await until(page, () => {
        const { model } = window.attentionExplorer.reading();
        return model.wants === null && model.run.text === model.text;
      });
      return (await core(page, "reading")).model;
    };
    const { rows } = await firstAnswers({ type: "LookModel", layer: 3, head: 2 });
    assert.match(rows[0].head, /Layer 4, head 3/);
    const { run, next } = await firstAnswers({ type: "SetModelText", text: "red hat Paris red hat Paris" });
    assert.equal(run.words.length, 6);
    assert.equal(next.next.length > 0, true);
    assert.equal(await page.evaluate(() => window.opened.length), 1, "it is not opened again");
    await page.evaluate(() => {
      window.goOn = true;
      window.opened[0]();
    });
    await computed(page);
    const { second, next: both } = (await core(page, "reading")).model;
    assert.match(second.about, /Q4_0/);
    assert.ok(both.ofSecond, "it has read the sentence of now");
    await close();
  },

  "a second model by its name on the hub is fetched after a question, and compared": async () => {
    const name = "tiny/tuned";
    const link = `view=model&model=small&model.text=red%20hat&model.second=${encodeURIComponent(`hub:${name}`)}`;
    // A page that may not fetch from other hosts leads to the one that may.
    const { page, close } = await pageOfHub({ [name]: { files: tuned() } }, link, siteUrl());
    await page.waitForURL(/elsewhere\.html#.*model\.second=hub/);
    await fetchAndOpen(page);
    const { look, second, next, source } = await read(page, "red hat Paris red hat");
    assert.deepEqual([source, look.second, second.name], ["small", `hub:${name}`, name]);
    assert.ok(next.ofSecond && !second.refused, second.about);
    assert.equal(second.matrices.length, 4);
    const { loadModel } = await import(pathToFileURL(join(site, "models.mjs")).href);
    const files = tuned();
    const model = await loadModel({
      config: files["config.json"],
      weights: files["model.safetensors"],
      tokenizer: files["tokenizer.json"],
    });
    await model.run("red hat Paris red hat");
    for (const { id, probability } of model.next(5)) {
      const told = next.before.find((one) => one.id === id).probability;
      assert.ok(Math.abs(told - probability) < 1e-4, `${told} and ${probability}`);
    }
    model.dispose();
    await close();
  },

  "a name on the hub that is typed as a second model leads to where both are compared": async () => {
    const name = "tiny/tuned";
    const { page, close } = await pageOfHub(
      { [name]: { files: tuned() } },
      "view=model&model=small&model.text=red%20hat%20Paris%20red%20hat",
      siteUrl(),
    );
    await computed(page);
    await click(page, "model-second:files");
    await page.fill("#model-name", name);
    await press(page, "name");
    await page.waitForURL(/elsewhere\.html#.*model\.second=hub/);
    await fetchAndOpen(page);
    const { source, text, second } = await read(page, "red hat Paris red hat");
    assert.deepEqual([source, text, second.name], ["small", "red hat Paris red hat", name]);
    await close();
  },

  "the site's model of pictures as a second model is refused in the sheet, which stays open with the others":
    async () => {
      const { page, close } = await withSheet();
      await press(page, "pictures");
      assert.match(await refusal(page), /reads pictures/);
      assert.equal(page.workers().length, 1, "its worker has ended, and its memory is free");
      await press(page, "small");
      await until(page, () => !document.querySelector("dialog"));
      await computed(page);
      const { look, next } = (await core(page, "reading")).model;
      assert.equal(look.second, "small");
      // The same weights: the same probabilities.
      for (const { id, probability } of next.next)
        assert.equal(next.before.find((one) => one.id === id).probability, probability);
      await close();
    },

  "a checkpoint of another shape takes no memory once it is refused, and the second model of before goes on":
    async () => {
      const { page, close } = await withSheet("&model.second=q4_0");
      assert.equal(page.workers().length, 2);
      const of = golden("models/gpt2");
      await chooseFiles(page, {
        "config.json": JSON.stringify(of.config),
        "model.safetensors": Buffer.from(of.weights, "base64"),
      });
      await press(page, "open");
      assert.match(await refusal(page), /layers of .* the open one 4 of 4/);
      assert.equal(page.workers().length, 1, "its worker has ended");
      await page.evaluate(() => document.querySelector("dialog").close());
      await core(page, "apply", { type: "SetModelText", text: "red hat Paris red hat Paris" });
      await computed(page);
      const { second, next } = (await core(page, "reading")).model;
      assert.match(second.about, /Q4_0/);
      assert.ok(next.ofSecond && !second.refused);
      await close();
    },
};

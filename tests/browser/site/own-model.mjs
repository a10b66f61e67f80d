// A model of the reader's own, in Chromium: its folder dropped or chosen, and one of the size of GPT-2 small, made at random, as
// fast and as small as promised.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastestModelOf, rowsOfModel } from "../../bench/model.mjs";
import { click, core, golden, nightly, openPage, ready, settled, site } from "../harness.mjs";
import { serve } from "../server.mjs";

/** A folder with a model's files, two folders deep, as a copy of the hub has it. */
function folderOf({ config, weights }) {
  const outer = mkdtempSync(join(tmpdir(), "models-"));
  const inner = join(outer, "snapshots/tiny-gpt2");
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(inner, "config.json"), JSON.stringify(config));
  writeFileSync(join(inner, "model.safetensors"), Buffer.from(weights, "base64"));
  writeFileSync(join(inner, "README.md"), "# A model");
  return outer;
}

async function drop(page, folder) {
  const client = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"])
    await client.send("Input.dispatchDragEvent", {
      type,
      x: 300,
      y: 300,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    });
}

const opened = async (page) => {
  await page.locator('dialog [data-act="open"]').click();
  await page.waitForFunction(() =>
    window.attentionExplorer.reading().model?.about?.name.includes("tiny-gpt2"),
  );
};

const onHub = "https://huggingface.co/tiny/gpt2/resolve/main/";
const told = (bytes) => `${(bytes / 1e3).toPrecision(3)} kB`;
const press = (page, act) => page.locator(`dialog [data-act="${act}"]`).click();
const gets = (asked) => asked.filter(([method]) => method === "GET").map(([, ...rest]) => rest);

/** Stands for the hub, with a model of 2 layers: what is asked for, as [method, name, range], the bytes of its weights, its version. */
async function hub(page) {
  const of = golden("models/gpt2");
  const weights = Buffer.from(of.weights, "base64");
  const asked = [];
  const here = { asked, bytes: weights.length, version: "1" };
  await page.context().route(`${onHub}**`, (route) => {
    const request = route.request();
    const name = request.url().slice(onHub.length);
    const range = request.headers().range;
    asked.push([request.method(), name, range ?? null]);
    const headers = {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "etag",
      etag: `"${here.version}"`,
    };
    if (name === "config.json") return route.fulfill({ body: JSON.stringify(of.config), headers });
    if (name !== "model.safetensors") return route.fulfill({ status: 404, headers });
    if (request.method() === "HEAD")
      return route.fulfill({ headers: { ...headers, "content-length": String(weights.length) } });
    const from = Number(range?.match(/\d+/)[0] ?? 0);
    return route.fulfill({ status: range ? 206 : 200, body: weights.subarray(from), headers });
  });
  return here;
}

/** Until the window has a name, transfers of weights break after 1,000 bytes, and if `rest` is true the rest of them at once. */
async function breakTransfers(page, { rest = false } = {}) {
  await page.addInitScript((restBreaks) => {
    const { fetch } = window;
    window.fetch = async (url, options = {}) => {
      const response = await fetch(url, options);
      const isRest = new Headers(options.headers).has("range");
      const ofWeights = String(url).endsWith("/model.safetensors") && !options.method;
      if (window.name || !ofWeights || (isRest && !restBreaks)) return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      let sent = isRest;
      return new Response(
        new ReadableStream({
          pull(to) {
            if (sent) to.error(new TypeError("network error"));
            else to.enqueue(bytes.subarray(0, 1000));
            sent = true;
          },
        }),
        { status: response.status, headers: response.headers },
      );
    };
  }, rest);
}

/** The model of a file that is dropped, and the numbers of a text of ten words in it. */
async function shownOf(page, file) {
  await drop(page, file);
  await opened(page);
  await core(page, "apply", { type: "SetModelText", text: "this is the string" });
  const isReady = () => {
    const { run, wants, next } = window.attentionExplorer.reading().model;
    return run?.words.length === 10 && !wants && next !== null;
  };
  await page.waitForFunction(isReady);
  return page.evaluate(() => window.attentionExplorer.reading().model);
}

export const tests = {
  "from the second visit on its service worker isolates the page, and two threads compute the same numbers":
    async () => {
      const server = await serve(site);
      const file = join(mkdtempSync(join(tmpdir(), "models-")), "tiny-gpt2-q4.gguf");
      writeFileSync(file, Buffer.from(golden("models/gguf").file, "base64"));
      const { page, close } = await openPage({ url: `${server.url}#view=model&model=small`, offline: true });
      assert.equal(await page.evaluate(() => window.crossOriginIsolated), false);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      const first = await shownOf(page, file);
      assert.match(
        first.about.about,
        /It runs on one thread: two need a page that is cross-origin isolated\./,
      );
      await page.goto(`${server.url}index.html#view=model&model=small`);
      await ready(page);
      assert.equal(await page.evaluate(() => window.crossOriginIsolated), true);
      const second = await shownOf(page, file);
      assert.match(second.about.about, /It runs on 2 threads\./);
      assert.deepEqual([second.next, second.rows], [first.next, first.rows]);
      await close();
      await server.close();
    },

  "a model of which a part cannot be fetched says so on its screen, and opens when it is asked for again":
    async () => {
      for (const part of [
        /\/small\.\w+\.safetensors/,
        /\/models\.mjs/,
        /\/models-\w+-\w+\.wasm/,
        /\/model-worker\./,
      ]) {
        const pages = {};
        let gone = true;
        let refused = 0;
        const server = await serve(site, {
          before(path) {
            const lost = gone && part.test(path);
            refused += lost ? 1 : 0;
            pages[path] = lost ? null : undefined;
          },
          pages,
        });
        const url = `${server.url}#view=model&model=small`;
        const { page, close } = await openPage({ url, link: "", quiet: false, fresh: true });
        await page.waitForFunction(() => window.attentionExplorer.reading().model?.refused);
        assert.ok(refused > 0, `${part} is fetched`);
        const { model } = await core(page, "reading");
        assert.match(model.refused, /^\w.*(?:fetched|404)/, `${part}`);
        assert.equal(model.wants, null);
        gone = false;
        await core(page, "apply", { type: "ShowModel", on: true, source: "small" });
        await page.waitForFunction(() => window.attentionExplorer.reading().model?.run?.words.length > 0);
        await close();
        await server.close();
      }
    },

  "a folder that is dropped or chosen is read through its folders, and its model opens": async () => {
    const folder = folderOf(golden("models/gpt2"));
    const { page, close } = await openPage({ link: "view=model&model=small" });
    await settled(page);
    await drop(page, folder);
    await opened(page);
    // It is an entry of the history: Back leads to what was shown before, and Forward to it again.
    await page.goBack();
    await page.waitForFunction(() => window.attentionExplorer.reading().model?.source === "small");
    await page.waitForFunction(() => window.attentionExplorer.reading().model.run?.words.length > 0);
    await page.goForward();
    await page.waitForFunction(() =>
      window.attentionExplorer.reading().model?.about?.name.includes("tiny-gpt2"),
    );
    await close();

    const again = await openPage({ link: "view=model-reading" });
    await settled(again.page);
    await again.page.click("[data-action=model]");
    await again.page.setInputFiles("#model-folder", folder);
    await opened(again.page);
    await again.close();
  },

  "a GGUF file that is dropped opens with its own settings and tokenizer, and its sheet says how its numbers are stored":
    async () => {
      const outer = mkdtempSync(join(tmpdir(), "models-"));
      const file = join(outer, "tiny-gpt2-q4.gguf");
      writeFileSync(file, Buffer.from(golden("models/gguf").file, "base64"));
      const { page, close } = await openPage({ link: "view=model&model=small" });
      await settled(page);
      await drop(page, file);
      await page.waitForSelector('dialog [data-act="open"]');
      assert.match(await page.textContent("dialog"), /Llama’s kind: 2 layers of 4 heads/);
      assert.match(await page.textContent("dialog"), /stored as .*Q4_K.*quantised/);
      await opened(page);
      await core(page, "apply", { type: "SetModelText", text: "this is the string" });
      await page.waitForFunction(() => window.attentionExplorer.reading().model?.run?.words.length === 10);
      await close();

      // Under another name, and two of them.
      const other = join(outer, "weights.bin");
      writeFileSync(other, Buffer.from(golden("models/gguf").file, "base64"));
      const again = await openPage({ link: "view=model-reading" });
      await settled(again.page);
      await again.page.click("[data-action=model]");
      await again.page.setInputFiles("#model-files", [file, other]);
      await again.page.waitForSelector("dialog .refused");
      assert.match(await again.page.textContent("dialog .refused"), /tiny-gpt2-q4\.gguf, weights\.bin/);
      await again.page.setInputFiles("#model-files", [other]);
      await again.page.waitForSelector('dialog [data-act="open"]');
      await again.close();
    },

  "an answer for a model that the reader has left and come back to is not given, and the model opens":
    async () => {
      const { page, close } = await openPage({ link: "", fresh: true });
      // Answers of the worker can be held back.
      await page.evaluate(() => {
        const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
        window.held = null;
        Object.defineProperty(Worker.prototype, "onmessage", {
          set(take) {
            set.call(this, (event) => (window.held ? window.held.push(() => take(event)) : take(event)));
          },
        });
      });
      await core(page, "apply", { type: "ShowModel", on: true, source: "small" });
      await page.waitForFunction(() => window.attentionExplorer.reading().model?.next);
      await page.evaluate(() => (window.held = []));
      await core(page, "apply", { type: "LookModel", layer: 1, head: 1 });
      await page.waitForFunction(() => window.held.length > 0);
      await core(page, "apply", { type: "ShowModel", on: true, source: "" });
      await core(page, "apply", { type: "ShowModel", on: true, source: "small" });
      await page.waitForTimeout(300);
      await page.evaluate(() => {
        const { held } = window;
        window.held = null;
        for (const give of held) give();
      });
      await page.waitForFunction(() => window.attentionExplorer.reading().model.run?.words.length > 0);
      assert.equal((await core(page, "reading")).model.refused, "");
      await close();
    },

  "a model is opened by its name, after its host and size are told; a transfer that breaks goes on":
    async () => {
      const { page, complaints, close } = await openPage({ link: "view=model", quiet: false, fresh: true });
      const { asked, bytes } = await hub(page);
      await breakTransfers(page);
      await page.waitForFunction(() => window.attentionExplorer.reading().model?.run);
      await settled(page);
      await click(page, "model-other");
      await page.fill("#model-name", "not a name");
      await press(page, "name");
      assert.match(await page.textContent("dialog .refused"), /a name such as gpt2/);
      await page.fill("#model-name", "tiny/gpt2");
      await press(page, "name");
      // Only the page for what lies elsewhere may fetch from other hosts.
      await page.waitForURL(/elsewhere\.html#view=model&model=hub/);
      await page.waitForSelector('dialog [data-act="fetch"]');
      assert.match(await page.textContent("dialog"), /fetched from huggingface\.co/);
      assert.deepEqual(asked, [], "nothing is asked for yet");
      await press(page, "fetch");
      await page.waitForSelector('dialog [data-act="download"]');
      assert.ok((await page.textContent("dialog")).includes(`The weights are ${told(bytes)}.`));
      assert.ok(!gets(asked).some(([name]) => name === "model.safetensors"), "no weights yet");
      await page.uncheck("#model-keep");
      await press(page, "download");
      await press(page, "open");
      await page.waitForFunction(() => window.attentionExplorer.reading().model?.about);
      assert.deepEqual(gets(asked).slice(-2), [
        ["model.safetensors", null],
        ["model.safetensors", "bytes=1000-"],
      ]);
      assert.equal((await core(page, "reading")).model.source, "hub:tiny/gpt2");
      await click(page, "model-other");
      await page.waitForSelector("dialog .sources");
      assert.equal(await page.locator("dialog .kept li").count(), 0, "nothing was kept");
      const unusual = complaints
        .splice(0)
        .filter((one) => !one.startsWith(`request to another origin: ${onHub}`));
      assert.deepEqual(
        unusual.filter((one) => !one.includes("404")),
        [],
      );
      await close();
    },

  "a model that was fetched is kept: it opens again without its host, on the page itself too, until it is deleted":
    async () => {
      const { page, close } = await openPage({ link: "view=model", quiet: false, fresh: true });
      const { asked } = await hub(page);
      const link = "elsewhere.html#view=model&model=hub%3Atiny%2Fgpt2&model.text=1%202%203";
      const elsewhere = new URL(link, page.url()).href;
      await page.goto(elsewhere);
      await press(page, "fetch");
      await press(page, "download");
      await press(page, "open");
      await page.waitForFunction(() => window.attentionExplorer.reading().model?.next);
      const words = (await core(page, "reading")).model.next;
      asked.length = 0;

      // The link again, in a page of its own.
      await page.goto("about:blank");
      await page.goto(elsewhere);
      await press(page, "open"); // its size is told before, as of files that are dropped
      await page.waitForFunction(() => window.attentionExplorer.reading().model?.next);
      const { model } = await core(page, "reading");
      assert.deepEqual([model.source, model.about.name, model.next], ["hub:tiny/gpt2", "tiny/gpt2", words]);

      // The page that may not fetch from other hosts lists it.
      await page.goto(new URL("index.html#view=model", elsewhere).href);
      await ready(page);
      await page.waitForFunction(() => window.attentionExplorer.reading().model?.next);
      await click(page, "model-other");
      const row = page.locator("dialog .kept li");
      await row.waitFor();
      assert.match(await row.textContent(), /^tiny\/gpt2\d+\.?\d* kB, fetched on \w+ \d+, \d{4}OpenDelete$/);
      await row.getByRole("button", { name: "Open" }).click();
      await press(page, "open");
      await page.waitForFunction(() => window.attentionExplorer.reading().model.about?.name === "tiny/gpt2");
      await click(page, "model-other");
      await row.getByRole("button", { name: "Delete" }).click();
      await row.waitFor({ state: "detached" });
      assert.deepEqual(asked, [], "nothing was asked for");
      assert.match(page.url(), /index\.html#/);
      await page.goto(elsewhere);
      await page.waitForSelector('dialog [data-act="fetch"]');
      await close();
    },

  "where the browser has no room, or no store, a model that is fetched opens all the same, and the sheet says so":
    async () => {
      for (const room of [true, false]) {
        const { page, close } = await openPage({ link: "view=model", quiet: false, fresh: true });
        await hub(page);
        await page.addInitScript((hasStore) => {
          if (!hasStore)
            navigator.storage.getDirectory = () => Promise.reject(new DOMException("", "SecurityError"));
          FileSystemFileHandle.prototype.createWritable = () =>
            Promise.reject(new DOMException("", "QuotaExceededError"));
        }, room);
        const link = "elsewhere.html#view=model&model=hub%3Atiny%2Fgpt2";
        await page.goto(new URL(link, page.url()).href);
        await press(page, "fetch");
        await page.waitForSelector('dialog [data-act="download"]');
        assert.equal(await page.locator("#model-keep").count(), room ? 1 : 0);
        assert.equal((await page.textContent("dialog")).includes("read here and not kept"), !room);
        await press(page, "download");
        await page.waitForSelector('dialog [data-act="open"]');
        const told = page.locator('dialog [role="alert"]');
        if (room) await told.getByText("no room to keep all of these files. The model opens").waitFor();
        else assert.equal(await told.textContent(), "");
        assert.equal(await page.locator("dialog .kept li").count(), 0);
        await press(page, "open");
        await page.waitForFunction(() => window.attentionExplorer.reading().model?.about);
        await close();
      }
    },

  "a transfer that was left unfinished goes on in another page; of a file that changed since, nothing is used":
    async () => {
      for (const changed of [false, true]) {
        const { page, close } = await openPage({ link: "view=model", quiet: false, fresh: true });
        const here = await hub(page);
        const { asked, bytes } = here;
        const elsewhere = page
          .url()
          .replace(/\/[^/]*$/, "/elsewhere.html#view=model&model=hub%3Atiny%2Fgpt2");
        await breakTransfers(page, { rest: true });
        await page.goto(elsewhere);
        await press(page, "fetch");
        await press(page, "download");
        await page.waitForSelector("dialog .refused");
        await page.evaluate(() => (window.name = "whole from now on"));
        asked.length = 0;
        here.version = changed ? "2" : "1";
        await page.reload();
        const row = page.locator("dialog .kept li");
        assert.equal(await row.locator(".quiet").textContent(), `1 kB of ${told(bytes)}, not finished`);
        await row.getByRole("button", { name: "Go on" }).click();
        await press(page, "fetch");
        await press(page, "download");
        await press(page, "open");
        await page.waitForFunction(() => window.attentionExplorer.reading().model?.about);
        const weights = gets(asked).filter(([name]) => name === "model.safetensors");
        const rest = ["model.safetensors", "bytes=1000-"];
        assert.deepEqual(weights, changed ? [rest, ["model.safetensors", null]] : [rest]);
        await close();
      }
    },

  "files that are opened while the page's own model is on its way are not replaced by it": async () => {
    const { page, close } = await openPage({ link: "", fresh: true });
    let release = () => {};
    const held = new Promise((done) => (release = done));
    let asked = false;
    await page.route(/small\.\w+\.safetensors/, async (route) => {
      asked = true;
      await held;
      await route.continue();
    });
    await core(page, "apply", { type: "ShowModel", on: true, source: "small" });
    await page.waitForFunction(() => window.attentionExplorer.reading().model?.wants?.what === "model");
    await drop(page, folderOf(golden("models/gpt2")));
    await opened(page);
    assert.ok(asked, "the page's own model is fetched");
    const fetched = page.waitForResponse(/small\.\w+\.safetensors/);
    release();
    await fetched;
    await page.waitForTimeout(1500); // longer than it takes to open it
    const { model } = await core(page, "reading");
    assert.equal(model.source, "");
    assert.match(model.about.name, /tiny-gpt2/);
    await close();
  },

  ...nightly({
    "124 million parameters: 512 tokens in 4 s, one more in 0.15 s, and 1.3 GB at most": async () => {
      const found = await fastestModelOf(2);
      // Over many texts it is as fast as wanted on some days only (tests/bench/README.md).
      const rows = rowsOfModel(found).filter(([what]) => !/over 64 texts/.test(what));
      assert.equal(rows.length, rowsOfModel(found).length - 1);
      for (const [what, value, most, unit = "ms"] of rows)
        assert.ok(value <= most, `${what}: ${Math.round(value)} of ${most} ${unit}`);
    },
  }),
};

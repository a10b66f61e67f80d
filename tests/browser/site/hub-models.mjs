// Models by name from a hub whose folders are not as most are: a vocabulary in place of tokenizer.json, and weights that change
// while they are fetched.
import assert from "node:assert/strict";
import { core, golden, openPage, siteUrl } from "../harness.mjs";
import { breakFirstTransfer } from "./hub.mjs";

const folder = "https://huggingface.co/tiny/model/resolve/main/";
const headers = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-expose-headers": "etag",
};

/** Answers for the folder: `files` by name, texts or bytes, or what gives them and their ETag for each request. */
async function hub(page, files) {
  const asked = [];
  await page.route(`${folder}**`, (route) => {
    const request = route.request();
    const name = request.url().slice(folder.length);
    const { range } = request.headers();
    asked.push(`${request.method()} ${name}${range ? ` ${range}` : ""}`);
    const file = typeof files[name] === "function" ? files[name](request) : { body: files[name] };
    if (file.body === undefined) return route.fulfill({ status: 404, headers });
    const body = Buffer.from(file.body);
    const told = file.etag ? { ...headers, etag: file.etag } : headers;
    if (request.method() === "HEAD")
      return route.fulfill({ headers: { ...told, "content-length": String(body.length) } });
    const from = Number(range?.match(/\d+/)[0] ?? 0);
    return route.fulfill({ status: range ? 206 : 200, body: body.subarray(from), headers: told });
  });
  return asked;
}

/** Looks the model up, and opens it. */
async function open(page) {
  await page.locator('dialog [data-act="fetch"]').click();
  await page.locator('dialog [data-act="download"]').click();
  await page.locator('dialog [data-act="open"]').click();
  await page.waitForFunction(() => window.attentionExplorer.reading().model?.about);
}

/** The page for what lies elsewhere, which may fetch from other hosts. */
const pageOfHub = () =>
  openPage({
    url: `${siteUrl()}elsewhere.html`,
    link: "view=model&model=hub%3Atiny%2Fmodel",
    quiet: false,
    fresh: true,
  });

const words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "cat", "sat", "##s", "."];

export const tests = {
  "a model by name whose folder has vocab.txt and no tokenizer.json takes a text": async () => {
    const of = golden("models/bert");
    const { page, close } = await pageOfHub();
    const asked = await hub(page, {
      "config.json": JSON.stringify(of.config),
      "tokenizer_config.json": JSON.stringify({ do_lower_case: true, tokenizer_class: "BertTokenizer" }),
      "vocab.txt": `${words.join("\n")}\n`,
      "model.safetensors": Buffer.from(of.weights, "base64"),
    });
    await open(page);
    assert.ok(asked.indexOf("GET vocab.json") < asked.indexOf("GET vocab.txt"), asked.join(", "));
    assert.ok(!asked.includes("GET merges.txt"), "merges.txt belongs to vocab.json");
    await core(page, "apply", { type: "SetModelText", text: "The CATS sat." });
    await page.waitForFunction(() => window.attentionExplorer.reading().model.run?.words.length === 7);
    const { model } = await core(page, "reading");
    assert.deepEqual(model.run.words, ["[CLS]", "the", "cat", "##s", "sat", ".", "[SEP]"]);
    await close();
  },

  "weights that were replaced while their transfer broke are fetched from the beginning": async () => {
    const of = golden("models/gpt2");
    const weights = Buffer.from(of.weights, "base64");
    const { page, close } = await pageOfHub();
    let times = 0;
    const asked = await hub(page, {
      "config.json": JSON.stringify(of.config),
      "model.safetensors": (request) => {
        if (request.method() === "HEAD") return { body: weights };
        // The first is of another version, and ends early.
        return times++ === 0
          ? { body: Buffer.alloc(1000, 7), etag: '"old"' }
          : { body: weights, etag: '"new"' };
      },
    });
    await breakFirstTransfer(page);
    await open(page);
    assert.deepEqual(
      asked.filter((one) => /^GET model\.safetensors(?: |$)/.test(one)),
      ["GET model.safetensors", "GET model.safetensors bytes=1000-", "GET model.safetensors"],
    );
    await core(page, "apply", { type: "SetModelText", text: of.ids.join(" ") });
    await page.waitForFunction(() => window.attentionExplorer.reading().model.run?.words.length === 9);
    await close();
  },
};

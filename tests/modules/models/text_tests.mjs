// models.mjs: ids of texts against encoders of our own, tokenizers that are broken, and the page's small model with its tokenizer.
import { check, close, equal, matches, throws } from "../harness.mjs";
import { bytesOf, near, refused } from "./support.mjs";

async function tokens(runner, { loadModel, golden, once }) {
  const of = await golden("models/gpt2");
  const { tokenizer, texts } = await golden("models/tokenizer");
  const config = { ...of.config };
  const weights = bytesOf(of);

  await runner.test(
    "models: ids of byte-level BPE are those of GPT-2's encoder, for twenty texts",
    async () => {
      const model = await loadModel({ config, weights, tokenizer });
      equal(model.textProblem, undefined, "problem");
      equal(texts.length, 20, "texts");
      for (const { text, ids } of texts) {
        equal(model.encode(text), ids, `ids of ${JSON.stringify(text)}`);
        equal(model.decode(ids), text, "the text of the ids");
      }
      await refused(model.run(texts[0].text), "id", /^ids/, /Use the tokenizer that lies beside the weights/);
      throws(() => model.encode(3), "type", "text");
    },
  );

  for (const kind of ["wordpiece", "byte-fallback"])
    await runner.test(`models: ids of ${kind} are those of a second encoder, for twenty texts`, async () => {
      const pieces = await golden(`models/${kind}`);
      const model = await loadModel({ config, weights, tokenizer: pieces.tokenizer });
      equal(model.textProblem, undefined, "problem");
      equal(pieces.texts.length, 20, "texts");
      for (const { text, ids } of pieces.texts) {
        equal(model.encode(text), ids, `ids of ${JSON.stringify(text)}`);
        if (kind === "byte-fallback" && !text.includes("</s>"))
          equal(model.decode(ids.slice(1)), text, "the text of the ids");
      }
    });

  if (once)
    // reads a file that is not served
    await runner.test(
      "models: ids are those of Hugging Face's tokenizers, for every kind and twenty hard texts",
      async () => {
        const { ids } = await golden("tokenizers");
        const { tokenizers, texts: hard } = await import("../../golden/tokenizers.mjs");
        for (const [name, one] of Object.entries(tokenizers)) {
          const model = await loadModel({ config, weights, tokenizer: one });
          equal(model.textProblem, undefined, name);
          hard.forEach((text, i) =>
            equal(model.encode(text), ids[name][i], `${name}: ${JSON.stringify(text)}`),
          );
        }
      },
    );

  await runner.test(
    "models: a word that neither the vocabulary nor the unknown token covers is refused, others are not",
    async () => {
      const vocab = { I: 0, "▁you": 1 };
      const lacking = {
        ...tokenizer,
        added_tokens: [],
        pre_tokenizer: { type: "WhitespaceSplit" },
        normalizer: null,
      };
      const model = { type: "WordLevel", unk_token: "<unk>", vocab };
      const own = await loadModel({ config, weights, tokenizer: { ...lacking, model } });
      equal(own.encode("I I"), [0, 0], "ids");
      throws(() => own.encode("I ❤"), "tokenizer", "text");
      equal(own.encode("I"), [0], "ids after it");
    },
  );

  await runner.test("models: a text is run as its ids, and next tokens have theirs", async () => {
    // As many letters as the model has tokens.
    const vocab = Object.fromEntries(
      [..."abcdefghijklmnopqrstuvwxyz!?.,-"].map((letter, id) => [letter, id]),
    );
    const small = { ...tokenizer, added_tokens: [], model: { ...tokenizer.model, merges: [], vocab } };
    const own = await loadModel({ config, weights, tokenizer: new Blob([JSON.stringify(small)]) });
    const run = await own.run("abc");
    equal(run.ids, [0, 1, 2], "ids");
    await run.append("de");
    equal(run.ids, [0, 1, 2, 3, 4], "ids");
    const wanted = (await own.run([0, 1, 2, 3, 4])).logits;
    close(run.logits.data, wanted.data, near, "logits");
    equal(run.next(1)[0].text.length, 1, "length of the next letter");
  });

  await runner.test("models: a tokenizer that is broken or unknown leaves ids", async () => {
    const broken = [
      { ...tokenizer, model: { ...tokenizer.model, type: "Riddle" } },
      ...[7, "T", "T he e", ["T"], "T zz"].map((merge) => ({
        ...tokenizer,
        model: { ...tokenizer.model, merges: [...tokenizer.model.merges, merge] },
      })),
      "{",
      {},
    ];
    for (const one of broken) {
      const model = await loadModel({ config, weights, tokenizer: one });
      check(
        model.textProblem?.startsWith("The tokenizer cannot be used here"),
        `it says ${model.textProblem}`,
      );
      await refused(model.run("words"), "tokenizer", "tokenizer", /Give ids instead/);
      matches((await model.run(of.ids)).logits, of.logits, near, "logits");
    }
  });
}

/** The site's own model, which web/models/train.py trained: what its files compute is what PyTorch does. */
async function small(runner, { loadModel, golden }) {
  await runner.test("models: the page's small model has PyTorch's logits and weights", async () => {
    const { readFile } = await import("node:fs/promises");
    const file = (name) => readFile(new URL(`../../../web/models/small/${name}`, import.meta.url));
    const [config, weights, tokenizer] = await Promise.all(
      ["config.json", "model.safetensors", "tokenizer.json"].map(file),
    );
    const { texts } = await golden("models/small");
    equal(texts.length, 3, "texts");
    const model = await loadModel({ config, weights, tokenizer });
    for (const { text, ids, logits, attention, next } of texts) {
      const run = await model.run(text);
      equal(run.ids, ids, `ids of ${text}`);
      const last = ids.length - 1;
      [last - 1, last].forEach((at, i) =>
        close(run.logitsAt(at), logits[i], { relative: 0, absolute: 1e-2 }, `logits of ${text}`),
      );
      attention.forEach((heads, layer) =>
        heads.forEach((row, head) =>
          close(
            run.attention(layer, head, { first: last }).data,
            row,
            { relative: 0, absolute: 1e-3 },
            "weights",
          ),
        ),
      );
      equal(run.next(1)[0].text, next, `the word after ${text}`);
    }
  });
}

export async function tests(runner, environment) {
  await tokens(runner, environment);
  if (environment.once) await small(runner, environment); // reads the files that the build puts into the site
}

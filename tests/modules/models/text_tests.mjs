// models.mjs: ids of texts against encoders of our own, tokenizers that are broken, and the page's small model with its tokenizer.
import { check, close, equal, matches, throws } from "../harness.mjs";
import { bytesOf, near, refused } from "./support.mjs";

async function tokens(runner, { loadModel, golden }) {
  const of = await golden("models/gpt2");
  const { tokenizer, texts } = await golden("tokenizers/tokenizer");
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
      const pieces = await golden(`tokenizers/${kind}`);
      const model = await loadModel({ config, weights, tokenizer: pieces.tokenizer });
      equal(model.textProblem, undefined, "problem");
      equal(pieces.texts.length, 20, "texts");
      for (const { text, ids } of pieces.texts) {
        equal(model.encode(text), ids, `ids of ${JSON.stringify(text)}`);
        if (kind === "byte-fallback" && !text.includes("</s>"))
          equal(model.decode(ids.slice(1)), text, "the text of the ids");
      }
    });

  await runner.test("models: ids of nine tokenizers that once came out wrong are the library's", async () => {
    for (const [name, one] of Object.entries(await golden("tokenizers/cases"))) {
      const model = await loadModel({ config, weights, tokenizer: one.tokenizer });
      equal(model.textProblem, undefined, name);
      for (const { text, ids } of one.texts)
        if (ids) equal(model.encode(text), ids, `${name}: ${JSON.stringify(text)}`);
        else throws(() => model.encode(text), "tokenizer", "text"); // the library fails on it
    }
  });

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

  await runner.test("models: the tokens for unknown and for masked words are told, where there are any", async () => {
    const standIns = async (one) => {
      const model = await loadModel({ config, weights, tokenizer: one });
      equal(model.textProblem, undefined, "problem");
      return [model.unknownId, model.maskId];
    };
    const { tokenizer: wordpiece } = await golden("tokenizers/wordpiece");
    equal(await standIns(wordpiece), [1, 4], "of WordPiece");
    equal(await standIns(tokenizer), [undefined, undefined], "of bytes, which cover all texts");
    const unigram = {
      ...tokenizer,
      model: { type: "Unigram", unk_id: 2, vocab: [["a", -1], ["<mask>", 0], ["<unk>", 0]] },
      added_tokens: [],
      pre_tokenizer: null,
      decoder: null,
      post_processor: null,
    };
    equal(await standIns(unigram), [2, 1], "of Unigram");
    // A token that stands around each text says nothing about its words.
    const around = { type: "BertProcessing", cls: ["[UNK]", 1], sep: ["[SEP]", 3] };
    equal(await standIns({ ...wordpiece, post_processor: around }), [undefined, 4], "around a text");
  });

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

  await runner.test(
    "models: a vocabulary that leaves something open is refused, and the file is named",
    async () => {
      const words = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\n##m\n";
      const { vocab, merges } = tokenizer.model;
      const bytePairs = { "vocab.json": vocab, "merges.txt": merges.join("\n") };
      const ofWords = { "vocab.txt": words };
      const cases = [
        ["gpt2", { "vocab.json": vocab }, undefined, /needs merges\.txt too/],
        ["gpt2", { "merges.txt": "" }, undefined, /needs vocab\.json too/],
        ["gpt2", ofWords, undefined, /needs vocab\.json and merges\.txt too/],
        [
          "gpt2",
          bytePairs,
          { tokenizer_class: "CLIPTokenizer" },
          /tokenizer_config\.json names CLIPTokenizer/,
        ],
        [
          "gpt2",
          { ...bytePairs, "vocab.json": { a: 0 } },
          undefined,
          /vocab\.json lacks 255 of the 256 letters/,
        ],
        ["gpt2", { ...bytePairs, "vocab.json": "{" }, undefined, /vocab\.json is not a JSON object/],
        [
          "gpt2",
          { ...bytePairs, "vocab.json": { ...vocab, a: "1" } },
          undefined,
          /vocab\.json gives "a" no id/,
        ],
        ["gpt2", { ...bytePairs, "merges.txt": "#version\nt zz" }, undefined, /line 2 of merges\.txt/],
        [
          "gpt2",
          { ...bytePairs, "added_tokens.json": { "[E]": 9999 } },
          undefined,
          /“\[E\]” has the id 9999/,
        ],
        ["llama", bytePairs, undefined, /of the type “llama”/],
        ["opt", bytePairs, undefined, /tokenizer_config\.json, .*, is missing/],
        ["opt", bytePairs, { add_bos_token: true, bos_token: "</s>" }, /vocab\.json has no <\/s>/],
        ["bert", { "vocab.txt": "[CLS]\n[SEP]\nthe" }, undefined, /vocab\.txt has no \[UNK\]/],
        ["bert", ofWords, { cls_token: "<s>" }, /vocab\.txt has no <s>: .* its cls_token/],
        ["bert", { "vocab.txt": `${words}The` }, undefined, /capital letters \(The\).*do_lower_case/],
        ["bert", ofWords, { do_basic_tokenize: false }, /do_basic_tokenize/],
      ];
      for (const [family, vocabulary, tokenizerConfig, why] of cases) {
        const one = await golden(`models/${family}`);
        const files = { config: one.config, weights: bytesOf(one) };
        const model = await loadModel({ ...files, vocabulary, tokenizerConfig });
        await refused(model.run("words"), "tokenizer", "tokenizer", why);
        check(model.textProblem.startsWith("No tokenizer can be made from these files: "), model.textProblem);
        equal((await model.run(one.ids)).ids, one.ids, "ids");
      }
      const own = await loadModel({ config, weights, tokenizer, vocabulary: { "vocab.json": "{" } });
      equal(own.textProblem, undefined, "a tokenizer.json stands before a vocabulary");
      const none = await loadModel({ config, weights, vocabulary: { "special_tokens_map.json": "{}" } });
      check(none.textProblem.startsWith("No tokenizer was given"), none.textProblem);
      await refused(loadModel({ config, weights, vocabulary: { "vocab.tsv": "" } }), "option", "vocab.tsv");
    },
  );

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

/** Against Hugging Face's own library, whose ids are in golden/tokenizers/ids.json. */
async function reference(runner, { loadModel, golden }) {
  const of = await golden("models/gpt2");
  const weights = bytesOf(of);
  const { config } = of;
  const wanted = await golden("tokenizers/ids");
  const [{ tokenizers, unpacked }, { texts }, { vocabularies }, sweep] = await Promise.all(
    ["kinds", "texts", "vocabularies", "code-points"].map(
      (name) => import(`../../golden/tokenizers/${name}.mjs`),
    ),
  );
  const compare = (model, name, ids) => {
    equal(model.textProblem, undefined, name);
    equal([texts.length, ids.length], [100, 100], "texts");
    texts.forEach((text, i) =>
      equal(model.encode(text), unpacked(ids[i]), `${name}: ${JSON.stringify(text)}`),
    );
  };

  await runner.test(
    "models: ids are the library's for every kind of tokenizer and a hundred hard texts",
    async () => {
      equal(Object.keys(tokenizers).length, 42, "tokenizers");
      for (const [name, tokenizer] of Object.entries(tokenizers))
        compare(await loadModel({ config, weights, tokenizer }), name, wanted.ids[name]);
    },
  );

  await runner.test(
    "models: an XLM-RoBERTa with its kind of tokenizer has PyTorch's logits for a text",
    async () => {
      const xlm = await golden("models/xlm-roberta");
      const tokenizer = tokenizers["Unigram of XLM-RoBERTa"];
      const model = await loadModel({ config: xlm.config, weights: bytesOf(xlm), tokenizer });
      const run = await model.run("the cat sat on the mat");
      equal(run.ids, xlm.ids, "ids");
      matches(run.logits, xlm.logits, near, "logits");
      equal(run.next(1)[0].text, model.piece(run.next(1)[0].id), "the likeliest for </s>");
    },
  );

  await runner.test(
    "models: tokenizers that are made from vocab.txt, vocab.json and merges.txt give the library's ids",
    async () => {
      equal(Object.keys(vocabularies).length, 9, "vocabularies");
      for (const [name, { type, tokenizerConfig, vocabulary }] of Object.entries(vocabularies)) {
        const { config: own, weights: bytes } = await golden(`models/${type}`);
        const files = { config: own, weights: bytesOf({ weights: bytes }), vocabulary };
        compare(await loadModel({ ...files, tokenizerConfig }), name, wanted.vocabularies[name]);
      }
    },
  );

  await runner.test(
    "models: all characters of Unicode become the library's ids, in three tokenizers",
    async () => {
      const blocks = sweep.blocksOf(wanted.blocks);
      check(blocks.length > 680, `${blocks.length} blocks`);
      for (const [name, tokenizer] of Object.entries(sweep.sweptOver(wanted.blocks))) {
        const model = await loadModel({ config, weights, tokenizer });
        equal(model.textProblem, undefined, name);
        blocks.forEach((block, i) =>
          equal(
            sweep.digest(model.encode(sweep.textOf(block))),
            wanted.sweep[name].slice(6 * i, 6 * i + 6),
            `${name}: characters from U+${(block * 256).toString(16)}`,
          ),
        );
      }
    },
  );
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
  if (!environment.once) return; // these read files that are not served
  await reference(runner, environment);
  await small(runner, environment);
}

// Models by name, laid out as repositories of the hub are: names of files and tensors, number types, buffers, shards and settings as
// there, and small. The numbers are those of the golden checkpoints, which PyTorch computed, and of models.mjs given plain files.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { core, golden, site } from "../harness.mjs";
import * as checkpoint from "./checkpoint.mjs";
import { breakFirstTransfer, fetchAndOpen, hubHost, pageOfHub, read, weightsHost } from "./hub.mjs";

const { loadModel } = await import(pathToFileURL(join(site, "models.mjs")).href);

const json = (value) => Buffer.from(JSON.stringify(value, null, 2));
const { tensor, causalMask } = checkpoint;
const tensorsOf = (of) => checkpoint.tensorsOf(Buffer.from(of.weights, "base64"));
const renamed = (tensors, rename) =>
  Object.fromEntries(Object.entries(tensors).map(([name, one]) => [rename(name), one]));

// ---- tokenizers: a token is a letter ----
const letters = "abcdefghijklmnopqrstuvwxyz01234";
const textOf = (ids) => ids.map((id) => letters[id]).join("");
const lettersTo = (size) => Object.fromEntries([...letters.slice(0, size)].map((one, id) => [one, id]));

const addedTokens = (tokens) =>
  Object.entries(tokens).map(([content, id]) => ({
    ...{ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true },
  }));
const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true };
const bpe = (vocab) => ({
  type: "BPE",
  dropout: null,
  unk_token: null,
  continuing_subword_prefix: "",
  end_of_word_suffix: "",
  fuse_unk: false,
  vocab,
  merges: [],
});
const tokenizerOf = (parts) => ({
  ...{ version: "1.0", truncation: null, padding: null, added_tokens: [], normalizer: null },
  ...{ pre_tokenizer: byteLevel, post_processor: null, decoder: byteLevel },
  ...parts,
});
const qwenPattern =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/** openai-community/gpt2: float32, names without "transformer.", the causal mask of each layer, a tokenizer in both forms. */
function gpt2() {
  const of = golden("models/gpt2");
  const tensors = renamed(tensorsOf(of), (name) => name.replace(/^transformer\./, ""));
  for (const layer of [0, 1]) tensors[`h.${layer}.attn.bias`] = causalMask("F32", 16);
  const vocab = lettersTo(31);
  const { model_type, vocab_size, n_positions, n_embd, n_layer, n_head, n_inner } = of.config;
  const files = {
    "config.json": json({
      activation_function: "gelu_new",
      architectures: ["GPT2LMHeadModel"],
      attn_pdrop: 0.1,
      bos_token_id: 30,
      embd_pdrop: 0.1,
      eos_token_id: 30,
      initializer_range: 0.02,
      layer_norm_epsilon: 1e-5,
      ...{ model_type, n_ctx: n_positions, n_embd, n_head, n_inner, n_layer, n_positions },
      resid_pdrop: 0.1,
      summary_activation: null,
      summary_first_dropout: 0.1,
      summary_proj_to_labels: true,
      summary_type: "cls_index",
      summary_use_proj: true,
      task_specific_params: { "text-generation": { do_sample: true, max_length: 50 } },
      vocab_size,
    }),
    "generation_config.json": json({ bos_token_id: 30, eos_token_id: 30 }),
    "tokenizer.json": json(tokenizerOf({ post_processor: byteLevel, model: bpe(vocab) })),
    "tokenizer_config.json": json({ model_max_length: 16 }),
    "vocab.json": json(vocab),
    "merges.txt": Buffer.from("#version: 0.2\n"),
    "model.safetensors": checkpoint.fileOf(tensors),
  };
  return { files, ids: of.ids, text: textOf(of.ids), logits: of.logits, attention: of.attention };
}

/** HuggingFaceTB/SmolLM2-135M: bfloat16, keys and values for several heads, logits by the embedding. */
async function smolLm2() {
  const of = golden("models/llama");
  const { "lm_head.weight": _, ...plain } = tensorsOf(of);
  const halves = Object.fromEntries(
    Object.entries(plain).map(([name, one]) => [name, checkpoint.toBfloat16(one)]),
  );
  const { head_dim, hidden_size, intermediate_size, num_hidden_layers, vocab_size } = of.config;
  const { num_attention_heads, num_key_value_heads } = of.config;
  const sizes = {
    ...{ hidden_size, intermediate_size, num_attention_heads, num_hidden_layers, num_key_value_heads },
    ...{ head_dim, vocab_size, max_position_embeddings: 64 },
  };
  const files = {
    "config.json": json({
      architectures: ["LlamaForCausalLM"],
      attention_bias: false,
      attention_dropout: 0.0,
      bos_token_id: 0,
      eos_token_id: 0,
      hidden_act: "silu",
      initializer_range: 0.041666666666666664,
      is_llama_config: true,
      model_type: "llama",
      pretraining_tp: 1,
      rms_norm_eps: 1e-5,
      rope_interleaved: false,
      rope_scaling: null,
      rope_theta: 100000,
      tie_word_embeddings: true,
      torch_dtype: "bfloat16",
      transformers_version: "4.40.1",
      use_cache: true,
      ...sizes,
    }),
    "tokenizer.json": json(
      tokenizerOf({
        pre_tokenizer: {
          type: "Sequence",
          pretokenizers: [{ type: "Digits", individual_digits: true }, byteLevel],
        },
        model: bpe(lettersTo(29)),
      }),
    ),
    "tokenizer_config.json": json({ tokenizer_class: "GPT2Tokenizer", model_max_length: 64 }),
    "special_tokens_map.json": json({ bos_token: "<|endoftext|>", eos_token: "<|endoftext|>" }),
    "vocab.json": json(lettersTo(29)),
    "merges.txt": Buffer.from("#version: 0.2\n"),
    "model.safetensors": checkpoint.fileOf(halves),
  };
  // The same numbers in float32, with a matrix of logits of their own.
  const wide = Object.fromEntries(
    Object.entries(halves).map(([name, one]) => [name, checkpoint.fromBfloat16(one)]),
  );
  const model = await loadModel({
    config: {
      model_type: "llama",
      rms_norm_eps: 1e-5,
      rope_theta: 100000,
      tie_word_embeddings: false,
      ...sizes,
    },
    weights: checkpoint.fileOf({ ...wide, "lm_head.weight": wide["model.embed_tokens.weight"] }),
  });
  return { files, ids: of.ids, text: textOf(of.ids), ...(await computed(model, of.ids)) };
}

/** EleutherAI/pythia-70m: float16, with masks, the number that masks, and the frequencies of the rotation as buffers. */
function pythia() {
  const of = golden("models/gpt_neox");
  const tensors = tensorsOf(of);
  for (const layer of [0, 1]) {
    const at = `gpt_neox.layers.${layer}.attention`;
    tensors[`${at}.bias`] = causalMask("BOOL", 32);
    tensors[`${at}.masked_bias`] = tensor("F16", [], Uint16Array.of(0xfbff)); // the least float16
    assert.ok(tensors[`${at}.rotary_emb.inv_freq`]);
  }
  const { config } = of;
  const files = {
    "config.json": json({
      architectures: ["GPTNeoXForCausalLM"],
      bos_token_id: 0,
      eos_token_id: 0,
      initializer_range: 0.02,
      torch_dtype: "float16",
      transformers_version: "4.24.0",
      use_cache: true,
      ...config,
    }),
    "tokenizer.json": json(
      tokenizerOf({ normalizer: { type: "NFC" }, post_processor: byteLevel, model: bpe(lettersTo(29)) }),
    ),
    "tokenizer_config.json": json({ add_prefix_space: false, tokenizer_class: "GPTNeoXTokenizer" }),
    "special_tokens_map.json": json({ unk_token: "<|endoftext|>" }),
    "model.safetensors": checkpoint.fileOf(tensors),
  };
  return { files, ids: of.ids, text: textOf(of.ids), logits: of.logits, attention: of.attention };
}

/** google-bert/bert-base-uncased: gamma and beta, a pooler, the head of two sentences, and no matrix of logits. */
async function bert() {
  const of = golden("models/bert");
  const tensors = renamed(tensorsOf(of), (name) =>
    name.replace(/LayerNorm\.weight$/, "LayerNorm.gamma").replace(/LayerNorm\.bias$/, "LayerNorm.beta"),
  );
  const zeros = (...shape) => tensor("F32", shape, new Float32Array(shape.reduce((a, b) => a * b)));
  Object.assign(tensors, {
    "bert.pooler.dense.weight": zeros(24, 24),
    "bert.pooler.dense.bias": zeros(24),
    "cls.seq_relationship.weight": zeros(2, 24),
    "cls.seq_relationship.bias": zeros(2),
  });
  const special = { "[PAD]": 26, "[UNK]": 27, "[CLS]": 28, "[SEP]": 29, "[MASK]": 30 };
  const vocab = { ...lettersTo(26), ...special };
  const ends = Object.fromEntries(
    ["[CLS]", "[SEP]"].map((id) => [id, { id, ids: [special[id]], tokens: [id] }]),
  );
  const piece = (id, type_id) => ({ SpecialToken: { id, type_id } });
  const sentence = (id, type_id) => ({ Sequence: { id, type_id } });
  const files = {
    "config.json": json({
      architectures: ["BertForMaskedLM"],
      attention_probs_dropout_prob: 0.1,
      gradient_checkpointing: false,
      hidden_dropout_prob: 0.1,
      initializer_range: 0.02,
      pad_token_id: 26,
      position_embedding_type: "absolute",
      transformers_version: "4.6.0.dev0",
      use_cache: true,
      ...of.config,
    }),
    "tokenizer.json": json(
      tokenizerOf({
        added_tokens: addedTokens(special),
        normalizer: {
          ...{ type: "BertNormalizer", clean_text: true, handle_chinese_chars: true },
          ...{ strip_accents: null, lowercase: true },
        },
        pre_tokenizer: { type: "BertPreTokenizer" },
        post_processor: {
          type: "TemplateProcessing",
          single: [piece("[CLS]", 0), sentence("A", 0), piece("[SEP]", 0)],
          pair: [
            ...[piece("[CLS]", 0), sentence("A", 0), piece("[SEP]", 0)],
            ...[sentence("B", 1), piece("[SEP]", 1)],
          ],
          special_tokens: ends,
        },
        decoder: { type: "WordPiece", prefix: "##", cleanup: true },
        model: {
          ...{ type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##" },
          ...{ max_input_chars_per_word: 100, vocab },
        },
      }),
    ),
    "tokenizer_config.json": json({ do_lower_case: true, model_max_length: 16 }),
    "vocab.txt": Buffer.from(`${Object.keys(vocab).join("\n")}\n`),
    "model.safetensors": checkpoint.fileOf(tensors),
  };
  const ids = [28, 3, 0, 30, 24, 29];
  const model = await loadModel({ config: of.config, weights: Buffer.from(of.weights, "base64") });
  return { files, ids, text: "D a [MASK] y", saysAt: 3, ...(await computed(model, ids)) };
}

/** Qwen/Qwen3-0.6B: bfloat16, norms of queries and keys, heads wider than their share, and the matrix of logits stored twice. */
function qwen3() {
  const of = golden("models/qwen3");
  const tensors = tensorsOf(of);
  tensors["lm_head.weight"] = tensors["model.embed_tokens.weight"];
  const special = { "<|endoftext|>": 27, "<|im_end|>": 28 };
  const files = {
    "config.json": json({
      architectures: ["Qwen3ForCausalLM"],
      attention_dropout: 0.0,
      bos_token_id: 27,
      eos_token_id: 28,
      initializer_range: 0.02,
      max_window_layers: 28,
      rope_scaling: null,
      sliding_window: null,
      torch_dtype: "bfloat16",
      transformers_version: "4.51.0",
      use_cache: true,
      use_sliding_window: false,
      ...of.config,
    }),
    "generation_config.json": json({ do_sample: true, temperature: 0.6, top_k: 20, top_p: 0.95 }),
    "tokenizer.json": json(
      tokenizerOf({
        added_tokens: addedTokens(special),
        normalizer: { type: "NFC" },
        pre_tokenizer: {
          type: "Sequence",
          pretokenizers: [
            { type: "Split", pattern: { Regex: qwenPattern }, behavior: "Isolated", invert: false },
            { ...byteLevel, trim_offsets: false, use_regex: false },
          ],
        },
        post_processor: { ...byteLevel, trim_offsets: false, use_regex: false },
        model: bpe(lettersTo(27)),
      }),
    ),
    "tokenizer_config.json": json({ add_bos_token: false, tokenizer_class: "Qwen2Tokenizer" }),
    "vocab.json": json(lettersTo(27)),
    "merges.txt": Buffer.from("#version: 0.2\n"),
    "model.safetensors": checkpoint.fileOf(tensors),
  };
  return { files, ids: of.ids, text: textOf(of.ids), logits: of.logits, attention: of.attention };
}

/** google/gemma-2-2b-it: two shards and their index, <bos> before each text, logits by the embedding. */
function gemma2() {
  const of = golden("models/gemma2");
  const special = { "<pad>": 27, "<eos>": 28, "<bos>": 2 };
  const { c: _, ...vocab } = lettersTo(27);
  const bos = { SpecialToken: { id: "<bos>", type_id: 0 } };
  const files = {
    "config.json": json({
      architectures: ["Gemma2ForCausalLM"],
      attention_bias: false,
      attention_dropout: 0.0,
      bos_token_id: 2,
      cache_implementation: "hybrid",
      eos_token_id: 28,
      hidden_activation: "gelu_pytorch_tanh",
      initializer_range: 0.02,
      pad_token_id: 27,
      torch_dtype: "bfloat16",
      transformers_version: "4.42.4",
      use_cache: true,
      ...of.config,
    }),
    "tokenizer.json": json(
      tokenizerOf({
        added_tokens: addedTokens(special),
        normalizer: { type: "Replace", pattern: { String: " " }, content: "▁" },
        pre_tokenizer: {
          ...{ type: "Split", pattern: { String: " " }, behavior: "MergedWithPrevious", invert: false },
        },
        post_processor: {
          type: "TemplateProcessing",
          single: [bos, { Sequence: { id: "A", type_id: 0 } }],
          pair: [bos, { Sequence: { id: "A", type_id: 0 } }, { Sequence: { id: "B", type_id: 1 } }],
          special_tokens: { "<bos>": { id: "<bos>", ids: [2], tokens: ["<bos>"] } },
        },
        decoder: {
          type: "Sequence",
          decoders: [
            { type: "Replace", pattern: { String: "▁" }, content: " " },
            { type: "ByteFallback" },
            { type: "Fuse" },
          ],
        },
        model: { ...bpe({ ...vocab, ...special }), unk_token: null, byte_fallback: true },
      }),
    ),
    "tokenizer_config.json": json({ add_bos_token: true, tokenizer_class: "GemmaTokenizer" }),
    ...checkpoint.shardsOf(tensorsOf(of), 2),
  };
  assert.equal(of.ids[0], 2);
  const text = textOf(of.ids.slice(1));
  return { files, ids: of.ids, text, logits: of.logits, attention: of.attention };
}

/** What models.mjs computes: logits (T, V) and weights (layers, heads, T, T). */
async function computed(model, ids) {
  const run = await model.run(ids);
  const { layers, heads } = model.config;
  const range = (count) => [...Array(count).keys()];
  const logits = ids.map((_, at) => [...run.logitsAt(at)]);
  const attention = range(layers).map((layer) =>
    range(heads).map((head) => {
      const { data } = run.attention(layer, head);
      return ids.map((_, at) => [...data.subarray(at * ids.length, (at + 1) * ids.length)]);
    }),
  );
  model.dispose();
  return { logits, attention };
}

function near(actual, wanted, what, most = 2e-4) {
  assert.ok(Math.abs(actual - wanted) < most, `${what} is ${actual}, not ${wanted}`);
}

/** The page's next words and its row of weights are those of these logits and weights. */
async function agrees(page, model, { ids, logits, attention, saysAt = ids.length - 1 }) {
  const row = logits[saysAt];
  const powers = row.map((logit) => Math.exp(logit - Math.max(...row)));
  const sum = powers.reduce((all, power) => all + power, 0);
  assert.equal(model.next.next.length, 10);
  for (const { id, probability } of model.next.next) near(probability, powers[id] / sum, `token ${id}`);
  await core(page, "apply", { type: "LookModel", layer: 1, head: 1, row: saysAt });
  await page.waitForFunction(() => window.attentionExplorer.reading().model.wants === null);
  const shown = (await core(page, "reading")).model.rows[0].row.largest;
  const largest = [...attention[1][1][saysAt]].sort((a, b) => b - a);
  assert.ok(shown.length > 1);
  shown.forEach(({ value }, i) => near(value, largest[i], `the weight ${i} of the row`));
}

const layouts = {
  "openai-community/gpt2": gpt2,
  "HuggingFaceTB/SmolLM2-135M": smolLm2,
  "EleutherAI/pythia-70m": pythia,
  "google-bert/bert-base-uncased": bert,
  "Qwen/Qwen3-0.6B": qwen3,
  "google/gemma-2-2b-it": gemma2,
};

export const tests = {
  ...Object.fromEntries(
    Object.entries(layouts).map(([name, make]) => [
      `${name}, as it lies on the hub, opens by its name and computes the same as plain files do`,
      async () => {
        const of = await make();
        const link = `view=model&model=${encodeURIComponent(`hub:${name}`)}`;
        const { page, asked, close } = await pageOfHub({ [name]: of }, link);
        await fetchAndOpen(page);
        const model = await read(page, of.text);
        assert.equal(model.about.name, name);
        assert.equal(model.run.words.length, of.ids.length, model.run.words.join(" "));
        await agrees(page, model, of);
        // Each file was redirected; weights came from the other host, and nothing was asked for that is not needed.
        for (const file of Object.keys(of.files).filter((one) => one.endsWith(".safetensors"))) {
          const path = `/${name}/resolve/main/${file}`;
          for (const method of ["HEAD", "GET"])
            assert.ok(
              asked.includes(`${method} ${hubHost}${path}`) &&
                asked.includes(`${method} ${weightsHost}/${name}/${file}`),
              `${method} ${file} in ${asked.join(", ")}`,
            );
        }
        assert.ok(asked.includes(`GET ${hubHost}/api/resolve-cache/${name}/config.json`));
        const needless =
          /(?:vocab\.(?:json|txt)|merges\.txt|generation_config\.json|special_tokens_map\.json)$/;
        assert.deepEqual(
          asked.filter((one) => needless.test(one)),
          [],
        );
        await close();
      },
    ]),
  ),

  "a transfer that breaks behind the hub's redirect goes on where it broke": async () => {
    const name = "openai-community/gpt2";
    const of = gpt2();
    const { page, asked, close } = await pageOfHub(
      { [name]: of },
      `view=model&model=hub%3A${encodeURIComponent(name)}`,
    );
    await breakFirstTransfer(page);
    await fetchAndOpen(page);
    const file = `${name}/model.safetensors`;
    assert.deepEqual(
      asked.filter((one) => one.startsWith(`GET ${weightsHost}`)),
      [`GET ${weightsHost}/${file}`, `GET ${weightsHost}/${file} bytes=1000-`],
    );
    await agrees(page, await read(page, of.text), of);
    await close();
  },

  "a repository that asks for agreement first, and one that there is not, are refused with what the hub answers":
    async () => {
      for (const [name, repositories] of [
        ["google/gemma-2-2b-it", { "google/gemma-2-2b-it": { files: {}, gated: true } }],
        ["nobody/nothing", {}],
      ]) {
        const link = `view=model&model=${encodeURIComponent(`hub:${name}`)}`;
        const { page, close } = await pageOfHub(repositories, link);
        await page.locator('dialog [data-act="fetch"]').click();
        const refused = page.locator("dialog .refused");
        await refused.waitFor();
        assert.match(await refused.textContent(), new RegExp(`${name}/resolve/main/config\\.json.*401`));
        await close();
      }
    },
};

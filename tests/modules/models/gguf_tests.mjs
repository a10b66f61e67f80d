// models.mjs: whole models in .gguf files: what numpy computed from a quantised one (golden/models/gguf.py), its tokenizer and
// those of other kinds against encoders of our own, how the file is read, and what is refused.
import { check, equal, matches, rejected, throws } from "../harness.mjs";
import { gguf, smallLlama } from "./gguf.mjs";
import { bytesOf, near, refused } from "./support.mjs";

/** A Blob that remembers which bytes were asked for. */
class Recorded extends Blob {
  slices = [];
  slice(begin, end) {
    this.slices.push([begin, end]);
    return super.slice(begin, end);
  }
}

const fileIn = (golden) => Uint8Array.from(atob(golden.file), (letter) => letter.charCodeAt(0));

async function quantised(runner, { loadModel, golden, variants, best, once }) {
  const of = await golden("models/gguf");
  const file = fileIn(of);
  for (const variant of once ? variants(best) : [best])
    await runner.test(
      `models: a quantised .gguf file has numpy's weights and logits (${variant})`,
      async () => {
        const model = await loadModel({ weights: file, variant });
        const run = await model.run(of.ids);
        matches(run.logits, of.logits, near, "logits");
        for (let layer = 0; layer < model.config.layers; layer++)
          for (let head = 0; head < model.config.heads; head++)
            matches(run.attention(layer, head), of.attention[layer][head], near, `weights ${layer}.${head}`);
        equal(model.notes, [], "notes");
        equal(model.types.length, 11, "types");
        model.dispose();
      },
    );

  await runner.test(
    "models: of a .gguf file the header and the tensors are read, and its plan is told",
    async () => {
      const blob = new Recorded([file]);
      const plans = [];
      const model = await loadModel({ weights: blob, onPlan: (plan) => plans.push(plan) });
      equal(plans.length, 1, "plans");
      equal(plans[0].types, model.types, "types");
      check(plans[0].types.includes("Q4_K") && plans[0].types.at(-1) === "F32", `types ${plans[0].types}`);
      equal(model.weightBytes, plans[0].weightBytes, "bytes");
      check(
        model.weightBytes < file.length,
        `${model.weightBytes} bytes of weights in a file of ${file.length}`,
      );
      const all = blob.slices.reduce((sum, [begin, end]) => sum + end - begin, 0);
      check(all < 2 * file.length, `${all} bytes were read of ${file.length}`);
      const run = await model.run("this is the string");
      equal(run.ids, of.ids, "ids");
      const next = run.next(2);
      equal(next.length, 2, "next tokens");
    },
  );

  await runner.test(
    "models: the ids of a .gguf file's SentencePiece tokenizer are those of a second encoder",
    async () => {
      const model = await loadModel({ weights: file });
      equal(model.textProblem, undefined, "problem");
      for (const { text, ids } of of.texts) {
        equal(model.encode(text), ids, `ids of ${JSON.stringify(text)}`);
        if (!text.includes("<turn>")) equal(model.decode(ids.slice(1)), text, "the text of the ids");
      }
      equal(model.piece(274), " the", "piece");
    },
  );
}

// ---- byte-level tokenizers ----

const byteLetters = () => {
  const plain = (byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(plain(byte) ? byte : next++));
};
const letters = byteLetters();
const gpt2 = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;
const later = (digits) =>
  new RegExp(
    `'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL]{2}|'[dD]|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|${digits}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
    "gu",
  );
/** By tokenizer.ggml.pre the parts of a text. */
const rules = {
  "gpt-2": (text) => text.match(gpt2) ?? [],
  smollm: (text) => text.split(/(\p{N})/u).flatMap((part) => part.match(gpt2) ?? []),
  qwen2: (text) => text.normalize("NFC").match(later("\\p{N}")) ?? [],
  "llama-bpe": (text) => text.match(later("\\p{N}{1,3}")) ?? [],
};

const merges = ["t h", "th e", "Ġ the", "1 4", "1 0", "10 0", ". Ċ", "Ġ Ġ", "i n", "' t", "' T", "Ã ©"];
const vocabulary = [
  "<|begin|>",
  "<|turn|>",
  ...letters,
  ...merges.map((merge) => merge.replace(" ", "")),
  "inthe",
];

function pairs(part) {
  let symbols = [...new TextEncoder().encode(part)].map((byte) => letters[byte]);
  for (;;) {
    const ranks = symbols.slice(1).map((right, i) => merges.indexOf(`${symbols[i]} ${right}`));
    const found = ranks.filter((rank) => rank >= 0);
    if (found.length === 0) return symbols.map((symbol) => vocabulary.indexOf(symbol));
    const at = ranks.indexOf(Math.min(...found));
    symbols = [...symbols.slice(0, at), symbols[at] + symbols[at + 1], ...symbols.slice(at + 2)];
  }
}

const texts = [
  "the cat in the hat",
  "  Don't panic, DON'T: it costs 3.14,\r\n\r\n or 1001004!  ",
  "état, e\u0301tat; größer.\n\n  x\t\ty",
  "猫が好き 👩‍👩‍👧 ٣٤ ½",
  "<|turn|>the",
  "a.\n\n\n  b 's",
];

const byteLevel = (pre, more = {}) => ({
  "tokenizer.ggml.model": "gpt2",
  "tokenizer.ggml.pre": pre,
  "tokenizer.ggml.tokens": vocabulary,
  "tokenizer.ggml.token_type": vocabulary.map((_, id) => (id === 0 ? 3 : id === 1 ? 4 : 1)),
  "tokenizer.ggml.merges": merges,
  "tokenizer.ggml.bos_token_id": 0,
  ...more,
});

async function byteTokenizers(runner, { loadModel }) {
  for (const [pre, split] of Object.entries(rules))
    await runner.test(
      `models: ids of a .gguf file's tokenizer of the kind ${pre} are those of a second encoder`,
      async () => {
        const model = await loadModel({ weights: smallLlama(byteLevel(pre)) });
        equal(model.textProblem, undefined, "problem");
        for (const text of texts) {
          const ids = text
            .split("<|turn|>")
            .flatMap((part, i) => [...(i > 0 ? [1] : []), ...split(part).flatMap(pairs)]);
          const wanted = pre === "llama-bpe" ? [0, ...ids] : ids;
          equal(model.encode(text), wanted, `ids of ${JSON.stringify(text)}`);
          if (pre !== "qwen2") equal(model.decode(ids), text, "the text of the ids");
        }
      },
    );

  await runner.test(
    "models: a part that is a token is not merged where the tokenizer of a .gguf file says so",
    async () => {
      const of = async (pre) => (await loadModel({ weights: smallLlama(byteLevel(pre)) })).encode("inthe");
      const whole = vocabulary.indexOf("inthe");
      equal(await of("llama-bpe"), [0, whole], "ids");
      equal(await of("gpt-2"), pairs("inthe"), "ids");
    },
  );

  await runner.test("models: tokens around a text are those that a .gguf file names", async () => {
    const around = {
      "tokenizer.ggml.add_bos_token": true,
      "tokenizer.ggml.add_eos_token": true,
      "tokenizer.ggml.eos_token_id": 1,
    };
    const model = await loadModel({ weights: smallLlama(byteLevel("gpt-2", around)) });
    equal(model.encode("the"), [0, ...pairs("the"), 1], "ids");
  });
}

async function refusals(runner, { loadModel, golden }) {
  const of = await golden("models/gguf");
  const file = fileIn(of);

  await runner.test(
    "models: a .gguf file whose tokenizer cannot be used opens without it, and takes another one",
    async () => {
      const model = await loadModel({ weights: smallLlama({ "tokenizer.ggml.model": "t5" }) });
      check(
        /tokenizer\.ggml\.model “t5” is not read; gpt2 and llama are/.test(model.textProblem),
        model.textProblem,
      );
      throws(() => model.encode("the"), "tokenizer", "tokenizer", /“t5”/);
      equal((await model.run([1, 2, 3])).ids, [1, 2, 3], "ids");
      const { tokenizer, texts: others } = await golden("tokenizers/tokenizer");
      const given = await loadModel({ weights: file, tokenizer });
      equal(given.encode(others[0].text), others[0].ids, "ids of the tokenizer that was given");
    },
  );

  await runner.test("models: a .gguf file that is cut off, at every 64th byte, is refused", async () => {
    const small = smallLlama(byteLevel("gpt-2"));
    for (let size = 64; size < small.length - 32; size += 64) {
      const { name, code, message } = await rejected(loadModel({ weights: small.slice(0, size) }));
      equal([name, ["short", "size"].includes(code)], ["AttentionError", true], `${size} bytes: ${message}`);
    }
    await refused(loadModel({ weights: file.slice(0, file.length - 1) }), "short", /^blk|^output/, /cut off/);
  });

  await runner.test("models: what a .gguf file lacks, and what it is given with, is named", async () => {
    const wanted = /general\.architecture "phi3" is not computed here; llama/;
    await refused(
      loadModel({ weights: gguf({ "general.architecture": "phi3" }, {}) }),
      "model",
      "general.architecture",
      wanted,
    );
    const { config } = await golden("models/gpt2");
    await refused(loadModel({ weights: file, config }), "format", "header", /Open it alone/);
    await refused(loadModel({ weights: [file, file], config }), "format", "header", /Open it alone/);
    const pointer = new TextEncoder().encode(
      "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 4\n",
    );
    await refused(loadModel({ weights: pointer, config }), "format", "header", /git lfs pull/);
    await refused(loadModel({ weights: new Uint8Array(3) }), "format", "header", /3 bytes/);
    await refused(
      loadModel({ weights: bytesOf(await golden("models/gpt2")) }),
      "missing",
      "config",
      /config is missing/,
    );
  });
}

export async function tests(runner, environment) {
  await quantised(runner, environment);
  await byteTokenizers(runner, environment);
  await refusals(runner, environment);
}

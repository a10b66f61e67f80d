// Which word is asked about on the model screen: any one by typing it, on the canvas and in the article, and the masked word of a
// model that reads both ways. The numbers are those of models.mjs in node.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { click, core, drop, golden, openPage, settled, site, until } from "../harness.mjs";
import { computed, modelInReading, ownModel } from "./own-models.mjs";

const { loadModel } = await import(pathToFileURL(join(site, "models.mjs")));
const sentence = "When Mary and John went to the shop, John gave a drink to";

const number = (text) => Number(text.replace("−", "-"));
const near = (actual, wanted, what) =>
  assert.ok(Math.abs(actual - wanted) < 6e-4, `${what} is ${actual}, not ${wanted}`);

/** Types into a field of the canvas, with Enter. */
async function type(page, field, words) {
  await settled(page);
  await click(page, field);
  await page.waitForSelector(".edit-field");
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await computed(page);
}

/** The address follows after a pause. */
const addressHas = (page, key) =>
  until(page, (wanted) => decodeURIComponent(location.hash).split("&").includes(wanted), key);

const marks = async (page, prefix) => {
  await settled(page);
  const items = await page.evaluate(() => window.attentionExplorer.probe().items.map(({ id }) => id));
  return items.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
};

// As “sum” of the article has it, and its parts by name.
const told = ({ sum, parts }) => ({
  logit: number(/(?:by|is) ([−\d.]+)\. /.exec(sum)[1]),
  parts: new Map(parts.map(({ name, value }) => [name, number(value)])),
});

export const tests = {
  "any word is asked for by typing it, as the word and as the other one, with the ledger of models.mjs":
    async () => {
      const model = await ownModel("small");
      const run = await model.run(sentence);
      const [garden, Max] = ["garden", "Max"].map((word) => model.encode(word));
      assert.deepEqual([garden.length, Max.length], [1, 1]);
      const { page, close } = await openPage({ link: "view=model&model=small&model.why=word" });
      await computed(page);
      await type(page, "model-word-typed", "garden");
      const { why, look } = await modelInReading(page);
      assert.equal(look.word, garden[0]);
      const { against } = why;
      near(told(why).logit, run.ledger({ id: garden[0], against }).logit, "the lead of “garden”");
      await addressHas(page, `model.word=${garden[0]}`);
      await type(page, "model-against-typed", "Max");
      const both = await modelInReading(page);
      const ledger = run.ledger({ id: garden[0], against: Max[0] });
      near(told(both.why).logit, ledger.logit, "the lead over “Max”");
      const token = ledger.parts.find(({ kind }) => kind === "token").value;
      near(told(both.why).parts.get("The token itself"), token, "a part");
      assert.equal(both.why.parts.length, ledger.parts.length);

      // What is several tokens, or none, is refused with what to do; its tokens can be chosen.
      await type(page, "model-word-typed", "John gave");
      const [refused] = await marks(page, "model-word-refused:");
      assert.equal(refused, "“John gave” is 2 tokens: John|gave. Ask for one of them.");
      assert.equal((await core(page, "reading")).model.look.word, garden[0], "and nothing else changes");
      await click(page, `model-word-asked:${model.encode("gave")[0]}`);
      await computed(page);
      assert.equal((await core(page, "reading")).model.look.word, model.encode("gave")[0]);
      assert.deepEqual(await marks(page, "model-word-refused:"), []);
      await type(page, "model-word-typed", "xylophone");
      assert.match((await marks(page, "model-word-refused:"))[0], /^“xylophone” is not in the vocabulary/);
      // Escape gives up what is typed.
      await click(page, "model-word-typed");
      await page.keyboard.type("shop");
      await page.keyboard.press("Escape");
      await settled(page);
      assert.equal((await core(page, "reading")).model.look.word, model.encode("gave")[0]);
      await close();
      model.dispose();
    },

  "in the article a word is typed into a field of its own, and what is refused is said there": async () => {
    const model = await ownModel("small");
    const run = await model.run(sentence);
    const { page, close } = await openPage({ link: "view=model-reading&model=small&model.why=word" });
    const enter = async (id, words) => {
      await page.waitForSelector(`#${id}`);
      await page.evaluate((field) => (document.getElementById(field).value = ""), id);
      await page.focus(`#${id}`);
      await page.keyboard.type(words);
      await page.keyboard.press("Enter");
      await page.evaluate((field) => document.getElementById(field)?.blur(), id);
      await computed(page);
    };
    await computed(page);
    await enter("model-why-word-typed", "garden");
    await enter("model-why-against-typed", "Max");
    const [garden, Max] = ["garden", "Max"].map((word) => model.encode(word)[0]);
    const wanted = run.ledger({ id: garden, against: Max }).logit;
    const { why } = (await core(page, "reading")).model;
    near(told(why).logit, wanted, "the lead");
    assert.equal(await page.evaluate(() => document.getElementById("model-why-word").value), String(garden));
    await enter("model-why-word-typed", "John gave");
    const alert = await until(page, () => document.querySelector("section.part [role=alert]")?.textContent);
    assert.match(alert, /^“John gave” is 2 tokens: John\|gave\./);
    assert.equal(
      await page.evaluate(() => document.getElementById("model-why-word-typed").value),
      "John gave",
      "what was typed stays, to be corrected",
    );
    await close();
    model.dispose();
  },

  "BERT begins at the masked word, whose ledger is that of models.mjs, and a word takes the mask's place":
    async () => {
      const { config, weights } = golden("models/bert");
      const names =
        "[PAD] [UNK] [CLS] [SEP] [MASK] the dog cat saw a man in park ran sat on mat and big small old";
      const more = "red blue house tree bird fish ate slept ##s .";
      const words = `${names} ${more}`.split(" ");
      assert.equal(words.length, config.vocab_size);
      const special = (id) => ({
        id,
        content: words[id],
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
      });
      const tokenizer = JSON.stringify({
        version: "1.0",
        added_tokens: [0, 1, 2, 3, 4].map(special),
        normalizer: null,
        pre_tokenizer: { type: "BertPreTokenizer" },
        post_processor: { type: "BertProcessing", cls: ["[CLS]", 2], sep: ["[SEP]", 3] },
        decoder: { type: "WordPiece", prefix: "##", cleanup: true },
        model: {
          type: "WordPiece",
          unk_token: "[UNK]",
          continuing_subword_prefix: "##",
          max_input_chars_per_word: 100,
          vocab: Object.fromEntries(words.map((word, id) => [word, id])),
        },
      });
      const files = { config: JSON.stringify(config), weights: Buffer.from(weights, "base64"), tokenizer };
      const model = await loadModel(files);
      const masked = "the dog [MASK] the cat .";
      const run = await model.run(masked);
      const at = model.encode(masked).indexOf(model.maskId);
      assert.equal(at, 3);

      const { page, close } = await openPage({ link: "view=model" });
      await computed(page);
      await drop(page, {
        "config.json": files.config,
        "model.safetensors": files.weights,
        "tokenizer.json": files.tokenizer,
      });
      await until(page, () => document.querySelector('dialog [data-act="open"]') !== null);
      await page.evaluate(() => document.querySelector('dialog [data-act="open"]').click());
      await until(page, () => window.attentionExplorer.reading().model?.about?.family === "bert");
      await core(page, "apply", { type: "SetModelText", text: "the xylophone sat" });
      await computed(page);
      assert.equal((await core(page, "reading")).model.run.known, false, "a word is not in the vocabulary");
      assert.equal((await marks(page, "model-note:Some words are not in the vocabulary")).length, 1);
      await core(page, "apply", { type: "SetModelText", text: masked });
      await core(page, "apply", { type: "LookModel", why: true });
      await computed(page);
      const first = await modelInReading(page);
      assert.deepEqual([first.run.known, first.run.masked], [true, at]);
      assert.equal(first.why.at, at);
      // The likeliest words there, and the sum for the first one.
      const logits = [...run.logitsAt(at)];
      const order = [...logits.keys()].sort((a, b) => logits[b] - logits[a]);
      assert.deepEqual(
        first.next.next.slice(0, 3).map(({ id }) => id),
        order.slice(0, 3),
      );
      assert.deepEqual([first.why.word, first.why.against], order.slice(0, 2));
      near(
        told(first.why).logit,
        run.ledger({ id: order[0], against: order[1], at }).logit,
        "the masked word's lead",
      );
      await type(page, "model-word-typed", "slept");
      const typed = await modelInReading(page);
      const ledger = run.ledger({ id: model.encode("slept")[1], against: typed.why.against, at });
      near(told(typed.why).logit, ledger.logit, "the lead of “slept”");
      near(
        told(typed.why).parts.get("The token itself"),
        ledger.parts.find(({ kind }) => kind === "token").value,
        "what the mask itself gives",
      );
      assert.equal((await marks(page, "model-next:")).length > 0, true);
      await click(page, "model-next:0");
      await computed(page);
      const filled = (await core(page, "reading")).model;
      assert.equal(filled.text, `the dog ${words[order[0]]} the cat .`);
      assert.equal(filled.run.masked, null);
      await close();
      model.dispose();
    },

  "an MLP that is off at one word alone, or another sentence's there, gives the numbers of models.mjs":
    async () => {
      const other = "When Mary and John went to the shop, Mary gave a drink to";
      const model = await ownModel("small");
      const [here, there] = [await model.run(sentence), await model.run(other)];
      const [Mary, John] = ["Mary", "John"].map((word) => model.encode(word)[0]);
      const asked = { id: Mary, against: John };
      const link = `view=model&model=small&model.why=word&model.word=${Mary}&model.against=${John}&model.part=25`;
      const { page, close } = await openPage({ link });
      await computed(page);
      const lead = async () => told((await modelInReading(page)).why).logit;
      const whole = await lead();
      near(whole, here.ledger(asked).logit, "as it is");
      await settled(page);
      await click(page, "model-off-here");
      await computed(page);
      const off = await here.patch([{ layer: 3, part: "inner", at: 13 }]);
      near(await lead(), off.ledger(asked).logit, "off at the last word");
      await addressHas(page, "model.off=3m@13");
      const earlier = await here.patch([{ layer: 0, part: "inner", at: 1 }]);
      await core(page, "apply", { type: "Undo" });
      await core(page, "apply", { type: "SetModelPart", layer: 0, on: false, at: 1 });
      await computed(page);
      near(await lead(), earlier.ledger(asked).logit, "off at an earlier word");
      await core(page, "apply", { type: "Undo" });
      await computed(page);
      near(await lead(), whole, "undone");
      // By the other sentence's value, with the same button.
      await core(page, "apply", { type: "SetModelOther", text: other });
      await core(page, "apply", { type: "LookModel", parts: "off" });
      await computed(page);
      await settled(page);
      await click(page, "model-off-here");
      await computed(page);
      const taken = await here.patch([{ layer: 3, part: "inner", at: 13, from: there }]);
      near(await lead(), taken.ledger(asked).logit, "taken at the last word");
      const kept = await page.evaluate(() => window.attentionExplorer.link());
      assert.match(kept, /model\.off=3m@13o(&|$)/);
      await close();
      const again = await openPage({ link: kept.slice(kept.indexOf("view=")) });
      await computed(again.page);
      near(told((await modelInReading(again.page)).why).logit, taken.ledger(asked).logit, "from the link");
      await again.close();
      model.dispose();
    },
};

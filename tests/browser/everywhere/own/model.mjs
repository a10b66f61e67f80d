// A whole model in the page: the site's own by a link, one of dropped files, and files that are broken. What is on screen is what
// models.mjs computes in node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { click, core, drop, golden, pressButton, root, settled, site, until } from "../../harness.mjs";

const { loadModel } = await import(pathToFileURL(join(site, "models.mjs")));
const small = Object.fromEntries(
  [
    ["config", "config.json"],
    ["weights", "model.safetensors"],
    ["tokenizer", "tokenizer.json"],
  ].map(([what, name]) => [what, readFileSync(join(root, "web/models/small", name))]),
);

const shown = (page) =>
  until(page, () => {
    const { model } = window.attentionExplorer.reading();
    return model?.run && !model.wants && !model.wantsOfSecond && model.run.text === model.text && model;
  });

function near(actual, wanted, what) {
  assert.ok(Math.abs(actual - wanted) < 1e-3, `${what} is ${actual}, not ${wanted}`);
}

/** As the canvas writes a number: three places, without zeros at the end. */
const trimmed = (number) => number.toFixed(3).replace("-", "−");

const press = async (page, act) => {
  await until(page, (wanted) => document.querySelector(`dialog [data-act="${wanted}"]`) !== null, act);
  await page.evaluate((wanted) => document.querySelector(`dialog [data-act="${wanted}"]`).click(), act);
};

const refusal = (page) => until(page, () => document.querySelector("dialog .refused")?.textContent);

// The model of a text of ten words, once it has run.
const ofTenWords = (page) =>
  until(page, () => {
    const { model } = window.attentionExplorer.reading();
    return model.run.words.length === 10 && !model.wants && model;
  });

export const ownModel = (browser) => ({
  "the site's model of pictures opens by a link, and answers as PyTorch computed from its weights":
    async () => {
      const { page, close } = await browser.openPage({ link: "view=model&model=pictures" });
      const { next, run, about } = await shown(page);
      assert.deepEqual([about.pictures, run.words.length, run.words[0]], [true, 65, "[CLS]"]);
      const { logits } = golden("models/pictures").pictures[0];
      const powers = logits.map((logit) => Math.exp(logit - Math.max(...logits)));
      const sum = powers.reduce((all, power) => all + power, 0);
      for (const { id, probability } of next.next) near(probability, powers[id] / sum, `label ${id}`);
      await close();
    },

  "the site's small model opens by a link, and shows the numbers that models.mjs computes; nothing is sent":
    async () => {
      const { page, close } = await browser.openPage({
        link: "view=model&model=small&model.head=2,1&model.text=red%20hat%20Paris%20red%20hat",
      });
      const { text, run, next, rows, about } = await shown(page);
      assert.equal(about.layers, 4);
      assert.deepEqual(run.words, ["red", "hat", "Paris", "red", "hat"]);
      assert.equal(next.before, null, "nothing is changed, so there is no before");
      const model = await loadModel(small);
      assert.equal(about.parameters, model.parameters);
      const wanted = await model.run(text);
      wanted.next(10).forEach(({ text: word, probability }, i) => {
        assert.equal(next.next[i].text, word);
        near(next.next[i].probability, probability, word);
      });
      const last = [...wanted.attention(2, 1, { first: 4 }).data];
      near(rows[0].row.largest[0].value, Math.max(...last), "the largest weight of the last row");

      // Without a head, before stands beside after; another sentence is run anew.
      await core(page, "apply", { type: "SetModelPart", layer: 2, head: 1, on: false });
      const off = (await shown(page)).next;
      const without = await model.run(text, { without: [{ layer: 2, head: 1 }] });
      near(off.next[0].probability, without.next(1)[0].probability, "the likeliest without a head");
      const before = off.before.find(({ id }) => id === wanted.next(1)[0].id);
      near(before.probability, wanted.next(1)[0].probability, "the likeliest with all heads");
      await core(page, "apply", { type: "SetModelPart", layer: 2, head: 1, on: true });
      await core(page, "apply", { type: "SetModelText", text: `${text} Paris` });
      const longer = await shown(page);
      assert.equal(longer.run.words.length, 6);
      near(
        longer.next.next[0].probability,
        (await model.run(`${text} Paris`)).next(1)[0].probability,
        "one word more",
      );

      const sent = await page.evaluate(() =>
        performance.getEntriesByType("resource").map(({ name }) => name),
      );
      const here = await page.evaluate(() => new URL(".", document.baseURI).href);
      for (const address of sent) assert.ok(address.startsWith(here) && !address.includes("?"), address);
      model.dispose();
      await close();
    },

  "a second model with rounded weights reads the same sentence: next words, weights and changes as models.mjs computes them":
    async () => {
      const { page, close } = await browser.openPage({
        link: "view=model&model=small&model.text=red%20hat%20Paris%20red%20hat&model.second=q4_0&model.sort=moved",
      });
      await shown(page);
      await core(page, "apply", { type: "SetReading", on: true }); // which lists all heads
      const { text, next, heads, look, second } = await shown(page);
      const [model, rounded] = [await loadModel(small), await loadModel({ ...small, quantize: "q4_0" })];
      const [first, other] = [await model.run(text), await rounded.run(text)];
      assert.ok(next.ofSecond);
      const likely = other.next(5);
      for (const { id, probability } of likely)
        near(next.before.find((one) => one.id === id).probability, probability, `token ${id} in 4 bits`);
      const movedOf = ({ layer, head }) => {
        const [a, b] = [first.attention(layer, head).data, other.attention(layer, head).data];
        return a.reduce((sum, weight, i) => sum + Math.abs(b[i] - weight), 0) / 2 / 5;
      };
      const moved = heads.map(movedOf);
      assert.ok(Math.max(...moved) > 1e-3, "rounding changes something");
      heads.forEach(({ shares }, i) => near(Number(shares.at(-1)), moved[i], `head ${i}`));
      const ordered = [...moved].sort((a, b) => b - a);
      moved.forEach((value, i) => near(value, ordered[i], "the order of the heads"));
      assert.match(second.moved, new RegExp(trimmed(movedOf(look)).slice(0, 4)));
      assert.match(second.about, /Q4_0/);

      // A sentence more, in both; and without a second model there is nothing to compare.
      await core(page, "apply", { type: "SetModelText", text: `${text} Paris` });
      const longer = await shown(page);
      const [best] = (await rounded.run(`${text} Paris`)).next(1);
      near(
        longer.next.before.find(({ id }) => id === best.id).probability,
        best.probability,
        "one word more",
      );
      await core(page, "apply", { type: "LookModel", second: "" });
      const alone = await shown(page);
      assert.deepEqual([alone.second, alone.next.ofSecond, alone.look.sort], [null, false, "layer"]);
      [model, rounded].forEach((one) => one.dispose());
      await close();
    },

  "a checkpoint of the same shape is compared, and one of another shape is refused with both shapes":
    async () => {
      const { page, close } = await browser.openPage({ link: "view=model&model=small" });
      await shown(page);
      await core(page, "apply", { type: "SetModelText", text: "red hat Paris red hat" });
      await shown(page);
      const choose = async (files) => {
        await click(page, "model-second:files");
        await until(page, () => document.querySelector("dialog #model-files"));
        await page.setInputFiles(
          "#model-files",
          Object.entries(files).map(([name, data]) => ({
            name,
            mimeType: "application/octet-stream",
            buffer: Buffer.from(data),
          })),
        );
        await press(page, "open");
      };
      const of = golden("models/gpt2");
      await choose({
        "config.json": JSON.stringify(of.config),
        "model.safetensors": Buffer.from(of.weights, "base64"),
      });
      assert.match(await refusal(page), /layers of .* the open one 4 of 4/);
      await page.evaluate(() => document.querySelector("dialog").close());
      // The same weights once more: nothing moves.
      await choose({ "config.json": small.config, "model.safetensors": small.weights });
      await until(page, () => !document.querySelector("dialog"));
      await core(page, "apply", { type: "SetReading", on: true });
      const { heads, second, look } = await shown(page);
      assert.equal(look.second, "files");
      assert.ok(!second.refused);
      for (const { shares } of heads) assert.equal(shares.at(-1), "0.000");
      await close();
    },

  "likely words show the space that they begin with, and parts of characters are told apart by their ids":
    async () => {
      const of = golden("models/gpt2");
      const { tokenizer } = golden("tokenizers/tokenizer");
      const weights = Buffer.from(of.weights, "base64");
      const model = await loadModel({ config: of.config, weights });
      const text = [0, 19]; // "at"
      await model.run(text);
      const [spaced, first, second] = model
        .next(10)
        .map(({ id }) => id)
        .filter((id) => !text.includes(id));
      model.dispose();
      // "Ġa" is " a"; "ð" and "Ł" stand for the first two bytes of an emoji.
      const tokens = { 0: "a", 19: "t", [spaced]: "Ġa", [first]: "ð", [second]: "Ł" };
      const vocab = Object.fromEntries(Array.from({ length: 31 }, (_, id) => [tokens[id] ?? `${id}`, id]));
      const own = { ...tokenizer, added_tokens: [], model: { ...tokenizer.model, merges: [], vocab } };
      const { page, close } = await browser.openPage({ link: "" });
      await drop(page, {
        "config.json": JSON.stringify(of.config),
        "model.safetensors": weights,
        "tokenizer.json": JSON.stringify(own),
      });
      await press(page, "open");
      await until(page, () => window.attentionExplorer.reading().model?.about);
      await core(page, "apply", { type: "SetModelText", text: "at" });
      const { next, run } = await shown(page);
      assert.deepEqual(run.words, ["a", "t"]);
      const shownAs = (id) => next.next.find((one) => one.id === id).text;
      assert.equal(shownAs(spaced), "␣a");
      assert.equal(shownAs(first), `\ufffd${first}`);
      assert.equal(shownAs(second), `\ufffd${second}`);
      await close();
    },

  "a click on a next word runs that token, also where its text would be tokenized as another one":
    async () => {
      const { page, close } = await browser.openPage({ link: "" });
      const of = golden("models/gpt2");
      const { tokenizer } = golden("tokenizers/tokenizer");
      // Every letter of a word is a token of its own, but "th" is one where the tokenizer makes the word.
      const vocab = Object.fromEntries([..."abcdefghijklmnopqrstuvwxyz"].map((letter, id) => [letter, id]));
      const merged = { ...vocab, th: 26, Ġ: 27 };
      const own = {
        ...tokenizer,
        added_tokens: [],
        model: { ...tokenizer.model, merges: [["t", "h"]], vocab: merged },
      };
      await drop(page, {
        "config.json": JSON.stringify(of.config),
        "model.safetensors": Buffer.from(of.weights, "base64"),
        "tokenizer.json": JSON.stringify(own),
      });
      await press(page, "open");
      await until(page, () => window.attentionExplorer.reading().model?.about);
      await core(page, "apply", { type: "SetModelText", text: "at" });
      const { next, run } = await shown(page);
      assert.deepEqual(run.words, ["a", "t"]);
      for (const place of [0, 1]) {
        await core(page, "apply", { type: "SetModelText", text: "at" });
        const wanted = (await shown(page)).next.next[place];
        await settled(page);
        await click(page, `model-next:${place}`);
        const { ids, run: longer } = await shown(page);
        assert.deepEqual(ids, [vocab.a, vocab.t, wanted.id]);
        assert.equal(longer.words.length, 3);
      }
      assert.ok(next.next.length > 1);
      const link = await page.evaluate(() => window.attentionExplorer.link());
      assert.match(link, /model\.ids=0\.19\.\d+/);
      await close();
    },

  "a weight is explained by its query and its key, and opens as a worked example with the model's own numbers":
    async () => {
      const { page, close } = await browser.openPage({
        link: "view=model&model=small&model.head=2,2&model.cell=4,2&model.text=red%20hat%20Paris%20red%20hat",
      });
      const { explanation, run, text } = await shown(page);
      const model = await loadModel(small);
      const wanted = await model.run(text);
      const tokens = run.words.length;
      const weights = wanted.attention(2, 2).data;
      const told = explanation.join(" ").replaceAll("\u2212", "-");
      near(Number(/softmax: .* = (0\.\d+)\./.exec(told)[1]), weights[4 * tokens + 2], "the weight");
      const { shape, data } = wanted.query(2);
      const width = shape.at(-1);
      const vector = (of, token) =>
        [...of].slice((2 * tokens + token) * width, (2 * tokens + token + 1) * width);
      const key = vector(wanted.key(2).data, 2);
      const dot = vector(data, 4).reduce((sum, q, d) => sum + q * key[d], 0);
      near(Number(/ = (-?[\d.]+) times/.exec(told)[1]) / dot, 1, "q · k");

      await settled(page);
      await click(page, "model-example");
      await until(page, () => !window.attentionExplorer.reading().model);
      const { shape: of, values } = await core(page, "tensor", "q");
      assert.deepEqual(of.slice(-1), [width]);
      const numbers = values.flat(of.length);
      const asked = vector(data, 4);
      const same = numbers.some((_, at) => asked.every((q, d) => Math.abs(q - numbers[at + d]) < 1e-4));
      assert.ok(same, "the query of the explained row is among those of the lesson");
      model.dispose();
      await close();
    },

  "why a word follows is told with the sum of its parts, on the canvas and in the reading view": async () => {
    const link = "view=model&model=small&model.why=word&model.against=48"; // 48: John
    const { page, close } = await browser.openPage({ link });
    await shown(page);
    // Numbers of a float64 run of the stored weights: Mary is ahead by 10.1109; layer 4, head 2 gives 2.768 of it.
    const marks = await until(page, () => {
      const items = window.attentionExplorer.probe().items.map(({ id }) => id);
      return items.some((id) => id.startsWith("model-lead:")) && items;
    });
    assert.ok(
      marks.includes("model-why:Why Mary and not John?"),
      marks.filter((id) => id.startsWith("model-")).join(),
    );
    assert.ok(marks.includes("model-lead:10.111"));
    assert.ok(marks.includes("model-part-value:2.768"));
    assert.equal(marks.filter((id) => id.startsWith("model-part:")).length, 27);

    // Saved: the waterfall with the numbers above its bars, and a table whose first column adds up to the lead.
    await click(page, "model-figure");
    await until(
      page,
      () => document.querySelector("dialog figcaption")?.textContent === "Why Mary and not John?",
    );
    const svg = (await browser.saved(page, () => pressButton(page, "Save as SVG"))).bytes.toString();
    for (const words of [">10.11<", ">+2.77<", "Layer 4, head 2: 2.768"])
      assert.ok(svg.includes(words), words);
    await pressButton(page, "CSV");
    const csv = await browser.saved(page, () => pressButton(page, "Save as CSV"));
    const [heading, ...rows] = csv.bytes.toString().trim().split("\r\n");
    assert.equal(heading, '"Why Mary and not John?","Mary − John","Mary","John"');
    assert.equal(rows.length, 27);
    const sum = rows.reduce((total, row) => total + Number(row.split('",')[1].split(",")[0]), 0);
    near(sum, 10.1109, "the column's sum");
    await close();

    const reading = await browser.openPage({ link: link.replace("view=model", "view=model-reading") });
    const why = await until(reading.page, () => {
      const section = [...document.querySelectorAll("section.part")].find((one) => one.querySelector("ol"));
      return section?.querySelectorAll("h3").length === 3 && section.textContent; // with the split part
    });
    for (const words of ["by 10.111", "27 parts", "Layer 4, head 2: +2.768", "after layer 4: Mary 0.993"])
      assert.ok(why.includes(words), `${words} in ${why.slice(0, 400)}`);
    const model = await loadModel(small);
    const run = await model.run("When Mary and John went to the shop, John gave a drink to");
    near(run.ledger({ id: 47, against: 48 }).sum, 10.1109, "the sum in node");
    // The largest term of the head is the weight on Mary times what her value gives.
    const weight = run.attention(3, 1, { first: 13, count: 1 }).data[1];
    const given = run.split({ id: 47, against: 48, layer: 3, head: 1 })[1] / weight;
    const product = `Mary 2: weight ${weight.toFixed(3)} × ${given.toFixed(3)} = +2.774`;
    assert.ok(why.includes(product), `${product} in ${why.slice(0, 900)}`);
    // The lead over no other word is the logit itself.
    await core(reading.page, "apply", { type: "LookModel", alone: true });
    const alone = await until(reading.page, () => {
      const { why: now } = window.attentionExplorer.reading().model;
      return now?.against === null && now.sum;
    });
    assert.ok(alone.includes(run.ledger({ id: 47 }).logit.toFixed(3)), alone);
    await reading.close();
  },

  "the model writes on, and each of its words is told why": async () => {
    const link = "view=model&model=small&model.text=red%20hat%20Paris%20red%20hat";
    const { page, close } = await browser.openPage({ link });
    await shown(page);
    await settled(page);
    await click(page, "model-write");
    const longer = await ofTenWords(page);
    // The same draws in node, from the same seed.
    const model = await loadModel(small);
    const run = await model.run("red hat Paris red hat");
    const written = await run.sample({ count: 5, seed: 1 });
    assert.deepEqual(longer.ids, [...run.ids]);
    assert.equal(longer.text.startsWith("red hat Paris red hat "), true);
    // Each keeps the share that it was drawn with.
    const { written: kept } = (await core(page, "reading")).model;
    assert.deepEqual(
      kept.map(({ place, id, probability }) => [place, id, probability.toFixed(6)]),
      written.map(({ id, probability }, i) => [5 + i, id, probability.toFixed(6)]),
    );
    // Why the third of them: asked at the token before it.
    await settled(page);
    await click(page, "model-written:2");
    const { look } = (await core(page, "reading")).model;
    assert.deepEqual([look.why, look.row, look.word], [true, 6, written[2].id]);
    await core(page, "apply", { type: "LookModel", alone: true });
    await until(
      page,
      (lead) => {
        const { items } = window.attentionExplorer.probe();
        return items.some(({ id }) => id === lead);
      },
      `model-lead:${trimmed(run.ledger({ id: written[2].id, at: 6 }).logit)}`,
    );
    await core(page, "apply", { type: "LookModel", why: false });
    await core(page, "apply", { type: "Undo" });
    assert.equal((await shown(page)).text, "red hat Paris red hat");
    // At temperature 0 it takes the likeliest token each time.
    await settled(page);
    await click(page, "model-temperature:0");
    await settled(page);
    await click(page, "model-write");
    const greedy = await ofTenWords(page);
    const likeliest = await model.run("red hat Paris red hat");
    await likeliest.sample({ count: 5, temperature: 0 });
    assert.deepEqual(greedy.ids, [...likeliest.ids]);
    // At a high temperature, but from the three likeliest only; the link keeps both.
    await core(page, "apply", { type: "Undo" });
    await until(page, () => window.attentionExplorer.reading().model.run?.words.length === 5);
    await settled(page);
    await click(page, "model-temperature:3");
    await core(page, "apply", { type: "LookModel", topK: "3", seed: 15 });
    await settled(page);
    await click(page, "model-write");
    const few = await ofTenWords(page);
    const three = await model.run("red hat Paris red hat");
    await three.sample({ count: 5, seed: 15, temperature: 1.5, topK: 3 });
    assert.deepEqual(few.ids, [...three.ids]);
    const address = await core(page, "link");
    assert.ok(
      address.includes("model.temperature=1.5") && address.includes("model.topk=3&model.seed=15"),
      address,
    );
    await close();
  },

  "two heads are saved as SVG, PNG and CSV: the words, an arc for each large weight, and the weights of models.mjs":
    async () => {
      const text = "red hat Paris red hat";
      const { page, close } = await browser.openPage({
        link: `view=model-reading&model=small&model.head=2,2&model.compare=0,1&model.text=${encodeURIComponent(text)}`,
      });
      await shown(page);
      const model = await loadModel(small);
      const run = await model.run(text);
      const last = [run.attention(2, 2, { first: 4 }), run.attention(0, 1, { first: 4 })].map(({ data }) => [
        ...data,
      ]);

      await page.click('[data-action="figure"]');
      await until(page, () => document.querySelector("dialog figcaption"));
      const drawnIn = ({ bytes }) =>
        page.evaluate(
          (source) => {
            const root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
            return {
              words: [...root.querySelectorAll("text")].map(({ textContent }) => textContent),
              arcs: root.querySelectorAll("path[stroke-opacity]").length,
              alt: root.querySelector("desc").textContent,
            };
          },
          bytes.toString().replace(/<style>.*?<\/style>/s, ""),
        );
      const svg = await browser.saved(page, () => pressButton(page, "Save as SVG"));
      assert.equal(svg.name, "attention-layer-3-head-3-layer-1-head-2.svg");
      const drawn = await drawnIn(svg);
      for (const word of ["Layer 3, head 3", "Layer 1, head 2", "red", "hat", "Paris"])
        assert.ok(drawn.words.includes(word), word);
      const arcs = last.flatMap((row) => row.slice(0, -1)).filter((weight) => weight >= 0.05);
      await pressButton(page, "Arcs");
      const over = await drawnIn(await browser.saved(page, () => pressButton(page, "Save as SVG")));
      assert.equal(over.arcs, arcs.length, "arcs of the last word");
      const largest = Math.max(...last[0]);
      assert.match(drawn.alt, new RegExp(`looks at .*${largest.toFixed(2)}`));
      await pressButton(page, "PNG");
      const png = await browser.saved(page, () => pressButton(page, "Save as PNG"));
      assert.equal(png.bytes.toString("latin1", 1, 4), "PNG");
      await pressButton(page, "CSV");
      await pressButton(page, "Layer 1, head 2");
      const csv = await browser.saved(page, () => pressButton(page, "Save as CSV"));
      const [heading, ...rows] = csv.bytes.toString().trim().split("\r\n");
      assert.equal(heading, '"Layer 1, head 2","red","hat","Paris","red","hat"');
      rows
        .at(-1)
        .split(",")
        .slice(1)
        .forEach((weight, i) => assert.ok(Math.abs(Number(weight) - last[1][i]) < 1e-6, `${weight} at ${i}`));
      model.dispose();
      await close();
    },

  "a model of dropped files is planned, opened and run; broken ones are named, and the page goes on with the one before":
    async () => {
      const of = golden("models/gpt2");
      const weights = Buffer.from(of.weights, "base64");
      const files = { "config.json": JSON.stringify(of.config), "model.safetensors": weights };
      const { page, close } = await browser.openPage({ link: "view=model&model=small" });
      await shown(page);
      await drop(page, files);
      await press(page, "open");
      await until(page, () => window.attentionExplorer.reading().model.about?.layers === 2);
      await core(page, "apply", { type: "SetModelText", text: of.ids.join(" ") });
      const { next } = await shown(page);
      const last = of.logits.at(-1);
      const sum = last.reduce((all, logit) => all + Math.exp(logit), 0);
      assert.equal(next.next[0].id, last.indexOf(Math.max(...last)));
      near(next.next[0].probability, Math.exp(Math.max(...last)) / sum, "PyTorch's likeliest");

      await drop(page, { ...files, "config.json": "{" });
      assert.match(await refusal(page), /config/);
      const longer = Buffer.from(weights);
      longer.writeBigUInt64LE(BigInt(weights.length), 0);
      await drop(page, { ...files, "model.safetensors": longer });
      assert.match(await refusal(page), /header/);
      const spoiled = Buffer.from(weights).fill(255, weights.length - 4);
      await drop(page, { ...files, "model.safetensors": spoiled });
      await press(page, "open");
      assert.match(await refusal(page), /ln_f\.bias/);
      await page.evaluate(() => document.querySelector("dialog").close());
      // The model before is still there.
      await core(page, "apply", { type: "LookModel", layer: 0, head: 2 });
      const { about } = await shown(page);
      assert.equal(about.layers, 2);

      // One of the two files of byte-level BPE alone is of no use.
      await drop(page, { ...files, "vocab.json": "{}" });
      await until(page, () => document.querySelector('dialog [data-act="open"]'));
      assert.match(
        await page.evaluate(() => document.querySelector("dialog").textContent),
        /merges\.txt is missing: vocab\.json and merges\.txt are of use only together/,
      );

      const merges = golden("tokenizers/tokenizer").tokenizer;
      const broken = { ...merges, model: { ...merges.model, merges: ["T zz"] } };
      await drop(page, { ...files, "tokenizer.json": JSON.stringify(broken) });
      await press(page, "open");
      await until(page, () => !document.querySelector("dialog"));
      await core(page, "apply", { type: "SetModelText", text: "words" });
      assert.match(
        await until(page, () => window.attentionExplorer.reading().model.refused),
        /Token `zz` out of vocabulary/,
      );
      await core(page, "apply", { type: "SetModelText", text: "1 2 3" });
      assert.equal((await shown(page)).run.words.length, 3);
      await close();
    },
});

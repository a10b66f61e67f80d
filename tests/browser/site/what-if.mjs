// What a model says if a part of it were another one: the numbers are those of models.mjs, with zeros, with another sentence,
// which is typed, linked, undone and refused, and with a weight that is set by hand.
import assert from "node:assert/strict";
import { click, core, nightly, openPage, settled } from "../harness.mjs";
import { computed, modelInReading, ownModel } from "./own-models.mjs";

const sentence = "When Mary and John went to the shop, John gave a drink to";
const other = "When Mary and John went to the shop, Mary gave a drink to";
const link = "view=model&model=small&model.why=word&model.parts=off";

/** What is told of the numbers, and the numbers, as the reading view has them. */
async function shown(page) {
  await computed(page);
  const { why } = await modelInReading(page);
  const numbers = why.off.map(({ value }) => Number(value.replace("−", "-")));
  return {
    told: why.swept,
    numbers,
    names: why.off.map(({ name }) => name),
    word: why.word,
    against: why.against,
  };
}
const near = (actual, expected, what) => {
  assert.equal(actual.length, expected.length, what);
  expected.forEach((value, i) =>
    assert.ok(Math.abs(actual[i] - value) <= 6e-4, `${what}: ${actual[i]} is not ${value}`),
  );
};

export const tests = {
  "the MLP of a layer is switched off where a word is explained, as in models.mjs": async () => {
    const model = await ownModel("small");
    const { page, close } = await openPage({ link: "view=model&model=small&model.why=word&model.part=25" });
    await computed(page);
    const logit = async (without) => {
      const run = await model.run(model.encode(sentence), { without });
      return run.ledger({ id: model.encode("Mary")[0], against: model.encode("Max")[0] }).logit;
    };
    const lead = async () => {
      const { why } = await modelInReading(page);
      return { lead: Number(/by (\S+)\. /.exec(why.sum)[1]), off: why.inner.map(({ off }) => off) };
    };
    const whole = await lead();
    near([whole.lead], [await logit([])], "with all parts");
    await settled(page);
    await click(page, "model-off");
    await computed(page);
    assert.deepEqual((await core(page, "reading")).model.off, [
      { layer: 3, head: null, at: null, taken: false, stream: false },
    ]);
    const now = await lead();
    near([now.lead], [await logit([{ layer: 3, part: "inner" }])], "without the MLP");
    assert.deepEqual(now.off, [false, false, false, true]);
    assert.ok(whole.lead - now.lead > 0.5, "and it matters");
    assert.match(await page.evaluate(() => location.hash), /model\.off=3(&|$)/);
    await core(page, "apply", { type: "Undo" });
    await computed(page);
    near([(await lead()).lead], [whole.lead], "undone");
    await close();
  },

  "a head at another temperature has the weights, scores and next words of models.mjs": async () => {
    const model = await ownModel("small");
    const link = "view=model&model=small&model.head=3,0&model.cell=13,1";
    const { page, close } = await openPage({ link });
    await computed(page);
    const ids = model.encode(sentence);
    const temperatures = [{ layer: 3, head: 0, temperature: 4 }];
    const run = await model.run(ids, { temperatures });
    await core(page, "apply", { type: "SetModelTemperature", layer: 3, head: 0, temperature: 4 });
    await computed(page);
    const { next, rows, explanation } = (await core(page, "reading")).model;
    const shares = run.next(3).map(({ probability }) => probability);
    near(
      next.next.slice(0, 3).map(({ probability }) => probability),
      shares,
      "the next words",
    );
    assert.ok(next.before[0].probability > next.next[0].probability, "and before");
    const weights = run.attention(3, 0, { first: 13, count: 1 }).data;
    near([rows[0].row.largest[0].value], [Math.max(...weights)], "the largest weight");
    const { score } = run.why({ layer: 3, head: 0, query: 13, key: 1 });
    const told = explanation.find((line) => line.includes(", divided by the temperature 4: "));
    near([Number(told.split(": ").at(-1).replace("−", "-"))], [score], told);
    // A step of the control beside the head, and undo.
    await settled(page);
    await click(page, "model-head-temperature:more");
    await computed(page);
    assert.deepEqual((await core(page, "reading")).model.temperatures, [
      { layer: 3, head: 0, temperature: 4.25 },
    ]);
    assert.match(await page.evaluate(() => location.hash), /model\.temper=3,0,4\.25(&|$)/);
    await core(page, "apply", { type: "Undo" });
    await core(page, "apply", { type: "Undo" });
    await computed(page);
    assert.equal((await core(page, "reading")).model.next.before, null);
    await close();
    model.dispose();
  },

  "a weight that is set by hand changes the next words as models.mjs says, and is undone": async () => {
    const model = await ownModel("small");
    const { page, close } = await openPage({
      link: `view=model&model=small&model.head=3,0&model.cell=13,1`,
    });
    await computed(page);
    const before = (await core(page, "reading")).model;
    assert.equal(before.text, sentence);
    const ids = model.encode(sentence);
    assert.equal(before.run.words[1], "Mary");
    const shares = async (weights) => {
      const run = await model.run(ids, { weights });
      const exponentials = [...run.logitsAt(13)].map(Math.exp);
      const sum = exponentials.reduce((all, one) => all + one);
      run.dispose();
      return exponentials.map((one) => one / sum);
    };
    const whole = await shares([]);
    const isSet = (weight, rescaled) =>
      page.waitForFunction(
        (wanted) => JSON.stringify(window.attentionExplorer.reading().model.weights[0] ?? null) === wanted,
        JSON.stringify(weight === null ? null : { layer: 3, head: 0, row: 13, column: 1, weight, rescaled }),
      );
    const matches = async (weight, rescale) => {
      await isSet(weight, rescale);
      await computed(page);
      const set = await shares([{ layer: 3, head: 0, query: 13, key: 1, weight, rescale }]);
      const told = (await core(page, "reading")).model;
      for (const { id, probability } of told.next.next)
        assert.ok(Math.abs(probability - set[id]) < 1e-4, `${id}: ${probability} is not ${set[id]}`);
      for (const { id, probability } of told.next.before)
        assert.ok(Math.abs(probability - whole[id]) < 1e-4, `before, ${id}: ${probability}`);
    };
    await settled(page);
    // Home sets a slider to its least.
    await click(page, "model-set");
    await page.keyboard.press("Home");
    await matches(0, true);
    await settled(page);
    await click(page, "model-set-rescale");
    await matches(0, false);
    assert.match(await page.evaluate(() => window.attentionExplorer.link()), /model\.set=3,0,13,1,0,1/);
    await settled(page);
    await click(page, "model-set-back");
    await isSet(null);
    await computed(page);
    const back = (await core(page, "reading")).model;
    assert.deepEqual(back.next.next, before.next.next);
    await core(page, "apply", { type: "Undo" });
    await matches(0, false);
    await close();
  },

  ...nightly({
    "a link's weight or part that the text cannot have is refused in a sentence, and another text is read":
      async () => {
        for (const [set, said] of [
          ["set=3,0,40,1,0.5", /beyond the 14 of this text/],
          ["set=3,0,3,5,0.5", /not seen from there/],
          ["off=2@40", /beyond the 14 of this text/],
        ]) {
          const { page, close } = await openPage({ link: `view=model&model=small&model.${set}` });
          await page.waitForFunction(() => window.attentionExplorer.reading().model?.refused);
          assert.match((await core(page, "reading")).model.refused, said);
          await core(page, "apply", { type: "SetModelText", text: other });
          await computed(page);
          assert.equal((await core(page, "reading")).model.refused, "");
          await close();
        }
      },
  }),

  ...nightly({
    "each head and MLP, and each layer at each word, is replaced as models.mjs does, by zeros or from another sentence":
      async () => {
        const model = await ownModel("small");
        const here = await model.run(sentence);
        const there = await model.run(other);
        const { page, close } = await openPage({ link });
        const zeros = await shown(page);
        const asked = { id: zeros.word, against: zeros.against };
        // A row for each layer: its heads, then its MLP.
        const parts = async (options) => {
          const byHead = await here.sweep(options);
          const inner = await here.sweep({ ...options, over: "inner" });
          assert.deepEqual(inner.shape, [4, 1]);
          return [...inner.data].flatMap((mlp, i) => [...byHead.data.subarray(4 * i, 4 * i + 4), mlp]);
        };
        near(zeros.numbers, await parts(asked), "parts off");
        assert.equal(zeros.names.at(-1), "Layer 4, MLP");
        await settled(page);
        await click(page, "model-off:3,4");
        await computed(page);
        assert.equal((await core(page, "reading")).model.look.part, 25, "the last MLP is chosen");
        await settled(page);
        await click(page, "model-from");
        const field = page.locator(".edit-field").first();
        assert.equal(await field.inputValue(), sentence, "it begins with the reader's own");
        await field.fill(other);
        await page.keyboard.press("Enter");
        const heads = await shown(page);
        near(heads.numbers, await parts({ ...asked, from: there }), "parts of the other sentence");
        const last = there.ids.length - 1;
        const lead = there.logitsAt(last)[asked.id] - there.logitsAt(last)[asked.against];
        assert.ok(heads.told.includes(lead.toFixed(3).replace("-", "−")), heads.told);
        assert.ok(lead < 0, "there the other name follows");
        await settled(page);
        await click(page, "model-patched:1");
        const stream = await shown(page);
        near(
          stream.numbers,
          [...(await here.sweep({ ...asked, over: "stream", from: there })).data],
          "layers at words",
        );
        // All that leaves the last layer at the last word is all that the logits are made of.
        near(stream.numbers.slice(-1), [lead], "the last layer at the last word");
        assert.equal(stream.names.at(-1), "Layer 4 at to 14");
        const { link: kept } = await page.evaluate(() => ({ link: window.attentionExplorer.link() }));
        assert.match(kept, /model\.patched=stream/);
        await core(page, "apply", { type: "Undo" });
        near(
          (await shown(page)).numbers,
          [...(await here.sweep({ ...asked, over: "stream" })).data],
          "undone: zeros",
        );
        await close();
        const again = await openPage({ link: kept });
        near((await shown(again.page)).numbers, stream.numbers, "from the link");
        await again.close();
        model.dispose();
      },
  }),

  "a part is put in from another sentence, by its button or at one word, and the next words are those of models.mjs":
    async () => {
      const model = await ownModel("small");
      const here = await model.run(sentence);
      const there = await model.run(other);
      const { page, close } = await openPage({ link });
      await computed(page);
      await core(page, "apply", { type: "SetModelOther", text: other });
      const words = async (changes) => {
        const run = await here.patch(changes.map((change) => ({ ...change, from: there })));
        return run.next(3).map(({ text, probability }) => [text.trim(), probability]);
      };
      const next = async () => {
        await computed(page);
        const { next } = (await core(page, "reading")).model;
        return next;
      };
      const agrees = async (changes, what) => {
        const { next: shown, before } = await next();
        const expected = await words(changes);
        assert.deepEqual(
          shown.slice(0, 3).map(({ text }) => text.replace("␣", "")),
          expected.map(([text]) => text),
          what,
        );
        near(
          shown.slice(0, 3).map(({ probability }) => probability),
          expected.map(([, share]) => share),
          what,
        );
        assert.equal(before.find(({ text }) => text.endsWith("Mary")).probability > 0.99, true, "and before");
      };
      await computed(page);
      await settled(page);
      await click(page, "model-off:3,0");
      await computed(page);
      await settled(page);
      await click(page, "model-off");
      await agrees([{ layer: 3, head: 0 }], "a head");
      await core(page, "apply", { type: "Undo" });
      await computed(page);
      await settled(page);
      await click(page, "model-off-here");
      await agrees([{ layer: 3, head: 0, at: 13 }], "a head at the last word alone");
      await settled(page);
      await click(page, "model-off"); // puts it back
      await computed(page);
      await settled(page);
      await click(page, "model-off");
      await settled(page);
      await click(page, "model-patched:1");
      await computed(page);
      await settled(page);
      await click(page, "model-place:2,9");
      await settled(page);
      await click(page, "model-off");
      const both = [
        { layer: 2, part: "stream", at: 9 },
        { layer: 3, head: 0 },
      ];
      await agrees(both, "and what leaves a layer at a word");
      const { link: kept } = await page.evaluate(() => ({ link: window.attentionExplorer.link() }));
      assert.match(kept, /model\.off=2@9o;3,0o/);
      // A text of another length is refused with both lengths, and going back brings all back.
      await core(page, "apply", { type: "SetModelText", text: "When Mary and John went" });
      await page.waitForFunction(() => window.attentionExplorer.reading().model?.refused);
      assert.match((await core(page, "reading")).model.refused, /has 14 tokens, yours 5\./);
      await core(page, "apply", { type: "Undo" });
      await agrees(both, "after a refusal");
      await core(page, "apply", { type: "Undo" });
      await agrees([{ layer: 3, head: 0 }], "undone");
      await close();
      const again = await openPage({ link: kept });
      await computed(again.page);
      const run = await here.patch(both.map((change) => ({ ...change, from: there })));
      const { next: shownAgain } = (await core(again.page, "reading")).model;
      near(
        shownAgain.next.slice(0, 3).map(({ probability }) => probability),
        run.next(3).map(({ probability }) => probability),
        "from the link",
      );
      await again.close();
      model.dispose();
    },

  "another sentence of other length is refused with both lengths, and nothing else changes": async () => {
    const { page, close } = await openPage({ link });
    const before = await shown(page);
    await core(page, "apply", { type: "SetModelOther", text: "When Mary and John went" });
    const refused = await shown(page);
    assert.match(refused.told, /has 5 tokens, yours 14\./);
    assert.deepEqual(refused.numbers, []);
    await settled(page);
    await click(page, "model-from-none");
    near((await shown(page)).numbers, before.numbers, "zeros again");
    await close();
  },

  "the lens has the words of models.mjs after each layer at each place, and a cell's sum is up to there":
    async () => {
      const model = await ownModel("small");
      const run = await model.run(sentence);
      const lens = await run.lens();
      const { page, close } = await openPage({ link: link.replace("parts=off", "parts=lens") });
      await computed(page);
      const { grid } = (await modelInReading(page)).why;
      assert.equal(grid.length, model.config.layers + 1);
      grid.forEach(({ value }, layer) => {
        const cells = value.split(" · ");
        lens[layer].forEach(([{ id, probability }], at) => {
          const [, word, share] = /^(.*) (\S+)$/.exec(cells[at]);
          assert.equal(word, model.decode([id]).trim() || word);
          assert.equal(share, probability.toFixed(2));
        });
      });
      await settled(page);
      await click(page, "model-lens:2,13");
      await computed(page);
      const { look } = (await core(page, "reading")).model;
      assert.deepEqual([look.layers, look.row, look.word], [2, 13, lens[2][13][0].id]);
      await core(page, "apply", { type: "SetReading", on: true });
      const { why } = (await core(page, "reading")).model;
      const asked = { at: 13, layers: 2 };
      const lead =
        run.ledger({ ...asked, id: why.word }).logit - run.ledger({ ...asked, id: why.against }).logit;
      assert.ok(why.sum.includes(lead.toFixed(3).replace("-", "−")), `${why.sum} is not ${lead}`);
      await close();
      model.dispose();
    },
};

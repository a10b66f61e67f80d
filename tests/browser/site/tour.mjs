// The tour of the page's own model: each step asks for something that the reader finds, and what it says is what the model
// computes.
import assert from "node:assert/strict";
import { click, core, openPage, settled, nightly } from "../harness.mjs";

const model = async (page) => (await core(page, "reading")).model;
const look = (page, command) => core(page, "apply", { type: "LookModel", ...command });
/** Until all that the step shows is there. */
const computed = (page) =>
  page.waitForFunction(() => {
    const { model } = window.attentionExplorer.reading();
    return model.run && model.next && model.wants === null;
  });
const begin = async (page, step) => {
  assert.equal(await core(page, "apply", { type: "StepModel", step }), null);
  await computed(page);
};
const probability = ({ next }, word) => next.next.find(({ text }) => text === word)?.probability ?? 0;
const percent = (share) => `${(100 * share).toFixed(1)} %`;
/** Until the sentence was run with these heads off, and the next words are there. */
const guessed = (page, heads) =>
  page.waitForFunction((wanted) => {
    const { model } = window.attentionExplorer.reading();
    const off = model.run?.off.map(({ layer, head }) => `${layer},${head}`).join(";");
    return off === wanted && model.next;
  }, heads.map(String).join(";"));
const off = async (page, heads) => {
  for (const [layer, head] of heads)
    await core(page, "apply", { type: "SetModelPart", layer, head, on: false });
  await guessed(page, heads);
  const told = await model(page);
  for (const [layer, head] of heads)
    await core(page, "apply", { type: "SetModelPart", layer, head, on: true });
  return told;
};

export const tests = {
  "of a changed name, the guess follows": async () => {
    const { page, close } = await openPage({ link: "view=model&model=small&model.step=guess" });
    await computed(page);
    const told = await model(page);
    assert.ok(told.tour.text.includes(`“Mary” ${percent(probability(told, "Mary"))}`), told.tour.text);
    assert.ok(told.tour.text.includes(`${told.about.vocabulary} words`));
    assert.equal(told.tour.found, false);
    const text = told.text.replace("Mary", "Sara");
    await core(page, "apply", { type: "SetModelText", text });
    await computed(page);
    assert.equal((await model(page)).tour.found, true);
    assert.match(await page.textContent("#said"), /^Found\. /);
    // The next step begins with its own sentence, and undo has the reader's.
    await click(page, "model-tour-next");
    await computed(page);
    assert.equal((await model(page)).tour.id, "lead");
    assert.equal((await model(page)).text, told.text);
    await core(page, "apply", { type: "Undo" });
    await computed(page);
    assert.equal((await model(page)).text, text);
    await close();
  },

  "the lead is the sum that is told, and its least part is found": async () => {
    const { page, close } = await openPage({ link: "view=model&model=small&model.step=lead" });
    await computed(page);
    await core(page, "apply", { type: "SetReading", on: true });
    const { why: asks, tour } = await model(page);
    const [mary, john] = ["Mary", "John"].map((word) => asks.choices.find(({ name }) => name === word).id);
    const asked = async (command) => {
      await look(page, command);
      await computed(page);
      return model(page);
    };
    // The text has two places, the sum three.
    const told = (pattern, value) => {
      const [, number] = tour.text.match(pattern);
      assert.ok(Math.abs(Number(number) - value) <= 0.0055, `${number} for ${value}`);
    };
    const logit = ({ why }) => Number(why.sum.match(/is (-?[\d.]+)\. It/)[1]);
    told(/of “Mary” is ([\d.]+),/, logit(await asked({ word: mary, alone: true })));
    told(/of “John” ([\d.]+)\. /, logit(await asked({ word: john, alone: true })));
    const { why } = await asked({ word: mary, against: john, alone: false });
    const [, lead, parts] = why.sum.match(/by ([\d.]+)\. .* (\d+) parts/);
    assert.ok(
      tour.text.includes(`leads by ${Number(lead).toFixed(2)}`) && tour.text.includes(`${parts} parts`),
    );
    assert.equal((await model(page)).tour.found, false);
    const value = ({ value }) => Number(value.replace("−", "-"));
    const least = why.parts.reduce((a, b) => (value(b) < value(a) ? b : a));
    const most = why.parts.reduce((a, b) => (value(b) > value(a) ? b : a));
    assert.ok(tour.done.startsWith(`${least.name} takes ${(-value(least)).toFixed(2)} away.`), tour.done);
    assert.ok(tour.done.includes(`${most.name.toLowerCase()}, adds ${value(most).toFixed(2)}`), tour.done);
    for (let part = 0; part < Number(parts) && !(await model(page)).tour.found; ++part) {
      const { why: now, tour: at } = await asked({ part });
      assert.equal(at.found, now.chosen === least.name);
    }
    assert.equal((await model(page)).tour.found, true);
    await close();
  },

  "heads that look at the other name, and the layer that decides": async () => {
    const { page, close } = await openPage({ link: "view=model&model=small&model.step=head" });
    await computed(page);
    const { about, tour } = await model(page);
    const looking = [];
    for (let layer = 0; layer < about.layers; ++layer) {
      for (let head = 0; head < about.heads; ++head) {
        await begin(page, 2);
        await look(page, { layer, head });
        await computed(page);
        const { rows, tour: now } = await model(page);
        const [{ label, text }] = rows[0].row.largest;
        if (label.startsWith("Mary") && Number(text) > 0.95)
          looking.push(`head ${head + 1} with ${Number(text).toFixed(3)}`);
        if (looking.length === 0) assert.equal(now.found, false); // once found, it stays so
      }
    }
    assert.equal(looking.length, 3);
    assert.ok(tour.done.includes(looking.join(", ")), tour.done);

    await begin(page, 3);
    await core(page, "apply", { type: "SetReading", on: true });
    const { why, tour: lens } = await model(page);
    const likeliest = why.lens.map(({ value }) => value.split(",")[0]);
    assert.deepEqual(
      likeliest.map((words) => words.split(" ")[0]),
      ["to", "?", "?", "Mary", "Mary"],
    );
    for (const words of likeliest.slice(3)) {
      const share = Number(words.split(" ")[1]);
      assert.ok(lens.done.includes((100 * share).toFixed(1)), `${words}: ${lens.done}`);
    }
    const found = async (part) => {
      await look(page, { part });
      await computed(page);
      return (await model(page)).tour.found;
    };
    assert.equal(await found(0), false);
    assert.equal(await found(2), false);
    const parts = why.parts.length;
    let part = 3;
    while (part < parts && !(await found(part))) ++part;
    await core(page, "apply", { type: "SetReading", on: true });
    assert.match((await model(page)).why.chosen, /^Layer 3,/);
    await close();
  },

  ...nightly({
    "one head off changes little, two of the right ones change the answer": async () => {
      const { page, close } = await openPage({ link: "view=model&model=small&model.step=off" });
      await computed(page);
      assert.equal((await model(page)).tour.found, false);
      const { about } = await model(page);
      for (let layer = 0; layer < about.layers; ++layer)
        for (let head = 0; head < about.heads; ++head)
          assert.ok(probability(await off(page, [[layer, head]]), "Mary") > 0.9, `${layer}, ${head}`);
      await core(page, "apply", { type: "SetModelPart", layer: 3, head: 0, on: false });
      await computed(page);
      assert.equal((await model(page)).tour.found, true);

      await begin(page, 5);
      const { tour } = await model(page);
      const without = await off(page, [
        [3, 1],
        [3, 3],
      ]);
      assert.ok(tour.text.includes(percent(probability(without, "Mary"))), tour.text);
      assert.equal((await model(page)).tour.found, false);
      const lost = await off(page, [
        [0, 1],
        [3, 1],
      ]);
      assert.equal(lost.next.next[0].text, "John");
      assert.ok(tour.done.includes(percent(probability(lost, "Mary"))), tour.done);
      assert.equal(lost.tour.found, true);
      await close();
    },
  }),

  "kinds of heads: the one that looks back one place, and those that look at what followed": async () => {
    const { page, close } = await openPage({ link: "view=model&model=small&model.step=again" });
    await core(page, "apply", { type: "SetReading", on: true });
    await computed(page);
    const previous = ({ shares }) => Number(shares[1]);
    const most = ({ heads }) => heads.reduce((a, b) => (previous(b) > previous(a) ? b : a));
    const second = previous(most(await model(page))).toFixed(2);
    const { heads, next, tour } = await model(page);
    assert.equal(next.next[0].text, "Paris");
    assert.ok(tour.done.includes(percent(next.next[0].probability)), tour.done);
    let followed = 0;
    for (const { layer, head } of heads) {
      await begin(page, 7);
      await look(page, { layer, head });
      await computed(page);
      const { rows } = await model(page);
      const [{ label, text }] = rows[0].row.largest;
      if (label === "Paris 4" && Number(text) > 0.5) followed += 1;
      if (layer === 2 && head === 2) assert.deepEqual([label, Number(text).toFixed(2)], ["seven 3", "0.65"]);
    }
    assert.equal(followed, 5);
    assert.equal((await model(page)).tour.found, true);

    await begin(page, 6);
    const before = await model(page);
    const best = most(before);
    assert.equal(best.name, "Layer 1, head 4");
    assert.ok(before.tour.done.includes(`with ${previous(best).toFixed(2)} on average`), before.tour.done);
    assert.ok(before.tour.done.includes(`it gives ${second}`), before.tour.done);
    assert.equal(before.tour.found, false);
    await look(page, { layer: best.layer, head: best.head });
    await computed(page);
    assert.equal((await model(page)).tour.found, true);
    await close();
  },

  "where no word comes twice, the heads that copy look at the first word": async () => {
    const { page, close } = await openPage({ link: "view=model&model=small&model.step=nothing" });
    await computed(page);
    assert.equal((await model(page)).tour.found, false);
    const { tour } = await model(page);
    // Head by head: what its last word looks at most, on the list in which words come twice and on this one.
    const looksAt = async (step) => {
      const all = [];
      for (let layer = 0; layer < 4; ++layer)
        for (let head = 0; head < 4; ++head) {
          await begin(page, step);
          await look(page, { layer, head });
          await computed(page);
          const { rows, tour: now } = await model(page);
          const [{ label, text }] = rows[0].row.largest;
          all.push({ name: `${layer + 1}.${head + 1}`, label, weight: Number(text), found: now.found });
        }
      return all;
    };
    const copying = (await looksAt(7))
      .filter(({ label, weight }) => label === "Paris 4" && weight > 0.5)
      .map(({ name }) => name);
    assert.equal(copying.length, 5);
    const here = await looksAt(8);
    assert.deepEqual(
      here.filter(({ label, weight }) => label.startsWith("Paris") && weight > 0.5).map(({ name }) => name),
      copying,
    );
    const most = here.filter(({ label, weight }) => label.startsWith("Paris") && weight > 0.95);
    assert.deepEqual(
      most.map(({ name }) => name),
      ["4.1", "4.2", "4.4"],
    );
    assert.ok(
      tour.done.includes(
        most
          .map(({ weight }) => weight.toFixed(3))
          .join(", ")
          .replace(/, (?=[^,]*$)/, " and "),
      ),
    );
    assert.equal(here.find(({ found }) => found).name, "4.1");
    await close();
  },

  "the tour is begun from the contents, read as text, and left": async () => {
    const { page, close } = await openPage({ link: "view=contents" });
    await settled(page);
    await core(page, "apply", { type: "StepModel", step: 0 });
    await computed(page);
    await core(page, "apply", { type: "SetReading", on: true });
    await page.waitForSelector("section[aria-label='Why Mary? 1 of 9']");
    await page.click("section[aria-label='Why Mary? 1 of 9'] button:has-text('Next')");
    await page.waitForSelector("section[aria-label='Why Mary? 2 of 9']");
    await page.click("button:has-text('Leave the tour')");
    await page.waitForSelector("button:has-text('Why Mary? In 9 steps')");
    assert.equal((await model(page)).tour, null);
    await close();
  },
};

// The page's own model of pictures: its numbers are what models.mjs computes, pictures are painted, drawn at random and dropped, and
// each step of its tour asks for something that the reader finds.
import assert from "node:assert/strict";
import { click, core, drop, openPage, place, settled, until } from "../harness.mjs";
import { ownModel } from "./own-models.mjs";

const model = async (page) => (await core(page, "reading")).model;
const apply = async (page, command) => assert.equal(await core(page, "apply", command), null);
/** Until all that the screen shows is there. */
const computed = (page) =>
  until(page, () => {
    const { model } = window.attentionExplorer.reading();
    return model?.run && model.next && model.wants === null;
  });
const open = async (link, options = {}) => {
  const opened = await openPage({ link: `view=model&model=pictures${link}`, ...options });
  await computed(opened.page);
  return opened;
};
/** Until it has read this text. */
const reads = async (page, text) => {
  await until(page, (wanted) => window.attentionExplorer.reading().model.run?.text === wanted, text);
  await computed(page);
};
const answer = async (page) => (await model(page)).next.next[0].text;
const pixelsOf = (page, text) =>
  page.evaluate((described) => {
    const { pixels, width, height } = window.attentionExplorer.madePicture(described);
    return { pixels: [...pixels], width, height };
  }, text);

/** The upper left corner of the picture, and the side of one of so many squares across. */
async function corner(page, across) {
  const { x, y, w, h } = await place(page, "model-picture-area");
  return { x: x - w / 2, y: y - h / 2, cell: w / across };
}

/** A PNG of one colour. */
const png = (page, width, height) =>
  page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext("2d");
      context.fillStyle = "rgb(40, 90, 200)";
      context.fillRect(0, 0, w, h);
      const blob = await canvas.convertToBlob({ type: "image/png" });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [width, height],
  );

export const tests = {
  "it answers, and its heads look, as models.mjs computes": async () => {
    const { page, close } = await open("&model.head=1,3");
    const told = await model(page);
    const { pixels, width, height } = await pixelsOf(page, told.text);
    const alone = await ownModel("pictures");
    const run = await alone.run({ pixels: Uint8Array.from(pixels), width, height });
    const next = run.next(4);
    assert.deepEqual(
      told.next.next.map(({ text }) => text),
      next.map(({ text }) => text),
    );
    told.next.next.forEach(({ probability }, i) =>
      assert.ok(Math.abs(probability - next[i].probability) < 1e-5, `${probability}`),
    );
    await apply(page, { type: "SetReading", on: true });
    await computed(page);
    const { data } = run.attention(1, 3, { count: 1 });
    const [row] = (await model(page)).rows;
    const largest = Math.max(...data);
    assert.equal(row.row.largest[0].value.toFixed(4), largest.toFixed(4));
    assert.equal(row.row.largest[0].label, `patch ${told.run.words[data.indexOf(largest)]}`);
    alone.dispose();
    await close();
  },

  "another colour in the corner asks for another shape, and undo takes it back": async () => {
    const { page, close } = await open("");
    assert.equal(await answer(page), "triangle");
    const before = (await model(page)).text;
    await click(page, "model-asks:1");
    await reads(page, before.replace("blue?", "green?"));
    assert.equal(await answer(page), "square");
    await apply(page, { type: "Undo" });
    await computed(page);
    assert.deepEqual([(await model(page)).text, await answer(page)], [before, "triangle"]);
    await close();
  },

  "a shape is painted by a click in the picture, and taken away by another": async () => {
    const { page, close } = await open("&model.text=blue%3F%204%2C4%20orange%20cross");
    await click(page, "model-brush:0");
    await click(page, "model-brush-colour:2");
    const { x, y, cell } = await corner(page, 4);
    await page.mouse.click(x + 1.5 * cell, y + 2.5 * cell);
    await reads(page, "blue? 3,2 blue circle; 4,4 orange cross");
    assert.equal(await answer(page), "circle");
    await page.mouse.click(x + 1.5 * cell, y + 2.5 * cell);
    await reads(page, "blue? 4,4 orange cross");
    await close();
  },

  "without a brush a click follows a patch, and pointing explains a weight": async () => {
    const { page, close } = await open("&model.head=0,2");
    const { x, y, cell: patch } = await corner(page, 8);
    await page.mouse.click(x + 3.5 * patch, y + 5.5 * patch);
    await settled(page);
    const { look, run } = await model(page);
    assert.equal(run.words[look.row], "6,4");
    await close();
  },

  "two patches are compared by the button and with Shift; labels are in the page's language": async () => {
    const { page, close } = await open("&model.head=0,2&lang=de");
    assert.equal(await answer(page), "Dreieck");
    await click(page, "model-beside");
    await settled(page);
    assert.equal((await model(page)).look.compareRow, 0);
    const { x, y, cell: patch } = await corner(page, 8);
    await page.mouse.click(x + 3.5 * patch, y + 5.5 * patch);
    await settled(page);
    const { look, rows } = await model(page);
    assert.equal(look.compareRow, 0);
    assert.deepEqual(
      rows.map(({ row }) => row.label),
      ["Patch 6,4", "[CLS]"],
    );
    await click(page, "model-alone");
    await settled(page);
    assert.equal((await model(page)).look.compareRow, null);
    await page.keyboard.down("Shift");
    const now = await corner(page, 8);
    await page.mouse.click(now.x + 0.5 * now.cell, now.y + 0.5 * now.cell);
    await page.keyboard.up("Shift");
    await settled(page);
    assert.equal((await model(page)).look.compareRow, 1);
    await close();
  },

  "pictures drawn at random have one answer, which is right": async () => {
    const { page, close } = await open("");
    for (let i = 0; i < 3; i++) {
      const before = (await model(page)).text;
      await click(page, "model-another");
      await until(page, (was) => window.attentionExplorer.reading().model.text !== was, before);
      await computed(page);
      const { text } = await model(page);
      const [, asks] = text.match(/^(\w+)\?/);
      const [, shape] = text.match(new RegExp(` ${asks} (\\w+)`));
      assert.equal(await answer(page), shape, text);
    }
    await close();
  },

  "a picture of the reader's is read by the model, and what is none is refused": async () => {
    const { page, close } = await open("");
    await drop(page, { "sea.png": Uint8Array.from(await png(page, 60, 40)) });
    await until(page, () => window.attentionExplorer.reading().model.text === "sea.png");
    await computed(page);
    assert.equal((await model(page)).run.words.length, 65);
    await apply(page, { type: "SetModelText", text: "no such picture" });
    await until(page, () => window.attentionExplorer.reading().model.refused !== "");
    assert.match((await model(page)).refused, /“no such picture” is no picture that is open here/);
    await apply(page, { type: "Undo" });
    await computed(page);
    assert.equal((await model(page)).text, "sea.png");
    await close();
  },

  "a head off, all layers and another picture's parts are in the link and in its numbers": async () => {
    const { page, close } = await open("&model.off=1,0;1,1;1,3&model.rollout=all");
    assert.equal(await answer(page), "square");
    const told = await model(page);
    assert.equal(told.look.rollout, true);
    assert.equal(
      told.next.before[0].text === "triangle" || told.next.before.some(({ text }) => text === "triangle"),
      true,
    );
    await apply(page, { type: "SetReading", on: true });
    await computed(page);
    const [row] = (await model(page)).rows;
    assert.equal(row.head, "All layers");
    await close();
  },

  "each step of the tour is found": async () => {
    const { page, close } = await openPage({ link: "view=model&model=pictures&model.step=answer" });
    await computed(page);
    const found = async () => {
      await computed(page);
      await settled(page);
      return (await model(page)).tour.found;
    };
    const steps = [
      [
        "answer",
        { type: "SetModelText", text: "green? 2,2 orange circle; 2,4 blue triangle; 3,3 green square" },
      ],
      ["corner", { type: "LookModel", layer: 0, head: 0 }],
      ["shape", { type: "LookModel", layer: 1, head: 1 }],
      ["layers", { type: "LookModel", rollout: true }],
      ["three", ...[0, 1, 3].map((head) => ({ type: "SetModelPart", layer: 1, head, on: false }))],
      ["unseen", { type: "SetModelText", text: "blue? 2,3 blue circle; 3,2 blue square; 4,1 orange cross" }],
    ];
    for (const [i, [id, ...commands]] of steps.entries()) {
      await apply(page, { type: "StepModel", step: i });
      await computed(page);
      const { tour } = await model(page);
      assert.deepEqual([tour.id, tour.steps, tour.found], [id, steps.length, false]);
      for (const command of commands) await apply(page, command);
      assert.equal(await found(), true, id);
    }
    await close();
  },

  "what is asked why is a label": async () => {
    const { page, close } = await open("&model.why=word");
    await apply(page, { type: "SetReading", on: true });
    await computed(page);
    const { why } = await model(page);
    assert.deepEqual(why.choices.map(({ name }) => name).sort(), ["circle", "cross", "square", "triangle"]);
    assert.match(why.title, /^Why triangle and not square\?/);
    await close();
  },
};

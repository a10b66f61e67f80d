// What the reading view shows equals what PyTorch computed, and what lessons.mjs computes without a page.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  close as near,
  core,
  follow,
  golden,
  lessonIds,
  lessonOf,
  nightly,
  openPage,
  parse,
  shownTable,
  site,
  stepIds,
  stepsOf,
  tensor,
} from "../harness.mjs";

const s0 = golden("S0");
const expected = {
  x: s0.inputs.x,
  w_key: s0.inputs.w_key,
  w_query: s0.inputs.w_query,
  keys: s0.float32.keys,
  querys: s0.float32.querys,
  values: s0.float32.values,
  attn_scores: s0.float32.attn_scores,
  attn_scores_softmax: s0.float32.attn_scores_softmax,
  outputs: s0.float32.outputs_exact,
};

/** The tables of the page: name, and for every cell that it shows its index, its text, and whether it is masked. */
const tablesOf = (page) =>
  page.$$eval("main table[data-tensor]", (tables) =>
    tables.map((table) => ({
      name: table.dataset.tensor,
      cells: [...table.querySelectorAll("tbody [data-cell]")].map((cell) => ({
        index: cell.dataset.cell.split(":")[1].split(",").filter(Boolean).map(Number),
        text: cell.value || cell.textContent,
        masked: cell.classList.contains("status-masked"),
      })),
    })),
  );

function at({ shape, data }, index) {
  assert.equal(index.length, shape.length, "as many places as axes");
  return data[index.reduce((place, i, axis) => place * shape[axis] + i, 0)];
}

// How far a printed number may be from its value: half a unit of its last digit.
function precision(text) {
  const [, places = "", exponent = "0"] = /^[^.]*(?:\.(\d+))?\D*?(?:e([-+]?\d+))?$/.exec(text) ?? [];
  return 0.5 * 10 ** (Number(exponent) - places.length);
}

const plain = (text) => text.replace("≈", "").replaceAll("−", "-"); // ≈ marks a sum whose rounded terms do not add up to it

function compare({ text, masked }, value, what) {
  // A masked score is −∞ and a masked weight 0; other cells are unchanged.
  if (masked) return assert.ok(value === -Infinity || value === 0, `${what} is masked, but ${value}`);
  if (!Number.isFinite(value)) return assert.equal(plain(text).replace("∞", "Infinity"), String(value), what);
  const shown = Number(plain(text));
  assert.ok(text !== "" && !Number.isNaN(shown), `${what} shows “${text}”`);
  const allowed = precision(plain(text)) * (1 + 1e-6) + Math.abs(value) * 1e-7;
  assert.ok(Math.abs(shown - value) <= allowed, `${what} shows ${text}, and is ${value}`);
}

async function compareLesson(id) {
  // The script of a build names its own wasm, so this is the module of the site under test.
  const { loadLessons } = await import(pathToFileURL(join(site, "lessons.mjs")));
  const lessons = await loadLessons();
  const lesson = lessonOf(id);
  const fresh = lesson.tensors.filter(({ random }) => lesson.training?.fresh?.includes(random?.generator));
  const names = new Map(lesson.tensors.map(({ name, cellNames }) => [name, cellNames]));
  const { page, close } = await openPage({ link: `lesson=${id}&view=reading` });
  let compared = 0;
  for (const step of stepsOf(id)) {
    await follow(page, { lesson: id, step, view: "reading" });
    const { step: shown, tensors } = await core(page, "reading");
    // The solution of a goal would change the numbers.
    if (shown.question && !shown.question.goal) await page.click('.question [data-command*="Reveal"]');
    // A step has its own settings, and one with a run shows sequences that are kept apart.
    const here = structuredClone(lesson);
    if (shown.training) {
      delete here.training;
      for (const one of here.steps) delete one.training;
      for (const one of here.tensors.filter(({ name }) => fresh.some((drawn) => drawn.name === name))) {
        const { values } = await core(page, "tensor", one.name);
        const width = one.random.shape[1];
        one.values = Array.from({ length: one.random.shape[0] }, (_, row) =>
          values.slice(row * width, (row + 1) * width),
        );
        delete one.random;
      }
    }
    const parameters = lesson.steps.find((one) => one.id === step).set ?? {};
    const { nodes: all } = lessons.run(here, { parameters });
    const nodes = new Map(all.map((node) => [node.name, node]));
    const tables = await tablesOf(page);
    for (const { name } of tensors)
      assert.ok(
        tables.some((table) => table.name === name && table.cells.length > 0),
        `${step}: ${name} has a table`,
      );
    for (const { name, cells } of tables)
      for (const cell of cells) {
        const value = at(nodes.get(name), cell.index);
        // Ids may be shown by their names, which are the labels of another tensor's rows.
        const named = nodes.get(names.get(name))?.labels[0][value];
        const what = `${step}: ${name}[${cell.index}]`;
        if (named === undefined) compare(cell, value, what);
        else assert.equal(cell.text, named, what);
        compared += 1;
      }
  }
  assert.ok(compared > 150, `${compared} numbers compared`);
  await close();
}

export const tests = {
  "every tensor of every step equals the golden file": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example" });
    const seen = new Set();
    for (const id of stepIds) {
      await core(page, "apply", { type: "GoToStep", id });
      const question = (await core(page, "reading")).step.question;
      if (question) await core(page, "apply", { type: "Reveal", question: question.id });
      await page
        .waitForFunction((step) => document.querySelector("h2")?.dataset.step === step, id)
        .catch(() => {});
      const reading = await core(page, "reading");
      for (const { name } of reading.tensors) {
        if (!expected[name]) continue;
        seen.add(name);
        const model = (await tensor(page, name)).rows.map((row) => row.map(({ value }) => value));
        near(model, expected[name], 1e-6, `${id}: ${name}`);
      }
    }
    const missing = Object.keys(expected).filter((name) => !seen.has(name));
    assert.deepEqual(missing, [], "all golden tensors were on stage");
    await close();
  },

  "the tables show the golden numbers, to the decimals shown": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=softmax" });
    await page.focus("#skip-button");
    await page.keyboard.press("Enter");
    await page.click(".question [data-command*=Reveal]"); // until then the cells that it asks for are hidden
    for (const name of ["attn_scores", "attn_scores_softmax"]) {
      const shown = (await shownTable(page, name)).map((row) => row.map(parse));
      near(shown, expected[name], 0.5e-4 + 1e-9, name);
    }
    await close();
  },
};

// On every push: matrices by hand, heads with masks, and sums in tiles.
const onEveryPush = ["worked-example", "multi-head", "tiles"];
const inLessons = (lessons) =>
  Object.fromEntries(
    lessons.map((id) => [
      `every number that ${id} shows, in every step, equals lessons.run()`,
      () => compareLesson(id),
    ]),
  );
Object.assign(
  tests,
  inLessons(onEveryPush),
  nightly(inLessons(lessonIds.filter((id) => !onEveryPush.includes(id)))),
);

// A link stays short enough for mails and course pages: at most 2,000 characters after more than a reader typically does
// in a lesson; what is much larger is packed. Both open to the same state in a new page.
import assert from "node:assert/strict";
import { core, lessonIds, nightly, openPage, stepsOf } from "../harness.mjs";

const most = 2000; // characters, with the address of the site

async function apply(page, command) {
  assert.equal(await core(page, "apply", command), null, JSON.stringify(command));
}

// Changes cells to numbers with about as many digits as people type.
async function editCells(page, wanted) {
  let done = 0;
  const { tensors } = await core(page, "reading");
  for (const tensor of tensors.filter(({ editable, rows }) => editable && rows.length > 0)) {
    const columns = tensor.rows[0].length;
    for (let cell = 0; cell < tensor.rows.length * columns && done < wanted; cell++) {
      const index = tensor.leading.map(({ place }) => place);
      if (tensor.shape.length > 1) index.splice(tensor.rowAxis, 0, Math.floor(cell / columns));
      if (tensor.shape.length > 0) index.push(cell % columns);
      const text = tensor.toggle ? "0" : String((((done * 37) % 19) - 9) / 4 + 0.05); // −2.2 … 2.3
      const command = { type: "EditCell", cell: { tensor: tensor.name, index }, text };
      const refused = await core(page, "apply", command);
      if (refused?.code === "goal_locked") continue; // the step's goal leaves other cells free
      assert.equal(refused, null);
      done += 1;
    }
  }
  return done;
}

const another = ({ control, choices, value, least, most: end, step }) =>
  ({
    choice: () => choices.find((choice) => choice.value !== value).value,
    toggle: () => !value,
    number: () => (value + step <= end ? value + step : least),
    order: () => value.toReversed(),
    text: () => "The café is closed, and so is the bar",
  })[control]?.();

async function moveControls(page) {
  for (const control of (await core(page, "reading")).step.controls) {
    const value = another(control);
    if (value === undefined) continue; // the reader's own pictures are in no link
    // Some choices do not fit the current numbers: the page reports that and changes nothing.
    await core(page, "apply", { type: "SetParameter", name: control.name, value, continues: false });
  }
}

// Answers, right or wrong: a number, a shape, or one of the options.
async function answer(page) {
  const { question } = (await core(page, "reading")).step;
  for (const [part, { kind, options }] of (question?.parts ?? []).entries()) {
    const value = { number: "12.5", shape: "3x4", truth: "no" }[kind] ?? options[0]?.id;
    if (value !== undefined)
      await core(page, "apply", { type: "Answer", question: question.id, part, value, check: true });
  }
}

async function select(page) {
  const { tensors } = await core(page, "reading");
  const { node, shape } = tensors.at(-1);
  await apply(page, { type: "Focus", cell: { node, index: shape.map((extent) => extent - 1) }, pin: true });
}

async function addressOf(page) {
  // The page updates the address by a timer after the last change; that timer was set before this one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  return page.evaluate(() => location.href);
}

async function opensEqual(page, address) {
  const again = await openPage({ url: address });
  assert.equal(await core(again.page, "link"), await core(page, "link"));
  assert.equal(await again.page.locator("#notices p").count(), 0);
  await again.close();
}

async function typical(id) {
  const { page, close } = await openPage({ link: `lesson=${id}&view=reading` });
  let edits = 0;
  for (const step of stepsOf(id)) {
    await apply(page, { type: "GoToStep", id: step });
    await answer(page);
    await moveControls(page);
    edits += await editCells(page, 1);
  }
  // The lesson that writes has no cells to edit: its numbers come from a text.
  if (id !== "letters") assert.ok(edits > 0, "some cells were changed");
  await select(page);
  await apply(page, { type: "SetTheme", theme: "light" });
  await apply(page, { type: "SetDecimals", decimals: 1 });
  const address = await addressOf(page);
  assert.ok(address.length <= most, `${address.length} characters after ${edits} edits`);
  await opensEqual(page, address);
  await close();
}

const inLessons = (lessons) =>
  Object.fromEntries(
    lessons.map((id) => [
      `${id}: all questions answered, all controls moved, a cell changed in every step, one chosen`,
      () => typical(id),
    ]),
  );
const longest = ["multi-head"]; // whose link is

export const tests = {
  ...inLessons(longest),
  ...nightly(inLessons(lessonIds.filter((id) => !longest.includes(id)))),
};

tests["hundreds of changed cells are packed, and are there again"] = async () => {
  const cells = Array.from({ length: 64 }, (_, i) => [Math.floor(i / 8), i % 8]);
  const edits = ["toqueries", "tokeys", "tovalues", "unifyheads"].map((name, of) => {
    const number = (i) => ((((i + of) * 37) % 19) - 9) / 4 + 0.05; // −2.2 … 2.3
    return `e.${name}=${cells.map(([row, column], i) => `${row},${column}:${number(i)}`).join(";")}`;
  });
  const { page, close } = await openPage({ link: `lesson=multi-head&${edits.join("&")}` });
  await apply(page, { type: "GoToStep", id: "fold" });
  const plain = await core(page, "link");
  assert.ok(plain.length > most, `${plain.length} characters as they are`);
  const address = await addressOf(page);
  assert.match(address, /#zc=[\w-]+$/);
  assert.ok(address.length < 0.8 * plain.length, `${plain.length} characters, packed ${address.length}`);
  await opensEqual(page, address);
  await close();
};

// Random input by mouse, keys and commands, then undo until nothing is left: the numbers are those of the start.
import assert from "node:assert/strict";
import { core, lessonIds, ready, siteUrl, stepsOf, until } from "../harness.mjs";
import { numbers, shorter, texts } from "./random.mjs";
import { Finding, wayOn, watched } from "./watch.mjs";

const presses = [
  ...["Tab", "Enter", " ", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageDown", "PageUp"],
  ...["Home", "End", "Delete", "Backspace", "a", "7", "-", "+", "?", "r", "u", "e", "z"],
];

// Texts to type that a field may or may not accept.
const typed = (random) => random.pick(random.chance(0.7) ? numbers : texts);

function action(random) {
  const kind = random.pick([
    "click",
    "double",
    "key",
    "edit",
    "edit",
    "paste",
    "parameter",
    "step",
    "undo",
    "redo",
    "other",
    "wheel",
  ]);
  const at = [random.next(), random.next()];
  if (kind === "key") return { kind, key: random.pick(presses) };
  if (kind === "edit") return { kind, at, text: typed(random), more: random.chance(0.3) };
  if (kind === "paste")
    return {
      kind,
      at,
      text: random.list(3, () => random.list(3, () => typed(random)).join("\t")).join("\n"),
    };
  if (kind === "other") return { kind, at, which: random.next(), value: typed(random) };
  return { kind, at };
}

function made(random) {
  const lesson = random.pick(lessonIds);
  return {
    lesson,
    step: random.pick(stepsOf(lesson)),
    size: random.pick([
      [1200, 800],
      [390, 844],
      [320, 460],
      [800, 300],
    ]),
    actions: random.list(40, () => action(random)),
  };
}

// Runs in the page. Commands that a program gives, with the places and names that are there just now.
const command = ({ kind, at, text, more, which, value }) => {
  const { attentionExplorer: explorer } = window;
  const reading = explorer.reading();
  const of = (list, share) => list[Math.floor(share * list.length)];
  const tensor = of(reading.tensors ?? [], at[0]);
  const cell = tensor && {
    node: tensor.node,
    index: tensor.shape.map((length) => Math.floor(at[1] * length)),
  };
  const control = of(reading.step?.controls ?? [], at[0]);
  const values = control && {
    choice: of(
      control.choices.map((each) => each.value),
      at[1],
    ),
    toggle: at[1] < 0.5,
    number:
      control.least +
      Math.round((at[1] * (control.most - control.least)) / (control.step || 1)) * (control.step || 1),
    text: value,
    order: control.value,
  };
  const others = [
    { type: "RestoreLesson" },
    { type: "SetDecimals", decimals: Math.floor(at[0] * 9) },
    { type: "SetReading", on: at[0] < 0.5 },
    { type: "SetTheme", theme: at[0] < 0.5 ? "dark" : "light" },
    { type: "ShowAttention", matrices: at[0] < 0.5, threshold: at[1] },
    { type: "ZoomAttention", zoom: 1 + at[0] * 20, x: at[1], y: at[0] },
    { type: "SelectHeads", heads: [Math.floor(at[0] * 4)] },
    { type: "Focus", cell, pin: at[0] < 0.5 },
    { type: "MoveFocus", rows: Math.round(at[0] * 4 - 2), columns: Math.round(at[1] * 4 - 2) },
    { type: "Answer", question: reading.step?.question?.id ?? "", part: 0, value },
    { type: "Reveal", question: reading.step?.question?.id ?? "" },
    { type: "SetLetters", letters: at[0] < 0.5 ? "tutorial" : "page" },
    { type: "SetColorSteps", steps: at[0] < 0.5 ? "linear" : "ranks" },
  ];
  const commands = {
    edit: cell && { type: "EditCell", cell, text, continues: more },
    paste: cell && { type: "PasteCells", cell, text },
    parameter: control &&
      values[control.control] !== undefined && {
        type: "SetParameter",
        name: control.name,
        value: values[control.control],
      },
    step: reading.steps && { type: "GoToStep", id: of(reading.steps, at[0]).id },
    undo: { type: "Undo" },
    redo: { type: "Redo" },
    other: of(others, which ?? 0),
  };
  if (commands[kind]) explorer.apply(commands[kind]);
};

async function act(browser, page, { size, ...given }) {
  const [x, y] = (given.at ?? [0, 0]).map((share, axis) => Math.floor(share * (size[axis] - 1)));
  if (given.kind === "click") await page.mouse.click(x, y);
  else if (given.kind === "double") await browser.doubleClick(page, x, y);
  else if (given.kind === "key") await page.keyboard.press(given.key);
  else if (given.kind === "wheel") {
    await page.mouse.move(x, y);
    await browser.wheel(page, 120);
  } else await page.evaluate(command, given);
}

const open = async (page, data) => {
  await core(page, "apply", { type: "GoToStep", id: data.step });
  await until(page, (id) => window.attentionExplorer.reading().step?.id === id, data.step);
};

// Every number of the step, as the core holds it.
const numbersOf = (page) =>
  page.evaluate(() => {
    const { tensors } = window.attentionExplorer.reading();
    return tensors.map(({ name }) => [name, window.attentionExplorer.tensor(name).values]);
  });

export const actions = {
  make: made,

  *smaller(data) {
    for (const list of shorter(data.actions)) yield { ...data, actions: list };
  },

  told: (data) => JSON.stringify(data),

  run: (browser, data) =>
    watched(
      browser,
      {
        url: `${siteUrl()}#lesson=${data.lesson}&step=${data.step}`,
        width: data.size[0],
        height: data.size[1],
      },
      async (page) => {
        await ready(page);
        const first = await numbersOf(page);
        for (const each of data.actions) await act(browser, page, { ...each, size: data.size });
        await wayOn(page);
        if (!(await page.evaluate(() => Boolean(window.attentionExplorer)))) return; // a link led to another page
        const { contents, lesson } = await core(page, "reading");
        if (contents || lesson?.id !== data.lesson) return; // another lesson is open, which has its own undo history
        for (let i = 0; i < 10 * data.actions.length; ++i) await core(page, "apply", { type: "Undo" });
        await open(page, data);
        try {
          assert.deepEqual(await numbersOf(page), first);
        } catch (error) {
          throw new Finding(
            `numbers differ after all was undone: ${error.message.split("\n").slice(0, 12).join(" ")}`,
          );
        }
      },
    ),
};

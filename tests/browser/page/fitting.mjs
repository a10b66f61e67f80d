// Every step, beat by beat, at four sizes: no text is cut off, none lies over another, and the numbers in
// cells are large enough to be read.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { core, lessonIds, lessonOf, openPage, root, step, still } from "../harness.mjs";

const sizes = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [390, 844],
];

const capitals = 0.72; // height of a capital or digit, in em
const smallest = 12;

// Rounded to quarters of a pixel, and digits have no descenders: less than this is no overlap.
const slack = 2;
const overlap = (a, b) =>
  Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > slack &&
  Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > slack;
const within = (a, b) =>
  a.x + a.w / 2 > b.x && a.x + a.w / 2 < b.x + b.w && a.y + a.h / 2 > b.y && a.y + a.h / 2 < b.y + b.h;

// What may end with an ellipsis: the words of the interface as they are.
const interfaceWords = readFileSync(join(root, "web/words/interface.json"), "utf8");

// Of what is drawn: { items, texts } as the core reports it. written: the lesson's own words, which may end so as well.
function faults({ items, texts }, written) {
  const found = [];
  // On small screens the prose ends where the button "Explain" is, which opens the rest.
  const goesOn = items.filter(({ id }) => id === "prose-goes-on");
  for (const text of texts) {
    const isCut = text.id.endsWith("…") && !written.includes(text.id) && !interfaceWords.includes(text.id);
    if (isCut && !goesOn.some((dots) => overlap(text, dots))) found.push(`cut: ${text.id}`);
  }
  const cells = items.filter(({ id }) => id.startsWith("cell:"));
  for (const text of texts) {
    const cell = /^[−≈]?\d/.test(text.id) && cells.find((each) => within(text, each));
    if (cell && text.h < smallest * capitals - 0.5)
      found.push(`${(text.h / capitals).toFixed(1)} px: ${text.id} in ${cell.id}`);
  }
  for (const [i, a] of texts.entries())
    for (const b of texts.slice(i + 1))
      if (overlap(a, b))
        found.push(`overlap: “${a.id}” and “${b.id}” at ${Math.round(b.x)}, ${Math.round(b.y)}`);
  return found;
}

async function drawn(page) {
  await core(page, "probe", true);
  await core(page, "wake");
  await still(page);
  return core(page, "probe", true);
}

// The places of text do not depend on the theme: the sizes between the largest and the smallest take the themes by turns.
const themesOf = (size, turn) =>
  size === sizes[0] || size === sizes.at(-1) ? ["dark", "light"] : [turn % 2 === 0 ? "dark" : "light"];

const everyBeat = (lesson, size) => async () => {
  const [width, height] = size;
  const { page, close } = await openPage({ width, height, touch: width < 600, link: `lesson=${lesson}` });
  const found = [];
  const written = JSON.stringify(lessonOf(lesson));
  await page.focus("#canvas");
  for (let turns = 0; turns < 80; ++turns) {
    const id = await step(page);
    for (const theme of themesOf(size, turns)) {
      await page.emulateMedia({ colorScheme: theme });
      for (const fault of faults(await drawn(page), written))
        found.push(`${id}, turn ${turns}, ${theme}: ${fault}`);
    }
    if (id === "end") break;
    await page.keyboard.press("PageDown");
    await still(page);
  }
  assert.equal(await step(page), "end");
  assert.deepEqual(found, []);
  await close();
};

// States of the attention view that no step opens by itself.
const looks = {
  "sentence&step=filter&show=attention": "one head",
  "sentence&step=your-sentence&p.your_sentence=to%20be%20or%20not%20to%20be": "the reader's own words",
  "multi-head&step=mask-flag&compare=2": "two heads compared",
  "multi-head&step=unfold-join-mix&show=attention&off=1": "a head switched off",
};

const attentionView =
  (link, [width, height]) =>
  async () => {
    const { page, close } = await openPage({ width, height, touch: width < 600, link: `lesson=${link}` });
    for (const theme of ["dark", "light"]) {
      await page.emulateMedia({ colorScheme: theme });
      const all = await drawn(page);
      assert.deepEqual(faults(all, JSON.stringify(lessonOf(link.split("&")[0]))), [], theme);
      assert(!all.items.some(({ id }) => id === "attention-more"), "scrolled");
    }
    await close();
  };

export const tests = Object.fromEntries(
  sizes.flatMap(([width, height]) =>
    lessonIds.map((lesson) => [
      `${lesson} at ${width}×${height}: no text is cut or lies over another, and numbers can be read`,
      everyBeat(lesson, [width, height]),
    ]),
  ),
);

for (const [width, height] of sizes)
  for (const [link, what] of Object.entries(looks))
    tests[`the attention view at ${width}×${height}: ${what}, whole and readable`] = attentionView(link, [
      width,
      height,
    ]);

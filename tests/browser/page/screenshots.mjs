// Screenshots of every step of every lesson at two sizes of the design, the lessons in both themes by turns, in
// build/screenshots, to be looked at.
// The tests check that nothing is logged to the console and that no step looks like the one before. Two pages, one for each
// theme, run in parallel, since half of the time is waiting.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { core, follow, lessonIds, openPage, picture, root, settled, stepsOf, still } from "../harness.mjs";

const folder = join(root, "build/screenshots");
const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [720, 420],
];
const themes = ["dark", "light"];

const pages = new Map();
async function pageOf(theme) {
  mkdirSync(folder, { recursive: true });
  if (!pages.has(theme)) pages.set(theme, await openPage({ theme, link: "" }));
  return pages.get(theme).page;
}

async function shoot(page, name) {
  await still(page);
  return picture(page, join(folder, `${name}.png`));
}

async function shootLesson(page, lesson, name) {
  await follow(page, { lesson });
  let before = null;
  for (const [i, step] of [...stepsOf(lesson), "end"].entries()) {
    await core(page, "apply", { type: "GoToStep", id: step });
    const now = await shoot(page, `${name}-${lesson}-${i + 1}-${step}`);
    assert.ok(!before?.equals(now), `${step} looks like another step`);
    before = now;
  }
}

async function shootContents(page, name) {
  await core(page, "apply", { type: "ShowContents", on: true });
  await page.waitForFunction(
    (count) => window.attentionExplorer.contents().length === count,
    lessonIds.length,
  );
  await settled(page); // cards appear one after the other
  await shoot(page, `${name}-contents`);
}

// Elements fixed to the window would cover the middle of a picture of the whole page.
async function shootReading(page, lesson, name) {
  const step = stepsOf(lesson).at(-1);
  await follow(page, { lesson, step, view: "reading" });
  await page.evaluate(() => (document.querySelector(".provenance").style.position = "static"));
  await page.screenshot({ path: join(folder, `reading-${name}-${lesson}.png`), fullPage: true });
}

// Of a lesson: the sizes take the themes by turns.
const inTurns = (lesson, size, shots) => async () => {
  const turn = (index) => Math.floor(index / 2);
  const theme = themes[(turn(lessonIds.indexOf(lesson)) + turn(sizes.indexOf(size)) + 1) % 2];
  const [width, height] = size;
  const page = await pageOf(theme);
  await page.setViewportSize({ width, height });
  await shots(page, `${width}x${height}-${theme}`);
};

const inBothThemes = (size, shots) => async () => {
  const [width, height] = size;
  await Promise.all(
    themes.map(async (theme) => {
      const page = await pageOf(theme);
      await page.setViewportSize({ width, height });
      await shots(page, `${width}x${height}-${theme}`);
    }),
  );
};

async function sharp(theme, width, height) {
  const { page, close } = await openPage({ theme, width, height, ratio: 2 });
  await shootLesson(page, "worked-example", `${width}x${height}@2-${theme}`);
  await close();
}

export const tests = {};
for (const size of sizes) {
  const at = size.join("×");
  tests[`the contents at ${at}`] = inBothThemes(size, shootContents);
  // Every lesson at one size of a desktop and at one smaller size: tests/site/fitting.mjs looks at all of them.
  for (const lesson of lessonIds.filter((_, i) => sizes.indexOf(size) % 2 === i % 2))
    tests[`${lesson} at ${at}`] = inTurns(lesson, size, (page, name) => shootLesson(page, lesson, name));
}
for (const size of [sizes[0], sizes[2]])
  for (const lesson of lessonIds.filter((_, i) => i % 2 === sizes.indexOf(size) / 2))
    tests[`the reading view of ${lesson} at ${size.join("×")}`] = inTurns(lesson, size, (page, name) =>
      shootReading(page, lesson, name),
    );
tests["and the console stayed silent through all of them"] = async () => {
  await Promise.all(themes.map(pageOf));
  for (const opened of pages.values()) await opened.close();
};
tests["1440×900 at ratio 2, light"] = () => sharp("light", 1440, 900);
tests["390×844 at ratio 2, dark"] = () => sharp("dark", 390, 844);

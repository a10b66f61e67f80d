// The path of lessons, from the first step to the large map: with the mouse in one place, on a desktop and on a phone, and with
// one key in the reading view. Half of it each night, on a push its first lessons and its last ones.
import assert from "node:assert/strict";
import { core, lessonIds, lessonOf, nightly, openPage, place, settled, still } from "../harness.mjs";

// The lessons that each lesson's end leads to, beginning with one of them.
function path(first = lessonIds[0]) {
  const met = [first];
  for (let next; (next = lessonOf(met.at(-1)).course.next) !== "large-map";) met.push(next);
  return met;
}

const where = (page) =>
  page.evaluate(() => {
    const reading = window.attentionExplorer.reading();
    return { large: Boolean(reading.large), lesson: reading.lesson?.id };
  });

// Presses until the large map is there, or the last of the lessons: those met on the way.
async function walk(page, press, last = "") {
  const met = [];
  for (let presses = 0; presses < 700; ++presses) {
    const { large, lesson } = await where(page);
    if (large) return met;
    if (lesson !== met.at(-1)) met.push(lesson);
    if (lesson === last) return met;
    await press();
  }
  return [...met, "and no large map"];
}

const byMouse = (width, height, first, last) => async () => {
  const { page, close } = await openPage({ width, height, link: `lesson=${first}` });
  const { x, y } = await place(page, "next");
  await page.mouse.move(x, y);
  const press = async () => {
    await page.mouse.click(x, y);
    await still(page);
  };
  const met = await walk(page, press, last);
  const whole = path(first);
  assert.deepEqual(met, last ? whole.slice(0, whole.indexOf(last) + 1) : whole);
  await close();
};

const at = (share) => path()[Math.floor(path().length * share)];
const [early, middle, late, last] = [at(0.15), at(0.5), at(0.75), at(0.9)];

export const tests = {
  ...nightly({
    "on a desktop the mouse stays on Next from the first step through the first lessons": byMouse(
      1440,
      900,
      lessonIds[0],
      early,
    ),
  }),
  ...nightly({
    "on a desktop the mouse stays on Next through half of the lessons": byMouse(1440, 900, early, middle),
    "on a phone as well, through the last quarter of the lessons": byMouse(390, 844, late, last),
  }),
  "on a phone as well, through the last lessons to the large map": byMouse(390, 844, last),

  ...nightly({
    "in the reading view Enter on Next, or on the next lesson, leads through the last lessons to the large map":
      async () => {
        const { page, close } = await openPage({ link: `lesson=${last}&view=reading` });
        const met = await walk(page, async () => {
          await page.focus("#next, #next-lesson");
          const before = await core(page, "link");
          await page.keyboard.press("Enter");
          await page.waitForFunction((old) => window.attentionExplorer.link() !== old, before);
          await settled(page);
        });
        assert.deepEqual(met, path(last));
        await close();
      },
  }),
};

// What tests/site/fitting.mjs checks for every beat at five sizes holds in a browser, with its fonts for what ours lack: one
// lesson on a large and one on a small screen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { faultsOf } from "../../site/legible.mjs";
import { core, lessonOf, nightly, openPage, root, step, still } from "../harness.mjs";

const sizes = [
  [1440, 900],
  [390, 844],
];

const interfaceWords = readFileSync(join(root, "web/words/interface.json"), "utf8");

async function drawn(page) {
  await core(page, "probe", true);
  await core(page, "wake");
  await still(page);
  return core(page, "probe", true);
}

const everyBeat = (lesson, size) => async () => {
  const [width, height] = size;
  const { page, close } = await openPage({ width, height, touch: width < 600, link: `lesson=${lesson}` });
  const found = [];
  const words = JSON.stringify(lessonOf(lesson)) + interfaceWords;
  await page.focus("#canvas");
  for (let turns = 0; turns < 80; ++turns) {
    const id = await step(page);
    await page.emulateMedia({ colorScheme: turns % 2 === 0 ? "dark" : "light" });
    for (const fault of faultsOf(await drawn(page), words)) found.push(`${id}, turn ${turns}: ${fault}`);
    if (id === "end") break;
    await page.keyboard.press("PageDown");
    await still(page);
  }
  assert.equal(await step(page), "end");
  assert.deepEqual(found, []);
  await close();
};

const walk = (lesson, size) => ({
  [`${lesson} at ${size.join("×")}: no text is cut or lies over another, and numbers can be read`]: everyBeat(
    lesson,
    size,
  ),
});

export const tests = { ...walk("sentence", sizes[0]), ...nightly(walk("letters", sizes[1])) };

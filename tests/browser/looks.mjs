// Pictures of what is hard to draw, from a lesson made for it, in both themes and at three sizes, into build/screenshots. A
// picture must show its cells, each look must differ from the one before, and nothing may be said on the console.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { core, openPage, root, settled } from "./harness.mjs";

const text = readFileSync(join(root, "tests/lessons/looks.json"), "utf8");
const folder = join(root, "build/screenshots");
const sizes = [
  [1440, 900],
  [390, 844],
  [720, 420],
];

async function look(id, theme) {
  for (const [width, height] of sizes) {
    const { page, close } = await openPage({ theme, width, height });
    assert.equal(await core(page, "open", text, "en"), null);
    await settled(page);
    const before = await page.screenshot();
    await core(page, "apply", { type: "GoToStep", id });
    await settled(page);
    mkdirSync(folder, { recursive: true });
    const after = await page.screenshot({ path: join(folder, `look-${id}-${width}-${theme}.png`) });
    const { items } = await core(page, "probe");
    assert.ok(
      items.some((item) => item.id.startsWith("cell:")),
      `${id} shows cells at ${width} by ${height}`,
    );
    assert.ok(id === lesson.steps[0].id || !before.equals(after), `${id} looks like another step`);
    await close();
  }
}

const lesson = JSON.parse(text);

export const tests = Object.fromEntries(
  lesson.steps.flatMap(({ id }) =>
    ["dark", "light"].map((theme) => [`${id}, ${theme}`, () => look(id, theme)]),
  ),
);

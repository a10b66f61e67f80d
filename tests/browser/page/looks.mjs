// Screenshots of what is hard to draw, from a lesson made for that, in both themes and at three sizes, into build/screenshots. A
// picture must show its cells, each look must differ from the others, and nothing may be logged to the console.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { core, openPage, picture, root, settled } from "../harness.mjs";

const text = readFileSync(join(root, "tests/lessons/looks.json"), "utf8");
const folder = join(root, "build/screenshots");
const sizes = [
  [1440, 900],
  [390, 844],
  [720, 420],
];

async function looks(theme, [width, height]) {
  const { page, close } = await openPage({ theme, width, height });
  assert.equal(await core(page, "open", text, "en"), null);
  mkdirSync(folder, { recursive: true });
  const seen = new Map();
  for (const { id } of JSON.parse(text).steps) {
    await core(page, "apply", { type: "GoToStep", id });
    await settled(page);
    const shown = (await picture(page, join(folder, `look-${id}-${width}-${theme}.png`))).toString("base64");
    const { items } = await core(page, "probe");
    assert.ok(
      items.some((item) => item.id.startsWith("cell:")),
      `${id} shows cells`,
    );
    assert.ok(!seen.has(shown), `${id} looks like ${seen.get(shown)}`);
    seen.set(shown, id);
  }
  await close();
}

export const tests = Object.fromEntries(
  ["dark", "light"].flatMap((theme) =>
    sizes.map((size) => [`every look at ${size.join("×")}, ${theme}`, () => looks(theme, size)]),
  ),
);

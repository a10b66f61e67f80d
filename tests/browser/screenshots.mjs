// Pictures of every step in both themes at the sizes of the design, into build/screenshots. They are for eyes; the test is
// that they can be made without a word on the console.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { core, openPage, root, settled, stepIds } from "./harness.mjs";

const folder = join(root, "build/screenshots");
const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [720, 420],
];

async function shoot(theme, width, height, ratio) {
  const { page, close } = await openPage({ theme, width, height, ratio });
  mkdirSync(folder, { recursive: true });
  for (const [i, id] of stepIds.entries()) {
    await core(page, "apply", { type: "GoToStep", id });
    await settled(page);
    await page.screenshot({ path: join(folder, `${width}x${height}@${ratio}-${theme}-${i + 1}-${id}.png`) });
  }
  if (ratio === 1) {
    await page.locator("#skip-button").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector('body[data-view="reading"]');
    // What sticks to the window would cover the middle of a picture of the whole page.
    await page.evaluate(() => (document.querySelector(".provenance").style.position = "static"));
    await page.screenshot({ path: join(folder, `reading-${width}-${theme}.png`), fullPage: true });
  }
  await close();
}

export const tests = Object.fromEntries(
  sizes.flatMap(([width, height]) =>
    [1, 2].flatMap((ratio) =>
      ["dark", "light"].map((theme) => [
        `${width}×${height} at ratio ${ratio}, ${theme}`,
        () => shoot(theme, width, height, ratio),
      ]),
    ),
  ),
);

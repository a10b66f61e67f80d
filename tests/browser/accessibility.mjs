// axe-core finds nothing: picture shown, reading view shown, every step, both themes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { core, openPage, stepIds } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function findings(page) {
  // Through the protocol: the page's own policy would not let a script in.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} (${failureSummary})`).join("; ")}`,
  );
}

export const tests = Object.fromEntries(
  ["dark", "light"].flatMap((theme) => [
    [
      `the picture, ${theme}`,
      async () => {
        const { page, close } = await openPage({ theme });
        assert.deepEqual(await findings(page), []);
        await close();
      },
    ],
    [
      `the reading view, every step, ${theme}`,
      async () => {
        const width = theme === "dark" ? 1440 : 390; // wide and narrow: what scrolls must be reached by keyboard
        const { page, close } = await openPage({ theme, width });
        await page.locator("#skip-button").focus();
        await page.keyboard.press("Enter");
        await page.waitForSelector('body[data-view="reading"]');
        for (const [i, id] of stepIds.entries()) {
          await page.click(`.steps li:nth-child(${i + 1}) button`);
          assert.deepEqual(await findings(page), [], id);
          const { question } = (await core(page, "reading")).step;
          if (!question) continue;
          await page.click(".question button");
          assert.deepEqual(await findings(page), [], `${id}, answered`);
        }
        await close();
      },
    ],
    [
      `the closing page and the names unfolded, in German, ${theme}`,
      async () => {
        const width = theme === "dark" ? 1440 : 390;
        const { page, close } = await openPage({
          theme,
          width,
          link: "lesson=sentence&step=end&view=reading&lang=de",
        });
        assert.deepEqual(await findings(page), [], "closing page");
        await page.click("#back");
        await page.click("details.names summary");
        assert.deepEqual(await findings(page), [], "names");
        await close();
      },
    ],
  ]),
);

// axe-core finds nothing: every page of the site, picture shown, reading view shown, every step of every lesson, both themes.
import assert from "node:assert/strict";
import { languages } from "../../../web/words.mjs";
import { findings } from "../axe.mjs";
import { audits, lessonsIn, looks } from "../everywhere/page/audits.mjs";
import { chromium } from "../engines/chromium.mjs";
import { core, lessonIds, nightly, openPage, siteUrl, stepIds, unfold } from "../harness.mjs";

// In one look each, in turns; the first lesson in the one in which Firefox does not see it (audits.mjs).
const inLessons = (lessons) =>
  Object.fromEntries(
    lessons.map((lesson) => [
      `the reading view of ${lesson}, every step`,
      () => lessonsIn(chromium, [lesson], looks[(lessonIds.indexOf(lesson) + 1) % 2]),
    ]),
  );
// Between them they have every kind of figure and of question. "worked-example" is below, in every state, each night.
const onEveryPush = ["tasks-2", "column-vectors"];
const eachNight = lessonIds.filter((lesson) => lesson !== "worked-example" && !onEveryPush.includes(lesson));
const inEveryLesson = { ...inLessons(onEveryPush), ...nightly(inLessons(eachNight)) };

// Wide and narrow: what scrolls must be reached by keyboard.
const everyStep = (theme) => async () => {
  const width = theme === "dark" ? 1440 : 390;
  const { page, close } = await openPage({ theme, width });
  await page.locator("#skip-button").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector('body[data-view="reading"]');
  for (const [i, id] of stepIds.entries()) {
    if (width < 1400) await page.click(".bar .opens");
    await page.click(`.steps li:nth-child(${i + 1}) button`);
    assert.deepEqual(await findings(page), [], id);
    const { question } = (await core(page, "reading")).step;
    if (!question) continue;
    await page.click(".question button");
    assert.deepEqual(await findings(page), [], `${id}, answered`);
  }
  await close();
};
const everyStepOfOne = nightly({
  "the reading view, every step, dark": everyStep("dark"),
  "the reading view, every step, light": everyStep("light"),
});

const inBothThemes = Object.fromEntries(
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
      `the closing page and the names unfolded, in each translation, ${theme}`,
      async () => {
        const width = theme === "dark" ? 1440 : 390;
        for (const language of languages()) {
          const { page, close } = await openPage({
            theme,
            width,
            link: `lesson=sentence&step=end&view=reading&lang=${language}`,
          });
          assert.deepEqual(await findings(page), [], `closing page in ${language}`);
          await page.click("#back");
          await unfold(page);
          await page.click("details.names summary");
          assert.deepEqual(await findings(page), [], `names in ${language}`);
          await close();
        }
      },
    ],
  ]),
);

const dialogs = {
  "the dialogs of a lesson: its link, its code, its figure and its numbers, by keyboard to the primary button":
    async () => {
      for (const [theme, width] of [
        ["dark", 1440],
        ["light", 390],
      ]) {
        const { page, close } = await openPage({
          link: "lesson=worked-example&step=scores&view=reading",
          theme,
          width,
        });
        const primary = () => page.evaluate(() => document.activeElement?.className);
        await page.locator('[data-action="share"]').press("Enter");
        await page.waitForFunction(() => document.querySelector("dialog img.figure")?.complete);
        assert.equal(await primary(), "primary");
        assert.deepEqual(await findings(page), [], "link");
        await page.keyboard.press("Escape");
        if (width < 700) await page.click("#more");
        await page.locator('[data-action="export"]').press("Enter");
        assert.equal(await primary(), "primary");
        assert.deepEqual(await findings(page), [], "code");
        for (const [pane, told] of [
          ["figure", "img.figure"],
          ["CSV", "figure pre"],
        ]) {
          await page.locator(`dialog [data-value="${pane}"]`).press("Enter");
          await page.waitForSelector(`dialog ${told}`);
          assert.deepEqual(await findings(page), [], pane);
        }
        await close();
      }
    },
};

const embedded = {
  "an embed, and the question whether a link's lesson is to be opened": async () => {
    const places = [
      "embed.html#lesson=worked-example&step=scores",
      "#lesson=https://lessons.example/dot.json",
    ];
    for (const place of places) {
      const { page, close } = await openPage({ url: siteUrl() + place, ready: false });
      await page.locator('body[data-view="picture"], #loading-trouble button').first().waitFor();
      assert.deepEqual(await findings(page), [], place);
      await close();
    }
  },
};

export const tests = {
  ...audits(chromium),
  ...everyStepOfOne,
  ...inBothThemes,
  ...dialogs,
  ...embedded,
  ...inEveryLesson,
};

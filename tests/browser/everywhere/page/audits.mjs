// axe-core finds nothing on any page of the site, nor in the reading view at the steps of the lessons.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { findings } from "../../axe.mjs";
import { follow, lessonIds, ready, site, siteUrl, stepsOf, until } from "../../harness.mjs";

// The pages that start the explorer, each with a link; the single-file page is the first one again.
const explorers = [
  "index.html#view=contents",
  "index.html#lesson=worked-example&step=scores",
  "embed.html#lesson=sentence&step=all-scores",
  "elsewhere.html#lesson=multi-head&step=fold",
];
const others = ["index", "embed", "elsewhere", "attention-explorer"];
const pages = ["", "about/", "course/"].flatMap((folder) =>
  readdirSync(`${site}/${folder}`)
    .map((name) => folder + (/^(?<page>[^.]+)\.html$/.exec(name)?.groups.page ?? ""))
    .filter((path) => existsSync(`${site}/${path}.de.html`) && !others.includes(path)),
);

// Two variants: the dark theme in a wide window with every question open, and the light theme in a narrow window (where
// scrolling parts must be reachable by keyboard) with every answer shown.
export const looks = [
  { theme: "dark", width: 1440, answered: false },
  { theme: "light", width: 390, answered: true },
];

export async function lessonsIn(browser, lessons, { theme, width, answered }) {
  const link = `lesson=${lessons[0]}&view=reading`;
  const { page, close } = await browser.openPage({ theme, width, link });
  for (const lesson of lessons)
    for (const step of [...stepsOf(lesson), "end"]) {
      await follow(page, { lesson, step, view: "reading" });
      if (answered)
        await page.evaluate(() => document.querySelector('.question [data-command*="Reveal"]')?.click());
      assert.deepEqual(await findings(page), [], `${lesson}, ${step}, ${theme}`);
    }
  await close();
}

// Every so many items, starting with the first, the second ...
const every = (count, list, first) => list.filter((_, at) => at % count === first);

// What axe finds hardly differs between engines: Firefox and WebKit take a sixteenth of the pages each, in the language that
// Chromium does not take. Chromium takes as many, and every page with --all.
const sharing = { Firefox: 0, WebKit: 1 };
const part = (browser) =>
  browser.name in sharing
    ? { count: 16, first: sharing[browser.name] }
    : process.env.AE_ALL_TESTS
      ? { count: 1, first: 0 }
      : { count: 16, first: 2 };

export const audits = (browser) => ({
  [`axe finds nothing on the pages of the site: dark and wide or light and narrow, in one language each`]:
    async () => {
      assert.ok(pages.length > 15, `${pages.length} pages`);
      const languages = browser.name in sharing ? [".de", ""] : ["", ".de"];
      for (const [i, { theme, width }] of looks.entries()) {
        const both = every(2, [...pages, ...explorers], i);
        const { count, first } = part(browser);
        const some = every(count, both, first);
        const mine = some.map((path) => (path.includes("#") ? path : `${path}${languages[i]}.html`));
        const url = siteUrl() + mine[0];
        const { page, close } = await browser.openPage({ url, theme, width, ready: false });
        for (const path of mine) {
          if (path !== mine[0]) await page.goto(siteUrl() + path);
          if (path.includes("#")) await ready(page);
          if (path.endsWith("=contents"))
            await until(
              page,
              (count) => document.querySelectorAll("#reading .card h2 a").length === count,
              lessonIds.length,
            );
          assert.deepEqual(await findings(page), [], `${path}, ${theme}`);
        }
        await close();
      }
    },
});

// Two lessons, one in each look. Chromium sees every lesson (page/accessibility.mjs), the first one in the other look.
export const auditsOfLessons = (browser) => ({
  "axe finds nothing in the reading view at any step of two lessons, one dark and wide, one light and narrow and answered":
    async () => {
      for (const [i, look] of looks.entries()) await lessonsIn(browser, [lessonIds[i]], look);
    },
});

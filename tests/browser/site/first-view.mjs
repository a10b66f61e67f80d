// The first view: which files are fetched for it, in what order, and how soon its numbers are on screen.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { chromium } from "../engines/chromium.mjs";
import {
  fetchedFor,
  firstView,
  isAside,
  limit,
  numberShown,
  packedSize,
} from "../everywhere/page/first-view.mjs";
import { lessonIds, nightly, openPage, root, site } from "../harness.mjs";
import { languages } from "../../../web/words.mjs";
import { serve } from "../server.mjs";

const marked = (page, name) =>
  page.evaluate((mark) => performance.getEntriesByName(mark).map(({ startTime }) => startTime), name);

export const tests = {
  ...firstView(chromium),

  ...nightly({
    "every lesson in every language, one in English, and the contents in each fetch at most what a first view may take":
      async () => {
        for (const lang of ["en", ...languages()]) {
          const contents = packedSize(await fetchedFor(chromium, `view=contents&lang=${lang}`));
          assert.ok(contents <= limit, `the contents: ${contents} bytes`);
          // A translated page fetches what an English one does and its words, so one lesson in English is enough.
          for (const lesson of lang === "en" ? lessonIds.slice(0, 1) : lessonIds) {
            const bytes = packedSize(await fetchedFor(chromium, `lesson=${lesson}&lang=${lang}`));
            console.log(`      ${lesson}, ${lang}: ${bytes} bytes after brotli`);
            assert.ok(bytes <= limit, `${lesson}: ${bytes} bytes`);
          }
        }
      },
  }),

  "the chain of requests is three long: page, script, everything else": async () => {
    const held = 2000; // ms by which the server delays the third request
    const isThird = (file) =>
      /^assets\//.test(file) && !/\/page\.\w+\.(js|css)$/.test(file) && !isAside(file);
    const server = await serve(site, { before: (path) => (isThird(path.slice(1)) ? held : 0) });
    for (const link of ["", "lesson=causal-ladder"]) {
      const { page, close } = await openPage({ url: server.url, link, ready: false });
      await numberShown(page);
      const [shown] = await marked(page, "first-number");
      const entries = await page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name, startTime, responseEnd }) => ({ name, startTime, responseEnd })),
      );
      const third = entries
        .map((entry) => ({ ...entry, file: entry.name.replace(server.url, "") }))
        .filter(({ file, startTime }) => isThird(file) && startTime < shown);
      const answered = Math.min(...third.map(({ responseEnd }) => responseEnd));
      assert.ok(third.length > 10 && answered > held);
      for (const { file, startTime } of third)
        assert.ok(startTime < answered, `${file} is requested only after another file has arrived`);
      await close();
    }
    await server.close();
  },

  ...nightly({
    "the first number is on screen soon after navigation": async () => {
      const rounds = 3; // enough for an upper bound; the benchmark takes nine
      const patience = 6000; // ms, generous for busy machines; the target is in the printed line
      const server = spawn(process.execPath, [join(root, "scripts/lib/serve.mjs"), site, "0"]);
      const told = await new Promise((tell) => server.stdout.once("data", (line) => tell(String(line))));
      const url = /http:\S+/.exec(told)[0];
      try {
        for (const link of ["", "lesson=worked-example"]) {
          const times = [];
          for (let round = 0; round < rounds; ++round) {
            const { page, close } = await openPage({ url, link, ready: false, fresh: true });
            await numberShown(page);
            times.push((await marked(page, "first-number"))[0]);
            await close();
          }
          times.sort((a, b) => a - b);
          const median = times[(rounds - 1) / 2];
          const figures = [times[0], median, times.at(-1)].map(Math.round);
          console.log(
            `      first number behind #${link}: ${figures.join(", ")} ms (least, median, most of ${rounds}; 1,000 wanted)`,
          );
          assert.ok(median < patience, `${median} ms`);
        }
      } finally {
        server.kill();
      }
    },
  }),
};

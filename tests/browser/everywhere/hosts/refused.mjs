// A host page's own lesson that cannot be shown: the frame says what is wrong and where, not that a server does not respond.
import assert from "node:assert/strict";
import { core, frameIn, lessonOf, ready, site, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";
import { dotLesson } from "../page/dot-lesson.mjs";

const good = dotLesson({ values: [[0, 1, 1]] }, [
  { id: "scores", title: { en: "Scores" }, text: { en: "One query." } },
]);
const unknown = structuredClone(good);
unknown.tensors[2].inputs = ["q", "kk"];

const patience = 5500; // ms: after five seconds without a response the page says so

const trouble = (frame) => frame.evaluate(() => document.getElementById("loading-trouble").innerText);

// A page with an element that shows /own/lesson.json; `files`: what its server has.
async function openElement(browser, files, tag = "") {
  const element = `<attention-explorer lesson="/own/lesson.json" loading="eager" ${tag}></attention-explorer>`;
  const script = `<script type="module" src="/site/attention-explorer.js"></script>`;
  const host = `<!doctype html><html lang="en"><title>course</title>${script}${element}`;
  const pages = { "/host.html": host, "/favicon.ico": "", ...files };
  const server = await serve(site, { prefix: "/site", pages });
  const opened = await browser.openPage({
    url: `${server.origin}/host.html`,
    ready: false,
    quiet: false, // a missing file is logged
    script: () => {
      if (window.parent !== window) return;
      window.told = [];
      for (const type of ["ready", "error"])
        document.addEventListener(
          type,
          ({ detail }) => detail && window.told.push([type, detail.message]),
          true,
        );
    },
  });
  const { page } = opened;
  return {
    ...opened,
    pages,
    told: (type) => until(page, (kind) => window.told.find(([each]) => each === kind), type),
    async close() {
      await opened.close();
      await server.close();
    },
  };
}

export const refusedLessons = (browser) => ({
  "for a lesson that the core refuses, the frame keeps saying what is wrong, where and what to do":
    async () => {
      const file = JSON.stringify(unknown);
      const { page, pages, told, close } = await openElement(browser, { "/own/lesson.json": file });
      const [, message] = await told("error");
      const frame = await frameIn(page);
      const shown = await until(frame, () => document.getElementById("loading-trouble")?.innerText);
      assert.ok(shown.includes(message), `${shown} has ${message}`);
      assert.match(shown, /cannot be shown.*\/tensors\/2\/inputs.*kk/s);
      await new Promise((resolve) => setTimeout(resolve, patience));
      assert.equal(await trouble(frame), shown, "no silent server");

      pages["/own/lesson.json"] = JSON.stringify(good); // corrected, and loaded again
      await frame.click("#loading-trouble button");
      await told("ready");
      await close();
    },

  "the frame says so if a lesson file is missing or is no lesson": async () => {
    for (const [file, words] of [
      [null, /lesson\.json.*404/s],
      ["<!doctype html>", /lesson\.json.*JSON/s],
      ["null", /cannot be shown/],
    ]) {
      const { page, told, close } = await openElement(browser, { "/own/lesson.json": file }, 'steps="1..2"');
      await told("error");
      const shown = await until(
        await frameIn(page),
        () => document.getElementById("loading-trouble")?.innerText,
      );
      assert.match(shown, words);
      assert.doesNotMatch(shown, /has not answered|undefined|null \(/);
      await close();
    }
  },

  "if the page around sends no lesson, the message names that page": async () => {
    const frame = `<iframe src="/site/embed.html#from=host&lang=en" width="800" height="460"></iframe>`;
    const pages = { "/host.html": `<!doctype html><title>course</title>${frame}`, "/favicon.ico": "" };
    const server = await serve(site, { prefix: "/site", pages });
    const { page, close } = await browser.openPage({ url: `${server.origin}/host.html`, ready: false });
    const inside = await frameIn(page);
    const shown = await until(inside, () => document.getElementById("loading-trouble")?.innerText);
    assert.match(shown, /surrounding page has not delivered the lesson/);
    await close();
    await server.close();
  },

  "a question that only asks to think, without parts, runs in an element": async () => {
    const lesson = lessonOf("basic-self-attention");
    const { question } = lesson.steps.find((step) => step.question);
    delete question.parts;
    const { page, told, close } = await openElement(browser, { "/own/lesson.json": JSON.stringify(lesson) });
    await told("ready");
    const frame = await frameIn(page);
    await ready(frame);
    assert.equal((await core(frame, "reading")).lesson.id, "basic-self-attention");
    await close();
  },
});

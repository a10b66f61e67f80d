// Languages: chosen on the canvas, in the reading view, by link or by the browser; every text is translated, and no change is
// lost. German stands for the others where all are treated alike.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { differences, isWhole, numbersApart, plain, remarks, written } from "../../../web/words/checks.mjs";
import { englishTexts, languages, translationOf, troubles } from "../../../web/words.mjs";
import { choose, click, core, nightly, openPage, root, settled, site, siteUrl } from "../harness.mjs";
import { serve } from "../server.mjs";

const lessonIds = JSON.parse(readFileSync(join(root, "web/contents.json"), "utf8")).lessons;
const translated = Object.fromEntries(languages().map((language) => [language, translationOf(language)]));
const german = translated.de;
const english = englishTexts();
const has = (language) => (page) =>
  page.waitForFunction(
    (wanted) => document.documentElement.lang === wanted[0] && document.title.includes(wanted[1]),
    [language, translated[language]?.["worked-example"].title.text ?? english["worked-example"].title],
  );

const isEnglishLesson = (path) => /\/worked-example\.[0-9a-f]{10}\.json$/.test(path);

// A reader's changes must be kept in every language.
async function work(page) {
  await core(page, "apply", { type: "EditCell", cell: { tensor: "w_query", index: [0, 0] }, text: "2" });
  await core(page, "apply", { type: "SetParameter", name: "score", value: "scaled" });
  await core(page, "apply", { type: "GoToStep", id: "scores" });
  await core(page, "apply", { type: "Reveal", question: "must-be-symmetric" });
  await settled(page);
}

async function kept(page) {
  const reading = await core(page, "reading");
  const { revealed } = reading.step.question;
  const link = (await core(page, "link")).replace(/&lang=\w+/, "");
  return { step: reading.step.id, canUndo: reading.canUndo, revealed, link };
}

async function undone(page) {
  for (let i = 0; i < 2; ++i) await core(page, "apply", { type: "Undo" });
  const { changed, canUndo } = await core(page, "reading");
  return { changed, canUndo };
}

export const tests = {
  "a translation has every key, none too many, and none older than its English": () => {
    assert.deepEqual(languages(), ["de", "es", "zh-Hans"]);
    for (const language of languages()) assert.deepEqual(troubles(translationOf(language)), []);
  },

  "the check reports missing, unknown, stale and broken texts": () => {
    const changed = structuredClone(german);
    delete changed.page.copy;
    changed.page.nonsense = { of: "00000000", text: "Unsinn" };
    changed.sentence["steps/words-to-ids/title"] = {
      ...changed.sentence["steps/words-to-ids/title"],
      of: "00000000",
    };
    changed.interface["rail.count"] = { ...changed.interface["rail.count"], text: "{0}" };
    const paragraphs = changed.sentence["steps/words-to-ids/text"];
    changed.sentence["steps/words-to-ids/text"] = { ...paragraphs, text: [paragraphs.text[0], ""] };
    const found = troubles(changed).map(({ file, key, what }) => `${file} ${key} ${what.split(":")[0]}`);
    assert.deepEqual(found.sort(), [
      "interface rail.count broken",
      "page copy missing",
      "page nonsense unknown",
      "sentence steps/words-to-ids/text missing",
      "sentence steps/words-to-ids/title stale",
    ]);
  },

  "the checks of a text: marks are the same, numbers may be written as the language writes them": () => {
    const lost = (english, text) => differences(english, text).missing;
    const added = (english, text) => differences(english, text).extra;
    assert.deepEqual(lost("{0} of {1}", "{1} von {0}"), []);
    assert.deepEqual(lost("{0} and {0}", "{0}"), ["{0}"]);
    assert.deepEqual(added("{0}", "{0} {2}"), ["{2}"]);
    assert.deepEqual(lost("It is {=a[0]|2}.", "Es ist {=a[1]|2}."), ["{=a[0]|2}"]);
    assert.deepEqual(lost(["A [key](key)", "b"], ["Ein [Key](query)", "b"]), ["[…](key)"]);
    assert.deepEqual(lost("$\\frac{1}{2}$", "$\\frac{1}{3}$"), ["$\\frac{1}{2}$"]);
    assert.deepEqual(lost("$\\text{place}$", "$\\text{Platz}$"), [], "words in a formula are translated");
    assert.deepEqual(added("Call `f(x)`.", "`f(y)` aufrufen"), ["`f(y)`"]);

    const kinds = (english, text) => remarks(english, text).map(({ kind, values }) => [kind, ...values]);
    assert.deepEqual(kinds("1,085,000.5 bytes", "1.085.000,5 Byte"), []);
    assert.deepEqual(kinds("1,085,000 bytes of all", "1\u202f085\u202f000 octets en tout"), []);
    assert.deepEqual(kinds("All 12 of them", "كلها ١٢"), []);
    assert.deepEqual(kinds("3 of 4 here", "3 von 5 hier"), [
      ["lost", "4"],
      ["added", "5"],
    ]);
    assert.deepEqual(kinds("$x_2$ {=a[0]|2} `f(3)` {0}", "$x_2$ {=a[0]|2} `f(3)` {0}"), []);
    assert.deepEqual(kinds("a **word** of it", "ein Wort davon"), [["strong", "2", "0"]]);
    assert.deepEqual(kinds("Show all", "Alle ohne Ausnahme zeigen"), [["long", "25", "8"]]);
    assert.deepEqual(kinds("on", "ein"), []);
    assert.ok(!isWhole(["a", " "]));

    // What the site's own languages may not have: another number of several digits.
    assert.deepEqual(numbersApart("At 128 of 3 heads, 0.992", "Bei 128 von drei Köpfen, 0.992"), {
      lost: [],
      added: [],
    });
    assert.deepEqual(numbersApart("120 million pixels", "1.2 亿像素"), { lost: [], added: [] });
    assert.deepEqual(numbersApart("0.981 of 12", "0.918 de 12"), { lost: ["0981"], added: ["0918"] });
  },

  "a file is written in the order of the English, with hashes where there are none": () => {
    const entries = { b: { text: ["one"] }, a: { of: "11111111", text: "two" } };
    const text = written("sentence", ["a", "b"], entries, () => "22222222");
    assert.deepEqual(Object.entries(JSON.parse(text)).slice(1), [
      ["a", { of: "11111111", text: "two" }],
      ["b", { of: "22222222", text: "one" }],
    ]);
  },

  "the language is switched on the canvas and back; step, edits, answers and undo stay": async () => {
    const { page, close } = await openPage();
    await work(page);
    const before = await kept(page);
    await click(page, "language");
    await click(page, "language:de");
    await has("de")(page);
    assert.deepEqual(await kept(page), before);
    assert.match(await core(page, "link"), /(?:^|&)lang=de(?:&|$)/);
    await click(page, "language");
    await click(page, "language:en");
    await has("en")(page);
    assert.deepEqual(await kept(page), before);
    assert.deepEqual(await undone(page), { changed: false, canUndo: false });
    await close();
  },

  "switching back to English fetches the English lesson, and the reader's changes stay": async () => {
    const asked = [];
    const server = await serve(site, { before: (path) => (asked.push(path), 0) });
    const { page, close } = await openPage({ url: server.url, link: "lesson=worked-example&lang=de" });
    await has("de")(page);
    await work(page);
    const before = await kept(page);
    assert.ok(!asked.some(isEnglishLesson), "until then its English is not fetched");
    await click(page, "language");
    await click(page, "language:en");
    await has("en")(page);
    assert.ok(asked.some(isEnglishLesson));
    assert.deepEqual(await kept(page), before);
    const { title, text } = (await core(page, "reading")).step;
    assert.equal(title, english["worked-example"]["steps/scores/title"]);
    const begun = text[0].runs[0].text;
    assert.ok(plain(english["worked-example"]["steps/scores/text"]).startsWith(begun), begun);
    await page.evaluate(() => (window.location.hash = "lesson=worked-example&step=softmax&lang=de"));
    await has("de")(page);
    const again = german["worked-example"]["steps/softmax/title"].text;
    assert.equal((await core(page, "reading")).step.title, again, "and a link leads into German again");
    await close();
    await server.close();
  },

  "if the language is switched again while one is loading, the last choice wins": async () => {
    const late = 700; // ms
    const server = await serve(site, { before: (path) => (isEnglishLesson(path) ? late : 0) });
    const link = "lesson=worked-example&lang=de&view=reading";
    const { page, close } = await openPage({ url: server.url, link });
    await has("de")(page);
    const came = page.waitForResponse((answer) => isEnglishLesson(new URL(answer.url()).pathname));
    await choose(page, "language", "en");
    await choose(page, "language", "de");
    await came;
    await page.waitForTimeout(200); // long enough for it to open
    assert.equal(await page.textContent("h1"), german["worked-example"].title.text);
    await close();
    await server.close();
  },

  "every sentence of interface and page is translated, whether a visit begins so, in the middle, or is switched":
    async () => {
      const shown = ({ text }) => plain(text).replaceAll(/\{[3-9]\}/g, ""); // drops the placeholders from {3} on
      const wantedIn = (language) =>
        Object.fromEntries(
          Object.entries({ ...translated[language].interface, ...translated[language].page }).map(
            ([id, entry]) => [id, shown(entry)],
          ),
        );
      const all = (page) =>
        page.evaluate(
          (ids) => {
            const { attentionExplorer } = window;
            return Object.fromEntries(ids.map((id) => [id, attentionExplorer.text(id)]));
          },
          Object.keys(wantedIn("de")),
        );
      for (const language of languages())
        for (const link of [
          `lesson=worked-example&lang=${language}`,
          `lesson=worked-example&dec=3&lang=${language}`,
        ]) {
          const { page, close } = await openPage({ link });
          await has(language)(page);
          assert.deepEqual(await all(page), wantedIn(language), link);
          await close();
        }
      const { page, close } = await openPage({ link: "lesson=worked-example&view=reading" });
      for (const language of languages()) {
        await choose(page, "language", language);
        await has(language)(page);
        assert.deepEqual(await all(page), wantedIn(language), language);
      }
      await close();
    },

  "a first visit is in the browser's language: zh-CN and zh are Simplified Chinese, es-MX is Spanish, fr-CH English":
    async () => {
      for (const [asked, wanted] of [
        [["zh-CN"], "zh-Hans"],
        [["fr", "zh"], "zh-Hans"],
        [["zh-TW"], "en"],
        [["es-MX", "en"], "es"],
        [["fr-CH"], "en"],
      ]) {
        const { page, close } = await openPage({
          link: "lesson=worked-example",
          script: `Object.defineProperty(navigator, "languages", { value: ${JSON.stringify(asked)} });`,
        });
        await has(wanted)(page);
        await close();
      }
    },

  "the language is switched in the reading view": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&view=reading" });
    await work(page);
    const before = await kept(page);
    await choose(page, "language", "de");
    await has("de")(page);
    assert.deepEqual(await kept(page), before);
    const texts = german["worked-example"];
    assert.equal(await page.textContent("h1"), texts.title.text);
    assert.equal(await page.textContent("h2[data-step]"), texts["steps/scores/title"].text);
    assert.equal(await page.textContent("#skip-button"), german.page.skip.text);
    assert.equal(await page.getAttribute("html", "lang"), "de");
    assert.ok((await page.textContent("#reading")).includes(german.interface["step.watch_out"].text));
    const formulae = await page.$$eval("#reading .text code.tex", (found) =>
      found.map((one) => one.textContent),
    );
    assert.deepEqual(formulae, [], "the formulae of German texts are typeset");
    assert.deepEqual(await undone(page), { changed: false, canUndo: false });
    await close();
  },

  "the Spanish page opens in Spanish in an English browser, and a link's language wins": async () => {
    const url = `${siteUrl()}index.es.html`;
    const { page, close } = await openPage({ url, link: "lesson=worked-example" });
    await has("es")(page);
    await close();
    const linked = await openPage({ url, link: "lesson=worked-example&lang=de" });
    await has("de")(linked.page);
    await linked.close();
  },

  "a link in German opens in German, and so does the next visit without one": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=softmax&lang=de" });
    await has("de")(page);
    const reading = await core(page, "reading");
    assert.equal(reading.step.title, german["worked-example"]["steps/softmax/title"].text);
    assert.equal(await core(page, "text", "top.undo"), german.interface["top.undo"].text);
    assert.deepEqual(
      reading.tensors[0].rowLabels,
      reading.tensors[0].rowLabels.filter((label) => !label.startsWith("Input")),
    );
    await close();
    const visit = await openPage({ link: "lesson=worked-example&view=reading" });
    await choose(visit.page, "language", "de");
    await has("de")(visit.page);
    await visit.page.goto(new URL(visit.page.url()).origin + new URL(visit.page.url()).pathname);
    await visit.page.reload();
    await visit.page.waitForFunction(() => window.attentionExplorer);
    assert.equal(await visit.page.getAttribute("html", "lang"), "de");
    await visit.close();
  },

  ...nightly({
    ...Object.fromEntries(
      languages().map((language) => [
        `the contents and every lesson in ${language}: no text of any step is left in English`,
        async () => {
          const words = translated[language];
          const { page, close } = await openPage({ link: `view=contents&lang=${language}` });
          await page.waitForFunction(
            (count) => window.attentionExplorer.contents().length === count,
            lessonIds.length,
          );
          const cards = await core(page, "contents");
          assert.deepEqual(
            cards.map(({ title }) => title),
            lessonIds.map((id) => words[id].title.text),
          );
          await close();
          for (const id of lessonIds) {
            const lesson = await openPage({ link: `lesson=${id}&lang=${language}&view=reading` });
            const { steps } = await core(lesson.page, "reading");
            for (const { id: name } of steps) {
              await core(lesson.page, "apply", { type: "GoToStep", id: name });
              const reading = await core(lesson.page, "reading");
              const wanted = name === "end" ? words.interface["end.title"] : words[id][`steps/${name}/title`];
              assert.equal(reading.step.title, wanted.text, `${id} ${name}`);
              assert.equal((await lesson.page.$$("#reading code.tex")).length, 0, `${id} ${name}: typeset`);
            }
            await lesson.close();
          }
        },
      ]),
    ),
  }),

  "in German a comma may be typed, a point is shown": async () => {
    const { page, close } = await openPage({
      width: 1024,
      height: 600, // where the tables are not folded
      link: "lesson=worked-example&lang=de&view=reading",
    });
    await has("de")(page);
    const input = page.locator('table[data-tensor="x"] input').first();
    await input.click();
    await input.fill("0,5");
    await input.press("Enter");
    const cell = (await core(page, "reading")).tensors[0].rows[0][0];
    assert.equal(cell.value, 0.5);
    assert.match(cell.text, /^0\.5/);
    await close();
  },
};

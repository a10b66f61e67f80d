// The pages around the explorer: their numbers are the lesson's, every link leads to a file, they are accessible at every
// width, and a worksheet contains no answer.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { core, follow, lessonIds, lessonOf, nightly, openPage, site, siteUrl } from "../harness.mjs";

const filesIn = (folder) =>
  readdirSync(join(site, folder))
    .filter((name) => name.endsWith(".html"))
    .map((name) => `${folder}/${name}`);
const pages = [
  ...filesIn("course"),
  ...filesIn("about"),
  "author.html",
  "author.de.html",
  "translate.html",
  "translate.de.html",
];
const open = (path, options = {}) => openPage({ url: siteUrl() + path, ready: false, ...options });

// The explorer's data about every question of a lesson, fetched at once without drawing each step.
async function questionsOf(explorer, id) {
  await follow(explorer.page, { lesson: id });
  const steps = lessonOf(id).steps.filter(({ question }) => question);
  return explorer.page.evaluate(
    (asked) =>
      asked.map(({ id: step, question }) => {
        const { attentionExplorer: explorer } = window;
        explorer.apply({ type: "GoToStep", id: step });
        const key = explorer.answerKey();
        const before = explorer.reading();
        explorer.apply({ type: "Reveal", question: question.id });
        return { step, id: question.id, key, before, answer: explorer.reading().step.question.answer };
      }),
    steps,
  );
}

// Formulae are not plain text, so the longest piece between them is compared.
const longest = (paragraphs) =>
  paragraphs
    .flatMap(({ runs }) => runs.filter(({ kind }) => kind === "text"))
    .map(({ text }) => text.replaceAll(/\s+/g, " ").trim())
    .sort((a, b) => b.length - a.length)[0];

export const tests = {
  "session plans fill their minutes, and each part begins at its step": async () => {
    const course = await open("course/index.html");
    const sessions = await course.page.evaluate(() =>
      [...document.querySelectorAll("#plans h3")].map((title) => ({
        title: title.textContent,
        parts: [...title.nextElementSibling.children].map((item) => ({
          minutes: Number(item.textContent.match(/(\d+) min/)[1]),
          link: item.querySelector("a")?.href ?? "",
        })),
      })),
    );
    assert.deepEqual(
      sessions.map(({ title }) => title),
      ["One session of 45 minutes", "90 minutes, session 1 of 2", "90 minutes, session 2 of 2"],
    );
    for (const { title, parts } of sessions) {
      const wanted = Number(title.match(/\b(45|90)\b/)[1]);
      assert.equal(
        parts.reduce((sum, { minutes }) => sum + minutes, 0),
        wanted,
        title,
      );
      assert.ok(parts.at(-1).minutes >= 5, `${title}: time to talk`);
    }
    const [, goals] = sessions[1].parts.slice(-3);
    await course.page.goto(goals.link);
    await course.page.waitForFunction(() => window.attentionExplorer?.reading().lesson?.id === "tasks");
    await course.close();
  },

  "the tours of models have a page, a worksheet with their tasks alone, and a key with what is found":
    async () => {
      const explorer = await openPage();
      for (const [source, id, steps] of [
        ["small", "model", 9],
        ["pictures", "model-pictures", 6],
      ]) {
        const tours = await explorer.page.evaluate((of) => {
          const { attentionExplorer: page } = window;
          const all = [];
          do {
            page.apply({ type: "StepModel", step: all.length, source: of });
            all.push(page.reading().model.tour);
          } while (all.length < all[0].steps);
          return all;
        }, source);
        assert.equal(tours.length, steps);
        const course = await open(`course/${id}.html`);
        const links = await course.page.evaluate(() =>
          [...document.querySelectorAll(".steps li > a")].map(({ href }) => href),
        );
        assert.deepEqual(
          links.map((link) => /model=(\w+)&model\.step=(\w+)/.exec(link)?.slice(1)),
          tours.map((tour) => [source, tour.id]),
        );
        await course.page.goto(`${siteUrl()}course/${id}-worksheet.html`);
        const asked = await course.page.locator(".asked").allTextContents();
        const key = readFileSync(join(site, `../keys/${id}.html`), "utf8");
        await course.page.setContent(key.replaceAll(/<link[^>]*>/g, ""));
        const answers = await course.page.locator(".key").allTextContents();
        for (const [i, { task, hint, done }] of tours.entries()) {
          assert.ok(asked[i].includes(task), task);
          assert.ok(!asked[i].includes(hint) && !asked[i].includes(done), `${task}: no answer`);
          assert.ok(answers[i].includes(hint) && answers[i].includes(done), done);
        }
        await course.close();
      }
      await explorer.close();
    },

  "the key has every question with the page's own answers and is not in the site; a worksheet has no answers":
    async () => {
      const explorer = await openPage();
      const course = await open("course/index.html");
      // These three lessons have every kind of question; a native test checks the keys of all lessons.
      for (const id of ["worked-example", "sentence", "column-vectors"]) {
        const questions = await questionsOf(explorer, id);
        assert.ok(questions.length > 5);
        await course.page.goto(`${siteUrl()}course/${id}.html`);
        assert.equal(await course.page.locator(".key").count(), 0, `${id}: published`);
        const keys = readFileSync(join(site, `../keys/${id}.html`), "utf8");
        await course.page.setContent(keys.replaceAll(/<link[^>]*>/g, ""));
        assert.equal(await course.page.locator(".key").count(), questions.length, id);
        const there = await course.page.evaluate(() =>
          [...document.querySelectorAll(".key")].map((one) => ({
            id: one.id,
            right: [...one.querySelectorAll(".right strong")].map(({ textContent }) => textContent),
            given: [...one.querySelectorAll("tbody th")].map(({ textContent }) => textContent),
          })),
        );
        for (const [i, { id: question, key }] of questions.entries()) {
          const right = key.parts.map((part) => part.right);
          const given = key.parts.flatMap(({ notes, say }) => [
            ...notes.map((note) => note.given),
            ...(say.length > 0 ? ["anything else"] : []),
          ]);
          assert.deepEqual(there[i], { id: `q-${question}`, right, given });
        }
        await course.page.goto(`${siteUrl()}course/${id}-worksheet.html`);
        const asked = await course.page.evaluate(() =>
          [...document.querySelectorAll(".asked")].map((one) => ({
            text: one.textContent.replaceAll(/\s+/g, " "),
            places: one.querySelectorAll(".blank, .box").length,
            empty: [...one.querySelectorAll("svg text")].filter(({ textContent }) => textContent === "?")
              .length,
          })),
        );
        for (const [i, { step, before, answer }] of questions.entries()) {
          const { text, places, empty } = asked[i];
          assert.ok(places > 0, `${id} ${step}: nowhere to write`);
          assert.ok(text.includes(longest(before.step.question.prompt)), `${id} ${step} does not ask`);
          const told = longest(answer);
          assert.ok(told.length < 20 || !text.includes(told), `${id} ${step} tells its answer: ${told}`);
          const hidden = before.tensors
            .flatMap(({ rows }) => rows.flat())
            .some(({ status }) => status === "hidden");
          // So are those that questions before ask for, which the first question has none of.
          assert.ok(empty > 0 || !hidden, `${id} ${step}: the cells that are asked for are not empty`);
          if (i === 0)
            assert.equal(empty > 0, hidden, `${id} ${step}: cells are empty that nothing asks for`);
        }
        // Key 2, which question 3 asks for, is left empty in the figure of question 4 as well.
        if (id === "worked-example") assert.equal(asked[3].empty, 3);
      }
      await course.close();
      await explorer.close();
    },

  "a figure on paper has the numbers of the page, also as alternative text": async () => {
    const { page, close } = await open("course/worked-example-worksheet.html");
    const figure = page.locator('[id="q-must-be-symmetric"] svg[role="img"]');
    // The tutorial's scores: query 1 to 3 against key 1 to 3.
    const scores = ["2, 4, 4", "4, 16, 12", "4, 12, 10"];
    assert.ok((await figure.getAttribute("aria-label")).includes(scores.join("; ")));
    const drawn = (await figure.locator("text").allTextContents()).join(" ");
    assert.ok(drawn.includes("2 4 4 4 16 12 4 12 10"), drawn);
    await close();
  },

  ...nightly({
    "ten questions are printed on five pages of A4 or seven of Letter, with digits of 4.5 pt or more, and none is divided":
      async () => {
        const { page, close } = await open("course/worked-example-worksheet.html");
        for (const [format, most] of [
          ["A4", 5],
          ["Letter", 7],
        ]) {
          const pdf = (await page.pdf({ format })).toString("latin1");
          const pages = pdf.match(/\/Type\s*\/Page\b/g).length;
          assert.ok(pages <= most, `${pages} pages of ${format}`);
        }
        // A block that may not be divided is divided all the same where it is higher than a page.
        const mm = 96 / 25.4;
        const paper = { width: Math.floor((210 - 2 * 15) * mm), height: Math.floor((279 - 2 * 13) * mm) };
        await page.emulateMedia({ media: "print" });
        await page.setViewportSize(paper);
        for (const id of lessonIds) {
          await page.goto(`${siteUrl()}course/${id}-worksheet.html`);
          const tall = await page.$$eval(
            ".asked",
            // A question with three figures or more breaks between them.
            (questions, most) =>
              questions
                .flatMap((one) => {
                  const figures = [...one.querySelectorAll(".figures figure")];
                  return figures.length > 2 ? figures : [one];
                })
                .filter((one) => one.offsetHeight > most || getComputedStyle(one).breakInside !== "avoid")
                .map((one) => `${one.id}: ${one.offsetHeight} px`),
            paper.height,
          );
          assert.deepEqual(tall, [], id);
          // Numbers in cells, which are of weight 500; marks of axes and subscripts may be a little smaller.
          for (const [which, least] of [
            ['text[font-weight="500"]', 4.5],
            ["text", 4],
          ]) {
            const smallest = await page.$$eval(
              ".drawing svg",
              (drawings, selector) =>
                Math.min(
                  ...drawings.flatMap((svg) => {
                    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
                    return [...svg.querySelectorAll(selector)].map(
                      (text) => parseFloat(getComputedStyle(text).fontSize) * scale * 0.75, // pt
                    );
                  }),
                ),
              which,
            );
            assert.ok(smallest >= least, `${id}: ${which} of ${smallest} pt`);
          }
        }
        await close();
      },
  }),

  "every link of every page leads to a file of the site, and every step of the explorer that it names is there":
    () => {
      let count = 0;
      for (const path of pages) {
        const html = readFileSync(join(site, path), "utf8");
        for (const [, address] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
          if (/^https:\/\//.test(address)) continue;
          const [file, link = ""] = address.split("#");
          if (file === "") {
            assert.ok(html.includes(`id="${link}"`), `${path}: #${link}`);
            continue;
          }
          const target = normalize(join(dirname(path), file));
          assert.ok(existsSync(join(site, target)), `${path}: ${address}`);
          const lesson = /lesson=([^&]+)/.exec(link)?.[1];
          const step = /step=([^&]+)/.exec(link)?.[1];
          if (lesson) assert.ok(lessonIds.includes(lesson), address);
          if (lesson && step)
            assert.ok(
              lessonOf(lesson).steps.some(({ id }) => id === step),
              address,
            );
          count += 1;
        }
      }
      assert.ok(count > 500);
    },

  "no page is wider than its window, from 280 to 3840 pixels": async () => {
    const { page, close } = await open(pages[0]);
    const german = pages.filter((path) => path.includes(".de."));
    const some = german.filter((path) => !path.startsWith("course/") || /index|worked-example/.test(path));
    for (const path of some) {
      await page.goto(siteUrl() + path);
      for (const width of [280, 3840]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${path} is ${wide} wide at ${width}`);
      }
    }
    await close();
  },

  "on a phone the rows of the long tables are cards without scrolling": async () => {
    for (const [path, table] of [
      ["course/index.html", ".lessons"],
      ["about/glossary.de.html", ".glossary"],
      ["embedding.de.html", ".document"],
      ["course/sentence.de.html", ".names"],
    ]) {
      const { page, close } = await open(path, { width: 390 });
      const seen = () =>
        page.evaluate((of) => {
          const frame = document.querySelector(`.table-frame:has(${of})`);
          const [row] = frame.querySelectorAll("tbody tr");
          const cells = [...row.children].filter((cell) => cell.getClientRects().length > 0); // empty cells are hidden
          const tops = cells.map((cell) => cell.getBoundingClientRect().top);
          return {
            scrolls: frame.scrollWidth > frame.clientWidth,
            below: tops.every((y, i) => i === 0 || y > tops[i - 1]),
          };
        }, table);
      assert.deepEqual(await seen(), { scrolls: false, below: true }, path);
      const roles = await page.getByRole("rowheader").count();
      assert.ok(roles > 5, "and for a screen reader they are rows of a table all the same");
      await page.setViewportSize({ width: 1440, height: 900 });
      assert.equal((await seen()).below, false, "where there is room, one row");
      await close();
    }
  },
};

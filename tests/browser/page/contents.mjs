// The contents: what a visitor without a link sees, opening a lesson by one click, and resuming where one left off.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  click,
  core,
  lessonIds,
  openPage,
  place,
  ready,
  root,
  settled,
  site,
  siteUrl,
  stepsOf,
  until,
} from "../harness.mjs";

const order = JSON.parse(readFileSync(join(root, "web/contents.json"), "utf8")).lessons;

// Waits until every station is there, for which each lesson has been run.
const carded = async (page) => {
  await page.waitForFunction((count) => window.attentionExplorer.contents().length === count, order.length);
  await settled(page);
};

export const tests = {
  "without a link: a station for every lesson, in the order of the contents": async () => {
    const { page, close } = await openPage({ link: "", height: 1800 });
    await carded(page);
    assert.equal(await page.title(), "Attention Explorer");
    const cards = await core(page, "contents");
    assert.deepEqual(
      cards.map(({ id }) => id),
      order,
    );
    for (const id of order) await place(page, `card:${id}`);
    await close();
  },

  "one click opens a lesson whose numbers can be touched": async () => {
    const { page, close } = await openPage({ link: "" });
    await carded(page);
    await click(page, `card:${order[3]}`);
    await page.waitForFunction((id) => window.attentionExplorer.reading().lesson.id === id, order[3]);
    const reading = await core(page, "reading");
    assert.equal(reading.contents, false);
    const [tensor] = reading.tensors;
    await place(page, `cell:${tensor.name}:${tensor.shape.map(() => 0).join(",")}`);
    assert.match(await page.evaluate(() => window.location.hash), new RegExp(`^#lesson=${order[3]}`));
    await close();
  },

  "a lesson resumes where it was left, with the reader's numbers; Back leads to the contents": async () => {
    const { page, close } = await openPage({ link: "" });
    await carded(page);
    await click(page, "card:worked-example");
    await page.waitForFunction(() => !window.attentionExplorer.reading().contents);
    await core(page, "apply", { type: "EditCell", cell: { tensor: "w_query", index: [0, 0] }, text: "2" });
    await core(page, "apply", { type: "NextStep" });
    const left = (await core(page, "reading")).step;
    await click(page, "lessons");
    await until(
      page,
      (count) =>
        window.attentionExplorer.probe().items.filter(({ id }) => id.startsWith("lesson:")).length === count,
      lessonIds.length,
    );
    await click(page, "all-lessons");
    await carded(page);
    const card = (await core(page, "contents")).find(({ id }) => id === "worked-example");
    assert.equal(card.begun, true);
    assert.equal(card.stepTitle, left.title);
    assert.match(card.extent, /^\d+ min · 2 of \d+ steps · short way$/);
    await page.reload();
    await page.waitForFunction(() => window.attentionExplorer);
    await carded(page);
    await click(page, "card:worked-example");
    await page.waitForFunction((id) => window.attentionExplorer.reading().step.id === id, left.id);
    const resumed = await core(page, "reading");
    assert.equal(resumed.changed, true);
    assert.deepEqual(
      resumed.steps.filter(({ seen }) => seen).map(({ id }) => id),
      stepsOf("worked-example").slice(0, 2),
    );
    await page.goBack();
    await page.waitForFunction(() => window.attentionExplorer.reading().contents);
    await close();
  },

  "two tabs keep each other's places": async () => {
    const { page, close } = await openPage({ link: "lesson=why" });
    const other = await page.context().newPage();
    await other.goto(`${siteUrl()}#lesson=tiles`);
    await ready(other);
    const on = (tab) => tab.evaluate(() => window.attentionExplorer.apply({ type: "NextStep" }));
    await on(other);
    await settled(other);
    await page.bringToFront(); // a tab in the background hardly draws
    await on(page); // this tab began before the other one had a place
    await settled(page);
    await page.evaluate(() => (window.location.hash = "view=contents"));
    await page.waitForFunction(() => window.attentionExplorer.reading().contents);
    await carded(page);
    const cards = await core(page, "contents");
    for (const id of ["why", "tiles"])
      assert.match(cards.find((card) => card.id === id).progress, /^Continue at/, id);
    await other.close();
    await close();
  },

  "a lesson that was left at its last page says so, at its station and in the reading view": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=end" });
    await page.waitForFunction(() => window.attentionExplorer.reading().step.id === "end");
    const { title } = (await core(page, "reading")).step;
    await page.evaluate(() => (window.location.hash = "view=contents-reading"));
    await page.waitForFunction(() => window.attentionExplorer.reading().contents);
    await carded(page);
    const said = `Continue at the end: ${title}`;
    const card = (await core(page, "contents")).find(({ id }) => id === "worked-example");
    assert.equal(card.progress, said);
    const item = page.locator('#reading .card:has(a[data-lesson="worked-example"])');
    assert.equal(await item.locator(".hint").last().textContent(), said);
    const extents = await page.locator("#reading .card .hint", { hasText: /^\d+ min · / }).allTextContents();
    assert.deepEqual(
      extents.map((words) => words.replace(/^\d+ min · | · short way.*$/g, "")),
      order.map((id) => `${id === "worked-example" ? "0 of " : ""}${stepsOf(id).length} steps`),
    );
    assert.equal(await page.locator("#begin").textContent(), "Go on: Goals 1 to 4");
    await close();
  },

  "in the reading view: every lesson is a link": async () => {
    const { page, close } = await openPage({ link: "view=contents-reading" });
    await carded(page);
    await page.waitForFunction(
      (count) => document.querySelectorAll("#reading .card").length === count,
      order.length,
    );
    assert.equal(await page.locator("#reading h1").innerText(), "Self-attention, number by number");
    assert.equal(await page.locator("#begin").textContent(), "Start: Why attention");
    await page.click(`#reading a[data-lesson="${order[2]}"]`);
    await page.waitForFunction((id) => window.attentionExplorer.reading().lesson.id === id, order[2]);
    await close();
  },

  "the foot leads to the site's other pages, in the picture and as text, in the reader's language":
    async () => {
      const pages = {
        en: [
          "course/index.html",
          "author.html",
          "write.html",
          "embedding.html",
          "notebooks.html",
          "about/glossary.html",
        ],
        de: [
          "course/index.de.html",
          "author.de.html",
          "write.de.html",
          "embedding.de.html",
          "notebooks.de.html",
          "about/glossary.de.html",
        ],
      };
      for (const [lang, files] of Object.entries(pages)) {
        const { page, close } = await openPage({ link: `view=contents-reading&lang=${lang}` });
        await carded(page);
        const links = page.locator("#reading nav a");
        assert.deepEqual(await links.evaluateAll((all) => all.map((a) => a.getAttribute("href"))), files);
        for (const file of files) {
          const status = await page.evaluate(async (url) => (await fetch(url)).status, file);
          assert.equal(status, 200, file);
        }
        await core(page, "apply", { type: "SetReading", on: false });
        await page.waitForFunction(() => document.body.dataset.view === "picture");
        await page.setViewportSize({ width: 1440, height: 2000 }); // all without scrolling
        await settled(page);
        const { x, y } = await place(page, "page:glossary");
        await page.mouse.click(x, y);
        await page.waitForURL(`**/${files.at(-1)}`);
        await page.goBack();
        await page.waitForFunction(() => window.attentionExplorer?.reading().contents);
        await close();
      }
    },

  "the sentence, both results, the button that begins and the first lesson of each act are in view at first, and the foot below":
    async () => {
      for (const [width, height, touch] of [
        [1440, 900, false],
        [1280, 720, false],
        [390, 844, true],
      ]) {
        const { page, close } = await openPage({ link: "", width, height, touch });
        await carded(page);
        await settled(page);
        const { items } = await core(page, "probe");
        const bottom = (id) => {
          const { y, h } = items.find((each) => each.id === id);
          return y + h;
        };
        const first = ["hero-word:0", "hero:a", "hero:z", "hero-beside", "begin"];
        const lessons = ["card:why", "card:causal-ladder", "card:slopes"];
        for (const id of [...first, ...(height >= 900 ? lessons : [])])
          assert.ok(bottom(id) <= height, `${width} × ${height}: ${id} ends at ${bottom(id)}`);
        for (const id of ["large", "page:tensors", "page:model", "page:glossary"]) await place(page, id);
        await close();
      }
    },

  "the single file leads to no other page": async () => {
    const url = pathToFileURL(join(site, "attention-explorer.html")).href;
    const { page, close } = await openPage({ url, link: "view=contents-reading", height: 1100 });
    await carded(page);
    assert.equal(await page.locator("#reading nav").count(), 0);
    await core(page, "apply", { type: "SetReading", on: false });
    await page.waitForFunction(() => document.body.dataset.view === "picture");
    await settled(page);
    const { items } = await core(page, "probe");
    assert.ok(items.some(({ id }) => id === "large"));
    const offered = items.flatMap(({ id }) => (id.startsWith("page:") ? [id] : []));
    assert.deepEqual(offered, ["page:tensors"], "the reader's tensors are opened here");
    await click(page, "page:tensors");
    await page.fill("#tensors-paste", "[[1, 0], [0.5, 0.5]]");
    await page.locator("dialog [data-act='paste.take']").click();
    await page.locator("dialog [data-act='show']").click();
    await page.waitForFunction(() => window.attentionExplorer.reading().lesson.id === "your-tensors");
    await close();
  },

  "where storage is forbidden the contents work all the same": async () => {
    const script =
      "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } });";
    const { page, close } = await openPage({ link: "", script });
    await carded(page);
    await click(page, "card:sentence");
    await page.waitForFunction(() => window.attentionExplorer.reading().lesson.id === "sentence");
    await close();
  },
};

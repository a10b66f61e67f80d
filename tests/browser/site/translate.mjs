// The page for translators: texts are written beside their English, checked while typing, kept over a reload and without a
// network, saved as the zip file that `node web/words.mjs --accept` would leave, and opened again.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { written } from "../../../web/words/checks.mjs";
import { englishTexts, hashOf, translationOf } from "../../../web/words.mjs";
import { findings } from "../axe.mjs";
import { openPage, root, site, siteUrl } from "../harness.mjs";
import { serve } from "../server.mjs";

const { unzipSync, zipSync, strFromU8, strToU8 } = createRequire(join(root, "web/package.json"))("fflate");
const english = englishTexts();
const step = "steps/words-to-ids";
const translated = {
  title: "Des mots aux identifiants",
  text: [
    "La phrase est *When in doubt look intelligent*. Ses mots, triés, forment un dictionnaire. Chaque mot est remplacé par sa place dans le dictionnaire, son **identifiant**.",
    "Un identifiant est une place dans une liste et n’a pas de sens propre : l’identifiant 4 n’est pas le double de l’identifiant 2.",
  ],
};

const open = (options = {}) =>
  openPage({ url: `${siteUrl()}translate.html#lang=fr&part=sentence`, ready: false, ...options });
const row = (page, key) =>
  page.locator("article.text", { has: page.locator(".what code", { hasText: new RegExp(`^${key}$`) }) });
const field = (page, key, i = 0) => row(page, key).locator("textarea").nth(i);
const remarks = (page, key) => row(page, key).locator(".remarks li").allTextContents();
const state = (page, key) => row(page, key).getAttribute("data-state");
const shown = (page) => page.locator("#texts textarea").first().waitFor();
const said = (page, words) =>
  page.waitForFunction((part) => document.getElementById("status").textContent.includes(part), words);

async function write(page, key, text) {
  for (const [i, paragraph] of [text].flat().entries()) await field(page, key, i).fill(paragraph);
}
const settled = (page) => page.waitForTimeout(600); // until what was typed is checked and kept

async function writeStep(page) {
  await write(page, `${step}/title`, translated.title);
  await write(page, `${step}/text`, translated.text);
  await settled(page);
}

async function saved(page) {
  const coming = page.waitForEvent("download");
  await page.click("#save");
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

// A file of a zip without its hashes, as if it had just been written by hand, and the one that --accept makes of it.
function accepted(file, text) {
  const { $schema, ...entries } = JSON.parse(text);
  assert.ok($schema.endsWith(`#/$defs/${file}`));
  const bare = Object.fromEntries(Object.entries(entries).map(([key, { text }]) => [key, { text }]));
  return written(file, Object.keys(english[file]), bare, (key) => hashOf(english[file][key]));
}

async function offer(page, name, bytes) {
  const folder = mkdtempSync(join(tmpdir(), "words-"));
  writeFileSync(join(folder, name), bytes);
  await page.setInputFiles("#file", join(folder, name));
  await page.waitForFunction((file) => document.getElementById("status").textContent.includes(file), name);
  rmSync(folder, { recursive: true });
}

export const tests = {
  "the first step of a lesson is translated: the checks report what is lost until it is mended": async () => {
    const { page, close } = await open();
    await shown(page);
    assert.equal(await page.locator("#language").inputValue(), "fr");
    assert.equal(await state(page, `${step}/text`), "missing");
    const picture = row(page, `${step}/text`).locator("xpath=ancestor::section[1]//img");
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction((image) => image.naturalWidth > 0, await picture.elementHandle());
    await write(page, `${step}/text`, [translated.text[0], ""]);
    assert.equal(await state(page, `${step}/text`), "partial", "one paragraph of two");
    await write(page, `${step}/text`, [translated.text[0], translated.text[1].replace("2.", "deux.")]);
    await settled(page);
    assert.deepEqual(await remarks(page, `${step}/text`), ["A number may be lost. The English has 2."]);
    await write(page, `${step}/text`, [translated.text[0].replaceAll("**", ""), translated.text[1]]);
    await settled(page);
    assert.match((await remarks(page, `${step}/text`)).join(), /2 times in the English, 0 times here/);
    await write(page, `${step}/text`, translated.text);
    await settled(page);
    assert.deepEqual(await remarks(page, `${step}/text`), []);
    assert.equal(await state(page, `${step}/text`), "done");

    const answer = `${step}/question/answer`;
    await write(page, answer, "0. Les majuscules d’abord.");
    await settled(page);
    assert.equal(await state(page, answer), "broken");
    assert.ok((await remarks(page, answer)).includes("Missing here: {=sentence_int[2]|0}"));
    assert.equal(await field(page, answer).getAttribute("aria-invalid"), "true");
    assert.deepEqual(await findings(page), []);
    await close();
  },

  "what is written is there after a reload, and counts; the next missing text is one button away":
    async () => {
      const { page, close } = await open();
      await shown(page);
      await writeStep(page);
      const total = Object.keys(english.sentence).length;
      const done = (count) => `${english.sentence.title}: ${count} of ${total}`;
      assert.equal(await page.textContent("#done"), done(2));
      await page.reload();
      await shown(page);
      assert.equal(await field(page, `${step}/title`).inputValue(), translated.title);
      assert.equal(await field(page, `${step}/text`, 1).inputValue(), translated.text[1]);
      assert.equal(await page.textContent("#done"), done(2));
      await page.selectOption("#show", "missing");
      assert.equal(await page.textContent("#found"), `Texts: ${total - 2}`);
      await page.selectOption("#show", "all");
      await field(page, `${step}/title`).focus();
      await page.keyboard.press("Control+Enter");
      assert.ok(
        await field(page, `${step}/tryIt`).evaluate((each) => each === document.activeElement),
        "title and text are done",
      );
      await page.fill("#search", "DICTIONNAIRE phrase");
      await page.waitForFunction(() => document.querySelectorAll("#texts article").length === 1);
      // Without a part in the address, where it was left.
      await page.goto(`${siteUrl()}about/privacy.html`);
      await page.goto(`${siteUrl()}translate.html`);
      await shown(page);
      assert.equal(await page.locator("#part").inputValue(), "sentence");
      await close();
    },

  "the zip file is what --accept writes, and opens again; nothing written is lost by a file": async () => {
    const { page, close } = await open();
    await shown(page);
    await writeStep(page);
    const { name, bytes } = await saved(page);
    assert.equal(name, "attention-explorer-fr.zip");
    const files = Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strFromU8(content)]);
    assert.deepEqual(
      files.map(([path]) => path).sort(),
      Object.keys(english)
        .map((file) => `web/words/fr/${file}.json`)
        .sort(),
    );
    for (const [path, text] of files) {
      const file = path.slice("web/words/fr/".length, -".json".length);
      assert.equal(text, accepted(file, text), path);
    }
    const { sentence } = Object.fromEntries(
      files.map(([path, text]) => [/(\w[\w-]*)\.json$/.exec(path)[1], JSON.parse(text)]),
    );
    assert.deepEqual(sentence[`${step}/text`].text, translated.text);
    assert.equal(sentence[`${step}/title`].of, hashOf(english.sentence[`${step}/title`]));
    await close();

    const other = await open({ url: `${siteUrl()}translate.html` });
    await other.page.selectOption("#part", "sentence");
    await offer(other.page, name, bytes); // which names its language
    await said(other.page, "Texts read from attention-explorer-fr.zip: 2.");
    assert.equal(await field(other.page, `${step}/text`).inputValue(), translated.text[0]);

    await write(other.page, `${step}/title`, "Autre titre");
    for (const [file, content] of [
      ["broken.zip", bytes.subarray(0, 900)],
      ["no.json", strToU8("{")],
      ["lesson.json", readFileSync(join(root, "web/lessons/sentence.json"))],
    ]) {
      await offer(other.page, file, content);
      assert.match(await other.page.textContent("#status"), /neither a zip file nor a \.json file/, file);
    }
    assert.equal(await field(other.page, `${step}/title`).inputValue(), "Autre titre");
    const asked = [];
    let agrees = false;
    other.page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void (agrees ? dialog.accept() : dialog.dismiss());
    });
    const single = strToU8(JSON.stringify({ ...sentence, unknown: { text: "x" } }));
    await offer(other.page, "sentence (1).json", single);
    assert.match(
      await other.page.textContent("#status"),
      /read from sentence \(1\)\.json: 1\. .*such texts: 1/,
    );
    assert.match(asked[0], /differ from those you wrote: 1/);
    assert.equal(await field(other.page, `${step}/title`).inputValue(), "Autre titre");
    agrees = true;
    await offer(other.page, "sentence.json", single);
    assert.equal(await field(other.page, `${step}/title`).inputValue(), translated.title);
    await other.close();
  },

  "a translation of the site is there to go on with; texts whose English has changed are marked":
    async () => {
      const { page, close } = await open({ url: `${siteUrl()}translate.html#lang=de&part=sentence` });
      await shown(page);
      const german = translationOf("de");
      const total = Object.keys(english.sentence).length;
      assert.ok((await page.textContent("#done")).endsWith(`: ${total} of ${total}`));
      assert.equal(await field(page, `${step}/title`).inputValue(), german.sentence[`${step}/title`].text);
      const old = { [`${step}/title`]: { of: "00000000", text: "Wörter werden Nummern" } };
      const zip = zipSync({ "web/words/de/sentence.json": strToU8(JSON.stringify(old)) });
      await offer(page, "old.zip", zip);
      assert.equal(await state(page, `${step}/title`), "stale");
      await page.selectOption("#show", "stale");
      assert.equal(await page.locator("#texts article").count(), 1);
      await page.getByRole("button", { name: "The translation is still right" }).click();
      assert.equal(await state(page, `${step}/title`), "done");
      await close();
    },

  "any language can be begun by its tag; what is no tag is refused": async () => {
    const { page, close } = await open({ url: `${siteUrl()}translate.html`, width: 390, height: 844 });
    await page.selectOption("#language", "other");
    for (const [tag, words] of [
      ["français!", "is not the tag of a language"],
      ["en-GB", "English is the language that is translated"],
    ]) {
      await page.fill("#tag", tag);
      await page.keyboard.press("Enter");
      await said(page, words);
    }
    await page.fill("#tag", "ar-eg");
    await page.keyboard.press("Enter");
    await shown(page);
    assert.equal(await page.locator("#language").inputValue(), "ar-EG");
    const first = page.locator("#texts textarea").first();
    assert.equal(await first.getAttribute("lang"), "ar-EG");
    await first.fill("الانتباه");
    assert.equal(await first.evaluate((each) => each.matches(":dir(rtl)")), true);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} px`);
    assert.deepEqual(await findings(page), []);
    await close();
  },

  "where the browser keeps nothing the page says so, and nothing is lost until it is left": async () => {
    const script = () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    };
    const { page, close } = await open({ script });
    await shown(page);
    await writeStep(page);
    assert.match(await page.textContent("#noted"), /does not keep your work/);
    await page.selectOption("#language", "de");
    await page.waitForFunction(() => document.querySelector("#texts textarea").lang === "de");
    await page.selectOption("#language", "fr");
    await page.waitForFunction(() => document.querySelector("#texts textarea").lang === "fr");
    assert.equal(await field(page, `${step}/title`).inputValue(), translated.title);
    const { bytes } = await saved(page);
    const { [`${step}/title`]: title } = JSON.parse(
      strFromU8(unzipSync(bytes)["web/words/fr/sentence.json"]),
    );
    assert.equal(title.text, translated.title);
    await close();
  },

  "two tabs write in the same lesson, and neither loses what the other wrote": async () => {
    const { page, close } = await open();
    await shown(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await shown(other);
    await write(page, `${step}/title`, translated.title);
    await write(other, `${step}/watchOut`, "Attention !");
    await settled(other);
    await page.waitForFunction(() =>
      [...document.querySelectorAll("#texts textarea")].some(({ value }) => value === "Attention !"),
    );
    await page.reload();
    await shown(page);
    assert.equal(await field(page, `${step}/title`).inputValue(), translated.title);
    assert.equal(await field(page, `${step}/watchOut`).inputValue(), "Attention !");
    await other.close();
    await close();
  },

  "once opened, the page goes on without a network": async () => {
    const server = await serve(site);
    const url = `${server.url}translate.html#lang=fr&part=sentence`;
    const { page, close } = await openPage({ url, ready: false, offline: true });
    await shown(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    const wanted = ["translate.html", "words-to-ids.dark.svg", "why.light.svg"];
    for (let kept = false; !kept;)
      kept = await page.evaluate(async (files) => {
        const caught = await Promise.all(
          (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
        );
        const urls = caught.flat().map(({ url }) => url);
        return files.every((file) => urls.some((url) => url.endsWith(file)));
      }, wanted);
    await server.close();
    await page.reload();
    await shown(page);
    await writeStep(page);
    await page.reload();
    await shown(page);
    assert.equal(await field(page, `${step}/title`).inputValue(), translated.title);
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.querySelector("#bar")).position),
      "sticky",
    );
    const picture = page.locator("#texts img").first();
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction((image) => image.naturalWidth > 0, await picture.elementHandle());
    await close();
  },
};

// The page for writing lessons: the lesson runs beside the editor, errors are shown at their line, files and addresses open,
// and nothing is fetched from a link before a button is pressed.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findings } from "../axe.mjs";
import { chromium } from "../engines/chromium.mjs";
import { short, write, writing } from "../everywhere/page/writing.mjs";
import { core, openPage, siteUrl } from "../harness.mjs";
import { serve } from "../server.mjs";

const open = (link = "", options = {}) =>
  openPage({ url: `${siteUrl()}write.html${link}`, ready: false, width: 1440, ...options });

async function running(page) {
  await page.waitForFunction(() => document.getElementById("frame").contentWindow.attentionExplorer, null, {
    timeout: 20000,
  });
  return page.frames().find((frame) => frame.url().includes("embed.html"));
}

const told = (page, words) =>
  page.waitForFunction((part) => document.getElementById("status").textContent.includes(part), words);

export const tests = {
  ...writing(chromium),

  "formulae are typeset like those of the site's lessons, and TeX that fails is reported at its line":
    async () => {
      const { page, close } = await open();
      const frame = await running(page);
      const lesson = structuredClone(short);
      lesson.steps[0].formula = { tex: "S = q K^T \\qquad \\frac{1}{2}" };
      lesson.steps[0].text.en = "Here $\\sqrt{d_k}$ is small.";
      await write(page, JSON.stringify(lesson, null, 2));
      await frame.waitForFunction(() => document.querySelectorAll("#reading .math svg").length === 2);
      assert.equal(await frame.locator("#reading code.tex").count(), 0);
      const german = { ...lesson, title: { de: "Ein Skalarprodukt" } };
      german.steps = [
        { ...lesson.steps[0], title: { de: "Scores" }, text: { de: "$\\sqrt{d_k}$ und $\\frac{q}{k}$" } },
      ];
      await write(page, JSON.stringify(german, null, 2));
      await frame.waitForFunction(() => document.querySelectorAll("#reading .math svg").length === 3);
      assert.equal(await frame.locator("#reading code.tex").count(), 0, "of a lesson without English, too");
      lesson.steps[0].formula.tex = "\\frac{1}{";
      const wrong = JSON.stringify(lesson, null, 2);
      await write(page, wrong);
      await page.locator("#troubles button").waitFor();
      const line = wrong.split("\n").findIndex((text) => text.includes('"tex"')) + 1;
      const words = await page.locator("#troubles button").first().textContent();
      assert.ok(words.startsWith(`Line ${line}: `), words);
      await close();
    },

  "what is not saved is replaced only if the writer agrees, and two tabs keep their own text": async () => {
    const { page, close } = await open();
    await running(page);
    await write(page, JSON.stringify(short));
    const text = () => page.locator(".cm-content").textContent();
    let answer = false;
    const asked = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void (answer ? dialog.accept() : dialog.dismiss());
    });
    await page.selectOption("#begin", "worked-example");
    await page.waitForTimeout(500);
    assert.deepEqual(asked, ["Your text is not saved in a file. Replace it?"]);
    assert.equal(await text(), JSON.stringify(short));

    const other = await page.context().newPage();
    await other.goto(`${siteUrl()}write.html`);
    await write(other, '{"other": 1}');
    await other.waitForTimeout(500);
    await page.reload();
    assert.equal(await text(), JSON.stringify(short));
    await other.close();

    answer = true;
    await page.selectOption("#begin", "worked-example");
    await page.waitForFunction(() =>
      document.getElementById("editor").shadowRoot.textContent.includes("worked-example"),
    );
    await close();
  },

  "the editor offers what the schema knows at the cursor": async () => {
    const { page, close } = await open();
    await running(page);
    await write(page, '{ "tensors": [{ "name": "a", "role": "qu');
    await page.keyboard.press("Control+Space");
    const offers = page.locator(".cm-tooltip-autocomplete li");
    await offers.first().waitFor();
    const labels = await offers.allTextContents();
    assert.ok(
      labels.some((label) => label.includes("query_projection")),
      labels.join(" "),
    );
    await offers.filter({ hasText: "query_projection" }).click();
    assert.ok((await page.locator(".cm-content").textContent()).includes('"role": "query_projection"'));
    await close();
  },

  "a file opens, and the saved file is the written text": async () => {
    const { page, close } = await open();
    const frame = await running(page);
    const folder = mkdtempSync(join(tmpdir(), "lesson-"));
    const file = join(folder, "mine.json");
    const text = JSON.stringify({ ...short, id: "mine", title: { en: "My own" } });
    writeFileSync(file, text);
    await page.setInputFiles("#file", file);
    await frame.waitForFunction(() => window.attentionExplorer.reading().lesson.title === "My own");
    const coming = page.waitForEvent("download");
    await page.click("#save");
    const download = await coming;
    assert.equal(download.suggestedFilename(), "mine.json");
    assert.equal(readFileSync(await download.path(), "utf8"), text);
    // The draft is still there on the next visit.
    await page.reload();
    await running(page);
    await page.waitForFunction(() =>
      document.getElementById("editor").shadowRoot.textContent.includes("My own"),
    );
    page.once("dialog", (dialog) => void dialog.accept());
    await page.selectOption("#begin", "sentence");
    const again = await running(page);
    await again.waitForFunction(() => window.attentionExplorer.reading()?.lesson.id === "sentence");
    rmSync(folder, { recursive: true });
    await close();
  },

  "a link that names a lesson elsewhere fetches it when the button is pressed, and says why where it may not":
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "lesson-"));
      writeFileSync(join(folder, "theirs.json"), JSON.stringify({ ...short, title: { en: "Theirs" } }));
      const asked = [];
      const before = (path) => (asked.push(path), 0);
      const kind = await serve(folder, { before, headers: { "access-control-allow-origin": "*" } });
      const unkind = await serve(folder);
      const { page, complaints, close } = await open(`#url=${encodeURIComponent(`${kind.url}theirs.json`)}`, {
        quiet: false,
      });
      await running(page);
      assert.ok((await page.locator("#asked").textContent()).includes(kind.origin));
      assert.deepEqual(asked, []);
      await page.click("#fetch");
      const frame = await running(page);
      await frame.waitForFunction(() => window.attentionExplorer.reading().lesson.title === "Theirs");
      assert.deepEqual(asked, ["/theirs.json"]);
      await page.fill("#url", `${unkind.url}theirs.json`);
      await page.click("#fetch");
      await told(page, "access-control-allow-origin");
      await page.fill("#url", "file:///etc/passwd");
      await page.click("#fetch");
      await told(page, "https://");
      assert.ok(
        complaints.every(
          (text) => text.includes("another origin") || text.includes("CORS") || text.includes("ERR_FAILED"),
        ),
        complaints.join("\n"),
      );
      await close();
      await Promise.all([kind.close(), unkind.close()]);
      rmSync(folder, { recursive: true });
    },
};

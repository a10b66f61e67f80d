// The page on which a lesson is written: it runs beside its text, and what is wrong with it is told at its line.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findings } from "../axe.mjs";
import { core, frameIn, ready, root, siteUrl, until } from "../harness.mjs";

// The lesson that the README shows.
const readme = readFileSync(join(root, "README.md"), "utf8");
export const short = JSON.parse(/```json\n([^]*?)\n```/.exec(readme)[1]);

// All of the text anew, pasted as people do: copied from a field beside.
export async function write(page, text) {
  const press = async (letter) => {
    await page.keyboard.down("Control");
    await page.keyboard.press(letter);
    await page.keyboard.up("Control");
  };
  await page.evaluate((copied) => {
    const field = document.createElement("textarea");
    field.id = "beside";
    field.value = copied;
    document.body.append(field);
    field.focus();
  }, text);
  await press("a");
  await press("c");
  await page.evaluate(() => {
    document.getElementById("beside").remove();
    document.getElementById("editor").shadowRoot.querySelector(".cm-content").focus();
  });
  await press("a");
  await press("v");
}

export const writing = (browser) => ({
  "a lesson runs beside the editor, and what is wrong with it is told at its line": async () => {
    const { page, close } = await browser.openPage({
      url: `${siteUrl()}write.html`,
      ready: false,
      width: 1440,
      height: 900,
    });
    const frame = await frameIn(page);
    await ready(frame);
    await until(page, () => document.getElementById("status").textContent.includes("The lesson runs."));
    const scores = async () => (await core(frame, "reading")).tensors.at(-1).rows[0].map(({ text }) => text);
    assert.deepEqual(await scores(), ["2", "4"]); // (1, 0, 2) against (0, 1, 1) and (4, 4, 0)
    const changed = structuredClone(short);
    changed.tensors[0].values = [[1, 0, 3]];
    await write(page, JSON.stringify(changed, null, 2));
    await until(frame, () => window.attentionExplorer.reading().tensors.at(-1).rows[0][0].text === "3");

    changed.tensors[2].inputs = ["q", "kk"];
    const wrong = JSON.stringify(changed, null, 2);
    await write(page, wrong);
    const words = await until(page, () => document.querySelector("#troubles button")?.textContent);
    const line = wrong.split("\n").findIndex((text) => text.includes('"kk"')) + 1;
    assert.ok(words.startsWith(`Line ${line}: `), words);
    assert.ok(words.includes("kk"), words);
    assert.deepEqual(await scores(), ["3", "4"], "the last lesson that ran stays");
    await page.click("#troubles button");
    const there = await page.evaluate(
      () => document.getElementById("editor").shadowRoot.activeElement?.className,
    );
    assert.match(there, /cm-content/, "a click on it leads into the text");
    assert.deepEqual(await findings(page), []);
    await close();
  },
});

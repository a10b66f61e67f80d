// Fingers and input methods, and what the clipboard carries.
import assert from "node:assert/strict";
import { core, place, settled, tensor, until } from "../../harness.mjs";

const ofControl = async (page, name) =>
  (await core(page, "reading")).step.controls.find((control) => control.name === name).value;

// A finger that rests on something until its menu is there, and is lifted.
async function rest(browser, page, id) {
  const { x, y } = await place(page, id);
  const finger = await browser.finger(page);
  await finger.down(x, y);
  await until(page, () => window.attentionExplorer.probe().items.some((item) => item.id === "press:copy"));
  await finger.up();
}

async function tap(browser, page, id) {
  const { x, y } = await place(page, id);
  const finger = await browser.finger(page);
  await finger.down(x, y);
  await finger.up();
}

// A field of the page's own stands for the spreadsheet: what is pasted there is what was copied.
async function spreadsheet(page) {
  await page.evaluate(() => {
    const field = document.createElement("textarea");
    field.id = "sheet";
    field.style.position = "fixed"; // below an article it would be scrolled to
    document.body.append(field);
  });
  const press = async (letter) => {
    await page.keyboard.down("Control");
    await page.keyboard.press(letter);
    await page.keyboard.up("Control");
  };
  const pasted = async () => {
    await page.focus("#sheet");
    await press("a");
    await press("v");
    return page.$eval("#sheet", ({ value }) => value);
  };
  return {
    pasted,
    async copyFrom(selector) {
      await page.focus(selector);
      await press("c");
      return pasted();
    },
    async pasteInto(selector, text) {
      await settled(page); // what the paste before it brought is drawn
      await page.$eval("#sheet", (field, given) => (field.value = given), text);
      await page.focus("#sheet");
      await press("a");
      await press("c");
      await page.focus(selector);
      await press("v");
    },
  };
}

export const hands = (browser) => ({
  "brackets that need AltGr or Option change the step, and arrows with them stay the browser's": async () => {
    const { page, close } = await browser.openPage({ link: "lesson=worked-example&step=scores" });
    const press = (init) =>
      page.evaluate((given) => {
        const canvas = document.querySelector("#canvas");
        canvas.focus();
        const events = ["keydown", "keyup"].map(
          (type) => new KeyboardEvent(type, { bubbles: true, cancelable: true, ...given }),
        );
        for (const event of events) canvas.dispatchEvent(event);
        return events[0].defaultPrevented;
      }, init);
    const number = async () => {
      await settled(page);
      return (await core(page, "reading")).step.number;
    };
    const first = await number();
    // As Windows and macOS report ] of a German keyboard.
    assert.ok(await press({ key: "]", code: "Digit9", ctrlKey: true, altKey: true }));
    assert.equal(await number(), first + 1);
    assert.ok(await press({ key: "]", code: "Digit6", altKey: true }));
    assert.equal(await number(), first + 2);
    assert.ok(!(await press({ key: "ArrowRight", code: "ArrowRight", altKey: true })));
    assert.ok(!(await press({ key: "ArrowRight", code: "ArrowRight", altKey: true, ctrlKey: true })));
    assert.equal(await number(), first + 2);
    await close();
  },

  "the selected matrix is copied to a spreadsheet, and one from there is pasted, or refused with the reason":
    async () => {
      const { page, close } = await browser.openPage({ link: "lesson=worked-example&step=scores" });
      const sheet = await spreadsheet(page);
      const select = async (name, ...index) => {
        const { node } = await tensor(page, name);
        await core(page, "apply", { type: "Focus", cell: { node, index }, pin: true });
      };
      await select("attn_scores", 1, 1);
      assert.equal(await sheet.copyFrom("#canvas"), "2\t4\t4\n4\t16\t12\n4\t12\t10\n"); // as the tutorial prints them
      const key = 'table[data-tensor="querys"] [tabindex="0"]';
      assert.equal(await sheet.copyFrom(key), "1\t0\t2\n2\t2\t2\n2\t1\t3\n", "in the reading view, too");
      await core(page, "apply", { type: "SetReading", on: false });
      await until(page, () => document.body.dataset.view === "picture");
      await sheet.pasteInto("#canvas", "1\t2\t3");
      await until(page, () => document.getElementById("notices").textContent.includes("computed"));

      await core(page, "apply", { type: "GoToStep", id: "projections" });
      const values = async () =>
        (await tensor(page, "w_query")).rows.map((row) => row.map(({ value }) => value));
      const before = await values();
      await select("w_query", 0, 0);
      const pasted = "2\t0\t1\r\n1\t0\t0\r\n0\t0.5\t1\r\n0\t-1\t1\r\n"; // with a spreadsheet's line ends
      await sheet.pasteInto("#canvas", pasted);
      await until(page, () => /e\.w_query=/.test(window.attentionExplorer.link()));
      const after = [
        [2, 0, 1],
        [1, 0, 0],
        [0, 0.5, 1],
        [0, -1, 1],
      ];
      assert.deepEqual(await values(), after);
      await core(page, "apply", { type: "Undo" });
      assert.deepEqual(await values(), before, "one change, taken back as one");

      await select("w_query", 2, 1);
      await sheet.pasteInto("#canvas", "7\t8\n9\t6");
      await until(page, () => /e\.w_query=/.test(window.attentionExplorer.link()));
      assert.deepEqual((await values()).slice(2), [
        [before[2][0], 7, 8],
        [before[3][0], 9, 6],
      ]);
      for (const [text, why] of [
        ["1\t2\t3", /1 × 3.*4 × 3.*room for 2 × 2/],
        ["1\tabc", /[Rr]ow 1, column 2/],
        ["1\t2\n3", /[Rr]ow 2 .*1.*2/],
      ]) {
        await sheet.pasteInto("#canvas", text);
        await until(
          page,
          (words) => new RegExp(words).test(document.getElementById("notices").textContent),
          why.source,
        );
      }
      assert.deepEqual((await values()).slice(2), [
        [before[2][0], 7, 8],
        [before[3][0], 9, 6],
      ]);
      await close();
    },

  "a finger taps a cell, and its formula is shown": async () => {
    const { page, close } = await browser.openPage({
      touch: true,
      width: 390,
      height: 844,
      link: "lesson=worked-example&step=scores",
    });
    await tap(browser, page, "cell:attn_scores:1,1");
    await until(page, () => window.attentionExplorer.explanation()?.cell.index.join() === "1,1");
    await close();
  },

  "a long press on a number opens a menu to copy, edit and paste": async () => {
    const { page, close } = await browser.openPage({
      touch: true,
      width: 390,
      height: 844,
      link: "lesson=worked-example&step=inputs",
    });
    const row = async () => (await tensor(page, "x")).rows[1].map(({ value }) => value);
    const sheet = await spreadsheet(page);
    await rest(browser, page, "cell:x:1,2");
    await tap(browser, page, "press:copy");
    await until(page, () => document.querySelector("#notices")?.textContent);
    assert.equal(await sheet.pasted(), "1\t0\t1\t0\n0\t2\t0\t2\n1\t1\t1\t1\n"); // the tutorial's inputs

    await rest(browser, page, "cell:x:1,2");
    await tap(browser, page, "press:paste");
    await until(page, () => document.querySelector("dialog textarea") !== null);
    const put = (text) =>
      page.evaluate((typed) => {
        const field = document.querySelector("dialog textarea");
        field.value = typed;
        const buttons = [...document.querySelectorAll("dialog button")];
        buttons.find(({ textContent }) => textContent === "Use these numbers").click();
        return { kept: field.value, said: document.querySelector("dialog [role=status]")?.textContent };
      }, text);
    const { kept, said } = await put("7 8 9");
    assert.match(said, /room for 2 × 2/);
    assert.equal(kept, "7 8 9", "what was typed is not lost");
    await put("7 8");
    await until(page, () => !document.querySelector("dialog"));
    assert.deepEqual(await row(), [0, 2, 7, 8]);

    await rest(browser, page, "cell:x:1,2");
    await tap(browser, page, "press:edit");
    assert.equal(await until(page, () => document.querySelector(".edit-field")?.value), "7");
    await page.keyboard.press("Escape");
    await core(page, "apply", { type: "GoToStep", id: "scores" });
    await rest(browser, page, "cell:attn_scores:0,1");
    const ids = (await core(page, "probe")).items.map(({ id }) => id);
    assert.ok(!ids.includes("press:edit"), "a computed cell is not edited");
    await close();
  },

  "letters that an input method is still composing take effect only when committed": async () => {
    const { page, close } = await browser.openPage({ link: "lesson=sentence&step=your-sentence" });
    const { x, y } = await place(page, "control:your_sentence");
    await page.mouse.click(x, y);
    await until(page, () => document.querySelector(".edit-field") !== null);
    await page.evaluate(() => {
      const field = document.querySelector(".edit-field");
      field.value = "";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      field.focus();
    });
    const done = await browser.compose(page, "zhu", "注意");
    assert.equal(await until(page, () => document.querySelector(".edit-field").value), "zhu");
    await settled(page);
    assert.notEqual(await ofControl(page, "your_sentence"), "zhu");
    await done();
    await until(page, () =>
      window.attentionExplorer.reading().step.controls.some(({ value }) => value === "注意"),
    );
    await close();
  },
});

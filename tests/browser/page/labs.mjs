// The labs: a sentence of any script typed letter by letter, tokens dragged into another order, and the reader's own picture.
import assert from "node:assert/strict";
import { click, core, nightly, openPage, place, settled, tensor, unfold } from "../harness.mjs";

// Records every text that is drawn with the system's fonts.
const noteDrawnTexts = () => {
  window.drawnTexts = [];
  const fill = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    window.drawnTexts.push(text);
    fill.call(this, text, ...rest);
  };
};
const own = "lesson=sentence&step=your-sentence";
const words = async (page) => (await tensor(page, "your_ids")).rows.flat().length;
const labels = async (page) => (await tensor(page, "your_filter")).rowLabels;
const value = async (page, name) =>
  (await core(page, "reading")).step.controls.find((control) => control.name === name).value;

async function typing(options) {
  const made = await openPage({ link: own, ...options });
  await settled(made.page);
  await click(made.page, "control:your_sentence");
  await made.page.waitForSelector(".edit-field");
  return made;
}

export const tests = {
  "attention is timed in a worker when the reader asks, while the page goes on, and the reading view tells it":
    async () => {
      const { page, close } = await openPage({
        link: "lesson=tiles&step=cost&p.length=256",
        script: () => {
          window.blocked = 0;
          let last = performance.now();
          const tick = () => {
            const now = performance.now();
            window.blocked = Math.max(window.blocked, now - last);
            last = now;
            setTimeout(tick, 0);
          };
          window.watchBlocking = () => {
            last = performance.now();
            tick();
          };
        },
      });
      const told = () =>
        window.attentionExplorer.reading().step.figures.find(({ kind }) => kind === "timing");
      await place(page, "measure");
      await page.evaluate(() => window.watchBlocking());
      await click(page, "measure");
      await page.waitForFunction(
        () =>
          window.attentionExplorer.reading().step.figures.find(({ kind }) => kind === "timing").paragraphs
            .length === 3,
      );
      assert.ok((await page.evaluate(() => window.blocked)) < 500, "the page itself does not compute");
      const { status, paragraphs, action } = await page.evaluate(told);
      assert.match(status, /^256 tokens: .* \d+\.\d times as fast\.$/);
      assert.match(paragraphs[0], /^whole matrix: \d+(?:\.\d+)? ms$/);
      assert.deepEqual(action.sizes, [256, 64]);
      await core(page, "apply", { type: "SetReading", on: true });
      await page.waitForSelector('.timing button[data-action="measure"]');
      assert.equal(await page.textContent(".timing [role=status]"), status);
      await close();
    },

  ...nightly({
    "a sentence takes effect at each letter, and is one undo step": async () => {
      const { page, close } = await typing();
      assert.equal(await page.getAttribute(".edit-field", "inputmode"), "text", "letters on a soft keyboard");
      await page.fill(".edit-field", "");
      for (const [letters, count] of [
        ["one", 1],
        [" two", 2],
        [" three", 3],
      ]) {
        await page.keyboard.type(letters);
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        assert.equal(await words(page), count, `after “${letters}”, two frames later`);
      }
      await page.keyboard.press("ArrowUp"); // has no effect: the field holds words, not a number
      assert.equal(await page.inputValue(".edit-field"), "one two three");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".edit-field", { state: "detached" });
      assert.equal(await value(page, "your_sentence"), "one two three");
      await core(page, "apply", { type: "Undo" });
      assert.equal(await value(page, "your_sentence"), "the cat the");
      await close();
    },
  }),

  "any script: words without a bundled letter come from the system's fonts": async () => {
    const { page, close } = await typing({ script: noteDrawnTexts });
    const sentence = "注意 العربية עברית हिन्दी 🙂 cat";
    await page.fill(".edit-field", sentence);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".edit-field", { state: "detached" });
    await settled(page);
    assert.deepEqual(await labels(page), sentence.split(" "));
    const drawn = await page.evaluate(() => [...new Set(window.drawnTexts)]);
    for (const word of sentence.split(" ").slice(0, -1))
      assert.ok(drawn.includes(word), `${word} in ${drawn}`);
    assert.ok(!drawn.some((text) => text.includes("cat")), "Latin letters are drawn by the bundled faces");
    const { page: again, close: closeAgain } = await openPage({
      link: (await core(page, "link")).replace(/^#/, ""),
    });
    assert.equal(await value(again, "your_sentence"), sentence, "the link carries it");
    await closeAgain();
    await close();
  },

  "letters still being composed take effect only when committed": async () => {
    const { page, close } = await typing();
    const client = await page.context().newCDPSession(page);
    await page.fill(".edit-field", "");
    await client.send("Input.imeSetComposition", { text: "zhu", selectionStart: 3, selectionEnd: 3 });
    await settled(page);
    assert.notEqual(await value(page, "your_sentence"), "zhu");
    await client.send("Input.insertText", { text: "注意" });
    await settled(page);
    assert.equal(await value(page, "your_sentence"), "注意");
    await close();
  },

  "tokens are dragged into another order, by mouse and by finger, and the outputs follow": async () => {
    for (const touch of [false, true]) {
      const { page, close } = await openPage({ link: "lesson=basic-self-attention&step=a-set", touch });
      await settled(page);
      await place(page, "control:order:0"); // opens what holds it, by mouse
      const client = touch && (await page.context().newCDPSession(page));
      const send = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      if (touch) {
        await send("touchStart", [{ x: 700, y: 450 }]); // the first touch makes everything larger
        await send("touchEnd", []);
      }
      const before = await value(page, "order");
      const [from, to] = [await place(page, "control:order:0"), await place(page, "control:order:2")];
      if (touch) {
        await send("touchStart", [{ x: from.x, y: from.y }]);
        for (let i = 1; i <= 8; i++) {
          await send("touchMove", [{ x: from.x, y: from.y + ((to.y - from.y) * i) / 8 }]);
          await settled(page);
        }
        await send("touchEnd", []);
      } else {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(to.x, to.y, { steps: 8 });
        await settled(page);
      }
      const expected = [before[1], before[2], before[0], ...before.slice(3)];
      await settled(page);
      assert.deepEqual(await value(page, "order"), expected, `touch ${touch}`);
      await page.mouse.up();
      const { rows } = await tensor(page, "largest_difference");
      assert.ok(rows[0][0].value < 1e-6, "a set: f(Px) = P f(x), but for the order of sums");
      await core(page, "apply", { type: "Undo" });
      assert.deepEqual(await value(page, "order"), before);
      await close();
    }
  },

  "a picture of one's own is scaled down on the page and kept out of the link; a broken one is refused":
    async () => {
      const { page, close } = await openPage({ link: "lesson=causal-ladder&step=pictures" });
      await settled(page);
      const halves = await page.evaluate(() => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 80, height: 40 });
        const context = canvas.getContext("2d");
        for (const [color, x] of [
          ["#f00", 0],
          ["#00f", 40],
        ]) {
          context.fillStyle = color;
          context.fillRect(x, 0, 40, 40);
        }
        return canvas.toDataURL("image/png").split(",")[1];
      });
      const file = (buffer) => ({ name: "mine.png", mimeType: "image/png", buffer });
      const chooser = page.waitForEvent("filechooser");
      await click(page, "control:picture:own");
      await (await chooser).setFiles(file(Buffer.from(halves, "base64")));
      await page.waitForFunction(() => /own=picture/.test(window.attentionExplorer.link()));
      const own = await value(page, "picture");
      const pixels = Buffer.from(own.replace(/^own:/, ""), "base64");
      assert.equal(pixels.length, 3 * 32 * 32);
      assert.deepEqual([...pixels.subarray(0, 3)], [255, 0, 0], "the left half");
      assert.deepEqual([...pixels.subarray(93, 96)], [0, 0, 255], "the right half");
      assert.ok(!(await core(page, "link")).includes("AAAA"));
      await page.setInputFiles("#own-picture", file(Buffer.from("no picture")));
      await page.getByText("cannot be read as a picture").waitFor();
      assert.equal(await value(page, "picture"), own, "the one before stays");
      await core(page, "apply", { type: "Undo" });
      assert.equal(await value(page, "picture"), "coast");
      await close();
    },

  "a picture is dropped onto the page": async () => {
    const { page, close } = await openPage({ link: "lesson=causal-ladder&step=pictures" });
    await settled(page);
    await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 10, height: 10 });
      canvas.getContext("2d").fillRect(0, 0, 10, 10);
      const blob = await new Promise((done) => canvas.toBlob(done));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([blob], "black.png", { type: "image/png" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => /own=picture/.test(window.attentionExplorer.link()));
    const pixels = Buffer.from((await value(page, "picture")).replace(/^own:/, ""), "base64");
    assert.ok(pixels.every((byte) => byte === 0));
    await close();
  },

  ...nightly({
    "in the reading view: a sentence follows each letter, pictures and k are form elements": async () => {
      const { page, close } = await openPage({ link: `${own}&view=reading` });
      await unfold(page);
      await page.click("#control-your_sentence");
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("one two");
      await page.waitForFunction(
        () => document.querySelectorAll('table[data-tensor="your_ids"] tbody td').length === 2,
      );
      await page.keyboard.press("Tab");
      await core(page, "apply", { type: "Undo" });
      assert.equal(await value(page, "your_sentence"), "the cat the", "one undo for all that was typed");
      await core(page, "openLink", "lesson=sentence&step=your-sentence");
      await close();
      const pictures = await openPage({ link: "lesson=causal-ladder&step=pictures&view=reading" });
      await unfold(pictures.page);
      await pictures.page.check('input[data-parameter="picture"][data-choice="house"]');
      assert.equal(await value(pictures.page, "picture"), "house");
      await pictures.close();
      const scale = await openPage({ link: "lesson=multi-head&step=why-scale&view=reading" });
      await scale.page.fill("#control-k", "16");
      await scale.page.keyboard.press("Enter");
      await scale.page.waitForFunction(() => window.attentionExplorer.link().includes("p.k=16"));
      await scale.close();
    },
  }),
};

// The large map in the browser: its pixels against softmax in float64 and the design guide's colours, the time that
// frames and the first picture take, links, and the reading view.
import assert from "node:assert/strict";
import { threadClock } from "../../bench/frames.mjs";
import { click, core, loseContext, nightly, openPage, place, restoreContext, settled } from "../harness.mjs";
import { background, comparePixels } from "./map-pixels.mjs";

const large = async (page) => (await core(page, "reading")).large;

const p95 = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)];

export const tests = {
  ...nightly({
    "pixels are those of softmax: made by hand, causal, at random zooms": () =>
      comparePixels({ tokens: 1300, causal: true, model: "patterns", heads: 5 }, [0, 4]),

    "pixels are those of softmax: random, every key seen, at random zooms": () =>
      comparePixels({ tokens: 2100, causal: false, model: "random", heads: 1 }, [0]),

    "pixels are those of softmax: patches of a picture, heads made by hand, at random zooms": () =>
      comparePixels({ tokens: 1024, causal: false, model: "patterns", heads: 12, of: "patches" }, [0, 3]),
  }),

  ...nightly({
    "a browser that does not compile the map's shader shows the same pixels, and says so": () =>
      comparePixels(
        { tokens: 700, causal: true, model: "patterns", heads: 2 },
        [0],
        refusal("compileShader"),
      ),

    ...nightly({
      "a browser that does not link the map's shader shows the same pixels, too": () =>
        comparePixels(
          { tokens: 1300, causal: false, model: "random", heads: 1 },
          [0],
          refusal("linkProgram"),
        ),

      "a picture that is dropped is cut into patches; each looks at its own colour, and the veil over the picture shows it":
        async () => {
          const { page, close } = await openPage({ link: "view=large" });
          await drop(page, await halvesPng(page, "#c81e1e", "#1e1ec8"));
          await page.waitForFunction(() => window.attentionExplorer.reading().large?.setup.picture === "own");
          const { setup } = await large(page);
          assert.deepEqual([setup.of, setup.tokens, setup.causal], ["patches", 1024, false]);
          assert.match((await large(page)).source, /yours; it stays on this computer/);
          await core(page, "apply", { type: "SetLarge", ...setup, tokens: 64 });
          await core(page, "apply", { type: "LookLarge", head: 1, cell: [0, 0] });
          await settled(page);
          // The first patch is red: it attends to the 32 red ones only.
          const { rows } = await core(page, "largeRows", 0, 1);
          assert.equal(rows[0].label, "row 1, column 1");
          for (const { value } of rows[0].largest) assert.ok(Math.abs(value - 1 / 32) < 1e-6, String(value));
          const at = await colours(page, "large-picture", [
            [0.3, 0.9],
            [0.7, 0.9],
          ]);
          assert.deepEqual(at[0], [0xc8, 0x1e, 0x1e]);
          // 86 % of the dark ground over blue.
          const veiled = [0x1e, 0x1e, 0xc8].map((c, i) => 0.14 * c + 0.86 * background[i]);
          for (const i of [0, 1, 2])
            assert.ok(Math.abs(at[1][i] - veiled[i]) <= 2, `${at[1]} is not ${veiled}`);
          // The picture stays for the reader who opened it, and is not in the link.
          const link = await core(page, "link");
          assert.match(link, /m\.picture=own/);
          assert.ok(link.length < 200);
          await close();
          const other = await openPage({ link, quiet: false });
          await other.page.waitForFunction(() => /stay on the computer/.test(document.body.innerText));
          assert.equal((await large(other.page)).setup.picture, "page");
          await other.close();
        },
    }),

    "in the reading view: words become patches, they are named by row and column, and found so": async () => {
      const { page, close } = await openPage({ link: "view=large-reading&m.tokens=300" });
      await page.selectOption("#large-of", "patches");
      await page.waitForFunction(() => window.attentionExplorer.reading().large.across === 16);
      const options = await page.locator("#large-tokens option").allInnerTexts();
      assert.deepEqual(options, ["4", "16", "64", "256", "1024", "4096", "16384"]);
      await page.selectOption("#large-head", "3");
      await page.fill("#large-row", "40");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.attentionExplorer.reading().large.row === 39);
      assert.match(await page.locator(".large-row h2").innerText(), /row 3, column 8/);
      assert.match(await page.locator(".large-row ol li").first().innerText(), /^row 3, column 7: 0\.9/); // the patch to its left
      await page.fill("#large-find", "2, 16");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.attentionExplorer.reading().large.found[0] === 31);
      assert.match(await page.locator(".note").first().innerText(), /not trained.*drawn by this page/s);
      await page.selectOption("#large-of", "words");
      await page.waitForFunction(() => window.attentionExplorer.reading().large.setup.causal);
      await close();
    },
  }),

  "in the reading view: the weight that reaches farthest is asked for, and a chosen one is judged":
    async () => {
      const { page, close } = await openPage({ link: "view=large-reading&m.tokens=100" });
      const told = page.locator('section[aria-label="To find"] [role=status]');
      assert.equal(await told.innerText(), "No weight is chosen yet.");
      await page.selectOption("#large-head", "1"); // the token before
      const chosen = async (row, column, said) => {
        await page.fill("#large-row", String(row));
        await page.keyboard.press("Enter");
        await page.fill("#large-column", String(column));
        await page.keyboard.press("Enter");
        await page.waitForFunction(
          (wanted) => window.attentionExplorer.reading().large.hunt === wanted,
          said,
        );
        assert.equal(await told.innerText(), said);
      };
      await chosen(90, 2, "This weight is under 0.5.");
      await chosen(1, 1, "Distance 0. Another one reaches farther.");
      await chosen(50, 49, "Found: distance 1, and none reaches farther.");
      await page.selectOption("#large-of", "patches");
      await page.waitForFunction(() => window.attentionExplorer.reading().large.hunt === "");
      await close();
    },

  "small pictures are completed with all queries in the background, and drawn without input": async () => {
    const { page, close } = await openPage({ link: "view=large&m.tokens=1024&m.heads=2" });
    await page.waitForFunction(
      () => window.attentionExplorer.probe().items.some(({ id }) => id === "large-thumbnails:1024"),
      null,
      { timeout: 30000 },
    );
    await rests(page);
    await close();
  },

  "with a few cells in view, the small map shows the whole map pooled, once that is computed": async () => {
    const { page, close } = await openPage({
      link: "view=large&m.model=random&m.tokens=1024&m.heads=1&m.causal=0&m.zoom=60,0.4,0.4",
    });
    await rests(page);
    const places = Array.from({ length: 40 }, (_, n) => [
      0.05 + 0.9 * ((n * 0.618034) % 1),
      0.05 + 0.9 * ((n * 0.7548776662) % 1),
    ]);
    const near = await colours(page, "large-minimap", places);
    assert.equal(await core(page, "apply", { type: "LookLarge", zoom: 1, x: 0.5, y: 0.5 }), null);
    await rests(page);
    const far = await colours(page, "large-minimap", places);
    const marked = ([x, y]) => Math.abs(x - 0.4) < 0.05 && Math.abs(y - 0.4) < 0.05;
    for (const [n, place] of places.entries()) if (!marked(place)) assert.deepEqual(near[n], far[n]);
    await close();
  },

  // The aim is 6 ms, which an idle machine of two cores reaches; here one frame of the screen is the bound, so that only
  // work of another order fails.
  ...nightly({
    "panning and zooming 4,096 tokens costs less of the page's thread than a frame has": async () => {
      const { page, close } = await openPage({ link: "view=large&m.tokens=4096&m.heads=1" });
      await settled(page);
      const { x, y } = await place(page, "large-map");
      await page.mouse.move(x, y);
      await settled(page);
      const clock = await threadClock(page);
      // The cost of measuring, which is not the page's.
      const idle = [];
      for (let n = 0; n < 21; n++) {
        const before = await clock();
        await core(page, "frames");
        await core(page, "frames");
        idle.push((await clock()) - before);
      }
      const watching = idle.toSorted((a, b) => a - b)[10];
      // The same way again and again: the first time what is pooled on it is made, in slices of 8 ms. A busy machine can
      // only make it longer, so the best time counts.
      let best = Infinity;
      for (let round = 0; round < 3 && best > 16; round++) {
        const times = [];
        for (let n = 0; n < 8; n++) {
          const before = await clock();
          const frames = await core(page, "frames");
          if (n % 10 < 5) await page.mouse.wheel(0, n < 10 ? -60 : 60);
          else await page.mouse.move(x + (n % 7) * 5, y + n);
          await page.waitForFunction((drawn) => window.attentionExplorer.frames() >= drawn + 2, frames);
          const drawn = (await core(page, "frames")) - frames;
          times.push(((await clock()) - before - watching) / drawn);
        }
        const slow = p95(times);
        console.log(
          `      ${slow.toFixed(2)} ms a frame (95 %)${round === 0 ? ", with slices of 8 ms" : ""}`,
        );
        if (round > 0) best = Math.min(best, slow);
        await page.mouse.move(x, y);
        assert.equal(await core(page, "apply", { type: "LookLarge", zoom: 1, x: 0.5, y: 0.5 }), null);
        await settled(page);
      }
      assert.ok(best <= 16, `${best} ms a frame`);
      await close();
    },
  }),

  ...nightly({
    "4,096 tokens, every key seen: the first picture takes 150 ms of the page's thread, all of it two seconds":
      async () => {
        const { page, close } = await openPage({ link: "view=large&m.tokens=64&m.heads=1" });
        await settled(page);
        const clock = await threadClock(page);
        const reaches = (status) =>
          page.waitForFunction(
            (wanted) => {
              const ids = window.attentionExplorer.probe().items.map(({ id }) => id);
              return ids.some((id) => id === "large-status:done" || id === `large-status:${wanted}`);
            },
            status,
            { timeout: 60000, polling: 20 },
          );
        const times = { first: Infinity, all: Infinity }; // other load can only make them longer: the best times count
        for (let round = 0; round < 3 && (times.first > 150 || times.all > 2000); round++) {
          const frames = await core(page, "frames");
          const began = await clock();
          await core(page, "apply", { type: "SetLarge", tokens: 4096 - round, heads: 1, causal: false });
          await page.waitForFunction((drawn) => window.attentionExplorer.frames() >= drawn + 2, frames);
          await reaches("coarse");
          times.first = Math.min(times.first, (await clock()) - began);
          await reaches("done");
          times.all = Math.min(times.all, (await clock()) - began);
          console.log(`      ${times.first.toFixed(0)} ms of 150, ${times.all.toFixed(0)} ms of 2000`);
        }
        assert.ok(times.first <= 150, `the first picture took ${times.first} ms`);
        assert.ok(times.all <= 2000, `all of it took ${times.all} ms`);
        await close();
      },
  }),

  "the first picture is shown before anything more is computed": async () => {
    // Records when the page schedules a slice of work, and when one is done.
    const script = `{
      const Channel = MessageChannel;
      window.noted = { asked: 0, done: 0 };
      window.MessageChannel = class {
        constructor() {
          const { port1, port2 } = new Channel();
          this.port1 = {
            set onmessage(work) {
              port1.onmessage = (message) => {
                work(message);
                noted.done += 1;
              };
            },
          };
          this.port2 = {
            postMessage: (message) => {
              noted.asked += 1;
              port2.postMessage(message);
            },
          };
        }
      };
    }`;
    const { page, close } = await openPage({ script, link: "view=large&m.tokens=64&m.heads=1" });
    await settled(page);
    const { waiting, slices } = await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const { noted, attentionExplorer: explorer } = window;
          const ask = window.requestAnimationFrame;
          const before = noted.done;
          window.requestAnimationFrame = (draw) =>
            ask((time) => {
              const now = { waiting: noted.asked - noted.done, slices: noted.done - before };
              draw(time);
              const { items } = explorer.probe();
              if (items.some(({ id }) => id === "large-status:coarse")) resolve(now);
              if (items.some(({ id }) => id === "large-status:done") && now.slices > 0)
                reject(new Error("no frame showed the first picture"));
            });
          const refused = explorer.apply({ type: "SetLarge", tokens: 4096, heads: 1, causal: false });
          if (refused) reject(new Error(JSON.stringify(refused)));
        }),
    );
    assert.ok(slices > 0, "it is made between frames");
    assert.equal(waiting, 0, "slices that were asked for when the first picture was drawn");
    await close();
  },

  "a link opens the same map; Undo takes a setting back; Back leads to the contents": async () => {
    const link = "view=large&m.tokens=300&m.head=4&m.colors=log&m.zoom=4,0.5,0.5&m.cell=150,149";
    const { page, close } = await openPage({ link: "", height: 1400 });
    await click(page, "large");
    await page.waitForFunction(() => location.hash === "#view=large");
    await page.evaluate((hash) => (location.hash = hash), link);
    await page.waitForFunction(() => window.attentionExplorer.reading().large?.setup.tokens === 300);
    assert.equal(await core(page, "link"), link);
    assert.match(await page.title(), /large map/);
    await core(page, "apply", { type: "SetLarge", tokens: 200 });
    assert.equal((await large(page)).setup.tokens, 200);
    await core(page, "apply", { type: "Undo" });
    assert.equal((await large(page)).setup.tokens, 300);
    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => window.attentionExplorer.reading().contents);
    await close();
  },

  "in the reading view: the followed row with its largest weights, pages of rows, settings": async () => {
    const { page, close } = await openPage({
      link: "view=large-reading&m.tokens=16384&m.head=1&m.cell=9999,0",
    });
    await page.waitForSelector(".large-row ol li");
    assert.equal(await page.locator(".large-row ol li").count(), 8);
    assert.match(await page.locator(".large-row ol li").first().innerText(), / 9999: 0\.9/); // the token before
    assert.match(await page.locator(".note").first().innerText(), /not trained/);
    assert.equal(await page.locator(".large-rows ol li").count(), 20);
    await page.getByRole("button", { name: "Later rows" }).click();
    assert.match(await page.locator(".large-rows ol li").first().innerText(), / 21 → /);
    await page.selectOption("#large-head", "2");
    await page.waitForFunction(() => window.attentionExplorer.reading().large.head === 2);
    assert.match(await page.locator(".large-row ol li").first().innerText(), /^The 1: /);
    await page.fill("#large-row", "5");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.attentionExplorer.reading().large.row === 4);
    await close();
  },

  "the largest map completes, is redrawn after a restored context, and computes unseen parts without frames":
    async () => {
      const { page, close } = await openPage({
        link: "view=large&m.tokens=16384&m.zoom=400,0.5,0.5&m.heads=1",
        quiet: false,
      });
      const status = () =>
        page.waitForFunction(
          () => window.attentionExplorer.probe().items.some(({ id }) => id === "large-status:done"),
          null,
          { timeout: 60000 },
        );
      await status();
      const before = await pixelsNow(page);
      await rests(page);
      await loseContext(page);
      await restoreContext(page);
      await status();
      assert.equal(await pixelsNow(page), before);
      await rests(page);
      await close();
    },
};

// Runs before the page: the large map's shader is not compiled, or its program not linked. ImGui's are.
const refusal = (call) => `{
  const gl = WebGL2RenderingContext.prototype;
  const { shaderSource, attachShader } = gl;
  const call = gl.${call};
  const refused = new WeakSet();
  gl.shaderSource = function (shader, source) {
    if (source.includes("u_pooled")) refused.add(shader);
    shaderSource.call(this, shader, source);
  };
  gl.attachShader = function (program, shader) {
    if (refused.has(shader)) refused.add(program);
    attachShader.call(this, program, shader);
  };
  gl.${call} = function (of) {
    if (!refused.has(of)) call.call(this, of);
  };
}`;

async function drop(page, png) {
  await page.evaluate((text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], "halves.png", { type: "image/png" }));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, png);
}

// Wider than high: the page uses the middle, which has no green.
const halvesPng = (page, left, right) =>
  page.evaluate(
    async ([left, right]) => {
      const canvas = new OffscreenCanvas(600, 300);
      const context = canvas.getContext("2d");
      context.fillStyle = "#1ec81e";
      context.fillRect(0, 0, 600, 300);
      context.fillStyle = left;
      context.fillRect(150, 0, 150, 300);
      context.fillStyle = right;
      context.fillRect(300, 0, 150, 300);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
      return btoa(String.fromCharCode(...bytes));
    },
    [left, right],
  );

// Colours at positions in a part of the screen, given as fractions of its sides.
async function colours(page, id, places) {
  await settled(page);
  const at = (await core(page, "probe")).items.find((item) => item.id === id);
  const png = await page.screenshot({ clip: { x: at.x, y: at.y, width: at.w, height: at.h } });
  return page.evaluate(
    async ([text, shares]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d", {
        willReadFrequently: true,
      });
      context.drawImage(picture, 0, 0);
      return shares.map(([x, y]) => [
        ...context
          .getImageData(Math.floor(x * picture.width), Math.floor(y * picture.height), 1, 1)
          .data.slice(0, 3),
      ]);
    },
    [png.toString("base64"), places],
  );
}

// No frame is drawn once nothing that is on screen changes, although the rest of the map is still being pooled: a quarter of
// a billion weights takes longer than this waits for a second without a frame.
async function rests(page) {
  const drawn = [];
  while (drawn.length < 5 && drawn.at(-1) !== 0) {
    const before = await core(page, "frames");
    await page.waitForTimeout(1000);
    drawn.push((await core(page, "frames")) - before);
  }
  assert.equal(drawn.at(-1), 0, `frames in each second: ${drawn.join(" ")}`);
}

// The number of colours that the map shows.
async function pixelsNow(page) {
  const items = (await core(page, "probe")).items;
  const map = items.find(({ id }) => id === "large-map");
  const png = await page.screenshot({
    clip: { x: map.x + 4, y: map.y + 4, width: map.w - 8, height: map.h - 8 },
  });
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, png.toString("base64"));
}

// The page's own model of pictures: its numbers are what models.mjs computes, pictures are painted, drawn at random and dropped, and
// each step of its tour asks for something that the reader finds.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { click, core, drop, golden, nightly, openPage, place, settled, site, until } from "../harness.mjs";
import { animatedPng, inkedJpeg } from "../../support/picture-files.mjs";
import { checkpointOf } from "../../support/random-vit.mjs";
import { ownModel } from "./own-models.mjs";

const { loadModel } = await import(pathToFileURL(join(site, "models.mjs")));

const model = async (page) => (await core(page, "reading")).model;
const apply = async (page, command) => assert.equal(await core(page, "apply", command), null);
/** Until all that the screen shows is there. */
const computed = (page) =>
  until(page, () => {
    const { model } = window.attentionExplorer.reading();
    return model?.run && model.next && model.wants === null;
  });
const open = async (link, options = {}) => {
  const opened = await openPage({ link: `view=model&model=pictures${link}`, ...options });
  await computed(opened.page);
  return opened;
};
/** Until it has read this text. */
const reads = async (page, text) => {
  await until(page, (wanted) => window.attentionExplorer.reading().model.run?.text === wanted, text);
  await computed(page);
};
const answer = async (page) => (await model(page)).next.next[0].text;
const pixelsOf = (page, text) =>
  page.evaluate((described) => {
    const { pixels, width, height } = window.attentionExplorer.madePicture(described);
    return { pixels: [...pixels], width, height };
  }, text);

/** The upper left corner of the picture, and the side of one of so many squares across. */
async function corner(page, across) {
  const { x, y, w, h } = await place(page, "model-picture-area");
  return { x: x - w / 2, y: y - h / 2, cell: w / across };
}

/** A PNG of one colour. */
const png = (page, width, height, colour = "rgb(40, 90, 200)") =>
  page.evaluate(
    async ([w, h, fill]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext("2d");
      context.fillStyle = fill;
      context.fillRect(0, 0, w, h);
      const blob = await canvas.convertToBlob({ type: "image/png" });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [width, height, colour],
  );

const processed = (kind, height, width) => ({
  image_processor_type: kind,
  size: { height, width },
  resample: 2,
});
const weightsOf = ({ weights }) => Uint8Array.from(Buffer.from(weights, "base64"));
/** Drops the files of a checkpoint, by name, and opens it. */
async function dropFiles(page, files) {
  await drop(page, files);
  await until(page, () => document.querySelector('dialog [data-act="open"]') !== null);
  await page.click('dialog [data-act="open"]');
  await until(page, () => {
    const { about, source } = window.attentionExplorer.reading().model;
    return about?.pictures && source === "";
  });
}

/** Those of a golden one. */
const dropModel = (page, of, preprocessor) =>
  dropFiles(page, {
    "config.json": JSON.stringify(of.config),
    "model.safetensors": weightsOf(of),
    "preprocessor_config.json": JSON.stringify(preprocessor),
  });

/** A ViT with random weights, of so many pixels of a side in patches of 4 × 4. */
const randomVit = (side, layers, heads) =>
  checkpointOf({
    model_type: "vit",
    image_size: side,
    patch_size: 4,
    hidden_size: 4 * heads,
    num_hidden_layers: layers,
    num_attention_heads: heads,
  });

/** A PNG of coloured waves, wider than high, and its pixels. */
const photograph = (page) =>
  page.evaluate(async () => {
    const [width, height] = [40, 30];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    const image = context.createImageData(width, height);
    for (let i = 0; i < width * height; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      const wave = (across, down) => Math.round(127 + 120 * Math.sin(x / across + y / down));
      image.data.set([wave(3, 7), wave(9, 4), wave(5, 5), 255], 4 * i);
    }
    context.putImageData(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return { file: [...new Uint8Array(await blob.arrayBuffer())], pixels: [...image.data], width, height };
  });

/** What the model says of a dropped picture: the probabilities of its labels by id. */
async function saysOf(page, name, bytes) {
  await drop(page, { [name]: Uint8Array.from(bytes) });
  await reads(page, name);
  return (await model(page)).next.next.toSorted((a, b) => a.id - b.id).map(({ probability }) => probability);
}

/** A JPEG whose camera was held upright (EXIF orientation 6), the picture as it is stored, and as a viewer turns it. */
const turned = (page) =>
  page.evaluate(async () => {
    const made = window.attentionExplorer.madePicture(
      "blue? 2,2 blue circle; 2,4 orange triangle; 4,3 green square",
    );
    const { pixels, width, height } = made;
    const channels = pixels.length / (width * height);
    const small = new OffscreenCanvas(width, height);
    const image = new ImageData(width, height);
    for (let i = 0; i < width * height; i++) {
      for (let c = 0; c < 3; c++) image.data[4 * i + c] = pixels[channels * i + c];
      image.data[4 * i + 3] = 255;
    }
    small.getContext("2d").putImageData(image, 0, 0);
    const side = 8 * width;
    const stored = new OffscreenCanvas(side, side); // a quarter turn back
    const context = stored.getContext("2d");
    context.imageSmoothingEnabled = false;
    context.translate(0, side);
    context.rotate(-Math.PI / 2);
    context.drawImage(small, 0, 0, side, side);
    const bytesOf = async (canvas, type) => {
      const blob = await canvas.convertToBlob({ type, quality: 1 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    };
    const jpeg = await bytesOf(stored, "image/jpeg");
    const orientation = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
    const tiff = [..."MM\0*"].map((letter) => letter.charCodeAt(0));
    const exif = [..."Exif\0\0"].map((letter) => letter.charCodeAt(0));
    const block = [...exif, ...tiff, 0, 0, 0, 8, 0, 1, ...orientation, 0, 0, 0, 0];
    const upright = new OffscreenCanvas(side, side);
    const turning = upright.getContext("2d");
    turning.translate(side, 0);
    turning.rotate(Math.PI / 2);
    turning.drawImage(await createImageBitmap(new Blob([Uint8Array.from(jpeg)])), 0, 0);
    return {
      stored: jpeg,
      jpeg: [...jpeg.slice(0, 2), 0xff, 0xe1, 0, block.length + 2, ...block, ...jpeg.slice(2)],
      upright: await bytesOf(upright, "image/png"),
    };
  });

/** A GIF of two frames, a red pixel and a blue one. */
const blinking = [
  ...[..."GIF89a"].map((letter) => letter.charCodeAt(0)),
  ...[1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255],
  ...[0x44, 0x4c].flatMap((pixel) => [
    ...[0x21, 0xf9, 4, 0, 10, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, pixel, 1, 0],
  ]),
  0x3b,
];

/** Within what another rounding of a colour changes. */
const alike = (a, b) => a.length === b.length && a.every((value, i) => Math.abs(value - b[i]) < 1e-2);

const near = (a, b) => a.length === b.length && a.every((value, i) => Math.abs(value - b[i]) < 1e-3);

export const tests = {
  ...nightly({
    "what is painted is computed without the pause for typing: half of 20 changes within 0.2 s, with all that is shown":
      async () => {
        const { page, close } = await open("&model.head=1,3");
        const times = await page.evaluate(async () => {
          const { apply, reading } = window.attentionExplorer;
          const texts = [3, 4].map((column) => `blue? 2,2 orange circle; 2,${column} blue triangle`);
          const taken = [];
          for (let i = 0; i < 20; i++) {
            const text = texts[i % 2];
            const begin = performance.now();
            apply({ type: "SetModelText", text });
            for (;;) {
              const { model } = reading();
              if (model.run?.text === text && model.next && model.wants === null) break;
              await new Promise((resolve) => setTimeout(resolve, 1));
            }
            taken.push(performance.now() - begin);
          }
          return taken.sort((a, b) => a - b);
        });
        assert.ok(times[10] < 200, `half within ${times[10]} ms, the longest ${times[19]} ms`);
        await close();
      },
  }),

  "a photograph is turned as its camera says, of an animation the first frame is read, and one of 1 × 20,000 pixels is read, too":
    async () => {
      const { page, close } = await open("");
      const { jpeg, stored, upright } = await turned(page);
      const says = await saysOf(page, "turned.jpg", jpeg);
      assert.deepEqual(says, await saysOf(page, "upright.png", upright));
      assert.notDeepEqual(says, await saysOf(page, "stored.jpg", stored), "the model tells them apart");
      const flat = async (name, colour, width, height) =>
        saysOf(page, name, await png(page, width, height, colour));
      assert.ok(near(await saysOf(page, "blinking.gif", blinking), await flat("red.png", "#f00", 20, 20)));
      assert.ok(near(await flat("thin.png", "#28c", 1, 20_000), await flat("blue.png", "#28c", 40, 40)));
      await close();
    },

  "a JPEG in printing inks has its colours, of an animated PNG the first frame is read, and what is transparent is white":
    async () => {
      const { page, close } = await open("");
      await dropFiles(page, randomVit(8, 1, 3)); // the page's own model hardly tells plain colours apart
      await computed(page);
      const flat = async (name, colour) => saysOf(page, name, await png(page, 8, 8, colour));
      const blue = await flat("blue.png", "rgb(40, 90, 200)");
      const dark = await flat("dark.png", "rgb(20, 45, 100)");
      assert.ok(!alike(blue, dark), "the model tells them apart");
      assert.ok(alike(await saysOf(page, "inks.jpg", inkedJpeg([40, 90, 200, 255])), blue));
      assert.ok(alike(await saysOf(page, "black ink.jpg", inkedJpeg([40, 90, 200, 128])), dark));
      const frames = await Promise.all(["#f00", "#00f"].map((colour) => png(page, 8, 8, colour)));
      const red = await flat("red.png", "#f00");
      assert.ok(alike(await saysOf(page, "two frames.png", animatedPng(...frames, 8, 8)), red));
      const white = await flat("white.png", "#fff");
      assert.ok(alike(await flat("clear.png", "rgb(0 0 0 / 0)"), white));
      assert.ok(
        alike(await flat("half.png", "rgb(255 0 0 / 50%)"), await flat("pink.png", "rgb(255 127 127)")),
      );
      await close();
    },

  "a file that is no picture, is empty or ends in its middle is refused in a sentence, and the picture before stays":
    async () => {
      const { page, close } = await open("");
      const whole = await png(page, 60, 40);
      await saysOf(page, "whole.png", whole);
      for (const [name, bytes] of [
        ["empty.png", []],
        ["half.png", whole.slice(0, 30)],
        ["letters.jpg", [...Buffer.from("this is no picture")]],
        ["drawing.svg", [...Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'")]],
        ["inks.jpg", inkedJpeg([40, 90, 200, 255]).slice(0, 60)],
      ]) {
        await drop(page, { [name]: Uint8Array.from(bytes) });
        const sentence = `“${name}” cannot be read as a picture. Use a PNG, JPEG, WebP or GIF file.`;
        await page.getByText(sentence).waitFor();
        assert.equal((await model(page)).text, "whole.png", name);
      }
      await close();
    },

  "of a ViT with 2.8 million weights all heads and all layers are shown for the patch that is followed, as models.mjs computes":
    async () => {
      const { page, close } = await open("");
      const files = randomVit(56, 12, 6);
      await dropFiles(page, files);
      await computed(page);
      const { layers, heads } = (await model(page)).about;
      const [tokens, row] = [197, 100];
      assert.equal(layers * heads * tokens ** 2 > 2_000_000, true);
      await apply(page, { type: "LookModel", row, layer: 7, head: 4, rollout: true });
      await apply(page, { type: "SetReading", on: true });
      await computed(page);
      const told = await model(page);
      assert.deepEqual([told.run.words.length, told.run.whole], [tokens, false]);

      const [config, weights, preprocessor] = Object.values(files);
      const alone = await loadModel({
        config: JSON.parse(config),
        weights,
        preprocessor: JSON.parse(preprocessor),
      });
      const { pixels, width, height } = await pixelsOf(page, told.text);
      const run = await alone.run({ pixels: Uint8Array.from(pixels), width, height });
      // The product of the layers, (T, T), from the first on.
      let product = Array.from({ length: tokens ** 2 }, (_, at) => (at % (tokens + 1) === 0 ? 1 : 0));
      for (let layer = 0; layer < layers; layer++) {
        const maps = Array.from({ length: heads }, (_, head) => run.attention(layer, head).data);
        const next = product.map((value) => value / 2);
        for (let at = 0; at < tokens ** 2; at++) {
          const [i, k] = [Math.floor(at / tokens), at % tokens];
          const factor = maps.reduce((sum, map) => sum + map[at], 0) / 2 / heads;
          for (let j = 0; j < tokens; j++) next[i * tokens + j] += factor * product[k * tokens + j];
        }
        product = next;
      }
      const through = product.slice(row * tokens, (row + 1) * tokens);
      const [shown] = told.rows;
      assert.equal(shown.head, "All layers");
      assert.ok(Math.abs(shown.row.largest[0].value - Math.max(...through)) < 1e-4);
      await apply(page, { type: "LookModel", rollout: false });
      await computed(page);
      const [one] = (await model(page)).rows;
      const { data } = run.attention(7, 4, { first: row, count: 1 });
      assert.ok(Math.abs(one.row.largest[0].value - Math.max(...data)) < 1e-4);
      await apply(page, { type: "SetReading", on: false });
      await settled(page);
      assert.equal((await model(page)).look.row, row);
      await click(page, "model-rollout:1");
      await until(page, () => window.attentionExplorer.reading().model.look.rollout);
      alone.dispose();
      await close();
    },

  "a checkpoint of ViT's family and a photograph, both dropped, give the labels and weights of models.mjs; nothing is sent":
    async () => {
      const { page, close } = await openPage({ link: "view=model&model=small" });
      await computed(page);
      const of = golden("models/vit");
      const preprocessor = processed("ViTImageProcessor", 12, 12);
      await dropModel(page, of, preprocessor);
      const sent = () => page.evaluate(() => performance.getEntriesByType("resource").length);
      const before = await sent();
      const { file, pixels, width, height } = await photograph(page);
      await drop(page, { "waves.png": Uint8Array.from(file) });
      await reads(page, "waves.png");

      const alone = await loadModel({ config: of.config, weights: weightsOf(of), preprocessor });
      const run = await alone.run({ pixels: Uint8ClampedArray.from(pixels), width, height });
      const told = await model(page);
      assert.deepEqual(told.run.words.length, run.ids.length);
      run.next(3).forEach(({ text, probability }, i) => {
        assert.equal(told.next.next[i].text, text);
        assert.ok(Math.abs(told.next.next[i].probability - probability) < 1e-4, text);
      });
      await apply(page, { type: "LookModel", layer: 1, head: 2 });
      await apply(page, { type: "SetReading", on: true });
      await computed(page);
      const [row] = (await model(page)).rows;
      const { data } = run.attention(1, 2, { count: 1 });
      assert.ok(Math.abs(row.row.largest[0].value - Math.max(...data)) < 1e-4);
      assert.equal(await sent(), before, "neither the picture nor what was computed leaves the page");
      alone.dispose();
      await close();
    },

  "positions that are interpolated to another number of patches are named; those of the model's own size are not":
    async () => {
      const of = golden("models/dinov2-interpolated"); // of 3 × 3 patches of 4 × 4 pixels
      for (const [height, width, interpolated] of [
        [
          20,
          16,
          " The model learned positions for 3\u00a0×\u00a03 patches. For 5\u00a0×\u00a04 they are interpolated between those.",
        ],
        [12, 12, ""],
      ]) {
        const { page, close } = await openPage({ link: "view=model&model=small" });
        await computed(page);
        await dropModel(page, of, {
          ...processed("BitImageProcessor", height, width),
          do_center_crop: false,
        });
        const { file } = await photograph(page);
        await drop(page, { [`of ${height}.png`]: Uint8Array.from(file) });
        await reads(page, `of ${height}.png`);
        const [rows, columns] = [height / 4, width / 4];
        const { tokens } = await model(page);
        const names = `${1 + rows * columns} tokens: [CLS] and ${rows} × ${columns} patches, named by row and column`;
        assert.equal(tokens, interpolated ? `${names}.${interpolated}` : names);
        await close();
      }
    },

  "it answers, and its heads look, as models.mjs computes": async () => {
    const { page, close } = await open("&model.head=1,3");
    const told = await model(page);
    const { pixels, width, height } = await pixelsOf(page, told.text);
    const alone = await ownModel("pictures");
    const run = await alone.run({ pixels: Uint8Array.from(pixels), width, height });
    const next = run.next(4);
    assert.deepEqual(
      told.next.next.map(({ text }) => text),
      next.map(({ text }) => text),
    );
    told.next.next.forEach(({ probability }, i) =>
      assert.ok(Math.abs(probability - next[i].probability) < 1e-5, `${probability}`),
    );
    await apply(page, { type: "SetReading", on: true });
    await computed(page);
    const { data } = run.attention(1, 3, { count: 1 });
    const [row] = (await model(page)).rows;
    const largest = Math.max(...data);
    assert.equal(row.row.largest[0].value.toFixed(4), largest.toFixed(4));
    assert.equal(row.row.largest[0].label, `patch ${told.run.words[data.indexOf(largest)]}`);
    alone.dispose();
    await close();
  },

  "another colour in the corner asks for another shape, and undo takes it back": async () => {
    const { page, close } = await open("");
    assert.equal(await answer(page), "triangle");
    const before = (await model(page)).text;
    await click(page, "model-asks:1");
    await reads(page, before.replace("blue?", "green?"));
    assert.equal(await answer(page), "square");
    await apply(page, { type: "Undo" });
    await computed(page);
    assert.deepEqual([(await model(page)).text, await answer(page)], [before, "triangle"]);
    await close();
  },

  "a shape is painted by a click in the picture, and taken away by another": async () => {
    const { page, close } = await open("&model.text=blue%3F%204%2C4%20orange%20cross");
    await click(page, "model-brush:0");
    await click(page, "model-brush-colour:2");
    const { x, y, cell } = await corner(page, 4);
    await page.mouse.click(x + 1.5 * cell, y + 2.5 * cell);
    await reads(page, "blue? 3,2 blue circle; 4,4 orange cross");
    assert.equal(await answer(page), "circle");
    await page.mouse.click(x + 1.5 * cell, y + 2.5 * cell);
    await reads(page, "blue? 4,4 orange cross");
    await close();
  },

  "a shape is moved by dragging, around another one, and one undo takes it back": async () => {
    const before = "blue? 2,2 blue circle; 2,3 orange cross";
    const { page, close } = await open(`&model.text=${encodeURIComponent(before)}`);
    const followed = (await model(page)).look.row;
    const { x, y, cell } = await corner(page, 4);
    const to = (row, column) => page.mouse.move(x + (column - 0.5) * cell, y + (row - 0.5) * cell);
    await to(2, 2);
    await page.mouse.down();
    await to(2, 3); // not onto another shape
    await to(3, 3);
    await reads(page, "blue? 2,3 orange cross; 3,3 blue circle");
    await to(4, 4);
    await reads(page, "blue? 2,3 orange cross; 4,4 blue circle");
    await page.mouse.up();
    await settled(page);
    assert.equal((await model(page)).look.row, followed, "the release of a shape is no click");
    assert.equal(await answer(page), "circle");
    await apply(page, { type: "Undo" });
    await reads(page, before);
    await close();
  },

  "a drag that begins beside the shapes moves none": async () => {
    const text = "blue? 2,2 blue circle";
    const { page, close } = await open(`&model.text=${encodeURIComponent(text)}`);
    const { x, y, cell } = await corner(page, 4);
    await page.mouse.move(x + 2.5 * cell, y + 1.5 * cell);
    await page.mouse.down();
    await page.mouse.move(x + 1.5 * cell, y + 1.5 * cell, { steps: 3 });
    await page.mouse.move(x + 1.5 * cell, y + 3.5 * cell, { steps: 3 });
    await page.mouse.up();
    await settled(page);
    assert.equal((await model(page)).text, text);
    await close();
  },

  "without a brush a click follows a patch, and pointing explains a weight": async () => {
    const { page, close } = await open("&model.head=0,2");
    const { x, y, cell: patch } = await corner(page, 8);
    await page.mouse.click(x + 3.5 * patch, y + 5.5 * patch);
    await settled(page);
    const { look, run } = await model(page);
    assert.equal(run.words[look.row], "6,4");
    await close();
  },

  "two patches are compared by the button and with Shift; labels are in the page's language": async () => {
    const { page, close } = await open("&model.head=0,2&lang=de");
    assert.equal(await answer(page), "Dreieck");
    await click(page, "model-beside");
    await settled(page);
    assert.equal((await model(page)).look.compareRow, 0);
    const { x, y, cell: patch } = await corner(page, 8);
    await page.mouse.click(x + 3.5 * patch, y + 5.5 * patch);
    await settled(page);
    const { look, rows } = await model(page);
    assert.equal(look.compareRow, 0);
    assert.deepEqual(
      rows.map(({ row }) => row.label),
      ["Patch 6,4", "[CLS]"],
    );
    await click(page, "model-alone");
    await settled(page);
    assert.equal((await model(page)).look.compareRow, null);
    await page.keyboard.down("Shift");
    const now = await corner(page, 8);
    await page.mouse.click(now.x + 0.5 * now.cell, now.y + 0.5 * now.cell);
    await page.keyboard.up("Shift");
    await settled(page);
    assert.equal((await model(page)).look.compareRow, 1);
    await close();
  },

  "pictures drawn at random have one answer, which is right": async () => {
    const { page, close } = await open("");
    for (let i = 0; i < 3; i++) {
      const before = (await model(page)).text;
      await click(page, "model-another");
      await until(page, (was) => window.attentionExplorer.reading().model.text !== was, before);
      await computed(page);
      const { text } = await model(page);
      const [, asks] = text.match(/^(\w+)\?/);
      const [, shape] = text.match(new RegExp(` ${asks} (\\w+)`));
      assert.equal(await answer(page), shape, text);
    }
    await close();
  },

  "a picture of the reader's is read by the model, and what is none is refused": async () => {
    const { page, close } = await open("");
    await drop(page, { "sea.png": Uint8Array.from(await png(page, 60, 40)) });
    await until(page, () => window.attentionExplorer.reading().model.text === "sea.png");
    await computed(page);
    assert.equal((await model(page)).run.words.length, 65);
    await apply(page, { type: "SetModelText", text: "no such picture" });
    await until(page, () => window.attentionExplorer.reading().model.refused !== "");
    assert.match((await model(page)).refused, /“no such picture” is no picture that is open here/);
    await apply(page, { type: "Undo" });
    await computed(page);
    assert.equal((await model(page)).text, "sea.png");
    await close();
  },

  "a head off, all layers and another picture's parts are in the link and in its numbers": async () => {
    const { page, close } = await open("&model.off=1,0;1,1;1,3&model.rollout=all");
    assert.equal(await answer(page), "square");
    const told = await model(page);
    assert.equal(told.look.rollout, true);
    assert.equal(
      told.next.before[0].text === "triangle" || told.next.before.some(({ text }) => text === "triangle"),
      true,
    );
    await apply(page, { type: "SetReading", on: true });
    await computed(page);
    const [row] = (await model(page)).rows;
    assert.equal(row.head, "All layers");
    await close();
  },

  "each step of the tour is found": async () => {
    const { page, close } = await openPage({ link: "view=model&model=pictures&model.step=answer" });
    await computed(page);
    const found = async () => {
      await computed(page);
      await settled(page);
      return (await model(page)).tour.found;
    };
    const steps = [
      [
        "answer",
        { type: "SetModelText", text: "green? 2,2 orange circle; 2,4 blue triangle; 3,3 green square" },
      ],
      ["corner", { type: "LookModel", layer: 0, head: 0 }],
      ["shape", { type: "LookModel", layer: 1, head: 1 }],
      ["layers", { type: "LookModel", rollout: true }],
      ["three", ...[0, 1, 3].map((head) => ({ type: "SetModelPart", layer: 1, head, on: false }))],
      ["unseen", { type: "SetModelText", text: "blue? 2,3 blue circle; 3,2 blue square; 4,1 orange cross" }],
    ];
    for (const [i, [id, ...commands]] of steps.entries()) {
      await apply(page, { type: "StepModel", step: i });
      await computed(page);
      const { tour } = await model(page);
      assert.deepEqual([tour.id, tour.steps, tour.found], [id, steps.length, false]);
      for (const command of commands) await apply(page, command);
      assert.equal(await found(), true, id);
    }
    await close();
  },

  "what is asked why is a label": async () => {
    const { page, close } = await open("&model.why=word");
    await apply(page, { type: "SetReading", on: true });
    await computed(page);
    const { why } = await model(page);
    assert.deepEqual(why.choices.map(({ name }) => name).sort(), ["circle", "cross", "square", "triangle"]);
    assert.match(why.title, /^Why triangle and not square\?/);
    await close();
  },
};

// What is saved is what is on screen: the canvas, drawn by WebGL, against the SVG of the same screen, drawn by the browser.
// Letters are smoothed differently by the two, so means over small squares are compared. A lesson's screen is saved as an embed
// shows it. Left out are buttons, which a picture has no use for.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { core, nightly, openPage, settled, site, siteUrl, until } from "../harness.mjs";

const [width, height] = [1440, 900];
const square = 10; // px
const alike = 32; // of 255: so much the mean of a square may differ
const fewest = 0.001; // the share of squares that may differ more: ends of hairlines between two squares

const faces = [
  ["Inter", 400, "inter-400"],
  ["Inter", 500, "inter-500"],
  ["Inter", 600, "inter-600"],
  ["Inter Display", 600, "inter-display-600"],
  ["formula-main", 400, "main"],
  ["formula-main", 700, "main-bold"],
  ["formula-math", 400, "math", "italic"],
];

function styleOfFaces() {
  const files = readdirSync(join(site, "assets"));
  const rules = faces.map(([family, weight, file, style = "normal"]) => {
    const name = files.find((each) => each.startsWith(`${file}.`) && each.endsWith(".ttf"));
    const data = readFileSync(join(site, "assets", name)).toString("base64");
    return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};src:url(data:font/ttf;base64,${data})}`;
  });
  return `<style>body{margin:0}svg{display:block}${rules.join("")}</style>`;
}

const shot = async (page) => PNG.sync.read(await page.screenshot());

async function drawn(svg) {
  const { page, close } = await openPage({ link: "", width, height, quiet: false });
  await page.goto("about:blank"); // without the site's policy, which forbids such styles
  await page.setContent(styleOfFaces() + svg);
  await page.evaluate(() => document.fonts.ready);
  const picture = await shot(page);
  await close();
  return picture;
}

/** The squares of a part of two pictures whose means differ, as a share of all. */
function different(a, b, [x0, y0, x1, y1]) {
  const mean = ({ data }, x, y, colour) => {
    let sum = 0;
    for (let row = y; row < y + square; ++row)
      for (let column = x; column < x + square; ++column) sum += data[(row * width + column) * 4 + colour];
    return sum / square ** 2;
  };
  const places = [];
  let all = 0;
  for (let y = y0; y + square <= y1; y += square)
    for (let x = x0; x + square <= x1; x += square) {
      ++all;
      const apart = [0, 1, 2].map((colour) => Math.abs(mean(a, x, y, colour) - mean(b, x, y, colour)));
      if (Math.max(...apart) > alike) places.push([x, y]);
    }
  return { share: places.length / all, places: places.slice(0, 5) };
}

const whole = [0, 0, width, height];
const embedded = [0, 0, 1060, 800]; // the figure: beside the text, above the embed's buttons
const scenes = {
  "the front page": { link: "view=contents", part: whole },
  "matrices with a hovered product": { link: "lesson=worked-example&step=scores", part: embedded },
  "a weighted sum with its pipes": { link: "lesson=worked-example&step=output", part: embedded },
  "a row of softmax": { link: "lesson=worked-example&step=softmax", part: embedded },
  "the plane": { link: "lesson=worked-example&step=geometry", part: embedded },
  "a picture in patches": { link: "lesson=causal-ladder&step=pictures", part: embedded },
  "an order to drag": { link: "lesson=basic-self-attention&step=order", part: embedded },
  "training curves and heads": { link: "lesson=learning&step=hundred", part: embedded },
  letters: { link: "lesson=letters&step=writes", part: embedded },
  "the numbers of a summary": { link: "lesson=worked-example&step=end", part: [0, 0, 1430, 340] },
  "the large map": { link: "view=large", part: [0, 50, width, height] },
  "all heads of a model": { link: "view=model&model=small", part: [0, 50, width, height] },
  "the parts of a logit": { link: "view=model&model=small&model.why=word", part: [270, 210, width, height] },
  "heads over many texts": { link: "view=model&model=small&model.over=page", part: [270, 150, width, 810] },
};

// Models, maps and runs are computed in steps; a picture is of the last.
const isDone = () => {
  const { large, model } = window.attentionExplorer.reading();
  const run = window.attentionExplorer.trainingOrder(); // of the curve that is computed ahead
  const mapped = () => window.attentionExplorer.probe().items.some(({ id }) => id === "large-status:done");
  return (!large || (!large.waits && mapped())) && !model?.wants && (!run || run.from === run.until);
};

// One of each screen, and of the figures of lessons those with the most kinds of marks.
const onEveryPush = [
  "the front page",
  "a weighted sum with its pipes",
  "the plane",
  "training curves and heads",
  "the parts of a logit",
];

// Themes by turns.
const all = Object.fromEntries(
  Object.entries(scenes).map(([name, { link, part }], i) => [
    name,
    async () => {
      const theme = i % 2 ? "light" : "dark";
      const url = link.startsWith("lesson=") ? `${siteUrl()}embed.html` : siteUrl();
      const { page, close } = await openPage({ url, link, width, height, theme });
      await page.mouse.move(1, 1);
      await until(page, isDone);
      await settled(page);
      const canvas = await shot(page);
      const svg = await core(page, "picture", { width, height, dark: theme === "dark", of: "screen" });
      await close();
      const { share, places } = different(canvas, await drawn(svg), part);
      assert.ok(share <= fewest, `${(100 * share).toFixed(2)} % differ, as at ${places.join("; ")}`);
    },
  ]),
);

const some = (names) =>
  Object.fromEntries(names.map((name) => [`the saved picture is the canvas: ${name}`, all[name]]));
export const tests = {
  ...some(onEveryPush),
  ...nightly(some(Object.keys(scenes).filter((name) => !onEveryPush.includes(name)))),
};

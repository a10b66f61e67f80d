// Twenty fixed screens compared with the pictures in tests/browser/pictures, with a tolerance for antialiased edges. For a
// screen that differs, its picture and the difference are saved in build/screenshots/pictures. After an intended change run
// scripts/test browser pictures --update, look at the changes, and commit them.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { nightly, openPage, picture, root, settled, still } from "../harness.mjs";

const expected = join(root, "tests/browser/pictures");
const found = join(root, "build/screenshots/pictures");
const update = process.env.AE_UPDATE_PICTURES === "1"; // set by run.mjs for --update
const smallest = { deflateLevel: 9, deflateStrategy: 0, filterType: 0, colorType: 2 }; // flat areas need no filter
const tolerance = 0.12; // of the greatest difference of two colours, as pixelmatch measures it
const allowed = 0.001; // of a screen's pixels: about what one changed digit of 12 px takes on a phone
const allowedInPage = 0.003; // where the browser lays out: a line of text may move by a pixel

const desktop = { width: 1440, height: 900 };
const tablet = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };
const small = { width: 720, height: 420 };
const light = { theme: "light" };

const screens = {
  "contents-desktop-dark": ["view=contents", desktop],
  "contents-phone-light": ["view=contents", { ...phone, ...light }],
  "scores-desktop-dark": ["lesson=worked-example&step=scores-1", desktop],
  "scores-desktop-light": ["lesson=worked-example&step=scores-1", { ...desktop, ...light }],
  "scores-tablet-light": ["lesson=worked-example&step=scores-1", { ...tablet, ...light }],
  "scores-phone-light": ["lesson=worked-example&step=scores-1", { ...phone, ...light }],
  "scores-small-dark": ["lesson=worked-example&step=scores-1", small],
  "softmax-sharp-dark": ["lesson=worked-example&step=softmax", { ...tablet, ratio: 2 }],
  "inputs-desktop-dark": ["lesson=worked-example&step=inputs", desktop],
  "raw-weights-desktop-light": ["lesson=basic-self-attention&step=raw-weights", { ...desktop, ...light }],
  "order-phone-dark": ["lesson=basic-self-attention&step=order", phone],
  "masked-softmax-desktop-dark": ["lesson=causal-ladder&step=masked-softmax", desktop],
  "pictures-tablet-dark": ["lesson=causal-ladder&step=pictures", tablet],
  "two-ways-desktop-light": ["lesson=column-vectors&step=two-ways", { ...desktop, ...light }],
  "slice-desktop-dark": ["lesson=multi-head&step=slice", desktop],
  "scores-per-head-phone-light": ["lesson=multi-head&step=scores-per-head", { ...phone, ...light }],
  "context-desktop-dark": ["lesson=sentence&step=context", desktop],
  "end-desktop-light": ["lesson=worked-example&step=end", { ...desktop, ...light }],
  "reading-desktop-light": ["lesson=worked-example&step=scores-1&view=reading", { ...desktop, ...light }],
  "reading-phone-dark": ["lesson=worked-example&step=softmax&view=reading", phone],
};

// The number of pixels that differ, and a picture of them; all of them where the sizes differ.
function compare(one, other) {
  const { width, height } = one;
  const difference = new PNG({ width, height });
  if (other.width !== width || other.height !== height) return { count: width * height, difference };
  const count = pixelmatch(one.data, other.data, difference.data, width, height, { threshold: tolerance });
  return { count, difference };
}

async function shown(link, options) {
  const { page, close } = await openPage({ ...options, link });
  await settled(page);
  await still(page);
  const bytes = await picture(page);
  await close();
  return PNG.sync.read(bytes);
}

async function looksAsExpected(name, [link, options]) {
  const now = await shown(link, options);
  const path = join(expected, `${name}.png`);
  if (update) {
    mkdirSync(expected, { recursive: true });
    writeFileSync(path, PNG.sync.write(now, smallest));
    return;
  }
  assert.ok(existsSync(path), `no picture of ${name}: make it by scripts/test browser pictures --update`);
  const { count, difference } = compare(now, PNG.sync.read(readFileSync(path)));
  const share = count / (now.width * now.height);
  if (share <= (link.includes("view=reading") ? allowedInPage : allowed)) return;
  mkdirSync(found, { recursive: true });
  writeFileSync(join(found, `${name}.png`), PNG.sync.write(now));
  writeFileSync(join(found, `${name}-difference.png`), PNG.sync.write(difference));
  assert.fail(
    `${count} pixels differ (${(100 * share).toFixed(2)} %): see build/screenshots/pictures/${name}*.png`,
  );
}

export const tests = {};
for (const [name, screen] of Object.entries(screens)) tests[name] = () => looksAsExpected(name, screen);

const seesChanges = async () => {
  const options = desktop;
  const link = "lesson=worked-example&step=scores-1";
  const one = await shown(link, options);
  assert.equal(compare(one, await shown(link, options)).count, 0, "the same screen twice");
  const others = [
    [`${link}&e.w_query=0,0:2`, options],
    [link, { ...options, ...light }],
    ["lesson=worked-example&step=scores", options],
  ];
  for (const [other, itsOptions] of others) {
    const { count } = compare(one, await shown(other, itsOptions));
    assert.ok(count > allowed * one.width * one.height, `${other}: only ${count} pixels differ`);
  }
};
Object.assign(tests, nightly({ "another number, another theme and another step are seen": seesChanges }));

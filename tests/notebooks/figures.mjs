// The notebook that test_notebook.py executed, opened as a file in Chromium and Firefox without a network: the numbers of its two
// figures, read in the reading view, are numpy's. Run by scripts/test notebooks; the last line is "N passed, N failed".
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { closeFirefox, firefox } from "../browser/engines/firefox.mjs";
import { core, openPage, ready, root, settled, start, stop, until } from "../browser/harness.mjs";
import { runTests } from "../runner.mjs";

const made = join(root, "build/notebooks");
const places = 4; // decimals shown

// The rows of the table of weights, as they are written.
const table = (frame) =>
  until(frame, () => {
    const rows = [...document.querySelectorAll('#reading table[data-tensor="weights"] tbody tr')];
    return rows.length > 0 && rows.map((row) => [...row.cells].map((cell) => cell.textContent));
  });

const apply = (frame, command) =>
  frame
    .evaluate((given) => window.attentionExplorer.apply(given), command)
    .then((refused) => {
      assert.equal(refused ?? null, null);
    });

async function choose(frame, select, value) {
  await frame.evaluate(
    ([which, wanted]) => {
      const found = document.querySelector(which);
      found.value = wanted;
      found.dispatchEvent(new Event("change", { bubbles: true }));
    },
    [select, value],
  );
}

// numbers: rows of one head. A weight that the mask hides is a word, and 0 to numpy.
function same(rows, tokens, numbers) {
  assert.deepEqual(
    rows.map(([head]) => head),
    tokens,
  );
  for (const [i, [, ...cells]] of rows.entries())
    for (const [j, cell] of cells.entries()) {
      const shown = cell === "maskiert" ? 0 : Number(cell);
      assert.ok(
        Math.abs(shown - numbers[i][j]) <= 0.5001 * 10 ** -places,
        `row ${i}, column ${j}: ${cell} is shown, numpy has ${numbers[i][j]}`,
      );
    }
}

async function checked(browser) {
  const { tokens, layers, computed } = JSON.parse(readFileSync(join(made, "expected.json"), "utf8"));
  const url = pathToFileURL(join(made, "page.html")).href;
  const { page, close } = await browser.openPage({
    url,
    ready: false,
    quiet: false,
    width: 1000,
    height: 900,
  });
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  assert.equal(frames.length, 2, "two cells show two figures");
  for (const frame of frames) {
    const title = await frame.evaluate(() => document.title);
    assert.match(title, /^Attention Explorer|Your tensors|Eigene Tensoren/);
    await frame.frameElement().then((element) => element.evaluate((shown) => shown.scrollIntoView()));
    await ready(frame);
    await apply(frame, { type: "SetReading", on: true });
    await apply(frame, { type: "SetDecimals", decimals: places });
    await settled(frame);
  }
  const [given, ofQueries] = frames;
  same(await table(given), tokens, layers[0][0]);
  await choose(given, "[data-leading=head]", "1");
  await until(given, () => document.querySelector("td[data-cell]").dataset.cell.includes(":1,"));
  same(await table(given), tokens, layers[0][1]);
  await choose(given, ".tensors-bar select", "2");
  await until(
    given,
    (word) => document.querySelector("#reading").textContent.includes(word),
    "attentions[2]",
  );
  const head = await given.evaluate(() => Number(document.querySelector("[data-leading=head]").value));
  same(await table(given), tokens, layers[2][head]);
  same(await table(ofQueries), tokens, computed[0]);
  assert.equal(await ofQueries.evaluate(() => document.documentElement.lang), "de");
  assert.equal(await ofQueries.evaluate(() => document.documentElement.dataset.theme), "light");
  await close();
}

const open = (name) => openPage({ url: pathToFileURL(join(made, name)).href });

async function filesChecked() {
  const { head1row1, key, weight } = JSON.parse(readFileSync(join(made, "files.json"), "utf8"));
  const large = await open("large.html");
  const { node, shape } = await core(large.page, "reading").then(({ tensors }) => tensors[0]);
  assert.deepEqual(shape, [5, 512, 512], "as many of the six heads as are shown together");
  await apply(large.page, { type: "SetReading", on: true });
  const cell = await until(
    large.page,
    (at) => document.querySelector(`td[data-cell="${at}"]`)?.textContent,
    `${node}:0,0,3`,
  );
  assert.ok(Math.abs(Number(cell) - head1row1[3]) <= 0.005001, `${cell}, ${head1row1[3]}`);
  await large.close();
  const map = await open("map.html");
  await until(map.page, () => window.attentionExplorer.reading().large?.wants === null);
  const { rows } = await core(map.page, "largeRows", 5, 1);
  assert.equal(rows[0].largest[0].label, String(key + 1));
  assert.ok(Math.abs(rows[0].largest[0].value - weight) < 1e-5);
  await map.close();

  // The same file, dropped on the site: what save() wrote is opened.
  const { page, close } = await openPage();
  await page.evaluate(
    (html) => {
      const data = new DataTransfer();
      data.items.add(new File([html], "large.html"));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    },
    readFileSync(join(made, "large.html"), "utf8"),
  );
  await until(page, () => document.querySelector("dialog table")?.textContent.includes("(1, 6, 512, 512)"));
  await close();
}

assert.ok(existsSync(join(made, "page.html")), "build/notebooks/page.html is missing: run.py makes it");
assert.deepEqual(
  Object.keys(networkInterfaces()).filter((name) => name !== "lo"),
  [],
  "there is a network: start this with scripts/toolchain run --browsers --offline",
);
await start();
const shown = "both figures of the notebook show numpy's numbers without a network";
await runTests({
  [`Chromium: ${shown}`]: () => checked({ openPage }),
  [`Firefox: ${shown}`]: () => checked(firefox),
  "saved files show the weights of 512 tokens, and the large map": filesChecked,
});
await stop();
await closeFirefox();

// Every number that the five tutorials print (golden/printed.json, copied from them) is shown in the reading view with
// the same digits: in a table with as many decimals as the tutorial has, or, for powers of ten, where the page prints the
// code's output. All tests use one page and change its link.
import assert from "node:assert/strict";
import { core, golden, openPage } from "../harness.mjs";

const { printed: entries } = golden("printed");

let opened = null;
async function sharedPage() {
  opened ??= await openPage({ link: "lesson=worked-example&view=reading" });
  return opened.page;
}

const nested = (lines) => JSON.parse(lines.join(" ").replace(/-inf|-?\d[\d.]*(e[-+]\d+)?/g, '"$&"'));
const flat = (value) => (Array.isArray(value) ? value.flatMap(flat) : [value]);
const transposed = (rows) => rows[0].map((_, column) => rows.map((row) => row[column]));
const bare = (text) => text.replace(/\.$/, ""); // PyTorch's "4." for the whole number 4

// The page's text in PyTorch's characters. A masked cell is described in words: a score of −∞, a weight of 0.
const unstyled = (text, wanted) =>
  text === "masked" && /^(-inf|0\.?0*)$/.test(wanted) ? wanted : text.replaceAll("−", "-");

/** Goes to the step of an entry, makes its choices, and shows the answers that hide its cells. */
async function follow(page, { lesson, step, choose = {} }, decimals) {
  const choices = Object.entries(choose).map(([name, value]) => `&p.${name}=${value}`);
  const hash = `lesson=${lesson}&step=${step}&view=reading&dec=${decimals}${choices.join("")}`;
  await page.evaluate((link) => (location.hash = link), hash);
  await page.waitForFunction(
    ([id, at, places, chosen]) =>
      window.attentionExplorer.reading().lesson.id === id &&
      document.querySelector("h2")?.dataset.step === at &&
      document.querySelector("#decimals")?.value === String(places) &&
      Object.entries(chosen).every(
        ([name, value]) =>
          document.querySelector(`[data-parameter="${name}"][data-choice="${value}"]`)?.checked,
      ),
    [lesson, step, decimals, choose],
    { timeout: 10000 },
  );
  const reveal = page.locator('.question [data-command*="Reveal"]');
  if ((await reveal.count()) > 0) await reveal.click();
}

/** The texts of a table's cells, put where their index says. */
async function readCells(page, tensor, into) {
  const cells = await page.$$eval(`table[data-tensor="${tensor}"] tbody [data-cell]`, (all) =>
    all.map((cell) => [cell.dataset.cell.split(":")[1], cell.value ?? cell.textContent]),
  );
  for (const [index, text] of cells) {
    const places = index === "" ? [0] : index.split(",").map(Number);
    const last = places.pop();
    places.reduce((part, place) => (part[place] ??= []), into)[last] = text;
  }
  return into;
}

/** tensor[at] as the page shows it; of three axes one is a selector above the table. */
async function shown(page, { tensor, at = "" }) {
  const table = page.locator(`table[data-tensor="${tensor}"]`);
  assert.equal(await table.count(), 1, `${tensor} is in the step once`);
  const selector = page.locator(`.tensor:has(table[data-tensor="${tensor}"]) select[data-leading]`);
  const first = (await selector.count()) === 0 ? -1 : Number(await selector.inputValue());
  const places = first < 0 ? 0 : await selector.locator("option").count();
  const cells = await readCells(page, tensor, []);
  for (let turn = 1; turn < places; turn++) {
    const before = await table.locator("[data-cell]").first().getAttribute("data-cell");
    await selector.selectOption({ value: String((first + turn) % places) });
    await page.waitForFunction(
      ([name, key]) =>
        document.querySelector(`table[data-tensor="${name}"] [data-cell]`).dataset.cell !== key,
      [tensor, before],
    );
    await readCells(page, tensor, cells);
  }
  const take = (value, [first, ...rest]) => {
    if (first === undefined) return value;
    if (/^\d+$/.test(first)) return take(value[Number(first)], rest);
    const end = first === ":" ? undefined : Number(first.slice(1));
    return value.slice(0, end).map((each) => take(each, rest));
  };
  return take(cells, at === "" ? [] : at.split(", "));
}

async function checkDigits(entry) {
  const wanted = nested(
    entry.printed.length === 1 && !entry.printed[0].startsWith("[")
      ? [`[${entry.printed[0]}]`]
      : entry.printed,
  );
  const texts = flat(wanted);
  assert.ok(texts.length > 0, "the entry holds numbers");
  const page = await sharedPage();
  if (texts.some((text) => text.includes("e"))) {
    await follow(page, entry, 4);
    const prints = await page.locator(".code pre").nth(1).textContent();
    assert.deepEqual(prints.match(/-?\d[\d.]*(e[-+]\d+)?/g), texts, `${entry.what}: what the code prints`);
    return;
  }
  const decimals = Math.max(0, ...texts.map((text) => bare(text).split(".")[1]?.length ?? 0));
  await follow(page, entry, decimals);
  let rows = await shown(page, entry);
  if (entry.transposed) rows = transposed(rows);
  const digits = flat(rows).map((text, i) => unstyled(text, bare(texts[i] ?? "")));
  assert.deepEqual(digits, texts.map(bare), `${entry.what}: ${entry.tensor} in ${entry.step}`);
}

// The caption gives the lengths of all axes: "K (3 × 4), feature × token".
async function checkShape(entry) {
  const page = await sharedPage();
  await follow(page, entry, 4);
  const caption = await page.locator(`table[data-tensor="${entry.tensor}"] caption`).textContent();
  const lengths = /.*\((\d+(?: × \d+)*)\)/.exec(caption)?.[1].split(" × ").map(Number) ?? [];
  if (entry.transposed) lengths.push(...lengths.splice(-2).reverse());
  assert.deepEqual(lengths, entry.shape, `${entry.what}: ${caption}`);
}

async function checkWords(entry) {
  const page = await sharedPage();
  await follow(page, entry, 4);
  const numbers = await page.$$eval("main .text, main .watch-out, main .question, main td.cell", (elements) =>
    elements.flatMap((each) => (each.textContent ?? "").match(/\d+(?:[.,]\d+)*/g) ?? []),
  );
  for (const word of entry.words)
    assert.ok(numbers.includes(word), `${entry.what}: ${word} is not in ${numbers}`);
}

const check = (entry) =>
  entry.printed ? checkDigits(entry) : entry.shape ? checkShape(entry) : checkWords(entry);

export const tests = {};
for (const number of new Set(entries.map((entry) => entry.number))) {
  const own = entries.filter((entry) => entry.number === number);
  tests[`${number} ${[...new Set(own.map(({ what }) => what))].join(", ")}`] = async () => {
    for (const entry of own) await check(entry);
  };
}

tests["and the console stayed silent through all of them"] = async () => {
  await sharedPage();
  assert.equal((await core(opened.page, "reading")).reading, true);
  await opened.close();
};

// Proves that a visit in another language begins without the sentences that first-words.mjs leaves for later: the contents
// and every step of every lesson say and draw the same without them.
// usage: node beginnings.mjs PROGRAMME, as for rehearsal.mjs; `whole` is the core's wasm in one piece
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isLater } from "./first-words.mjs";
import { pretendBrowser } from "./no-browser.mjs";

const programme = JSON.parse(readFileSync(process.argv[2], "utf8"));
const wasm = readFileSync(programme.whole);
const browser = pretendBrowser();
const { Core } = await import(pathToFileURL(programme.core));
const screens = [
  ["page", 1440, 900, 1],
  ["page", 390, 844, 3],
  ["all", 600, 400, 2],
];

async function freshCore(language, sentences) {
  const headers = { "content-type": "application/wasm" };
  const core = await Core.load(Promise.resolve(new Response(wasm, { headers })), {});
  for (const tag of Object.keys(programme.languages)) core.offerLanguage(tag, tag);
  for (const [face, file] of Object.entries(programme.fonts)) core.loadFont(face, readFileSync(file));
  const refused = core.loadLanguage(language, JSON.stringify(sentences));
  if (refused) throw new Error(`${language}${refused.path}: ${refused.message}`);
  return core;
}

// One after the other, what each beginning says and draws: [its name, a digest].
async function* beginnings(language, sentences) {
  const core = await freshCore(language, sentences);
  const shown = (name) => {
    const sum = createHash("sha256");
    const drawn = (bytes) => sum.update(bytes);
    const said = { ...core.reading(), version: 0 };
    const texts = ["app.name", "canvas.label"].map((id) => core.text(id));
    sum.update(JSON.stringify([said, core.explanation(), core.contents(), texts]));
    browser.state.uploaded = drawn;
    core.wake();
    browser.draw(3, 2000);
    return [name, sum.digest("hex")];
  };
  for (const [place, width, height, ratio] of screens) {
    Object.assign(browser.state, { width, height, ratio, still: true });
    core.stopCanvas();
    if (!core.startCanvas("#canvas", place)) throw new Error("The pretended canvas did not start.");
    if (place === "page") {
      core.open(programme.lessons[0].languages[language].card, language);
      core.openLink("view=contents");
      for (const { id, languages } of programme.lessons) {
        yield shown("the contents");
        core.addCard(languages[language].card, "", language);
        yield shown(`the contents with ${id}`);
      }
    }
    for (const { id, languages } of programme.lessons) {
      const { content, formulae } = languages[language];
      core.open(content, language);
      core.loadFormulae(formulae);
      for (const step of [...JSON.parse(content).steps.map((each) => each.id), "end", "nowhere"]) {
        const notes = core.openLink(`lesson=${id}&lang=${language}&step=${step}`);
        const [name, digest] = shown(`step ${step} of ${id}, ${width} px wide`);
        yield [name, `${digest} ${notes.join(" ")}`];
      }
    }
  }
  core.stopCanvas();
}

async function firstOther(language, whole, less) {
  const expected = beginnings(language, whole);
  for await (const [name, found] of beginnings(language, less)) {
    const { value } = await expected.next();
    if (value[1] !== found) return name;
  }
  return null;
}

// Of these sentences, those that some beginning shows.
async function needed(language, whole, ids) {
  const less = Object.fromEntries(Object.entries(whole).filter(([id]) => !ids.includes(id)));
  if ((await firstOther(language, whole, less)) === null) return [];
  if (ids.length === 1) return ids;
  const half = Math.floor(ids.length / 2);
  const before = await needed(language, whole, ids.slice(0, half)); // one after the other: there is one browser
  return [...before, ...(await needed(language, whole, ids.slice(half)))];
}

// The reading view asks for sentences by name; the large map is no beginning.
const page = join(dirname(fileURLToPath(import.meta.url)), "../page");
const named = readdirSync(page, { recursive: true })
  .filter((file) => file.endsWith(".ts") && !file.endsWith("large.ts"))
  .flatMap((file) => [...readFileSync(join(page, file), "utf8").matchAll(/"([a-z_]+\.[a-z_.]+)"/g)])
  .map(([, id]) => id);

for (const [language, sentences] of Object.entries(programme.languages)) {
  const later = Object.keys(sentences).filter(isLater);
  const found = later.filter((id) => named.includes(id));
  if (found.length === 0) found.push(...(await needed(language, sentences, later)));
  if (found.length > 0)
    throw new Error(
      `web/build/first-words.mjs leaves for later what a visit begins with: ${found.join(", ")}.`,
    );
}

// Draws the picture of every step, 1200 × 630 pixels, that a shared link shows: the step's stage with its numbers, the title,
// and what it is from; and one of the contents. Runs in a process of its own, since it pretends to be a browser.
// usage: node shared-pictures.mjs PROGRAMME, a JSON file as in shared.mjs, with out: a folder. Writes
// out/<lesson>/<step>.<language>.png and out/contents.png.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pretendBrowser } from "./no-browser.mjs";
import { paintedGl } from "./painted-gl.mjs";
import { png } from "./png.mjs";

const programme = JSON.parse(readFileSync(process.argv[2], "utf8"));
const browser = pretendBrowser();
const gl = paintedGl();
Object.assign(browser.state, { gl: gl.calls, still: true });
const { Core } = await import(pathToFileURL(programme.core));
const headers = { "content-type": "application/wasm" };
const core = await Core.load(Promise.resolve(new Response(readFileSync(programme.wasm), { headers })), {});

function done(refused) {
  if (refused) throw new Error(`${refused.path}: ${refused.message}`);
}

function write(name) {
  core.wake();
  browser.draw(200, 100); // until nothing moves
  const path = join(programme.out, `${name}.png`);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, png(gl.picture()));
}

for (const [face, file] of Object.entries(programme.fonts)) done(core.loadFont(face, readFileSync(file)));
for (const [language, sentences] of Object.entries(programme.languages))
  if (language !== "en") done(core.loadLanguage(language, JSON.stringify(sentences)));
function start(place, width, height, ratio) {
  Object.assign(browser.state, { width, height, ratio });
  core.stopCanvas();
  if (!core.startCanvas("#canvas", place)) throw new Error("The pretended canvas did not start.");
}

start("page", 1200, 630, 1);
done(core.open(programme.lessons[0].languages.en.card, "en"));
done(core.loadHero(programme.hero));
for (const { languages } of programme.lessons) done(core.addCard(languages.en.card, "", "", "", "en"));
core.openLink("view=contents");
write("contents");
start("still", 800, 420, 1.5);
for (const { id, languages } of programme.lessons)
  for (const [language, { content, formulae }] of Object.entries(languages)) {
    done(core.open(content, language));
    done(core.loadFormulae(formulae));
    for (const step of JSON.parse(content).steps) {
      core.openLink(`lesson=${id}&step=${step.id}&lang=${language}`);
      write(`${id}/${step.id}.${language}`);
    }
  }

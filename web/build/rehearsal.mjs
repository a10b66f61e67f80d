// Plays the start of a visit in node (the contents, and any step of any lesson) on a core that records which of its
// functions run; split.mjs puts those into the file that the page fetches first.
// usage: node rehearsal.mjs PROGRAMME, a JSON file: { core, wasm, profile, fonts: { face: file }, languages: { tag: the core's
// sentences }, hero: web/hero.json, lessons: [{ id, languages: { tag: { content, formulae } } }] }
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { pretendBrowser } from "./no-browser.mjs";

const { WebAssembly } = globalThis;
const programme = JSON.parse(readFileSync(process.argv[2], "utf8"));
const browser = pretendBrowser();

let instance = null;
const instantiate = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (...given) => {
  const made = await instantiate.apply(WebAssembly, given);
  instance = made.instance;
  return made;
};
const { Core } = await import(pathToFileURL(programme.core));
const headers = { "content-type": "application/wasm" };
const core = await Core.load(Promise.resolve(new Response(readFileSync(programme.wasm), { headers })), {});

function done(refused) {
  if (refused) throw new Error(`${refused.path}: ${refused.message}`);
}

// The queries that the page makes after every change (App.sync, and the reading view of a large tensor).
function sync() {
  core.version();
  const reading = core.reading();
  for (const id of ["app.name", "canvas.label"]) core.text(id);
  core.explanation();
  core.link();
  core.trainingOrder();
  if (reading?.contents) core.contents();
  for (const { node, summary } of reading?.tensors ?? []) if (summary) core.rows(node, 0, summary.pageRows);
}

// A first frame, one during the animation, and one after it.
function show() {
  sync();
  core.frames();
  core.wake();
  for (const between of browser.state.still ? [16] : [16, 150, 2000]) browser.draw(1, between);
}

function start(place, width, height, ratio) {
  Object.assign(browser.state, { width, height, ratio });
  core.stopCanvas();
  if (!core.startCanvas("#canvas", place)) throw new Error("The pretended canvas did not start.");
}

const stepsOf = (lesson) =>
  JSON.parse(lesson)
    .steps.map(({ id }) => id)
    .join(",");

function openLesson({ id, languages }, language, link) {
  done(core.open(languages[language].content, language));
  done(core.loadFormulae(languages[language].formulae));
  core.openLink(`lesson=${id}${language === "en" ? "" : `&lang=${language}`}${link}`);
  core.markSeen(`${stepsOf(languages[language].content)},end`); // of a reader who was here before
  core.closePopups(); // the first link followed
  show();
}

function allSteps(lesson, link) {
  openLesson(lesson, "en", link);
  for (const { id } of JSON.parse(lesson.languages.en.content).steps) {
    core.openLink(`lesson=${lesson.id}&step=${id}${link}`);
    show();
  }
}

function contents(language) {
  done(core.open(programme.lessons[0].languages[language].card, language));
  done(core.loadHero(programme.hero));
  core.openLink(`view=contents${language === "en" ? "" : `&lang=${language}`}`);
  show();
  for (const { languages } of programme.lessons) {
    done(core.addCard(languages[language].card, "", "", "", language));
    show();
  }
  for (const { id, languages } of programme.lessons) {
    const { card } = languages[language];
    done(core.addCard(card, `lesson=${id}`, stepsOf(card), id, language));
    show();
  }
}

for (const tag of Object.keys(programme.languages)) core.offerLanguage(tag, tag);
for (const name of ["tensors", "course", "glossary", "write", "author"]) core.offerPage(name);
for (const [face, file] of Object.entries(programme.fonts)) done(core.loadFont(face, readFileSync(file)));
const desktop = [1440, 900, 1]; // the last argument: device pixels per px
const phone = [390, 844, 3];
start("page", ...desktop);
contents("en");
for (const lesson of programme.lessons) allSteps(lesson, "");
for (const [language, sentences] of Object.entries(programme.languages)) {
  if (language === "en") continue;
  done(core.loadLanguage(language, JSON.stringify(sentences)));
  contents(language);
  for (const lesson of programme.lessons) openLesson(lesson, language, "");
}
Object.assign(browser.state, { dark: false, still: true });
start("page", ...phone);
contents("en");
for (const lesson of programme.lessons) allSteps(lesson, "&theme=light");
start("all", 800, 460, 2); // an embed
for (const lesson of programme.lessons) allSteps(lesson, "");
for (const [place, ...size] of [
  ["page", 900, 700, 1.25],
  ["steps", 800, 460, 1],
  ["none", 390, 460, 2],
]) {
  start(place, ...size);
  if (place === "page") contents("en");
  for (const lesson of programme.lessons) openLesson(lesson, "en", "");
}

// Reading the profile ends the rehearsal, as its bytes overwrite the core's own memory.
const room = 1 << 20;
const at = core.module._malloc(room);
const length = instance.exports.__write_profile(at, room);
if (length > room) throw new Error(`The profile has ${length} bytes, more than ${room}.`);
writeFileSync(programme.profile, core.module.HEAPU8.subarray(at, at + length));

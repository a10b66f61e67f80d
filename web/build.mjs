// Builds the site: node web/build.mjs --wasm-dir build/site-wasm --out build/site [--address https://…/]
// The address is for pictures of shared links, which most sites show only from whole addresses.
// Everything that changes gets a name with a hash of its content. What is slow (fonts, typesetting) is kept beside the
// output and made again only when its sources changed; when nothing changed at all, nothing is done.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { licences } from "./licences.mjs";
import { oneScript } from "./build/one-script.mjs";
import {
  elementScript,
  fallbackScript,
  filesModule,
  pageModule,
  textWorker,
  timingWorker,
  trainingWorker,
  unstartedScript,
} from "./build/bundles.mjs";
import { makeHero } from "./build/hero.mjs";
import { makeFaces } from "./build/faces.mjs";
import { kernels, makeHeads } from "./build/heads.mjs";
import { buildPackage } from "./build/package.mjs";
import { elsewherePage, embedPage, frontPage, onePage, spoken, unstartedNote } from "./build/pages.mjs";
import { cardOf, cardPictures, checkCards } from "./build/cards.mjs";
import { makeModel } from "./build/model.mjs";
import { manifest, serviceWorker } from "./build/offline.mjs";
import { packSite } from "./build/packed.mjs";
import { makePython } from "./build/python.mjs";
import { sharedPictures } from "./build/shared.mjs";
import { sitemap } from "./build/sitemap.mjs";
import { makeStills } from "./build/stills.mjs";
import { typesetModule } from "./build/typeset-bundle.mjs";
import { buildModules } from "./modules/build.mjs";
import { makePages } from "./site/build.mjs";
import { fileOf, speaker } from "./site/frame.mjs";
import * as translations from "./words.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    "wasm-dir": { type: "string" },
    out: { type: "string" },
    address: { type: "string", default: "" },
  },
});
if (!options["wasm-dir"] || !options.out) {
  console.error("usage: node web/build.mjs --wasm-dir FOLDER --out FOLDER");
  process.exit(2);
}
const address = options.address.replace(/[^/]$/, "$&/");
if (address && !/^https?:$/.test(URL.parse(address)?.protocol ?? "")) {
  console.error(`“${options.address}” is no address: give all of it, as in https://example.org/attention/.`);
  process.exit(2);
}
const wasmFolder = resolve(options["wasm-dir"]);
const out = resolve(options.out);
const cache = `${out}-cache`;
const generated = join(web, "../build/generated"); // made by the preset: see src/describe
const at = (...path) => join(web, ...path);

const digest = (...parts) =>
  parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest("hex");
const read = (path) => readFileSync(path);

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function json(folder, ending = ".json") {
  return filesUnder(at(folder)).filter((file) => file.endsWith(ending));
}

const lock = read(at("package-lock.json"));
const [, version] = /VERSION\s+(\d+\.\d+\.\d+)/.exec(read(at("../CMakeLists.txt")).toString());
const tools = [
  "build.mjs",
  "licences.mjs",
  "words.mjs",
  "typeset.mjs",
  "typeset-faces.mjs",
  "typeset-metrics.mjs",
  "typeset-worker.mjs",
  "fonts.py",
];
const variants = ["scalar", "simd", "relaxed"];
const moduleNames = [
  ...variants.flatMap((variant) => [`attention_${variant}`, `training_${variant}`, `models_${variant}`]),
  "lessons_module",
];
const wasmNames = ["page.mjs", "page.wasm", ...moduleNames.map((name) => `modules/${name}.wasm`)];
const wasmFiles = wasmNames.map((name) => join(wasmFolder, name));
for (const file of wasmFiles) {
  if (!existsSync(file)) {
    console.error(`${file} is missing: build the preset "site" first.`);
    process.exit(1);
  }
}

// ---- skip the build if nothing changed ----
const sources = [
  ...tools.map((name) => at(name)),
  ...[
    "index.html",
    "styles.css",
    "icon.svg",
    "contents.json",
    "hero.json",
    ...readdirSync(web).filter((name) => /^(?:embedding|notebooks)\..*md$/.test(name)),
    "package.md",
    "package-lock.json",
  ].map((name) => at(name)),
  ...[
    "build",
    "element",
    "offline",
    "page",
    "site",
    "styles",
    "words",
    "large",
    "lessons",
    "models",
    "modules",
    "notebooks",
  ].flatMap((folder) => filesUnder(at(folder))),
  at("../CMakeLists.txt"),
  join(generated, "lesson.schema.json"),
  ...wasmFiles,
];
const stamp = digest(address, ...sources.flatMap((file) => [file, read(file)]));
const stampFile = join(cache, "stamp");
const done =
  existsSync(stampFile) && existsSync(join(out, "index.html")) && read(stampFile).toString() === stamp;
if (done) process.exit(0);

// ---- slow parts, each kept under the digest of its sources ----
mkdirSync(cache, { recursive: true });

// The button at the end of a lesson names the next one, which is in another file: its title and minutes.
function withNext(lesson, language, all) {
  const { course } = lesson;
  const next = all.find(({ id }) => id === course?.next);
  if (!next) return lesson;
  const { title } =
    language === "en" ? next : translations.merged(next, language, translated[language][next.id]);
  const named = { id: next.id, title: { [language]: title[language] }, minutes: next.course.minutes };
  return { ...lesson, course: { ...course, next: named } };
}

async function typesetAll() {
  const program = digest(
    ...tools.filter((name) => name.startsWith("typeset")).map((name) => read(at(name))),
    lock,
  );
  const made = [];
  // With the published schema instead of the one in the build's folder.
  const all = json("lessons").map((file) => ({ ...JSON.parse(read(file)), $schema: "lesson.schema.json" }));
  for (const [i, file] of json("lessons").entries()) {
    const lesson = all[i];
    const spoken = { en: lesson };
    for (const [language, words] of Object.entries(translated))
      spoken[language] = translations.merged(lesson, language, words[lesson.id]);
    const each = { id: lesson.id, title: lesson.title, version: lesson.version, languages: {} };
    for (const [language, texts] of Object.entries(spoken)) {
      const content = JSON.stringify(withNext(texts, language, all)); // without the white space
      const kept = join(cache, `formulae-${digest(program, content).slice(0, 16)}.json`);
      if (!existsSync(kept)) {
        const { typesetLesson, facesOf } = await import("./typeset.mjs");
        const typesetting = await typesetLesson(
          texts,
          basename(file) + (language === "en" ? "" : ` in ${language}`),
        );
        writeFileSync(kept, JSON.stringify({ faces: facesOf(typesetting), typesetting }));
      }
      each.languages[language] = { content, ...JSON.parse(read(kept)) };
    }
    made.push(each);
  }
  return made;
}

// Reports what is translated and what is not. A missing translation is no error: English is used instead.
const english = translations.englishTexts();
translations.writeSchema(generated);
const translated = {};
for (const language of translations.languages()) {
  translated[language] = translations.translationOf(language);
  const troubles = translations.troubles(translated[language], english).length;
  if (troubles > 0)
    console.log(`  ${language}: ${troubles} texts are missing or stale; node web/words.mjs lists them`);
}

// ---- output ----
const emitted = new Set();
const assetUrls = [];
function emit(name, content) {
  const path = join(out, name);
  emitted.add(path);
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path) || !read(path).equals(Buffer.from(content))) writeFileSync(path, content);
}

// Beside the site: what is not published with it.
function apart(name, content) {
  const path = join(out, "..", name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

// Into assets/, with the hash in its name. url is relative to the page's script, which lies there too.
function asset(name, content) {
  const [, stem, ending] = /^(.*)(\.[^.]+)$/.exec(name);
  const url = `${stem}.${digest(content).slice(0, 10)}${ending}`;
  emit(`assets/${url}`, content);
  assetUrls.push(url);
  return { url, bytes: Buffer.byteLength(content) };
}

// In the order of the contents; the page shows them so.
const order = JSON.parse(read(at("contents.json"))).lessons;
const place = (id) => {
  if (!order.includes(id)) throw new Error(`web/contents.json does not list the lesson “${id}”.`);
  return order.indexOf(id);
};
const typeset = (await typesetAll()).sort((a, b) => place(a.id) - place(b.id));
const faces = makeFaces(web, cache, lock);
const fonts = {};
for (const [face, file] of Object.entries(faces)) fonts[face] = asset(`${face}.ttf`, read(file));
const inEnglish = typeset.map(({ id, languages: { en } }) => ({ id, content: en.content }));
const cardPicture = await cardPictures(wasmFolder, cache, inEnglish);
const lessons = {};
for (const { id, title, version, languages: spoken } of typeset) {
  const files = Object.entries(spoken).map(([language, { content, faces, typesetting }]) => {
    const name = language === "en" ? id : `${id}.${language}`;
    const formulae = asset(`${name}.formulae.json`, JSON.stringify(typesetting));
    const card = asset(`${name}.card.json`, cardOf(content, cardPicture[id]));
    return [language, { file: asset(`${name}.json`, content), card, formulae, faces }];
  });
  const { en, ...others } = Object.fromEntries(files);
  lessons[id] = { title, version, ...en, translations: others };
}
// A language's sentences of page and interface, under the language's own name for itself.
const languages = {};
const coreSentences = {};
const pageSentences = { en: english.page };
for (const [language, words] of Object.entries(translated)) {
  const page = translations.sentences(words.page, english.page);
  const core = translations.sentences(words.interface, english.interface);
  coreSentences[language] = core;
  pageSentences[language] = page;
  const file = asset(`words-${language}.json`, JSON.stringify({ page, core }));
  languages[language] = { name: page["language.name"] ?? language, ...file };
}
const withCards = inEnglish.map((each) => ({ ...each, card: cardOf(each.content, cardPicture[each.id]) }));
await checkCards(wasmFolder, cache, withCards);
const lessonFiles = Object.entries(lessons).map(([id, { file }]) => [id, `assets/${file.url}`]);
await buildModules({ wasmDir: wasmFolder, out, lessons: Object.fromEntries(lessonFiles) });
// Fetched when the large map first shows trained heads.
const recipe = read(at("large/heads.json")).toString();
const trainedBy = [
  recipe,
  read(at("build/heads.mjs")),
  ...[kernels, "lessons_module.wasm"].map((name) => read(join(wasmFolder, "modules", name))),
];
const key = digest(...trainedBy).slice(0, 16);
const headsFile = await makeHeads({ modules: out, recipe, wasmFolder, cache, key });
const heads = asset("heads.json", headsFile);
const heroFile = await makeHero({
  wasmFolder,
  cache,
  hero: read(at("hero.json")),
  lesson: inEnglish[0].content,
  heads: headsFile,
  modules: out,
  folder: at("models/small"),
  sentence: english.model["small.text"],
  pictures: at("models/pictures"),
  painted: "blue? 2,2 orange circle; 2,4 blue triangle; 3,3 green square; 4,2 yellow cross",
});
const hero = asset("hero.json", heroFile);
const programme = {
  fonts: faces,
  hero: heroFile,
  languages: { en: {}, ...coreSentences },
  lessons: typeset.map(({ id, languages: spoken }) => {
    const files = Object.entries(spoken).map(([language, { content, typesetting }]) => [
      language,
      { content, card: cardOf(content, cardPicture[id]), formulae: JSON.stringify(typesetting) },
    ]);
    return { id, languages: Object.fromEntries(files) };
  }),
};
// This takes a while; it runs in parallel with everything below.
const drawing = sharedPictures(wasmFolder, cache, programme);
const whole = await oneScript({
  web,
  out,
  wasmFolder,
  wasmFiles,
  assetUrls,
  assets: { fonts, lessons, languages, hero, heads },
});
const wasm = asset("page.wasm", read(wasmFiles[1]));
// Fetched when a reader opens tensors.
const files = {
  script: asset("page-files.js", await filesModule(web)),
  worker: asset("text-worker.js", await textWorker(web)),
  wasm: asset("files.wasm", read(join(wasmFolder, "modules/files_module.wasm"))),
};
const ofAssets = [...assetUrls]; // assets named by the page's script
// Fetched at the first run, and kept for use without a network once a step with a run was shown: as much as all of the page.
const training = { wasm: {}, worker: asset("training-worker.js", await trainingWorker(web)) };
for (const variant of variants)
  training.wasm[variant] = asset(
    `training-${variant}.wasm`,
    read(join(wasmFolder, `modules/training_${variant}.wasm`)),
  );
const { script: model, asked: ofModel } = await makeModel({ web, out, asset });
const assets = { wasm, training, fonts, lessons, languages, hero, heads, files, model };
const styles = await build({
  entryPoints: [at("styles.css")],
  bundle: true,
  write: false,
  minify: true,
  logLevel: "warning",
});
const style = Buffer.from(styles.outputFiles[0].contents);
const typesetter = asset("typeset.js", await typesetModule(web)); // the single file shows such formulae as TeX
const timer = asset("timing-worker.js", await timingWorker(web)); // the single file cannot start one
const script = asset("page.js", await pageModule(web, wasmFiles[0], { ...assets, typesetter, timer }));
const icon = read(at("icon.svg"));
const names = {
  whole: `assets/${asset("whole.js", whole).url}`,
  fallback: `assets/${asset("fallback.js", await fallbackScript(web, pageSentences)).url}`,
  starter: `assets/${asset("unstarted.js", await unstartedScript(web, pageSentences)).url}`,
  unstarted: unstartedNote(pageSentences),
  script: `assets/${script.url}`,
  styles: `assets/${asset("page.css", style).url}`,
  icon: `assets/${asset("icon.svg", icon).url}`,
  wasm: `assets/${wasm.url}`,
};
const pictures = await drawing;
emit("at/contents.png", pictures("contents"));
names.picture = `${address}at/contents.png`;
const source = read(at("index.html")).toString();
const template = spoken(source, "en", speaker(english.site));
emit("embed.html", embedPage(template, names));
emit("elsewhere.html", elsewherePage(template, names));
const single = onePage(template, { ...names, script: whole, styles: style, icon: icon.toString() });
emit("attention-explorer.html", single);
const facts = { version, megabytes: (single.length / 1e6).toFixed(1) };
emit("attention-explorer.js", await elementScript(web, "site"));
emit("embedding.md", read(at("embedding.md")));
emit("attention-explorer.d.ts", read(at("element/api.d.ts")));
// For editors of lessons anywhere: "$schema": "https://…/lesson.schema.json".
emit("lesson.schema.json", read(join(generated, "lesson.schema.json")));
const ofPages = await makePages({
  wasmFolder,
  cache,
  faces,
  lessons: typeset,
  languages: { english, translated },
  fonts,
  icon: names.icon,
  typesetter: `assets/${typesetter.url}`,
  pictures,
  address,
  front: (given) => frontPage(source, names, given),
  facts,
  asset,
  emit,
  apart,
});
await makeStills(wasmFolder, cache, faces, typeset, emit);
emit("licences.txt", licences(web));
makePython({ web, page: single, facts, languages: ["en", ...Object.keys(translated)], emit });
emit(".nojekyll", "");

// The page's own files are cached for use without a network.
const ofPage = [
  names.script,
  names.starter,
  names.styles,
  names.icon,
  ...ofAssets.map((url) => `assets/${url}`),
];
const ofTraining = [training.worker, ...Object.values(training.wasm)].map(({ url }) => `assets/${url}`);
const tags = ["en", ...Object.keys(translated)];
const fronts = tags.map((tag) => fileOf("index", tag));
const kept = { "": read(join(out, "index.html")) };
for (const file of [...fronts, ...ofPage]) kept[file] = read(join(out, file));
emit("manifest.webmanifest", manifest(names.icon));
const otherPages = [...emitted]
  .map((path) => relative(out, path))
  .filter(
    (name) => name.endsWith(".html") && !fronts.includes(name) && !/^(?:embed\.html|at\/.*)$/.test(name),
  ); // at/: only lead on
if (address) {
  const inEach = [...emitted].map((path) => relative(out, path)).filter((name) => !name.startsWith("at/"));
  const last = `.${tags.at(-1)}.html`; // a page exists in every language or in one
  const pages = inEach.filter((name) => name.endsWith(last)).map((name) => name.slice(0, -last.length));
  emit("sitemap.xml", sitemap(address, pages, tags));
}
emit("sw.js", await serviceWorker(web, kept, [...ofTraining, ...ofModel, ...ofPages], otherPages));

const packed = typeset.map(({ id, languages: spoken }) => [
  id,
  { content: spoken.en.content, file: `assets/${lessons[id].file.url}` },
]);
await buildPackage({
  web,
  site: out,
  out: join(dirname(out), "package"),
  version,
  lessons: Object.fromEntries(packed),
});

// Remove the files of earlier builds: names carry hashes, so they would pile up. Only files that this script makes.
for (const file of filesUnder(join(out, "assets"))) if (!emitted.has(file)) rmSync(file);
await packSite(out, cache);
writeFileSync(stampFile, stamp);
const total = [...emitted].reduce((sum, file) => sum + statSync(file).size, 0);
console.log(`site: ${emitted.size} files, ${Math.round(total / 1000)} kB in ${out}`);

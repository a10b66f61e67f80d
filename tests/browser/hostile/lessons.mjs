// Lesson files: those of the site, damaged at places as JSON or as text, in an element of another page and in the editor.
import { frameIn, lessonIds, lessonOf, site, siteUrl, until } from "../harness.mjs";
import { serve } from "../server.mjs";
import { write } from "../everywhere/page/writing.mjs";
import { names, numbers, texts } from "./random.mjs";
import { Finding, wayOn, watched } from "./watch.mjs";

const deep = (levels) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

function oddValue(random) {
  const odd = [null, true, -1, 1e39, 1.5, [], {}, "", [[]], [[1], [1, 2]], deep(40), Number.MAX_SAFE_INTEGER];
  const kind = random.below(4);
  if (kind === 0) return random.pick(odd);
  if (kind === 1) return random.pick(names);
  if (kind === 2) return random.pick(texts).repeat(1 + random.below(20));
  return Number(random.pick(numbers).replace(",", "."));
}

// Every place of a JSON value, as paths.
function places(value, path = []) {
  if (value === null || typeof value !== "object") return [path];
  return [path, ...Object.keys(value).flatMap((key) => places(value[key], [...path, key]))];
}

// One change: { path, kind, value }; those of text cut the file or change one letter of it.
function change(random, lesson) {
  const path = random.pick(places(lesson).slice(1));
  return {
    path,
    kind: random.pick(["set", "set", "delete", "twice", "add"]),
    name: random.pick(names),
    value: oddValue(random),
  };
}

function changed(lesson, { path, kind, name, value }) {
  const last = path.at(-1);
  let holder = lesson;
  for (const key of path.slice(0, -1)) holder = holder?.[key];
  if (holder === null || typeof holder !== "object" || !(last in holder)) return; // removed by an earlier change
  if (kind === "set") holder[last] = value;
  else if (kind === "delete" && Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (kind === "delete") delete holder[last];
  else if (kind === "twice" && Array.isArray(holder)) holder.push(structuredClone(holder[last]));
  else if (!Array.isArray(holder))
    Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

function fileOf({ lesson, changes, cut, letter }) {
  const content = structuredClone(lessonOf(lesson));
  for (const each of changes) changed(content, each);
  let text = JSON.stringify(content, null, 1);
  if (cut < 1) text = text.slice(0, Math.floor(text.length * cut));
  if (letter) {
    const at = Math.floor(text.length * letter[0]);
    text = text.slice(0, at) + letter[1] + text.slice(at + 1);
  }
  return text;
}

function made(random) {
  const lesson = random.pick(lessonIds);
  const content = lessonOf(lesson);
  return {
    lesson,
    way: random.pick(["element", "element", "editor"]),
    changes: random.chance(0.85) ? random.list(4, () => change(random, content)) : [],
    cut: random.chance(0.1) ? random.next() : 1,
    letter: random.chance(0.15)
      ? [random.next(), random.pick(["}", "]", '"', ",", "\\", "\u0000", "x", "\u202E"])]
      : null,
  };
}

async function inElement(browser, text) {
  const tag = `<script type="module" src="/site/attention-explorer.js"></script><attention-explorer lesson="/own/lesson.json" loading="eager"></attention-explorer>`;
  const pages = {
    "/host.html": `<!doctype html><title>course</title>${tag}`,
    "/own/lesson.json": text,
    "/favicon.ico": "",
  };
  const server = await serve(site, { prefix: "/site", pages });
  const script = () => {
    if (window.parent !== window) return;
    for (const type of ["ready", "error"])
      document.addEventListener(type, (event) => event.detail && (window.made = event.type), true);
  };
  try {
    await watched(browser, { url: `${server.origin}/host.html`, script }, async (page) => {
      await until(page, () => window.made);
      await wayOn(await frameIn(page));
    });
  } finally {
    await server.close();
  }
}

// The number of problems that the page reports is that of its list, and they are about the visible text.
async function inEditor(browser, text) {
  await watched(browser, { url: `${siteUrl()}write.html`, width: 1440, height: 900 }, async (page) => {
    const frame = await frameIn(page);
    await wayOn(frame);
    await until(page, () => document.getElementById("status").textContent !== "");
    await write(page, text);
    const said = () => {
      const listed = document.querySelectorAll("#troubles button").length;
      const [many] = /\d+/.exec(document.getElementById("status").textContent) ?? ["0"];
      return [listed, Number(many)];
    };
    for (let quiet = 0, last = "", asked = 0; quiet < 5; ++asked) {
      if (asked === 50) throw new Finding(`the editor does not come to rest: ${last}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const now = JSON.stringify(await page.evaluate(said));
      quiet = now === last ? quiet + 1 : 0;
      last = now;
    }
    const [listed, told] = await page.evaluate(said);
    if (listed !== told) throw new Finding(`the editor says ${told} and lists ${listed}`);
    await wayOn(page);
  });
}

export const lessons = {
  make: made,

  *smaller(data) {
    if (data.letter) yield { ...data, letter: null };
    if (data.cut < 1) yield { ...data, cut: 1 };
    for (const at of data.changes.keys()) yield { ...data, changes: data.changes.toSpliced(at, 1) };
    if (data.way === "editor") yield { ...data, way: "element" };
  },

  told: (data) => JSON.stringify(data),

  run: (browser, data) => (data.way === "element" ? inElement : inEditor)(browser, fileOf(data)),
};

// Starts the page: core, lesson, formulae, fonts and language are fetched side by side; what is there first is used first.
// Without a link, the contents come up; a link opens its lesson.
import { App } from "./app";
import { assets, fetchBytes, fetchWasm } from "./assets";
import { Core, type CoreEvents } from "./core";
import { alwaysNeeded, useFont } from "./fonts";
import { chooseLanguage, Languages } from "./languages";
import { Lessons } from "./lessons";
import { readLink, withoutLesson, type Link } from "./links";
import { Loading } from "./loading";
import { Memory } from "./memory";
import { notify } from "./notices";
import { words } from "./words";
import "./theme";

// The lesson that a link names, else the first.
function lessonOf(link: Link): string {
  const first = Object.keys(assets.lessons)[0];
  if (first === undefined) throw new Error("This site holds no lesson.");
  return isHere(link) ? (link.lesson ?? first) : first;
}

const isHere = ({ lesson }: Link) => lesson === null || lesson in assets.lessons;

// One note for a link that leads nowhere; what else it says of that lesson is not opened.
function opened(link: Link): Link {
  if (link.damaged) notify(words("link.too_large"), true);
  if (isHere(link)) return link;
  const first = lessonOf(link);
  const title = assets.lessons[first]?.title.en ?? first;
  notify(words("no_lesson", link.lesson ?? "", title, Object.keys(assets.lessons).join(", ")), true);
  return { lesson: first, rest: withoutLesson(link.rest), damaged: true };
}

const isView = (rest: string, views: string) => new RegExp(`(?:^|&)view=(?:${views})`).test(rest);

// Whoever comes with nothing chosen gets the contents; an embedding page has always chosen. The large map is no lesson
// either: one only stands behind it.
function wantsContents({ rest, lesson }: Link): boolean {
  if (lesson !== null) return false;
  if (isView(rest, "large")) return true;
  if (document.body.hasAttribute("data-embed")) return false;
  return isView(rest, "contents") || !/(?:^|&)(?!theme=|lang=)[^&]/.test(rest);
}

// The back button, or a link written over the address: another step, another lesson, the contents.
async function follow(app: App): Promise<void> {
  const link = opened(readLink(window.location));
  if (isView(link.rest, "large") && link.lesson === null) app.openLink(link.rest);
  else if (wantsContents(link)) app.showContents(link.rest);
  else await app.openLesson(lessonOf(link), link.rest);
  if (link.damaged) app.correctAddress();
}

async function start(): Promise<void> {
  const link = opened(readLink(window.location));
  const contents = wantsContents(link);
  const id = lessonOf(link);
  const language = chooseLanguage(link.rest);
  const lesson = assets.lessons[id]?.translations[language] ?? assets.lessons[id];
  const catalogue = assets.languages[language];
  const faces = [...alwaysNeeded, ...(contents ? ["math", "main"] : (lesson?.faces ?? []))].flatMap(
    (name) => {
      const font = assets.fonts[name];
      return font ? [{ name, font }] : [];
    },
  );
  const lessonParts = lesson ? (contents ? [lesson.file] : [lesson.file, lesson.formulae]) : [];
  const parts = [assets.wasm, ...lessonParts, ...faces.map(({ font }) => font)];
  const loading = new Loading(parts.reduce((sum, { bytes }) => sum + bytes, catalogue?.bytes ?? 0));
  const progress = (bytes: number) => loading.progress(bytes);
  try {
    if (!("WebAssembly" in window)) throw new Error(words("no_wasm"));
    const memory = new Memory();
    const lessons = new Lessons(memory, new Set(faces.map(({ name }) => name)));
    // All requests leave before the first answer is waited for.
    const wanted: Promise<unknown>[] = [lessons.text(id, language, progress)];
    if (!contents) wanted.push(lessons.formulae(id, language, progress));
    const fonts = faces.map(({ name, font }) => ({ name, bytes: fetchBytes(font, progress) }));
    const languages = new Languages();
    wanted.push(languages.fetch(language, progress) ?? Promise.resolve());
    let app: App | null = null;
    const events: CoreEvents = {
      onChange: (version) => app?.events.onChange(version),
      onEditField: (field) => app?.events.onEditField(field),
      onRequest: (kind) => app?.events.onRequest(kind),
      onOpenLesson: (lessonId) => app?.events.onOpenLesson(lessonId),
      onRefusal: (sentence) => app?.events.onRefusal(sentence),
    };
    for (const pending of [...wanted, ...fonts.map(({ bytes }) => bytes)]) pending.catch(() => undefined);
    const core = await Core.load(fetchWasm(assets.wasm, progress), events);
    languages.offer(core);
    await languages.use(core, language).catch((error: unknown) => notify(String(error)));
    app = new App(core, lessons, memory, languages, language);
    if (contents) {
      await lessons.openBehind(core, id, language, progress);
      const asked = isView(link.rest, "contents|large");
      app.openLink(asked ? link.rest : `view=contents&${link.rest}`);
    } else {
      await app.openLesson(id, link.rest, language);
    }
    if (link.damaged) app.correctAddress();
    for (const { name, bytes } of fonts) useFont(core, name, await bytes);
    loading.done();
    app.startPicture();
    const running = app;
    for (const type of ["popstate", "hashchange"]) {
      window.addEventListener(
        type,
        () => void follow(running).catch((error: unknown) => loading.failed(error)),
      );
    }
    // For tests and the console: the core, whose commands the whole page follows.
    const apply: Core["apply"] = (command) => {
      const refused = core.apply(command);
      running.sync();
      return refused;
    };
    Object.assign(window, { attentionExplorer: Object.assign(Object.create(core), { apply }) as Core });
  } catch (error) {
    loading.failed(error);
  }
}

void start();

// Starts the page: core, lesson, formulae, fonts and language are fetched side by side; what is there first is used first.
import { App } from "./app";
import { assets, fetchBytes, fetchText, fetchWasm, type Lesson } from "./assets";
import { Core, type CoreEvents } from "./core";
import { alwaysNeeded, useFont } from "./fonts";
import { readLink, withoutLesson, type Link } from "./links";
import { Loading } from "./loading";
import { notify } from "./notices";
import type { Formula } from "./reading/formula";
import { words } from "./words";
import "./theme";

const firstLesson = "worked-example";

interface Typesetting {
  formulae: Record<string, Formula>;
}

function chooseLesson(wanted: string | null): [string, Lesson] {
  const ids = Object.keys(assets.lessons);
  const id =
    wanted !== null && ids.includes(wanted) ? wanted : ids.includes(firstLesson) ? firstLesson : ids[0];
  const lesson = id === undefined ? undefined : assets.lessons[id];
  if (id === undefined || !lesson) throw new Error("This site holds no lesson.");
  if (wanted !== null && id !== wanted)
    notify(words("no_lesson", wanted, lesson.title.en ?? id, ids.join(", ")), true);
  return [id, lesson];
}

function chooseLanguage(link: string): string {
  const asked = new URLSearchParams(link).get("lang");
  const known = ["en", ...Object.keys(assets.languages)];
  for (const tag of [asked, ...navigator.languages]) {
    const match =
      known.find((language) => language === tag) ?? known.find((language) => language === tag?.split("-")[0]);
    if (match) return match;
  }
  return "en";
}

function use(app: App, lesson: string, formulae: string, language: string): void {
  const refused = app.core.open(lesson, language);
  if (refused) throw new Error(`${refused.message} (${refused.path})`);
  const unfit = app.core.loadFormulae(formulae);
  if (unfit) notify(unfit.message);
  const typeset = (JSON.parse(formulae) as Typesetting).formulae;
  app.reading.formulae = new Map(Object.entries(typeset));
}

// What a link says of a lesson that is not here is left aside.
function openKnown(app: App, link: Link): void {
  const here = link.lesson === null || link.lesson in assets.lessons;
  app.openLink(here ? link.rest : withoutLesson(link.rest));
  if (!here || link.damaged) app.correctAddress();
}

// The back button, or a link written over the address: another step, or another lesson.
async function follow(app: App): Promise<void> {
  const link = readLink(window.location);
  const [id, lesson] = chooseLesson(link.lesson);
  if (link.damaged) notify(words("link.too_large"), true);
  if (id !== app.lesson) {
    const nothing = () => undefined;
    const fetched = [fetchText(lesson.file, nothing), fetchText(lesson.formulae, nothing)] as const;
    use(app, await fetched[0], await fetched[1], document.documentElement.lang);
    for (const face of lesson.faces) {
      const font = assets.fonts[face];
      if (font) useFont(app.core, face, await fetchBytes(font, nothing));
    }
  }
  openKnown(app, link);
}

async function start(): Promise<void> {
  const link = readLink(window.location);
  const [, lesson] = chooseLesson(link.lesson);
  if (link.damaged) notify(words("link.too_large"), true);
  const language = chooseLanguage(link.rest);
  const catalogue = assets.languages[language];
  const faces = [...alwaysNeeded, ...lesson.faces].flatMap((name) => {
    const font = assets.fonts[name];
    return font ? [{ name, font }] : [];
  });
  const parts = [assets.wasm, lesson.file, lesson.formulae, ...faces.map(({ font }) => font)];
  const loading = new Loading(parts.reduce((sum, { bytes }) => sum + bytes, catalogue?.bytes ?? 0));
  const progress = (bytes: number) => loading.progress(bytes);
  try {
    if (!("WebAssembly" in window)) throw new Error(words("no_wasm"));
    // All requests leave before the first answer is waited for.
    const lessonText = fetchText(lesson.file, progress);
    const formulae = fetchText(lesson.formulae, progress);
    const fonts = faces.map(({ name, font }) => ({ name, bytes: fetchBytes(font, progress) }));
    const sentences = catalogue && fetchText(catalogue, progress);
    let app: App | null = null;
    const events: CoreEvents = {
      onChange: (version) => app?.events.onChange(version),
      onEditField: (field) => app?.events.onEditField(field),
      onRequest: (kind) => app?.events.onRequest(kind),
      onRefusal: (sentence) => app?.events.onRefusal(sentence),
    };
    for (const pending of [lessonText, formulae, ...fonts.map(({ bytes }) => bytes)])
      pending.catch(() => undefined);
    const core = await Core.load(fetchWasm(assets.wasm, progress), events);
    app = new App(core);
    if (sentences) {
      const refused = core.loadLanguage(language, await sentences);
      if (refused) notify(refused.message);
    }
    use(app, await lessonText, await formulae, language);
    openKnown(app, link);
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

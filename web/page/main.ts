// Starts the page: core, lesson, formulae, fonts and language are fetched side by side; what is there first is used first.
// Without a link, the contents come up; a link opens its lesson.
import { App } from "./app";
import { assets, fetchBytes, fetchWasm, LoadError } from "./assets";
import { Core, type CoreEvents } from "./core";
import { askFor, fetchLesson, leftForElsewhere, lessonAddress } from "./elsewhere";
import { Embed } from "./embed/embed";
import { Host } from "./embed/host";
import { longestLesson } from "./embed/protocol";
import { authorSettings, embedded, stepsOf, versionFits, withSteps, type Settings } from "./embed/settings";
import { alwaysNeeded, useFont } from "./fonts";
import { chooseLanguage, Languages } from "./languages";
import { Lessons } from "./lessons";
import { readLink, withoutLesson, type Link } from "./links";
import { Loading } from "./loading";
import { Memory } from "./memory";
import { notify } from "./notices";
import { keepForOffline } from "./offline";
import { words } from "./words";
import { project } from "./projector";
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
  if (embedded) return false;
  return isView(rest, "contents") || !/(?:^|&)(?!theme=|lang=)[^&]/.test(rest);
}

// In an embed, its author's settings are no part of the link.
const linkHere = () => {
  const link = readLink(window.location);
  return embedded ? authorSettings(link) : { link, settings: null };
};

declare global {
  interface Window {
    attentionExplorerWhole?: () => void; // fallback.js
  }
}

// What the author of an embed leaves of a lesson; said where that is nothing.
function adapted(lesson: string, id: string, { steps, version }: Settings): string {
  const there = assets.lessons[id]?.version ?? "";
  if (!versionFits(version, there)) throw new Error(words("embed.version", id, version, there));
  const shown = withSteps(lesson, steps);
  if (shown === null) throw new Error(words("embed.steps", steps, stepsOf(lesson).join(", ")));
  return shown;
}

// A lesson of somebody else's: what it says is only read.
function adaptedGiven(lesson: string, settings: Settings | null): string {
  const steps = settings?.steps ?? "";
  if (lesson.length > longestLesson) throw new Error(words("embed.large", longestLesson));
  const shown = withSteps(lesson, steps);
  if (shown === null) throw new Error(words("embed.steps", steps, stepsOf(lesson).join(", ")));
  return shown;
}

const withoutAddress = (link: Link): Link => ({
  ...link,
  lesson: null,
  rest: link.rest
    .split("&")
    .filter((part) => !part.startsWith("lesson="))
    .join("&"),
});

// The back button, or a link written over the address: another step, another lesson, the contents.
async function follow(app: App): Promise<void> {
  const here = linkHere().link;
  const address = lessonAddress(here.lesson);
  if (address) {
    if (app.given === address.href) app.openLink(withoutAddress(here).rest);
    else window.location.reload(); // asked for as at the start
    return;
  }
  const link = opened(here);
  if (isView(link.rest, "large") && link.lesson === null) app.openLink(link.rest);
  else if (wantsContents(link)) app.showContents(link.rest);
  else await app.openLesson(lessonOf(link), link.rest);
  if (link.damaged) app.correctAddress();
}

async function start(): Promise<void> {
  const { link: asked, settings } = linkHere();
  const address = lessonAddress(asked.lesson);
  if (address && leftForElsewhere(address)) return;
  if (settings?.projector) project(true);
  const embed = settings && new Embed(new Host(settings.host));
  if (!address && !isHere(asked))
    embed?.failed("lesson", `This site holds no lesson “${asked.lesson ?? ""}”.`);
  const link = address ? withoutAddress(asked) : opened(asked);
  const contents = !address && wantsContents(link);
  const id = lessonOf(link);
  const language = chooseLanguage(link.rest, settings?.prefer);
  const lesson = assets.lessons[id]?.translations[language] ?? assets.lessons[id];
  const catalogue = assets.languages[language];
  const given = address !== null || settings?.fromHost === true;
  const faces = [...alwaysNeeded, ...(contents || given ? ["math", "main"] : (lesson?.faces ?? []))].flatMap(
    (name) => {
      const font = assets.fonts[name];
      return font ? [{ name, font }] : [];
    },
  );
  const lessonParts = lesson && !given ? (contents ? [lesson.file] : [lesson.file, lesson.formulae]) : [];
  const parts = [assets.wasm, ...lessonParts, ...faces.map(({ font }) => font)];
  const loading = new Loading(parts.reduce((sum, { bytes }) => sum + bytes, catalogue?.bytes ?? 0));
  const progress = (bytes: number) => loading.progress(bytes);
  try {
    if (!("WebAssembly" in window)) throw new Error(words("no_wasm"));
    const memory = new Memory();
    const lessons = new Lessons(memory, new Set(faces.map(({ name }) => name)), (text, lessonId) =>
      settings ? adapted(text, lessonId, settings) : text,
    );
    // All requests leave before the first answer is waited for.
    const wanted: Promise<unknown>[] = given ? [] : [lessons.text(id, language, progress)];
    if (!contents && !given) wanted.push(lessons.formulae(id, language, progress));
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
    if (settings) document.body.dataset.controls = settings.controls;
    app = new App(core, lessons, memory, languages, language, embed);
    let text = given ? "" : await lessons.text(id, language);
    if (address) {
      loading.rest();
      await askFor(address);
      text = adaptedGiven(await fetchLesson(address), settings);
      app.openGiven(text, link.rest, address.href);
    } else if (embed && given) {
      const waiting = app;
      await embed.lessonFromHost((lesson) => {
        text = adaptedGiven(lesson, settings);
        waiting.openGiven(text, link.rest);
      });
    } else if (contents) {
      await lessons.openBehind(core, id, language, progress);
      const named = isView(link.rest, "contents|large");
      app.openLink(named ? link.rest : `view=contents&${link.rest}`);
    } else {
      await app.openLesson(id, link.rest, language);
    }
    if (settings && settings.lock !== null) {
      const refused = core.lock(settings.lock);
      if (refused) throw new Error(refused.message);
    }
    if (link.damaged) app.correctAddress();
    for (const { name, bytes } of fonts) useFont(core, name, await bytes);
    loading.done();
    app.startPicture(settings?.controls);
    embed?.started(app, text);
    keepForOffline();
    const running = app;
    // Of a link that is followed hashchange would tell a second time, and take back what was changed since.
    window.addEventListener(
      "popstate",
      () => void follow(running).catch((error: unknown) => loading.failed(error)),
    );
    // For tests and the console: the core, whose commands the whole page follows.
    const apply: Core["apply"] = (command) => {
      const refused = core.apply(command);
      running.sync();
      return refused;
    };
    Object.assign(window, { attentionExplorer: Object.assign(Object.create(core), { apply }) as Core });
  } catch (error) {
    if (error instanceof LoadError && window.attentionExplorerWhole) {
      loading.rest();
      embed?.close();
      window.attentionExplorerWhole(); // goes on with all files in one script
      return;
    }
    loading.failed(error);
    embed?.failed("start", error);
  }
}

void start();

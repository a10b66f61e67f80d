// Starts the page: core, lesson, formulae, fonts and language are fetched side by side; what is there first is used first.
// Without a link, the contents come up; a link opens its lesson.
import { App } from "./app";
import { assets, fetchBytes, fetchNow, fetchWasm, LoadError } from "./assets";
import { Core, type CoreEvents } from "./core";
import { askFor, fetchLesson, leftForElsewhere, lessonAddress } from "./elsewhere";
import { Embed } from "./embed/embed";
import { Host } from "./embed/host";
import { longestLesson } from "./embed/protocol";
import { authorSettings, embedded, stepsOf, versionFits, withSteps, type Settings } from "./embed/settings";
import { firstNumber } from "./first-number";
import { alwaysNeeded, firstOf, neededByContents, useFont } from "./fonts";
import { hold } from "./hold";
import { chooseLanguage, Languages, wordFiles } from "./languages";
import { Lessons } from "./lessons";
import { readLink, withoutLesson, type Link } from "./links";
import { Loading } from "./loading";
import { Memory } from "./memory";
import { notify } from "./notices";
import { keepForOffline } from "./offline";
import { bringRest } from "./rest";
import { bringTools, needsTools } from "./tools";
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

// Whether a visit begins as web/build/rehearsal.mjs plays it: then the first part of the core is enough for its first picture.
const begunAsRehearsed = (link: Link, settings: Settings | null) =>
  !link.damaged &&
  (settings?.lock ?? null) === null &&
  link.rest
    .split("&")
    .every((part) => /^(?:$|(?:lesson|step|theme|lang)=|view=(?:contents|reading|lesson)$)/.test(part));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const patienceForPicture = 300; // ms: one that is out of sight is not drawn

async function start(): Promise<void> {
  const moves: Event[] = []; // changes of the address before anything could follow it
  const note = (event: Event) => moves.push(event);
  window.addEventListener("popstate", note);
  if (needsTools(window.location.href)) await bringTools();
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
  const given = address !== null || settings?.fromHost === true;
  const filesOf = (each: string) => assets.lessons[each]?.translations[language] ?? assets.lessons[each];
  const names = contents
    ? neededByContents
    : [...alwaysNeeded, ...(given ? ["math", "main"] : (filesOf(id)?.faces ?? []))];
  const faces = names.flatMap((name) => {
    const font = assets.fonts[name];
    return font ? [{ name, font: given ? font : firstOf(font) }] : [];
  });
  const memory = new Memory();
  // For anything else both parts come together.
  const inParts = !given && begunAsRehearsed(link, settings) && (!contents || memory.isEmpty);
  const cards = isView(link.rest, "large") ? [id] : Object.keys(assets.lessons);
  const shownFiles = contents
    ? cards.map((each) => filesOf(each)?.card)
    : [filesOf(id)?.file, filesOf(id)?.formulae];
  const lessonParts = given ? [] : shownFiles.filter((file) => file !== undefined);
  const restAtOnce = inParts ? undefined : assets.rest;
  const wholeWords = !inParts || !assets.rest;
  const parts = [
    assets.wasm,
    ...wordFiles(language, wholeWords),
    ...(restAtOnce ? [restAtOnce] : []),
    ...lessonParts,
    ...faces.map(({ font }) => font),
  ];
  const loading = new Loading(parts.reduce((sum, { bytes }) => sum + bytes, 0));
  const progress = (bytes: number) => loading.progress(bytes);
  let letGo: () => void = () => undefined;
  try {
    if (!("WebAssembly" in window)) throw new Error(words("no_wasm"));
    const lessons = new Lessons(memory, new Map(faces.map(({ name }) => [name, given])), (text, lessonId) =>
      settings ? adapted(text, lessonId, settings) : text,
    );
    // All requests leave before the first answer is waited for.
    const wanted: Promise<unknown>[] = given
      ? []
      : contents
        ? cards.map((each) => lessons.card(each, language, progress))
        : [lessons.text(id, language, progress), lessons.formulae(id, language, progress)];
    const rest = restAtOnce && fetchWasm(restAtOnce, progress);
    if (rest) wanted.push(rest);
    const fonts = faces.map(({ name, font }) => ({ name, bytes: fetchBytes(font, progress) }));
    const languages = new Languages();
    wanted.push(languages.fetch(language, wholeWords, progress));
    let app: App | null = null;
    const events: CoreEvents = {
      onChange: (version) => app?.events.onChange(version),
      onEditField: (field) => app?.events.onEditField(field),
      onRequest: (kind) => app?.events.onRequest(kind),
      onOpenLesson: (lessonId) => app?.events.onOpenLesson(lessonId),
      onRefusal: (sentence) => app?.events.onRefusal(sentence),
    };
    for (const pending of [...wanted, ...fonts.map(({ bytes }) => bytes)]) pending.catch(() => undefined);
    const { rest: later } = assets;
    const core = await Core.load(fetchWasm(assets.wasm, progress), events, later && (() => fetchNow(later)));
    if (rest) await core.complete(rest);
    if (!inParts || !later) await bringTools();
    if (inParts && later) letGo = hold();
    languages.offer(core);
    await languages.use(core, language, wholeWords).catch((error: unknown) => notify(String(error)));
    if (settings) document.body.dataset.controls = settings.controls;
    app = new App(core, lessons, memory, languages, language, embed);
    let text = given || (contents && !embed) ? "" : await lessons.text(id, language);
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
    const running = app;
    const first = firstNumber(
      core,
      running.startPicture(settings?.controls).then(() => (contents ? running.firstCard : undefined)),
    );
    first.catch((error: unknown) => loading.failed(error));
    if (inParts && later) {
      await Promise.race([first, pause(patienceForPicture)]);
      await bringRest(core, () => languages.use(core, language));
    }
    embed?.started(running, text);
    keepForOffline();
    // Of a link that is followed hashchange would tell a second time, and take back what was changed since.
    const followHere = () => void follow(running).catch((error: unknown) => loading.failed(error));
    window.removeEventListener("popstate", note);
    window.addEventListener("popstate", followHere);
    letGo();
    if (moves.length > 0) followHere();
    // For tests and the console: the core, whose commands the whole page follows.
    const apply: Core["apply"] = (command) => {
      const refused = core.apply(command);
      running.sync();
      return refused;
    };
    Object.assign(window, { attentionExplorer: Object.assign(Object.create(core), { apply }) as Core });
  } catch (error) {
    letGo();
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

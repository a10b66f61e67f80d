// Starts the page: core, lesson, formulae, fonts and language are fetched in parallel, and used as they arrive. Without
// a link, the contents are shown; a link opens its lesson.
import { App } from "../core/app";
import { assets, fetchWasm, LoadError } from "./assets";
import { Core } from "../core/core";
import { askFor, fetchLesson, leftForElsewhere, lessonAddress } from "../dialogs/elsewhere";
import { Embed } from "../embed/embed";
import { Host } from "../embed/host";
import { longestLesson } from "../embed/protocol";
import { authorSettings, embedded, stepsOf, versionFits, withSteps, type Settings } from "../embed/settings";
import { firstNumber } from "./first-number";
import { alwaysNeeded, fetchFace, neededByContents, useFaces } from "./fonts";
import { chooseLanguage, Languages, wordFiles } from "../core/languages";
import { Lessons } from "../core/lessons";
import { readLink, withoutLesson, type Link } from "../core/links";
import { Loading, sentenceOf } from "./loading";
import { Memory } from "../core/memory";
import { notify, offer } from "../dialogs/notices";
import { keepForOffline } from "./offline";
import { pagesIn } from "../core/pages";
import { withSentence } from "../core/sentence";
import { words } from "../core/words";
import { project } from "../dialogs/projector";
import { inside } from "../files/inside";
import { dataAddresses, modelAddress, ownLesson, withoutData } from "../files/names";
import "../core/theme";

// The lesson that a link names, else the first.
function lessonOf(link: Link): string {
  const first = Object.keys(assets.lessons)[0];
  if (first === undefined) throw new Error("This site holds no lesson.");
  return isHere(link) ? (link.lesson ?? first) : first;
}

const isHere = ({ lesson }: Link) => lesson === null || lesson in assets.lessons;

// One notice for a link to something that does not exist; the rest of that link is ignored.
function opened(link: Link): Link {
  if (link.damaged) notify(words("link.too_large"), true);
  if (isHere(link)) return link;
  if (link.lesson === ownLesson) {
    notify(words("own_tensors.gone"), true);
    return { lesson: null, rest: "view=contents", damaged: true };
  }
  const first = lessonOf(link);
  const title = assets.lessons[first]?.title.en ?? first;
  notify(words("no_lesson", link.lesson ?? "", title, Object.keys(assets.lessons).join(", ")), true);
  return { lesson: first, rest: withoutLesson(link.rest), damaged: true };
}

const besideLessons = "large|model"; // a lesson is only loaded behind the large map or a model
const isView = (rest: string, views: string) => new RegExp(`(?:^|&)view=(?:${views})`).test(rest);

// Without any choice, the contents are shown; an embedding page has always chosen.
function wantsContents({ rest, lesson }: Link): boolean {
  if (lesson !== null) return false;
  if (isView(rest, besideLessons)) return true;
  if (embedded) return false;
  return isView(rest, "contents") || !/(?:^|&)(?!theme=|lang=)[^&]/.test(rest);
}

// Tensors that lie in the document are shown unless its link names something else.
const wantsInside = ({ lesson, rest }: Link) =>
  inside !== null && (lesson === ownLesson || (lesson === null && !isView(rest, "contents")));
const linkInside = ({ lesson, rest }: Link): Link => ({
  lesson: null,
  rest: [lesson === null ? "" : rest.replace(/(?:^|&)lesson=[^&]*/, ""), inside?.link ?? ""]
    .filter(Boolean)
    .join("&"),
  damaged: false,
});

// In an embed, its author's settings are not part of the link.
const linkHere = () => {
  const link = readLink(window.location);
  return embedded ? authorSettings(link) : { link, settings: null };
};

declare global {
  interface Window {
    attentionExplorerWhole?: () => void; // fallback.js
  }
}

// The part of a lesson that the author of an embed allows; reports an empty one.
function adapted(lesson: string, id: string, { steps, version }: Settings): string {
  const there = assets.lessons[id]?.version ?? "";
  if (!versionFits(version, there)) throw new Error(words("embed.version", id, version, there));
  const shown = withSteps(lesson, steps);
  if (shown === null) throw new Error(words("embed.steps", steps, stepsOf(lesson).join(", ")));
  return shown;
}

// A lesson from elsewhere: its content is only read, never run.
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

// The back button, or an edited address: another step, another lesson, the contents.
async function follow(app: App): Promise<void> {
  app.closeAll();
  const here = linkHere().link;
  if (dataAddresses(here.rest).length > 0) {
    window.location.reload(); // as requested at the start
    return;
  }
  const address = lessonAddress(here.lesson);
  if (address) {
    if (app.given === address.href) app.openLink(withoutAddress(here).rest);
    else window.location.reload(); // as requested at the start
    return;
  }
  if (here.damaged) {
    notify(words("link.too_large"), true);
    app.correctAddress(); // what is shown stays
    return;
  }
  if (here.lesson === ownLesson && app.tensors.showAgain(here.rest)) return;
  const link = opened(here);
  if (isView(link.rest, besideLessons) && link.lesson === null) app.openLink(link.rest);
  else if (wantsContents(link)) app.showContents(link.rest);
  else await app.openLesson(lessonOf(link), link.rest);
  if (link.damaged) app.correctAddress();
}

// What is to be shown, decided before anything is fetched.
interface Start {
  link: Link;
  settings: Settings | null;
  embed: Embed | null;
  address: URL | null; // of a lesson elsewhere
  data: URL[]; // addresses of tensors
  within: boolean; // tensors of this document
  given: boolean; // a lesson that is not the site's
  contents: boolean;
  id: string;
  language: string;
}

/** @returns null if the page is left for one that may fetch from elsewhere. */
function whatToShow(): Start | null {
  const { link: here, settings } = linkHere();
  const within = wantsInside(here);
  const asked = within ? linkInside(here) : here;
  const address = lessonAddress(asked.lesson);
  const data = dataAddresses(asked.rest);
  for (const foreign of [address, ...data, modelAddress(asked.rest)])
    if (foreign && leftForElsewhere(foreign)) return null;
  if (settings?.projector) project(true);
  const embed = settings && new Embed(new Host(settings.host));
  if (!address && !isHere(asked))
    embed?.failed("lesson", `This site holds no lesson “${asked.lesson ?? ""}”.`);
  const link = address ? withoutAddress(asked) : opened(data.length > 0 ? withoutData(asked) : asked);
  return {
    link,
    settings,
    embed,
    address,
    data,
    within,
    given: address !== null || settings?.fromHost === true || within,
    contents: !address && !within && wantsContents(link),
    id: lessonOf(link),
    language: chooseLanguage(link.rest, settings?.prefer),
  };
}

const filesOf = (id: string, language: string) =>
  assets.lessons[id]?.translations[language] ?? assets.lessons[id];

function facesOf({ contents, given, id, language }: Start) {
  const names = contents
    ? neededByContents
    : [...alwaysNeeded, ...(given ? ["math", "main"] : (filesOf(id, language)?.faces ?? []))];
  return names.flatMap((name) => {
    const font = assets.fonts[name];
    return font ? [{ name, font }] : [];
  });
}

// The contents' lessons whose cards are shown: behind the large map or a model only the one that is loaded.
const cardsOf = ({ link, id }: Start) =>
  isView(link.rest, besideLessons) ? [id] : Object.keys(assets.lessons);

// Bytes of all that is fetched before the first picture.
function bytesOf(what: Start): number {
  const { contents, given, id, language } = what;
  const files = contents
    ? [assets.hero, ...cardsOf(what).map((each) => filesOf(each, language)?.card)]
    : [filesOf(id, language)?.file, filesOf(id, language)?.formulae];
  const fonts = facesOf(what).map(({ font }) => font);
  return [assets.wasm, ...wordFiles(language), ...(given ? [] : files), ...fonts].reduce(
    (sum, file) => sum + (file?.bytes ?? 0),
    0,
  );
}

function offerPages(core: Core, language: string): void {
  if (!embedded) core.offerPage("tensors");
  if (!embedded && assets.model) core.offerPage("model");
  for (const [name] of pagesIn(language)) core.offerPage(name);
}

interface Loaded {
  app: App;
  core: Core;
  lessons: Lessons;
  fonts: ReturnType<typeof fetchFace>[];
}

// All requests are sent before the first response is awaited.
async function load(what: Start, memory: Memory, progress: (bytes: number) => void): Promise<Loaded> {
  const { settings, id, language, embed } = what;
  const faces = facesOf(what);
  const lessons = new Lessons(memory, new Set(faces.map(({ name }) => name)), (text, lessonId) =>
    settings ? adapted(text, lessonId, settings) : text,
  );
  const wanted: Promise<unknown>[] = what.given
    ? []
    : what.contents
      ? [lessons.hero(progress), ...cardsOf(what).map((each) => lessons.card(each, language, progress))]
      : [lessons.text(id, language, progress), lessons.formulae(id, language, progress)];
  const fonts = faces.map(({ name, font }) => fetchFace(name, font, progress));
  const languages = new Languages();
  wanted.push(languages.fetch(language, progress));
  for (const pending of [...wanted, ...fonts]) pending.catch(() => undefined);
  const core = await Core.load(fetchWasm(assets.wasm, progress));
  languages.offer(core);
  offerPages(core, language);
  await languages.use(core, language);
  if (settings) document.body.dataset.controls = settings.controls;
  const app = new App(core, lessons, memory, languages, language, embed);
  return { app, core, lessons, fonts };
}

/** Opens what is to be shown. @returns the lesson's text, for the page around an embed. */
async function show(what: Start, { app, core, lessons }: Loaded, memory: Memory, loading: Loading) {
  const { link, settings, embed, address, id, language } = what;
  const progress = (bytes: number) => loading.progress(bytes);
  let text = what.given || (what.contents && !embed) ? "" : await lessons.text(id, language);
  if (address) {
    loading.rest();
    await askFor(address);
    text = adaptedGiven(await fetchLesson(address), settings);
    app.openGiven(text, link.rest, address.href);
  } else if (what.within) {
    await lessons.openBehind(core, id, language, progress);
    await app.tensors.showInside(link.rest);
  } else if (embed && what.given) {
    loading.waitForHost();
    await embed.lessonFromHost(
      (lesson) => {
        text = adaptedGiven(lesson, settings);
        app.openGiven(text, link.rest);
      },
      (why) => loading.refused(why),
    );
  } else if (what.contents) {
    await lessons.openBehind(core, id, language, progress);
    if (!isView(link.rest, besideLessons)) await lessons.showHero(core, progress);
    const named = isView(link.rest, `contents|${besideLessons}`);
    app.openLink(withSentence(named ? link.rest : `view=contents&${link.rest}`, memory));
  } else {
    await app.openLesson(id, link.rest, language);
  }
  if (settings && settings.lock !== null) {
    const refused = core.lock(settings.lock);
    if (refused) throw new Error(refused.message);
  }
  if (link.damaged) app.correctAddress();
  return text;
}

// The link being followed would fire hashchange a second time, and undo changes made since.
const followWith = (app: App) => () =>
  void follow(app).catch(async (error: unknown) => {
    await offer(sentenceOf(error), words("again")); // the page continues with what is here
    window.location.reload();
  });

// For tests and the console: the core, whose commands the whole page follows.
function offerToConsole(core: Core, app: App): void {
  const apply: Core["apply"] = (command) => {
    const refused = core.apply(command);
    app.sync();
    return refused;
  };
  Object.assign(window, { attentionExplorer: Object.assign(Object.create(core), { apply }) as Core });
}

async function start(): Promise<void> {
  document.getElementById("unstarted")?.remove(); // shows unstarted.ts that this script runs
  const moves: Event[] = []; // address changes before the page could follow them
  const note = (event: Event) => moves.push(event);
  window.addEventListener("popstate", note);
  const what = whatToShow();
  if (!what) return;
  const { embed, settings, data } = what;
  const memory = new Memory();
  const loading = new Loading(bytesOf(what));
  try {
    if (!("WebAssembly" in window)) throw new Error(words("no_wasm"));
    const loaded = await load(what, memory, (bytes) => loading.progress(bytes));
    const { app, core, fonts } = loaded;
    const text = await show(what, loaded, memory, loading);
    useFaces(core, await Promise.all(fonts));
    loading.done();
    const first = firstNumber(core, app.startPicture(settings?.controls));
    first.catch((error: unknown) => loading.failed(error));
    embed?.started(app, text);
    keepForOffline();
    const followHere = followWith(app);
    window.removeEventListener("popstate", note);
    window.addEventListener("popstate", followHere);
    if (moves.length > 0) followHere();
    if (data.length > 0) app.tensors.open(data);
    offerToConsole(core, app);
  } catch (error) {
    if (error instanceof LoadError && window.attentionExplorerWhole) {
      loading.rest();
      embed?.close();
      window.attentionExplorerWhole(); // continues with all files in one script
      return;
    }
    loading.failed(error);
    embed?.failed("start", error);
  }
}

start().catch((error: unknown) => new Loading().failed(error));

// The page for translators: a language and a part are chosen, texts are written beside their English, kept in this browser,
// saved as a zip file and opened again. Nothing is sent anywhere.
import { h, part as element, save } from "../../page/core/element";
import { filled } from "../../page/core/filled";
import { keepForLater, keepForOffline } from "../../page/start/offline";
import { isLanguage, plain, remarks } from "../../words/checks.mjs";
import { zipped } from "../zip";
import { opened, type Opened } from "./files";
import { entriesKept, itemOf, keep, keepLink, languagesKept, lastLink } from "./kept";
import { List, ordered, stepOf } from "./list";
import { nameOf, tagOf, usual } from "./languages";
import { entriesOf, Translation, type English, type Entries, type Place } from "./texts";

interface Kit {
  words: Record<string, string>;
  language: string;
  parts: { id: string; title: string; lesson: boolean }[];
  names: Record<string, string>;
  english: string;
  translations: Record<string, string>;
  page: string[]; // this page and its files
}

const kit = JSON.parse(element("kit").textContent) as Kit;
const say = (id: string, ...values: string[]) => filled(kit.words[id] ?? id, values);
const status = element("status");
const select = (id: string) => element(id, HTMLSelectElement);
const input = (id: string) => element(id, HTMLInputElement);
const counted = (count: number) => count.toLocaleString(kit.language);
const titles = new Map(kit.parts.map(({ id, title }) => [id, title]));
const lessons = new Set(kit.parts.filter(({ lesson }) => lesson).map(({ id }) => id));
const every = "all"; // as the choice of parts calls all of them

// ---- what is there ----
let english: Promise<English> | null = null;
async function fetched<T>(file: string): Promise<T> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return (await answer.json()) as T;
}
function englishTexts(): Promise<English> {
  english ??= fetched<English>(kit.english).catch((error: unknown) => {
    english = null; // fetched again with the next language
    throw error;
  });
  return english;
}

let current: Translation | null = null;
let list: List | null = null;

// ---- keeping ----
const unkept = new Map<string, Record<string, Entries>>(); // language → part → what the browser does not have yet
let pause = 0;

// Beside the progress, which stays in view.
function tell(note: string, refused = false): void {
  const told = element("noted");
  if (told.textContent !== note) told.textContent = note; // not said again
  told.classList.toggle("refused", refused);
}

function keepAll(): void {
  window.clearTimeout(pause);
  if (unkept.size === 0) return;
  for (const [language, parts] of unkept) {
    const refused = Object.entries(parts).filter(([part, entries]) => !keep(language, part, entries));
    if (refused.length === 0) unkept.delete(language);
    else unkept.set(language, Object.fromEntries(refused));
  }
  const kept = unkept.size === 0;
  tell(say(kept ? "kept" : "kept.failed"), !kept);
}

function changed(place: Place): void {
  const entry = current?.ownOf(place);
  if (!current || !entry) return;
  const parts = unkept.get(current.language) ?? {};
  parts[place.part] = { ...parts[place.part], [place.key]: entry };
  unkept.set(current.language, parts);
  window.clearTimeout(pause);
  pause = window.setTimeout(keepAll, 300);
  showProgress();
}

/** What was written in a language: of a part what the browser has kept, and what it has not. */
const writtenIn = (language: string, part: string): Entries => ({
  ...entriesKept(language, part),
  ...unkept.get(language)?.[part],
});

// ---- what is shown ----
function chosenPlaces(translation: Translation): Place[] {
  const { value: part } = select("part");
  const { value: show } = select("show");
  const words = input("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const parts = part === every ? kit.parts.map(({ id }) => id) : [part];
  const isShown = (place: Place) => {
    const text = translation.entry(place)?.text ?? "";
    const [, source] = translation.englishOf(place);
    if (words.length > 0) {
      const all = `${place.key}\n${plain(source)}\n${plain(text)}`.toLowerCase();
      if (!words.every((word) => all.includes(word))) return false;
    }
    if (show === "all") return true;
    const state = translation.state(place);
    if (show === "stale") return state === "stale";
    if (show === "missing") return state === "missing" || state === "partial";
    return state === "broken" || (state !== "missing" && remarks(source, text).length > 0);
  };
  const keysOf = (id: string) => (lessons.has(id) ? ordered(translation.keysOf(id)) : translation.keysOf(id));
  return parts.flatMap((id) => keysOf(id).map((key) => ({ part: id, key }))).filter(isShown);
}

function showProgress(): void {
  if (!current) return;
  const translation = current;
  const { value: chosen } = select("part");
  const [whole, ...parts] = select("part").options;
  const totals = { done: 0, all: 0 };
  const show = (option: HTMLOptionElement, title: string, done: number, all: number) => {
    option.text = say("part.option", title, counted(done), counted(all));
    if (option.value !== chosen) return;
    Object.assign(element("progress", HTMLProgressElement), { max: all, value: done });
    element("done").textContent = say("part.done", title, counted(done), counted(all));
  };
  for (const option of parts) {
    const [done, all] = [translation.doneOf(option.value), translation.keysOf(option.value).length];
    totals.done += done;
    totals.all += all;
    show(option, titles.get(option.value) ?? "", done, all);
  }
  if (whole) show(whole, say("part.all"), totals.done, totals.all);
}

const explorer = (part: string, step: string) => `./#lesson=${part}&step=${encodeURIComponent(step)}&lang=en`;

function showTexts(): void {
  if (!current) return;
  const translation = current;
  const desk = {
    translation,
    named: nameOf(translation.language, kit.names),
    say,
    isLesson: (part: string) => lessons.has(part),
    write: (place: Place, text: string | string[]) => {
      translation.write(place, { text });
      changed(place);
    },
    next,
  };
  const places = chosenPlaces(translation);
  list = new List(element("texts"), desk, places, (part) => titles.get(part) ?? part, explorer);
  element("found").textContent =
    places.length === 0 ? say("found.none") : say("found", counted(places.length));
  element("more").hidden = list.isWhole;
  showProgress();
  const link = new URLSearchParams({ lang: translation.language, part: select("part").value }).toString();
  window.history.replaceState(null, "", `#${link}`);
  keepLink(link);
  keepPictures(translation);
}

function next(): void {
  if (!list) return;
  if (!list.next()) tell(say("next.none"));
  element("more").hidden = list.isWhole;
}

// ---- without a network ----
const here = (file: string) => ({ url: new URL(file, window.location.href).href });

function keepPictures(translation: Translation): void {
  const { value: part } = select("part");
  if (!lessons.has(part)) return;
  const steps = new Set(translation.keysOf(part).flatMap((key) => stepOf(key) ?? []));
  const themes = ["light", "dark"];
  keepForLater(
    [...steps].flatMap((step) => themes.map((theme) => here(`stills/${part}/${step}.${theme}.svg`))),
  );
}

// ---- choosing a language ----
function listLanguages(): void {
  const begun = [...new Set([...Object.keys(kit.translations), ...languagesKept()])];
  if (current && !begun.includes(current.language)) begun.push(current.language);
  const others = usual.filter((tag) => !begun.includes(tag));
  const group = (label: string, tags: string[]) => {
    const named = tags.map((tag) => ({ tag, name: nameOf(tag, kit.names) }));
    named.sort((a, b) => a.name.localeCompare(b.name, kit.language));
    return h(
      "optgroup",
      { label },
      ...named.map(({ tag, name }) => h("option", { value: tag }, `${name} (${tag})`)),
    );
  };
  const [first] = select("language").options;
  select("language").replaceChildren(
    ...(first ? [first] : []),
    group(say("language.begun"), begun),
    group(say("language.others"), others),
    h("option", { value: "other" }, say("language.other")),
  );
  select("language").value = current?.language ?? "";
}

let turn = 0;
async function choose(language: string): Promise<boolean> {
  const mine = ++turn;
  keepAll();
  status.textContent = say("loading");
  try {
    const file = Object.hasOwn(kit.translations, language) ? kit.translations[language] : undefined;
    const [texts, begun] = await Promise.all([
      englishTexts(),
      file === undefined ? {} : fetched<Record<string, unknown>>(file),
    ]);
    if (mine !== turn) return false;
    const entries = Object.entries(begun).map(([part, value]) => [part, entriesOf(value)] as const);
    const own = kit.parts.map(({ id }) => [id, writtenIn(language, id)] as const);
    current = new Translation(language, texts, Object.fromEntries(entries), Object.fromEntries(own));
    keepForLater([...kit.page, kit.english, ...(file === undefined ? [] : [file])].map(here));
  } catch {
    if (mine === turn) {
      status.textContent = say("failed");
      select("language").value = current?.language ?? "";
    }
    return false;
  }
  status.textContent = "";
  tell("");
  element("other").hidden = true;
  element("bar").hidden = false;
  for (const id of ["save", "open"]) element(id, HTMLButtonElement).disabled = false;
  listLanguages();
  showTexts();
  return true;
}

function chooseTag(): void {
  const { value } = input("tag");
  const tag = tagOf(value);
  if (tag === null || !isLanguage(tag)) status.textContent = say("tag.bad", value);
  else if (/^en(?:-|$)/.test(tag)) status.textContent = say("tag.english");
  else void choose(tag);
}

// ---- saving and opening ----
function saveZip(): void {
  if (!current) return;
  keepAll();
  const translation = current;
  const name = `attention-explorer-${translation.language}.zip`;
  save(new Blob([zipped(translation.files())], { type: "application/zip" }), name);
  const sum = (count: (part: string) => number) =>
    counted(kit.parts.reduce((total, { id }) => total + count(id), 0));
  const done = sum((id) => translation.doneOf(id));
  status.textContent = say(
    "saved",
    name,
    done,
    sum((id) => translation.keysOf(id).length),
  );
}

// What was written here is only replaced if its writer agrees.
function take(name: string, found: Opened[], translation: Translation): string {
  let unknown = 0;
  let taken = 0;
  const texts = found.flatMap(({ part, entries }) =>
    Object.entries(entries).flatMap(([key, entry]) => {
      const place = { part, key };
      if (!translation.has(place)) ++unknown;
      return translation.has(place) && plain(entry.text).trim() !== "" ? [{ place, entry }] : [];
    }),
  );
  const differs = ({ place, entry }: (typeof texts)[number]) => {
    const own = translation.ownOf(place);
    return own !== undefined && plain(own.text).trim() !== "" && plain(own.text) !== plain(entry.text);
  };
  const others = texts.filter(differs).length;
  const replace = others === 0 || window.confirm(say("open.replace", name, counted(others)));
  for (const text of texts) {
    if (!replace && differs(text)) continue;
    translation.write(text.place, text.entry);
    changed(text.place);
    ++taken;
  }
  const left = unknown > 0 ? ` ${say("opened.unknown", counted(unknown))}` : "";
  return say("opened", name, counted(taken)) + left;
}

async function openFile(file: File): Promise<string> {
  let found: Opened[];
  try {
    found = await opened(file);
  } catch (error) {
    return say(error instanceof RangeError ? "open.large" : "open.bad", file.name);
  }
  const told = found.map(({ language }) => language).find((language) => language !== null) ?? null;
  const language = told ?? current?.language;
  if (language === undefined) return say("open.language", file.name);
  if (language !== current?.language && !(await choose(language))) return status.textContent;
  if (!current) return "";
  const ours = found.filter((each) => each.language === null || each.language === language);
  return take(file.name, ours, current);
}

async function openFiles(files: Iterable<File>): Promise<void> {
  const told: string[] = [];
  for (const file of [...files]) told.push(await openFile(file));
  keepAll();
  listLanguages();
  showTexts();
  status.textContent = told.join(" ");
}

// ---- the page ----
function listParts(): void {
  const option = ({ id, title }: { id: string; title: string }) => h("option", { value: id }, title);
  const all = { id: every, title: say("part.all") };
  select("part").replaceChildren(...[all, ...kit.parts].map(option));
  select("part").value = kit.parts[0]?.id ?? every;
}

// The address says which language and part; without one, the page goes on where it was left.
function begin(): void {
  const link = new URLSearchParams(window.location.hash.slice(1) || lastLink());
  const part = link.get("part") ?? "";
  if (titles.has(part) || part === every) select("part").value = part;
  const tag = tagOf(link.get("lang") ?? "");
  if (tag !== null && isLanguage(tag) && !/^en(?:-|$)/.test(tag)) void choose(tag);
}

function listen(): void {
  select("language").addEventListener("change", () => {
    const { value } = select("language");
    element("other").hidden = value !== "other";
    if (value === "other") input("tag").focus();
    else if (value !== "") void choose(value);
  });
  element("other").addEventListener("submit", (event) => {
    event.preventDefault();
    chooseTag();
  });
  for (const id of ["part", "show"]) select(id).addEventListener("change", showTexts);
  let typing = 0;
  input("search").addEventListener("input", () => {
    window.clearTimeout(typing);
    typing = window.setTimeout(showTexts, 200);
  });
  element("next").addEventListener("click", next);
  element("more").addEventListener("click", () => {
    list?.more();
    element("more").hidden = list?.isWhole ?? true;
  });
  element("save").addEventListener("click", saveZip);
  element("open").addEventListener("click", () => input("file").click());
  input("file").addEventListener("change", () => {
    const files = [...(input("file").files ?? [])];
    input("file").value = "";
    void openFiles(files);
  });
}

function listenOutside(): void {
  window.addEventListener("pagehide", keepAll);
  document.addEventListener("visibilitychange", keepAll);
  window.addEventListener("beforeunload", (event) => {
    keepAll();
    if (unkept.size > 0) event.preventDefault(); // the browser asks first
  });
  window.addEventListener("hashchange", begin);
  window.addEventListener("storage", ({ key }) => {
    const item = itemOf(key ?? "");
    if (!item || item.language !== current?.language) return;
    current.replace(item.part, writtenIn(item.language, item.part));
    list?.refresh(item.part);
    showProgress();
  });
  for (const type of ["dragover", "drop"])
    window.addEventListener(type, (event) => {
      event.preventDefault();
      const files = (event as DragEvent).dataTransfer?.files;
      if (type === "drop" && files && files.length > 0) void openFiles(files);
    });
}

listParts();
listLanguages();
listen();
listenOutside();
element("open", HTMLButtonElement).disabled = false;
keepForOffline();
begin();

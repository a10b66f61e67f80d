// The script of the author kit: choices take effect in the element beside the form and in the snippets to paste.
import { h, part, save } from "../../page/core/element";
import { filled } from "../../page/core/filled";
import type { AttentionExplorer } from "../../element/api";
import { packed, type Package } from "./scorm";
import { attributesOf, usual, type Settings } from "./settings";
import { snippets } from "./snippets";

interface Lesson {
  id: string;
  title: string;
  version: string;
  steps: { id: string; title: string }[];
  editable: { name: string; symbol: string }[];
}

/** A lesson file of the author's, and where it will lie. */
interface Own extends Lesson {
  text: string;
  preview: string; // a local address
}

interface Kit {
  lessons: Lesson[];
  words: Record<string, string>;
  language: string;
  scorm: string;
}

const chosen = (id: string) => part<HTMLInputElement | HTMLSelectElement>(id).value;

const kit = JSON.parse(part("kit").textContent) as Kit;
const say = (id: string, ...values: string[]) => filled(kit.words[id] ?? id, values);
const status = part("status");
const base = part("base", HTMLInputElement);
const ownChosen = () => chosen("lesson") === "own-file";
// Platforms that keep frames only: a frame cannot fetch a lesson file from the page around it.
const framed = ["iframe", "moodle", "canvas", "markdown", "jupyter"];
let state = "";
let own: Own | null = null;

const lessonHere = (): Lesson | undefined =>
  ownChosen() ? (own ?? undefined) : kit.lessons.find(({ id }) => id === chosen("lesson"));

// ---- a lesson file of the author's ----
interface LessonFile {
  id?: string;
  version?: string;
  title?: Record<string, string>;
  steps?: { id: string; title?: Record<string, string> }[];
  tensors?: { name: string; symbol?: unknown; editable?: boolean }[];
}

// What the form needs to know of it; what is wrong in its content, the preview says.
function lessonIn(text: string): Own {
  const file = JSON.parse(text) as LessonFile | null;
  const { id, version, title, steps, tensors } = file ?? {};
  if (!Array.isArray(steps) || steps.length === 0) throw new Error(say("own.empty"));
  const words = (all: Record<string, string> | undefined, other: string) =>
    all?.[kit.language] ?? all?.en ?? Object.values(all ?? {})[0] ?? other;
  return {
    id: id ?? "lesson",
    version: version ?? "1",
    title: words(title, id ?? ""),
    steps: steps.map((step) => ({ id: step.id, title: words(step.title, step.id) })),
    editable: (Array.isArray(tensors) ? tensors : [])
      .filter(({ editable }) => editable)
      .map(({ name, symbol }) => ({ name, symbol: typeof symbol === "string" ? symbol : name })),
    text,
    preview: URL.createObjectURL(new Blob([text], { type: "application/json" })),
  };
}

async function takeOwn(): Promise<void> {
  const [file] = part("own-file", HTMLInputElement).files ?? [];
  if (!file) return;
  try {
    const read = lessonIn(await file.text());
    if (own) URL.revokeObjectURL(own.preview);
    own = read;
    status.textContent = "";
    fill();
    update();
  } catch (error) {
    status.textContent = say("own.bad", file.name, error instanceof Error ? error.message : String(error));
  }
}

// The own file's fields, and the kinds of snippets that can show it.
function showOwn(): void {
  const on = ownChosen();
  part("own").hidden = !on;
  part("pin", HTMLInputElement).disabled = on;
  const kinds = part("kind", HTMLSelectElement);
  for (const kind of kinds.options) kind.disabled = on && framed.includes(kind.value);
  if (kinds.selectedOptions[0]?.disabled) kinds.value = "html";
  if (on && !own) status.textContent = say("own.missing");
}

// The steps and matrices of the lesson that is chosen.
function fill(): void {
  const lesson = lessonHere();
  if (!lesson) return;
  const steps = lesson.steps.map(
    ({ id, title }, i) =>
      () =>
        h("option", { value: id }, `${i + 1}. ${title}`),
  );
  for (const id of ["step", "first", "last"]) part(id).replaceChildren(...steps.map((make) => make()));
  part("last", HTMLSelectElement).selectedIndex = steps.length - 1;
  const ticks = lesson.editable.map(({ name, symbol }) =>
    h("label", {}, h("input", { type: "checkbox", value: name }), ` ${symbol}`),
  );
  part("matrices").replaceChildren(...ticks);
  state = "";
  part("forget").hidden = true;
}

function lockOf(): string | null {
  const ticked = [...part("matrices").querySelectorAll<HTMLInputElement>("input:checked")].map(
    ({ value }) => value,
  );
  switch (chosen("lock")) {
    case "all":
      return "";
    case "these":
      return ticked.length > 0 ? ticked.join(" ") : null;
    case "others":
      return ["except", ...ticked].join(" ");
    default:
      return null;
  }
}

function range(lesson: Lesson): string {
  const [first, last] = [chosen("first"), chosen("last")];
  const ids = lesson.steps.map(({ id }) => id);
  if (first === ids[0] && last === ids.at(-1)) return "";
  return ids.indexOf(first) <= ids.indexOf(last) ? `${first}..${last}` : `${last}..${first}`;
}

function settings(): Settings & { title: string } {
  const lesson = lessonHere();
  if (!lesson) throw new Error("This site holds no lesson.");
  const steps = range(lesson);
  const height = chosen("height");
  const start = chosen("step");
  const pinned = part("pin", HTMLInputElement).checked;
  const name = pinned ? `${lesson.id}@${lesson.version}` : lesson.id;
  return {
    ...usual,
    title: lesson.title,
    lesson: ownChosen() ? chosen("own-address") || "lesson.json" : name,
    step: start === (steps.split("..")[0] || lesson.steps[0]?.id) && state === "" ? "" : start,
    steps,
    theme: chosen("theme"),
    lang: chosen("lang"),
    view: chosen("view"),
    controls: chosen("controls"),
    lock: lockOf(),
    loading: chosen("loading"),
    height: /^\d+$/.test(height) ? height : "auto",
    projector: part("projected", HTMLInputElement).checked,
    state,
  };
}

// ---- the lesson beside the form ----
let preview: AttentionExplorer | null = null;
let shown = "";

function hear(element: AttentionExplorer): void {
  const told = part("told");
  const tell = (kind: string, detail: unknown) => {
    told.textContent = `${kind} ${JSON.stringify(detail)}`.slice(0, 300);
  };
  element.addEventListener("ready", ({ detail }) =>
    tell("ready", { lesson: detail.lesson, step: detail.step }),
  );
  element.addEventListener("step", ({ detail }) => {
    tell("step", detail);
    const steps = part("step", HTMLSelectElement);
    if ([...steps.options].some(({ value }) => value === detail.step)) steps.value = detail.step;
    write();
  });
  element.addEventListener("answer", ({ detail }) => tell("answer", detail));
  element.addEventListener("error", ({ detail }) => tell("error", detail));
}

// If it is already shown, its state is kept; only new attributes are set.
function show(): void {
  const given = {
    ...attributesOf(settings()),
    loading: "eager",
    ...(ownChosen() && { lesson: own?.preview ?? "" }),
  };
  const key = JSON.stringify(given);
  if (key === shown) return;
  shown = key;
  if (!preview) {
    preview = document.createElement("attention-explorer");
    hear(preview);
    part("preview").append(preview);
  }
  for (const { name } of [...preview.attributes]) if (!(name in given)) preview.removeAttribute(name);
  for (const [name, value] of Object.entries(given))
    if (preview.getAttribute(name) !== value) preview.setAttribute(name, value);
}

function write(): void {
  const made = snippets(settings(), base.value).find(({ id }) => id === chosen("kind"));
  part("code").textContent = made?.code ?? "";
  part("how").textContent = say(`how.${chosen("kind")}`);
  part("locked").hidden = !["these", "others"].includes(chosen("lock"));
}

function update(): void {
  showOwn();
  if (!lessonHere()) return; // the file is still to be chosen: what was shown before stays
  write();
  show();
}

// ---- buttons ----
async function copySnippet(): Promise<void> {
  try {
    await navigator.clipboard.writeText(part("code").textContent);
    status.textContent = say("copied");
  } catch {
    window.getSelection()?.selectAllChildren(part("code"));
    status.textContent = say("copy.failed");
  }
}

async function take(): Promise<void> {
  if (!preview) return;
  state = await preview.getState();
  part("forget").hidden = false;
  status.textContent = say("taken");
  write();
}

async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: HTTP ${answer.status}`);
  return answer;
}

async function savePackage(): Promise<void> {
  const lesson = lessonHere();
  if (!lesson) {
    status.textContent = say("own.missing");
    return;
  }
  try {
    const [script, whole] = await Promise.all([fetched(kit.scorm), fetched("attention-explorer.html")]);
    const about: Package = {
      title: lesson.title,
      language: chosen("lang") || kit.language,
      version: lesson.version,
      noPlatform: say("scorm.no_platform"),
      complete: chosen("complete") === "steps" ? "steps" : "questions",
      pass: Math.min(100, Math.max(0, Number(chosen("pass")) || 0)),
      ...(ownChosen() && own && { lesson: own.text }),
    };
    const zip = packed(settings(), about, await script.text(), new Uint8Array(await whole.arrayBuffer()));
    const name = `attention-explorer-${lesson.id}-scorm.zip`;
    save(new Blob([zip], { type: "application/zip" }), name);
    status.textContent = say("scorm.made", name);
  } catch (error) {
    status.textContent = say("scorm.failed", error instanceof Error ? error.message : String(error));
  }
}

base.value = new URL("./", window.location.href).href;
const asked = new URLSearchParams(window.location.hash.slice(1)).get("lesson");
if (asked !== null && kit.lessons.some(({ id }) => id === asked))
  part("lesson", HTMLSelectElement).value = asked;
fill();
part("settings").addEventListener("change", ({ target }) => {
  if (target instanceof HTMLElement && target.id === "own-file") {
    void takeOwn();
    return;
  }
  if (target instanceof HTMLElement && target.id === "lesson") fill();
  if (target instanceof HTMLSelectElement && target.id === "first" && preview)
    part("step", HTMLSelectElement).value = target.value;
  update();
});
part("settings").addEventListener("submit", (event) => event.preventDefault());
part("kind").addEventListener("change", write);
part("copy").addEventListener("click", () => void copySnippet());
part("take").addEventListener("click", () => {
  take().catch((error: unknown) => (status.textContent = String(error)));
});
part("forget").addEventListener("click", () => {
  state = "";
  part("forget").hidden = true;
  update();
});
part("scorm").addEventListener("click", () => void savePackage());
update();

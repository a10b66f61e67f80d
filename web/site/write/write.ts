// Writing a lesson: the editor, the problems in its text, and the running lesson, each updated with the others.
import { h, part, press, save } from "../../page/core/element";
import { filled } from "../../page/core/filled";
import type * as api from "../../modules/api/lessons.d";
import { isOurs, longestLesson, version } from "../../page/embed/protocol";
import { Editor } from "./editor";
import { patience, TypesetError, typesetLesson } from "../../page/core/typesetter";
import { Schema, tooDeepAt, type Trouble } from "./schema";

interface Kit {
  words: Record<string, string>;
  typesetter: string;
  example: unknown;
}

const kit = JSON.parse(part("kit").textContent) as Kit;
const say = (id: string, ...values: string[]) => filled(kit.words[id] ?? id, values);
const status = part("status");
const schema = new Schema();
const frame = part("frame", HTMLIFrameElement);
const draft = "attention-explorer.draft";

// ---- the core, without the page: it reports what is wrong and where ----
let lessons: Promise<api.Lessons> | null = null;
function core(): Promise<api.Lessons> {
  const module = new URL("lessons.mjs", window.location.href).href; // beside this page, not bundled
  lessons ??= import(module)
    .then((found: { loadLessons: (options?: object) => Promise<api.Lessons> }) => found.loadLessons())
    .catch((error: unknown) => {
      lessons = null; // fetched again for the next text
      throw error;
    });
  return lessons;
}

// The typesetter of the running lesson, fetched with the first formula.
async function typeset(text: string): Promise<void> {
  if (!/\$|"formula"/.test(text)) return;
  try {
    await typesetLesson(new URL(kit.typesetter, window.location.href).href, text);
  } catch (error) {
    if (error instanceof TypesetError && error.slow)
      throw new TypesetError(error.path, say("slow", String(patience)));
    throw error;
  }
}

async function found(text: string): Promise<Trouble[]> {
  // Only the core checks text nested deeper than any lesson: the schema service recurses on every level, and would
  // overflow.
  const deep = tooDeepAt(text);
  const bySchema = deep === null ? await schema.troubles(text) : [];
  try {
    if (deep === null) JSON.parse(text);
    (await core()).run(text);
    await typeset(text);
  } catch (error) {
    const { path, message } = error as Partial<api.AttentionError>;
    // The schema's message for the same place is less specific.
    if (path !== undefined && message)
      return [{ ...(deep === null ? schema.placeOf(text, path) : { from: deep, to: deep + 1 }), message }];
    if (bySchema.length === 0) return [{ from: 0, to: 0, message: message ?? String(error) }];
  }
  return bySchema;
}

// The editor and the list check the same text.
let asking: { text: string; troubles: Promise<Trouble[]> } | null = null;
function troublesOf(text: string): Promise<Trouble[]> {
  if (asking?.text !== text) asking = { text, troubles: found(text) };
  return asking.troubles;
}

// ---- the running lesson ----
let asked = 0;
let waiting = false; // the frame has asked for a lesson
let shown = "";

function run(text: string): void {
  if (!waiting || text === shown || text.length > longestLesson) return;
  shown = text;
  frame.contentWindow?.postMessage(
    { attentionExplorer: version, type: "open", id: ++asked, lesson: text },
    "*",
  );
}

window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
  if (source !== frame.contentWindow || !isOurs(data)) return;
  const told = data as { type: string; error?: { message: string }; height?: number };
  if (told.type === "lesson") {
    waiting = true;
    void check(editor.text);
  } else if (told.type === "failure") status.textContent = told.error?.message ?? "";
  else if (told.type === "height" && told.height) frame.height = String(told.height);
});

// ---- problems ----
function list(found: Trouble[]): void {
  const entries = found.map((trouble) => {
    const line = say("line", String(editor.lineOf(trouble.from)), trouble.message);
    return h(
      "li",
      {},
      press(line, () => editor.show(trouble)),
    );
  });
  part("troubles").replaceChildren(...entries);
  status.textContent = found.length === 0 ? say("fine") : say("wrong", String(found.length));
}

let turn = 0;
async function check(text: string): Promise<void> {
  const mine = ++turn;
  const found = await troublesOf(text);
  if (mine !== turn) return;
  list(found);
  if (found.length === 0) run(text);
}

// Each tab keeps its own text; a new one begins with what was written last.
function keep(text: string): void {
  try {
    window.sessionStorage.setItem(draft, text);
    window.localStorage.setItem(draft, text);
  } catch {
    // a frame may forbid it, or it is full: the file can still be saved
  }
}

function kept(): string | null {
  try {
    return window.sessionStorage.getItem(draft) ?? window.localStorage.getItem(draft);
  } catch {
    return null;
  }
}

let unsaved = false; // the text has something that is in no file

let pause = 0;
const editor = new Editor(part("editor"), {
  label: say("editor"),
  schema,
  troubles: troublesOf,
  changed: (text) => {
    keep(text);
    unsaved = true;
    part("troubles").replaceChildren(); // they belonged to another text
    status.textContent = "";
    window.clearTimeout(pause);
    pause = window.setTimeout(() => void check(text), 300);
  },
});

// ---- opening and saving ----
const room = 100; // letters in a line: what fits stays on one, as in the lessons of this site

function laidOut(value: unknown, indent: string): string {
  // Formatted as by hand: lines that JSON.stringify breaks are joined if they fit; strings contain no line breaks.
  const short = JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, " ")
    .replaceAll(/\[ | \]/g, (edge) => edge.trim());
  if (indent.length + short.length <= room || typeof value !== "object" || value === null) return short;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => laidOut(item, deeper))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${laidOut(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`;
}
const pretty = (value: unknown) => `${laidOut(value, "")}\n`;

// Another text takes the place of this one, if the writer agrees to lose what is not saved.
function replace(text: string): void {
  if (unsaved && text !== editor.text && !window.confirm(say("replace"))) return;
  editor.text = text;
  unsaved = false;
}

async function openFile(file: File): Promise<void> {
  if (file.size > longestLesson) status.textContent = say("large", String(longestLesson));
  else replace(await file.text());
}

async function openUrl(address: string): Promise<void> {
  part("asked").textContent = "";
  try {
    const url = new URL(address, window.location.href);
    if (url.protocol !== "https:" && url.protocol !== "http:") throw new Error(say("url.http"));
    // No cookies, nothing of this site: only the text is needed, and it is only read as text.
    const answer = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const text = await answer.text();
    if (text.length > longestLesson) throw new Error(say("large", String(longestLesson)));
    replace(text);
  } catch (error) {
    status.textContent = say("url.failed", address, error instanceof Error ? error.message : String(error));
  }
}

function keepAsFile(): void {
  const name = /"id"\s*:\s*"([A-Za-z0-9_-]+)"/.exec(editor.text)?.[1] ?? "lesson";
  save(new Blob([editor.text], { type: "application/json" }), `${name}.json`);
  unsaved = false;
}

const field = (id: string) => part(id, HTMLInputElement);
part("save").addEventListener("click", keepAsFile);
part("open").addEventListener("click", () => field("file").click());
field("file").addEventListener("change", () => {
  const file = field("file").files?.[0];
  if (file) void openFile(file);
  field("file").value = "";
});
part("fetch").addEventListener("click", () => void openUrl(field("url").value));
part("begin").addEventListener("change", ({ target }) => {
  const { value } = target as HTMLSelectElement;
  if (value === "example") replace(pretty(kit.example));
  else if (value !== "")
    core().then(
      (known) => replace(pretty(known.lesson(value))),
      (error: unknown) => (status.textContent = error instanceof Error ? error.message : String(error)),
    );
  (target as HTMLSelectElement).value = "";
});
for (const type of ["dragover", "drop"])
  window.addEventListener(type, (event) => {
    event.preventDefault();
    const file = (event as DragEvent).dataTransfer?.files[0];
    if (type === "drop" && file) void openFile(file);
  });

// A link may name a lesson: it is fetched only after its origin was shown and a button was pressed.
const named = new URLSearchParams(window.location.hash.slice(1)).get("url");
if (named !== null) {
  field("url").value = named;
  let origin = named;
  try {
    ({ origin } = new URL(named, window.location.href));
  } catch {
    // the message on the button says what is wrong
  }
  part("asked").textContent = say("url.ask", origin);
  part("fetch").focus();
}
const before = kept();
editor.text = before ?? pretty(kit.example);
unsaved = before !== null && before !== pretty(kit.example);
frame.src = frame.dataset.src ?? "";

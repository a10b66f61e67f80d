// Inside a SCORM 1.2 package: the lesson in a frame, and its events recorded in the learning platform: score,
// completion, each answer, and where the student was. Built separately, as one classic script of the package.
import { isOurs, version } from "../../page/embed/protocol";

interface Platform {
  LMSInitialize(nothing: ""): string;
  LMSGetValue(name: string): string;
  LMSSetValue(name: string, value: string): string;
  LMSCommit(nothing: ""): string;
  LMSFinish(nothing: ""): string;
}

interface Kept {
  solved: string[];
  seen: string[];
  state: string;
}

interface Task {
  page: string; // the address of the single-file lesson
  complete: "steps" | "questions"; // what counts as completion: all steps seen, or all questions solved
  pass: number; // per cent of the questions needed to pass
  lesson?: string; // the text of a lesson file, for which the page waits
}

const longestKept = 4096; // characters that SCORM 1.2 guarantees to keep
const longestWindowChain = 50;

function platformOf(from: Window): Platform | null {
  const chain = [from, from.opener as Window | null];
  for (const first of chain) {
    let here: Window | null = first;
    for (let i = 0; here && i < longestWindowChain; i++) {
      try {
        const { API } = here as Window & { API?: Platform };
        if (API) return API;
      } catch {
        break; // another origin: the platform is not behind it
      }
      here = here.parent === here ? null : here.parent;
    }
  }
  return null;
}

function kept(text: string): Kept {
  try {
    const { solved = [], seen = [], state = "" } = JSON.parse(text) as Partial<Kept>;
    return { solved, seen, state };
  } catch {
    return { solved: [], seen: [], state: "" };
  }
}

const clock = (ms: number) => {
  const part = (size: number, of: number) => String(Math.floor(ms / size) % of).padStart(2, "0");
  return `${String(Math.floor(ms / 3_600_000)).padStart(4, "0")}:${part(60_000, 60)}:${part(1000, 60)}.${part(10, 100)}`;
};

class Record_ {
  private readonly began = Date.now();
  private readonly memory: Kept;
  private questions: string[] = [];
  private steps: string[] = [];
  private answers: number;
  private open = true;

  constructor(
    private readonly platform: Platform,
    private readonly task: Task,
  ) {
    platform.LMSInitialize("");
    this.memory = kept(platform.LMSGetValue("cmi.suspend_data"));
    this.answers = Number(platform.LMSGetValue("cmi.interactions._count")) || 0;
    const status = platform.LMSGetValue("cmi.core.lesson_status");
    if (status === "not attempted" || status === "") this.set("cmi.core.lesson_status", "incomplete");
  }

  get state(): string {
    return this.memory.state;
  }

  private set(name: string, value: string): void {
    this.platform.LMSSetValue(name, value);
  }

  ready(steps: string[], questions: string[], step: string): void {
    this.steps = steps;
    this.questions = questions;
    this.step(step);
  }

  step(id: string): void {
    if (!this.memory.seen.includes(id)) this.memory.seen.push(id);
    this.set("cmi.core.lesson_location", id);
    this.write();
  }

  change(state: string): void {
    this.memory.state = state;
    this.keep();
  }

  answer(question: string, part: number, given: string, right: boolean, solved: boolean): void {
    const at = `cmi.interactions.${this.answers++}`;
    this.set(`${at}.id`, `${question}-${part + 1}`);
    this.set(`${at}.type`, "fill-in");
    this.set(`${at}.student_response`, given.slice(0, 255));
    this.set(`${at}.result`, right ? "correct" : "wrong");
    if (solved && !this.memory.solved.includes(question)) this.memory.solved.push(question);
    this.write();
  }

  private keep(): void {
    const whole = JSON.stringify(this.memory);
    // Too long for some platforms: then the student restarts with the lesson's own numbers, but keeps the score.
    this.set(
      "cmi.suspend_data",
      whole.length <= longestKept ? whole : JSON.stringify({ ...this.memory, state: "" }),
    );
  }

  private write(): void {
    const asked = this.questions.length;
    const solved = this.questions.filter((id) => this.memory.solved.includes(id)).length;
    const score = asked === 0 ? 100 : Math.round((100 * solved) / asked);
    if (asked > 0) {
      this.set("cmi.core.score.min", "0");
      this.set("cmi.core.score.max", "100");
      this.set("cmi.core.score.raw", String(score));
    }
    const seen = this.steps.every((id) => this.memory.seen.includes(id));
    const done = this.task.complete === "steps" ? seen : solved === asked;
    // A platform has one field for both: students who have not passed yet may continue.
    if (done && this.steps.length > 0)
      this.set("cmi.core.lesson_status", asked > 0 && score >= this.task.pass ? "passed" : "completed");
    this.keep();
    this.platform.LMSCommit("");
  }

  finish(): void {
    if (!this.open) return;
    this.open = false;
    this.set("cmi.core.session_time", clock(Date.now() - this.began));
    this.set("cmi.core.exit", "suspend");
    this.platform.LMSCommit("");
    this.platform.LMSFinish("");
  }
}

const task = JSON.parse(document.getElementById("task")?.textContent ?? "{}") as Task;
const frame = document.querySelector("iframe");
const note = document.getElementById("note");
const platform = platformOf(window);
const record = platform && new Record_(platform, task);
if (note) note.hidden = platform !== null;

const texts = (list: unknown, key: string) =>
  Array.isArray(list) ? list.map((one) => String((one as Record<string, unknown>)[key])) : [];

window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
  if (!frame || source !== frame.contentWindow || !isOurs(data)) return;
  const told = data as Record<string, unknown>;
  if (told.type === "height") frame.height = String(Number(told.height) || frame.height);
  if (told.type === "lesson" && task.lesson !== undefined)
    // To any origin: nothing in it is secret.
    frame.contentWindow?.postMessage(
      { attentionExplorer: version, type: "open", id: 1, lesson: task.lesson },
      "*",
    );
  if (!record) return;
  if (told.type === "ready")
    record.ready(texts(told.steps, "id"), texts(told.questions, "id"), String(told.step));
  else if (told.type === "step") record.step(String(told.step));
  else if (told.type === "change") record.change(String(told.state));
  else if (told.type === "answer")
    record.answer(
      String(told.question),
      Number(told.part),
      String(told.given),
      told.right === true,
      told.solved === true,
    );
});
window.addEventListener("pagehide", () => record?.finish());

if (frame) {
  const state = record?.state ?? "";
  frame.src = state === "" ? task.page : `${task.page}&state=${encodeURIComponent(state)}`;
}

// An embed of the page: reports to the page around it what a reader does, and carries out its requests (protocol.ts).
import { assets } from "../start/assets";
import type { App } from "../core/app";
import type { Core } from "../core/core";
import { elements } from "../core/elements";
import { addressOf } from "../core/history";
import { plainLink } from "../core/links";
import type { Command, Reading } from "../core/model";
import { isProjected, largest, project } from "../dialogs/projector";
import type { Answer, Host } from "./host";
import { figureOf, figureText } from "../dialogs/save-figure";
import { mapOf } from "../dialogs/save-map";
import { words } from "../core/words";
import { exportKinds, type Judged, type QuestionPlace, type StepPlace } from "./protocol";
import type { Around } from "./settings";

const refused = (code: string, message: string): Answer => ({ refused: { code, message } });
const done: Answer = { value: null };

function textIn(request: Record<string, unknown>, key: string): string | null {
  const value = request[key];
  return typeof value === "string" ? value : null;
}

function applied(app: App, command: Command): Answer {
  const no = app.core.apply(command);
  app.sync();
  app.core.wake();
  return no ? refused(no.code, no.message) : done;
}

// The room that the picture needs: side by side from 560 px on, else stacked. For a projector its px are larger.
function pictureHeight(width: number): number {
  const scale = isProjected() ? largest(width) : 1;
  const wide = width / scale;
  const [share, most] = wide < 560 ? [1.35, 640] : [0.56, 680];
  return Math.round(Math.min(Math.max(wide * share, 400), most) * scale);
}

interface LessonFile {
  version: string;
  steps: { id: string; question?: { id: string; parts?: unknown[] } }[];
}

// What a step of a model's tour, or the large map, asked for is found: there is nothing to type, so nothing can be wrong.
function foundIn({ model, large }: Reading): Judged | null {
  const question = model?.tour?.found ? `model.${model.tour.id}` : large?.hunted ? "large.hunt" : null;
  const step = model ? "model" : "large";
  return question === null
    ? null
    : { question, step, part: 0, given: "", right: true, tries: 1, solved: true };
}

export class Embed implements Around {
  private app: App | null = null;
  private lesson: LessonFile = { version: "", steps: [] };
  private found = new Set<string>(); // what tours and the large map ask to be found
  private known = new Map<string, string>(); // part of a question → its tries and outcome
  private told = { step: "", state: "", height: 0, trained: 0 };
  private ready = false;
  private give: ((lesson: string) => void) | null = null; // waiting for a lesson
  private noLesson: ((why: Error) => void) | null = null;
  private anew: ((lesson: string) => void) | null = null; // a host that sent a lesson may send another one

  constructor(private readonly host: Host) {
    host.answer((name, request) => this.asked(name, request));
    new ResizeObserver(() => this.tellHeight()).observe(elements.reading);
    window.addEventListener("resize", () => this.tellHeight());
  }

  failed(code: string, error: unknown): void {
    this.host.tell("error", { code, message: error instanceof Error ? error.message : String(error) });
  }

  close(): void {
    this.host.close();
  }

  // ---- messages to the host ----
  async lessonFromHost(open: (lesson: string) => void, refused: (why: unknown) => void): Promise<void> {
    await new Promise<void>((resolve) => {
      this.anew = open;
      this.noLesson = refused;
      this.give = (lesson) => {
        try {
          open(lesson);
        } catch (error) {
          refused(error);
          throw error;
        }
        this.give = this.noLesson = null;
        resolve();
      };
      this.host.tell("lesson", {});
    });
  }

  started(app: App, lesson: string): void {
    this.app = app;
    this.lesson = JSON.parse(lesson) as LessonFile;
    this.ready = true;
    const reading = app.core.reading();
    if (!reading) return;
    this.remember(reading);
    this.told = { ...this.told, step: reading.step.id, state: app.core.link() };
    this.tellReady(reading, app.core);
    this.tellHeight();
  }

  // Another lesson, or a new version of the same one while its author writes it: stays at the step that was shown, if
  // it still exists.
  private openAgain(lesson: string): void {
    const { app } = this;
    const step = app?.core.reading()?.step.id;
    if (!app || !this.anew) return;
    this.anew(lesson);
    if (step !== undefined) app.core.apply({ type: "GoToStep", id: step });
    app.sync(true);
    app.core.wake();
    this.started(app, lesson);
  }

  private tellReady(reading: Reading, core: Core): void {
    const { lesson, steps, language } = reading;
    const questions: QuestionPlace[] = this.lesson.steps.flatMap(({ id, question }) =>
      question ? [{ id: question.id, step: id, parts: question.parts?.length ?? 0 }] : [],
    );
    this.host.tell("ready", {
      lesson: lesson.id,
      version: this.lesson.version,
      title: lesson.title,
      language,
      steps: steps.map(({ id, title }) => ({ id, title })),
      questions,
      state: core.link(),
      step: reading.step.id,
    });
  }

  private place({ step }: Reading): StepPlace {
    return { step: step.id, title: step.title, number: step.number, count: step.count };
  }

  // After every change to what is shown. opened: it came from a link, not from an answer.
  shown(reading: Reading, link: string, opened: boolean): void {
    this.tellHeight();
    const found = foundIn(reading);
    if (this.ready && !opened && found && !this.found.has(found.question)) this.host.tell("answer", found);
    if (found) this.found.add(found.question);
    if (!this.ready || reading.contents || reading.large) return;
    if (opened) this.known.clear();
    const judged = this.remember(reading);
    if (reading.step.id !== this.told.step) this.host.tell("step", this.place(reading));
    const run = reading.step.training;
    if (run && !run.running && run.target === null) {
      const { step, lossNumber: loss } = run;
      if (step > 0 && loss !== null && step !== this.told.trained) this.host.tell("trained", { step, loss });
      this.told.trained = step;
    }
    if (link !== this.told.state) this.host.tell("change", { state: link });
    this.told = { ...this.told, step: reading.step.id, state: link };
    if (!opened) for (const answer of judged) this.host.tell("answer", answer);
  }

  // The parts that have been judged since the question was last looked at.
  private remember({ step }: Reading) {
    const { question } = step;
    if (!question) return [];
    return question.parts.flatMap(({ value, outcome, tries }, part) => {
      const key = `${question.id} ${part}`;
      const now = `${tries} ${outcome}`;
      const before = this.known.get(key);
      this.known.set(key, now);
      if (before === undefined || before === now || outcome === "open") return [];
      const right = outcome === "right";
      return [
        { question: question.id, step: step.id, part, given: value, right, tries, solved: question.solved },
      ];
    });
  }

  private tellHeight(): void {
    const reads = document.body.dataset.view === "reading";
    const height = reads ? Math.ceil(elements.reading.offsetHeight) : pictureHeight(window.innerWidth);
    if (height === this.told.height || height === 0) return;
    this.told.height = height;
    this.host.tell("height", { height });
  }

  leave(): void {
    this.host.tell("leave", {});
  }

  // ---- requests of the host ----
  private asked(name: string, request: Record<string, unknown>): Answer | Promise<Answer> {
    if (name === "open") return this.opened(textIn(request, "lesson"));
    if (name === "noLesson") {
      this.noLesson?.(new Error(textIn(request, "message") ?? ""));
      return done;
    }
    const { app } = this;
    const reading = app?.core.reading();
    if (!app || !reading)
      return refused("early", "The lesson does not run yet: wait for the message “ready”.");
    // The argument of a request; anything but a text is refused, with its place.
    const about: Record<string, string> = { goTo: "step", setState: "state", tensor: "name", export: "kind" };
    const key = Object.hasOwn(about, name) ? (about[name] ?? "") : "";
    const given = key === "" ? null : textIn(request, key);
    if (key !== "" && given === null)
      return refused(
        "type",
        `“${key}” of “${name}” must be a text; it is of the type ${typeof request[key]}.`,
      );
    switch (name) {
      case "openTensors":
        return app.tensors.show(request.given).then(({ wrong, lesson }) => {
          if (wrong) return refused("tensors", wrong);
          this.started(app, lesson);
          return done;
        });
      case "hello":
        this.tellReady(reading, app.core);
        this.told.height = 0;
        this.tellHeight();
        return done;
      case "goTo":
        return applied(app, { type: "GoToStep", id: given ?? "" });
      case "getState":
        return { value: app.core.link() };
      case "setState": {
        const link = plainLink(given ?? "");
        if (link === null) return refused("state", words("link.too_large"));
        const notes = app.openState(link);
        return notes.length > 0 ? refused("state", notes.join(" ")) : done;
      }
      case "tensor": {
        const tensor = app.core.tensor(given ?? "");
        return "message" in tensor ? { refused: tensor } : { value: tensor };
      }
      case "export":
        return this.exported(app.core, reading, given ?? "");
      case "set":
        return this.set(app, request);
      default:
        return refused("request", `There is no request “${name}”.`);
    }
  }

  // A lesson that the page around gives.
  private opened(lesson: string | null): Answer {
    if (!this.anew)
      return refused("open", "This embed has its lesson: from=host in its address lets it wait for one.");
    if (lesson === null) return refused("type", "lesson must be the text of a lesson file.");
    if (this.give) this.give(lesson);
    else this.openAgain(lesson);
    return done;
  }

  private set(app: App, request: Record<string, unknown>): Answer {
    const theme = textIn(request, "theme");
    const language = textIn(request, "lang");
    const projector = textIn(request, "projector");
    if (projector !== null) {
      project(projector !== "off");
      this.tellHeight();
    }
    const first =
      theme === null ? done : applied(app, { type: "SetTheme", theme: theme as Reading["theme"] });
    return "refused" in first || language === null ? first : applied(app, { type: "SetLanguage", language });
  }

  private exported(core: Core, reading: Reading, kind: string): Answer | Promise<Answer> {
    if (kind === "link") {
      const link = core.link();
      const id = /(?:^|&)lesson=([^&]*)/.exec(link)?.[1] ?? "";
      if (id && !(decodeURIComponent(id) in assets.lessons))
        return refused(
          "link",
          "This lesson came from the page around, and this site does not hold it. Link to that page.",
        );
      return { value: addressOf(link) };
    }
    if (kind === "pytorch" || kind === "numpy" || kind === "tex") return { value: core.exportCode(kind) };
    if (kind === "svg" || kind === "png") {
      const made = figureOf(core, reading) ?? mapOf(core, reading);
      if (!made)
        return refused(
          "figure",
          "What is shown has no figure, or it is not computed yet: go to a step of the lesson first.",
        );
      return figureText(made, kind).then((value) => ({ value }));
    }
    return refused("kind", `There is no export “${kind}”. There are ${exportKinds.join(", ")}.`);
  }
}

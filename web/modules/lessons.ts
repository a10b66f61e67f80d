// lessons.mjs: runs lesson files and tells how each of their cells came to be. The words of each call stand in the order
// in which src/modules/lessons_module.cpp reads them. What it promises is written in api/lessons.d.ts.
import type * as api from "./api/lessons.js";
import * as check from "./check.js";
import { Core, counted, read, text, type Answer, type Word } from "./core.js";

export { AttentionError } from "./error.js";

/** Filled in by the build: the wasm, and for each bundled lesson where it lies beside this module. */
declare const WASM_FILE: string;
declare const LESSON_FILES: Record<string, string>;

const languages = ["pytorch", "numpy", "tex"];
const overrideNames = ["parameters", "edits", "language"];

function parameterWords(path: string, value: unknown): Word[] {
  if (typeof value === "boolean") return [0, Number(value)];
  if (typeof value === "number") return [1, check.number(path, value)];
  if (typeof value === "string") return [2, text(value)];
  if (Array.isArray(value)) return [3, ...counted(value.map((one, i) => check.number(`${path}[${i}]`, one)))];
  check.fail(
    "type",
    path,
    `${path} is ${check.describe(value)}; it should be a boolean, number, string or list.`,
  );
}

function overrideWords(given: Record<string, unknown>): Word[] {
  const parameters = check.options(given.parameters, Object.keys(given.parameters ?? {}), "parameters");
  const edits = given.edits ?? [];
  if (!Array.isArray(edits))
    check.fail("type", "edits", `edits is ${check.describe(edits)}; it should be a list.`);
  const words: Word[] = [Object.keys(parameters).length];
  for (const [name, value] of Object.entries(parameters)) {
    words.push(text(name), ...parameterWords(`parameters.${name}`, value));
  }
  words.push(edits.length);
  edits.forEach((edit: unknown, i) => {
    const path = `edits[${i}]`;
    const { tensor, index, value } = check.options(edit ?? null, ["tensor", "index", "value"], path);
    words.push(text(check.string(`${path}.tensor`, tensor)));
    words.push(...counted(check.shape(`${path}.index`, index)), check.number(`${path}.value`, value));
  });
  words.push(text(given.language === undefined ? "en" : check.string("language", given.language)));
  return words;
}

function readNode(answer: Answer): api.LessonNode {
  const { shape, data } = answer.tensor();
  const [name, operation, symbol, role] = [answer.text(), answer.text(), answer.text(), answer.text()];
  const axes: string[] = [];
  const labels = shape.map((length) => {
    axes.push(answer.text());
    return Array.from({ length }, () => answer.text());
  });
  const node: api.LessonNode = { name, operation, symbol, role, axes, labels, shape, data };
  if (answer.flag()) node.ours = true;
  if (answer.flag()) node.random = { draw: answer.text(), seed: answer.number() };
  return node;
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

class Runner implements api.Lessons {
  readonly version: string;
  readonly ids: readonly string[];
  readonly #core: Core;
  readonly #bundled: ReadonlyMap<string, string>;
  #opened: { json: string; changes: string } | undefined;

  constructor(core: Core, bundled: ReadonlyMap<string, string>) {
    this.#core = core;
    this.#bundled = bundled;
    this.version = core.version;
    this.ids = [...bundled.keys()];
  }

  #json(lesson: unknown): string {
    if (typeof lesson === "object" && lesson !== null) return JSON.stringify(lesson);
    if (typeof lesson !== "string") {
      check.fail(
        "type",
        "lesson",
        `lesson is ${check.describe(lesson)}; it should be an object, JSON, or an id.`,
      );
    }
    if (lesson.trimStart().startsWith("{")) return lesson;
    const json = this.#bundled.get(lesson);
    if (json !== undefined) return json;
    const known = this.ids.length ? `there are ${this.ids.join(", ")}` : "none were loaded";
    check.fail(
      "lesson",
      "lesson",
      `There is no bundled lesson ${JSON.stringify(lesson.slice(0, 80))}; ${known}.`,
    );
  }

  /** Runs the lesson, unless it is the one that the core still holds. */
  #open(lesson: unknown, given: Record<string, unknown>): void {
    const json = this.#json(lesson);
    const words = overrideWords(given);
    const changes = JSON.stringify([this.#core.starts, given.parameters, given.edits, given.language]);
    if (this.#opened?.json === json && this.#opened.changes === changes) return;
    this.#opened = undefined;
    this.#core.call("open", [text(json), ...words], () => undefined);
    this.#opened = { json, changes };
  }

  lesson(id: string): object {
    return JSON.parse(this.#json(check.string("id", id))) as object;
  }

  run(lesson: api.Lesson, overrides?: api.Overrides): { nodes: api.LessonNode[] } {
    this.#open(lesson, check.options(overrides, overrideNames));
    return this.#core.call("nodes", [], (answer) => ({
      nodes: times(answer.number(), () => readNode(answer)),
    }));
  }

  explain(
    lesson: api.Lesson,
    node: string,
    index: ArrayLike<number>,
    options?: api.Overrides & { decimals?: number },
  ): api.Explanation {
    const given = check.options(options, [...overrideNames, "decimals"]);
    const decimals =
      given.decimals === undefined ? NaN : check.whole("decimals", given.decimals, undefined, 0, 9);
    const words = [text(check.string("node", node)), ...counted(check.shape("index", index)), decimals];
    this.#open(lesson, given);
    return this.#core.call("explain", words, (answer) => ({
      text: answer.text(),
      rule: answer.text(),
      combine: answer.text() as api.Explanation["combine"],
      value: answer.number(),
      rounded: answer.flag(),
      terms: times(answer.number(), () => ({
        value: answer.number(),
        factors: times(answer.number(), () => ({
          node: answer.text(),
          index: times(answer.number(), () => answer.number()),
        })),
      })),
    }));
  }

  code(lesson: api.Lesson, language: "pytorch" | "numpy" | "tex", overrides?: api.Overrides): string {
    const which = check.choice("language", language, languages, "");
    this.#open(lesson, check.options(overrides, overrideNames));
    return this.#core.call("code", [which], (answer) => answer.text());
  }
}

export const loadLessons: typeof api.loadLessons = async (options) => {
  const given = check.options(options, ["wasm", "lessons"]) as api.LoadOptions;
  const ids = given.lessons ?? Object.keys(LESSON_FILES);
  const fetched = Promise.all(
    ids.map(async (id) => {
      const file = LESSON_FILES[id];
      if (file === undefined)
        check.fail("lesson", "lessons", `There is no bundled lesson ${JSON.stringify(id)}.`);
      return [id, new TextDecoder().decode(await read(file))] as const;
    }),
  );
  const [core, bundled] = await Promise.all([Core.load(given.wasm ?? WASM_FILE), fetched]);
  return new Runner(core, new Map(bundled));
};

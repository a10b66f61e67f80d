// lessons.mjs: runs lesson files and explains how each of their cells was computed. The words of each call are written
// in the order in which src/modules/lessons_module.cpp reads them. Its interface is documented in api/lessons.d.ts.
import type * as api from "./api/lessons.js";
import * as check from "./check.js";
import { Core, counted, read, text, type Answer, type Word } from "./core.js";
import { AttentionError, reason, unexpected } from "./error.js";
import { hold } from "./held.js";

export { AttentionError } from "./error.js";

/** Filled in by the build: the wasm, and for each bundled lesson where it lies beside this module. */
declare const WASM_FILE: string;
declare const LESSON_FILES: Record<string, string>;

const languages = ["pytorch", "numpy", "tex"];
const overrideNames = ["parameters", "edits", "language"];

type Parameter = boolean | number | string | number[];

/** The changes to a run, checked and copied. */
interface Changes {
  parameters: [string, Parameter][];
  edits: { tensor: string; index: number[]; value: number }[];
  language: string;
}

function parameter(path: string, value: unknown): Parameter {
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number" || value === undefined) return check.number(path, value);
  const list = check.list(path, value, "a boolean, number, string or list");
  return list.map((one, i) => check.number(`${path}[${i}]`, one));
}

function language(value: unknown): string {
  const code = value === undefined ? "en" : check.string("language", value);
  if (/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/.test(code)) return code;
  const message = `language is ${check.describe(code)}; it should be a language's code, such as "en" or "de".`;
  check.fail("language", "language", message);
}

const changesOf = (given: Record<string, unknown>): Changes => ({
  parameters: check
    .entries("parameters", given.parameters)
    .map(([name, value]) => [name, parameter(`parameters.${name}`, value)]),
  edits: check.list("edits", given.edits, "a list of edits").map((edit, i) => {
    const path = `edits[${i}]`;
    const { tensor, index, value } = check.options(edit ?? null, ["tensor", "index", "value"], path);
    return {
      tensor: check.string(`${path}.tensor`, tensor),
      index: check.wholes(`${path}.index`, index),
      value: check.number(`${path}.value`, value),
    };
  }),
  language: language(given.language),
});

function parameterWords(value: Parameter): Word[] {
  if (typeof value === "boolean") return [0, Number(value)];
  if (typeof value === "number") return [1, value];
  return typeof value === "string" ? [2, text(value)] : [3, ...counted(value)];
}

const changeWords = ({ parameters, edits, language }: Changes): Word[] => [
  parameters.length,
  ...parameters.flatMap(([name, value]) => [text(name), ...parameterWords(value)]),
  edits.length,
  ...edits.flatMap(({ tensor, index, value }) => [text(tensor), ...counted(index), value]),
  text(language),
];

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

/** A lesson passed as an object. */
function written(lesson: object): string {
  try {
    return check.string("lesson", JSON.stringify(lesson));
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    check.fail("type", "lesson", `lesson cannot be written as JSON: ${reason(error)}.`, error);
  }
}

class Runner implements api.Lessons {
  readonly version: string;
  readonly ids: readonly string[];
  readonly #core: Core;
  readonly #bundled: ReadonlyMap<string, string>;
  #opened: { json: string; changes: string } | undefined;

  constructor(core: Core, bundled: ReadonlyMap<string, string>) {
    hold(this);
    this.#core = core;
    this.#bundled = bundled;
    this.version = core.version;
    this.ids = [...bundled.keys()];
  }

  #json(lesson: unknown): string {
    if (typeof lesson === "object" && lesson !== null) return written(lesson);
    if (typeof lesson !== "string") {
      const message = `lesson is ${check.describe(lesson)}; it should be an object, JSON, or an id.`;
      check.fail("type", "lesson", message);
    }
    if (/^\s*[{[]/.test(lesson)) return lesson;
    const json = this.#bundled.get(lesson);
    if (json !== undefined) return json;
    const known = this.ids.length ? `there are ${this.ids.join(", ")}` : "none were loaded";
    check.fail(
      "lesson",
      "lesson",
      `There is no bundled lesson ${JSON.stringify(lesson.slice(0, 80))}; ${known}.`,
    );
  }

  /** Runs the lesson, unless the core still holds it. */
  #open(lesson: unknown, given: Record<string, unknown>): void {
    const json = this.#json(lesson);
    const wanted = changesOf(given);
    const changes = JSON.stringify([this.#core.starts, wanted]);
    if (this.#opened?.json === json && this.#opened.changes === changes) return;
    this.#opened = undefined;
    this.#core.call("open", [text(json), ...changeWords(wanted)], () => undefined);
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
    const words = [text(check.string("node", node)), ...counted(check.wholes("index", index)), decimals];
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

/** The requested bundled lessons, by id; all by default. */
async function bundled(ids: unknown): Promise<ReadonlyMap<string, string>> {
  const wanted = ids === undefined ? Object.keys(LESSON_FILES) : check.list("lessons", ids, "a list of ids");
  const files = wanted.map((one, i) => {
    const id = check.string(`lessons[${i}]`, one);
    if (Object.hasOwn(LESSON_FILES, id)) return [id, LESSON_FILES[id] as string] as const;
    check.fail("lesson", "lessons", `There is no bundled lesson ${JSON.stringify(id)}.`);
  });
  const decoder = new TextDecoder();
  return new Map(
    await Promise.all(files.map(async ([id, file]) => [id, decoder.decode(await read(file))] as const)),
  );
}

async function load(options?: api.LoadOptions): Promise<Runner> {
  const { wasm, lessons } = check.options(options, ["wasm", "lessons"]) as api.LoadOptions;
  const fetched = bundled(lessons);
  const [core, texts] = await Promise.all([Core.load(wasm ?? WASM_FILE, ["explain"]), fetched]);
  return new Runner(core, texts);
}

export const loadLessons: typeof api.loadLessons = (options) =>
  load(options).catch((error: unknown) => {
    throw unexpected("loadLessons", error);
  });

// lessons.mjs: runs lesson files and explains how each of their cells was computed. The words of each call are written
// in the order in which src/modules/lessons_module.cpp reads them. Its interface is documented in api/lessons.d.ts.
import type * as api from "./api/lessons.js";
import { changesOf, changeWords, overrideNames } from "./changes.js";
import * as check from "./check.js";
import { Core, counted, read, text, type Answer } from "./core.js";
import { AttentionError, reason, unexpected } from "./error.js";
import { hold } from "./held.js";
import { train, type Wasm } from "./training.js";
import { best, type Variant } from "./variant.js";

export { AttentionError } from "./error.js";

/** Filled in by the build: the wasm, and for each bundled lesson where it lies beside this module. */
declare const WASM_FILE: string;
declare const LESSON_FILES: Record<string, string>;
/** That of training, one for each set of kernels. */
declare const TRAINING_FILES: Record<Variant, string>;

const languages = ["pytorch", "numpy", "tex", "training", "class"];
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
  if (answer.flag()) node.derived = true;
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
  readonly #training: Wasm;
  #opened: { json: string; changes: string } | undefined;

  constructor(core: Core, bundled: ReadonlyMap<string, string>, training: Wasm) {
    hold(this);
    this.#core = core;
    this.#training = training;
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

  gradient(
    lesson: api.Lesson,
    query: unknown,
    overrides?: api.Overrides,
  ): Record<string, { shape: number[]; data: Float32Array }> {
    const { of, cell, wrt } = check.options(query ?? null, ["of", "cell", "wrt"], "query");
    const names = check
      .list("wrt", wrt ?? null, "a list of tensors' names")
      .map((name, i) => check.string(`wrt[${i}]`, name));
    const words = [
      text(check.string("of", of)),
      Number(cell !== undefined),
      ...(cell === undefined ? [] : counted(check.wholes("cell", cell))),
      names.length,
      ...names.map(text),
    ];
    this.#open(lesson, check.options(overrides, overrideNames));
    return this.#core.call("gradient", words, (answer) =>
      Object.fromEntries(names.map((name) => [name, answer.tensor()])),
    );
  }

  code(lesson: api.Lesson, language: api.CodeLanguage, overrides?: api.Overrides): string {
    const which = check.choice("language", language, languages, "");
    this.#open(lesson, check.options(overrides, overrideNames));
    return this.#core.call("code", [which], (answer) => answer.text());
  }

  async train(lesson: api.Lesson, options?: api.TrainOptions): Promise<api.Trained> {
    try {
      return await train(this.#training, this.#json(lesson), options);
    } catch (error) {
      throw unexpected("train", error);
    }
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
  const known = ["wasm", "trainingWasm", "lessons"];
  const { wasm, trainingWasm, lessons } = check.options(options, known) as api.LoadOptions;
  const fetched = bundled(lessons);
  const [core, texts] = await Promise.all([Core.load(wasm ?? WASM_FILE, ["explain"]), fetched]);
  return new Runner(core, texts, { source: trainingWasm ?? TRAINING_FILES[best()] });
}

export const loadLessons: typeof api.loadLessons = (options) =>
  load(options).catch((error: unknown) => {
    throw unexpected("loadLessons", error);
  });

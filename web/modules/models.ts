// models.mjs: runs whole models of the Hugging Face hub. The words of each call are written in the order in which
// src/modules/models_module.cpp reads them. Its interface is documented in api/models.d.ts.
import { families, roundings } from "../../build/generated/model.js";
import type * as api from "./api/models.js";
import * as check from "./check.js";
import { Core, text, type Answer } from "./core.js";
import { reason, unexpected } from "./error.js";
import { hold } from "./held.js";
import { checkProgress, checkSignal, throwIfAborted, type Tell } from "./models/hearing.js";
import type { Helpers } from "./models/helpers.js";
import { filesOf, jsonOf, type Slices } from "./models/read.js";
import { meansOf, noMeasures } from "./models/parts.js";
import { isPicture, prepared } from "./models/picture.js";
import { resultOf, Run, type Given, type Loaded } from "./models/run.js";
import { Tokens } from "./models/tokens.js";
import { madeTokenizer } from "./models/vocabulary.js";
import { best, type Variant } from "./variant.js";

export { AttentionError } from "./error.js";

/** Filled in by the build: the wasm of each variant. */
declare const WASM_FILES: Record<Variant, string>;
/** Likewise, of those whose memory several threads share; what starts threads, and the script that each of them runs. */
declare const THREADED_FILES: Record<Variant, string>;
declare const HELPERS_FILE: string;
declare const THREAD_FILE: string;

/** What matrices can be rounded to; with the last, what they are multiplied by is rounded, too. In the order of the core. */
const quantizations = [...roundings, "int8"] as const;

const sliceBytes = 2 ** 23; // read at once: all that is ever held twice

const bytesWord = (data: Uint8Array) => ({ shape: [data.length], data });

/** What the core tells of a config. */
function configIn(answer: Answer): api.ModelConfig {
  const family = families[answer.number()] as (typeof families)[number];
  const [vocabulary, positions, width, layers, heads, keyHeads, headWidth, inner, tokenTypes] = Array.from(
    { length: 9 },
    () => answer.number(),
  ) as [number, number, number, number, number, number, number, number, number];
  const causal = answer.flag();
  const sizes = { vocabulary, positions, width, layers, heads, keyHeads, headWidth, inner, tokenTypes };
  const picture = Object.freeze({
    size: answer.number(),
    patch: answer.number(),
    before: answer.number(),
    anySize: answer.flag(),
  });
  const scores = Object.freeze({ divisor: answer.number(), cap: answer.number() });
  return Object.freeze({
    ...{ family, causal, ...sizes },
    ...(picture.size > 0 && { picture }),
    ...(scores.divisor > 0 && { scores }),
  });
}

/** A file's header, as the core asks for it: how long it is may show only within. */
async function headerOf(core: Core, file: Slices): Promise<{ shape: number[]; data: Uint8Array }> {
  for (let length = 8; ;) {
    const start = bytesWord(await file.read(0, Math.min(length, file.size)));
    const wanted = core.call("model_header", [start, file.size], (answer) => answer.number());
    if (wanted <= start.data.length) return start;
    length = wanted;
  }
}

/** Whether a file is a whole model: its settings, its tokenizer and its weights. */
async function isWhole(files: readonly Slices[]): Promise<boolean> {
  const [file] = files;
  if (files.length !== 1 || !file || file.size < 4) return false;
  return new TextDecoder().decode(await file.read(0, 4)) === "GGUF";
}

/** Its config; its tokenizer.json, or why there is none. */
async function readWhole(core: Core, file: Slices) {
  const header = await headerOf(core, file);
  return core.call("model_gguf", [header, file.size], (answer) => ({
    config: configIn(answer),
    tokenizer: answer.text(),
    refused: answer.text(),
  }));
}

/** What the labels of a model of pictures are called: id2label of config.json, which was checked before. */
function labelsOf(json: string, config: api.ModelConfig): string[] {
  if (!config.picture) return [];
  const { id2label = {} } = JSON.parse(json) as { id2label?: Record<string, unknown> };
  return Array.from({ length: config.vocabulary }, (_, id) => {
    const label = id2label[id];
    return typeof label === "string" ? label : String(id);
  });
}

/** How much memory a run of so many tokens takes. */
function runBytes(core: Core, tokens: number): number {
  const count = check.whole("tokens", tokens, undefined, 1);
  return core.call("run_size", [count, count, 1], (answer) => (answer.number(), answer.number()));
}

/** The heads of all files: what each says is checked before the next is read. */
async function readHeads(core: Core, files: readonly Slices[]): Promise<void> {
  for (const file of files) {
    const header = await headerOf(core, file);
    core.call("model_file", [header, file.size], () => undefined);
  }
}

interface Placed {
  file: number;
  begin: number;
  bytes: number;
  at: number;
}

/** Copies tensors slice by slice to where the core wants them. */
async function copyWeights(
  core: Core,
  files: readonly Slices[],
  placed: readonly Placed[],
  address: number,
  tell: Tell,
  signal: AbortSignal | undefined,
): Promise<void> {
  const all = placed.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { file, begin, bytes, at } of placed) {
    for (let from = 0; from < bytes; from += sliceBytes) {
      throwIfAborted(signal);
      const count = Math.min(sliceBytes, bytes - from);
      const slice = await (files[file] as Slices).read(begin + from, begin + from + count);
      if (slice.length !== count)
        check.fail("load", "weights", "The weights became shorter while they were read. Load them again.");
      core.bytes(address + at + from, count).set(slice);
      done += count;
      tell?.(done, all);
    }
  }
}

interface Told {
  quantized: api.Model["quantized"];
  weightBytes: number;
  parameters: number;
  hasLogits: boolean;
  notes: string[];
  types: string[];
}

const isList = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

const runOptions = ["tokenTypes", "without", "weights", "temperatures", "room", "onProgress", "signal"];

/** Ends the threads of a model that nobody holds any more. */
const forgotten = new FinalizationRegistry((helpers: Helpers) => helpers.close());

class Model implements api.Model {
  readonly config: api.ModelConfig;
  readonly version: string;
  readonly variant: Variant;
  readonly hasLogits: boolean;
  readonly weightBytes: number;
  readonly parameters: number;
  readonly notes: readonly string[];
  readonly types: readonly string[];
  readonly quantized: api.Model["quantized"];
  readonly labels: readonly string[];
  readonly #loaded: Loaded;
  readonly #helpers: Helpers | undefined;
  #latest: Run | undefined;

  constructor(
    loaded: Loaded,
    helpers: Helpers | undefined,
    { hasLogits, weightBytes, parameters, notes, types, quantized }: Told,
  ) {
    hold(this);
    this.#loaded = loaded;
    this.#helpers = helpers;
    if (helpers) forgotten.register(this, helpers);
    this.config = loaded.config;
    this.version = loaded.core.version;
    this.variant = loaded.core.call("model_variant", [], (answer) => answer.text()) as Variant;
    this.hasLogits = hasLogits;
    this.weightBytes = weightBytes;
    this.parameters = parameters;
    this.notes = Object.freeze(notes);
    this.types = Object.freeze(types);
    this.quantized = quantized;
    this.labels = Object.freeze([...loaded.labels]);
  }

  get threads(): number {
    return this.#helpers?.count ?? 1;
  }

  get memory(): number {
    return this.#loaded.core.memory;
  }

  get textProblem(): string | undefined {
    return this.#loaded.tokens.problem?.message;
  }

  get unknownId(): number | undefined {
    return this.#loaded.tokens.standIns.unknown;
  }

  get maskId(): number | undefined {
    return this.#loaded.tokens.standIns.mask;
  }

  #open(): Loaded {
    const { core, starts } = this.#loaded;
    if (core.starts === starts) return this.#loaded;
    this.#helpers?.close();
    const why = core.live
      ? "The core ran out of memory, and the weights are gone"
      : "This model was disposed";
    check.fail("disposed", "model", `${why}. Load it again.`);
  }

  encode(words: string): number[] {
    return this.#open().tokens.encode(check.string("text", words), true);
  }

  decode(ids: ArrayLike<number>): string {
    return this.#open().tokens.decode(check.wholes("ids", ids));
  }

  piece(id: number): string {
    return this.#open().tokens.piece(check.whole("id", id, undefined, 0));
  }

  headWeights(layer: number, head: number): api.HeadWeights {
    const { core, config } = this.#open();
    const place = [check.whole("layer", layer), check.whole("head", head)];
    const { width, headWidth } = config;
    const matrix = (which: number, ...shape: number[]) =>
      resultOf(core, "model_head", [...place, which], shape);
    return {
      query: matrix(0, headWidth, width),
      key: matrix(1, headWidth, width),
      value: matrix(2, headWidth, width),
      output: matrix(3, width, headWidth),
    };
  }

  runBytes(tokens: number): number {
    return runBytes(this.#open().core, tokens);
  }

  /** What the core takes for a text, ids or a picture. */
  #read(path: string, given: api.Input): Given {
    if (typeof given === "string") return { ids: this.encode(given) };
    if (isPicture(given)) return prepared(this.#loaded, given, path);
    return { ids: check.wholes(path, given) };
  }

  async run(given: api.Input, options?: api.RunOptions): Promise<api.ModelRun> {
    try {
      const loaded = this.#open();
      const read = this.#read("ids", given);
      this.#latest = await Run.start(loaded, read, check.options(options, runOptions));
      return this.#latest;
    } catch (error) {
      throw unexpected("run", error);
    }
  }

  next(k?: number): api.NextToken[] {
    this.#open();
    if (!this.#latest) check.fail("missing", "run", "No text was run yet: call run() first.");
    return this.#latest.next(k);
  }

  async measure(texts: Iterable<api.Input>, options?: api.MeasureOptions): Promise<api.HeadMeasures> {
    try {
      const loaded = this.#open();
      const given = check.options(options, ["without", "onProgress", "signal"]);
      const { without } = given;
      const tell = checkProgress(given.onProgress);
      const signal = checkSignal(given.signal);
      // A text alone would be taken letter by letter.
      if (!isList(texts))
        check.fail(
          "type",
          "texts",
          `texts is ${check.describe(texts)}; it should be a list of texts, or of lists of ids.`,
        );
      const all = noMeasures(loaded.config);
      const inputs = [...texts].map((one, i) => this.#read(`texts[${i}]`, one));
      for (const [i, read] of inputs.entries()) {
        throwIfAborted(signal);
        const run = await Run.start(loaded, read, { without, room: 0, signal });
        try {
          await run.addMeasures(i, all, () => {}, signal);
        } finally {
          run.dispose();
        }
        tell?.(i + 1, inputs.length);
      }
      return meansOf(loaded.config, all);
    } catch (error) {
      throw unexpected("measure", error);
    }
  }

  dispose(): void {
    this.#latest = undefined;
    this.#helpers?.close();
    this.#loaded.core.drop();
  }
}

const loadOptions = [
  "config",
  "weights",
  "tokenizer",
  "tokenizerConfig",
  "vocabulary",
  "preprocessor",
  "quantize",
  "onPlan",
  "onProgress",
  "signal",
  "wasm",
  "variant",
  "threads",
];

/** What starts threads, in a file of its own that is loaded only for them. */
async function threadsModule() {
  const address = new URL(HELPERS_FILE, import.meta.url).href;
  try {
    return (await import(address)) as typeof import("./models/helpers.js");
  } catch (error) {
    check.fail("load", address, `${address} could not be loaded: ${reason(error)}.`, error);
  }
}

/** The core; and what gives it helpers once it holds a model, where its memory can be shared. */
async function loadCore(wasm: api.ModelFiles["wasm"], variant: Variant, threads: number) {
  const needed = ["model_open"];
  const own = (wasm ?? undefined) === undefined;
  const module = threads > 1 && own ? await threadsModule() : undefined;
  const help: { helpers?: Helpers | undefined } = {};
  const imports = {
    await_helper: (address: number) => Number(help.helpers?.hasDone(address >>> 0) ?? false),
  };
  const shared = module?.mayShare()
    ? await Core.load(THREADED_FILES[variant], needed, imports).catch(() => undefined) // an engine may refuse such memory
    : undefined;
  const core = shared ?? (await Core.load(wasm ?? WASM_FILES[variant], needed));
  const startHelpers = async () =>
    (help.helpers = await module?.Helpers.start(core, threads, new URL(THREAD_FILE, import.meta.url)));
  return { core, startHelpers };
}

/** What the core wants of the files, and what it says of the model. */
const planOf = (core: Core, format: number) =>
  core.call("model_plan", [format], (answer) => ({
    weightBytes: answer.number(),
    parameters: answer.number(),
    hasLogits: answer.flag(),
    placed: Array.from({ length: answer.number() }, (): Placed => {
      return { file: answer.number(), begin: answer.number(), bytes: answer.number(), at: answer.number() };
    }),
    notes: Array.from({ length: answer.number() }, () => answer.text()),
    types: Array.from({ length: answer.number() }, () => answer.text()),
  }));

/** The settings and the heads of all files: config.json and those of the weights, or those of a whole model. */
async function readSettings(core: Core, files: readonly Slices[], given: Record<string, unknown>) {
  const file = files[0] as Slices;
  const alone = given.config === undefined;
  const own = alone && (await isWhole(files)) ? await readWhole(core, file) : undefined;
  // A file alone may be no model at all, which it then says itself.
  if (alone && !own) await headerOf(core, file);
  const json = own ? "{}" : await jsonOf("config", given.config);
  const config = own?.config ?? core.call("model_open", [text(json)], configIn);
  const settings =
    given.preprocessor === undefined ? undefined : await jsonOf("preprocessor", given.preprocessor);
  if (settings !== undefined) core.call("picture_settings", [text(settings)], () => undefined);
  if (!own) await readHeads(core, files);
  const wanted = !own && (given.tokenizer === undefined || given.tokenizer === null);
  const { model_type: type } = JSON.parse(json) as { model_type?: string };
  const made = wanted ? await madeTokenizer(given.vocabulary, given.tokenizerConfig, String(type)) : {};
  return {
    config,
    labels: labelsOf(json, config),
    reads: settings !== undefined,
    tokenizer: given.tokenizer ?? (own?.tokenizer || made.tokenizer),
    refused: own?.refused ?? made.refused,
  };
}

async function load(options: api.ModelFiles | undefined): Promise<Model> {
  const given = check.options(options ?? null, loadOptions);
  const variant = (given.variant ?? best()) as Variant;
  check.choice("variant", variant, Object.keys(WASM_FILES), "scalar");
  const { quantize } = given;
  const format =
    quantize === undefined || quantize === null
      ? 0
      : 1 + check.choice("quantize", quantize, quantizations, "q8_0");
  const threads = check.whole("threads", given.threads, 1, 1, 64);
  const signal = checkSignal(given.signal);
  const tell = checkProgress(given.onProgress);
  if (given.onPlan !== undefined && typeof given.onPlan !== "function")
    check.fail("type", "onPlan", `onPlan is ${check.describe(given.onPlan)}; it should be a function.`);
  const onPlan = given.onPlan as api.ModelFiles["onPlan"];
  const files = filesOf("weights", given.weights);
  throwIfAborted(signal);

  const wasm = given.wasm as api.ModelFiles["wasm"];
  const { core, startHelpers } = await loadCore(wasm, variant, threads);
  const { config, labels, reads, tokenizer, refused } = await readSettings(core, files, given);
  const { placed, ...sizes } = planOf(core, format);
  const { weightBytes, parameters, types } = sizes;
  if (onPlan) {
    try {
      onPlan({ config, weightBytes, parameters, types, runBytes: (tokens) => runBytes(core, tokens) });
    } catch (error) {
      check.fail("callback", "onPlan", `onPlan threw: ${String(error)}`, error);
    }
  }
  throwIfAborted(signal);
  const tokens = await Tokens.load(tokenizer, refused);
  throwIfAborted(signal);
  const address = core.allocate("weights", weightBytes, "Choose a smaller model, or one in half precision.");
  await copyWeights(core, files, placed, address, tell, signal);
  core.call("model_bind", [address], () => undefined);
  return new Model({ core, config, tokens, starts: core.starts, labels, reads }, await startHelpers(), {
    ...sizes,
    quantized: quantizations[format - 1],
  });
}

export const loadModel: typeof api.loadModel = (options) =>
  load(options).catch((error: unknown) => {
    throw unexpected("loadModel", error);
  });

// attention.mjs: the kernels of the attention core for JavaScript. The words of each call are written in the order in
// which src/modules/attention_module.cpp reads them. Its interface is documented in api/attention.d.ts.
import type * as api from "./api/attention.js";
import * as check from "./check.js";
import { Core, counted, type ArrayWords, type Word } from "./core.js";
import { reason, unexpected } from "./error.js";
import { Generator } from "./generator.js";
import { hold } from "./held.js";
import { product, type KeptTensor, type Place } from "./kept.js";
import { multiHeadOptions, scaledDotProductBackwardOptions, scaledDotProductOptions } from "./options.js";
import { best } from "./variant.js";
import { Kind, part } from "./share.js";
import type { Threads } from "./threads.js";

export { AttentionError } from "./error.js";

/** File names of the wasm, filled in by the build: they carry a hash, so that script and wasm always match. */
declare const WASM_FILES: Record<api.Variant, string>;
/** What several threads need, loaded on request, and the script that each of them runs. */
declare const THREADS_FILE: string;
declare const THREAD_FILE: string;

const scoreNames = ["none", "product", "softcapped", "masked"];

function lengths(path: string, value: unknown): Word[] {
  if (value === undefined || value === null) return [0];
  return [1, ...counted(check.wholes(path, value))];
}

type Given = ArrayWords | Place;

function inputs(query: unknown, key: unknown, value: unknown): [Given, Given, Given] {
  return [check.tensor("query", query), check.tensor("key", key), check.tensor("value", value)];
}

/** Heads without features cost time, too. */
const mostHeads = 2 ** 16;

/** Calls with more multiply-adds than this are divided among threads: about half a millisecond of work. */
const worthDividing = 2 ** 23;

type Maybe = Given | null;
type Tensors = [Given, Given, Given, Given, Maybe, Maybe, Maybe, Maybe, Maybe, Given, Maybe, ...Maybe[]];

/** Whether the result's tensors stay in the core: the option `keep` of every function. */
const keeps = (given: Record<string, unknown>) => check.flag("keep", given.keep, false);

// The declarations distinguish kept from copied tensors by this option; here both are tensors.
class Kernels {
  readonly variant: api.Variant;
  readonly version: string;
  readonly #core: Core;
  readonly #threads: Threads | undefined;

  constructor(core: Core, threads?: Threads) {
    hold(this);
    this.#core = core;
    this.#threads = threads;
    this.variant = core.call("variant", [], (answer) => answer.text()) as api.Variant;
    this.version = core.version;
  }

  get memory(): number {
    return this.#core.memory;
  }

  get threads(): number {
    return this.#threads?.count ?? 1;
  }

  get divided(): number {
    return this.#threads?.divided ?? 0;
  }

  close(): void {
    this.#threads?.close();
  }

  #tensor(name: string, words: readonly Word[], keep: number): api.Tensor {
    return this.#core.call(name, words, (answer) => answer.tensor(), check.camelCase, keep);
  }

  /** The result of the threads, in the requested form. */
  #given({ shape, data }: api.Tensor, keep: number): api.Tensor {
    return keep ? (this.#core.keep(shape, data) as unknown as api.Tensor) : { shape, data };
  }

  tensor(shape: ArrayLike<number>, data?: Float32Array): KeptTensor {
    const lengths = check.shape("shape", shape);
    if (data === undefined) return this.#core.keep(lengths);
    return this.#core.keep(lengths, check.floats("data", data, lengths));
  }

  scaledDotProductAttention(
    query: api.TensorInput,
    key: api.TensorInput,
    value: api.TensorInput,
    options?: api.ScaledDotProductOptions,
  ): api.ScaledDotProductResult {
    const given = check.options(options, scaledDotProductOptions);
    const generator = Generator.of("generator", given.generator);
    const qkv = inputs(query, key, value);
    const words = [
      ...qkv,
      check.mask("attnMask", given.attnMask),
      check.flag("isCausal", given.isCausal, false),
      check.maybeNumber("scale", given.scale),
      check.flag("enableGqa", given.enableGqa, false),
      check.number("dropoutP", given.dropoutP, 0),
      Generator.state(generator),
      check.number("softcap", given.softcap, 0),
      check.maybeTensor("pastKey", given.pastKey),
      check.maybeTensor("pastValue", given.pastValue),
      ...lengths("keyLengths", given.keyLengths),
      check.whole("qNumHeads", given.qNumHeads, 0, 0, mostHeads),
      check.whole("kvNumHeads", given.kvNumHeads, 0, 0, mostHeads),
      check.flag("needWeights", given.needWeights, false),
      check.choice("needScores", given.needScores, scoreNames, "none"),
    ];
    const keep = keeps(given);
    // The core decides the rest: what it cannot divide, it computes as a whole.
    const [{ shape: q }, { shape: k }] = qkv;
    if (this.#threads && product(q) * (k[k.length - 2] ?? 0) >= worthDividing) {
      const output = this.#threads.run({ kind: Kind.attention, words });
      if (output) return { output: this.#given(output, keep) };
    }
    return this.#core.call(
      "scaled_dot_product_attention",
      words,
      (answer) => {
        const result: api.ScaledDotProductResult = { output: answer.tensor() };
        for (const name of ["weights", "scores", "presentKey", "presentValue"] as const) {
          const tensor = answer.maybeTensor();
          if (tensor) result[name] = tensor;
        }
        Generator.take(generator, answer);
        return result;
      },
      check.camelCase,
      keep,
    );
  }

  scaledDotProductAttentionBackward(
    gradOutput: api.TensorInput,
    query: api.TensorInput,
    key: api.TensorInput,
    value: api.TensorInput,
    options?: api.ScaledDotProductBackwardOptions,
  ): api.ScaledDotProductGradients {
    const given = check.options(options, scaledDotProductBackwardOptions);
    return this.#core.call(
      "scaled_dot_product_attention_backward",
      [
        check.tensor("gradOutput", gradOutput),
        ...inputs(query, key, value),
        check.mask("attnMask", given.attnMask),
        check.flag("isCausal", given.isCausal, false),
        check.maybeNumber("scale", given.scale),
        check.flag("enableGqa", given.enableGqa, false),
      ],
      (answer) => ({ gradQuery: answer.tensor(), gradKey: answer.tensor(), gradValue: answer.tensor() }),
      check.camelCase,
      keeps(given),
    );
  }

  multiHeadAttention(
    query: api.TensorInput,
    key: api.TensorInput,
    value: api.TensorInput,
    options: api.MultiHeadOptions,
  ): api.MultiHeadResult {
    const given = check.options(options, multiHeadOptions);
    const generator = Generator.of("generator", given.generator);
    const words = [
      ...inputs(query, key, value),
      check.whole("numHeads", given.numHeads, undefined, 0, mostHeads),
      check.maybeTensor("inProjWeight", given.inProjWeight),
      check.maybeTensor("queryWeight", given.queryWeight),
      check.maybeTensor("keyWeight", given.keyWeight),
      check.maybeTensor("valueWeight", given.valueWeight),
      check.maybeTensor("inProjBias", given.inProjBias),
      check.tensor("outProjWeight", given.outProjWeight),
      check.maybeTensor("outProjBias", given.outProjBias),
      check.maybeTensor("biasK", given.biasK),
      check.maybeTensor("biasV", given.biasV),
      check.flag("addZeroAttn", given.addZeroAttn, false),
      check.mask("attnMask", given.attnMask),
      check.mask("keyPaddingMask", given.keyPaddingMask),
      check.flag("isCausal", given.isCausal, false),
      check.flag("needWeights", given.needWeights, true),
      check.flag("averageAttnWeights", given.averageAttnWeights, true),
      check.flag("batchFirst", given.batchFirst, true),
      check.maybeNumber("scale", given.scale),
      check.number("dropoutP", given.dropoutP, 0),
      Generator.state(generator),
    ];
    const divided = this.#divided(words);
    if (divided) return { output: this.#given(divided, keeps(given)) };
    return this.#core.call(
      "multihead_attention",
      words,
      (answer) => {
        const result: api.MultiHeadResult = { output: answer.tensor() };
        const weights = answer.maybeTensor();
        if (weights) result.weights = weights;
        Generator.take(generator, answer);
        return result;
      },
      check.camelCase,
      keeps(given),
    );
  }

  /** A module's output from several threads: heads first, then rows of what they are projected to. */
  #divided(words: readonly Word[]): api.Tensor | undefined {
    const [query, key, value, heads, joined, q, k, v, biases, weight, bias, ...rest] = words as Tensors;
    const [biasK, biasV, addZero, mask, padding, isCausal, needWeights, , batchFirst, scale, dropout] = rest;
    const simple =
      !biasK && !biasV && !addZero && !mask && !padding && !needWeights && batchFirst && !dropout;
    const width = query.shape[2] ?? 0;
    const count = heads as unknown as number;
    if (!this.#threads || !simple || count < this.#threads.count || width % count) return undefined;
    if (product(query.shape) * (width + (key.shape[1] ?? 0)) < worthDividing) return undefined;
    const fits = (one: ArrayWords | Place | null, ...shape: number[]) =>
      !!one && one.shape.length === shape.length && shape.every((length, axis) => one.shape[axis] === length);
    const inputs = [query, key, value].every((one) =>
      fits(one, query.shape[0] ?? 0, one.shape[1] ?? 0, width),
    );
    if (!inputs || key.shape[1] !== value.shape[1] || !fits(weight, width, width)) return undefined;
    if ((bias && !fits(bias, width)) || (biases && !fits(biases, 3 * width))) return undefined;
    const own = [q, k, v];
    if (
      joined
        ? own.some(Boolean) || !fits(joined, 3 * width, width)
        : !own.every((one) => fits(one, width, width))
    )
      return undefined;
    const all = joined ? [0, 1, 2].map((at) => part(joined, at * width * width, [width, width])) : own;
    const offsets = [0, 1, 2].map((at) => biases && part(biases, at * width, [width]));
    const job = [query, key, value, count, ...all, ...offsets, isCausal ?? 0, scale ?? NaN] as Word[];
    const attended = this.#threads.run({ kind: Kind.heads, words: job });
    return attended && this.#threads.run({ kind: Kind.projection, words: [attended, weight, bias] });
  }

  additiveAttention(
    query: api.TensorInput,
    key: api.TensorInput,
    value: api.TensorInput,
    options: api.AdditiveOptions,
  ): api.AdditiveResult {
    const given = check.options(options, ["queryWeight", "keyWeight", "scoreVector", "attnMask", "keep"]);
    const words = [
      ...inputs(query, key, value),
      check.tensor("queryWeight", given.queryWeight),
      check.tensor("keyWeight", given.keyWeight),
      check.tensor("scoreVector", given.scoreVector),
      check.mask("attnMask", given.attnMask),
    ];
    return this.#core.call(
      "additive_attention",
      words,
      (answer) => ({ output: answer.tensor(), weights: answer.tensor(), scores: answer.tensor() }),
      (message) => check.camelCase(message).replace(/\bmask\b/, "attnMask"),
      keeps(given),
    );
  }

  softmax(x: api.TensorInput, axis: number, options?: api.SoftmaxOptions): api.Tensor {
    const given = check.options(options, ["temperature", "emptyRow", "keep"]);
    const words = [
      check.tensor("x", x),
      check.whole("axis", axis, undefined, -(2 ** 31), 2 ** 31 - 1),
      check.number("temperature", given.temperature, 1),
      check.choice("emptyRow", given.emptyRow, ["zeros", "nan"], "zeros"),
    ];
    return this.#tensor("softmax", words, keeps(given));
  }

  matmul(a: api.TensorInput, b: api.TensorInput, options?: api.KeepOption): api.Tensor {
    const keep = keeps(check.options(options, ["keep"]));
    const words = [check.tensor("a", a), check.tensor("b", b)] as [Given, Given];
    const [{ shape: m }, { shape: n }] = words;
    const fits = m.length >= 2 && n.length === 2 && m[m.length - 1] === n[0];
    if (this.#threads && fits && product(m) * (n[1] ?? 0) >= worthDividing) {
      const divided = this.#threads.run({ kind: Kind.product, words });
      if (divided) return this.#given(divided, keep);
    }
    return this.#tensor("matmul", words, keep);
  }

  sinusoidal(tokens: number, dim: number, options?: api.SinusoidalOptions): api.Tensor {
    const given = check.options(options, ["base", "offset", "keep"]);
    const words = [
      ...check.shape("tokens × dim", [check.whole("tokens", tokens), check.whole("dim", dim)]),
      check.number("base", given.base, 10000),
      check.whole("offset", given.offset, 0),
    ];
    return this.#tensor("sinusoidal", words, keeps(given));
  }

  alibiSlopes(heads: number, options?: api.KeepOption): api.Tensor {
    const keep = keeps(check.options(options, ["keep"]));
    return this.#tensor("alibi_slopes", [check.whole("heads", heads)], keep);
  }

  rotary(x: api.TensorInput, options?: api.RotaryOptions): api.Tensor {
    const given = check.options(options, ["base", "offset", "interleaved", "keep"]);
    const words = [
      check.tensor("x", x),
      check.number("base", given.base, 10000),
      check.whole("offset", given.offset, 0),
      check.flag("interleaved", given.interleaved, true),
    ];
    return this.#tensor("rotary", words, keeps(given));
  }

  generator(seed: number | bigint): Generator {
    return new Generator(this.#core, seed);
  }
}

/** Several threads, in files of their own that are loaded only for them. */
async function startThreads(core: Core, count: number): Promise<Threads | undefined> {
  const address = new URL(THREADS_FILE, import.meta.url).href;
  try {
    const { Threads } = (await import(address)) as typeof import("./threads.js");
    return await Threads.start(core, count, new URL(THREAD_FILE, import.meta.url));
  } catch (error) {
    check.fail("load", address, `${address} could not be loaded: ${reason(error)}.`, error);
  }
}

async function load(options?: api.LoadOptions): Promise<api.Attention> {
  const known = ["wasm", "variant", "threads"];
  const { wasm, variant = best(), threads } = check.options(options, known) as api.LoadOptions;
  check.choice("variant", variant, Object.keys(WASM_FILES), "scalar");
  const count = check.whole("threads", threads, 1, 1, 64);
  const core = await Core.load(wasm ?? WASM_FILES[variant], ["softmax"]);
  const kernels: unknown = new Kernels(core, count > 1 ? await startThreads(core, count) : undefined);
  return kernels as api.Attention;
}

export const loadAttention: typeof api.loadAttention = (options) =>
  load(options).catch((error: unknown) => {
    throw unexpected("loadAttention", error);
  });

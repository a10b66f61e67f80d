// PyTorch's random generator. Its state is kept here as bytes that only the core interprets: each draw passes them in
// and stores the new ones, so the core has nothing to free.
import type * as api from "./api/attention.js";
import * as check from "./check.js";
import { counted, text, type Answer, type Core, type Word } from "./core.js";
import { hold } from "./held.js";

const nonlinearities = ["linear", "sigmoid", "tanh", "relu", "leaky_relu"];

const given = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

export class Generator implements api.Generator {
  #state!: Uint8Array;
  readonly #core: Core;

  constructor(core: Core, seed: number | bigint) {
    hold(this);
    this.#core = core;
    this.manualSeed(seed);
  }

  /** The generator that an option names. */
  static of(path: string, value: unknown): Generator | undefined {
    if (value === undefined || value === null) return undefined;
    const found = check.behindProxy(path, value);
    if (typeof found === "object" && found !== null && #state in found) return found;
    check.fail(
      "type",
      path,
      `${path} is ${check.describe(value)}; it should come from attention.generator(seed).`,
    );
  }

  /** What a random kernel needs: the state goes in, and comes back through `take`. */
  static state(generator: Generator | undefined): Word {
    return generator ? { shape: [generator.#state.length], data: generator.#state } : null;
  }

  static take(generator: Generator | undefined, answer: Answer): void {
    if (generator) generator.#state = answer.bytes();
  }

  #draw<T>(name: string, words: readonly Word[], read: (answer: Answer) => T): T {
    return this.#core.call(
      `generator_${name}`,
      [{ shape: [this.#state.length], data: this.#state }, ...words],
      (answer) => {
        this.#state = answer.bytes();
        return read(answer);
      },
      check.camelCase,
    );
  }

  #tensor(name: string, words: readonly Word[]): api.Tensor {
    return this.#draw(name, words, (answer) => answer.tensor());
  }

  #shaped(name: string, words: readonly Word[], shape: unknown): api.Tensor {
    return this.#tensor(name, [...words, ...counted(check.shape("shape", shape))]);
  }

  manualSeed(seed: number | bigint): this {
    if (typeof seed !== "number" && typeof seed !== "bigint") {
      check.fail("seed", "seed", `seed is ${check.describe(seed)}; it should be a whole number or a bigint.`);
    }
    const words = typeof seed === "number" ? [seed, null] : [NaN, text(String(seed))];
    if (Number.isNaN(seed)) check.fail("seed", "seed", "seed is NaN; it should be a whole number.");
    this.#state = this.#core.call("generator_seed", words, (answer) => answer.bytes());
    return this;
  }

  rand(shape: ArrayLike<number>): api.Tensor {
    return this.#shaped("rand", [], shape);
  }

  randn(shape: ArrayLike<number>): api.Tensor {
    return this.#shaped("randn", [], shape);
  }

  randint(low: number, high: number, shape: ArrayLike<number>): api.Tensor {
    const whole = (path: string, value: unknown) =>
      check.whole(path, value, undefined, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    return this.#shaped("randint", [whole("low", low), whole("high", high)], shape);
  }

  uniform(from: number, to: number, shape: ArrayLike<number>): api.Tensor {
    return this.#shaped("uniform", [check.number("from", from), check.number("to", to)], shape);
  }

  normal(mean: number, std: number, shape: ArrayLike<number>): api.Tensor {
    return this.#shaped("normal", [check.number("mean", mean), check.number("std", std)], shape);
  }

  linear(inFeatures: number, outFeatures: number, options?: { bias?: boolean }) {
    const { bias } = check.options(options, ["bias"]);
    const words = [
      check.whole("inFeatures", inFeatures),
      check.whole("outFeatures", outFeatures),
      check.flag("bias", bias, true),
    ];
    return this.#draw("linear", words, (answer) => {
      const layer: { weight: api.Tensor; bias?: api.Tensor } = { weight: answer.tensor() };
      const biases = answer.maybeTensor();
      if (biases) layer.bias = biases;
      return layer;
    });
  }

  embedding(
    numEmbeddings: number,
    embeddingDim: number,
    options?: { paddingIdx?: number | null },
  ): api.Tensor {
    const { paddingIdx } = check.options(options, ["paddingIdx"]);
    return this.#tensor("embedding", [
      check.whole("numEmbeddings", numEmbeddings),
      check.whole("embeddingDim", embeddingDim),
      check.maybeWhole("paddingIdx", paddingIdx),
    ]);
  }

  multiHead(
    embedDim: number,
    numHeads: number,
    options?: { bias?: boolean; addBiasKv?: boolean; kdim?: number | null; vdim?: number | null },
  ): api.MultiHeadParameters {
    const { bias, addBiasKv, kdim, vdim } = check.options(options, ["bias", "addBiasKv", "kdim", "vdim"]);
    const words = [
      check.whole("embedDim", embedDim),
      check.whole("numHeads", numHeads),
      check.flag("bias", bias, true),
      check.flag("addBiasKv", addBiasKv, false),
      check.maybeWhole("kdim", kdim),
      check.maybeWhole("vdim", vdim),
    ];
    return this.#draw("multihead_attention", words, (answer) =>
      given({
        numHeads,
        inProjWeight: answer.maybeTensor(),
        queryWeight: answer.maybeTensor(),
        keyWeight: answer.maybeTensor(),
        valueWeight: answer.maybeTensor(),
        inProjBias: answer.maybeTensor(),
        outProjWeight: answer.tensor(),
        outProjBias: answer.maybeTensor(),
        biasK: answer.maybeTensor(),
        biasV: answer.maybeTensor(),
      }),
    ) as api.MultiHeadParameters;
  }

  #xavier(name: string, shape: ArrayLike<number>, options: unknown): api.Tensor {
    const { gain } = check.options(options, ["gain"]);
    return this.#shaped(name, [check.number("gain", gain, 1)], shape);
  }

  xavierUniform(shape: ArrayLike<number>, options?: { gain?: number }): api.Tensor {
    return this.#xavier("xavier_uniform", shape, options);
  }

  xavierNormal(shape: ArrayLike<number>, options?: { gain?: number }): api.Tensor {
    return this.#xavier("xavier_normal", shape, options);
  }

  #kaiming(name: string, shape: ArrayLike<number>, options: unknown): api.Tensor {
    const { a, mode, nonlinearity } = check.options(options, ["a", "mode", "nonlinearity"]);
    const words = [
      check.number("a", a, 0),
      check.choice("mode", mode, ["fan_in", "fan_out"], "fan_in"),
      check.choice("nonlinearity", nonlinearity, nonlinearities, "leaky_relu"),
    ];
    return this.#shaped(name, words, shape);
  }

  kaimingUniform(shape: ArrayLike<number>, options?: api.KaimingOptions): api.Tensor {
    return this.#kaiming("kaiming_uniform", shape, options);
  }

  kaimingNormal(shape: ArrayLike<number>, options?: api.KaimingOptions): api.Tensor {
    return this.#kaiming("kaiming_normal", shape, options);
  }

  dropout(x: api.TensorInput, options?: { p?: number; training?: boolean }): api.Tensor {
    const { p, training } = check.options(options, ["p", "training"]);
    return this.#tensor("dropout", [
      check.tensor("x", x),
      check.number("p", p, 0.5),
      check.flag("training", training, true),
    ]);
  }
}

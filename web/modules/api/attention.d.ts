// The public face of attention.mjs: attention kernels and PyTorch's random generator, in WebAssembly, without an
// interface. Works in browsers, workers and node 20 or later.
//
//     import { loadAttention } from "./attention.mjs";
//     const attention = await loadAttention();
//     const { output, weights } = attention.scaledDotProductAttention(query, key, value, { needWeights: true });
//
// Shapes are written (B, H, T, D): batch, head, token, feature. Names, meaning and axis order are PyTorch's.

/** A tensor: its lengths, and its numbers in row-major order. What comes back is a copy that is yours. */
export interface Tensor {
  shape: number[];
  data: Float32Array;
}

/** A tensor that is only read. `data` must hold exactly as many numbers as `shape` says. */
export interface TensorInput {
  readonly shape: ArrayLike<number>;
  readonly data: Float32Array;
}

/**
 * A tensor whose numbers stay in the core's memory, so that no call copies them: what `tensor()` gives, and every function
 * with `keep: true`. It goes wherever a tensor goes. Dispose it after its last use; one that nobody holds any more is
 * disposed of sooner or later. Another core, or a thread, that is handed one takes a copy.
 */
export interface KeptTensor extends TensorInput {
  readonly shape: readonly number[];
  /** A copy of its numbers, made each time that it is asked for. */
  readonly data: Float32Array;
  /** Copies its numbers into an array of yours, or into a new one. */
  read(into?: Float32Array): Float32Array;
  /** Puts other numbers in their place. */
  write(data: Float32Array): this;
  readonly disposed: boolean;
  /** Frees its memory. Used after that, it throws an error with the code "disposed". */
  dispose(): void;
}

export interface KeepOption {
  /** The tensors of the result stay in the core: each is a KeptTensor, to be disposed of after its last use. */
  keep?: boolean;
}

/** Options that ask for kept tensors. */
export type Keep<Options> = Options & { keep: true };

/** Which query may attend to which key: booleans as bytes (0 false, else true), or numbers added to the scores. */
export interface Mask {
  readonly shape: ArrayLike<number>;
  readonly data: Float32Array | Uint8Array;
}

/** Thrown by everything here. `path` is the argument that is wrong, such as `"key, axis 2"` or `"query.shape[1]"`. */
export declare class AttentionError extends Error {
  readonly name: "AttentionError";
  /** A stable word for programs: "shape", "rank", "mask", "heads", "not-finite", "range", "missing", "type" … */
  readonly code: string;
  readonly path: string;
}

export interface ScaledDotProductOptions extends KeepOption {
  /**
   * Broadcasts to (…, T_q, T_k). Bytes: true may attend. Numbers: added after scaling, −∞ masks. Shorter than the keys
   * (but longer than 1): those behind its end are blocked, as in ONNX.
   */
  attnMask?: Mask | null;
  /** Query i sees keys 0 … i, or 0 … past + i with a past. Together with `attnMask` both hold. */
  isCausal?: boolean;
  /** What the products are multiplied by; 1/√D by default. */
  scale?: number | null;
  /** Each key and value head serves H_q / H_kv query heads (axis −3). */
  enableGqa?: boolean;
  /** Return the attention weights as well. */
  needWeights?: boolean;
  /** Above 0: scores become c·tanh(score / c), after scaling and before the mask (as ONNX has it). */
  softcap?: number;
  /** (B, H_kv, P, D): keys of earlier tokens, which come before `key`. Needs `pastValue`. */
  pastKey?: TensorInput | null;
  /** (B, H_kv, P, D_v). Needs `pastKey`. */
  pastValue?: TensorInput | null;
  /** For each batch entry how many keys count; those after them are filling. */
  keyLengths?: ArrayLike<number> | null;
  /** Return the scores too: the scaled product, the same after softcap, or also after the mask. */
  needScores?: "product" | "softcapped" | "masked" | null;
  /** For inputs (B, T, H·D): how many heads lie side by side in the query … */
  qNumHeads?: number;
  /** … and in key and value. */
  kvNumHeads?: number;
  /** Drops weights with this probability; needs `generator`. */
  dropoutP?: number;
  generator?: Generator | null;
}

export interface ScaledDotProductResult<T = Tensor> {
  /** (…, T_q, D_v), or (B, T_q, H·D_v) for inputs with head counts. */
  output: T;
  /** (…, T_q, T_k), with `needWeights`. */
  weights?: T;
  /** (…, T_q, T_k), with `needScores`. */
  scores?: T;
  /** Past and new keys joined, when a past was given: the past of the next call. */
  presentKey?: T;
  presentValue?: T;
}

/** The parameters of `torch.nn.MultiheadAttention`. Weights are out × in; E is the width of the query. */
export interface MultiHeadParameters {
  numHeads: number;
  /** (3E, E): for query, key and value on top of each other. Or the three below instead. */
  inProjWeight?: TensorInput | null;
  /** (E, E), (E, kdim), (E, vdim): where key and value have widths of their own. */
  queryWeight?: TensorInput | null;
  keyWeight?: TensorInput | null;
  valueWeight?: TensorInput | null;
  /** (3E) */
  inProjBias?: TensorInput | null;
  /** (E, E) */
  outProjWeight: TensorInput;
  /** (E) */
  outProjBias?: TensorInput | null;
  /** (1, 1, E) or (E): one learned extra key and value. */
  biasK?: TensorInput | null;
  biasV?: TensorInput | null;
  /** One extra key and value of zeros. */
  addZeroAttn?: boolean;
}

export interface MultiHeadOptions extends MultiHeadParameters, KeepOption {
  /** (T_q, T_k) or (B·h, T_q, T_k). Bytes: true is BLOCKED, as this module has it in PyTorch. */
  attnMask?: Mask | null;
  /** (B, T_k), or (T_k) without batch. Bytes: true is blocked. */
  keyPaddingMask?: Mask | null;
  /** Blocks keys after the query. */
  isCausal?: boolean;
  /** True by default, as in PyTorch. */
  needWeights?: boolean;
  /** The mean of the heads (by default), or each head's own weights. */
  averageAttnWeights?: boolean;
  /** True (by default): inputs are (B, T, E); false: (T, B, E). */
  batchFirst?: boolean;
  /** 1/√(E/h) by default. */
  scale?: number | null;
  dropoutP?: number;
  generator?: Generator | null;
}

export interface MultiHeadResult<T = Tensor> {
  output: T;
  /** (B, T_q, T_k) averaged over the heads, or (B, h, T_q, T_k); unless `needWeights` is false. */
  weights?: T;
}

export interface AdditiveOptions extends KeepOption {
  /** (A, D_q) */
  queryWeight: TensorInput;
  /** (A, D_k) */
  keyWeight: TensorInput;
  /** (A) */
  scoreVector: TensorInput;
  /** Broadcasts to (…, T_q, T_k). Bytes: true may attend. */
  attnMask?: Mask | null;
}

export interface AdditiveResult<T = Tensor> {
  output: T;
  weights: T;
  /** After the mask. */
  scores: T;
}

export interface SoftmaxOptions extends KeepOption {
  /** Scores are divided by it first: above 1 flatter, below 1 sharper. */
  temperature?: number;
  /** What a line of nothing but −∞ becomes: zeros (by default) or NaN, as `torch.softmax` gives. */
  emptyRow?: "zeros" | "nan";
}

export interface RotaryOptions extends KeepOption {
  /** 10000 by default. */
  base?: number;
  /** Position of the first token. */
  offset?: number;
  /** True (by default): pairs (0,1), (2,3) …; false: pairs (i, i + D/2). */
  interleaved?: boolean;
}

export interface SinusoidalOptions extends KeepOption {
  /** 10000 by default. */
  base?: number;
  /** Position of the first row. */
  offset?: number;
}

export interface KaimingOptions {
  /** PyTorch's `a`: the slope of leaky_relu. */
  a?: number;
  /** "fan_in" by default. */
  mode?: "fan_in" | "fan_out";
  /** "leaky_relu" by default. */
  nonlinearity?: "linear" | "sigmoid" | "tanh" | "relu" | "leaky_relu";
}

/**
 * PyTorch's random generator on the CPU. `rand`, `randint` and `uniform` give its very numbers; `randn` stays within
 * 3·10⁻⁷ of them. Parameters of layers are drawn in PyTorch's order.
 */
export interface Generator {
  /** Starts again from a seed: a whole number from −2⁶³ to 2⁶⁴ − 1. A bigint keeps what a number would round. */
  manualSeed(seed: number | bigint): this;
  /** Uniform in [0, 1). */
  rand(shape: ArrayLike<number>): Tensor;
  /** Normal with mean 0 and deviation 1. */
  randn(shape: ArrayLike<number>): Tensor;
  /** Whole numbers from low to high − 1. */
  randint(low: number, high: number, shape: ArrayLike<number>): Tensor;
  /** Uniform from `from` to `to`. */
  uniform(from: number, to: number, shape: ArrayLike<number>): Tensor;
  normal(mean: number, std: number, shape: ArrayLike<number>): Tensor;
  /** Fresh parameters of `torch.nn.Linear`: weight (out, in), bias (out). */
  linear(
    inFeatures: number,
    outFeatures: number,
    options?: { bias?: boolean },
  ): { weight: Tensor; bias?: Tensor };
  /** A fresh table of `torch.nn.Embedding`: (n, d). */
  embedding(numEmbeddings: number, embeddingDim: number, options?: { paddingIdx?: number | null }): Tensor;
  /** Fresh parameters of `torch.nn.MultiheadAttention`, to be spread into the options of `multiHeadAttention`. */
  multiHead(
    embedDim: number,
    numHeads: number,
    options?: { bias?: boolean; addBiasKv?: boolean; kdim?: number | null; vdim?: number | null },
  ): MultiHeadParameters;
  xavierUniform(shape: ArrayLike<number>, options?: { gain?: number }): Tensor;
  xavierNormal(shape: ArrayLike<number>, options?: { gain?: number }): Tensor;
  kaimingUniform(shape: ArrayLike<number>, options?: KaimingOptions): Tensor;
  kaimingNormal(shape: ArrayLike<number>, options?: KaimingOptions): Tensor;
  /** Each cell dropped with probability p (0.5 by default), the others multiplied by 1/(1 − p). */
  dropout(x: TensorInput, options?: { p?: number; training?: boolean }): Tensor;
}

export type Variant = "scalar" | "simd" | "relaxed";

export interface Attention {
  /**
   * Which build of the core is running: without SIMD, with it, or with relaxed SIMD, whose fused multiply-add is faster
   * still and rounds as the machine does.
   */
  readonly variant: Variant;
  readonly version: string;
  /** Bytes that the core holds: what the largest call needed. Calls leave nothing behind. */
  readonly memory: number;
  /** How many threads there are; 1 where memory may not be shared, whatever was asked for. */
  readonly threads: number;
  /** How many calls were divided among them so far. */
  readonly divided: number;
  /** Ends all threads but the caller's own. Calls still work after it, on one thread. */
  close(): void;
  /** A tensor that stays in the core: a copy of `data`, or zeros. */
  tensor(shape: ArrayLike<number>, data?: Float32Array): KeptTensor;
  /**
   * softmax(Q Kᵀ · scale) V. Any rank from 2; leading axes broadcast. A query without keys gets zeros. Where only the
   * output is asked for, without dropout, fused kernels make it: many times faster, in memory O(T·D), within 10⁻⁶ of the
   * largest value; `needWeights` and `needScores` take the plain way, which adds in PyTorch's order.
   */
  scaledDotProductAttention(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options: Keep<ScaledDotProductOptions>,
  ): ScaledDotProductResult<KeptTensor>;
  scaledDotProductAttention(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: ScaledDotProductOptions,
  ): ScaledDotProductResult;
  /** `torch.nn.MultiheadAttention`, fast with `needWeights: false`: query (B, T_q, E), key (B, T_k, kdim), value (B, T_k, vdim), or all without B. */
  multiHeadAttention(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options: Keep<MultiHeadOptions>,
  ): MultiHeadResult<KeptTensor>;
  multiHeadAttention(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options: MultiHeadOptions,
  ): MultiHeadResult;
  /** Attention with Bahdanau's scores, v·tanh(W_q q + W_k k). */
  additiveAttention(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options: Keep<AdditiveOptions>,
  ): AdditiveResult<KeptTensor>;
  additiveAttention(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options: AdditiveOptions,
  ): AdditiveResult;
  /** Along any axis, counted from the end if negative. −∞ gets weight 0. */
  softmax(x: TensorInput, axis: number, options: Keep<SoftmaxOptions>): KeptTensor;
  softmax(x: TensorInput, axis: number, options?: SoftmaxOptions): Tensor;
  /** (…, N, K) @ (…, K, M) → (…, N, M), leading axes broadcast; as `torch.matmul` for vectors too. */
  matmul(a: TensorInput, b: TensorInput, options: Keep<KeepOption>): KeptTensor;
  matmul(a: TensorInput, b: TensorInput, options?: KeepOption): Tensor;
  /** (tokens, dim): the sines and cosines of "Attention Is All You Need", section 3.5. */
  sinusoidal(tokens: number, dim: number, options: Keep<SinusoidalOptions>): KeptTensor;
  sinusoidal(tokens: number, dim: number, options?: SinusoidalOptions): Tensor;
  /** (heads): the slopes of ALiBi. */
  alibiSlopes(heads: number, options: Keep<KeepOption>): KeptTensor;
  alibiSlopes(heads: number, options?: KeepOption): Tensor;
  /** Turns each pair of features by an angle that grows with the token's position. (…, T, D), D even. */
  rotary(x: TensorInput, options: Keep<RotaryOptions>): KeptTensor;
  rotary(x: TensorInput, options?: RotaryOptions): Tensor;
  generator(seed: number | bigint): Generator;
}

export interface LoadOptions {
  /** Where the wasm comes from, if not from beside this module: an address, its bytes, or the compiled module. */
  wasm?: string | URL | BufferSource | WebAssembly.Module;
  /** Which build to take; the best that this engine can run by default. */
  variant?: Variant;
  /**
   * Among how many threads large calls are divided (attention and modules of which only the output is asked for, and
   * products of a matrix with one more), 1 by default. Takes effect where memory may be shared: in node, and in pages that are
   * `crossOriginIsolated`; elsewhere one thread does it all. The results have the same bits.
   */
  threads?: number;
}

/** Loads the core. Call it once and keep what it gives. */
export declare function loadAttention(options?: LoadOptions): Promise<Attention>;

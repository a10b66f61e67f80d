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
 * A tensor whose numbers stay in the core's memory, so that no call copies them: returned by `tensor()`, and by every
 * function with `keep: true`. Accepted wherever a tensor is. Dispose it after its last use; an unreachable one is
 * disposed of at some point by garbage collection. Another core or a thread that is passed one makes a copy. One that a
 * framework such as Vue has wrapped in a Proxy works like the original.
 */
export interface KeptTensor extends TensorInput {
  /** Frozen. */
  readonly shape: readonly number[];
  /** A copy of its numbers, made at each access. */
  readonly data: Float32Array;
  /** Copies its numbers into an array of yours, or into a new one. */
  read(into?: Float32Array): Float32Array;
  /** Overwrites its numbers. */
  write(data: Float32Array): this;
  readonly disposed: boolean;
  /** Frees its memory. Any later use throws an error with the code "disposed". */
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

/**
 * The only error thrown by this module. `path` is the argument that is wrong, such as `"key, axis 2"` or
 * `"query.shape[1]"`; `cause` is the engine's own error, if there was one.
 */
export declare class AttentionError extends Error {
  readonly name: "AttentionError";
  /**
   * A stable word for programs: "shape", "rank", "mask", "heads", "not-finite", "range", "missing", "type" … "load":
   * the wasm could not be loaded or is not the core's. "memory": the core ran out of memory and was restarted; the next
   * call works. "internal": a fault of the core's own; every later call throws "stopped" until the core is loaded
   * again.
   */
  readonly code: string;
  readonly path: string;
}

export interface ScaledDotProductOptions extends KeepOption {
  /**
   * Broadcasts to (…, T_q, T_k). Bytes: true may attend. Numbers: added after scaling, −∞ masks. If shorter than the
   * keys (but longer than 1), the keys beyond its end are blocked, as in ONNX.
   */
  attnMask?: Mask | null;
  /** Query i sees keys 0 … i, or 0 … past + i with a past. Combined with `attnMask`, both apply. */
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
  /** How many keys count for each batch entry; the keys after them are padding. */
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

/** As in the call whose gradient is taken. */
export type ScaledDotProductBackwardOptions = Pick<
  ScaledDotProductOptions,
  "attnMask" | "isCausal" | "scale" | "enableGqa" | "keep"
>;

/** With the shapes of query, key and value. */
export interface ScaledDotProductGradients<T = Tensor> {
  gradQuery: T;
  gradKey: T;
  gradValue: T;
}

/** The parameters of `torch.nn.MultiheadAttention`. Weights are out × in; E is the width of the query. */
export interface MultiHeadParameters {
  numHeads: number;
  /** (3E, E): for query, key and value, stacked. Or the three below instead. */
  inProjWeight?: TensorInput | null;
  /** (E, E), (E, kdim), (E, vdim): if key and value have widths of their own. */
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
  /** The result for a row of nothing but −∞: zeros (by default) or NaN, as `torch.softmax` returns. */
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
 * PyTorch's random generator on the CPU. `rand`, `randint` and `uniform` give exactly its numbers; `randn` stays within
 * 3·10⁻⁷ of them. Parameters of layers are drawn in PyTorch's order.
 */
export interface Generator {
  /** Restarts from a seed: an integer from −2⁶³ to 2⁶⁴ − 1. A bigint keeps the digits that a number would round. */
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
  /** Fresh parameters of `torch.nn.MultiheadAttention`, to spread into the options of `multiHeadAttention`. */
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

/** The interface of a loaded core. Its functions need no object: `const { softmax } = attention` works. */
export interface Attention {
  /**
   * Which build of the core is running: without SIMD, with it, or with relaxed SIMD, whose fused multiply-add is even
   * faster and rounds as the machine does.
   */
  readonly variant: Variant;
  readonly version: string;
  /** Bytes that the core holds: what the largest call needed. Calls leave nothing allocated. */
  readonly memory: number;
  /** The number of threads; 1 where memory may not be shared, where one failed to start, and after one was lost. */
  readonly threads: number;
  /** How many calls were divided among them so far. */
  readonly divided: number;
  /** Ends all threads but the caller's own. Later calls run on one thread. */
  close(): void;
  /** A tensor that stays in the core: a copy of `data`, or zeros. */
  tensor(shape: ArrayLike<number>, data?: Float32Array): KeptTensor;
  /**
   * softmax(Q Kᵀ · scale) V. Any rank from 2; leading axes broadcast. A query without keys gets zeros. If only the
   * output is requested, without dropout, fused kernels compute it: many times faster, in memory O(T·D), within 10⁻⁶ of
   * the largest value; `needWeights` and `needScores` take the plain path, which adds in PyTorch's order.
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
  /**
   * What `torch.autograd.grad` gives for the output of `scaledDotProductAttention`: from ∂loss/∂output, which has the
   * output's shape, to ∂loss/∂query, ∂loss/∂key and ∂loss/∂value. What was broadcast or shared among heads gets the sum.
   * Tile by tile, in memory O(T·D), within 2·10⁻⁶ of the largest value. A query without keys gives and gets zeros.
   */
  scaledDotProductAttentionBackward(
    gradOutput: TensorInput,
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options: Keep<ScaledDotProductBackwardOptions>,
  ): ScaledDotProductGradients<KeptTensor>;
  scaledDotProductAttentionBackward(
    gradOutput: TensorInput,
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: ScaledDotProductBackwardOptions,
  ): ScaledDotProductGradients;
  /**
   * `torch.nn.MultiheadAttention`, fast with `needWeights: false`: query (B, T_q, E), key (B, T_k, kdim), value
   * (B, T_k, vdim), or all without B. One exception to its semantics: in a head in which a query may look at no key, its
   * weights are zeros, whether they are asked for or not; PyTorch's are NaN with `need_weights=True`.
   */
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
  /** Rotates each pair of features by an angle that grows with the token's position. (…, T, D), D even. */
  rotary(x: TensorInput, options: Keep<RotaryOptions>): KeptTensor;
  rotary(x: TensorInput, options?: RotaryOptions): Tensor;
  generator(seed: number | bigint): Generator;
}

export interface LoadOptions {
  /** Where to load the wasm from, if not from beside this module: an address, its bytes, or the compiled module. */
  wasm?: string | URL | BufferSource | WebAssembly.Module;
  /** Which build to load; by default the best that this engine can run. */
  variant?: Variant;
  /**
   * The number of threads that large calls are divided among (attention and modules of which only the output is
   * requested, and products of two matrices), 1 by default. Takes effect where memory may be shared: in node, and in
   * pages that are `crossOriginIsolated`; elsewhere one thread does everything. The results have the same bits.
   */
  threads?: number;
}

/** Loads the core. Call it once and keep the result. */
export declare function loadAttention(options?: LoadOptions): Promise<Attention>;

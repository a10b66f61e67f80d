// The public face of models.mjs: whole models in the layout of the Hugging Face hub: GPT-2, GPT-NeoX (Pythia), OPT, Llama, Qwen 2
// and 3, Mistral, Gemma 1 to 3, BERT, DistilBERT, RoBERTa and XLM-RoBERTa, and for pictures ViT, DeiT and DINOv2; and models of
// language in .gguf files. Works in browsers, workers and node 20 or later; everything stays on the machine.
//
//     import { loadModel } from "./models.mjs";
//     const model = await loadModel({ config, weights, tokenizer }); // config.json, model.safetensors, tokenizer.json
//     const run = await model.run("The animal didn't cross the street because it was too tired");
//     const { shape, data } = run.attention(5, 1); // (T, T)
//     const quantised = await loadModel({ weights: file }); // model.gguf

export interface Tensor {
  shape: number[];
  data: Float32Array;
}

/** A file, or what it holds. */
export type Json = object | string | Blob | BufferSource;
export type Bytes = Blob | BufferSource;

export interface ModelConfig {
  /** "llama" also stands for qwen2, qwen3, mistral and gemma, "roberta" for xlm-roberta, "vit" for deit. */
  family: "gpt2" | "llama" | "bert" | "distilbert" | "roberta" | "gpt_neox" | "opt" | "vit" | "dinov2";
  /** Whether tokens see only those before them. */
  causal: boolean;
  /** Tokens, or labels of pictures. */
  vocabulary: number;
  /** The most tokens of a run. */
  positions: number;
  width: number;
  layers: number;
  heads: number;
  /** Heads of keys and values: several heads of queries may share one. */
  keyHeads: number;
  headWidth: number;
  inner: number;
  /** Kinds of segments (BERT), else 0. */
  tokenTypes: number;
  /** Of Gemma 2 and 3: a score s is q · k / √divisor; with a cap above 0 it becomes cap · tanh(s / cap). */
  scores?: { divisor: number; cap: number };
  /** Of a model that reads pictures. */
  picture?: {
    /** Pixels of a side of its own pictures, and of a patch. */
    size: number;
    patch: number;
    /** Tokens before the patches: [CLS], DeiT's second one, DINOv2's registers. */
    before: number;
    /** Whether it reads other sizes, whose positions are interpolated (DINOv2). */
    anySize: boolean;
  };
}

/**
 * A picture: bytes of pixels, red, green, blue and perhaps alpha (then it lies on white), row by row, such as ImageData.data.
 * They become numbers as `preprocessor` says. Or these numbers themselves as a Float32Array, (3, height, width).
 */
export interface Picture {
  pixels: Uint8Array | Uint8ClampedArray | Float32Array;
  width: number;
  height: number;
}

/** A picture as the model read it: resized and cut. */
export interface ReadPicture {
  /** Of patches; token `before` + row · columns + column is a patch. */
  readonly rows: number;
  readonly columns: number;
  readonly before: number;
  readonly width: number;
  readonly height: number;
  /** (height, width, 4), for ImageData. Of normalised numbers: from the least, black, to the largest. */
  readonly pixels: Uint8ClampedArray;
}

/** A text, the ids of its tokens, or a picture. */
export type Input = string | ArrayLike<number> | Picture;

export interface Progress {
  done: number;
  all: number;
}

/** What a model will take. */
export interface ModelPlan {
  config: ModelConfig;
  weightBytes: number;
  /** How many numbers the model has been trained to; tied ones count once. */
  parameters: number;
  /** How the files store these, the most frequent first: ["BF16"], ["Q4_K", "Q6_K", "F32"]. In memory too, without `quantize`. */
  types: readonly string[];
  /** How much memory a run of so many tokens will take, beside the weights. */
  runBytes(tokens: number): number;
}

/** By their names on the hub. */
export interface VocabularyFiles {
  "vocab.txt"?: string | Bytes;
  "vocab.json"?: Json;
  "merges.txt"?: string | Bytes;
  "special_tokens_map.json"?: Json;
  "added_tokens.json"?: Json;
}

export interface ModelFiles {
  /** config.json; not of a .gguf file, which holds its own settings. */
  config?: Json;
  /**
   * model.safetensors, or all of its shards, in any order; or one .gguf file of llama, mistral, qwen2, qwen3, gemma, gemma2,
   * gemma3, gpt2, gptneox or bert with F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q4_K, Q5_K and Q6_K. Of a Blob only the
   * tensors that are used are read. Quantised ones stay so in memory.
   */
  weights: Bytes | readonly Bytes[];
  /**
   * tokenizer.json; without it, texts are given as ids. A .gguf file has its own, which this one replaces; textProblem says
   * why if that one cannot be used.
   */
  tokenizer?: Json;
  /** preprocessor_config.json of a model of pictures; without it, pictures are given as normalised numbers. */
  preprocessor?: Json;
  /** tokenizer_config.json: read with `vocabulary`. A tokenizer.json says all that counts, and this is not read then. */
  tokenizerConfig?: Json;
  /**
   * The files that a tokenizer is made from where there is no tokenizer.json: WordPiece (BERT, DistilBERT) from vocab.txt,
   * byte-level BPE (GPT-2, OPT, RoBERTa, Qwen) from vocab.json and merges.txt. Pass what lies beside the weights, and
   * tokenizerConfig; textProblem names the file if they leave something open.
   */
  vocabulary?: VocabularyFiles;
  /**
   * Rounds matrices as ggml's reference quantiser does, so that the model computes exactly with the numbers that a .gguf file
   * of this format would hold: the matrix of every linear layer, that of the logits or labels included, and the embedding of
   * the tokens, in blocks of 32 along a layer's inputs, or the embedding's width. "q8_0": q · d, q from −127 to 127; "q4_0":
   * q · d, q from −8 to 7; d a float16 of the block. What stays as it is: norms, biases, other embeddings, the convolution of
   * patches, matrices whose inputs are no multiple of 32, and those that a file holds in this format. llama-quantize itself keeps
   * some matrices finer in its Q4_0 files, as the one of the logits in Q6_K. Takes about as much memory as the weights without
   * it; more where a file's blocks are smaller. Error "value" for numbers that are too large for a factor.
   *
   * "int8": for speed. As "q8_0", and what goes into such a layer is rounded as well, in blocks of 32 with a factor each, so
   * that one more token is computed from sums of whole numbers, which are exact, and reads about a quarter of the bytes of
   * float32. The parts of a logit (ledger) then add up to it but for this rounding.
   */
  quantize?: "q8_0" | "q4_0" | "int8";
  /** Told once, before memory is taken for the weights; throwing ends the loading. */
  onPlan?: (plan: ModelPlan) => void;
  /** Bytes of weights that were read. */
  onProgress?: (at: Progress) => void;
  /** Ends the loading: the promise is then rejected with the code "aborted". */
  signal?: AbortSignal;
  /** Where to load the wasm from, if not from beside this module. */
  wasm?: string | URL | BufferSource | WebAssembly.Module;
  /** Which build of the core; by default the fastest that this engine supports. */
  variant?: "scalar" | "simd" | "relaxed";
  /**
   * The number of threads that products with the weights are divided among, 1 by default. Takes effect where memory may be
   * shared: in node, and in pages that are `crossOriginIsolated`; elsewhere, and with a `wasm` of your own, one thread does
   * everything. No weight is held twice. The results have the same bits.
   */
  threads?: number;
}

/** A weight that a head is made to give to a token, between 0 and 1. */
export interface SetWeight {
  layer: number;
  head: number;
  query: number;
  key: number;
  weight: number;
  /** The other weights of the row are multiplied so that it still adds up to 1; true by default. */
  rescale?: boolean;
}

/** What the scores of a head are divided by before softmax: above 1 its weights become more alike. */
export interface HeadTemperature {
  layer: number;
  head: number;
  temperature: number;
}

export interface RunOptions {
  /** BERT: the kind of segment of each token; all 0 by default. */
  tokenTypes?: ArrayLike<number>;
  /** What counts as zeros: the output of heads, or with part "inner" that of the layer's MLP. */
  without?: readonly { layer: number; head?: number; part?: "head" | "inner" }[];
  /** Weights that are not what softmax makes of the scores; everything behind them is computed with these. */
  weights?: readonly SetWeight[];
  /** Heads at another temperature than 1. */
  temperatures?: readonly HeadTemperature[];
  /** For how many more tokens memory is taken at once; 32 by default. More can be added in any case. */
  room?: number;
  /** Parts of the layers that are done; between them other code can run. */
  onProgress?: (at: Progress) => void;
  /** Ends the run between two parts: the promise is then rejected with the code "aborted". */
  signal?: AbortSignal;
}

export interface AppendOptions {
  onProgress?: (at: Progress) => void;
  /** Ends it between two parts; the run is then disposed, as half of its layers have read these tokens. */
  signal?: AbortSignal;
}

export interface RowOptions {
  /** The first query, 0 by default. */
  first?: number;
  /** How many queries; all that follow by default. */
  count?: number;
}

export interface NextToken {
  id: number;
  logit: number;
  /** Its share in the softmax over the vocabulary. */
  probability: number;
  /** With a tokenizer: as piece() gives it. To go on with this token, append its id, not its text. Of a picture: the label. */
  text?: string;
}

export type PartKind =
  | "token"
  | "position"
  | "tokenType"
  | "embeddingNormBias"
  | "head"
  | "attentionBias"
  | "attentionNormBias"
  | "inner"
  | "innerNormBias"
  | "finalNormBias"
  | "transformBias"
  | "transformNormBias"
  | "logitBias"
  | "projectionBias"
  | "patch";

/** What a number was made of. Layers and heads count from 0; `inner` is a layer's MLP with its bias. */
export interface PartName {
  kind: PartKind;
  layer?: number;
  head?: number;
}

export interface LogitOptions {
  /** The token whose logit it is. */
  id: number;
  /** A token whose logit is subtracted from it. */
  against?: number;
  /** After which token of the text (BERT: in its place); the last by default, of a picture the first, [CLS]. */
  at?: number;
  /** As if the model had only its first layers; all by default. */
  layers?: number;
}

/**
 * A logit as an exact sum. The divisors of the norms, and for BERT the activation before the logits, are held at what they are
 * in this run: then the model is linear in its parts.
 */
export interface Ledger {
  parts: (PartName & { value: number })[];
  sum: number;
  /** What the model itself computed. */
  logit: number;
}

export interface SplitOptions {
  layer: number;
  head?: number;
  /** A head is split by token, "inner", the layer's MLP, by neuron; without `head` it is the MLP. */
  part?: "head" | "inner";
}

export interface LensWord {
  id: number;
  logit: number;
  probability: number;
}

export interface WorkOptions {
  onProgress?: (at: Progress) => void;
  signal?: AbortSignal;
}

export interface LensOptions extends WorkOptions {
  /** Words in each cell, 1 by default. */
  k?: number;
  first?: number;
  count?: number;
}

export interface RolloutOptions extends WorkOptions {
  /** The token whose row it is; by default the last one, of a picture [CLS]. */
  query?: number;
}

export interface WhyOptions {
  layer: number;
  head: number;
  /** The place of the query, and of the key. */
  query: number;
  key: number;
}

/** A score before softmax, scaled, as an exact sum over what wrote the query and what wrote the key. */
export interface Why {
  queryParts: PartName[];
  keyParts: PartName[];
  /** (queryParts, keyParts), row by row. */
  values: Float64Array;
  sum: number;
  /** What the model itself computed. */
  score: number;
}

/** A part of the model whose output is replaced. */
export interface PartChange {
  layer: number;
  head?: number;
  /** A head by default; "inner": the layer's MLP; "stream": all that leaves the layer. */
  part?: "head" | "inner" | "stream";
  /** One token; all by default. */
  at?: number;
  /** Puts what this run has there, which has as many tokens; without it zeros. */
  from?: ModelRun;
}

export interface SweepOptions extends WorkOptions {
  id: number;
  against?: number;
  at?: number;
  /** Each head, the MLP of each layer, or what leaves each layer at each token; heads by default. */
  over?: "heads" | "inner" | "stream";
  /** As of PartChange. */
  from?: ModelRun;
}

export interface SampleOptions extends WorkOptions {
  /** How many tokens, 1 by default. */
  count?: number;
  /** Of PyTorch's generator; without it a random one. */
  seed?: number;
  /** Logits are divided by it; 1 by default, 0 takes the likeliest token. */
  temperature?: number;
  /** Only the tokens whose logits are among the k largest. */
  topK?: number;
}

/** A token that was written, at place `at` of the run; its probability is the one that it was drawn with. */
export interface SampledToken extends NextToken {
  at: number;
}

/**
 * What heads do, as means over the rows i = 1 … T − 1 of their weights A: "first" A[i, 0]; "previous" A[i, i − 1]; "same" Σ A[i, j]
 * over other places j with the same token; "followed" Σ A[i, j + 1] over these j (induction); "distance" Σ A[i, j] |i − j|;
 * "entropy" in bits; "output" the length of what the head adds to the stream over that of the stream. Rows that see no such place
 * do not count for "same" and "followed".
 */
export type HeadMeasure = "first" | "previous" | "same" | "followed" | "distance" | "entropy" | "output";

export interface MeasureOptions extends WorkOptions {
  /** What is off in every text, as in RunOptions. */
  without?: RunOptions["without"];
}

export interface HeadMeasures {
  readonly names: readonly HeadMeasure[];
  /** (layers, heads, names): means over all rows of all texts; NaN where there was no such row. */
  means: Tensor;
  /** How many rows each mean is of, in the same order. */
  rows: Float64Array;
  /** Where each measure is largest, in the same order. */
  largest: LargestRows;
}

/**
 * Rows of texts: the token `row` and the token `column` that it looks at most, of those that the measure is about, or of all
 * for distance, entropy and output. `value`: the measure in this row. Places count from 0; −1 and NaN where there was no row.
 */
export interface LargestRows {
  text: Int32Array;
  row: Int32Array;
  column: Int32Array;
  value: Float64Array;
}

/** A text that the model has read. Layers, heads and tokens count from 0. */
export interface ModelRun {
  /** Of a picture's tokens: 0, 1, 2 … */
  readonly ids: readonly number[];
  readonly picture: ReadPicture | undefined;
  /** (T, V); computed when it is first read. Of a picture, row 0 is what its labels are read from. */
  readonly logits: Tensor;
  /** Those of one token, (V). */
  logitsAt(position: number): Float32Array;
  /** The weights of a head, (T, T): row i is what token i attends to. */
  attention(layer: number, head: number, options?: RowOptions): Tensor;
  /** (heads, T, D), as the scores take them: with rotary positions, after the rotation. */
  query(layer: number): Tensor;
  /** (keyHeads, T, D). */
  key(layer: number): Tensor;
  /** (keyHeads, T, D). */
  value(layer: number): Tensor;
  /**
   * The k likeliest tokens after the last one, or after the one at `at`; for BERT: in its place. Of a picture: labels, read from
   * [CLS]. 10 by default.
   */
  next(k?: number, options?: { at?: number }): NextToken[];
  /** Reads more tokens; what was computed for those before stays. A text is tokenized by itself: to go on with a token of next(), give its id. */
  append(tokens: string | ArrayLike<number>, options?: AppendOptions): Promise<void>;
  /**
   * Writes on, token by token: each is the one that torch.multinomial draws from the softmax with this generator. They belong to
   * the run then, and can be asked about like the others.
   */
  sample(options?: SampleOptions): Promise<SampledToken[]>;
  /** What the logit of a token is made of. */
  ledger(options: LogitOptions): Ledger;
  /** A head's value in the ledger by token, (T), or an MLP's by neuron, with its bias last: (inner + 1). */
  split(options: LogitOptions & SplitOptions): Float64Array;
  /**
   * The neurons of a layer's MLP at a token, by default the last or [CLS], (inner): after the activation, and times the gate where there is
   * one. A neuron's value in split() is this times what its row of the projection back gives.
   */
  neurons(layer: number, options?: { at?: number }): Float32Array;
  /** What the model would say after each of its layers, and before the first: (layers + 1, count, k). */
  lens(options?: LensOptions): Promise<LensWord[][][]>;
  /**
   * What a token takes from every one through all layers, (T): row `query` of attention rollout (Abnar and Zuidema 2020),
   * Ā_L · … · Ā_1 with Ā = ½ I + ½ (mean of the layer's heads). The row is taken through the layers from the last to the first, so
   * that no map (T, T) is kept.
   */
  rollout(options?: RolloutOptions): Promise<Float32Array>;
  /** What a score of a head is made of. */
  why(options: WhyOptions): Why;
  /** A new run of the same tokens with other outputs of some parts; only what lies behind them is computed. */
  patch(changes: readonly PartChange[], options?: WorkOptions): Promise<ModelRun>;
  /** The logit (or difference) that each such patch alone leads to: (layers, heads), (layers, 1) or (layers, T). */
  sweep(options: SweepOptions): Promise<Tensor>;
  /** What each head does in this text. */
  measure(options?: WorkOptions): Promise<HeadMeasures>;
  readonly disposed: boolean;
  /** Frees its memory; garbage collection does the same, later. */
  dispose(): void;
}

/** The matrices of a head as torch.nn.Linear has them: what its vectors of an input x (width) are made with, W · x. */
export interface HeadWeights {
  /** (headWidth, width). */
  query: Tensor;
  /** (headWidth, width); of the head of keys that it uses, as the value is. */
  key: Tensor;
  /** (headWidth, width). */
  value: Tensor;
  /** (width, headWidth): what its output is multiplied by. */
  output: Tensor;
}

export interface Model {
  readonly config: ModelConfig;
  readonly version: string;
  readonly variant: "scalar" | "simd" | "relaxed";
  /** The number of threads; 1 where memory may not be shared, where one failed to start, and after one was lost. */
  readonly threads: number;
  /** Whether the checkpoint has the layer that makes logits; bare models such as BertModel or LlamaModel have none. */
  readonly hasLogits: boolean;
  readonly weightBytes: number;
  /** How many numbers it has been trained to; tied ones count once. */
  readonly parameters: number;
  /** What the files hold that this model does not use, a sentence each: layers beyond config.json's, heads of other tasks. */
  readonly notes: readonly string[];
  /** How the files store its numbers, the most frequent first: ["BF16"], ["Q4_K", "Q6_K", "F32"]. */
  readonly types: readonly string[];
  /** What its matrices were rounded to as it was loaded, if they were: `quantize`. */
  readonly quantized: "q8_0" | "q4_0" | "int8" | undefined;
  /** Bytes that weights and runs hold. */
  readonly memory: number;
  /** Why texts cannot be given: no tokenizer, or one that is not known here. Ids always can. */
  readonly textProblem: string | undefined;
  /** The token that a tokenizer reads where a word is not in its vocabulary; most have none, as they read parts of words. */
  readonly unknownId: number | undefined;
  /** The token that stands for a word to be filled in, in models that read both ways. */
  readonly maskId: number | undefined;
  /** With the special tokens that the tokenizer adds. */
  encode(text: string): number[];
  decode(ids: ArrayLike<number>): string;
  /**
   * What a token is in a text, with the space that it begins with: “ el” and “el” are two tokens. To go on with a token, append
   * its id; its text may be tokenized as another one.
   */
  piece(id: number): string;
  /** The weights of a head without their biases, as the model computes with them: after `quantize`. Copies. */
  headWeights(layer: number, head: number): HeadWeights;
  /** How much memory a run of so many tokens takes. */
  runBytes(tokens: number): number;
  /** Names of the labels of a model of pictures (id2label), else none. */
  readonly labels: readonly string[];
  run(input: Input, options?: RunOptions): Promise<ModelRun>;
  /** The k likeliest tokens after the text that was run last. */
  next(k?: number): NextToken[];
  /**
   * What each head does over many texts, given as texts or as ids; no more than one of them is held at a time. "followed" is best
   * measured on random ids that are said twice.
   */
  measure(texts: Iterable<Input>, options?: MeasureOptions): Promise<HeadMeasures>;
  /** Frees all of its memory; its runs are disposed, too. */
  dispose(): void;
}

/** As in attention.mjs; for files, `path` is the key of config.json or the name of the tensor. */
export declare class AttentionError extends Error {
  readonly name: "AttentionError";
  readonly code: string;
  readonly path: string;
}

export declare function loadModel(files: ModelFiles): Promise<Model>;

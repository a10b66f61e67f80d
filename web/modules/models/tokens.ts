// Text to ids and back, by Hugging Face's tokenizers, which are loaded only if a tokenizer is given. A tokenizer that they do
// not know is no error until a text is given: ids can always be.
import { AttentionError, fail, reason } from "../error.js";
import { jsonOf } from "./read.js";

/** Filled in by the build: where the library lies beside this module. */
declare const TOKENIZERS_FILE: string;

interface Library {
  Tokenizer: new (
    tokenizer: object,
    config: object,
  ) => {
    encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
    decode(
      ids: number[],
      options: { skip_special_tokens: boolean; clean_up_tokenization_spaces: boolean },
    ): string;
    id_to_token(id: number): string | undefined;
  };
}

interface Written {
  model?: { type?: string; merges?: unknown[]; vocab?: object };
}

/** What the library would misread: it guesses unknown models, and leaves merges out that name no tokens. */
function checkModel({ model }: Written): void {
  const known = ["BPE", "WordPiece", "Unigram", undefined]; // old files name none
  if (!known.includes(model?.type)) throw new Error(`it is a ${String(model?.type)}, which is not known`);
  const vocabulary = new Set(Object.keys(model?.vocab ?? {}));
  for (const merge of model?.merges ?? []) {
    const pair: unknown = typeof merge === "string" ? merge.split(" ") : merge;
    if (!Array.isArray(pair) || pair.length !== 2 || !pair.every((part) => vocabulary.has(part as string)))
      throw new Error(`${JSON.stringify(merge)} is no merge of two of its tokens`);
  }
}

export class Tokens {
  private constructor(
    private readonly tokenizer: InstanceType<Library["Tokenizer"]> | undefined,
    /** Why texts cannot be given. */
    readonly problem: AttentionError | undefined,
  ) {}

  static async load(tokenizer: unknown, config: unknown): Promise<Tokens> {
    if (tokenizer === undefined || tokenizer === null) {
      const message = "No tokenizer was given: pass tokenizer.json to loadModel, or ids instead of a text.";
      return new Tokens(undefined, new AttentionError("tokenizer", "tokenizer", message));
    }
    const address = new URL(TOKENIZERS_FILE, import.meta.url).href;
    let library: Library;
    try {
      library = (await import(address)) as Library;
    } catch (error) {
      fail("load", address, `${address} could not be loaded: ${reason(error)}.`, error);
    }
    try {
      const read = JSON.parse(await jsonOf("tokenizer", tokenizer)) as Written;
      checkModel(read);
      const options =
        config === undefined ? {} : (JSON.parse(await jsonOf("tokenizerConfig", config)) as object);
      const made = new library.Tokenizer(read, options);
      made.encode("a", { add_special_tokens: true }); // a broken one may fail only here
      return new Tokens(made, undefined);
    } catch (error) {
      const message = `The tokenizer cannot be used here: ${reason(error)}. Give ids instead of a text.`;
      return new Tokens(undefined, new AttentionError("tokenizer", "tokenizer", message, error));
    }
  }

  encode(text: string, special: boolean): number[] {
    try {
      return this.known().encode(text, { add_special_tokens: special }).ids;
    } catch (error) {
      if (error instanceof AttentionError) throw error;
      fail("tokenizer", "text", `The tokenizer failed on this text: ${reason(error)}.`, error);
    }
  }

  decode(ids: number[]): string {
    if (ids.length === 0) return "";
    try {
      return this.known().decode(ids, { skip_special_tokens: false, clean_up_tokenization_spaces: false });
    } catch (error) {
      if (error instanceof AttentionError) throw error;
      fail("tokenizer", "ids", `The tokenizer failed on these ids: ${reason(error)}.`, error);
    }
  }

  /** As the vocabulary writes it: "Ġthe". */
  token(id: number): string | undefined {
    return this.tokenizer?.id_to_token(id);
  }

  private known() {
    if (this.tokenizer) return this.tokenizer;
    throw this.problem as AttentionError;
  }
}

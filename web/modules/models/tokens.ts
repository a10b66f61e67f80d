// Text to ids and back, by Hugging Face's tokenizers, which are loaded only if a tokenizer is given. A tokenizer that they do
// not take is no error until a text is given: ids can always be.
import { AttentionError, fail, reason } from "../error.js";
import { jsonOf } from "./read.js";
import { framingOf, type Framing, type PostProcessor } from "./special.js";

/** Filled in by the build: where the library lies beside this module. */
declare const TOKENIZERS_FILE: string;

type Library = typeof import("./tokenizers.js");
type Tokenizer = Awaited<ReturnType<Library["open"]>>;

interface Written {
  model?: {
    type?: string;
    vocab?: Record<string, number> | [string, number][]; // of Unigram: pieces in the order of their ids
    unk_token?: string | null;
    unk_id?: number | null; // of Unigram
  };
  added_tokens?: { id: number; content: string }[];
  post_processor?: PostProcessor | null;
  truncation?: unknown;
  padding?: unknown;
}

// Each end of the library needs another copy of it.
let copies = 0;
let current: Promise<Library> | undefined;

function library(): Promise<Library> {
  const address = new URL(TOKENIZERS_FILE, import.meta.url);
  if (copies > 0) address.search = `?${copies}`;
  current ??= (import(address.href) as Promise<Library>).catch((error: unknown) => {
    current = undefined;
    fail("load", address.href, `${address.href} could not be loaded: ${reason(error)}.`, error);
  });
  return current;
}

function ended(): void {
  copies++;
  current = undefined;
}

const outside = "\u{F0000}?"; // no text has it

/**
 * Where the token for unknown words is not in the vocabulary, the library would end at the first such word. Then a token is
 * added in its place, whose id tells that the text has one. @returns that id, or null
 */
function addUnknown({ model, added_tokens = [] }: Written): number | null {
  const { vocab, unk_token } = model ?? {};
  if (!model || !vocab || Array.isArray(vocab) || typeof unk_token !== "string" || unk_token in vocab)
    return null;
  const size = Object.keys(vocab).length;
  if (added_tokens.some(({ content }) => !(content in vocab))) return null; // their ids would change
  const id = Math.max(size, ...Object.values(vocab).map((each) => each + 1));
  model.vocab = { ...vocab, [outside]: id };
  model.unk_token = outside;
  return id;
}

/** The id of a token by its name; undefined: there is none. */
function idOf({ model, added_tokens = [] }: Written, name: string): number | undefined {
  const { vocab = {} } = model ?? {};
  const added = added_tokens.find(({ content }) => content === name)?.id;
  if (added !== undefined) return added;
  if (!Array.isArray(vocab)) return Object.hasOwn(vocab, name) ? vocab[name] : undefined;
  const place = vocab.findIndex(([piece]) => piece === name);
  return place < 0 ? undefined : place;
}

/** Ids of tokens that stand for other words: one outside the vocabulary, and one that the model has to fill in. */
interface StandIns {
  unknown?: number | undefined;
  mask?: number | undefined;
}

/** `around`: tokens that are put around each text. One that serves as the unknown token as well tells nothing. */
function standInsOf(read: Written, around: readonly number[]): StandIns {
  const { unk_token, unk_id } = read.model ?? {};
  const unknown = typeof unk_token === "string" ? idOf(read, unk_token) : (unk_id ?? undefined);
  return {
    unknown: unknown !== undefined && around.includes(unknown) ? undefined : unknown,
    mask: idOf(read, "[MASK]") ?? idOf(read, "<mask>"),
  };
}

export class Tokens {
  private tokenizer: Tokenizer | undefined;
  private lost = ""; // why the library ended

  private constructor(
    private readonly json: Uint8Array<ArrayBuffer> | undefined,
    private readonly frame: Framing,
    private readonly unknown: { id: number; token: string } | null,
    private made: Library | undefined,
    /** Why texts cannot be given. */
    readonly problem: AttentionError | undefined,
    readonly standIns: StandIns,
  ) {}

  private static refused(message: string, error?: unknown): Tokens {
    const problem = new AttentionError("tokenizer", "tokenizer", message, error);
    return new Tokens(undefined, (ids) => [...ids], null, undefined, problem, {});
  }

  /** `none`: why there is no tokenizer, if that is known. */
  static async load(
    tokenizer: unknown,
    none = "No tokenizer was given: pass tokenizer.json to loadModel, or ids instead of a text.",
  ): Promise<Tokens> {
    if (tokenizer === undefined || tokenizer === null) return Tokens.refused(none);
    const made = await library();
    try {
      const read = JSON.parse(await jsonOf("tokenizer", tokenizer)) as Written;
      if (typeof read.model !== "object") throw new Error("it holds no model");
      const frame = framingOf(read.post_processor);
      const token = String(read.model.unk_token);
      const standIns = standInsOf(read, frame([]));
      const id = addUnknown(read);
      const json = new TextEncoder().encode(JSON.stringify({ ...read, truncation: null, padding: null }));
      const tokens = new Tokens(json, frame, id === null ? null : { id, token }, made, undefined, standIns);
      await tokens.start();
      return tokens;
    } catch (error) {
      const why = error instanceof WebAssembly.RuntimeError ? made.reasonOfEnd() : reason(error);
      if (error instanceof WebAssembly.RuntimeError) ended();
      return Tokens.refused(`The tokenizer cannot be used here: ${why}. Give ids instead of a text.`, error);
    }
  }

  private async start(): Promise<void> {
    this.tokenizer = await this.made?.open(this.json as Uint8Array<ArrayBuffer>);
  }

  encode(text: string, special: boolean): number[] {
    const ids = this.ask("text", (tokenizer) => [
      ...tokenizer.encode(text.replace(/\p{Surrogate}/gu, "\ufffd")),
    ]);
    if (this.unknown && ids.includes(this.unknown.id))
      fail(
        "tokenizer",
        "text",
        `The tokenizer's ${this.unknown.token}, for what it does not know, is not in its vocabulary.`,
      );
    return special ? this.frame(ids) : ids;
  }

  decode(ids: number[]): string {
    if (ids.length === 0) return "";
    const text = this.ask("ids", (tokenizer) => tokenizer.decode(Int32Array.from(ids)));
    if (text !== "") return text;
    // The first token of a text loses the space before it: one that is nothing else is that space.
    const spaces = ids.map((id) => this.token(id) ?? "");
    return spaces.every((token) => /^▁*$/.test(token)) ? " ".repeat(spaces.join("").length) : "";
  }

  /** What a token adds to a text: with the space that it begins with. */
  piece(id: number): string {
    const text = this.decode([id]);
    return this.token(id)?.startsWith("▁") && !text.startsWith(" ") ? ` ${text}` : text;
  }

  /** As the vocabulary writes it: "Ġthe". */
  token(id: number): string | undefined {
    if (this.problem) return undefined;
    return this.ask("ids", (tokenizer) => tokenizer.idToToken(id)) || undefined;
  }

  private ask<T>(path: string, work: (tokenizer: Tokenizer) => T): T {
    if (this.problem) throw this.problem;
    if (!this.tokenizer)
      fail("tokenizer", path, `The tokenizer failed on a text: ${this.lost}. Load the model again.`);
    try {
      return work(this.tokenizer);
    } catch (error) {
      // An unknown token that no vocabulary has, say: the library is gone, and with it this tokenizer.
      this.lost = this.made?.reasonOfEnd() || reason(error);
      this.tokenizer = undefined;
      ended();
      this.restart();
      return fail("tokenizer", path, `The tokenizer failed on this: ${this.lost}.`, error);
    }
  }

  private restart(): void {
    library()
      .then(async (made) => {
        this.made = made;
        await this.start();
      })
      .catch(() => undefined); // the next text says why it failed
  }
}

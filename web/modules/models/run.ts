// A text that a model has read. Queries, keys and values of its layers stay in the core's memory; what is asked for is
// computed or copied then.
import type * as api from "../api/models.js";
import * as check from "../check.js";
import { counted, type Core } from "../core.js";
import { fail } from "../error.js";
import { hold } from "../held.js";
import { turn } from "../turn.js";
import { checkProgress, checkSignal, throwIfAborted, type Tell } from "./hearing.js";
import * as of from "./parts.js";
import type { Prepared } from "./picture.js";
import type { Tokens } from "./tokens.js";

export interface Loaded {
  readonly core: Core;
  readonly config: api.ModelConfig;
  readonly tokens: Tokens;
  /** How often the core had begun when the weights were read. */
  readonly starts: number;
  /** Of a model of pictures. */
  readonly labels: readonly string[];
  /** Whether it was told how pictures become numbers. */
  readonly reads: boolean;
}

/** What a run begins with. */
export type Given = { readonly ids: readonly number[] } | Prepared;

const cure = "Shorten the text, or dispose of runs that are no longer needed.";
const sweptRows = 512; // tokens of all copies that go through the layers together
const defaultRoom = 32; // tokens that can be added before a run takes new memory

interface Block {
  readonly core: Core;
  readonly starts: number;
  run: number;
  address: number;
}

/** Frees a run's memory, unless the core's memory was replaced as a whole. */
function free(block: Block): void {
  const { address, core, run } = block;
  block.address = 0;
  if (address === 0 || !core.live || core.starts !== block.starts) return;
  if (run) core.call("run_close", [run], () => undefined);
  core.free(address);
}
const forgotten = new FinalizationRegistry(free);

const sweptParts = ["heads", "inner", "stream"];

/** Pairs of a layer and a head, NaN: its MLP. */
const pairs = (without: unknown): number[] =>
  check.list("without", without, "a list of { layer, head }").flatMap((one, i) => {
    const path = `without[${i}]`;
    const { layer, head, part } = check.options(one ?? null, ["layer", "head", "part"], path);
    const inner = check.choice(`${path}.part`, part, ["head", "inner"], "head") === 1;
    return [check.whole(`${path}.layer`, layer), inner ? NaN : check.whole(`${path}.head`, head)];
  });

/** What the core takes for each weight that is set. */
const setWeights = (weights: unknown, tokens: number): number[] =>
  check.list("weights", weights, "a list of { layer, head, query, key, weight }").flatMap((one, i) => {
    const path = `weights[${i}]`;
    const given = check.options(one ?? null, ["layer", "head", "query", "key", "weight", "rescale"], path);
    return [
      ...["layer", "head"].map((name) => check.whole(`${path}.${name}`, given[name])),
      ...["query", "key"].map((name) =>
        check.whole(`${path}.${name}`, given[name], undefined, 0, tokens - 1),
      ),
      check.number(`${path}.weight`, given.weight),
      check.flag(`${path}.rescale`, given.rescale, true),
    ];
  });

const temperaturesOf = (given: unknown): number[] =>
  check.list("temperatures", given, "a list of { layer, head, temperature }").flatMap((one, i) => {
    const path = `temperatures[${i}]`;
    const { layer, head, temperature } = check.options(one ?? null, ["layer", "head", "temperature"], path);
    return [
      check.whole(`${path}.layer`, layer),
      check.whole(`${path}.head`, head),
      check.number(`${path}.temperature`, temperature),
    ];
  });

/** What a call writes into memory that is taken for it: too little of it is no end of the model. */
export function resultOf(core: Core, name: string, words: number[], shape: number[]): api.Tensor {
  const space = core.keep([...shape]);
  try {
    core.call(name, [...words, space.place("result")], () => undefined);
    return { shape, data: space.data };
  } finally {
    space.dispose();
  }
}

export class Run implements api.ModelRun {
  readonly #model: Loaded;
  readonly #block: Block;
  readonly #ids: number[] = [];
  #room: number;
  #busy = false;
  #logits: api.Tensor | undefined;
  #picture: api.ReadPicture | undefined;

  private constructor(model: Loaded, block: Block, room: number) {
    hold(this);
    this.#model = model;
    this.#block = block;
    this.#room = room;
    forgotten.register(this, block, this);
  }

  static async start(model: Loaded, read: Given, given: Record<string, unknown>): Promise<Run> {
    const { core, config } = model;
    const count = "ids" in read ? read.ids.length : read.tokens;
    const signal = checkSignal(given.signal);
    const tell = checkProgress(given.onProgress);
    const types = given.tokenTypes === undefined ? [] : check.wholes("tokenTypes", given.tokenTypes);
    const without = pairs(given.without);
    const weights = setWeights(given.weights, count);
    const heated = temperaturesOf(given.temperatures);
    const room = config.causal ? check.whole("room", given.room, defaultRoom, 0, 2 ** 20) : 0;
    throwIfAborted(signal);
    const wanted = Math.min(count + room, config.positions);
    const [tokens, bytes] = core.call("run_size", [count, wanted, 1], (a) => [a.number(), a.number()]);
    const block = { core, starts: core.starts, run: 0, address: core.allocate("run", bytes, cure) };
    const run = new Run(model, block, tokens);
    try {
      const heads = [without.length / 2, ...without];
      const words = [
        count,
        wanted,
        1,
        block.address,
        ...heads,
        weights.length / 6,
        ...weights,
        heated.length / 3,
        ...heated,
      ];
      block.run = core.call("run_open", words, (answer) => answer.number());
      if ("ids" in read) await run.#read(read.ids, types, tell, signal);
      else await run.#look(read, tell, signal);
    } catch (error) {
      run.#free();
      throw error;
    }
    return run;
  }

  /**
   * The same tokens once more, computed from a layer on, with changes: a copy of the text for each list of them, which all go
   * through the layers together.
   */
  static async branch(
    from: Run,
    copies: readonly (readonly of.Change[])[],
    given: Record<string, unknown>,
  ): Promise<Run> {
    const model = from.#open();
    const { core, config } = model;
    const signal = checkSignal(given.signal);
    const tell = checkProgress(given.onProgress);
    throwIfAborted(signal);
    const all = copies.flatMap((changes, copy) => changes.map((change, i) => ({ ...change, copy, i })));
    const others = all.map(({ from: other, i }) => (other === undefined ? NaN : from.#like(other, i)));
    const size = [from.#ids.length, from.#ids.length, copies.length];
    const [room, bytes] = core.call("run_size", size, (a) => [a.number(), a.number()]);
    const block = { core, starts: core.starts, run: 0, address: core.allocate("run", bytes, cure) };
    const run = new Run(model, block, room);
    run.#picture = from.#picture;
    try {
      block.run = core.call("run_open", [...size, block.address, 0, 0, 0], (answer) => answer.number());
      const layer = Math.min(config.layers, ...all.map((change) => change.layer));
      const words = [block.run, from.#block.run, layer];
      const parts =
        copies.length > 1
          ? core.call("run_repeat", [...words, copies.length], (answer) => answer.number())
          : core.call("run_branch", words, (answer) => answer.number());
      all.forEach(({ words: change, copy }, i) =>
        core.call("run_patch", [block.run, ...change, others[i] as number, copy], () => undefined),
      );
      await run.#advance(
        parts,
        copies.flatMap(() => from.#ids),
        tell,
        signal,
      );
    } catch (error) {
      run.#free();
      throw error;
    }
    return run;
  }

  /** The number of another run of this model, of as many tokens. */
  #like(given: unknown, i: number): number {
    const path = `changes[${i}].from`;
    if (!(given instanceof Run))
      fail("type", path, `${path} is ${check.describe(given)}; it should be a run.`);
    if (given.#open() !== this.#model) fail("model", path, `${path} is a run of another model.`);
    if (given.#ids.length !== this.#ids.length) {
      fail(
        "size",
        path,
        `${path} has ${given.#ids.length} tokens and this run ${this.#ids.length}. Both texts need as many tokens.`,
      );
    }
    return given.#block.run;
  }

  #reading(): of.Read {
    const { core, config } = this.#open();
    return { core, config, run: this.#block.run, tokens: this.#ids.length };
  }

  ledger(options: api.LogitOptions): api.Ledger {
    return of.ledger(this.#reading(), options);
  }

  split(options: api.LogitOptions & api.SplitOptions): Float64Array {
    return of.split(this.#reading(), options);
  }

  neurons(layer: number, options?: { at?: number }): Float32Array {
    return of.neurons(this.#reading(), layer, options);
  }

  async lens(options?: api.LensOptions): Promise<api.LensWord[][][]> {
    return of.lens(this.#reading(), options);
  }

  async rollout(options?: api.RolloutOptions): Promise<Float32Array> {
    return of.rollout(this.#reading(), options);
  }

  why(options: api.WhyOptions): api.Why {
    return of.why(this.#reading(), options);
  }

  async patch(changes: readonly api.PartChange[], options?: api.WorkOptions): Promise<api.ModelRun> {
    const read = this.#reading();
    return Run.branch(this, [of.changesOf(read, changes)], check.options(options, ["onProgress", "signal"]));
  }

  async sample(options?: api.SampleOptions): Promise<api.SampledToken[]> {
    const { core, tokens, config } = this.#open();
    const known = ["count", "seed", "temperature", "topK", "onProgress", "signal"];
    const given = check.options(options, known);
    if (!config.causal)
      fail(
        "model",
        "run",
        "A model that looks both ways does not write on: its tokens see those after them.",
      );
    const count = check.whole("count", given.count, 1, 1, config.positions);
    const seed = check.number("seed", given.seed, Math.floor(Math.random() * 2 ** 32));
    const temperature = check.number("temperature", given.temperature, 1);
    const topK = check.maybeWhole("topK", given.topK);
    const tell = checkProgress(given.onProgress);
    const signal = checkSignal(given.signal);
    core.call("run_seed", [this.#block.run, seed], () => undefined);
    const written: api.SampledToken[] = [];
    while (written.length < count) {
      throwIfAborted(signal);
      const drawn = core.call("run_sample", [this.#block.run, temperature, topK], (answer) => {
        return { id: answer.number(), logit: answer.number(), probability: answer.number() };
      });
      const at = this.#ids.length;
      await this.append([drawn.id]);
      const text = tokens.token(drawn.id) === undefined ? {} : { text: tokens.piece(drawn.id) };
      written.push({ ...drawn, ...text, at });
      tell?.(written.length, count);
    }
    return written;
  }

  async sweep(options?: api.SweepOptions): Promise<api.Tensor> {
    const read = this.#reading();
    const { config, tokens } = read;
    const given = check.options(options ?? null, [
      "id",
      "against",
      "at",
      "over",
      "from",
      "onProgress",
      "signal",
    ]);
    const tell = checkProgress(given.onProgress);
    const signal = checkSignal(given.signal);
    const [at, id, against] = of.askedLogit(read, given) as [number, number, number, number];
    const over = check.choice("over", given.over, sweptParts, "heads");
    const columns = [config.heads, 1, tokens][over] as number;
    const data = new Float32Array(config.layers * columns);
    const together = Math.max(1, Math.floor(sweptRows / tokens));
    for (let layer = 0; layer < config.layers; layer++) {
      for (let first = 0; first < columns; first += together) {
        throwIfAborted(signal);
        const copies = Array.from({ length: Math.min(together, columns - first) }, (_, copy) => {
          const place = [{ head: first + copy }, { part: "inner" }, { part: "stream", at: first + copy }][
            over
          ];
          return of.changesOf(read, [{ layer, ...place, from: given.from }]);
        });
        const run = await Run.branch(this, copies, { signal });
        const done = layer * columns + first;
        copies.forEach((_, copy) => {
          data[done + copy] = of.logitDifference(run.#reading(), copy * tokens + at, id, against);
        });
        run.dispose();
        tell?.(done + copies.length, data.length);
      }
    }
    return { shape: [config.layers, columns], data };
  }

  /** Adds what its heads do in the text at this place, layer by layer. `tell`: after each. */
  async addMeasures(
    text: number,
    to: of.MeasureSums,
    tell: (layer: number) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    for (let layer = 0; layer < this.#model.config.layers; layer++) {
      throwIfAborted(signal);
      of.addMeasures(this.#reading(), layer, text, to);
      tell(layer);
      await turn();
    }
  }

  async measure(options?: api.WorkOptions): Promise<api.HeadMeasures> {
    const { config } = this.#open();
    const given = check.options(options, ["onProgress", "signal"]);
    const tell = checkProgress(given.onProgress);
    const all = of.noMeasures(config);
    await this.addMeasures(0, all, (layer) => tell?.(layer + 1, config.layers), checkSignal(given.signal));
    return of.meansOf(config, all);
  }

  get picture(): api.ReadPicture | undefined {
    return this.#picture;
  }

  get ids(): readonly number[] {
    return [...this.#ids];
  }

  get logits(): api.Tensor {
    const { core, config } = this.#open();
    if (!this.#logits) {
      const shape = [this.#ids.length, config.vocabulary];
      this.#logits = this.#result(core, "run_logits", [0, this.#ids.length], shape);
    }
    return this.#logits;
  }

  logitsAt(position: number): Float32Array {
    const { core, config } = this.#open();
    const words = [check.whole("position", position, undefined, 0, this.#ids.length - 1), 1];
    return this.#result(core, "run_logits", words, [config.vocabulary]).data;
  }

  attention(layer: number, head: number, options?: api.RowOptions): api.Tensor {
    const { core } = this.#open();
    const given = check.options(options, ["first", "count"]);
    const all = this.#ids.length;
    const first = check.whole("first", given.first, 0, 0, all);
    const count = check.whole("count", given.count, all - first, 0, all - first);
    const words = [check.whole("layer", layer), check.whole("head", head), first, count];
    return this.#result(core, "run_weights", words, [count, all]);
  }

  query(layer: number): api.Tensor {
    return this.#kept(0, layer, this.#open().config.heads);
  }

  key(layer: number): api.Tensor {
    return this.#kept(1, layer, this.#open().config.keyHeads);
  }

  value(layer: number): api.Tensor {
    return this.#kept(2, layer, this.#open().config.keyHeads);
  }

  next(k = 10, options?: { at?: number }): api.NextToken[] {
    const { core, tokens, config, labels } = this.#open();
    const { at } = check.options(options, ["at"]);
    const last = this.#ids.length - 1;
    const usual = config.picture ? 0 : last;
    const words = [
      this.#block.run,
      check.whole("at", at, usual, 0, last),
      check.whole("k", Math.min(k, config.picture ? config.vocabulary : k), undefined, 1, config.vocabulary),
    ];
    return core.call("run_next", words, (answer) =>
      Array.from({ length: answer.number() }, () => {
        const next: api.NextToken = {
          id: answer.number(),
          logit: answer.number(),
          probability: answer.number(),
        };
        if (config.picture) return { ...next, text: labels[next.id] as string };
        const token = tokens.token(next.id);
        if (token === undefined) return next;
        return { ...next, text: tokens.piece(next.id) };
      }),
    );
  }

  async append(given: string | ArrayLike<number>, options?: api.AppendOptions): Promise<void> {
    const { core, tokens, config } = this.#open();
    const ids = typeof given === "string" ? tokens.encode(given, false) : check.wholes("ids", given);
    const { onProgress, signal } = check.options(options, ["onProgress", "signal"]);
    const wanted = this.#ids.length + ids.length;
    // Not before it is known that the model takes them.
    if (wanted > this.#room && wanted <= config.positions && config.causal) {
      const more = Math.min(config.positions, wanted + Math.max(defaultRoom, wanted >> 1));
      const size = [Math.min(512, this.#ids.length), more, 1];
      const bytes = core.call("run_size", size, (a) => (a.number(), a.number()));
      const address = core.allocate("run", bytes, cure);
      core.call("run_grow", [this.#block.run, ...size, address], () => undefined);
      core.free(this.#block.address);
      this.#block.address = address;
      this.#room = more;
    }
    await this.#read(ids, [], checkProgress(onProgress), checkSignal(signal));
  }

  dispose(): void {
    this.#free();
  }

  get disposed(): boolean {
    return this.#block.address === 0;
  }

  #free(): void {
    forgotten.unregister(this);
    free(this.#block);
  }

  /** The model, if this run can still be read. */
  #open(): Loaded {
    const { core, address, starts } = this.#block;
    if (address === 0 || core.starts !== starts)
      fail("disposed", "run", "This run was disposed: its numbers are gone. Run the text again.");
    if (this.#busy) fail("busy", "run", "This run is still reading tokens; wait for the promise.");
    return this.#model;
  }

  /** Reads tokens in parts, with a turn of the event loop between them. */
  async #read(ids: readonly number[], types: readonly number[], tell: Tell, signal?: AbortSignal) {
    const words = [this.#block.run, ...counted(ids), ...counted(types)];
    const parts = this.#model.core.call("run_give", words, (answer) => answer.number());
    await this.#advance(parts, ids, tell, signal);
  }

  /** Reads a picture; the ids of its tokens count them. */
  async #look(picture: Prepared, tell: Tell, signal?: AbortSignal) {
    const { values, height, width, tokens, shown } = picture;
    const { core, config } = this.#model;
    const { patch, before } = config.picture as NonNullable<api.ModelConfig["picture"]>;
    const pixels = { shape: [3, height, width], data: values };
    const parts = core.call("run_picture", [this.#block.run, pixels], (answer) => answer.number());
    const grid = { rows: height / patch, columns: width / patch, before };
    this.#picture = Object.freeze({ ...grid, width, height, pixels: shown });
    await this.#advance(
      parts,
      Array.from({ length: tokens }, (_, i) => i),
      tell,
      signal,
    );
  }

  async #advance(parts: number, ids: readonly number[], tell: Tell, signal?: AbortSignal) {
    const { core } = this.#model;
    this.#busy = true;
    this.#logits = undefined;
    try {
      for (let left = parts; left > 0;) {
        if (signal?.aborted || this.#block.address === 0) {
          this.#free(); // half of the layers have read these tokens
          throwIfAborted(signal);
          fail("disposed", "run", "This run was disposed while it was reading.");
        }
        left = core.call("run_advance", [this.#block.run], (answer) => answer.number());
        tell?.(parts - left, parts);
        await turn();
      }
      for (const id of ids) this.#ids.push(id);
    } catch (error) {
      this.#free();
      throw error;
    } finally {
      this.#busy = false;
    }
  }

  #kept(which: number, layer: number, heads: number): api.Tensor {
    const { core, config } = this.#open();
    const shape = [heads, this.#ids.length, config.headWidth];
    return this.#result(core, "run_kept", [which, check.whole("layer", layer)], shape);
  }

  #result(core: Core, name: string, words: number[], shape: number[]): api.Tensor {
    return resultOf(core, name, [this.#block.run, ...words], shape);
  }
}

// A second model that reads the same sentence, in a worker of its own: the open one with its weights rounded, or another checkpoint
// of the same shape, which the sheet opens.
import type { Core } from "../core/core";
import type { ModelScreen } from "../core/model";
import { Failed, type Client, type Going, type Tell } from "./client";
import type { ModelGiven, Next, Rounded } from "./protocol";
import { openSheet, type ModelOpener, type PageOfSheet } from "./sheet";
import { isOwn, type Input, type ModelSource, type OwnSource } from "./source";
import { stoppable, WorkerSource, type PictureOf } from "./worker-source";

const ofFiles = "files"; // as the core names files of the reader's
const isRounded = (name: string): name is Rounded => name === "q8_0" || name === "q4_0";

/** What the core is told: Core.giveModelSecond. */
interface Told {
  name: string;
  bytes: number;
  next: Next[];
}

/** What it needs of those who show the first model. */
interface FirstModel extends Pick<ModelOpener, "say" | "told"> {
  readonly page: PageOfSheet & { readonly core: Core; changed: () => void };
  readonly pictureOf: PictureOf;
  filesOf: (source: OwnSource) => Promise<ModelGiven>;
  follow: (model: ModelScreen | null) => void;
}

export class SecondModel implements ModelOpener {
  readonly page: FirstModel["page"];
  private held: { name: string; source: ModelSource } | null = null;
  private ids: number[] = []; // that both have read

  constructor(
    private readonly models: FirstModel,
    readonly client: Client,
  ) {
    this.page = models.page;
  }

  // ---- the sheet that opens one ----
  choose(): void {
    openSheet(this);
  }

  say: ModelOpener["say"] = (id, ...args) => this.models.say(id === "title" ? "second.title" : id, ...args);
  told = (error: unknown): string => this.models.told(error);
  closed(): void {
    // The choice of before stays.
  }

  take(given: ModelGiven, name: string, source: string, tell?: Tell): Going<void> {
    const { answer, stop } = WorkerSource.open(this.client, given, name, source, this.models.pictureOf, tell);
    return { stop, answer: answer.then((model) => this.hold(source || ofFiles, model)) };
  }

  openOwn(source: OwnSource, tell?: Tell): Going<void> {
    return stoppable(
      () => this.models.filesOf(source),
      (begin, given) => begin(this.take(given, "", source, tell)),
    );
  }

  private hold(name: string, source: ModelSource): void {
    try {
      this.check(source);
    } catch (error) {
      this.client.close(); // with its memory; the one before, if any, is opened again when it is asked for
      throw error;
    }
    this.held = { name, source };
    this.show(name);
  }

  /** Fails if it cannot be compared with the open model. */
  private check(source: ModelSource): void {
    const { about } = this.page.core.reading()?.model ?? {};
    if (!about) return;
    const { layers, heads, pictures } = source.describe(this.page.language);
    if (pictures !== about.pictures) throw new Failed("kind", "", "");
    if (layers !== about.layers || heads !== about.heads)
      throw new Failed("shape", `${layers} ${heads}`, `${about.layers} ${about.heads}`);
  }

  private show(name: string): void {
    const { core } = this.page;
    core.apply({ type: "LookModel", second: name });
    core.giveModelSecond(JSON.stringify({ source: name })); // what was wrong before no longer counts
    this.page.changed();
    this.models.follow(core.reading()?.model ?? null);
  }

  /** Ends its worker, so that its memory is free again. */
  close(): void {
    if (!this.held) return;
    this.held = null;
    this.client.close();
  }

  // ---- what the core wants ----
  /** Runs it on the tokens that the first model has read. */
  read(model: ModelScreen, first: ModelSource, tell: Tell): Going<Told> {
    let stopped = false;
    let going: Going<unknown> | null = null;
    const begin = async <T>(work: Going<T>): Promise<Awaited<T>> => {
      if (stopped) throw new Failed("aborted", "", "");
      going = work;
      return work.answer;
    };
    const answer = async (): Promise<Told> => {
      const source = await this.bring(model.look.second, first, begin, tell);
      const { name, bytes, vocabulary } = source.describe(this.page.language);
      const { ids } = await begin(first.run(model, tell));
      const beyond = ids.find((id) => vocabulary > 0 && id >= vocabulary);
      if (beyond !== undefined) throw new Failed("words", String(vocabulary), String(beyond));
      this.ids = ids;
      await begin(source.run(this.inputOf(model), tell));
      const listed = model.next?.next.map(({ id }) => id) ?? [];
      return { name, bytes, next: (await source.among?.(this.inputOf(model), listed)) ?? [] };
    };
    const stop = () => {
      stopped = true;
      going?.stop();
    };
    return { answer: answer(), stop };
  }

  async weights(model: ModelScreen, layer: number, head: number): Promise<Float32Array> {
    return this.here().weights(this.inputOf(model), layer, head);
  }

  /** From the first model's weights of a layer, for all of its heads. */
  async differences(model: ModelScreen, first: ModelSource, layer: number): Promise<Float32Array> {
    const other = await this.here().layerWeights?.(this.inputOf(model), layer);
    const differences = other && (await first.differences?.(model, layer, other));
    if (!differences) throw new Failed("second", "", "");
    return differences;
  }

  private here(): ModelSource {
    if (!this.held) throw new Failed("second", "", "");
    return this.held.source;
  }

  private inputOf(model: Input): Input {
    const { text, off, other, weights, temperatures } = model;
    return { text, off, other, weights, temperatures, ids: this.ids };
  }

  private async bring(
    name: string,
    first: ModelSource,
    begin: <T>(work: Going<T>) => Promise<Awaited<T>>,
    tell: Tell,
  ): Promise<ModelSource> {
    if (this.held?.name === name) return this.held.source;
    this.close();
    if (isRounded(name) && first.rounded) {
      const source = await begin(first.rounded(this.client, name, tell));
      this.held = { name, source };
      return source;
    }
    if (isOwn(name)) {
      const given = await this.models.filesOf(name);
      await begin(this.take(given, "", name, tell));
      return this.here();
    }
    if (name !== ofFiles) openSheet(this).fetch(name);
    throw new Failed("second", "", "");
  }
}

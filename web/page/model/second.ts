// A second model that reads the same sentence, in a worker of its own: the open one with its weights rounded, or another checkpoint
// of the same shape, which the sheet opens.
import { roundings } from "../../../build/generated/model";
import type { Core } from "../core/core";
import type { ModelScreen, ModelWants } from "../core/model";
import { Failed, type Client, type Going, type Tell } from "./client";
import { Lane, type Give } from "./lane";
import type { ModelGiven, Next, Rounded } from "./protocol";
import { openSheet, type ModelOpener, type PageOfSheet } from "./sheet";
import { isOwn, wantedKey, type Input, type ModelSource, type OwnSource } from "./source";
import { stoppable, WorkerSource, type PictureOf } from "./worker-source";

const ofFiles = "files"; // as the core names files of the reader's
const isRounded = (name: string): name is Rounded => (roundings as readonly string[]).includes(name);

/** What the core is told: Core.giveModelSecond. */
interface Told {
  name: string;
  bytes: number; // of memory
  next: Next[];
}

/** What it needs of those who show the first model. */
interface FirstModel extends Pick<ModelOpener, "say" | "told"> {
  readonly page: PageOfSheet & {
    readonly core: Core;
    changed: () => void;
    notify: (sentence: string) => void;
  };
  readonly pictureOf: PictureOf;
  filesOf: (source: OwnSource) => Promise<ModelGiven>;
  follow: (model: ModelScreen | null) => void;
}

export class SecondModel implements ModelOpener {
  readonly page: FirstModel["page"];
  private held: { name: string; source: ModelSource } | null = null;
  private ids: number[] = []; // that both have read
  private opening: { name: string; work: Going<unknown> } | null = null; // which was asked for by the core
  private readonly lane: Lane;

  constructor(
    private readonly models: FirstModel,
    readonly client: Client,
  ) {
    this.page = models.page;
    this.lane = new Lane(models.page.changed);
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

  /** None for a first model of files, which no link can name. */
  linkTo(source: string): string {
    const { core } = this.page;
    if (!core.reading()?.model?.source) return "";
    const link = new URLSearchParams(core.link());
    link.set("model.second", source);
    return String(link).replaceAll("+", "%20"); // as the core writes a space
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
    if (!this.held && !this.opening) return;
    this.opening?.work.stop();
    this.opening = this.held = null;
    this.client.close();
  }

  // ---- what the core wants ----
  /** Beside what it wants of the first model, which goes on answering. */
  follow(model: ModelScreen, first: ModelSource | null): void {
    const { wantsOfSecond: wants, look } = model;
    if (look.second === "" || (this.opening && this.opening.name !== look.second)) this.close();
    const key = wants ? keyOfSecond(model, wants) : "";
    this.lane.stopUnless(key);
    if (!wants) this.lane.failing = ""; // what is wanted after that is asked for again
    if (!wants || !first || this.lane.busy || key === this.lane.failing) return;
    const now = () => this.page.core.reading()?.model ?? null;
    const isWanted = () => {
      const later = now();
      return !!later?.wantsOfSecond && keyOfSecond(later, later.wantsOfSecond) === key;
    };
    this.lane.do({
      key,
      ask: () => this.ask(model, wants, first, isWanted),
      isWanted,
      failed: (error) => {
        if (!(error instanceof Failed && error.code === "aborted")) this.page.notify(this.told(error));
      },
      next: () => {
        this.models.follow(now());
        return this.lane.busy;
      },
    });
  }

  private async ask(
    model: ModelScreen,
    wants: ModelWants,
    first: ModelSource,
    isWanted: () => boolean,
  ): Promise<Give> {
    const { core } = this.page;
    const { what, layer, head } = wants;
    if (what === "second") return this.compare(model, wants, first, isWanted);
    if (what === "second_weights") {
      const weights = await this.here().weights(this.inputOf(model), layer, head);
      return () => core.giveModelSecondWeights(layer, head, weights);
    }
    if (what === "matrices") {
      const moved = await first.matricesMoved?.(layer, head, this.here());
      return () => core.giveModelMatrices(layer, head, moved ?? new Float32Array());
    }
    const differences = await this.differences(model, first, layer);
    return () => core.giveModelDifferences(layer, differences);
  }

  /** Opens it and runs it on what the first one has read; what is wrong with it is told beside its choice. */
  private async compare(
    model: ModelScreen,
    wants: ModelWants,
    first: ModelSource,
    isWanted: () => boolean,
  ): Promise<Give> {
    const { core } = this.page;
    const { second } = model.look;
    const give = (told: object) => core.giveModelSecond(JSON.stringify({ source: second, ...told }));
    const isChosen = () => core.reading()?.model?.look.second === second;
    const tell = this.lane.progress(isChosen, (done, all) => give({ done, all }));
    try {
      const source = await this.bring(second, first, tell);
      if (!isWanted()) throw new Failed("aborted", "", ""); // another sentence: it is read next
      const work = this.read(model, first, source, tell);
      const told = await this.lane.answerOf(work, keyOfSecond(model, wants));
      return () => give(told);
    } catch (error) {
      if (error instanceof Failed && error.code === "aborted") throw error;
      return () => give({ refused: this.told(error) });
    }
  }

  /** Runs it on the tokens that the first model has read. */
  private read(model: ModelScreen, first: ModelSource, source: ModelSource, tell: Tell): Going<Told> {
    return stoppable(
      () => Promise.resolve(),
      async (begin) => {
        const { name, vocabulary } = source.describe(this.page.language);
        const { ids } = await begin(first.run(model, tell));
        const beyond = ids.find((id) => vocabulary > 0 && id >= vocabulary);
        if (beyond !== undefined) throw new Failed("words", String(vocabulary), String(beyond));
        this.ids = ids;
        await begin(source.run(this.inputOf(model), tell));
        const listed = model.next?.next.map(({ id }) => id) ?? [];
        return {
          name,
          bytes: source.memory ?? 0,
          next: (await source.among?.(this.inputOf(model), listed)) ?? [],
        };
      },
    );
  }

  /** From the first model's weights of a layer, for all of its heads. */
  private async differences(model: ModelScreen, first: ModelSource, layer: number): Promise<Float32Array> {
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

  private async bring(name: string, first: ModelSource, tell: Tell): Promise<ModelSource> {
    if (this.held?.name === name) return this.held.source;
    this.close();
    if (isRounded(name) && first.rounded) {
      const source = await this.opened(name, first.rounded(this.client, name, tell));
      this.held = { name, source };
      return source;
    }
    if (isOwn(name)) {
      await this.opened(name, this.openOwn(name, tell));
      return this.here();
    }
    if (name !== ofFiles) openSheet(this).fetch(name);
    throw new Failed("second", "", "");
  }

  private async opened<T>(name: string, work: Going<T>): Promise<Awaited<T>> {
    const opening = { name, work };
    this.opening = opening;
    try {
      return await work.answer;
    } finally {
      if (this.opening === opening) this.opening = null;
    }
  }
}

const keyOfSecond = (model: ModelScreen, wants: ModelWants) =>
  `${model.look.second} ${wantedKey(model, wants)}`;

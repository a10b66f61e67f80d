// A model that runs in the worker. It is opened again where the worker ended or holds another one, and a sentence is run again
// where another was run since: nobody else has to know.
import { Failed, type Client, type Going, type Tell } from "./client";
import type { ModelGiven, NextWords, Opened, TextRun } from "./protocol";
import { say } from "./sentences";
import { keyOf, type Described, type Input, type ModelSource } from "./source";

export const mostTokens = 1024; // as src/explorer/model/state.hpp has it
const nextWords = 10;

/** What the worker holds. */
interface Held {
  model: WorkerSource | null;
  starts: number; // of the worker
  input: string; // that was run
}
const held = new WeakMap<Client, Held>();

export class WorkerSource implements ModelSource {
  private constructor(
    readonly client: Client,
    readonly source: string,
    readonly name: string,
    private readonly given: ModelGiven,
    readonly opened: Opened,
  ) {}

  /** Opens a model's files; fails with what is wrong with them. */
  static open(
    client: Client,
    given: ModelGiven,
    name: string,
    source: string,
    tell?: Tell,
  ): Going<WorkerSource> {
    held.delete(client);
    const { answer, stop } = client.ask("open", [given], tell);
    const made = answer.then((opened) => {
      const model = new WorkerSource(client, source, name, given, opened);
      model.holds("");
      return model;
    });
    return { answer: made, stop };
  }

  private holds(input: string): void {
    held.set(this.client, { model: this, starts: this.client.starts, input });
  }

  private get isHeld(): boolean {
    const now = held.get(this.client);
    return now?.model === this && now.starts === this.client.starts;
  }

  get positions(): number {
    return this.opened.config.positions;
  }

  get translated(): boolean {
    return this.source === "small";
  }

  describe(language: string): Described {
    const { config, parameters, hasLogits, notes } = this.opened;
    const own = this.translated;
    return {
      name: own ? say(language, "small.name") : this.name,
      family: config.family,
      about: own ? say(language, "small.about") : notes.join(" "),
      read: own ? "site" : "file",
      causal: config.causal,
      editable: true,
      next: hasLogits,
      vectors: true,
      layers: config.layers,
      heads: config.heads,
      headWidth: config.headWidth,
      vocabulary: config.vocabulary,
      parameters,
      bytes: this.given.weights.reduce((sum, { size }) => sum + size, 0),
      text: own ? say(language, "small.text") : "",
    };
  }

  /** `most`: tokens of the text. */
  run(input: Input, tell: Tell | undefined, most = mostTokens): Going<TextRun> {
    let going: Going<unknown> | null = null;
    let stopped = false;
    const work = async (): Promise<TextRun> => {
      if (!this.isHeld) {
        await this.client.ask("open", [this.given]).answer;
        this.holds("");
      }
      if (stopped) throw new Failed("aborted", "", "");
      const run = this.client.ask("run", [input.text, input.off, most, input.ids], tell);
      going = run;
      this.holds("");
      const answer = await run.answer;
      this.holds(keyOf(input));
      return answer;
    };
    const stop = () => {
      stopped = true;
      going?.stop();
    };
    return { answer: work(), stop };
  }

  private async ready(input: Input): Promise<Client> {
    if (!this.isHeld || held.get(this.client)?.input !== keyOf(input))
      await this.run(input, undefined).answer;
    return this.client;
  }

  async next(input: Input): Promise<NextWords> {
    return (await this.ready(input)).ask("next", [nextWords]).answer;
  }

  async weights(input: Input, layer: number, head: number): Promise<Float32Array> {
    return (await this.ready(input)).ask("weights", [layer, head]).answer;
  }

  async vectors(input: Input, layer: number, head: number): Promise<Float32Array> {
    return (await this.ready(input)).ask("vectors", [layer, head]).answer;
  }

  async pictures(input: Input, layer: number): Promise<{ pictures: Float32Array; shares: Float32Array }> {
    return (await this.ready(input)).ask("pictures", [layer]).answer;
  }
}

// The way to the sheet of the reader's tensors: by a button, dropped or pasted files, a link or the page around an embed. The
// sheet itself is loaded when it is asked for.
import { load } from "page-files";
import type { Core } from "../core/core";
import { elements } from "../core/elements";
import type { Reading } from "../core/model";
import { open } from "../dialogs/dialog";
import { notify, offerReload } from "../dialogs/notices";
import { embedded } from "../embed/settings";
import { assets, fetchBytes } from "../start/assets";
import type { ModelSource } from "../model/source";
import type { Bar } from "./bar";
import type { OwnHeads } from "./choose";
import { inside } from "./inside";
import { isBinary, isTensors, ownLesson } from "./names";

type Sheet = typeof import("./sheet");
type Given = Parameters<Sheet["showGiven"]>[1];

/** The page whose tensors these are. */
interface Shown {
  readonly core: Core;
  readonly language: string;
  readonly lesson: string;
  readonly given: string | null;
  openGiven: (lesson: string, link: string, address: string | null) => void;
  openLesson: (id: string, link: string) => Promise<void>;
  /** Shows heads on the screen of a whole model; null where that is not loaded. */
  showHeads: ((source: ModelSource) => Promise<void>) | null;
  correctAddress: () => void;
  sync: () => void;
}

// A new entry of the history, so that Back leads to what was shown before. `own`: which of the lessons made of files.
function arrive(link: string, own: number | null): void {
  if (embedded) return;
  try {
    window.history.pushState(own === null ? null : { own }, "", `#${link}`);
  } catch {
    // no address bar here
  }
}

const mostUnasked = 20; // files of this site that a link may open without a question

const failed = (error: unknown) => notify(error instanceof Error ? error.message : String(error));

export class OwnTensors {
  private text = ""; // the lesson that shows them
  private readonly texts: string[] = []; // of all files shown in this visit, for entries of the history
  private heads: OwnHeads | null = null; // those of the large map
  private coming = false;
  private bar: Bar | null = null; // of tensors that lie in the document

  constructor(private readonly app: Shown) {
    document.addEventListener("drop", (event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      const takesText = this.app.core.reading()?.step.controls.some(({ longText }) => longText) ?? false;
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault(); // or the browser would open the file in the page's place
      if (!files.some(({ name }) => (takesText ? isBinary(name) : isTensors(name)))) return;
      this.withSheet((sheet) => sheet.openSheet(this.page(), files));
    });
    document.addEventListener("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ name }) => isTensors(name));
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      this.withSheet((sheet) => sheet.openSheet(this.page(), files));
    });
  }

  choose(): void {
    if (this.bar) this.bar.show("").catch((error: unknown) => failed(error));
    else this.withSheet((sheet) => sheet.openSheet(this.page(), null));
  }

  /** Those of a link; another host's only after the reader agrees. */
  open(addresses: URL[]): void {
    const foreign = addresses.filter(({ origin }) => origin !== window.location.origin);
    const files = addresses.map((url) => ({ url }));
    const hosts = (addresses.length > mostUnasked ? addresses : foreign).map(({ host }) => host);
    this.withSheet((sheet) => sheet.openAddresses(this.page(), files, [...new Set(hosts)]));
  }

  /** Shows what the page around gives; the text says what is unclear or wrong, "" if nothing is. */
  async show(given: unknown): Promise<{ wrong: string; lesson: string }> {
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    const wrong = await (await load()).showGiven(this.page(), given as Given); // it checks what was given
    return { wrong, lesson: this.text };
  }

  /** A few tokens of a head of the model that is open, as a lesson. */
  showExample(): void {
    const { core } = this.app;
    const example = core.modelExample();
    const causal = core.reading()?.model?.about?.causal ?? true;
    if (example) this.withSheet(({ exampleLesson }) => this.page().show(exampleLesson(example, causal)));
  }

  /** Shows those that lie in the document. Throws what is wrong with them. */
  async showInside(link: string): Promise<void> {
    const { app } = this;
    if (!inside) throw new Error("This document holds no tensors.");
    const { wasm } = this.page();
    const { Bar } = await load();
    this.bar = await Bar.of(
      {
        language: () => app.language,
        wasm,
        show: (lesson, place) => {
          this.text = lesson;
          app.openGiven(lesson, place, ownLesson);
          app.core.wake();
        },
        showLarge: (heads, causal) => this.showLarge(heads, causal),
        link: () => app.core.link(),
        failed: (message) => notify(message, true),
      },
      inside,
    );
    await this.bar.show(link);
  }

  /** The lesson of the tensors once more, at a place of it; false if there is none. */
  showAgain(link: string): boolean {
    const { own } = (window.history.state ?? {}) as { own?: number };
    const text = (own === undefined ? undefined : this.texts[own]) ?? this.text;
    if (text === "") return false;
    this.text = text;
    this.app.openGiven(text, link, ownLesson);
    return true;
  }

  /** After every change: the bar is there with the tensors, and the large map gets the head that it waits for. */
  follow({ large, contents }: Reading): void {
    const isOwn = large ? large.setup.model === "own" : !contents && this.app.given === ownLesson;
    this.bar?.follow(isOwn);
    const { heads } = this;
    if (!heads || this.coming || large?.setup.model !== "own" || large.wants === null) return;
    const head = large.wants;
    this.coming = true;
    heads
      .read(head)
      .then((numbers) => {
        const refused = heads === this.heads ? this.app.core.giveOwnHead(head, numbers) : null;
        if (refused) throw new Error(refused.message);
      })
      .catch((error: unknown) => {
        this.heads = null; // asking again would fail again
        notify(error instanceof Error ? error.message : String(error), true);
      })
      .finally(() => {
        this.coming = false;
        this.app.sync();
      });
  }

  /** Shows queries and keys in the large map; causal: the mask is on at first. Throws what is wrong with them. */
  showLarge(heads: OwnHeads, causal: boolean): void {
    const { core } = this.app;
    const refused = core.openOwnHeads(JSON.stringify({ ...heads, read: undefined }));
    if (refused) throw new Error(refused.message);
    this.heads = heads;
    if (!core.reading()?.large) core.apply({ type: "ShowLarge", on: true });
    const again = core.apply({ type: "SetLarge", ...core.reading()?.large?.setup, causal, model: "own" });
    if (again) throw new Error(again.message);
    this.app.sync();
    core.wake();
  }

  private withSheet(work: (sheet: Sheet) => void): void {
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    load().then(work, offerReload);
  }

  private page(): Parameters<Sheet["openSheet"]>[0] {
    const back = () => {
      if (document.body.dataset.view === "picture") elements.canvas.focus({ preventScroll: true });
    };
    return {
      language: this.app.language,
      wasm: async () => new Uint8Array(await fetchBytes(assets.files.wasm, () => undefined)),
      textWorker: assets.files.worker ? new URL(assets.files.worker.url, import.meta.url) : null,
      open: (title) => open(title, back),
      show: (lesson) => {
        this.texts.push(lesson);
        arrive(`lesson=${ownLesson}`, this.texts.length - 1);
        this.app.openGiven(lesson, "", ownLesson);
        this.app.correctAddress();
        this.text = lesson;
      },
      showLarge: (heads, causal) => this.showLarge(heads, causal),
      showHeads: this.app.showHeads,
      fill: (rows) => this.fill(rows),
    };
  }

  // X of the worked example; gives what was refused.
  private async fill(rows: number[][]): Promise<string> {
    const { app } = this;
    const id = "worked-example";
    const reading = app.core.reading();
    if (reading?.contents || reading?.large || app.lesson !== id || reading?.step.id !== "inputs") {
      const link = `lesson=${id}&step=inputs`;
      arrive(link, null);
      await app.openLesson(id, link);
    }
    const node = app.core.reading()?.tensors.find(({ name }) => name === "x")?.node;
    if (node === undefined) return `${id}: x`;
    const text = rows.map((row) => row.map((value) => String(value)).join("\t")).join("\n");
    const refused = app.core.apply({ type: "PasteCells", cell: { node, index: [0, 0] }, text });
    app.sync();
    app.core.wake();
    return refused?.message ?? "";
  }
}

// The way to the screen of a whole model: what the core wants of it, files of a model that are dropped, the button that chooses
// some. All else is loaded when it is asked for.
import { available, load } from "page-model";
import type { Core } from "../core/core";
import { h } from "../core/element";
import { elements } from "../core/elements";
import type { ModelScreen } from "../core/model";
import { open } from "../dialogs/dialog";
import { leftForElsewhere, mayFetch } from "../dialogs/elsewhere";
import { notify, offer, offerReload, withdraw } from "../dialogs/notices";
import type { OwnTensors } from "../files/own-tensors";
import { assets, fetchBytes } from "../start/assets";
import { keepForLater } from "../start/offline";
import type { Pixels } from "../dialogs/own-picture";

import type { ModelSource } from "./source";

type Models = import("./model").Models;

/** The page whose model it is. */
interface Shown {
  readonly core: Core;
  readonly language: string;
  readonly tensors: OwnTensors;
  sync: () => void;
}

/** Files of a whole model, not of tensors. */
const isOfModel = (name: string) =>
  name === "config.json" || name.endsWith(".safetensors.index.json") || /\.gguf$/i.test(name);

export class OwnModel {
  private here: Models | null = null;
  private coming: Promise<Models> | null = null;
  private readonly pictures = new Map<string, Pixels>();
  // Kept: a field that nothing refers to may be collected before its file is chosen.
  private readonly texts = h("input", { type: "file", accept: ".txt,text/plain,.json,application/json" });

  constructor(private readonly app: Shown) {
    this.texts.addEventListener("change", () => {
      const [file] = this.texts.files ?? [];
      this.texts.value = ""; // the same file can be chosen again
      if (file) this.ask((models) => models.measureOver(file));
    });
    document.addEventListener("drop", (event) => {
      const { items = [], files = [] } = event.dataTransfer ?? {};
      const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
      if (!entries.some(({ isDirectory }) => isDirectory) && ![...files].some(({ name }) => isOfModel(name)))
        return;
      event.preventDefault();
      event.stopImmediatePropagation(); // they are no tensors to list
      const given = [...files].map((file) => ({ name: file.name, data: file }));
      this.ask((models) => models.drop(entries, given));
    });
  }

  writeOn(): void {
    this.ask((models) => models.writeOn());
  }

  /** Has the reader choose the files of a model. */
  choose(): void {
    this.ask((models) => models.choose());
  }

  /** The same of one that is compared with the open one. */
  chooseSecond(): void {
    this.ask((models) => models.second.choose());
  }

  /** A picture of the reader's, under a name that no other one has. */
  keepPicture(name: string, picture: Pixels): string {
    let text = name || "picture";
    for (let i = 2; this.pictures.has(text); i++) text = `${name} (${i})`;
    this.pictures.set(text, picture);
    return text;
  }

  /** Has the reader choose a file of texts, over which heads are measured, or of measures that were saved. */
  openTexts(): void {
    this.texts.click();
  }

  /** Shows what a file holds of one; fails with what is wrong. null: not here. */
  readonly show = available
    ? async (source: ModelSource): Promise<void> => {
        this.coming ??= this.bring();
        this.coming.catch(() => (this.coming = null));
        (await this.coming).show(source);
      }
    : null;

  /** Whether the model reads pictures: what is painted is computed at once. */
  readsPictures = false;

  /** Gives the core what it wants of the model. */
  follow(model: ModelScreen | null): void {
    this.readsPictures = !!model?.about?.pictures;
    const bare = model && !model.about && model.source === "" && model.text === ""; // a link to the screen alone
    if (this.here) this.here.follow(model);
    else if ((model?.wants || bare) && !this.coming)
      this.ask((models) => models.follow(this.app.core.reading()?.model ?? null));
  }

  private ask(work: (models: Models) => void | Promise<void>): void {
    this.coming ??= this.bring();
    this.coming.then(work).catch((error: unknown) => {
      if (this.here) {
        notify(error instanceof Error ? error.message : String(error), true);
        return;
      }
      this.coming = null;
      offerReload();
    });
  }

  private async bring(): Promise<Models> {
    const { app } = this;
    const { Models } = await load();
    const back = () => {
      if (document.body.dataset.view === "picture") elements.canvas.focus({ preventScroll: true });
    };
    this.here = new Models({
      core: app.core,
      get language() {
        return app.language;
      },
      open: (title) => open(title, back),
      leave: leftForElsewhere,
      mayFetch,
      notify: (sentence) => notify(sentence, true),
      offer,
      withdraw,
      showLarge: (heads, causal) => app.tensors.showLarge(heads, causal),
      ownPicture: (text) => this.pictures.get(text) ?? null,
      changed: () => {
        app.sync();
        app.core.wake();
      },
      fetch: async (asset) =>
        new Blob([(await fetchBytes(asset, () => undefined)) as Uint8Array<ArrayBuffer>]),
      keepForLater: (files) => keepForLater(assets.model ? [assets.model, ...files] : files),
    });
    return this.here;
  }
}

// The picture beside the reading view's text, on narrow windows above it, where there is room and a step with a figure.
import { isProjected } from "../dialogs/projector";
import { embedded } from "../embed/settings";
import type { Core } from "../core/core";
import type { Command, Reading } from "../core/model";
import { colorTables, Following } from "./follow";

const roomy = window.matchMedia("(min-width: 1200px), (min-height: 640px)"); // as in web/styles/beside.css
const divides = CSS.supports("grid-template-rows", "subgrid");

// All steps below each other, with room for a picture beside or above them.
const isArticle = (reading: Reading, withPicture: boolean): boolean =>
  withPicture &&
  divides &&
  roomy.matches &&
  !embedded &&
  !isProjected() &&
  !reading.contents &&
  !reading.large &&
  !reading.model;

export interface Place {
  article: boolean;
  beside: boolean; // the picture of this step is beside it
}

export class Beside {
  private following: Following | null = null;

  constructor(
    private readonly core: Core,
    private readonly page: {
      anew: () => void;
      showNow: () => void;
      apply: (command: Command) => void;
      goTo: (step: string) => void;
      showStep: () => void;
    },
  ) {
    roomy.addEventListener("change", () => page.anew());
    window.addEventListener("beforeprint", () => {
      page.showNow(); // the text otherwise follows the picture a little later
      const reading = core.reading();
      if (reading) this.color(reading);
    });
  }

  /** Before the text is updated. */
  place(reading: Reading, withPicture: boolean): Place {
    const article = isArticle(reading, withPicture);
    const beside = article && !reading.closing && reading.tensors.length > 0;
    document.body.toggleAttribute("data-beside", article);
    document.body.toggleAttribute("data-no-figure", article && !beside);
    return { article, beside };
  }

  /** After that. */
  show(reading: Reading, { article, beside }: Place): void {
    const { core, page } = this;
    this.following ??= new Following({ ...page, words: core.text.bind(core) });
    this.following.show(reading, beside, article);
    if (document.body.dataset.view === "reading") this.color(reading);
  }

  /** The reader has changed something: the step stays the current one until the window is scrolled. */
  rest(): void {
    this.following?.rest();
  }

  private color(reading: Reading): void {
    colorTables(this.core, reading);
  }
}

// The picture beside the reading view's text, where there is room and a step with a figure.
import { isProjected } from "../dialogs/projector";
import { embedded } from "../embed/settings";
import type { Core } from "../core/core";
import type { Command, Reading } from "../core/model";
import { colorTables, Following } from "./follow";

const wide = window.matchMedia("(min-width: 1200px)"); // as in web/styles/beside.css
const divides = CSS.supports("grid-template-rows", "subgrid");

const isBeside = (reading: Reading, withPicture: boolean): boolean =>
  withPicture &&
  divides &&
  wide.matches &&
  !embedded &&
  !isProjected() &&
  !reading.contents &&
  !reading.large &&
  !reading.model &&
  !reading.closing &&
  reading.tensors.length > 0;

export class Beside {
  private following: Following | null = null;

  constructor(
    private readonly core: Core,
    private readonly page: { anew: () => void; apply: (command: Command) => void },
  ) {
    wide.addEventListener("change", () => page.anew());
    window.addEventListener("beforeprint", () => {
      const reading = core.reading();
      if (reading) this.color(reading);
    });
  }

  /** Before the text is updated. @returns whether the picture is beside it */
  place(reading: Reading, withPicture: boolean): boolean {
    const on = isBeside(reading, withPicture);
    document.body.toggleAttribute("data-beside", on);
    return on;
  }

  /** After that. */
  show(reading: Reading, on: boolean): void {
    const { core, page } = this;
    this.following ??= new Following({ apply: page.apply, words: core.text.bind(core) });
    this.following.show(reading, on);
    if (document.body.dataset.view === "reading") this.color(reading);
  }

  private color(reading: Reading): void {
    colorTables(this.core, reading);
  }
}

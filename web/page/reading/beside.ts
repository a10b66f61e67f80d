// The picture beside the reading view's text, where there is room and a step with a figure: its place is kept from the
// start, and what it does (follow.ts) comes with the second parts of core and page.
import { isProjected } from "../dialogs/projector";
import { tools } from "../dialogs/tools";
import { embedded } from "../embed/settings";
import type { Core } from "../core/core";
import type { Command, Reading } from "../core/model";
import type { Following } from "./follow";

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
  private completed = false;
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

  /** The second parts are here. */
  complete(): void {
    this.completed = true;
    this.page.anew();
  }

  /** Before the text is updated. @returns whether the picture is beside it */
  place(reading: Reading, withPicture: boolean): boolean {
    const on = isBeside(reading, withPicture);
    document.body.toggleAttribute("data-beside", on);
    return on;
  }

  /** After that. */
  show(reading: Reading, on: boolean): void {
    const later = this.completed ? tools() : null;
    if (!later) return;
    const { core, page } = this;
    this.following ??= new later.Following({ apply: page.apply, words: core.text.bind(core) });
    this.following.show(reading, on);
    if (document.body.dataset.view === "reading") this.color(reading);
  }

  private color(reading: Reading): void {
    if (this.completed) tools()?.colorTables(this.core, reading);
  }
}

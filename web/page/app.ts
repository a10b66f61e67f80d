// The running page: canvas and reading view show one state, and the address follows it.
import { assets } from "./assets";
import type { Core, CoreEvents } from "./core";
import { chooseLesson, copy, open, share, showCode } from "./dialog";
import { EditOverlay } from "./edit-field";
import { elements } from "./elements";
import { AddressBar, addressOf } from "./history";
import type { EditField } from "./model";
import { notify } from "./notices";
import { ReadingView } from "./reading/reading";
import { setTheme } from "./theme";
import { words } from "./words";

import { hasAnswers, shareAnswers } from "./share";
const patienceForContext = 4000; // ms until a lost picture counts as gone

function stepped(text: string, by: number): string {
  const value = Number(text.trim().replace("−", "-"));
  return Number.isFinite(value) ? String(Math.round((value + by) * 1e9) / 1e9) : text;
}

export class App {
  readonly reading: ReadingView;
  private readonly overlay: EditOverlay;
  private readonly address = new AddressBar();
  private shownVersion = -1;
  private timer = 0;
  private contextTimer = 0;
  private wheelHintSeen = false;

  constructor(readonly core: Core) {
    this.overlay = new EditOverlay(core, stepped);
    this.reading = new ReadingView(elements.reading, core, {
      changed: () => this.sync(),
      refused: notify,
      act: (name) => this.act(name),
      entered: () => this.setReading(true),
    });
    elements.skip.addEventListener("click", () => this.openReading());
    elements.canvas.addEventListener("keydown", (event) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (plain && event.key.toLowerCase() === "r") this.openReading();
    });
  }

  // What the core calls; set on the module before there is an App, so they are handed on.
  readonly events: CoreEvents = {
    onChange: () => this.soon(),
    onEditField: (field: EditField | null) => this.overlay.show(field),
    onRequest: (kind) => this.request(kind),
    onRefusal: (sentence) => notify(sentence),
  };

  get lesson(): string {
    return this.core.reading()?.lesson.id ?? "";
  }

  // ---- what is shown ----
  // The canvas changes often (every hover): the DOM behind it follows when that calms down.
  private soon(): void {
    if (this.timer) return;
    const visible = document.body.dataset.view === "reading";
    this.timer = window.setTimeout(() => this.sync(), visible ? 0 : 80);
  }

  sync(opened = false): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    const version = this.core.version();
    if (version === this.shownVersion && !opened) return;
    const reading = this.core.reading();
    if (!reading) return;
    this.shownVersion = version;
    setTheme(reading.theme);
    document.documentElement.lang = reading.language;
    document.title = `${reading.step.title} · ${reading.lesson.title} · ${this.core.text("app.name")}`;
    elements.canvas.setAttribute("aria-label", this.core.text("canvas.label"));
    this.reading.update(reading, this.core.explanation());
    const view = reading.reading || !this.reading.withPicture ? "reading" : "picture";
    if (document.body.dataset.view !== view) document.body.dataset.view = view;
    const link = this.core.link();
    if (opened) this.address.opened(link, reading.step.id);
    else this.address.show(link, reading.step.id);
  }

  openLink(link: string): void {
    const notes = this.core.openLink(link);
    for (const note of notes) notify(note, true);
    this.sync(true);
    if (notes.length > 0) this.correctAddress();
  }

  correctAddress(): void {
    this.address.correct();
  }

  // ---- picture and reading view ----
  startPicture(): void {
    const embed = document.body.hasAttribute("data-embed");
    this.setPicture(this.core.startCanvas("#canvas", embed));
  }

  private setPicture(there: boolean): void {
    this.reading.withPicture = there;
    this.shownVersion = -1;
    this.sync();
  }

  private setReading(on: boolean): void {
    if (!this.reading.withPicture) return;
    if ((document.body.dataset.view === "reading") === on) return;
    this.core.apply({ type: "SetReading", on });
    this.sync();
  }

  private openReading(): void {
    this.setReading(true);
    this.reading.focusTitle();
  }

  // ---- what buttons and the canvas ask for ----
  private act(name: string): void {
    if (name === "leave") {
      this.setReading(false);
      elements.canvas.focus({ preventScroll: true });
    } else {
      this.request(name);
    }
  }

  private request(kind: string): void {
    const back = () => {
      if (document.body.dataset.view === "picture") elements.canvas.focus({ preventScroll: true });
    };
    switch (kind) {
      case "share":
        if (hasAnswers(this.core.link()))
          shareAnswers(this.core.link(), { open: (title) => open(title, back), copy, addressOf });
        else void share(addressOf(this.core.link()), notify, back);
        break;
      case "export":
        showCode((language) => this.core.exportCode(language), back);
        break;
      case "lessons":
        chooseLesson(assets.lessons, this.lesson, back);
        break;
      case "fullscreen":
        if (document.fullscreenElement) void document.exitFullscreen();
        else document.documentElement.requestFullscreen().catch(() => undefined); // a frame may forbid it
        break;
      case "reading":
      case "leave-forward":
        this.openReading();
        break;
      case "leave-backward":
        elements.skip.focus();
        break;
      case "wheel-hint":
        if (!this.wheelHintSeen) notify(words("wheel"));
        this.wheelHintSeen = true;
        break;
      case "context-lost":
        this.contextTimer = window.setTimeout(() => {
          this.setPicture(false);
          notify(words("picture.lost"), true);
        }, patienceForContext);
        break;
      case "context-restored":
        window.clearTimeout(this.contextTimer);
        if (!this.reading.withPicture) this.setPicture(true);
        break;
    }
  }
}

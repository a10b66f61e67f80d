// The running page: canvas and reading view show one state, and the address follows it.
import type { Core, Request } from "./core";
import { EditOverlay } from "../dialogs/edit-field";
import { elements } from "./elements";
import { letTabOut, passReading } from "../embed/focus";
import { embedded, type Around, type Controls } from "../embed/settings";
import { PictureOnDemand } from "../embed/sight";
import { Heads } from "./heads";
import type { Languages } from "./languages";
import { AddressBar } from "./history";
import type { Lessons } from "./lessons";
import type { Memory } from "./memory";
import { writtenIn } from "./direction";
import { atStep, pack, sentenceIn, withLanguage, withoutLanguage } from "./links";
import type { ContentsCard } from "./model";
import { arriveAt, notify, refuse } from "../dialogs/notices";
import { Beside } from "../reading/beside";
import { ReadingView } from "../reading/reading";
import { framedFigure } from "../files/inside";
import { OwnTensors } from "../files/own-tensors";
import { OwnModel } from "../model/own-model";
import { pagesIn } from "./pages";
import { RequestHandler } from "./requests";
import { say } from "./said";
import { showAsked } from "./sentence";
import { setTheme } from "./theme";
import { placeOf, titleOf } from "./title";
import { patience, TypesetError } from "./typesetter";
import { words } from "./words";
import { Run } from "../training/bring";

export class App {
  readonly reading: ReadingView;
  readonly beside: Beside;
  private readonly overlay: EditOverlay;
  private readonly address = new AddressBar();
  private readonly requests: RequestHandler;
  private readonly model: OwnModel = new OwnModel(this); // before the tensors: it takes its files of what is dropped
  readonly showHeads: OwnModel["show"] = this.model.show;
  readonly tensors = new OwnTensors(this);
  private readonly run: Run;
  private readonly heads: Heads;
  private shownVersion = -1;
  private timer = 0;
  private readonly onDemand = embedded || framedFigure ? new PictureOnDemand() : null;
  private turn = 0; // counts openings: after waiting for a lesson, shows whether it is still wanted
  private typesettings = 0; // begun; of several lessons in a row only the last one counts
  private withFormulae = false; // false: a lesson is only loaded behind the contents

  // eslint-disable-next-line max-lines-per-function -- what each part of the page may do, part by part
  constructor(
    readonly core: Core,
    private readonly lessons: Lessons,
    private readonly memory: Memory,
    private readonly languages: Languages,
    public language: string, // whose sentences are in use
    private readonly embed: Around | null = null,
  ) {
    this.overlay = new EditOverlay(core, () => {
      window.clearTimeout(this.timer); // the longer one of typing
      this.timer = 0;
      this.soon();
    });
    this.reading = new ReadingView(elements.reading, core, {
      changed: () => {
        this.sync();
        this.beside.rest();
      },
      refused: refuse,
      act: (name) => this.act(name),
      entered: () => this.setReading(true),
    });
    this.requests = new RequestHandler(core, embed, this.onDemand, {
      link: () => this.link,
      changed: () => {
        this.sync();
        core.wake();
      },
      restyled: () => this.showAnew(),
      formulae: () => this.reading.formulae,
      headsScript: () => (this.core.reading()?.large ? this.heads.script : ""),
      openReading: () => this.openReading(),
      bringLessons: () => this.bringLessons(),
      openTensors: () => this.tensors.choose(),
      openModel: () => this.model.choose(),
      openSecondModel: () => this.model.chooseSecond(),
      writeOn: () => this.model.writeOn(),
      openTexts: () => this.model.openTexts(),
      keepPicture: (name, picture) => this.model.keepPicture(name, picture),
      openExample: () => this.tensors.showExample(),
      pictureLost: () => this.setPicture(false),
      pictureCame: () => {
        if (!this.reading.withPicture) this.pictureCame();
      },
    });
    this.beside = new Beside(core, {
      anew: () => this.showAnew(),
      showNow: () => this.sync(),
      apply: (command) => {
        core.apply(command);
        this.sync();
      },
      showStep: () => this.reading.scrollToStep(),
      goTo: (id) => {
        core.apply({ type: "GoToStep", id });
        this.reading.scrolling = true;
        this.sync();
        this.reading.scrolling = false;
      },
    });
    this.run = new Run(core, {
      changed: () => this.soon(),
      paused: () => this.sync(),
      failed: (message) => notify(message, true),
    });
    this.heads = new Heads(core, {
      changed: () => this.showAnew(),
      failed: (message) => notify(words("heads.failed", message), true),
    });
    if (embed) letTabOut(core);
    this.nameSkip();
    this.listen();
    core.listen({
      onChange: () => {
        this.run.follow();
        this.soon();
      },
      onEditField: this.overlay.show,
      onRequest: (request) => this.requests.answer(request),
      onOpenAddress: (to) => this.openAddress(to),
      onOpenLesson: (lesson, step) => this.goToLesson(lesson, step),
      onRefusal: refuse,
      onSaid: say,
    });
  }

  // The ways to the reading view by keyboard.
  private listen(): void {
    for (const button of [elements.skip, elements.out])
      button.addEventListener("click", () => this.openReading());
    for (const button of [elements.skip, elements.out])
      button.addEventListener("keydown", ({ key, shiftKey }) => {
        if (key === "Tab" && shiftKey === (button === elements.skip)) passReading(); // out of the page
      });
    elements.canvas.addEventListener("keydown", (event) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (plain && event.key.toLowerCase() === "r") this.openReading();
    });
  }

  private openAddress(to: string): void {
    const page = pagesIn(this.language).find(([name]) => name === to);
    if (page) window.location.assign(page[1]);
    else window.open(to, "_blank", "noopener");
  }

  given: string | null = null; // the address that the lesson came from

  // A lesson from another site is identified by its address: its id means nothing to this site.
  private get link(): string {
    const link = this.core.link();
    const { given } = this;
    return given === null
      ? link
      : link.replace(
          /(^|&)lesson=[^&]*/,
          (_, before: string) => `${before}lesson=${encodeURIComponent(given)}`,
        );
  }

  get lesson(): string {
    return this.core.reading()?.lesson.id ?? "";
  }

  // ---- what is shown ----
  // The canvas changes often (on every hover): the DOM behind it is updated when it has been still for a moment.
  // Beside the text the picture has its own explanation: the text waits until the pointer rests; and while a number is typed,
  // until the reader pauses.
  private soon(): void {
    const { beside } = this.reading;
    const typing = this.overlay.takesNumber;
    if (beside || typing) window.clearTimeout(this.timer);
    else if (this.timer) return;
    const visible = document.body.dataset.view === "reading";
    const wait = visible || this.model.readsPictures ? 0 : 80;
    // While a run goes on the text follows it a few times a second: frames are for the picture.
    this.timer = window.setTimeout(() => this.sync(), this.run.goesOn || typing ? 400 : beside ? 200 : wait);
  }

  private showAnew(): void {
    this.shownVersion = -1;
    this.sync();
  }

  sync(opened = false): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.run.follow();
    const version = this.core.version();
    if (version === this.shownVersion && !opened) return;
    let reading = this.core.reading();
    if (!reading) return;
    const reads = reading.reading || !this.reading.withPicture;
    this.heads.follow(reading.large);
    this.tensors.follow(reading);
    this.model.follow(reading.model);
    if (reads && reading.large && !reading.large.waits && !reading.large.followed) {
      this.core.largeRows(0, 1); // without a picture nothing else computes them
      reading = this.core.reading() ?? reading;
    }
    this.shownVersion = version;
    setTheme(reading.theme);
    writtenIn(document.documentElement, reading.language); // the canvas follows
    document.title = titleOf(this.core, reading);
    elements.canvas.setAttribute("aria-label", words("canvas.label", titleOf(this.core, reading)));
    this.reading.cards = reading.contents ? this.cards() : [];
    const view = reads ? "reading" : "picture";
    if (document.body.dataset.view !== view) document.body.dataset.view = view;
    const place = this.beside.place(reading, reads && this.reading.withPicture);
    Object.assign(this.reading, place);
    this.reading.update(reading, this.core.explanation());
    this.beside.show(reading, place);
    const { link } = this;
    const shown = placeOf(reading);
    arriveAt(shown);
    if (opened) this.address.opened(link, shown);
    else this.address.show(link, shown, this.reading.scrolling);
    if (reading.contents) this.bringCards(reading.language, link);
    else if (!reading.large && !reading.model && !embedded && this.given === null)
      this.memory.remember(
        reading.lesson.id,
        withoutLanguage(link),
        reading.steps.filter(({ seen }) => seen).map(({ id }) => id),
      );
    this.embed?.shown(reading, link, opened);
    if (reading.language !== this.language) void this.speak(reading.language);
  }

  // The state asks for another language: its sentences and the lesson's texts are fetched, then everything is shown
  // anew. If the reader chooses again meanwhile, the last choice wins.
  private async speak(language: string): Promise<void> {
    this.language = language;
    const { lesson } = this;
    const wanted = () => this.language === language && this.lesson === lesson;
    try {
      await this.languages.fetch(language).catch(() => undefined); // use() reports it
      if (this.language !== language) return;
      await this.languages.use(this.core, language);
      const formulae = this.withFormulae
        ? await this.lessons.translate(this.core, lesson, language, wanted)
        : null;
      if (formulae) this.reading.formulae = formulae;
      if (!embedded) this.languages.remember(language); // an embed uses the language of its page, and stores nothing
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
    this.nameSkip();
    this.shownVersion = -1;
    this.sync();
    this.core.wake();
  }

  private nameSkip(): void {
    elements.skip.textContent = elements.out.textContent = words("skip");
    elements.stage.setAttribute("aria-label", words("picture"));
  }

  // ---- the contents ----
  private cards(): ContentsCard[] {
    return this.core.contents().map((card) => ({
      ...card,
      link: `#${pack(this.placeIn(card.id))}`,
    }));
  }

  private bringCards(language: string, link: string): void {
    this.memory.sentence = sentenceIn(link);
    const changed = () => {
      this.shownVersion = -1;
      this.soon();
    };
    void this.lessons.showCards(this.core, language, changed);
    this.lessons.showHero(this.core).then((came) => came && changed(), refuse);
  }

  // For the menu of lessons, which lies over a lesson.
  private bringLessons(): void {
    void this.lessons.showCards(this.core, this.language, () => this.core.wake());
  }

  showContents(link = ""): void {
    this.turn += 1;
    this.core.apply({ type: "ShowContents", on: true });
    showAsked(this.core, this.memory, link);
    this.sync(true);
  }

  // Where the reader left off. The address takes precedence: Back is the browser's own.
  private goToLesson(lesson: string, step: string): void {
    window.location.hash = pack(this.placeIn(lesson, step));
  }

  private placeIn(lesson: string, step = ""): string {
    const link = this.memory.linkOf(lesson) ?? `lesson=${encodeURIComponent(lesson)}`;
    return withLanguage(step === "" ? link : atStep(link, step), this.language);
  }

  async openLesson(id: string, link: string, language = this.language): Promise<void> {
    if (id !== this.lesson || !this.withFormulae) {
      const turn = ++this.turn;
      const open = await this.lessons.ready(id, language);
      if (turn !== this.turn) return; // another link has been followed meanwhile
      this.reading.formulae = open(this.core);
      this.withFormulae = true;
      this.given = null;
    }
    this.openLink(link);
  }

  // A lesson from elsewhere: its formulae are typeset here, and shown as TeX until then. `address`: where a link can
  // fetch it again.
  openGiven(lesson: string, link: string, address: string | null = null): void {
    const refused = this.core.open(lesson, this.language);
    if (refused) throw new Error(refused.path ? `${refused.path}: ${refused.message}` : refused.message);
    this.reading.formulae = new Map();
    this.withFormulae = false;
    this.given = address;
    this.openLink(link);
    void this.typesetGiven(lesson);
  }

  private async typesetGiven(lesson: string): Promise<void> {
    const mine = ++this.typesettings;
    try {
      const formulae = await this.lessons.typesetGiven(this.core, lesson);
      if (!formulae || mine !== this.typesettings || this.withFormulae) return; // another one is open by now
      this.reading.formulae = formulae;
    } catch (error) {
      if (error instanceof TypesetError)
        notify(
          error.slow
            ? words("typeset.slow", patience, error.path)
            : words("typeset.failed", error.path, error.message),
          true,
        );
      else notify(error instanceof Error ? error.message : String(error));
      return;
    }
    this.shownVersion = -1;
    this.sync();
    this.core.wake();
  }

  openLink(link: string): void {
    const notes = this.openState(link);
    if (notes.length === 0) return;
    this.correctAddress();
    this.embed?.failed("link", notes.join(" "));
  }

  // Opens a link. Shows and returns what could not be opened, as sentences.
  openState(link: string): string[] {
    this.turn += 1;
    const notes = this.core.openLink(link);
    for (const note of notes) notify(note, true);
    const seen = embedded || this.given !== null ? "" : this.memory.seenOf(this.lesson);
    if (seen) this.core.markSeen(seen);
    this.sync(true);
    return notes;
  }

  correctAddress(): void {
    this.address.correct();
  }

  // A link is followed: what lies over the page belongs to what was shown before.
  closeAll(): void {
    this.core.closePopups();
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  }

  // ---- picture and reading view ----
  // An embed's picture is made only when it scrolls into view.
  async startPicture(controls: Controls = "all"): Promise<void> {
    const { onDemand } = this;
    await onDemand?.seen;
    this.setPicture(this.core.startCanvas("#canvas", embedded ? controls : "page"));
    onDemand?.started();
  }

  private setPicture(there: boolean): void {
    this.reading.withPicture = there;
    this.showAnew();
  }

  // If the keyboard was in its text, move the focus back into the picture.
  private pictureCame(): void {
    const within = elements.reading.contains(document.activeElement);
    this.setPicture(true);
    if (within && document.body.dataset.view === "picture") elements.canvas.focus({ preventScroll: true });
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

  private act(name: Request | "leave"): void {
    if (name === "leave") {
      this.setReading(false);
      elements.canvas.focus({ preventScroll: true });
    } else {
      this.requests.answer(name);
    }
  }
}

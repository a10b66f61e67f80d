// What the buttons of canvas and reading view request from the page: dialogs, full screen, focus, and the loss of the
// picture. Uses the dialogs; what concerns the running page goes through RequestedOfPage.
import type { Core, Request } from "./core";
import { authorLink, courseLink } from "../dialogs/course-link";
import { codePane, open, showPanes, showScript } from "../dialogs/dialog";
import { listKeys } from "../dialogs/keys";
import { notify, withdraw } from "../dialogs/notices";
import { OwnPicture, type Pixels } from "../dialogs/own-picture";
import { OwnText } from "../dialogs/own-text";
import { isProjected, project } from "../dialogs/projector";
import { figureOf, figurePane, numbersOf, saveNumbers } from "../dialogs/save-figure";
import { mapOf, saveMaps } from "../dialogs/save-map";
import { share } from "../dialogs/share";
import { giveBack } from "../embed/focus";
import { embedded, type Around } from "../embed/settings";
import { ownLesson } from "../files/names";
import type { PictureOnDemand } from "../embed/sight";
import type { Formulae } from "../reading/text";
import { h } from "./element";
import { elements } from "./elements";
import { addressOf } from "./history";
import { copyMatrix, pasteMatrix } from "./matrix";
import { hasPages, sharedAddress } from "./pages";
import { measure } from "../timing/timing";
import { words } from "./words";

const patienceForContext = 2000; // ms after which a lost picture is reported

export interface RequestedOfPage {
  link: () => string;
  changed: () => void; // a dialog has changed the state
  restyled: () => void; // everything has to be shown anew
  formulae: () => Formulae; // of the lesson, typeset
  headsScript: () => string; // how the large map's trained heads were trained, where it is shown; ""
  openReading: () => void;
  openTensors: () => void;
  openModel: () => void;
  openSecondModel: () => void; // to be compared with the open one
  writeOn: () => void; // some tokens more, drawn by the model
  openTexts: () => void; // a file of texts to measure heads over
  openExample: () => void; // a weight of the model as a lesson
  bringLessons: () => void;
  keepPicture: (name: string, picture: Pixels) => string; // for the model that is open; the text that stands for it
  pictureLost: () => void;
  pictureCame: () => void;
}

export class RequestHandler {
  private readonly picture: OwnPicture;
  private readonly text: OwnText;
  private contextTimer = 0;
  private wheelHintSeen = false;

  constructor(
    private readonly core: Core,
    private readonly embed: Around | null,
    private readonly onDemand: PictureOnDemand | null,
    private readonly app: RequestedOfPage,
  ) {
    listKeys(this.back);
    this.picture = new OwnPicture(
      core,
      notify,
      () => app.changed(),
      (name, picture) => app.keepPicture(name, picture),
    );
    this.text = new OwnText(
      core,
      (title) => open(title, this.back),
      () => app.changed(),
    );
  }

  // After a dialog the focus is in the picture again.
  private readonly back = (): void => {
    if (document.body.dataset.view === "picture") elements.canvas.focus({ preventScroll: true });
  };

  private share(): void {
    const link = this.app.link();
    const reading = this.core.reading();
    const ofReader = new RegExp(`(?:^|&)lesson=${ownLesson}(?:&|$)`).test(link);
    const { model } = reading ?? {};
    const looks = model?.about?.pictures && this.core.madePicture(model.text) === null;
    const ownPicture = looks || /(?:^|&)(?:own=|m\.picture=own)/.test(link);
    const drawing =
      reading && (figureOf(this.core, reading) ?? mapOf(this.core, reading) ?? numbersOf(this.core, reading));
    const framed = hasPages && !reading?.contents && !ofReader;
    share(open(words("share.title"), this.back), {
      link,
      title: reading?.lesson.title ?? document.title,
      addressOf: sharedAddress,
      frameOf: framed ? (sent) => new URL(`embed.html#${sent}`, window.location.href).href : null,
      drawing: reading?.contents ? null : drawing,
      remarks: [ofReader && words("share.own_tensors"), ownPicture && words("share.own_picture")].filter(
        (remark) => remark !== false,
      ),
      more: framed ? authorLink(reading) : [],
    });
  }

  private exportAll(): void {
    const code = codePane((language) => this.core.exportCode(language));
    const figure = figurePane(this.core);
    const dialog = open(words(figure ? "export.both" : "export.title"), this.back);
    showPanes(dialog, figure ? [code, figure] : [code]);
    const links = courseLink(this.core.reading());
    if (links.length > 0) dialog.body.append(h("p", { class: "links" }, ...links));
  }

  answer(request: Request): void {
    this.answers[request]();
  }

  private saveMaps(): void {
    const missing = saveMaps(this.core, () => open(this.core.text("map.save"), this.back));
    if (missing) notify(missing);
  }

  private fullscreen(): void {
    if (document.fullscreenElement) void document.exitFullscreen();
    else
      document.documentElement.requestFullscreen().catch(() => {
        // A frame may not be allowed to open a window; then the whole page shows it here.
        if (embedded) window.open(addressOf(this.app.link()), "_blank", "noopener");
      });
  }

  private contextLost(): void {
    if (this.onDemand?.lost()) return;
    this.contextTimer = window.setTimeout(() => {
      this.app.pictureLost();
      notify(words("picture.lost"), true);
    }, patienceForContext);
  }

  private contextRestored(): void {
    window.clearTimeout(this.contextTimer);
    withdraw(words("picture.lost"));
    this.app.pictureCame();
  }

  private wheelHint(): void {
    if (!this.wheelHintSeen) notify(words("wheel"));
    this.wheelHintSeen = true;
  }

  private readonly answers: Record<Request, () => void> = {
    picture: () => this.picture.choose(),
    text: () => this.text.choose(),
    tensors: () => this.app.openTensors(),
    model: () => this.app.openModel(),
    "write-on": () => this.app.writeOn(),
    texts: () => this.app.openTexts(),
    "second-model": () => this.app.openSecondModel(),
    example: () => this.app.openExample(),
    share: () => this.share(),
    export: () => {
      const script = this.app.headsScript();
      if (script) showScript(words("heads.script"), script, this.back);
      else this.exportAll();
    },
    figure: () => this.saveMaps(),
    numbers: () => saveNumbers(this.core, () => open(this.core.text("end.numbers"), this.back)),
    measure: () => void measure(this.core, () => this.app.changed()),
    "copy-matrix": () => void copyMatrix(this.core, (title) => open(title, this.back)),
    "paste-matrix": () =>
      pasteMatrix(
        this.core,
        (title) => open(title, this.back),
        () => this.app.changed(),
      ),
    projector: () => {
      project(!isProjected());
      this.app.restyled();
      this.back();
    },
    fullscreen: () => this.fullscreen(),
    reading: () => this.app.openReading(),
    lessons: () => this.app.bringLessons(),
    "leave-forward": () => elements.out.focus(),
    "leave-backward": () => elements.skip.focus(),
    "give-back": () => {
      giveBack();
      this.embed?.leave();
    },
    "wheel-hint": () => this.wheelHint(),
    "context-lost": () => this.contextLost(),
    "context-restored": () => this.contextRestored(),
  };
}

// The lessons that the site holds: fetched once each, opened in the core with their formulae, run for the contents.
import { assets, fetchBytes, fetchText, type LessonFiles } from "./assets";
import type { Core } from "./core";
import { alwaysNeeded, firstOf, useFont } from "./fonts";
import type { Memory } from "./memory";
import type { Formula } from "./reading/formula";
import { notify } from "./notices";
import type { Formulae } from "./reading/text";

interface Typesetting {
  formulae: Record<string, Formula>;
}
interface Face {
  name: string;
  whole: boolean; // with letters and signs that the site's own lessons do without
  bytes: Uint8Array;
}
interface Typesetter {
  typesetLesson: (lesson: unknown, name: string) => Promise<Typesetting>;
  facesOf: (typesetting: Typesetting) => string[];
}
type Progress = (bytes: number) => void;
const unseen: Progress = () => undefined;

export class Lessons {
  private readonly texts = new Map<string, Promise<string>>();
  private readonly typeset = new Map<string, Promise<string>>();
  private readonly shown = new Map<string, string>(); // lesson → link of its card
  private adding: Promise<void> = Promise.resolve();

  // `faces`: those that somebody else brings to the core, and whether whole. `adapt`: what an embed's author leaves of a
  // lesson.
  constructor(
    private readonly memory: Memory,
    private readonly faces: Map<string, boolean>,
    private readonly adapt: (lesson: string, id: string) => string = (lesson) => lesson,
  ) {}

  private files(id: string, language: string): LessonFiles {
    const entry = assets.lessons[id];
    if (!entry) throw new Error(`This site holds no lesson “${id}”.`);
    return entry.translations[language] ?? entry;
  }

  private fetched(
    kept: Map<string, Promise<string>>,
    id: string,
    fetch: () => Promise<string>,
  ): Promise<string> {
    let text = kept.get(id);
    if (!text) {
      text = fetch();
      kept.set(id, text);
      text.catch(() => kept.delete(id)); // the next who asks tries again
    }
    return text;
  }

  text(id: string, language: string, progress = unseen): Promise<string> {
    const { file } = this.files(id, language);
    return this.fetched(this.texts, file.url, async () => this.adapt(await fetchText(file, progress), id));
  }
  // Of a lesson that was not begun: what the contents show of it.
  card(id: string, language: string, progress = unseen): Promise<string> {
    const { card } = this.files(id, language);
    return this.fetched(this.texts, card.url, () => fetchText(card, progress));
  }
  formulae(id: string, language: string, progress = unseen): Promise<string> {
    const { formulae } = this.files(id, language);
    return this.fetched(this.typeset, formulae.url, () => fetchText(formulae, progress));
  }

  // Fetches all that a lesson needs. What it gives opens the lesson at once, formulae and faces with it: between the
  // lesson and the link that leads into it nothing is drawn, remembered or written into the address.
  async ready(id: string, language: string): Promise<(core: Core) => Formulae> {
    const [lesson, formulae, faces] = await Promise.all([
      this.text(id, language),
      this.formulae(id, language),
      this.missingFaces([...alwaysNeeded, ...this.files(id, language).faces]),
    ]);
    return (core) => {
      const refused = core.open(lesson, language);
      if (refused) throw new Error(`${refused.message} (${refused.path})`);
      return this.handOver(core, formulae, faces);
    };
  }

  // The lesson that is open, with texts in this language, each of which has a file of its own; all that its reader has done
  // stays. null: none of the site's, or `wanted` no more when all is here.
  async translate(core: Core, id: string, language: string, wanted: () => boolean): Promise<Formulae | null> {
    if (!assets.lessons[id]) return null;
    const [lesson, formulae, faces] = await Promise.all([
      this.text(id, language),
      this.formulae(id, language),
      this.missingFaces(this.files(id, language).faces),
    ]);
    if (!wanted()) return null;
    const refused = core.translate(lesson);
    if (refused) throw new Error(refused.message);
    return this.handOver(core, formulae, faces);
  }

  private missingFaces(names: string[], whole = false): Promise<Face[]> {
    return Promise.all(
      names.flatMap((name) => {
        const font = assets.fonts[name];
        if (!font || this.has(name, whole)) return [];
        const file = whole ? font : firstOf(font);
        return [fetchBytes(file, unseen).then((bytes) => ({ name, whole, bytes }))];
      }),
    );
  }

  // Something is to be written that no face here can write: those that are here come whole.
  async completeFaces(core: Core): Promise<void> {
    this.use(core, await this.missingFaces([...this.faces.keys()], true));
    core.wake();
  }

  private has(name: string, whole: boolean): boolean {
    const there = this.faces.get(name);
    return there !== undefined && (there || !whole);
  }

  private use(core: Core, faces: Face[]): void {
    for (const { name, whole, bytes } of faces) {
      if (this.has(name, whole)) continue; // came meanwhile
      useFont(core, name, bytes);
      this.faces.set(name, whole);
    }
  }

  private handOver(core: Core, formulae: string, faces: Face[]): Formulae {
    const unfit = core.loadFormulae(formulae);
    if (unfit) notify(unfit.message);
    this.use(core, faces);
    return new Map(Object.entries((JSON.parse(formulae) as Typesetting).formulae));
  }

  // Of a lesson that the site does not hold: typeset as the build does it. null where there is nothing to typeset, or where
  // the page holds no typesetter: then TeX stays as it is written.
  async typesetGiven(core: Core, lesson: string): Promise<Formulae | null> {
    if (!assets.typesetter || !/\$|"formula"/.test(lesson)) return null;
    const module = new URL(assets.typesetter.url, import.meta.url).href;
    const { typesetLesson, facesOf } = (await import(module)) as Typesetter;
    const typesetting = await typesetLesson(JSON.parse(lesson), "");
    const faces = await this.missingFaces(facesOf(typesetting), true);
    return this.handOver(core, JSON.stringify(typesetting), faces);
  }

  // A lesson's card: enough to stand behind the contents.
  async openBehind(core: Core, id: string, language: string, progress: Progress): Promise<void> {
    const refused = core.open(await this.card(id, language, progress), language);
    if (refused) throw new Error(`${refused.message} (${refused.path})`);
  }

  // Brings the cards up to date, one after the other in the order of the contents. A lesson that cannot be read has none.
  showCards(core: Core, language: string, changed: () => void): Promise<void> {
    const all = Object.keys(assets.lessons);
    const texts = all.map((id) =>
      this.memory.linkOf(id) ? this.text(id, language) : this.card(id, language),
    );
    for (const text of texts) text.catch(() => undefined);
    this.adding = this.adding.then(async () => {
      for (const [i, id] of all.entries()) {
        const link = this.memory.linkOf(id) ?? "";
        const made = `${language} ${link}`;
        if (this.shown.get(id) === made) continue;
        try {
          const text = await texts[i];
          const refused = text === undefined ? null : core.addCard(text, link, language);
          if (refused) notify(`${id}: ${refused.message}`);
          else this.shown.set(id, made);
        } catch (error) {
          notify(error instanceof Error ? error.message : String(error));
        }
        changed();
        await new Promise((resolve) => setTimeout(resolve)); // between two lessons the page may answer
      }
    });
    return this.adding;
  }
}

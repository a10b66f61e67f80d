// The lessons that the site holds: fetched once each, opened in the core with their formulae, run for the contents.
import { assets, fetchBytes, fetchText, type LessonFiles } from "./assets";
import type { Core } from "./core";
import { useFont } from "./fonts";
import type { Memory } from "./memory";
import type { Formula } from "./reading/formula";
import { notify } from "./notices";
import type { Formulae } from "./reading/text";

interface Typesetting {
  formulae: Record<string, Formula>;
}
interface Face {
  name: string;
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

  // `faces`: those that somebody else brings to the core. `adapt`: what an embed's author leaves of a lesson.
  constructor(
    private readonly memory: Memory,
    private readonly faces: Set<string>,
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
      this.missingFaces(this.files(id, language).faces),
    ]);
    return (core) => {
      const refused = core.open(lesson, language);
      if (refused) throw new Error(`${refused.message} (${refused.path})`);
      return this.handOver(core, formulae, faces);
    };
  }

  // The lesson that is open, with texts in this language; all that its reader has done stays. null: nothing to add.
  async translate(core: Core, id: string, language: string): Promise<Formulae | null> {
    if (!assets.lessons[id]?.translations[language]) return null;
    const [lesson, formulae, faces] = await Promise.all([
      this.text(id, language),
      this.formulae(id, language),
      this.missingFaces(this.files(id, language).faces),
    ]);
    const refused = core.translate(lesson);
    if (refused) throw new Error(refused.message);
    return this.handOver(core, formulae, faces);
  }

  private missingFaces(names: string[]): Promise<Face[]> {
    return Promise.all(
      names.flatMap((name) => {
        const font = assets.fonts[name];
        if (!font || this.faces.has(name)) return [];
        return [fetchBytes(font, unseen).then((bytes) => ({ name, bytes }))];
      }),
    );
  }

  private handOver(core: Core, formulae: string, faces: Face[]): Formulae {
    const unfit = core.loadFormulae(formulae);
    if (unfit) notify(unfit.message);
    for (const { name, bytes } of faces) {
      if (!this.faces.has(name)) useFont(core, name, bytes);
      this.faces.add(name);
    }
    return new Map(Object.entries((JSON.parse(formulae) as Typesetting).formulae));
  }

  // Of a lesson that the site does not hold: typeset as the build does it. null where there is nothing to typeset, or where
  // the page holds no typesetter: then TeX stays as it is written.
  async typesetGiven(core: Core, lesson: string): Promise<Formulae | null> {
    if (!assets.typesetter || !/\$|"formula"/.test(lesson)) return null;
    const module = new URL(assets.typesetter.url, import.meta.url).href;
    const { typesetLesson, facesOf } = (await import(module)) as Typesetter;
    const typesetting = await typesetLesson(JSON.parse(lesson), "");
    const faces = await this.missingFaces(facesOf(typesetting));
    return this.handOver(core, JSON.stringify(typesetting), faces);
  }

  // A lesson without its formulae: enough to stand behind the contents.
  async openBehind(core: Core, id: string, language: string, progress: Progress): Promise<void> {
    const refused = core.open(await this.text(id, language, progress), language);
    if (refused) throw new Error(`${refused.message} (${refused.path})`);
  }

  // Brings the cards up to date, one after the other in the order of the contents. A lesson that cannot be read has none.
  showCards(core: Core, language: string, changed: () => void): Promise<void> {
    const all = Object.keys(assets.lessons);
    const texts = all.map((id) => this.text(id, language));
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

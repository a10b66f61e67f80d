// The lessons of the site: fetched once each, opened in the core with their formulae, run for the contents.
import { assets, fetchText, type LessonFiles } from "../start/assets";
import type { Core } from "./core";
import { alwaysNeeded, fetchFace, useFaces, type Face } from "../start/fonts";
import type { Memory } from "./memory";
import { notify } from "../dialogs/notices";
import type { Formulae } from "../reading/text";
import { facesOf, typesetLesson, type Typesetting } from "./typesetter";

type Progress = (bytes: number) => void;
const unseen: Progress = () => undefined;

export class Lessons {
  private readonly texts = new Map<string, Promise<string>>();
  private readonly typeset = new Map<string, Promise<string>>();
  private readonly shown = new Map<string, string>(); // lesson → link of its card
  private adding: Promise<void> = Promise.resolve();

  // `faces`: those that another script loads into the core. `adapt`: reduces a lesson to what an embed's author allows.
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
      text.catch(() => kept.delete(id)); // the next request tries again
    }
    return text;
  }

  text(id: string, language: string, progress = unseen): Promise<string> {
    const { file } = this.files(id, language);
    return this.fetched(this.texts, file.url, async () => this.adapt(await fetchText(file, progress), id));
  }
  // For a lesson that was not begun: what the contents show of it.
  card(id: string, language: string, progress = unseen): Promise<string> {
    const { card } = this.files(id, language);
    return this.fetched(this.texts, card.url, () => fetchText(card, progress));
  }
  formulae(id: string, language: string, progress = unseen): Promise<string> {
    const { formulae } = this.files(id, language);
    return this.fetched(this.typeset, formulae.url, () => fetchText(formulae, progress));
  }

  // Fetches everything that a lesson needs. The function it returns opens the lesson synchronously, with formulae and
  // faces: between opening the lesson and following the link into it, nothing is drawn, remembered or written into the
  // address.
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

  // The lesson that is open, with texts in this language, each of which has a file of its own; all that its reader has
  // done stays. null: not one of the site's, or no longer `wanted` when everything has loaded.
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

  private missingFaces(names: string[]): Promise<Face[]> {
    return Promise.all(
      names.flatMap((name) => {
        const font = assets.fonts[name];
        return font && !this.faces.has(name) ? [fetchFace(name, font, unseen)] : [];
      }),
    );
  }

  private use(core: Core, faces: Face[]): void {
    const missing = faces.filter(({ name }) => !this.faces.has(name)); // others were requested meanwhile
    useFaces(core, missing);
    for (const { name } of missing) this.faces.add(name);
  }

  private handOver(core: Core, formulae: string, faces: Face[]): Formulae {
    const unfit = core.loadFormulae(formulae);
    if (unfit) notify(unfit.message);
    this.use(core, faces);
    return new Map(Object.entries((JSON.parse(formulae) as Typesetting).formulae));
  }

  // For a lesson from elsewhere: typeset as in the build. null if there is nothing to typeset, or the page has no
  // typesetter: then TeX stays as it is written.
  async typesetGiven(core: Core, lesson: string): Promise<Formulae | null> {
    if (!assets.typesetter || !/\$|"formula"/.test(lesson)) return null;
    const module = new URL(assets.typesetter.url, import.meta.url).href;
    const typesetting = await typesetLesson(module, lesson);
    const faces = await this.missingFaces(facesOf(typesetting));
    return this.handOver(core, JSON.stringify(typesetting), faces);
  }

  // A lesson's card: enough to show in the contents.
  async openBehind(core: Core, id: string, language: string, progress: Progress): Promise<void> {
    const refused = core.open(await this.card(id, language, progress), language);
    if (refused) throw new Error(`${refused.message} (${refused.path})`);
  }

  // What the contents take through self-attention; a core is given it once.
  hero(progress = unseen): Promise<string> {
    return this.fetched(this.texts, assets.hero.url, () => fetchText(assets.hero, progress));
  }
  private heroShown = false;
  async showHero(core: Core, progress = unseen): Promise<boolean> {
    if (this.heroShown) return false;
    const file = await this.hero(progress);
    this.heroShown = true;
    const refused = core.loadHero(file);
    if (refused) notify(refused.message);
    return true;
  }

  // Updates the cards, one after the other in the order of the contents. A lesson that cannot be read has none.
  showCards(core: Core, language: string, changed: () => void): Promise<void> {
    const all = Object.keys(assets.lessons);
    const texts = all.map((id) =>
      this.memory.linkOf(id) ? this.text(id, language) : this.card(id, language),
    );
    for (const text of texts) text.catch(() => undefined);
    this.adding = this.adding.then(async () => {
      for (const [i, id] of all.entries()) {
        const link = this.memory.linkOf(id) ?? "";
        const { last } = this.memory;
        const seen = this.memory.seenOf(id);
        const made = [language, link, seen, id === last].join(" ");
        if (this.shown.get(id) === made) continue;
        try {
          const text = await texts[i];
          const refused = text === undefined ? null : core.addCard(text, link, seen, last, language);
          if (refused) notify(`${id}: ${refused.message}`);
          else this.shown.set(id, made);
        } catch (error) {
          notify(error instanceof Error ? error.message : String(error));
        }
        changed();
        await new Promise((resolve) => setTimeout(resolve)); // let the page respond between two lessons
      }
    });
    return this.adding;
  }
}

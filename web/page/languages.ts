// The languages that the site can be read in: which one a visitor gets, and fetching its sentences when it is chosen.
import { assets, fetchText, type Asset } from "./assets";
import type { Core } from "./core";
import { useWords, words } from "./words";

interface Sentences {
  page: Record<string, string>;
  core: Record<string, string>;
}

type Progress = (bytes: number) => void;

const key = "attention-explorer.language";
const known = ["en", ...Object.keys(assets.languages)];
const nameOf = (tag: string) => assets.languages[tag]?.name ?? words("language.name");

export function wordFiles(language: string, whole: boolean): Asset[] {
  const files = assets.languages[language];
  if (!files) return [];
  return whole ? [files, files.later] : [files];
}

function remembered(): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null; // a frame may forbid it
  }
}

// What the link asks for, what the page around an embed is written in, what was chosen here before, what the browser is set to.
export function chooseLanguage(link: string, prefer: string | null = null): string {
  const asked = new URLSearchParams(link).get("lang");
  for (const tag of [asked, prefer, remembered(), ...navigator.languages]) {
    const match =
      known.find((language) => language === tag) ?? known.find((language) => language === tag?.split("-")[0]);
    if (match) return match;
  }
  return "en";
}

export class Languages {
  private readonly files = new Map<string, Promise<string>>();
  private readonly given = new Map<string, boolean>(); // languages that the core has, and whether whole

  private file(asset: Asset, progress: Progress): Promise<string> {
    let text = this.files.get(asset.url);
    if (!text) {
      text = fetchText(asset, progress);
      this.files.set(asset.url, text);
      text.catch(() => this.files.delete(asset.url)); // the next who asks tries again
    }
    return text;
  }

  // To be had without waiting when it is needed. `whole`: with what no visit begins with (web/build/first-words.mjs).
  fetch(language: string, whole = true, progress: Progress = () => undefined): Promise<string[]> {
    return Promise.all(wordFiles(language, whole).map((asset) => this.file(asset, progress)));
  }

  // Tells the core which languages there are.
  offer(core: Core): void {
    for (const tag of known) core.offerLanguage(tag, nameOf(tag));
  }

  // The page and the core speak it from now on.
  async use(core: Core, language: string, whole = true): Promise<void> {
    const [first, later] = await this.fetch(language, whole);
    const sentences = first === undefined ? null : (JSON.parse(first) as Sentences);
    const more = later === undefined ? null : (JSON.parse(later) as Sentences);
    useWords({ ...sentences?.page, ...more?.page });
    core.forgetTexts();
    const given = this.given.get(language);
    if (!sentences || given === true || given === whole) return;
    this.given.set(language, whole);
    const refused = core.loadLanguage(language, JSON.stringify({ ...sentences.core, ...more?.core }));
    if (refused) throw new Error(`${refused.message} (${refused.path})`);
  }

  // For the next visit.
  remember(language: string): void {
    try {
      window.localStorage.setItem(key, language);
    } catch {
      // then the browser's own language decides again
    }
  }
}

// The languages that the site can be read in: which one a visitor gets, and fetching its sentences when it is chosen.
import { assets, fetchText } from "./assets";
import type { Core } from "./core";
import { useWords, words } from "./words";

interface Sentences {
  page: Record<string, string>;
  core: Record<string, string>;
}

const key = "attention-explorer.language";
const known = ["en", ...Object.keys(assets.languages)];
const nameOf = (tag: string) => assets.languages[tag]?.name ?? words("language.name");

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
  private readonly given = new Set<string>(); // whose sentences the core has

  // To be had without waiting when it is needed.
  fetch(language: string, progress: (bytes: number) => void = () => undefined): Promise<string> | null {
    const asset = assets.languages[language];
    if (!asset) return null;
    let text = this.files.get(language);
    if (!text) {
      text = fetchText(asset, progress);
      this.files.set(language, text);
      text.catch(() => this.files.delete(language)); // the next who asks tries again
    }
    return text;
  }

  // Tells the core which languages there are.
  offer(core: Core): void {
    for (const tag of known) core.offerLanguage(tag, nameOf(tag));
  }

  // The page and the core speak it from now on.
  async use(core: Core, language: string): Promise<void> {
    const text = await this.fetch(language);
    const sentences = text === null ? null : (JSON.parse(text) as Sentences);
    useWords(sentences?.page ?? {});
    core.forgetTexts();
    if (!sentences || this.given.has(language)) return;
    this.given.add(language);
    const refused = core.loadLanguage(language, JSON.stringify(sentences.core));
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

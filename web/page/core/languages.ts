// The languages of the site: which one a visitor gets, and fetching its sentences when it is chosen.
import { assets, fetchText, LoadError, type Asset } from "../start/assets";
import type { Core } from "./core";
import { notify, offerReload } from "../dialogs/notices";
import { meant } from "./tags";
import { useWords, words } from "./words";

interface Sentences {
  page: Record<string, string>;
  core: Record<string, string>;
}

type Progress = (bytes: number) => void;

const isText = (found: unknown): found is Record<string, string> =>
  typeof found === "object" &&
  found !== null &&
  Object.values(found).every((each) => typeof each === "string");
const areSentences = (found: unknown): found is Sentences =>
  typeof found === "object" &&
  found !== null &&
  isText((found as Sentences).page) &&
  isText((found as Sentences).core);

function tellFailed(language: string, why: string): void {
  notify(words("language.failed", nameOf(language), why), true);
}

const key = "attention-explorer.language";
const known = ["en", ...Object.keys(assets.languages)];
const nameOf = (tag: string) => assets.languages[tag]?.name ?? words("language.name");

export function wordFiles(language: string): Asset[] {
  const file = assets.languages[language];
  return file ? [file] : [];
}

function remembered(): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null; // a frame may forbid it
  }
}

// In this order: the link, the page around an embed, the page's own language (index.de.html), the earlier choice here, the
// browser's setting.
export function chooseLanguage(link: string, prefer: string | null = null): string {
  const asked = new URLSearchParams(link).get("lang");
  const own = document.body.dataset.language ?? null;
  for (const tag of [asked, prefer, own, remembered(), ...navigator.languages]) {
    const match = meant(known, tag);
    if (match) return match;
  }
  return "en";
}

export class Languages {
  private readonly files = new Map<string, Promise<string>>();
  private readonly given = new Set<string>(); // languages loaded into the core

  private file(asset: Asset, progress: Progress): Promise<string> {
    let text = this.files.get(asset.url);
    if (!text) {
      text = fetchText(asset, progress);
      this.files.set(asset.url, text);
      text.catch(() => this.files.delete(asset.url)); // the next request tries again
    }
    return text;
  }

  // Makes it available without waiting when it is needed.
  fetch(language: string, progress: Progress = () => undefined): Promise<string[]> {
    return Promise.all(wordFiles(language).map((asset) => this.file(asset, progress)));
  }

  // Registers the available languages in the core.
  offer(core: Core): void {
    for (const tag of known) core.offerLanguage(tag, nameOf(tag));
  }

  // Switches the page and the core to it. What is missing of it is reported, and stays English.
  async use(core: Core, language: string): Promise<void> {
    const file = assets.languages[language];
    const sentences = file ? await this.sentences(file, language) : null;
    useWords(sentences?.page ?? {});
    core.forgetTexts();
    if (!sentences || this.given.has(language)) return;
    this.given.add(language);
    const refused = core.loadLanguage(language, JSON.stringify(sentences.core));
    if (refused) tellFailed(language, `${refused.message} (${refused.path})`);
  }

  // null: they cannot be read, which is reported.
  private async sentences(asset: Asset, language: string): Promise<Sentences | null> {
    let found: unknown;
    try {
      found = JSON.parse(await this.file(asset, () => undefined));
    } catch (error) {
      this.files.delete(asset.url); // the next request tries again
      if (error instanceof LoadError) offerReload();
      else tellFailed(language, `${asset.url}: ${String(error)}`);
      return null;
    }
    if (areSentences(found)) return found;
    this.files.delete(asset.url);
    tellFailed(language, `${asset.url}: ${words("language.none")}`);
    return null;
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

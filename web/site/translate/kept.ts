// What a translator has written, in this browser's storage: one item for each part of the site in each language. Nothing of
// it leaves the computer.
import { entriesOf, type Entries } from "./texts";

const prefix = "attention-explorer.translation.";
const last = "attention-explorer.translating";
const nameOf = (language: string, part: string) => `${prefix}${language}.${part}`;

function stored(name: string): Entries {
  try {
    return entriesOf(JSON.parse(window.localStorage.getItem(name) ?? "{}"));
  } catch {
    return {}; // no storage here, or it holds something else
  }
}

/** Language and part of an item of the storage; null if it is none of these. */
export function itemOf(name: string): { language: string; part: string } | null {
  const [, language, part] = /^([^.]+)\.([^.]+)$/.exec(name.slice(prefix.length)) ?? [];
  return name.startsWith(prefix) && language && part ? { language, part } : null;
}

function items(): { language: string; part: string }[] {
  try {
    return Object.keys(window.localStorage).flatMap((name) => itemOf(name) ?? []);
  } catch {
    return [];
  }
}

export const languagesKept = (): string[] => [...new Set(items().map(({ language }) => language))];

export const entriesKept = (language: string, part: string): Entries => stored(nameOf(language, part));

/** Adds entries to those of a part, which another tab may have changed since. False if the browser refuses. */
export function keep(language: string, part: string, entries: Entries): boolean {
  try {
    const all = { ...entriesKept(language, part), ...entries };
    window.localStorage.setItem(nameOf(language, part), JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

// ---- where a translator left off, as a link ----
export function lastLink(): string {
  try {
    return window.localStorage.getItem(last) ?? "";
  } catch {
    return "";
  }
}

export function keepLink(link: string): void {
  try {
    window.localStorage.setItem(last, link);
  } catch {
    // the address of the page has it, too
  }
}

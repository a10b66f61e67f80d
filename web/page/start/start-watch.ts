// Checks whether the page's own script runs: if it does not load, or cannot be read, a few words say so and what to do.
// Has no dependencies, since nothing else may have loaded; index.html has a shorter text for visits without scripts.
import { h, press } from "../core/element";
import { filled } from "../core/filled";
import { meant } from "../core/tags";

declare const __START_WORDS__: Record<string, Record<string, string>>; // language → sentences that begin with "start."

const patience = 5; // seconds

// main.ts removes it first thing.
const note = () => document.getElementById("unstarted");

// As languages.ts chooses, but ignoring the choice stored earlier.
function sentences(): Record<string, string> {
  const asked = /[#&?]lang=([\w-]+)/.exec(window.location.href)?.[1];
  const known = Object.keys(__START_WORDS__);
  for (const tag of [asked, document.body.dataset.language, ...navigator.languages]) {
    const match = meant(known, tag);
    if (match) return __START_WORDS__[match] ?? {};
  }
  return __START_WORDS__.en ?? {};
}

export function sentence(id: string, ...values: string[]): string {
  const text = sentences()[`start.${id}`] ?? id;
  return filled(text, values);
}

function say(text: string): void {
  const [bar, status, trouble] = ["bar", "text", "trouble"].map((part) =>
    document.getElementById(`loading-${part}`),
  );
  const whole = "attention-explorer.html";
  const cure =
    window.location.protocol === "file:"
      ? h("a", { href: whole }, whole)
      : press(sentence("again"), () => window.location.reload());
  trouble?.replaceChildren(h("p", {}, text), cure);
  for (const part of [note(), bar]) if (part) part.hidden = true;
  if (status) status.textContent = "";
}

// A script that did not load, or was refused (damage: the browser's message).
export function tellMissing(script: string, damage: string): string {
  const folder = window.location.protocol === "file:";
  const file = script.split("/").at(-1) ?? script;
  const text = folder ? sentence("folder") : sentence("missing", file, damage && `(${damage})`);
  say(text);
  return text;
}

/**
 * Waits until the document and its scripts have loaded. `failed`: the page's script is not among them; `damage` is the
 * browser's message, "" if it did not load at all.
 */
export function watchStart(failed: (script: string, damage: string) => void): void {
  let damage = "";
  let told = false;
  window.addEventListener("error", ({ message, error }: ErrorEvent) => {
    damage ||= message || String(error);
  });
  const look = () => {
    if (told || !note()) return;
    told = true;
    const own = [...document.scripts].find(({ type }) => type === "module");
    failed(own?.src ?? "", damage);
  };
  document.addEventListener("DOMContentLoaded", look);
  window.addEventListener("load", look);
  if (document.readyState === "complete") look();
  window.setTimeout(() => {
    if (!told && note()) say(sentence("slow", String(patience)));
  }, patience * 1000);
}

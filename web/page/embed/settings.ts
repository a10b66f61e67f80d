// The settings of an embed's author, in the address of embed.html behind "#", beside a link's own parts: steps
// (first..last, ids or numbers), lock (no value: nothing can be changed; names; "except" and names), controls (all,
// steps, none), host (the origin that may send requests), prefer (a language, if the site has it), from=host (the
// lesson comes by message), lesson=name@version, view=lesson or attention, projector, and state, a link whose parts all
// of these override.
import { plainLink, type Link } from "../core/links";
import type { Reading } from "../core/model";

/** The page around an embed, which is told what happens in it. */
export interface Around {
  shown: (reading: Reading, link: string, opened: boolean) => void;
  failed: (code: string, error: unknown) => void;
  leave: () => void;
}

export type Controls = "all" | "steps" | "none";

export interface Settings {
  steps: string;
  lock: string | null; // null: not locked
  controls: Controls;
  host: string | null;
  prefer: string | null;
  fromHost: boolean;
  version: string; // the requested version; "" for any
  projector: boolean;
}

const open: Settings = {
  steps: "",
  lock: null,
  controls: "all",
  host: null,
  prefer: null,
  fromHost: false,
  version: "",
  projector: false,
};

// The single-file page is an embed if its address says so.
if (/[#&]embed(?:[=&]|$)/.test(window.location.hash)) document.body.setAttribute("data-embed", "");
export const embedded = document.body.hasAttribute("data-embed");

const keyOf = (part: string) => part.split("=", 1)[0] ?? "";

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The parts of a state that are not set beside it.
function withState(parts: string[], link: string): string[] {
  const set = new Set(parts.map(keyOf));
  if (set.has("lesson") && set.has("step")) set.add("at").add("pin"); // of the state's own step
  return [...parts, ...link.split("&").filter((part) => part !== "" && !set.has(keyOf(part)))];
}

export function authorSettings(link: Link): { link: Link; settings: Settings } {
  const settings = { ...open };
  let { lesson } = link;
  let state = "";
  const kept: string[] = [];
  for (const part of link.rest.split("&")) {
    const key = keyOf(part);
    const value = decoded(part.slice(key.length + 1));
    if (key === "embed" || part === "") continue;
    if (key === "steps") settings.steps = value;
    else if (key === "lock") settings.lock = value;
    else if (key === "controls" && (value === "steps" || value === "none")) settings.controls = value;
    else if (key === "controls") continue;
    else if (key === "host") settings.host = value;
    else if (key === "prefer") settings.prefer = value;
    else if (key === "projector") settings.projector = value !== "off";
    else if (key === "from") settings.fromHost = value === "host";
    else if (key === "state") state = value;
    else if (key === "view" && value === "lesson") continue;
    else if (key === "view" && value === "attention") kept.push("show=attention");
    else if (key === "lesson") {
      const address = value.includes("/"); // which may contain an @ of its own
      const [name = "", version = ""] = address ? [value] : value.split("@");
      settings.version = version;
      lesson = name;
      kept.push(`lesson=${encodeURIComponent(name)}`);
    } else kept.push(part);
  }
  const plain = plainLink(state.replace(/^#/, ""));
  const rest = (state === "" ? kept : withState(kept, plain ?? "")).join("&");
  const damaged = link.damaged || plain === null;
  const inState = /(?:^|&)lesson=([^&]*)/.exec(rest)?.[1];
  return {
    link: { ...link, damaged, rest, lesson: lesson ?? (inState ? decoded(inState) : null) },
    settings,
  };
}

// "1" and "1.2" ask for any version that begins so.
export const versionFits = (asked: string, there: string) =>
  asked === "" || there === asked || there.startsWith(`${asked}.`);

interface StepList {
  steps: { id: string }[];
}

// Also for a file that only claims to be a lesson.
function idsOf(lesson: unknown): string[] {
  const { steps } = (lesson ?? {}) as { steps?: unknown };
  return Array.isArray(steps) ? steps.map((step: StepList["steps"][number] | null) => step?.id ?? "") : [];
}

// The texts of the page after the last step.
const closing = ["canSay", "corrections", "names", "references", "licence", "cite", "poster"];

// A lesson file with only the steps of a range; the graph stays whole, and the closing of the lesson is included with
// its last step. null if there is no such range.
export function withSteps(lesson: string, range: string): string | null {
  if (range === "") return lesson;
  const whole = JSON.parse(lesson) as StepList & Record<string, unknown>;
  const ids = idsOf(whole);
  if (ids.length === 0) return lesson; // no lesson: the core says what is missing
  const [from = "", to = from] = range.split("..").map((end) => end.trim());
  const place = (end: string, without: number) => {
    if (end === "") return without;
    const known = ids.indexOf(end);
    return known < 0 && /^\d+$/.test(end) ? Number(end) - 1 : known;
  };
  const [first, last] = [place(from, 0), place(to, ids.length - 1)];
  if (first < 0 || last < first || last >= ids.length) return null;
  const kept = Object.entries(whole).filter(([key]) => last === ids.length - 1 || !closing.includes(key));
  return JSON.stringify({ ...Object.fromEntries(kept), steps: whole.steps.slice(first, last + 1) });
}

export const stepsOf = (lesson: string) => idsOf(JSON.parse(lesson));

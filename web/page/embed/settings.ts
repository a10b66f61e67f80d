// What the author of the page around an embed has set, in the address of embed.html behind "#", beside a link's own parts:
// steps (first..last, ids or numbers), lock (no value: nothing can be changed; names; "except" and names), controls (all,
// steps, none), host (the origin that may ask), prefer (a language, where the site has it), from=host (the lesson comes by
// message), lesson=name@version, view=lesson or attention, projector, and state, a link that all this goes before.
import { unpack, type Link } from "../links";

export type Controls = "all" | "steps" | "none";

export interface Settings {
  steps: string;
  lock: string | null; // null: not locked
  controls: Controls;
  host: string | null;
  prefer: string | null;
  fromHost: boolean;
  version: string; // asked for; "" for any
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

// The whole page, in one file, is an embed where its address says so.
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

// The parts of a state, but for those that are set beside it.
function withState(parts: string[], state: string): string[] {
  const plain = state.replace(/^#/, "");
  const link = plain.startsWith("z=") ? (unpack(plain.slice(2)) ?? "") : plain;
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
      const address = value.includes("/"); // which may hold an @ of its own
      const [name = "", version = ""] = address ? [value] : value.split("@");
      settings.version = version;
      lesson = name;
      kept.push(`lesson=${encodeURIComponent(name)}`);
    } else kept.push(part);
  }
  const rest = (state === "" ? kept : withState(kept, state)).join("&");
  const inState = /(?:^|&)lesson=([^&]*)/.exec(rest)?.[1];
  return { link: { ...link, rest, lesson: lesson ?? (inState ? decoded(inState) : null) }, settings };
}

// "1" and "1.2" ask for any version that begins so.
export const versionFits = (asked: string, there: string) =>
  asked === "" || there === asked || there.startsWith(`${asked}.`);

interface StepList {
  steps: { id: string }[];
}

// What stands on the page after the last step.
const closing = ["canSay", "corrections", "names", "references", "licence", "cite"];

// A lesson file with the steps of a range alone; what is computed stays whole, and what closes the lesson goes along with
// its last step. null where there is no such range.
export function withSteps(lesson: string, range: string): string | null {
  if (range === "") return lesson;
  const whole = JSON.parse(lesson) as StepList & Record<string, unknown>;
  const ids = whole.steps.map(({ id }) => id);
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

export const stepsOf = (lesson: string) => (JSON.parse(lesson) as StepList).steps.map(({ id }) => id);

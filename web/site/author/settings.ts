// An author's choices for an embed, and how the address of a frame and the attributes of the element spell them.

export interface Settings {
  lesson: string; // id, or the address of a lesson file
  step: string;
  steps: string; // "first..last" by ids; "" for all
  theme: string;
  lang: string;
  view: string;
  controls: string;
  lock: string | null; // null: not locked
  loading: string;
  height: string; // "auto" or px
  projector: boolean;
  state: string; // taken from the preview; "" for the lesson's own
}

export const usual: Settings = {
  lesson: "",
  step: "",
  steps: "",
  theme: "system",
  lang: "",
  view: "lesson",
  controls: "all",
  lock: null,
  loading: "lazy",
  height: "auto",
  projector: false,
  state: "",
};

export const frameHeight = 560; // px, where no script adjusts the height

// Attributes by name; defaults are left out.
export function attributesOf(settings: Settings): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of [
    "lesson",
    "step",
    "steps",
    "theme",
    "lang",
    "view",
    "controls",
    "loading",
    "height",
  ] as const)
    if (settings[name] !== usual[name]) given[name] = settings[name];
  if (settings.lock !== null) given.lock = settings.lock;
  if (settings.projector) given.projector = "";
  if (settings.state !== "") given.state = settings.state;
  return given;
}

const isAddress = (lesson: string) => /[/.]/.test(lesson);

// A frame is its own page: it cannot fetch a lesson from elsewhere, so that needs the element.
export function linkOf(settings: Settings): string {
  const parts = Object.entries(attributesOf(settings)).filter(
    ([name, value]) => name !== "loading" && name !== "height" && !(name === "lesson" && isAddress(value)),
  );
  return parts
    .map(([name, value]) => (value === "" ? name : `${name}=${encodeURIComponent(value)}`))
    .join("&");
}

export const framePage = (settings: Settings, base: string) => `${base}embed.html#${linkOf(settings)}`;

// Without any of the author's settings: for opening the whole page.
export function fullPage({ lesson, step, lang }: Settings, base: string): string {
  const parts = [`lesson=${encodeURIComponent(lesson)}`];
  if (step) parts.push(`step=${encodeURIComponent(step)}`);
  if (lang) parts.push(`lang=${encodeURIComponent(lang)}`);
  return `${base}#${parts.join("&")}`;
}

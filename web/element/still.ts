// Shown before the element's frame is there: a button with a still picture of its step; and the styles of both.
import { stills } from "element-place";
import { h } from "../page/core/element";

export const style = `
:host { display: block; position: relative; }
:host([hidden]) { display: none; }
iframe { display: block; width: 100%; border: 0; border-radius: 12px; color-scheme: normal; }
button { display: grid; place-content: center; justify-items: center; gap: 12px; box-sizing: border-box; width: 100%;
  border: 1px solid #8a95a5; border-radius: 12px; padding: 24px; background: #fdfcfa; color: #191c22;
  font: 500 16px/1.4 system-ui, sans-serif; cursor: pointer; overflow: hidden; }
button[data-theme=dark] { background: #0d1015; color: #ebeef3; }
button[data-over] { position: absolute; inset: 0; z-index: 1; height: auto !important; }
button:focus-visible { outline: 2px solid; outline-offset: 2px; }
img { max-width: 100%; max-height: 60%; min-height: 0; }
img:not([src]), img[data-none] { display: none; }
p { margin: 0; padding: 16px; border: 1px solid #8a95a5; border-radius: 12px; font: 16px/1.4 system-ui, sans-serif; }
`;

export const stillHeight = 440; // px, until the frame reports its height

// A lesson of the site is given by name, any other by address.
export const isUrl = (lesson: string) => /[/.]/.test(lesson.split("@", 1)[0] ?? "");

const systemDark = window.matchMedia("(prefers-color-scheme: dark)");

export interface Shown {
  lesson: string;
  step: string | null;
  steps: string | null;
  theme: string | null;
  title: string;
  page: URL | null; // relative to the explorer's address if given, else to this script
  picture: boolean; // false: the words alone
}

export function makeStill(pressed: () => void): HTMLButtonElement {
  const picture = h("img", { alt: "" });
  picture.addEventListener("error", () => (picture.dataset.none = ""));
  const button = h("button", { type: "button", part: "still" }, picture, h("span"));
  button.addEventListener("click", pressed);
  return button;
}

export function showStill(
  still: HTMLButtonElement,
  { lesson, step, steps, theme, title, page, picture: pictured }: Shown,
): void {
  const [picture, words] = [still.querySelector("img"), still.querySelector("span")];
  if (words) words.textContent = `▶ ${title || lesson || "Attention Explorer"}`;
  const dark = theme === "dark" || (theme !== "light" && systemDark.matches);
  still.dataset.theme = dark ? "dark" : "light";
  const folder = page ? new URL("./stills/", page).href : stills;
  if (!picture || !pictured || !folder || !lesson || isUrl(lesson)) return;
  const first = step ?? (/^(?!\d)[^.]+/.exec(steps ?? "")?.[0] || "start");
  const [name] = lesson.split("@", 1);
  delete picture.dataset.none;
  picture.src = new URL(`${name}/${first}.${dark ? "dark" : "light"}.svg`, folder).href;
}

// Projector mode: everything larger, text black on white or white on black. Remembered in this browser for all pages of
// the site except embeds, whose looks are set by their page and which are enlarged only as far as there is room.
const key = "attention-explorer.projector";
const factor = 1.5; // as in web/styles; platform/browser.js reads the attribute

const root = document.documentElement;

const isEmbed = () => document.body.hasAttribute("data-embed");

export const isProjected = () => root.hasAttribute("data-projector");
export const pictureScale = () => Number(root.dataset.projector ?? 1) * Number(root.dataset.enlarged ?? 1);

// With less room (px of the interface), enlarging does more harm than good: a figure is cut off.
const room = { width: 460, height: 300 };
export function largest(width: number, height = Infinity): number {
  if (!isEmbed()) return factor;
  const fits = Math.min(width / room.width, height / room.height);
  return Math.round(100 * Math.min(Math.max(fits, 1), factor)) / 100;
}

const scale = () => String(largest(window.innerWidth, window.innerHeight));

function remembered(): boolean {
  try {
    return window.localStorage.getItem(key) === "on";
  } catch {
    return false; // a frame may forbid it
  }
}

function tell(): void {
  window.dispatchEvent(new Event("attention-explorer-scale"));
}

export function project(on: boolean): void {
  root.toggleAttribute("data-projector", on);
  if (on) root.dataset.projector = scale();
  tell();
  if (isEmbed()) return;
  try {
    window.localStorage.setItem(key, on ? "on" : "off");
  } catch {
    // then the next page starts with the default
  }
}

window.addEventListener("resize", () => {
  if (!isProjected() || root.dataset.projector === scale()) return;
  root.dataset.projector = scale();
  tell();
});

if (remembered() && !isEmbed()) root.dataset.projector = String(factor);

// For a projector: everything larger, text black on white or white on black. Remembered in this browser for all pages of the
// site, but for embeds, which have the looks that their page gives them.
const key = "attention-explorer.projector";
const factor = 1.5; // as web/styles and platform/browser.js have it, which look for the attribute

const root = document.documentElement;

export const isProjected = () => root.hasAttribute("data-projector");
export const projectorScale = () => (isProjected() ? factor : 1);

function remembered(): boolean {
  try {
    return window.localStorage.getItem(key) === "on";
  } catch {
    return false; // a frame may forbid it
  }
}

export function project(on: boolean): void {
  root.toggleAttribute("data-projector", on);
  if (on) root.dataset.projector = String(factor);
  window.dispatchEvent(new Event("attention-explorer-scale"));
  if (document.body.hasAttribute("data-embed")) return;
  try {
    window.localStorage.setItem(key, on ? "on" : "off");
  } catch {
    // then the next page begins as usual
  }
}

if (remembered() && !document.body.hasAttribute("data-embed")) root.dataset.projector = String(factor);

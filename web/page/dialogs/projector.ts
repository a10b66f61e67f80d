// How large the interface is drawn. The page grows with a large window, except in embeds. Projector mode: everything larger,
// text black on white or white on black; remembered in this browser for all pages of the site except embeds, whose looks are
// set by their page and which are enlarged only as far as there is room.
const key = "attention-explorer.projector";
const factor = 1.5; // as in web/styles; platform/browser.js reads the attribute

const root = document.documentElement;

const isEmbed = () => document.body.hasAttribute("data-embed");

export const isProjected = () => root.hasAttribute("data-projector");
// Beside an article, the picture has a size of its own: enlarged.
export const pictureScale = () => {
  const { projector, enlarged, grown } = root.dataset;
  return Number(projector ?? 1) * Number(enlarged ?? grown ?? 1);
};

// The window that the interface is designed for; it grows by quarters, as far as its largest figures need.
const designed = { width: 1440, height: 900, most: 1.5 };

function growth(): number {
  if (isEmbed()) return 1;
  const fits = Math.min(window.innerWidth / designed.width, window.innerHeight / designed.height);
  return Math.min(Math.max(Math.floor(4 * fits) / 4, 1), designed.most);
}

function grow(): boolean {
  const now = String(growth());
  if ((root.dataset.grown ?? "1") === now) return false;
  if (now === "1") delete root.dataset.grown;
  else root.dataset.grown = now;
  return true;
}

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
  const grew = grow();
  const projects = isProjected() && root.dataset.projector !== scale();
  if (projects) root.dataset.projector = scale();
  if (grew || projects) tell();
});

grow();
if (remembered() && !isEmbed()) root.dataset.projector = String(factor);

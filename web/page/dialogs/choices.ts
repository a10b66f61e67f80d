// Choices of a dialog: one of a few as a row of buttons, and one that is on or off. Knows nothing of the page.
import { h, press } from "../core/element";

/** A row of buttons of which one is pressed. */
export function segments<T extends string>(
  label: string,
  options: readonly (readonly [T, string])[],
  chosen: T,
  choose: (to: T) => void,
): HTMLElement {
  const group = h("div", { class: "segments", role: "group", "aria-label": label });
  const mark = (to: T) => {
    for (const button of group.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset.value === to));
  };
  for (const [value, name] of options) {
    const pressed = () => {
      mark(value);
      choose(value);
    };
    group.append(press(name, pressed, { "data-value": value }));
  }
  mark(chosen);
  return group;
}

/** A choice with its name before it. */
export const named = (label: string, choice: HTMLElement): HTMLElement =>
  h("div", { class: "choice" }, h("span", { "aria-hidden": "true" }, label), choice);

/** A button that is on or off. */
export function toggle(label: string, on: boolean, set: (on: boolean) => void): HTMLButtonElement {
  const pressed = () => {
    const now = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(now));
    set(now);
  };
  const button = press(label, pressed, { class: "toggle", "aria-pressed": String(on) });
  return button;
}

/** Where files are dropped or, by a click, chosen. */
export function dropZone(
  label: string,
  attributes: Record<string, string>,
  take: (files: File[]) => void,
): HTMLElement {
  const input = h("input", { type: "file", class: "visually-hidden", ...attributes });
  input.addEventListener("change", () => take([...(input.files ?? [])]));
  const zone = h("label", { class: "drop" }, input, label);
  const leave = () => delete zone.dataset.over;
  zone.addEventListener("dragover", () => (zone.dataset.over = ""));
  zone.addEventListener("dragleave", leave);
  zone.addEventListener("drop", leave);
  return zone;
}

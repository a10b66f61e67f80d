// Keyboard focus between an embed and the page around it: Tab goes in and out, Escape returns the focus.
import type { Core } from "../core/core";
import { elements } from "../core/elements";

const reachable = "a[href], button:enabled, input:enabled, select:enabled, summary, [tabindex='0']";

// The Tab being pressed goes past the reading view.
export function passReading(): void {
  elements.reading.inert = true;
  window.setTimeout(() => (elements.reading.inert = false));
}

// At the first or last part of the picture, Tab is left to the browser: the elements behind the picture in this page
// (the same as text, for screen readers) are not tab stops on the way.
export function letTabOut(core: Core): void {
  elements.canvas.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey) return;
      if (!core.leaves(event.shiftKey)) return;
      event.stopImmediatePropagation();
      core.leave(); // the next entry begins at the first part, or at the last
      if (event.shiftKey) return;
      passReading();
    },
    { capture: true },
  );
  // Entering backwards, the picture comes first as well, at its last part: the frame does not see the key that was
  // pressed outside it.
  document.addEventListener(
    "focusin",
    (event) => {
      const outside = event.relatedTarget === null && document.body.dataset.view === "picture";
      const last = [...elements.reading.querySelectorAll(reachable)].at(-1);
      if (!outside || event.target !== last) return;
      event.stopPropagation();
      elements.canvas.focus({ preventScroll: true });
      const shift = { key: "Shift", code: "ShiftLeft", shiftKey: true };
      elements.canvas.dispatchEvent(new KeyboardEvent("keydown", shift));
    },
    { capture: true },
  );
}

// A frame may give the focus to the window around it, but not to one of its elements: the host has to do that.
export function giveBack(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.parent.focus();
}

// The keyboard between an embed and the page around it: Tab goes in and out, Escape gives the focus back.
import type { Core } from "../core";
import { elements } from "../elements";

const reachable = "a[href], button:enabled, input:enabled, select:enabled, summary, [tabindex='0']";

// At the first or last part of the picture, Tab is the browser's: what lies behind the picture in this page (the same as
// text, for screen readers) is no stop on the way.
export function letTabOut(core: Core): void {
  elements.canvas.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey) return;
      if (!core.leaves(event.shiftKey)) return;
      event.stopImmediatePropagation();
      core.leave(); // whoever comes in again begins at the first part, or at the last
      if (event.shiftKey) return;
      const behind = [elements.reading, elements.notices];
      for (const part of behind) part.inert = true;
      window.setTimeout(() => behind.forEach((part) => (part.inert = false)));
    },
    { capture: true },
  );
  // Coming in backwards, the picture comes first as well, at its last part: the key was pressed where it could not hear it.
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

// A frame may give the focus to the window around it, but not to one of its elements: that is the host's part.
export function giveBack(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.parent.focus();
}

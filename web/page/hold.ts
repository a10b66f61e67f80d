// What a reader does while the core lacks its second part: kept in order, and done when it is there. The browser's own part
// of it happens at once (typing into a field, scrolling); what buttons and links would do waits with the rest.
import { elements } from "./elements";

const kept = [
  ...["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave"],
  ...["click", "dblclick", "contextmenu", "keydown", "keyup", "input", "change"],
  ...["focus", "blur", "focusin", "focusout"],
];
// The page scrolls by some of them meanwhile; others carry what cannot be kept.
const dropped = ["wheel", "touchstart", "touchmove", "touchend", "touchcancel", "copy", "paste", "drop"];
const longest = 200; // events: nobody does more in earnest

/** Holds from now on. @returns what lets go: everything kept is done then. */
export function hold(): () => void {
  const queue: Event[] = [];
  const take = (event: Event) => {
    // What is said about the waiting itself is answered at once.
    const { target } = event;
    if (target instanceof Node && [elements.notices, elements.loading].some((part) => part.contains(target)))
      return;
    event.stopImmediatePropagation();
    if (event.type === "click" || event.type === "drop") event.preventDefault(); // done by the repetition
    if (dropped.includes(event.type)) return;
    if (event.type === "pointermove" && queue.at(-1)?.type === "pointermove") queue.pop();
    if (queue.length < longest) queue.push(event);
  };
  const options = { capture: true };
  for (const type of [...kept, ...dropped]) window.addEventListener(type, take, options);
  return () => {
    for (const type of [...kept, ...dropped]) window.removeEventListener(type, take, options);
    for (const event of queue.splice(0)) {
      const Kind = event.constructor as new (type: string, from: Event) => Event;
      event.target?.dispatchEvent(new Kind(event.type, event));
    }
  };
}

// Holds back input that needs the core's second part, in order, and replays it when that part has loaded. The browser's
// own handling (typing into a field, scrolling) happens at once; clicks on buttons and links wait with the rest.
import { elements } from "../core/elements";

const kept = [
  ...["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave"],
  ...["click", "dblclick", "contextmenu", "keydown", "keyup", "input", "change"],
  ...["focus", "blur", "focusin", "focusout"],
];
// Some of them still scroll the page; others carry data that is lost after the event.
const dropped = ["wheel", "touchstart", "touchmove", "touchend", "touchcancel", "copy", "paste", "drop"];
const longest = 200; // events: more than a reader does in that time

/** Holds input from now on. @returns a function that stops holding and replays everything held. */
export function hold(): () => void {
  const queue: Event[] = [];
  const take = (event: Event) => {
    // Input to the message about the waiting itself is handled at once.
    const { target } = event;
    if (target instanceof Node && [elements.notices, elements.loading].some((part) => part.contains(target)))
      return;
    event.stopImmediatePropagation();
    if (event.type === "click" || event.type === "drop") event.preventDefault(); // handled by the replay
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

// Short messages at the edge of the page: what was refused, what was left out of a link, that something was copied.
import { h, press } from "../core/element";
import { elements } from "../core/elements";
import { words } from "../core/words";

const lifetime = 8000;

// If the keyboard focus was in it, move it to the latest notice, or to the view that the page shows.
function remove(notice: HTMLElement): void {
  const within = notice.contains(document.activeElement);
  notice.remove();
  if (!within) return;
  const view = document.body.dataset.view === "picture" ? elements.canvas : elements.reading;
  (elements.notices.querySelector<HTMLElement>("p:last-child button") ?? view).focus({ preventScroll: true });
}

// `stays`: until it is closed. Others disappear by themselves, unless they are hovered or focused.
export function notify(sentence: string, stays = false): void {
  const notice = shown(sentence);
  const over = () => {
    if (notice.matches(":hover, :focus-within")) window.setTimeout(over, lifetime);
    else remove(notice);
  };
  if (!stays) window.setTimeout(over, lifetime);
}

let here = ""; // the lesson and step that the page shows

// What was refused, at one place: it goes when the reader does.
export function refuse(sentence: string): void {
  notify(sentence);
  const notice = elements.notices.lastElementChild;
  if (notice instanceof HTMLElement) notice.dataset.refusal = "";
}

export function arriveAt(place: string): void {
  if (place === here) return;
  here = place;
  for (const notice of elements.notices.querySelectorAll<HTMLElement>("[data-refusal]")) remove(notice);
}

// With a button; resolves when it is pressed.
export function offer(sentence: string, label: string): Promise<void> {
  const notice = shown(sentence);
  return new Promise((resolve) => {
    const pressed = () => {
      remove(notice);
      resolve();
    };
    notice.lastChild?.replaceWith(press(label, pressed));
  });
}

// A part of the page that is fetched only when it is needed is not there: no connection, or the site was renewed meanwhile.
// What is on screen is in the page's address, so nothing is lost by loading it again.
export function offerReload(): void {
  void offer(words("part.unfetched"), words("again")).then(() => window.location.reload());
}

// Removes a message that no longer applies.
export function withdraw(sentence: string): void {
  for (const old of [...elements.notices.children])
    if (old.firstChild?.textContent === sentence) old.remove();
}

function shown(sentence: string): HTMLElement {
  withdraw(sentence);
  const close = press("×", () => remove(notice), { "aria-label": words("close") });
  const notice = h("p", {}, h("span", {}, sentence), close);
  elements.notices.append(notice);
  return notice;
}

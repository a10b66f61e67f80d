// Short messages at the edge of the page: what was refused, what was left out of a link, that something was copied.
import { elements } from "./elements";
import { words } from "./words";

const lifetime = 8000;

function remove(notice: HTMLElement): void {
  notice.remove();
}

// `stays`: until it is closed.
export function notify(sentence: string, stays = false): void {
  const notice = shown(sentence);
  if (!stays) window.setTimeout(() => remove(notice), lifetime);
}

// With a button; resolves when it is pressed.
export function offer(sentence: string, label: string): Promise<void> {
  const notice = shown(sentence);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  notice.lastChild?.replaceWith(button);
  return new Promise((resolve) => {
    button.addEventListener("click", () => {
      remove(notice);
      resolve();
    });
  });
}

// Takes back what is no longer true.
export function withdraw(sentence: string): void {
  for (const old of [...elements.notices.children])
    if (old.firstChild?.textContent === sentence) old.remove();
}

function shown(sentence: string): HTMLElement {
  withdraw(sentence);
  const notice = document.createElement("p");
  const text = document.createElement("span");
  text.textContent = sentence;
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "×";
  close.setAttribute("aria-label", words("close"));
  close.addEventListener("click", () => remove(notice));
  notice.append(text, close);
  elements.notices.append(notice);
  return notice;
}

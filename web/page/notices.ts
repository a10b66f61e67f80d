// Short messages at the edge of the page: what was refused, what was left out of a link, that something was copied.
import { elements } from "./elements";
import { words } from "./words";

const lifetime = 8000;

function remove(notice: HTMLElement): void {
  notice.remove();
}

// `stays`: until it is closed.
export function notify(sentence: string, stays = false): void {
  for (const old of elements.notices.children) if (old.firstChild?.textContent === sentence) old.remove();
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
  if (!stays) window.setTimeout(() => remove(notice), lifetime);
}

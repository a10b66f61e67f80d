// The link to share. Readers who have answered questions choose whether to include the answers, which would spoil them
// for others.
import type { Open } from "./dialog";
import { words } from "../core/words";

// Answers given, and answers that were looked up.
const isAnswer = (part: string) => /^(?:a\.|shown=)/.test(part);

export function withoutAnswers(link: string): string {
  return link
    .split("&")
    .filter((part) => !isAnswer(part))
    .join("&");
}

export const hasAnswers = (link: string) => link.split("&").some(isAnswer);

// What a link holds, as a sentence.
export function copiedWords(link: string): string {
  const parts = link.split("&");
  const edits = parts.filter((part) => part.startsWith("e."));
  const numbers = edits.join(";").split(/;|%3B/i).filter(Boolean).length;
  const has = (kind: RegExp) => parts.some((part) => kind.test(part));
  return [
    words(has(/^view=large/) ? "share.large" : "share.step"),
    has(/^(?:p\.|own|dec|colors|heads|queries|scale|lead\.)/) && words("share.settings"),
    numbers > 0 && words("share.numbers", numbers),
    hasAnswers(link) && words("share.given"),
  ]
    .filter(Boolean)
    .join(", ");
}

interface Tools {
  open: (title: string) => Open;
  copy: (text: string) => Promise<boolean>;
  addressOf: (link: string) => string;
}

// The dialog with its checkbox, which is off at first.
export function shareAnswers(link: string, { open, copy, addressOf }: Tools): void {
  const { body, status } = open(words("share.title"));
  const label = document.createElement("label");
  const field = document.createElement("input");
  field.type = "text";
  field.readOnly = true;
  label.append(`${words("share.label")} `, field);
  const choice = document.createElement("label");
  const tick = document.createElement("input");
  tick.type = "checkbox";
  tick.id = "with-answers";
  choice.append(tick, ` ${words("share.answers")}`);
  const show = () => {
    field.value = addressOf(tick.checked ? link : withoutAnswers(link));
    status.textContent = "";
  };
  tick.addEventListener("change", show);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words("copy");
  button.addEventListener("click", () => {
    void copy(field.value).then((done) => {
      if (!done) field.select();
      status.textContent = done
        ? copiedWords(tick.checked ? link : withoutAnswers(link))
        : words("share.fallback");
    });
  });
  const lines = [label, choice, button].map((each) => {
    const line = document.createElement("p");
    line.append(each);
    return line;
  });
  body.append(...lines);
  show();
  button.focus();
}

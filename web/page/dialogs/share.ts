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
      status.textContent = words(done ? "copied" : "share.fallback");
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

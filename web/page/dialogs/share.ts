// Sharing: the link to exactly this, or the frame that puts it into another page, and what it opens. Readers who have answered
// questions choose whether to include the answers, which would spoil them for others.
import { h } from "../core/element";
import { escaped } from "../core/escape";
import type { Drawing } from "../core/drawing";
import { words } from "../core/words";
import { named, segments, toggle } from "./choices";
import { copyFrom, primary, type Open } from "./dialog";
import { preview } from "./save-figure";

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

/** What can be shared. */
export interface Shared {
  link: string;
  title: string; // of the frame in another page
  addressOf: (link: string) => string;
  frameOf: ((link: string) => string) | null; // the address of the page for frames; null: this page has none
  drawing: Drawing | null; // what the link opens
  remarks: readonly string[]; // what is not in the link
  more: readonly HTMLElement[];
}

const frameHeight = 620; // px, as the author kit's

const frameCode = (address: string, title: string) =>
  `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="${frameHeight}" ` +
  'allow="clipboard-write; fullscreen"></iframe>';

export function share({ body, foot, status }: Open, shared: Shared): void {
  const { link, title, addressOf, frameOf, drawing } = shared;
  let kind: "link" | "frame" = "link";
  let withAnswers = false;
  const field = h("textarea", {
    readonly: "",
    rows: "5",
    spellcheck: "false",
    "aria-label": words("share.label"),
  });
  const sent = () => (withAnswers ? link : withoutAnswers(link));
  const show = () => {
    field.value = kind === "frame" && frameOf ? frameCode(frameOf(sent()), title) : addressOf(sent());
    status.textContent = "";
  };
  const choices = h("div", { class: "choices" });
  if (frameOf) {
    const kinds = [
      ["link", words("share.label")],
      ["frame", words("share.frame")],
    ] as const;
    choices.append(
      segments(words("share.as"), kinds, "link", (to) => {
        kind = to;
        show();
      }),
    );
  }
  choices.append(field);
  if (hasAnswers(link))
    choices.append(
      named(
        words("share.holds"),
        toggle(words("share.answers"), false, (on) => {
          withAnswers = on;
          show();
        }),
      ),
    );
  choices.append(...shared.remarks.map((remark) => h("p", { class: "quiet" }, remark)), ...shared.more);
  const split = h("div", { class: "split" });
  if (drawing) {
    split.append(h("figure", {}, preview(drawing), h("figcaption", {}, words("share.opens"))));
  }
  split.append(choices);
  body.append(split);
  const copyIt = primary(words("copy"), () => {
    const done = kind === "frame" ? words("copied") : copiedWords(sent());
    void copyFrom(field, status, done);
  });
  foot.append(copyIt);
  show();
  copyIt.focus();
}

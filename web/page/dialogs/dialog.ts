// The frame of a dialog: its title, what it is about, and a foot with what happened and what can be done. Copying, and code
// that can be copied.
import { assignmentOf } from "./assignment";
import { elements } from "../core/elements";
import { h, press } from "../core/element";
import { words } from "../core/words";
import { segments } from "./choices";

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // an embedding page may forbid it
  }
}

export interface Open {
  dialog: HTMLDialogElement;
  body: HTMLElement;
  foot: HTMLElement; // for its buttons, of which one is the primary one
  status: HTMLElement; // what happened
}

export const primary = (label: string, action: () => void) => press(label, action, { class: "primary" });

export function open(title: string, closed: () => void): Open {
  const status = h("p", { role: "status" });
  const body = h("div", { class: "body" });
  const foot = h("div", { class: "actions" });
  const away = press("×", () => dialog.close(), { class: "close", "aria-label": words("close") });
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    h("header", {}, h("h2", { id: "dialog-title" }, title), away),
    body,
    h("footer", {}, status, foot),
  );
  // A dialog blocks the rest of the page: messages are shown inside it while it is open.
  const { parentElement: around, nextSibling: behind } = elements.notices;
  dialog.append(elements.notices);
  dialog.addEventListener("close", () => {
    around?.insertBefore(elements.notices, behind?.parentElement === around ? behind : null);
    dialog.remove();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, body, foot, status };
}

/** One of the things that a dialog is about, chosen at its top. */
export interface Pane {
  id: string;
  label: string;
  fill: (into: Open) => void; // body and foot are empty
}

/** Fills the dialog with the first pane, and lets the reader choose another one. */
export function showPanes({ dialog, body, foot, status }: Open, panes: readonly Pane[]): void {
  const inside = h("div", { class: "pane" });
  const show = (id: string) => {
    status.textContent = "";
    foot.replaceChildren();
    inside.replaceChildren();
    panes.find((pane) => pane.id === id)?.fill({ dialog, body: inside, foot, status });
  };
  const [first] = panes;
  if (!first) return;
  const label = dialog.querySelector("h2")?.textContent ?? "";
  const all = panes.map(({ id, label }) => [id, label] as const);
  if (panes.length > 1) body.append(segments(label, all, first.id, show));
  body.append(inside);
  show(first.id);
  foot.querySelector<HTMLElement>(".primary")?.focus();
}

/** Copies, and says so; where that is forbidden, `field` is selected, and the cure told. */
export async function copyFrom(
  field: HTMLTextAreaElement | HTMLElement,
  status: HTMLElement,
  done = words("copied"),
): Promise<void> {
  const text = field instanceof HTMLTextAreaElement ? field.value : field.textContent;
  const copied = await copy(text);
  if (!copied && field instanceof HTMLTextAreaElement) field.select();
  else if (!copied) window.getSelection()?.selectAllChildren(field);
  status.textContent = copied ? done : words("share.fallback");
}

// What the scripts that this page writes consist of: comments, strings, words of the language, numbers.
const kinds = ["comment", "string", "keyword", "number"] as const;
const python =
  /(#[^\n]*)|("""[^]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\b(as|assert|class|def|else|False|for|from|if|import|in|None|not|or|and|print|return|super|True|while|with)\b|(\b\d[\d_.]*(?:e[+-]?\d+)?)/g;
const tex = /(%[^\n]*)|(?!)()|(\\[A-Za-z]+)|(\b\d[\d.]*)/g;

function coloured(code: string, language: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const match of code.matchAll(language === "tex" ? tex : python)) {
    const kind = kinds.find((_, i) => match[i + 1] !== undefined);
    parts.push(code.slice(at, match.index), h("span", { class: kind ?? "" }, match[0]));
    at = match.index + match[0].length;
  }
  return [...parts, code.slice(at)];
}

// Code that can be scrolled by keyboard.
function codeFrame(label: string) {
  const code = h("code");
  const frame = h("pre", { tabindex: "0", role: "group", "aria-label": label }, code);
  const show = (text: string, language: string) => code.replaceChildren(...coloured(text, language));
  return { code, frame, show };
}

export function showScript(title: string, script: string, closed: () => void): void {
  const { body, foot, status } = open(title, closed);
  const { code, frame, show } = codeFrame(title);
  show(script, "pytorch");
  body.append(frame);
  foot.append(primary(words("copy"), () => void copyFrom(code, status)));
}

/** The lesson's numbers as code, in the languages that the core writes. */
export function codePane(codeIn: (language: string) => string): Pane {
  const languages: [string, string][] = [
    ["pytorch", "PyTorch"],
    ["numpy", "NumPy"],
    ["tex", "LaTeX"],
  ];
  const training = codeIn("training");
  if (training) languages.unshift(["training", words("export.training")]);
  if (codeIn("class"))
    languages.splice(1, 0, ["class", words("export.class")], ["assignment", words("export.assignment")]);
  const written = (language: string) =>
    language === "assignment" ? assignmentOf(codeIn("class")) : codeIn(language);
  const first = languages[0]?.[0] ?? "pytorch";
  return {
    id: "code",
    label: words("export.code"),
    fill: ({ body, foot, status }) => {
      const { code, frame, show } = codeFrame(words("export.title"));
      const choose = (language: string) => {
        status.textContent = "";
        show(written(language) || words("export.none"), language);
      };
      body.append(segments(words("export.language"), languages, first, choose), frame);
      foot.append(primary(words("copy"), () => void copyFrom(code, status)));
      choose(first);
    },
  };
}

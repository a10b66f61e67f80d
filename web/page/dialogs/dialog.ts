// Small dialogs: the link to share, the lesson as code. Copying falls back to a selected field.
import { elements } from "../core/elements";
import { words } from "../core/words";

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
  status: HTMLElement;
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, text = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function press(label: string, action: () => void): HTMLButtonElement {
  const button = element("button", label);
  button.type = "button";
  button.addEventListener("click", action);
  return button;
}

export function open(title: string, closed: () => void): Open {
  const dialog = element("dialog");
  const heading = element("h2", title);
  heading.id = "dialog-title";
  dialog.setAttribute("aria-labelledby", heading.id);
  const body = element("div");
  const status = element("p");
  status.setAttribute("role", "status");
  dialog.append(
    heading,
    body,
    status,
    press(words("close"), () => dialog.close()),
  );
  // A dialog blocks the rest of the page: messages are shown inside it while it is open.
  const { parentElement: around, nextSibling: behind } = elements.notices;
  dialog.append(elements.notices);
  dialog.addEventListener("close", () => {
    around?.insertBefore(elements.notices, behind);
    dialog.remove();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, body, status };
}

// Copies at once; the dialog appears only where that is forbidden.
export async function share(address: string, done: () => void, closed: () => void): Promise<void> {
  if (await copy(address)) {
    done();
    return;
  }
  const { body, status } = open(words("share.title"), closed);
  const label = element("label", `${words("share.label")} `);
  const field = element("input");
  field.type = "text";
  field.readOnly = true;
  field.value = address;
  label.append(field);
  body.append(label);
  field.focus();
  field.select();
  status.textContent = words("share.fallback");
}

// Code that can be scrolled by keyboard, and the button that copies it.
function codeFrame(label: string, status: HTMLElement) {
  const code = element("code");
  const frame = element("pre");
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", label);
  frame.append(code);
  const copyCode = async () => {
    status.textContent = (await copy(code.textContent)) ? words("copied") : words("share.fallback");
  };
  return { code, frame, copyButton: press(words("copy"), () => void copyCode()) };
}

export function showScript(title: string, script: string, closed: () => void): void {
  const { body, status } = open(title, closed);
  const { code, frame, copyButton } = codeFrame(title, status);
  code.textContent = script;
  body.append(frame, copyButton);
}

// more: further export buttons, given the line where the dialog reports what happened.
export function showCode(
  codeIn: (language: string) => string,
  more: (status: HTMLElement) => HTMLElement[],
  closed: () => void,
): void {
  const { body, status } = open(words("export.title"), closed);
  const languages: [string, string][] = [
    ["pytorch", "PyTorch"],
    ["numpy", "NumPy"],
    ["tex", "LaTeX"],
  ];
  const training = codeIn("training");
  if (training) languages.unshift(["training", words("export.training")]);
  const { code, frame, copyButton } = codeFrame(words("export.title"), status);
  const choices = element("p");
  const choose = (language: string) => {
    code.textContent = codeIn(language) || words("export.none");
    for (const button of choices.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.language === language));
    }
  };
  for (const [language, label] of languages) {
    const button = press(label, () => choose(language));
    button.dataset.language = language;
    choices.append(button);
  }
  body.append(choices, frame, copyButton, ...more(status));
  choose(training ? "training" : "pytorch");
}

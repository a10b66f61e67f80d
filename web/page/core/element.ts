// Elements of the page that are made once; the reading view describes its own (reading/dom.ts).
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A part of the page that is there from the beginning. */
export function part<T extends HTMLElement = HTMLElement>(
  id: string,
  kind: new () => T = HTMLElement as new () => T,
): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`This page has no ${kind.name} called “${id}”.`);
  return element;
}

/** A button. */
export function press(
  label: string,
  action: () => void,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const made = h("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", action);
  return made;
}

/** Gives the reader a file. */
export function save(file: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may ask where to save first
}

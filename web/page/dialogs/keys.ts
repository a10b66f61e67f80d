// The list of keys, which "?" opens in the picture and in the reading view. Depends only on dialogs and words.
import { h } from "../core/element";
import { words } from "../core/words";
import { open } from "./dialog";

const typed = "input:not([type=checkbox], [type=radio]), textarea, select";

export function listKeys(closed: () => void): void {
  document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey }) => {
    if (key !== "?" || ctrlKey || metaKey || document.querySelector("dialog")) return;
    if (!(target instanceof Element) || target.matches(typed)) return;
    const lines = words("keys").split("\n");
    open(words("keys.title"), closed).body.append(h("ul", {}, ...lines.map((line) => h("li", {}, line))));
  });
}

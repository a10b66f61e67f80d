// What a screen reader says of the part of the picture that has the keyboard focus: a canvas has no elements for it.
import { h } from "./element";
import { elements } from "./elements";

const region = h("p", { id: "said", class: "visually-hidden", "aria-live": "polite" });
elements.stage.append(region);

export const say = (words: string) => {
  region.textContent = words;
};

// What a screen reader says of the part of the picture that has the keyboard focus: a canvas has no elements for it.
import { elements } from "./elements";

const region = document.createElement("p");
region.id = "said";
region.className = "visually-hidden";
region.setAttribute("aria-live", "polite");
elements.stage.append(region);

export const say = (words: string) => {
  region.textContent = words;
};

// The custom element, in Chromium.
import { chromium } from "./engines/chromium.mjs";
import { element } from "./everywhere/element.mjs";

export const tests = element(chromium);

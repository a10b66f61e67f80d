// The custom element, in Chromium.
import { chromium } from "./both/chromium.mjs";
import { element } from "./both/element.mjs";

export const tests = element(chromium);

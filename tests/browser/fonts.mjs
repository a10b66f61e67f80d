// Files of fonts that are missing or damaged, in Chromium.
import { chromium } from "./engines/chromium.mjs";
import { fonts } from "./everywhere/fonts.mjs";

export const tests = fonts(chromium);

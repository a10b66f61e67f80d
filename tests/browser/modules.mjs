// The headless modules in Chromium.
import { chromium } from "./engines/chromium.mjs";
import { modules } from "./everywhere/modules.mjs";

export const tests = modules(chromium);

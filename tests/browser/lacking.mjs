// Where SIMD or WebGL2 is missing, in Chromium.
import { chromium } from "./engines/chromium.mjs";
import { lacking } from "./everywhere/lacking.mjs";

export const tests = lacking(chromium);

// Where SIMD or WebGL2 is missing, in Chromium.
import { chromium } from "./both/chromium.mjs";
import { lacking } from "./both/lacking.mjs";

export const tests = lacking(chromium);

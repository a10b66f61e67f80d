// Windows of every size, fingers, input methods and paper, in Chromium.
import { chromium } from "./both/chromium.mjs";
import { hands } from "./both/hands.mjs";
import { paper } from "./both/paper.mjs";
import { sizes } from "./both/sizes.mjs";

export const tests = { ...sizes(chromium), ...hands(chromium), ...paper(chromium) };

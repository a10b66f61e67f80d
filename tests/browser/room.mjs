// Windows of every size, fingers, input methods and paper, in Chromium.
import { chromium } from "./engines/chromium.mjs";
import { hands } from "./everywhere/hands.mjs";
import { paper } from "./everywhere/paper.mjs";
import { phones } from "./everywhere/phones.mjs";
import { sizes } from "./everywhere/sizes.mjs";

export const tests = { ...sizes(chromium), ...phones(chromium), ...hands(chromium), ...paper(chromium) };

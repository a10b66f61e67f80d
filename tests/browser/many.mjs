// 24 embeds in one page, a thousand steps, and 50 elements that come and go: what they hold is let go of. In Chromium.
import { chromium } from "./engines/chromium.mjs";
import { many } from "./everywhere/many.mjs";
import { memory } from "./everywhere/memory.mjs";

export const tests = { ...many(chromium), ...memory(chromium) };

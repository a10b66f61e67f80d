// embed.html in a page of another origin, as a course page has it, in Chromium.
import { around } from "./everywhere/around.mjs";
import { chromium } from "./engines/chromium.mjs";
import { embeds } from "./everywhere/embeds.mjs";

export const tests = { ...embeds(chromium), ...around(chromium) };

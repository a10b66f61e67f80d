// embed.html in a page of another origin, as a course page has it, in Chromium.
import { around } from "./both/around.mjs";
import { chromium } from "./both/chromium.mjs";
import { embeds } from "./both/embeds.mjs";

export const tests = { ...embeds(chromium), ...around(chromium) };

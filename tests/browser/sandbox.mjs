// Where little is allowed, in Chromium.
import { chromium } from "./both/chromium.mjs";
import { places } from "./both/places.mjs";

export const tests = places(chromium);

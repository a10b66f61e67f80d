// Restricted environments, in Chromium.
import { chromium } from "./engines/chromium.mjs";
import { places } from "./everywhere/places.mjs";

export const tests = places(chromium);

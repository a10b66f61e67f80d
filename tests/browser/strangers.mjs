// Untrusted lessons, in Chromium.
import { chromium } from "./engines/chromium.mjs";
import { strangers } from "./everywhere/strangers.mjs";

export const tests = strangers(chromium);

// The npm package in Chromium: as it lies there, and bundled by Vite.
import { chromium } from "./engines/chromium.mjs";
import { packages } from "./everywhere/package.mjs";

export const tests = packages(chromium);

// The npm package in Chromium: as it lies there, and bundled by Vite.
import { chromium } from "./both/chromium.mjs";
import { packages } from "./both/package.mjs";

export const tests = packages(chromium);

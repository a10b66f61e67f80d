// The page and its embeds in a second engine, Firefox ESR: its share of the tests of everywhere/ (all.mjs).
import { closeFirefox, firefox } from "./engines/firefox.mjs";
import { everywhere } from "./everywhere/all.mjs";

export const after = closeFirefox;
export const tests = everywhere(firefox);

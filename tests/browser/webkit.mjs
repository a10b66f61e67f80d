// The page and its embeds in a third engine, WebKitGTK's, as Safari has it: its share of the tests of everywhere/, and
// which of them cannot run there. Of the modules it runs the build with plain SIMD; its own sandbox is off.
import assert from "node:assert/strict";
import { closeWebkit, webkit } from "./engines/webkit.mjs";
import { everywhere } from "./everywhere/all.mjs";

export const after = closeWebkit;

// Tests that do not run here → the reason.
const cannot = {
  "the modules divide work among threads in a page that may share memory, with the same bits as one thread":
    "WebKitGTK has no SharedArrayBuffer, also not in a page that may share memory",
  "Tab goes in and out, Escape gives the focus back, the wheel and a finger scroll the page around":
    "every WebDriver command in a frame gives that frame the focus",
  "a long press on a number opens a menu to copy, edit and paste":
    "the clipboard requires a user gesture, and touch by script is not one",
  "in forced colours the reading view has the system's colours": "WebKit has no forced colours",
  "with reduced motion the next step appears at once, otherwise animated; the setting takes effect without a reload":
    "GTK reads its setting for motion when the browser starts",
  "letters that an input method is still composing take effect only when committed":
    "WebDriver has no command for input methods",
  "five hundred changes of step do not increase the memory": "WebDriver has no command that measures memory",
  "elements that come and go leave no memory in use": "WebDriver has no command that measures memory",
  "printing a step prints its reading view: title, text, numbers, code":
    "WebKitWebDriver has no command that prints",
};

const asked = everywhere(webkit);
const left = Object.entries(cannot).filter(([name]) => name in asked);
if (process.env.AE_ALL_TESTS)
  assert.equal(left.length, Object.keys(cannot).length, "there is a test for each that is left out");

export const tests = { ...asked, ...Object.fromEntries(left) };

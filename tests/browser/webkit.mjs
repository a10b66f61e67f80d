// The page and its embeds in a third engine, WebKitGTK's, as Safari has it: the claims that all browsers are asked, and
// which of them cannot be asked there. Of the modules it runs the build with plain SIMD; its own sandbox is off.
import assert from "node:assert/strict";
import { around } from "./everywhere/around.mjs";
import { audits, auditsInTurns } from "./everywhere/audits.mjs";
import { basics } from "./everywhere/basics.mjs";
import { contexts } from "./everywhere/contexts.mjs";
import { element } from "./everywhere/element.mjs";
import { elsewhere } from "./everywhere/elsewhere.mjs";
import { embeds } from "./everywhere/embeds.mjs";
import { everybody } from "./everywhere/everybody.mjs";
import { figures } from "./everywhere/figures.mjs";
import { firstView } from "./everywhere/first-view.mjs";
import { fonts } from "./everywhere/fonts.mjs";
import { hands } from "./everywhere/hands.mjs";
import { hostPages } from "./everywhere/host-pages.mjs";
import { lacking } from "./everywhere/lacking.mjs";
import { manners } from "./everywhere/manners.mjs";
import { many } from "./everywhere/many.mjs";
import { memory } from "./everywhere/memory.mjs";
import { modules } from "./everywhere/modules.mjs";
import { namesOfObjects } from "./everywhere/names.mjs";
import { notices } from "./everywhere/notices.mjs";
import { packages } from "./everywhere/package.mjs";
import { paper } from "./everywhere/paper.mjs";
import { phones } from "./everywhere/phones.mjs";
import { places } from "./everywhere/places.mjs";
import { projector } from "./everywhere/projector.mjs";
import { questions } from "./everywhere/questions.mjs";
import { refusedLessons } from "./everywhere/refused.mjs";
import { scorm } from "./everywhere/scorm.mjs";
import { sizes } from "./everywhere/sizes.mjs";
import { snippets } from "./everywhere/snippets.mjs";
import { trustedTypes } from "./everywhere/trusted-types.mjs";
import { unstarted } from "./everywhere/unstarted.mjs";
import { wordFiles } from "./everywhere/word-files.mjs";
import { closeWebkit, webkit } from "./engines/webkit.mjs";
import { strangers } from "./everywhere/strangers.mjs";
import { writing } from "./everywhere/writing.mjs";
import { tests as ofFirefox } from "./firefox.mjs";

export const after = closeWebkit;

// A test of those below → why it is not run.
const cannot = {
  "the modules divide work among threads in a page that may share memory, with the same bits as one thread":
    "WebKitGTK has no SharedArrayBuffer, also not in a page that may share memory",
  "Tab goes in and out, Escape gives the focus back, the wheel and a finger scroll the page around":
    "whatever WebDriver asks a frame gives that frame the focus",
  "a long press on a number opens a menu to copy, edit and paste":
    "a finger by script is no gesture of a reader's, which the clipboard asks for",
  "in forced colours the reading view has the system's colours": "WebKit has no forced colours",
  "with reduced motion the next step appears at once, otherwise animated; the setting takes effect without a reload":
    "GTK reads its setting for motion when the browser starts",
  "letters that an input method is still composing take effect only when committed":
    "WebDriver has no command for input methods",
  "a thousand changes of step do not increase the memory": "WebDriver has no command that measures memory",
  "50 elements that come and go leave no memory in use": "WebDriver has no command that measures memory",
  "printing a step prints its reading view: title, text, numbers, code":
    "WebKitWebDriver has no command that prints",
};

const asked = {
  ...basics(webkit),
  ...embeds(webkit),
  ...around(webkit),
  ...firstView(webkit),
  ...lacking(webkit),
  ...contexts(webkit),
  ...manners(webkit),
  ...element(webkit),
  ...places(webkit),
  ...elsewhere(webkit),
  ...snippets(webkit),
  ...questions(webkit),
  ...scorm(webkit),
  ...packages(webkit),
  ...strangers(webkit),
  ...writing(webkit),
  ...sizes(webkit),
  ...phones(webkit),
  ...fonts(webkit),
  ...hands(webkit),
  ...paper(webkit),
  ...figures(webkit),
  ...projector(webkit),
  ...everybody(webkit),
  ...audits(webkit),
  ...auditsInTurns(webkit),
  ...many(webkit),
  ...memory(webkit),
  ...modules(webkit),
  ...namesOfObjects(webkit),
  ...refusedLessons(webkit),
  ...notices(webkit),
  ...unstarted(webkit),
  ...trustedTypes(webkit),
  ...wordFiles(webkit),
  ...hostPages(webkit),
};
// One claim names the browser.
const missing = Object.keys(ofFirefox).filter((name) => !name.includes("(Firefox") && !(name in asked));
assert.deepEqual(missing, [], "asked of Firefox, and not here");
for (const name of Object.keys(cannot)) assert.ok(name in asked, `there is no test "${name}" to leave out`);

export const tests = { ...asked, ...cannot };

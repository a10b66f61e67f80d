// Failures around the page, in Chromium: unknown names, lessons and files that cannot be read, scripts that do
// not start, notices, strict hosts, and pages beside the site on its own origin.
import { chromium } from "./engines/chromium.mjs";
import { hostPages } from "./everywhere/host-pages.mjs";
import { namesOfObjects } from "./everywhere/names.mjs";
import { notices } from "./everywhere/notices.mjs";
import { refusedLessons } from "./everywhere/refused.mjs";
import { trustedTypes } from "./everywhere/trusted-types.mjs";
import { unstarted } from "./everywhere/unstarted.mjs";
import { wordFiles } from "./everywhere/word-files.mjs";

export const tests = {
  ...namesOfObjects(chromium),
  ...refusedLessons(chromium),
  ...notices(chromium),
  ...unstarted(chromium),
  ...trustedTypes(chromium),
  ...wordFiles(chromium),
  ...hostPages(chromium),
};

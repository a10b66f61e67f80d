// The tests of everywhere/ in Chromium, which runs all of them: here those that no other file extends. The rest is in
// the files of page/ and site/.
import { chromium } from "./engines/chromium.mjs";
import { around } from "./everywhere/hosts/around.mjs";
import { element } from "./everywhere/hosts/element.mjs";
import { embeds } from "./everywhere/hosts/embeds.mjs";
import { hostPages } from "./everywhere/hosts/host-pages.mjs";
import { many } from "./everywhere/hosts/many.mjs";
import { packages } from "./everywhere/hosts/package.mjs";
import { places } from "./everywhere/hosts/places.mjs";
import { refusedLessons } from "./everywhere/hosts/refused.mjs";
import { strangers } from "./everywhere/hosts/strangers.mjs";
import { trustedTypes } from "./everywhere/hosts/trusted-types.mjs";
import { ownModel } from "./everywhere/own/model.mjs";
import { fontFiles, fonts } from "./everywhere/page/fonts.mjs";
import { groups } from "./everywhere/page/groups.mjs";
import { hands } from "./everywhere/page/hands.mjs";
import { lacking } from "./everywhere/page/lacking.mjs";
import { memory } from "./everywhere/page/memory.mjs";
import { modules } from "./everywhere/page/modules.mjs";
import { namesOfObjects } from "./everywhere/page/names.mjs";
import { notices } from "./everywhere/page/notices.mjs";
import { packedLinks } from "./everywhere/page/packed-links.mjs";
import { paper } from "./everywhere/page/paper.mjs";
import { phones } from "./everywhere/page/phones.mjs";
import { sizes } from "./everywhere/page/sizes.mjs";
import { unstarted } from "./everywhere/page/unstarted.mjs";
import { wordFiles } from "./everywhere/page/word-files.mjs";
import { nightly } from "./harness.mjs";

export const tests = {
  ...embeds(chromium),
  ...around(chromium),
  ...element(chromium),
  ...places(chromium),
  ...packages(chromium),
  ...strangers(chromium),
  ...ownModel(chromium),
  ...lacking(chromium),
  ...fonts(chromium),
  ...sizes(chromium),
  ...phones(chromium),
  ...hands(chromium),
  ...paper(chromium),
  ...groups(chromium),
  ...packedLinks(chromium),
  ...namesOfObjects(chromium),
  ...refusedLessons(chromium),
  ...notices(chromium),
  ...unstarted(chromium),
  ...trustedTypes(chromium),
  ...wordFiles(chromium),
  // Long, and seldom what a change touches; the modules' tests run in node on every push.
  ...nightly({
    ...fontFiles(chromium),
    ...hostPages(chromium),
    ...many(chromium),
    ...memory(chromium),
    ...modules(chromium),
  }),
};

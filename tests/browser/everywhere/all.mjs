// The tests that also run in Firefox and WebKit. The tests of a file are made for a browser: a driver of engines/.
import { around } from "./hosts/around.mjs";
import { element } from "./hosts/element.mjs";
import { elsewhere } from "./hosts/elsewhere.mjs";
import { embeds } from "./hosts/embeds.mjs";
import { hostPages } from "./hosts/host-pages.mjs";
import { manners } from "./hosts/manners.mjs";
import { many } from "./hosts/many.mjs";
import { packages } from "./hosts/package.mjs";
import { places } from "./hosts/places.mjs";
import { refusedLessons } from "./hosts/refused.mjs";
import { scorm } from "./hosts/scorm.mjs";
import { snippets } from "./hosts/snippets.mjs";
import { strangers } from "./hosts/strangers.mjs";
import { trustedTypes } from "./hosts/trusted-types.mjs";
import { ownModel } from "./own/model.mjs";
import { ownTensors } from "./own/tensors.mjs";
import { audits, auditsOfLessons } from "./page/audits.mjs";
import { basics } from "./page/basics.mjs";
import { contexts } from "./page/contexts.mjs";
import { everybody } from "./page/everybody.mjs";
import { figures } from "./page/figures.mjs";
import { firstView } from "./page/first-view.mjs";
import { fontFiles, fonts } from "./page/fonts.mjs";
import { groups } from "./page/groups.mjs";
import { hands } from "./page/hands.mjs";
import { lacking } from "./page/lacking.mjs";
import { memory } from "./page/memory.mjs";
import { modules } from "./page/modules.mjs";
import { namesOfObjects } from "./page/names.mjs";
import { notices } from "./page/notices.mjs";
import { packedLinks } from "./page/packed-links.mjs";
import { paper } from "./page/paper.mjs";
import { phones } from "./page/phones.mjs";
import { projector } from "./page/projector.mjs";
import { questions } from "./page/questions.mjs";
import { sizes } from "./page/sizes.mjs";
import { unstarted } from "./page/unstarted.mjs";
import { wordFiles } from "./page/word-files.mjs";
import { writing } from "./page/writing.mjs";

const first = (tests) => Object.fromEntries(Object.entries(tests).slice(0, 1));

// What engines do differently: input, WebGL, storage, embedding, fonts. Runs in each of them on every push; of a frame and of
// the element the first test, which goes all the way from the page around to the figure and back, and the first of lost contexts and
// of phones.
const ofEach = (browser) => ({
  ...basics(browser),
  ...first(embeds(browser)),
  ...around(browser),
  ...first(contexts(browser)),
  ...first(element(browser)),
  ...first(phones(browser)),
  ...hands(browser),
  ...fonts(browser),
  ...groups(browser),
});

// What the page's own code decides, or takes an engine long. Chromium runs all of it on every push; the others with --all.
const shared = (browser) => ({
  ...embeds(browser),
  ...element(browser),
  ...contexts(browser),
  ...phones(browser),
  ...sizes(browser),
  ...hostPages(browser),
  ...ownTensors(browser),
  ...fontFiles(browser),
  ...trustedTypes(browser),
  ...ownModel(browser),
  ...lacking(browser),
  ...places(browser),
  ...modules(browser),
  ...questions(browser),
  ...scorm(browser),
  ...paper(browser),
  ...figures(browser),
  ...everybody(browser),
  ...audits(browser),
  ...(browser.name === "Firefox" ? auditsOfLessons(browser) : {}),
  ...many(browser),
  ...memory(browser),
  ...firstView(browser),
  ...manners(browser),
  ...elsewhere(browser),
  ...snippets(browser),
  ...packages(browser),
  ...strangers(browser),
  ...writing(browser),
  ...projector(browser),
  ...packedLinks(browser),
  ...namesOfObjects(browser),
  ...refusedLessons(browser),
  ...notices(browser),
  ...unstarted(browser),
  ...wordFiles(browser),
});

export const everywhere = (browser) => ({
  ...ofEach(browser),
  ...(process.env.AE_ALL_TESTS ? shared(browser) : {}),
});

// The page and its embeds in a second engine, Firefox ESR: the claims that all browsers are asked.
import { around } from "./everywhere/around.mjs";
import { audits, auditsInTurns } from "./everywhere/audits.mjs";
import { basics } from "./everywhere/basics.mjs";
import { contexts } from "./everywhere/contexts.mjs";
import { element } from "./everywhere/element.mjs";
import { elsewhere } from "./everywhere/elsewhere.mjs";
import { embeds } from "./everywhere/embeds.mjs";
import { everybody } from "./everywhere/everybody.mjs";
import { figures } from "./everywhere/figures.mjs";
import { closeFirefox, firefox } from "./engines/firefox.mjs";
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
import { strangers } from "./everywhere/strangers.mjs";
import { trustedTypes } from "./everywhere/trusted-types.mjs";
import { unstarted } from "./everywhere/unstarted.mjs";
import { wordFiles } from "./everywhere/word-files.mjs";
import { writing } from "./everywhere/writing.mjs";

export const after = closeFirefox;

export const tests = {
  ...basics(firefox),
  ...embeds(firefox),
  ...around(firefox),
  ...firstView(firefox),
  ...lacking(firefox),
  ...contexts(firefox),
  ...manners(firefox),
  ...element(firefox),
  ...places(firefox),
  ...elsewhere(firefox),
  ...snippets(firefox),
  ...questions(firefox),
  ...scorm(firefox),
  ...packages(firefox),
  ...strangers(firefox),
  ...writing(firefox),
  ...sizes(firefox),
  ...phones(firefox),
  ...fonts(firefox),
  ...hands(firefox),
  ...paper(firefox),
  ...figures(firefox),
  ...projector(firefox),
  ...everybody(firefox),
  ...audits(firefox),
  ...auditsInTurns(firefox),
  ...many(firefox),
  ...memory(firefox),
  ...modules(firefox),
  ...namesOfObjects(firefox),
  ...refusedLessons(firefox),
  ...notices(firefox),
  ...unstarted(firefox),
  ...trustedTypes(firefox),
  ...wordFiles(firefox),
  ...hostPages(firefox),
};
